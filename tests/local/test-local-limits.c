/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <sys/resource.h>

#include "check-main.h"
#include "hbase-local-filter-private.h"
#include "hbase-local-query-private.h"
#include "local-call.h"

/* The memory that a call may allocate, beside its own bytes. */

/* Returns the greatest memory that the process ever had, in bytes. */
static gsize
peak (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (gsize) usage.ru_maxrss * 1024;
}

#define N_GETS 1000000

START_TEST (many_gets_take_no_memory_of_their_own)
{
  g_autoptr (HBaseBlock) reply = NULL;
  HBaseWireWriter *out;
  gsize before;
  Local local;

  local_open (&local);
  local.protocol = HBASE_WIRE_PROTOCOL_COMPACT;
  out = call_begin_table (&local, "missing");
  hbase_wire_write_list (out, HBASE_GET_MULTIPLE_ARGS_TGETS, HBASE_WIRE_STRUCT, N_GETS);
  for (guint i = 0; i < N_GETS; i++)
    {
      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r"));
      hbase_wire_end_struct (out);
    }
  before = peak ();
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_MULTIPLE),
           "IO?: Failed 1000000 actions: missing: 1000000 times, servers with issues: null");
  /* The call's 4 MB are copied several times, and the sanitizers keep freed memory for a while. */
  ck_assert_uint_lt (peak () - before, 60 * N_GETS);
  local_close (&local);
}
END_TEST

static void
write_many_columns (HBaseWireWriter *out, guint field, guint n)
{
  hbase_wire_write_list (out, field, HBASE_WIRE_STRUCT, n);
  for (guint i = n; i > 0; i--)
    {
      g_autofree char *qualifier = g_strdup_printf ("%07u", i - 1);

      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY, HBASE_SLICE_LITERAL (F));
      hbase_wire_write_binary (out, HBASE_T_COLUMN_QUALIFIER, hbase_slice_text (qualifier));
      hbase_wire_end_struct (out);
    }
}

static char *
get_columns (Local *local, guint n)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r"));
  write_many_columns (out, HBASE_T_GET_COLUMNS, n);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_GET);
}

/* From the last to the first: each is inserted before all others. */
START_TEST (columns_of_a_query)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:0000007@1=v f:0099999@1=w f:x@1=v"), "ok");
  ck_text (get_columns (&local, HBASE_LOCAL_COLUMNS_MAX), "r f:0000007@1=v f:0099999@1=w");
  ck_text (get_columns (&local, HBASE_LOCAL_COLUMNS_MAX + 1),
           "EXCEPTION 6: hbase-glib's embedded engine has no queries of so many columns: at most 100000");
  local_close (&local);
}
END_TEST

/* The last setting of a family has an effect. */
START_TEST (columns_and_whole_families)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@1=1 f:b@1=2 f:c@1=3 g:a@1=4"), "ok");
  ck_text (get (&local, "r", "f:b f:a f:b", 1), "r f:a@1=1 f:b@1=2");
  ck_text (get (&local, "r", "f:b f f:c", 1), "r f:c@1=3");
  ck_text (get (&local, "r", "f:b g f:c f", 1), "r f:a@1=1 f:b@1=2 f:c@1=3 g:a@1=4");
  ck_text (get (&local, "r", "f f:c f f:a f:c f:a", 1), "r f:a@1=1 f:c@1=3");
  local_close (&local);
}
END_TEST

START_TEST (columns_of_an_increment)
{
  HBaseWireWriter *out;
  Local local;

  local_open (&local);
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_struct (out, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_wire_write_binary (out, HBASE_T_INCREMENT_ROW, HBASE_SLICE_LITERAL ("r"));
  write_many_columns (out, HBASE_T_INCREMENT_COLUMNS, HBASE_LOCAL_COLUMNS_MAX + 1);
  hbase_wire_end_struct (out);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_INCREMENT),
           "EXCEPTION 6: hbase-glib's embedded engine has no updates of so many columns: at most 100000");
  local_close (&local);
}
END_TEST

static char *
scan_ranges (Local *local, guint n)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_wire_write_map (out, HBASE_T_SCAN_COL_FAM_TIME_RANGE_MAP, HBASE_WIRE_BINARY, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    {
      hbase_wire_put_binary (out, HBASE_SLICE_LITERAL (F));
      hbase_wire_begin_struct (out);
      hbase_wire_write_i64 (out, HBASE_T_TIME_RANGE_MIN_STAMP, 0);
      hbase_wire_write_i64 (out, HBASE_T_TIME_RANGE_MAX_STAMP, 1);
      hbase_wire_end_struct (out);
    }
  hbase_wire_end_struct (out);
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, 1);
  return call_text (local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
}

START_TEST (time_ranges_of_a_scan)
{
  Local local;

  local_open (&local);
  ck_text (scan_ranges (&local, 1000), "[]");
  ck_text (scan_ranges (&local, 1001), "EXCEPTION 6: hbase-glib's embedded engine has no queries of so many "
                                       "families' time ranges: at most 1000");
  local_close (&local);
}
END_TEST

static void
write_table (HBaseWireWriter *out, guint n_families)
{
  hbase_wire_write_struct (out, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (out, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, HBASE_SLICE_LITERAL ("u"));
  hbase_wire_end_struct (out);
  hbase_wire_write_list (out, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, n_families);
  for (guint i = 0; i < n_families; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (name));
      hbase_wire_end_struct (out);
    }
  hbase_wire_end_struct (out);
}

START_TEST (families_and_regions_of_a_table)
{
  HBaseWireWriter *out;
  Local local;

  local_open (&local);
  out = call_begin (&local);
  write_table (out, 1001);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_CREATE_TABLE),
           "EXCEPTION 6: hbase-glib's embedded engine has no tables of so many families: at most 1000");
  out = call_begin (&local);
  write_table (out, 1);
  hbase_wire_write_list (out, HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS, HBASE_WIRE_BINARY, 100001);
  for (guint i = 0; i < 100001; i++)
    hbase_wire_put_binary (out, HBASE_SLICE_LITERAL ("k"));
  ck_text (call_text (&local, HBASE_WIRE_METHOD_CREATE_TABLE),
           "EXCEPTION 6: hbase-glib's embedded engine has no tables of so many regions: at most 100001");
  local_close (&local);
}
END_TEST

START_TEST (regular_expressions_of_a_filter)
{
  g_autoptr (GString) filter = g_string_new ("RowFilter(=,'regexstring:r')");
  g_autofree char *options = NULL, *more = NULL;
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@1=v"), "ok");
  for (guint i = 1; i < HBASE_LOCAL_REGEX_MAX; i++)
    g_string_append (filter, "OR(RowFilter(=,'regexstring:r'))");
  options = g_strconcat ("filter=", filter->str, NULL);
  ck_text (scan (&local, options), "[r f:a@1=v]");
  more = g_strconcat (options, "OR(RowFilter(=,'regexstring:r'))", NULL);
  ck_text (scan (&local, more), "EXCEPTION 6: Internal error processing getScannerResults");
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *limits = tcase_create ("limits");

  tcase_add_test (limits, many_gets_take_no_memory_of_their_own);
  tcase_add_test (limits, columns_of_a_query);
  tcase_add_test (limits, columns_and_whole_families);
  tcase_add_test (limits, columns_of_an_increment);
  tcase_add_test (limits, time_ranges_of_a_scan);
  tcase_add_test (limits, families_and_regions_of_a_table);
  tcase_add_test (limits, regular_expressions_of_a_filter);
  suite_add_tcase (suite, limits);
}

TEST_MAIN ("local-limits", fill)
