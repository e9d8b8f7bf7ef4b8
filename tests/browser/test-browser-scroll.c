/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>

#include "browser-data.h"
#include "browser-driver.h"
#include "check-main.h"

/* This tests that HBase Browser scrolls through a long table and back: each dispatch adds one page of rows
 * at most, and the memory doesn't grow with the rows. It prints the memory and the times of frames.
 *
 *  1. HBASE_TEST_ROWS is the number of rows; make check-long scrolls through a million. */

#define PAGE_SIZE 100u
#define WARM_UP 4000u         /* rows after which the memory is measured first */
#define MOST_BYTES_PER_ROW 48 /* of those that were scrolled past: their keys, and what widgets keep */
#define TOLERANCE (24.0 * 1024 * 1024)

static BrowserDriver driver;

/* ---- memory ---- */

/* Returns the resident memory of this process in bytes. */
static double
measure_memory (void)
{
  g_autofree char *text = NULL;
  unsigned long size, resident;

  ck_assert (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  ck_assert_int_eq (sscanf (text, "%lu %lu", &size, &resident), 2);
  return (double) resident * (double) sysconf (_SC_PAGESIZE);
}

/* ---- frames ---- */

typedef struct {
  guint n_frames;
  double total, longest; /* in ms: the time in which a frame is laid out and painted */
  gint64 began;
} Frames;

static void
begin_frame (GdkFrameClock *clock, Frames *frames)
{
  frames->began = g_get_monotonic_time ();
}

static void
end_frame (GdkFrameClock *clock, Frames *frames)
{
  double ms = (double) (g_get_monotonic_time () - frames->began) / 1000;

  frames->n_frames++;
  frames->total += ms;
  frames->longest = MAX (frames->longest, ms);
}

static void
measure_frames (Frames *frames)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (driver.window));

  g_signal_connect (clock, "before-paint", G_CALLBACK (begin_frame), frames);
  g_signal_connect (clock, "after-paint", G_CALLBACK (end_frame), frames);
}

/* ---- rows ---- */

/* What one iteration of the main context has added to the list. */
static guint n_added;

static void
count_added (GListModel *model, guint position, guint removed, guint added)
{
  ck_assert_uint_eq (removed, 0);
  n_added += added;
}

static GListModel *
get_rows (void)
{
  return G_LIST_MODEL (browser_driver_get_selection (&driver));
}

static void
iterate (void)
{
  n_added = 0;
  g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_le (n_added, PAGE_SIZE);
}

static gboolean
scroll_on (GtkWidget *widget, GdkFrameClock *clock, gpointer rate)
{
  GtkAdjustment *position = browser_driver_get_position (&driver);

  gtk_adjustment_set_value (position, gtk_adjustment_get_value (position)
                                          + GPOINTER_TO_INT (rate) * gtk_adjustment_get_page_size (position));
  return G_SOURCE_CONTINUE;
}

/* Scrolls by so many times the window's height with each frame. */
static guint
begin_scrolling (int rate)
{
  return gtk_widget_add_tick_callback (GTK_WIDGET (driver.window), scroll_on, GINT_TO_POINTER (rate), NULL);
}

static double
scroll_down (guint n_rows)
{
  guint id = begin_scrolling (100);
  double first = 0;

  while (g_list_model_get_n_items (get_rows ()) < n_rows)
    {
      iterate ();
      if (first == 0 && g_list_model_get_n_items (get_rows ()) >= WARM_UP)
        first = measure_memory ();
    }
  gtk_widget_remove_tick_callback (GTK_WIDGET (driver.window), id);
  return first;
}

/* The first rows were dropped, and are read again. */
static void
scroll_up (void)
{
  guint id = begin_scrolling (-400);

  while (browser_driver_find_text (&driver, "00000000") == NULL)
    iterate ();
  gtk_widget_remove_tick_callback (GTK_WIDGET (driver.window), id);
}

static void
assert_flat (const char *where, double first, guint n_rows)
{
  double now = measure_memory (), most = TOLERANCE + (double) n_rows * MOST_BYTES_PER_ROW;

  g_print ("%s: %.0f MiB of memory, %.1f more than after %u rows (at most %.1f)\n", where, now / 1048576,
           (now - first) / 1048576, WARM_UP, most / 1048576);
  ck_assert_double_lt (now - first, most);
}

START_TEST (long_tables_are_scrolled_with_flat_memory)
{
  const char *wanted = g_getenv ("HBASE_TEST_ROWS");
  guint n_rows = wanted != NULL ? (guint) g_ascii_strtoull (wanted, NULL, 10) : DEFAULT_ROWS;
  Frames frames = { 0 };
  double first;

  browser_data_make_numbers (driver.uri, n_rows);
  browser_driver_open (&driver, driver.uri);
  browser_driver_wait_for_text (&driver, "00000000");
  g_signal_connect (get_rows (), "items-changed", G_CALLBACK (count_added), NULL);
  measure_frames (&frames);
  first = scroll_down (n_rows);
  assert_flat ("after the last row", first, n_rows);
  scroll_up ();
  assert_flat ("back at the first row", first, n_rows);
  g_print ("%u rows, %u frames: %.1f ms on average, %.1f ms at most\n", n_rows, frames.n_frames,
           frames.total / MAX (frames.n_frames, 1), frames.longest);
}
END_TEST

static void
start (void)
{
  browser_driver_init (&driver);
}

static void
stop (void)
{
  browser_driver_clear (&driver);
}

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("browser scroll");

  tcase_set_timeout (tests, 60 + DEFAULT_ROWS / 500);
  tcase_add_checked_fixture (tests, start, stop);
  tcase_add_test (tests, long_tables_are_scrolled_with_flat_memory);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("browser scroll", fill)
