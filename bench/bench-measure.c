/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

double
bench_get_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* The processor time of HBase's process; user and system time follow its name, which is in parentheses. */
double
bench_get_server_cpu_seconds (GPid server)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) server);
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  words = g_strsplit (strrchr (text, ')'), " ", -1);
  return (g_ascii_strtod (words[12], NULL) + g_ascii_strtod (words[13], NULL))
         / (double) sysconf (_SC_CLK_TCK);
}

static int
compare_numbers (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

double
bench_median (double *numbers, guint count)
{
  qsort (numbers, count, sizeof *numbers, compare_numbers);
  return numbers[count / 2];
}

void
bench_print_goal (const char *what, double is, double goal)
{
  printf ("%-44s %6.2f  (goal: >= %.2f)  %s\n", what, is, goal, is >= goal ? "reached" : "NOT REACHED");
}

void
bench_print_limit (const char *what, double is, double limit)
{
  printf ("%-44s %6.2f  (goal: <= %.2f)  %s\n", what, is, limit, is <= limit ? "reached" : "NOT REACHED");
}

void
bench_must (gboolean works, GError *const *error)
{
  if (!works)
    g_error ("%s", (*error)->message);
}

Fixture *
bench_start_server (void)
{
  g_setenv (
      "FIXTURE_JAVA_OPTIONS",
      "-XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC -Xmx2g -Dhbase.regionserver.handler.count=30",
      FALSE);
  return fixture_start ("binary binary-framed");
}
