/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <sys/resource.h>

#include "hbase-pool-private.h"
#include "io-test.h"

#include "check-main.h"

/* This tests more channels than select() can watch. */

#define N_CHANNELS 2100

/* The gateway has as many descriptors, in a process of its own. */
static gboolean
allow_descriptors (void)
{
  struct rlimit limit;

  ck_assert_int_eq (getrlimit (RLIMIT_NOFILE, &limit), 0);
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < N_CHANNELS + 100)
    return FALSE;
  limit.rlim_cur = N_CHANNELS + 100;
  ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &limit), 0);
  return TRUE;
}

/* All calls are under way at once, over a channel each; later ones use the same channels. */
START_TEST (thousands_of_calls_have_a_channel_each)
{
  g_autoptr (MockGateway) mock = NULL;
  g_autoptr (HBasePool) pool = NULL;
  g_autofree IOAsync *asyncs = g_new0 (IOAsync, N_CHANNELS);
  HBasePoolStatistics statistics;

  if (!allow_descriptors ())
    {
      g_message ("skipped: this process may not have %d descriptors", N_CHANNELS + 100);
      return;
    }
  mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  pool = io_pool_new (mock->uri, N_CHANNELS);
  for (guint round = 1; round <= 2; round++)
    {
      g_atomic_int_set (&mock->log->paused, 1);
      for (guint i = 0; i < N_CHANNELS; i++)
        io_async_begin (&asyncs[i], pool, io_get_new (pool, "a"), 0, NULL);
      while (g_atomic_int_get (&mock->log->requests) < (gint) round * N_CHANNELS)
        g_main_context_iteration (NULL, FALSE);
      g_atomic_int_set (&mock->log->paused, 0);
      for (guint i = 0; i < N_CHANNELS; i++)
        {
          g_autoptr (GError) error = NULL;

          io_async_end (&asyncs[i], &error);
          ck_assert_no_error (error);
          io_assert_row (asyncs[i].operation, "a");
          hbase_operation_free (asyncs[i].operation);
        }
    }
  ck_assert_int_eq (g_atomic_int_get (&mock->log->most), N_CHANNELS);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), N_CHANNELS);
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.idle, N_CHANNELS);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("many channels");

  tcase_set_timeout (tests, 300);
  tcase_add_test (tests, thousands_of_calls_have_a_channel_each);
  suite_add_tcase (suite, tests);
}

TEST_MAIN_FORKED ("many channels", fill)
