/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "refused-threads.h"

/* Scans and scanners. Rows r0 … r4, of cells f:a, f:b and g:c each. */

static void
fill_table (Local *local)
{
  local_open (local);
  for (char row[] = "r0"; row[1] < '5'; row[1]++)
    ck_text (put (local, row, "f:a@1=x f:b@1=y g:c@1=z"), "ok");
}

/* The row keys only, with a "+" after those that are partial. */
static char *
names_of (HBaseBlock *reply)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < reply->n_rows; i++)
    {
      HBaseSlice key = hbase_block_row_key (reply, i);

      g_string_append_len (names, i > 0 ? " " : "", -1);
      g_string_append_len (names, (const char *) key.data, (gssize) key.length);
      g_string_append (names, hbase_block_row_is_partial (reply, i) ? "+" : "");
    }
  return g_string_free (names, FALSE);
}

static char *
scan_names (Local *local, const char *options, int rows)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  g_autoptr (HBaseBlock) reply = NULL;

  write_scan (out, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN, options);
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, rows);
  reply = call_end (local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
  return names_of (reply);
}

START_TEST (test_ranges)
{
  static const struct {
    const char *options;
    int rows;
    const char *names;
  } scans[] = {
    { "", 100, "r0 r1 r2 r3 r4" },
    { "", 2, "r0 r1" },
    { "", 0, "" },
    { "start=r1 stop=r3", 100, "r1 r2" },
    { "start=r11", 100, "r2 r3 r4" },
    { "start=r2 stop=r2", 100, "r2" },
    { "start=r3 stop=r1", 100, "" },
    { "start= stop=", 100, "r0 r1 r2 r3 r4" },
    { "reversed=1", 100, "r4 r3 r2 r1 r0" },
    { "reversed=1 start=r3 stop=r1", 100, "r3 r2" },
    { "reversed=1 start=r35", 100, "r3 r2 r1 r0" },
    { "reversed=1 start=r2 stop=r2", 100, "r2" },
    { "reversed=1 start=r1 stop=r3", 100, "" },
    { "limit=3", 100, "r0 r1 r2" },
    { "limit=3 reversed=1", 100, "r4 r3 r2" },
    { "limit=-1", 100, "r0 r1 r2 r3 r4" },
    { "batch=2 stop=r2", 100, "r0+ r0 r1+ r1" },
    { "batch=2 stop=r2", 3, "r0+ r0 r1+" },
    { "batch=3 stop=r2", 100, "r0 r1" },
    { "batch=2 limit=2", 100, "r0+ r0 r1+ r1" },
    { "batch=1 limit=1 reversed=1", 100, "r4+ r4+ r4" },
    { "versions=0", 100, "" },
    { "versions=-1", 100, "" },
    { "columns=f:b limit=2", 100, "r0 r1" },
    { "columns=f:none", 100, "" },
  };
  Local local;

  fill_table (&local);
  ck_text (scan_names (&local, scans[_i].options, scans[_i].rows), scans[_i].names);
  local_close (&local);
}
END_TEST

/* A whole family and a qualifier: the later one restricts or extends the earlier one. */
START_TEST (test_columns)
{
  Local local;

  fill_table (&local);
  ck_text (get (&local, "r0", "f", 1), "r0 f:a@1=x f:b@1=y");
  ck_text (get (&local, "r0", "f f:b", 1), "r0 f:b@1=y");
  ck_text (get (&local, "r0", "f:b f", 1), "r0 f:a@1=x f:b@1=y");
  ck_text (get (&local, "r0", "g:c f:b f:a", 1), "r0 f:a@1=x f:b@1=y g:c@1=z");
  ck_text_begins (get (&local, "r0", "f zz", 1),
                  "IO: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException");
  ck_text (get (&local, "r0", NULL, 0), "IO?: versions must be positive");
  local_close (&local);
}
END_TEST

static char *
next_names (Local *local, gint32 id, gint32 rows)
{
  g_autoptr (HBaseBlock) reply = ask_rows (local, id, rows);

  return names_of (reply);
}

static char *
next_text (Local *local, gint32 id, gint32 rows)
{
  g_autoptr (HBaseBlock) reply = ask_rows (local, id, rows);

  return reply_text (reply);
}

static char *
close_scanner (Local *local, gint32 id)
{
  hbase_wire_write_i32 (call_begin (local), HBASE_CLOSE_SCANNER_ARGS_SCANNER_ID, id);
  return call_text (local, HBASE_WIRE_METHOD_CLOSE_SCANNER);
}

START_TEST (test_scanner)
{
  Local local;

  fill_table (&local);
  ck_text (open_scanner (&local, TABLE, ""), "0");
  ck_text (open_scanner (&local, TABLE, "reversed=1 batch=2"), "1");
  ck_text (next_names (&local, 0, 2), "r0 r1");
  ck_text (next_names (&local, 1, 3), "r4+ r4 r3+");
  ck_text (next_text (&local, 0, 0), "[]");
  ck_text (next_text (&local, 0, -3), "EXCEPTION 6: Internal error processing getScannerRows");
  /* Between two calls: a new row before the position isn't returned, one after it is; a deleted one isn't. */
  ck_text (put (&local, "r05", "f:a@1=x"), "ok");
  ck_text (put (&local, "r25", "f:a@1=x"), "ok");
  ck_text (delete_columns (&local, "r3", -1, NULL), "ok");
  ck_text (next_names (&local, 0, 100), "r2 r25 r4");
  ck_text (next_text (&local, 0, 100), "[]");
  ck_text (next_text (&local, 0, 100), "[]");
  /* A row in partial results has the state of one moment. */
  ck_text (next_names (&local, 1, 2), "r3 r25");
  ck_text (close_scanner (&local, 0), "ok");
  ck_text (close_scanner (&local, 0), "ok");
  ck_text (next_text (&local, 0, 1), "ARGUMENT: Invalid scanner Id");
  ck_text (next_text (&local, -1, 1), "ARGUMENT: Invalid scanner Id");
  ck_text (open_scanner (&local, "nope", ""), "2");
  ck_text (next_text (&local, 2, 1), "IO: nope");
  ck_text (open_scanner (&local, TABLE, "columns=zz"), "3");
  ck_text_begins (next_text (&local, 3, 1),
                  "IO: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: ");
  ck_text_begins (next_text (&local, 3, 1),
                  "IO: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: ");
  local_close (&local);
}
END_TEST

/* After 60 s without a call; each call starts the time again. */
START_TEST (test_scanner_expires)
{
  Local local;

  fill_table (&local);
  ck_text (open_scanner (&local, TABLE, ""), "0");
  local.ticks += 59 * G_USEC_PER_SEC;
  ck_text (next_names (&local, 0, 1), "r0");
  local.ticks += 59 * G_USEC_PER_SEC;
  ck_text (next_names (&local, 0, 1), "r1");
  local.ticks += 61 * G_USEC_PER_SEC;
  ck_text (next_text (&local, 0, 1), "ARGUMENT: Invalid scanner Id");
  local_close (&local);
}
END_TEST

static void
set_limits (Local *local, HBaseLocalScannerLimits limits)
{
  hbase_local_scanners_set_limits (hbase_local_service_get_scanners (local->service), &limits);
}

static HBaseLocalScannerLimits
get_limits (Local *local)
{
  return hbase_local_scanners_get_limits (hbase_local_service_get_scanners (local->service));
}

static HBaseLocalScannerOwner
total (Local *local)
{
  return hbase_local_scanners_get_total (hbase_local_service_get_scanners (local->service));
}

/* A client that never closes its scanners is refused more, until some have expired. */
START_TEST (test_too_many_scanners)
{
  enum { MANY = 1000 };
  Local local;

  fill_table (&local);
  for (int i = 0; i < MANY; i++)
    {
      g_autofree char *id = g_strdup_printf ("%d", i);

      ck_text (open_scanner (&local, TABLE, ""), id);
    }
  ck_text (open_scanner (&local, TABLE, ""), "IO?: 1000 scanners are open on this connection: close some");
  ck_text (close_scanner (&local, 7), "ok");
  ck_text (open_scanner (&local, TABLE, ""), "1000");
  ck_text_begins (open_scanner (&local, TABLE, ""), "IO?: ");
  local.ticks += 61 * G_USEC_PER_SEC;
  ck_text (open_scanner (&local, TABLE, ""), "1001");
  ck_text (next_text (&local, 8, 1), "ARGUMENT: Invalid scanner Id");
  ck_assert_uint_eq (total (&local).n_open, 1);
  local_close (&local);
}
END_TEST

/* The memory of scanners is limited: here that of their calls. */
START_TEST (test_scanner_bytes)
{
  Local local;
  HBaseLocalScannerLimits limits;
  guint64 n_bytes;

  fill_table (&local);
  ck_text (open_scanner (&local, TABLE, "filter=PrefixFilter('r')"), "0");
  n_bytes = total (&local).n_bytes;
  ck_assert_uint_gt (n_bytes, sizeof (HBaseFilterNode));
  limits = get_limits (&local);
  limits.max_bytes_of_owner = 3 * n_bytes - 1;
  set_limits (&local, limits);
  ck_text (open_scanner (&local, TABLE, "filter=PrefixFilter('r')"), "1");
  ck_text_begins (open_scanner (&local, TABLE, "filter=PrefixFilter('r')"),
                  "IO?: the scanners of this connection hold ");
  limits.max_bytes_of_owner = 2 * n_bytes;
  limits.max_bytes = 2 * n_bytes - 1;
  set_limits (&local, limits);
  ck_text_begins (open_scanner (&local, TABLE, "filter=PrefixFilter('r')"), "IO?: the scanners of");
  ck_text (close_scanner (&local, 1), "ok");
  limits.max_bytes_of_owner = n_bytes - 1;
  set_limits (&local, limits);
  ck_text_begins (open_scanner (&local, TABLE, "filter=PrefixFilter('r')"), "IO: the scanner holds ");
  ck_text (close_scanner (&local, 0), "ok");
  ck_assert_uint_eq (total (&local).n_bytes, 0);
  local_close (&local);
}
END_TEST

/* A row in partial results counts until its last part; a scanner that grows too large is closed. */
START_TEST (test_scanner_row_bytes)
{
  enum { LARGE = 100000 };
  g_autofree char *value = g_strnfill (LARGE, 'v');
  g_autofree char *cell = g_strconcat ("f:a@2=", value, NULL);
  HBaseLocalScannerLimits limits;
  guint64 n_bytes;
  Local local;

  fill_table (&local);
  ck_text (put (&local, "r0", cell), "ok");
  ck_text (open_scanner (&local, TABLE, "batch=1"), "0");
  n_bytes = total (&local).n_bytes;
  ck_text_begins (next_text (&local, 0, 1), "[r0 f:a@2=vvv");
  ck_assert_uint_gt (total (&local).n_bytes, n_bytes + LARGE);
  ck_text (next_text (&local, 0, 2), "[r0 f:b@1=y+, r0 g:c@1=z]");
  ck_assert_uint_lt (total (&local).n_bytes, n_bytes + LARGE);
  ck_text (next_names (&local, 0, 3), "r1+ r1+ r1");
  ck_text (open_scanner (&local, TABLE, "batch=1"), "1");
  limits = get_limits (&local);
  limits.max_bytes_of_owner = LARGE;
  set_limits (&local, limits);
  ck_text_begins (next_text (&local, 1, 1), "IO: the scanner holds ");
  ck_text (next_text (&local, 1, 1), "ARGUMENT: Invalid scanner Id");
  ck_text (next_names (&local, 0, 3), "r2+ r2+ r2");
  local_close (&local);
}
END_TEST

/* Expired scanners are freed without any call: the thread that does it waits for the timeout of the next
 * scanner. */
START_TEST (test_scanner_swept)
{
  g_autoptr (GError) error = NULL;
  Local local = { .protocol = HBASE_WIRE_PROTOCOL_BINARY };
  HBaseLocalScannerLimits limits;
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  local.service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
  ck_assert_no_error (error);
  local.client = hbase_local_client_new (local.service);
  limits = get_limits (&local);
  limits.timeout = 1000;
  set_limits (&local, limits);
  for (int i = 0; i < 2; i++)
    {
      g_free (open_scanner (&local, TABLE, ""));
      while (total (&local).n_open > 0 && g_get_monotonic_time () < end)
        g_usleep (100);
      ck_assert_uint_eq (total (&local).n_open, 0);
    }
  local_close (&local);
}
END_TEST

/* While the system has no thread for that, they are freed when another one is opened. */
START_TEST (test_no_sweeper)
{
  Local local;

  fill_table (&local);
  g_atomic_int_set (&are_threads_refused, TRUE);
  for (int i = 0; i < 3; i++)
    {
      g_free (open_scanner (&local, TABLE, ""));
      ck_assert_uint_eq (total (&local).n_open, 1);
      local.ticks += 61 * G_USEC_PER_SEC;
    }
  g_atomic_int_set (&are_threads_refused, FALSE);
  ck_text (open_scanner (&local, TABLE, ""), "3");
  ck_text (next_names (&local, 3, 1), "r0");
  local_close (&local);
}
END_TEST

static char *
client_text (HBaseLocalClient *client, HBaseWireMethodId method, Local *local)
{
  g_autoptr (HBaseBlock) reply = call_on (client, local, method);

  return reply_text (reply);
}

static void
begin_rows (Local *local, gint32 id)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, id);
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, 1);
}

static gint32
open_on (HBaseLocalClient *client, Local *local)
{
  g_autofree char *id = NULL;

  write_scan (call_begin_table (local, TABLE), HBASE_OPEN_SCANNER_ARGS_TSCAN, "columns=f:a");
  id = client_text (client, HBASE_WIRE_METHOD_OPEN_SCANNER, local);
  return (gint32) g_ascii_strtoll (id, NULL, 10);
}

/* A scanner can't be read or closed by another connection, and is closed with its own. */
START_TEST (test_scanner_of_another)
{
  HBaseLocalClient *mine, *others;
  Local local;
  gint32 id;

  fill_table (&local);
  mine = hbase_local_client_new (local.service);
  others = hbase_local_client_new (local.service);
  id = open_on (mine, &local);
  begin_rows (&local, id);
  ck_text (client_text (others, HBASE_WIRE_METHOD_GET_SCANNER_ROWS, &local), "ARGUMENT: Invalid scanner Id");
  hbase_wire_write_i32 (call_begin (&local), HBASE_CLOSE_SCANNER_ARGS_SCANNER_ID, id);
  ck_text (client_text (others, HBASE_WIRE_METHOD_CLOSE_SCANNER, &local), "ok");
  begin_rows (&local, id);
  ck_text (client_text (mine, HBASE_WIRE_METHOD_GET_SCANNER_ROWS, &local), "[r0 f:a@1=x]");
  open_on (others, &local);
  hbase_local_client_free (mine);
  ck_assert_uint_eq (total (&local).n_open, 1);
  hbase_local_client_free (others);
  ck_assert_uint_eq (total (&local).n_open, 0);
  ck_assert_uint_eq (total (&local).n_bytes, 0);
  local_close (&local);
}
END_TEST

/* Ids aren't consecutive, and are positive. */
START_TEST (test_random_ids)
{
  enum { N_IDS = 64 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  Local local = { .protocol = HBASE_WIRE_PROTOCOL_BINARY };
  gint32 all_ones = 0;

  local.service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
  ck_assert_no_error (error);
  local.client = hbase_local_client_new (local.service);
  for (int i = 0; i < N_IDS; i++)
    {
      g_autofree char *text = open_scanner (&local, TABLE, "");
      gint32 id = (gint32) g_ascii_strtoll (text, NULL, 10);

      ck_assert_int_ge (id, 0);
      ck_assert (!g_hash_table_contains (ids, GINT_TO_POINTER (id + 1)));
      ck_assert (g_hash_table_add (ids, GINT_TO_POINTER (id)));
      all_ones |= id;
    }
  ck_assert_int_eq (all_ones, G_MAXINT32);
  local_close (&local);
}
END_TEST

/* A column of very many versions, and rows without visible cells, are skipped. */
START_TEST (test_long_columns)
{
  Local local;

  local_open (&local);
  for (int i = 1; i <= 500; i++)
    {
      g_autofree char *cells = g_strdup_printf ("f:a@%d=%d f:b@%d=%d", i, i, i, -i);

      ck_text (put (&local, "r", cells), "ok");
    }
  ck_text (get (&local, "r", NULL, 2), "r f:a@500=500 f:a@499=499 f:b@500=-500 f:b@499=-499");
  ck_text (get (&local, "r", "f:b", 1), "r f:b@500=-500");
  ck_text (put (&local, "s", "f:a@1=x"), "ok");
  ck_text (delete_columns (&local, "r", -1, NULL), "ok");
  ck_text (scan (&local, ""), "[s f:a@1=x]");
  ck_text (scan (&local, "reversed=1"), "[s f:a@1=x]");
  local_close (&local);
}
END_TEST

static char *
wide_put (Local *local, const char *row, int n)
{
  g_autoptr (GString) cells = g_string_new ("f:@1=empty g:@1=empty");

  for (int i = 0; i < n; i++)
    g_string_append_printf (cells, " f:q%03d@1=f%d g:q%03d@1=g%d", i, i, i, i);
  return put (local, row, cells->str);
}

/* Of very many columns the few selected ones are found, and a family's markers aren't missed. */
START_TEST (test_wide_rows)
{
  Local local;

  local_open (&local);
  ck_text (wide_put (&local, "r", 300), "ok");
  ck_text (wide_put (&local, "s", 300), "ok");
  ck_text (get (&local, "r", "f:q000 f:q150 f:q299", 1), "r f:q000@1=f0 f:q150@1=f150 f:q299@1=f299");
  ck_text (get (&local, "r", "f:q100 g:q200", 1), "r f:q100@1=f100 g:q200@1=g200");
  ck_text (get (&local, "r", "g:", 1), "r g:@1=empty");
  ck_text (get (&local, "r", "f:q0995 f:r", 1), "-");
  ck_text (get (&local, "r", "f:q0995 f:q101 g:q299", 1), "r f:q101@1=f101 g:q299@1=g299");
  ck_text (scan (&local, "columns=f:q298,g:q000"),
           "[r f:q298@1=f298 g:q000@1=g0, s f:q298@1=f298 g:q000@1=g0]");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY, "g"), "ok");
  ck_text (get (&local, "r", "g:q200", 1), "-");
  ck_text (get (&local, "r", "f:q200 g:q200", 1), "r f:q200@1=f200");
  ck_text (delete_columns (&local, "r", -1, "f:q200"), "ok");
  ck_text (get (&local, "r", "f:q200 f:q201", 1), "r f:q201@1=f201");
  ck_text (scan (&local, "columns=g:q250 reversed=1"), "[s g:q250@1=g250]");
  local_close (&local);
}
END_TEST

/* Unsupported settings are refused, never ignored. */
START_TEST (test_refused)
{
  Local local;
  HBaseWireWriter *out;

  fill_table (&local);
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r0"));
  hbase_wire_write_binary (out, HBASE_T_GET_FILTER_BYTES, HBASE_SLICE_LITERAL ("\x0a\x01x"));
  hbase_wire_end_struct (out);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET),
           "EXCEPTION 6: hbase-glib's embedded engine has no filters of other classes than HBase's own "
           "(filterBytes)");
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_end_struct (out);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_GET),
           "EXCEPTION 7: Required field 'row' was not present! Struct: TGet");
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("scans");

  tcase_add_loop_test (tcase, test_ranges, 0, 25);
  tcase_add_test (tcase, test_columns);
  tcase_add_test (tcase, test_scanner);
  tcase_add_test (tcase, test_scanner_expires);
  tcase_add_test (tcase, test_too_many_scanners);
  tcase_add_test (tcase, test_scanner_bytes);
  tcase_add_test (tcase, test_scanner_row_bytes);
  tcase_add_test (tcase, test_scanner_swept);
  tcase_add_test (tcase, test_no_sweeper);
  tcase_add_test (tcase, test_scanner_of_another);
  tcase_add_test (tcase, test_random_ids);
  tcase_add_test (tcase, test_long_columns);
  tcase_add_test (tcase, test_wide_rows);
  tcase_add_test (tcase, test_refused);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-scans", fill)
