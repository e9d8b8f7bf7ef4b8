/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This compares the processor time that an emulation takes for each flush at 10⁹ rows with that at 10⁸ rows:
 * it shouldn't depend on the number of rows, as store files keep a limited number of keys.
 *
 * bench-emulate [ROWS]: the smaller number, 100,000,000 by default; the larger one is ten times as many. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hbase-plan.h"

#define N_ROWS 100000000
#define ROW_SIZE 150
#define ROUNDS 3
#define GOAL 2.0

/* The finalizer of MurmurHash3: keys in random order. */
static GBytes *
make_key (guint64 number)
{
  guint64 bytes;

  number = (number ^ number >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  number = (number ^ number >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  bytes = GUINT64_TO_BE (number ^ number >> 33);
  return g_bytes_new (&bytes, sizeof bytes);
}

static HBasePlanEmulationReport *
emulate (guint64 n_rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanEmulationSettings) settings = hbase_plan_emulation_settings_new (NULL, NULL);
  g_autoptr (HBasePlanEmulator) emulator
      = g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", settings, "row-size", (guint64) ROW_SIZE, NULL);
  guint64 step = hbase_plan_emulator_get_sample_rows (emulator);

  for (guint64 i = 0; i < n_rows; i += step)
    {
      g_autoptr (GBytes) key = make_key (i);

      if (!hbase_plan_emulator_write (emulator, key, MIN (step, n_rows - i), &error))
        {
          fprintf (stderr, "%s\n", error->message);
          exit (1);
        }
    }
  hbase_plan_emulator_wait (emulator);
  return hbase_plan_emulator_report (emulator);
}

/* The processor time of this process, in microseconds. */
static double
get_processor_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e6 + (double) time.tv_nsec / 1e3;
}

/* Returns the microseconds of a flush: the least of some rounds. */
static double
measure (guint64 n_rows)
{
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      double start = get_processor_time ();
      g_autoptr (HBasePlanEmulationReport) report = emulate (n_rows);
      double us = get_processor_time () - start;
      double n_flushes = hbase_plan_emulation_report_get_figure (report, HBASE_PLAN_EMULATION_FIGURE_FLUSHES);

      least = MIN (least, us / MAX (n_flushes, 1));
      if (i == ROUNDS - 1)
        printf ("  %12" G_GUINT64_FORMAT " rows %8.0f flushes %10.1f µs a flush\n", n_rows, n_flushes, least);
    }
  return least;
}

int
main (int argc, char **argv)
{
  guint64 n_rows = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : N_ROWS;
  double few, many;

  if (n_rows == 0)
    {
      fprintf (stderr, "usage: bench-emulate [ROWS]\n");
      return 2;
    }
  printf ("emulations of rows of %d bytes in random order:\n", ROW_SIZE);
  few = measure (n_rows);
  many = measure (10 * n_rows);
  printf ("  a flush at ten times as many rows: %.2f times as long (goal: at most %.1f)%s\n", many / few,
          GOAL, many / few <= GOAL ? "" : "  MISSED");
  return 0;
}
