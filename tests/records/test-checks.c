/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-error.h"
#include "hbase-records-private.h"
#include "hbase-table-descriptor.h"

/* This file tests that invalid records are refused before they are sent, with helpful messages. */

static void
assert_fault (GError *error, const char *part)
{
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (strstr (error->message, part) != NULL, "“%s” isn't in “%s”", part, error->message);
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  ck_assert_ptr_null (strchr (error->message, '\n'));
}

#define assert_refused(checked, error, part)                                                                 \
  do                                                                                                         \
    {                                                                                                        \
      ck_assert (!(checked));                                                                                \
      assert_fault ((error), (part));                                                                        \
    }                                                                                                        \
  while (0)

#define assert_delete_refused(delete_, part)                                                                 \
  do                                                                                                         \
    {                                                                                                        \
      g_autoptr (GError) fault = NULL;                                                                       \
      assert_refused (hbase_mutation_check (HBASE_MUTATION (delete_), &fault), fault, (part));               \
    }                                                                                                        \
  while (0)

static const guint8 longest[HBASE_MAX_ROW_LENGTH + 1] = { 0 };

/* ---- rows ---- */

START_TEST (rows_have_1_to_32767_bytes)
{
  g_autoptr (HBaseGet) empty = hbase_get_new (NULL, 0);
  g_autoptr (HBaseGet) right = hbase_get_new (longest, HBASE_MAX_ROW_LENGTH);
  g_autoptr (HBasePut) too_long = hbase_put_new (longest, HBASE_MAX_ROW_LENGTH + 1);
  g_autoptr (HBaseDelete) nothing = hbase_delete_new_utf8 ("");
  g_autoptr (GError) of_get = NULL, of_put = NULL, error = NULL;

  assert_refused (hbase_get_check (empty, &of_get), of_get, "has 0 bytes");
  ck_assert (hbase_get_check (right, &error));
  hbase_put_add_utf8 (too_long, "f", "q", "v");
  assert_refused (hbase_mutation_check (HBASE_MUTATION (too_long), &of_put), of_put,
                  "has 32768 bytes: a row key has 1 to 32767");
  ck_assert_uint_lt (strlen (of_put->message), 2000);
  assert_delete_refused (nothing, "has 0 bytes");
}
END_TEST

/* ---- puts ---- */

START_TEST (puts_need_cells_families_and_timestamps)
{
  g_autoptr (HBasePut) put = hbase_put_new ((const guint8 *) "a\0", 2);
  g_autoptr (HBasePut) negative = hbase_put_new_utf8 ("b");
  g_autoptr (GError) none = NULL, unnamed = NULL, timestamp = NULL, whole = NULL, error = NULL;

  assert_refused (hbase_mutation_check (HBASE_MUTATION (put), &none), none,
                  "put of row “a\\x00”: it has no cells");
  hbase_put_add_utf8 (put, "f", "", "");
  ck_assert (hbase_mutation_check (HBASE_MUTATION (put), &error));
  hbase_put_add_utf8 (put, "", "q", "v");
  assert_refused (hbase_mutation_check (HBASE_MUTATION (put), &unnamed), unnamed, "family's name is empty");
  hbase_put_add_utf8 (negative, "f", "q", "v");
  hbase_mutation_set_timestamp (HBASE_MUTATION (negative), -1);
  assert_refused (hbase_mutation_check (HBASE_MUTATION (negative), &whole), whole, "below 0");
  hbase_mutation_set_timestamp (HBASE_MUTATION (negative), 0);
  ck_assert (hbase_mutation_check (HBASE_MUTATION (negative), &error));
  hbase_put_add_with_timestamp (negative, "f", NULL, 0, NULL, 0, G_MININT64);
  assert_refused (hbase_mutation_check (HBASE_MUTATION (negative), &timestamp), timestamp, "below 0");
}
END_TEST

START_TEST (a_put_is_timestamped_if_all_its_cells_are)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");

  hbase_put_add_with_timestamp (put, "f", NULL, 0, NULL, 0, 7);
  ck_assert (hbase_mutation_is_timestamped (HBASE_MUTATION (put)));
  hbase_put_add_utf8 (put, "f", "q", "v");
  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (put)));
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), 7);
  ck_assert (hbase_mutation_is_timestamped (HBASE_MUTATION (put)));
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), G_MAXINT64);
  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (put)));
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), 7);
  hbase_put_add_with_timestamp (put, "f", NULL, 0, NULL, 0, G_MAXINT64);
  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (put)));
  ck_assert_uint_eq (hbase_put_get_n_cells (put), 3);
}
END_TEST

/* ---- what only some mutations have ---- */

static GBytes *
write_mutation (HBaseMutation *mutation)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  hbase_mutation_write (mutation, &writer);
  return hbase_wire_writer_end (&writer);
}

static void
assert_mutation_refused (HBaseMutation *mutation, const char *part)
{
  g_autoptr (GError) error = NULL;

  assert_refused (hbase_mutation_check (mutation, &error), error, part);
}

START_TEST (appends_and_increments_have_no_timestamp)
{
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");

  hbase_append_add_utf8 (append, "f", "q", "x");
  hbase_increment_add_utf8 (increment, "f", "q", 1);
  hbase_mutation_set_timestamp (HBASE_MUTATION (append), 7);
  hbase_mutation_set_timestamp (HBASE_MUTATION (increment), 7);
  assert_mutation_refused (HBASE_MUTATION (append), "append of row “r”: it can't have a timestamp");
  assert_mutation_refused (HBASE_MUTATION (increment), "increment of row “r”: it can't have a timestamp");
}
END_TEST

START_TEST (deletes_have_no_time_to_live_and_no_visibility)
{
  g_autoptr (HBaseDelete) timed = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) labelled = hbase_delete_new_utf8 ("r");

  hbase_mutation_set_time_to_live (HBASE_MUTATION (timed), 1000);
  hbase_mutation_set_cell_visibility (HBASE_MUTATION (labelled), "secret");
  assert_mutation_refused (HBASE_MUTATION (timed), "delete of row “r”: it writes no cells");
  assert_mutation_refused (HBASE_MUTATION (labelled), "delete of row “r”: it writes no cells");
}
END_TEST

START_TEST (deletes_may_be_set_to_have_no_time_to_live_and_no_visibility)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GBytes) bytes = NULL;

  hbase_mutation_set_time_to_live (HBASE_MUTATION (delete_), 0);
  hbase_mutation_set_cell_visibility (HBASE_MUTATION (delete_), NULL);
  bytes = write_mutation (HBASE_MUTATION (delete_));
  ck_assert_uint_gt (g_bytes_get_size (bytes), 0);
}
END_TEST

/* A put's response has no results: what is set for it isn't sent. */
START_TEST (puts_return_no_results)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GBytes) with = NULL, without = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  with = write_mutation (HBASE_MUTATION (put));
  hbase_mutation_set_return_results (HBASE_MUTATION (put), FALSE);
  without = write_mutation (HBASE_MUTATION (put));
  ck_assert (g_bytes_equal (with, without));
}
END_TEST

/* ---- increments and appends ---- */

static HBaseIncrement *
increment_of (guint n_columns)
{
  HBaseIncrement *increment = hbase_increment_new_utf8 ("r");

  for (guint i = 0; i < n_columns; i++)
    hbase_increment_add (increment, i % 2 == 0 ? "f" : "g", (const guint8 *) &i, sizeof i, 1);
  return increment;
}

START_TEST (an_increment_has_each_column_once)
{
  g_autoptr (HBaseIncrement) increment = increment_of ((guint) _i);
  g_autoptr (GError) error = NULL, twice = NULL;

  hbase_increment_add_utf8 (increment, "f", "a:b", 1);
  hbase_increment_add_utf8 (increment, "fa", ":b", 1);
  hbase_increment_add_utf8 (increment, "f", "", 1);
  ck_assert (hbase_mutation_check (HBASE_MUTATION (increment), &error));
  hbase_increment_add_utf8 (increment, "f", "a:b", 2);
  assert_refused (hbase_mutation_check (HBASE_MUTATION (increment), &twice), twice,
                  "increment of row “r”: the column “f:a:b” was added more than once, and HBase would use "
                  "only the last entry");
}
END_TEST

START_TEST (an_append_has_each_column_once)
{
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (GError) error = NULL, twice = NULL;

  hbase_append_add (append, "f", NULL, 0, (const guint8 *) "x", 1);
  hbase_append_add_utf8 (append, "f", "q", "x");
  ck_assert (hbase_mutation_check (HBASE_MUTATION (append), &error));
  hbase_append_add_utf8 (append, "f", "", "y");
  assert_refused (hbase_mutation_check (HBASE_MUTATION (append), &twice), twice,
                  "append of row “r”: the column “f:” was added more than once");
}
END_TEST

/* ---- deletes ---- */

START_TEST (deletes_that_mislead_are_refused)
{
  g_autoptr (HBaseDelete) family = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) column = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) typed = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) twice = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) timestamped = hbase_delete_new_utf8 ("r");

  hbase_delete_add_family (family, "f");
  assert_delete_refused (family, "delete of row “r”: a family is named without a qualifier");
  assert_delete_refused (family, "HBASE_DELETE_TYPE_FAMILY");
  hbase_delete_set_delete_type (family, HBASE_DELETE_TYPE_COLUMN);
  assert_delete_refused (family, "without a qualifier");
  hbase_delete_set_delete_type (family, HBASE_DELETE_TYPE_FAMILY_VERSION);
  assert_delete_refused (family, "needs the version's timestamp");
  hbase_delete_add_column (column, "f", NULL, 0);
  ck_assert (hbase_mutation_check (HBASE_MUTATION (column), NULL));
  hbase_delete_set_delete_type (column, HBASE_DELETE_TYPE_FAMILY);
  assert_delete_refused (column, "whole family");
  hbase_delete_set_delete_type (typed, HBASE_DELETE_TYPE_FAMILY);
  assert_delete_refused (typed, "names nothing");
  hbase_delete_set_delete_type (twice, HBASE_DELETE_TYPE_FAMILY);
  hbase_delete_add_family_with_timestamp (twice, "f", 10);
  hbase_delete_add_family (twice, "g");
  ck_assert (hbase_mutation_check (HBASE_MUTATION (twice), NULL));
  hbase_delete_add_family_with_timestamp (twice, "f", 5);
  assert_delete_refused (twice, "a family is named more than once");
  hbase_mutation_set_timestamp (HBASE_MUTATION (timestamped), 5);
  ck_assert (hbase_mutation_check (HBASE_MUTATION (timestamped), NULL));
  hbase_delete_add_column (timestamped, "f", NULL, 0);
  assert_delete_refused (timestamped, "only where the whole row");
}
END_TEST

START_TEST (deletes_need_families_and_timestamps)
{
  g_autoptr (HBaseDelete) unnamed = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) negative = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) whole = hbase_delete_new_utf8 ("r");

  hbase_delete_add_column (unnamed, "", NULL, 0);
  assert_delete_refused (unnamed, "name is empty");
  hbase_delete_add_column_with_timestamp (negative, "f", NULL, 0, -1);
  assert_delete_refused (negative, "below 0");
  hbase_mutation_set_timestamp (HBASE_MUTATION (whole), -1);
  assert_delete_refused (whole, "below 0");
}
END_TEST

START_TEST (a_delete_is_timestamped_if_all_of_it_is)
{
  g_autoptr (HBaseDelete) row = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) columns = hbase_delete_new_utf8 ("r");

  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (row)));
  hbase_mutation_set_timestamp (HBASE_MUTATION (row), 9);
  ck_assert (hbase_mutation_is_timestamped (HBASE_MUTATION (row)));
  hbase_mutation_set_timestamp (HBASE_MUTATION (row), G_MAXINT64);
  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (row)));
  hbase_delete_add_column_with_timestamp (columns, "f", NULL, 0, 9);
  ck_assert (hbase_mutation_is_timestamped (HBASE_MUTATION (columns)));
  hbase_delete_add_column (columns, "f", NULL, 0);
  ck_assert (!hbase_mutation_is_timestamped (HBASE_MUTATION (columns)));
}
END_TEST

/* ---- gets and scans ---- */

START_TEST (what_selects_nothing_is_refused)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseScan) range = hbase_scan_new ();
  g_autoptr (HBaseScan) too_long = hbase_scan_new ();
  g_autoptr (GError) of_get = NULL, of_scan = NULL, of_range = NULL, of_length = NULL;
  HBaseScanBounds bounds;

  hbase_query_set_time_range (HBASE_QUERY (get), 5, 4);
  assert_refused (hbase_get_check (get, &of_get), of_get,
                  "get of row “r”: no timestamp is in the time range");
  hbase_query_set_time_range (HBASE_QUERY (get), 5, 5);
  ck_assert (hbase_get_check (get, NULL));
  hbase_query_add_column (HBASE_QUERY (scan), "", NULL, 0);
  assert_refused (hbase_scan_check (scan, &of_scan), of_scan, "scan: a column family's name is empty");
  hbase_query_set_time_range (HBASE_QUERY (range), -1, 5);
  assert_refused (hbase_scan_check (range, &of_range), of_range, "from -1");
  hbase_scan_set_prefix (too_long, longest, sizeof longest);
  hbase_scan_set_reversed (too_long, TRUE);
  assert_refused (hbase_scan_check (too_long, &of_length), of_length, "its prefix has 32768 bytes");
  hbase_scan_get_bounds (too_long, &bounds);
}
END_TEST

START_TEST (a_scan_starts_on_the_right_side_of_its_stop)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GError) forward = NULL, reversed = NULL;

  hbase_scan_set_start (scan, (const guint8 *) "b", 1);
  hbase_scan_set_stop (scan, (const guint8 *) "a\x00", 2);
  assert_refused (hbase_scan_check (scan, &forward), forward, "starts at “b”, after its stop “a\\x00”");
  hbase_scan_set_reversed (scan, TRUE);
  ck_assert (hbase_scan_check (scan, NULL));
  hbase_scan_set_stop (scan, (const guint8 *) "b", 1);
  ck_assert (hbase_scan_check (scan, NULL));
  hbase_scan_set_stop (scan, (const guint8 *) "c", 1);
  assert_refused (hbase_scan_check (scan, &reversed), reversed, "a reversed scan starts at the higher row");
}
END_TEST

/* ---- descriptors ---- */

static const struct {
  const char *name, *part;
} faulty_tables[] = {
  { "", "is empty" },           { "a:", "is empty" },          { ":a", "is empty" },
  { "a b", "letters, digits" }, { ".a", "must not begin" },    { "-a", "must not begin" },
  { "a:b:c", "one colon" },     { "a-b:c", "a namespace" },    { "a\xff", "isn't UTF-8" },
  { "zookeeper", "reserved" },  { "a:zookeeper", "reserved" }, { "zookeeper:a", "reserved" },
  { "m²", "letters, digits" },  { "¼:a", "a namespace" },      { "\xf0\x90\x90\x80", "letters, digits" },
};

START_TEST (tables_have_names_of_hbase)
{
  g_autoptr (GError) error = NULL;

  assert_refused (hbase_table_name_check (faulty_tables[_i].name, &error), error, faulty_tables[_i].part);
}
END_TEST

static const char *right_tables[]
    = { "a", "a:b", "t\303\244ble", "a.b-c_9", "_", "n_1:t", "zookeeper1", "a:zoo", "٣", "Ⅷ" };

START_TEST (tables_may_be_called_so)
{
  g_autoptr (GError) error = NULL;

  hbase_table_name_check (right_tables[_i], &error);
  ck_assert_no_error (error);
}
END_TEST

static const struct {
  const char *name, *canonical;
} canonical_names[] = {
  { "t", "t" },
  { "default:t", "t" },
  { "ns:t", "ns:t" },
  { "defaults:t", "defaults:t" },
  { "Default:t", "Default:t" },
  { "default", "default" },
  { "default:default", "default" },
  /* invalid, and not to be made valid */
  { "default:", "default:" },
  { ":t", ":t" },
  { "default:default:t", "default:default:t" },
  { "default:ns:t", "default:ns:t" },
};

START_TEST (a_table_has_one_canonical_name)
{
  const char *name = canonical_names[_i].name, *canonical = canonical_names[_i].canonical;
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new (name);

  ck_assert_str_eq (hbase_table_name_get_canonical (name), canonical);
  ck_assert_int_eq (hbase_table_name_check (name, NULL), hbase_table_name_check (canonical, NULL));
  ck_assert_str_eq (hbase_table_descriptor_get_name (table), canonical);
  hbase_table_descriptor_set_name (table, "other");
  hbase_table_descriptor_set_name (table, name);
  ck_assert_str_eq (hbase_table_descriptor_get_name (table), canonical);
}
END_TEST

static const char *faulty_namespaces[] = { "", "a-b", "a.b", "zookeeper", "n²" };

START_TEST (namespaces_have_names_of_hbase)
{
  g_autoptr (GError) error = NULL;

  ck_assert (hbase_namespace_name_check ("n_1", NULL));
  assert_refused (hbase_namespace_name_check (faulty_namespaces[_i], &error), error,
                  "no namespace can be called");
}
END_TEST

static const char *faulty_families[] = { "", ".f", "a:b", "a/b", "a\\b", "a\n", "recovered.edits" };

START_TEST (families_have_names_of_hbase)
{
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (faulty_families[_i]);
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (table, family);
  assert_refused (hbase_table_descriptor_check (table, NULL, &error), error,
                  "table “t”: no column family can be called");
}
END_TEST

START_TEST (tables_need_families_each_once)
{
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (GError) none = NULL, error = NULL, twice = NULL;

  assert_refused (hbase_table_descriptor_check (table, NULL, &none), none, "no column families");
  hbase_table_descriptor_add_family (table, family);
  ck_assert (hbase_table_descriptor_check (table, NULL, &error));
  hbase_table_descriptor_add_family (table, family);
  ck_assert (hbase_table_descriptor_check (table, NULL, &error));
  g_clear_pointer (&family, hbase_family_descriptor_unref);
  family = hbase_family_descriptor_new ("f");
  hbase_table_descriptor_add_family (table, family);
  assert_refused (hbase_table_descriptor_check (table, NULL, &twice), twice, "two column families “f”");
}
END_TEST

static const struct {
  const char *text, *reported; /* NULL: it is accepted */
} numbers[] = {
  { "t {METADATA {MAX_FILESIZE 10737418240, MEMSTORE_FLUSHSIZE '1048576', X Y}} f", NULL },
  { "t {METADATA {MAX_FILESIZE 5}} f", NULL },
  { "t {METADATA {MAX_FILESIZE 10G}} f",
    "table “t”: the attribute MAX_FILESIZE is “10G”, but HBase requires a number" },
  { "t {METADATA {MEMSTORE_FLUSHSIZE ''}} f", "MEMSTORE_FLUSHSIZE is “”" },
  { "t {METADATA {REGION_REPLICATION two}} f", "REGION_REPLICATION is “two”" },
  { "t f {METADATA {VERSIONS 3, BLOCKSIZE 65536, COMPRESSION NEWEST, IN_MEMORY x}}", NULL },
  { "t f {METADATA {VERSIONS x}}",
    "family “f”: the attribute VERSIONS is “x”, but HBase requires a number: use" },
  { "t f {METADATA {TTL 1d}}", "the attribute TTL is “1d”" },
  { "t f {VERSIONS 2, METADATA {VERSIONS x}}", NULL }, /* HBase ignores it */
  { "t f {METADATA {BLOCKSIZE 10}}", "BLOCKSIZE can't be 10" },
  { "t f {VERSIONS 2, METADATA {MIN_VERSIONS 3}}", "MIN_VERSIONS is 3, VERSIONS only 2" },
};

START_TEST (attributes_are_numbers_where_hbase_reads_them_as_such)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new_from_string (numbers[_i].text, &error);

  ck_assert_no_error (error);
  if (numbers[_i].reported == NULL)
    ck_assert (hbase_table_descriptor_check (table, NULL, &error));
  else
    assert_refused (hbase_table_descriptor_check (table, NULL, &error), error, numbers[_i].reported);
}
END_TEST

START_TEST (split_keys_of_tables_are_checked)
{
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL, twice = NULL;

  hbase_table_descriptor_add_family (table, family);
  g_ptr_array_add (splits, g_bytes_new_static ("b", 1));
  g_ptr_array_add (splits, g_bytes_new_static ("a", 1));
  ck_assert (hbase_table_descriptor_check (table, splits, &error));
  g_ptr_array_add (splits, g_bytes_new_static ("b", 1));
  assert_refused (hbase_table_descriptor_check (table, splits, &twice), twice, "“b” is there twice");
}
END_TEST

START_TEST (a_get_with_limits_cant_be_read_by_pages_of_columns)
{
  g_autoptr (HBaseGet) limited = hbase_get_new_utf8 ("r"), offset = hbase_get_new_utf8 ("r"),
                       filtered = hbase_get_new_utf8 ("r");
  g_autoptr (GError) of_limit = NULL, of_offset = NULL, of_filter = NULL;

  hbase_get_set_store_limit (limited, 1);
  assert_refused (hbase_get_check_columns (limited, &of_limit), of_limit, "no store limit");
  hbase_get_set_store_offset (offset, 1);
  assert_refused (hbase_get_check_columns (offset, &of_offset), of_offset, "no store limit");
  hbase_query_set_filter_bytes (HBASE_QUERY (filtered), (const guint8 *) "f", 1);
  assert_refused (hbase_get_check_columns (filtered, &of_filter), of_filter, "serialized");
}
END_TEST

/* ---- mutations of one row ---- */

static HBaseDelete *
delete_of_column (const char *row, HBaseDeleteType type, const char *qualifier, gint64 timestamp)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 (row);

  hbase_delete_set_delete_type (delete_, type);
  if (timestamp < 0)
    hbase_delete_add_column (delete_, "f", (const guint8 *) qualifier, strlen (qualifier));
  else
    hbase_delete_add_column_with_timestamp (delete_, "f", (const guint8 *) qualifier, strlen (qualifier),
                                            timestamp);
  return delete_;
}

static HBaseDelete *
delete_of_family (HBaseDeleteType type, const char *family, gint64 timestamp)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 ("r");

  hbase_delete_set_delete_type (delete_, type);
  if (timestamp < 0)
    hbase_delete_add_family (delete_, family);
  else
    hbase_delete_add_family_with_timestamp (delete_, family, timestamp);
  return delete_;
}

static HBaseDelete *
delete_of_row (gint64 timestamp)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 ("r");

  if (timestamp >= 0)
    hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), timestamp);
  return delete_;
}

/* Checks a list of a put of f:q with these timestamps (-1: none), and the delete. */
static gboolean
check_with_put (HBaseDelete *delete_ /* (transfer full) */, gint64 cell, gint64 put_timestamp, GError **error)
{
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBaseDelete) held = delete_;
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");

  if (cell < 0)
    hbase_put_add_utf8 (put, "f", "q", "v");
  else
    hbase_put_add_with_timestamp (put, "f", (const guint8 *) "q", 1, (const guint8 *) "v", 1, cell);
  if (put_timestamp >= 0)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), put_timestamp);
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  return hbase_row_mutations_check (hbase_row_mutations_get_list (mutations), error);
}

static void
assert_hidden (HBaseDelete *delete_ /* (transfer full) */, gint64 cell, gint64 put_timestamp)
{
  g_autoptr (GError) error = NULL;

  assert_refused (check_with_put (delete_, cell, put_timestamp, &error), error,
                  "mutations of row “r”: a delete would hide the put of column “f:q”");
}

static void
assert_visible (HBaseDelete *delete_ /* (transfer full) */, gint64 cell, gint64 put_timestamp)
{
  g_autoptr (GError) error = NULL;

  ck_assert_msg (check_with_put (delete_, cell, put_timestamp, &error), "%s",
                 error != NULL ? error->message : "");
}

#define COLUMN HBASE_DELETE_TYPE_COLUMN
#define COLUMNS HBASE_DELETE_TYPE_COLUMNS
#define FAMILY HBASE_DELETE_TYPE_FAMILY
#define FAMILY_VERSION HBASE_DELETE_TYPE_FAMILY_VERSION

START_TEST (a_delete_must_not_hide_a_put_of_the_same_step)
{
  assert_hidden (delete_of_column ("r", COLUMNS, "q", -1), -1, -1);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", -1), 5, -1);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", 5), -1, -1);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", 5), 5, -1);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", 5), -1, 4);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", 5), G_MAXINT64, -1);
  assert_hidden (delete_of_column ("r", COLUMNS, "q", G_MAXINT64), 5, -1);
  assert_hidden (delete_of_column ("r", COLUMN, "q", -1), 5, -1);
  assert_hidden (delete_of_column ("r", COLUMN, "q", 5), 5, -1);
  assert_hidden (delete_of_family (FAMILY, "f", -1), 5, -1);
  assert_hidden (delete_of_family (FAMILY, "f", 5), -1, 5);
  assert_hidden (delete_of_family (FAMILY_VERSION, "f", 5), 5, -1);
  assert_hidden (delete_of_row (-1), -1, -1);
  assert_hidden (delete_of_row (5), 4, 6);
}
END_TEST

START_TEST (deletes_and_puts_that_dont_meet_are_accepted)
{
  assert_visible (delete_of_column ("r", COLUMNS, "q", 5), 6, -1);
  assert_visible (delete_of_column ("r", COLUMNS, "q", 5), -1, 6);
  assert_visible (delete_of_column ("r", COLUMNS, "other", -1), -1, -1);
  assert_visible (delete_of_column ("r", COLUMNS, "", -1), -1, -1);
  assert_visible (delete_of_column ("r", COLUMN, "q", 5), 4, -1);
  assert_visible (delete_of_family (FAMILY, "g", -1), -1, -1);
  assert_visible (delete_of_family (FAMILY, "f", 5), 6, -1);
  assert_visible (delete_of_family (FAMILY_VERSION, "f", 5), -1, 4);
  assert_visible (delete_of_row (5), 6, -1);
}
END_TEST

START_TEST (mutations_are_of_one_row)
{
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseDelete) other = hbase_delete_new_utf8 ("s");
  GPtrArray *list = hbase_row_mutations_get_list (mutations);
  g_autoptr (GError) none = NULL, invalid = NULL, differing = NULL, error = NULL;

  assert_refused (hbase_row_mutations_check (list, &none), none, "add at least one put or delete");
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  assert_refused (hbase_row_mutations_check (list, &invalid), invalid, "put of row “r”: it has no cells");
  hbase_put_add_utf8 (put, "f", "q", "v");
  ck_assert (hbase_row_mutations_check (list, &error));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (other));
  ck_assert_uint_eq (hbase_row_mutations_get_n_mutations (mutations), 2);
  assert_refused (hbase_row_mutations_check (list, &differing), differing,
                  "mutations of row “r”: one of them is a delete of row “s”");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *writes = tcase_create ("writes");
  TCase *reads = tcase_create ("reads");
  TCase *descriptors = tcase_create ("descriptors");

  tcase_add_test (writes, rows_have_1_to_32767_bytes);
  tcase_add_test (writes, puts_need_cells_families_and_timestamps);
  tcase_add_test (writes, a_put_is_timestamped_if_all_its_cells_are);
  tcase_add_test (writes, appends_and_increments_have_no_timestamp);
  tcase_add_test (writes, deletes_have_no_time_to_live_and_no_visibility);
  tcase_add_test (writes, deletes_may_be_set_to_have_no_time_to_live_and_no_visibility);
  tcase_add_test (writes, puts_return_no_results);
  tcase_add_loop_test (writes, an_increment_has_each_column_once, 0, 20);
  tcase_add_test (writes, an_append_has_each_column_once);
  tcase_add_test (writes, deletes_that_mislead_are_refused);
  tcase_add_test (writes, deletes_need_families_and_timestamps);
  tcase_add_test (writes, a_delete_is_timestamped_if_all_of_it_is);
  tcase_add_test (writes, a_delete_must_not_hide_a_put_of_the_same_step);
  tcase_add_test (writes, deletes_and_puts_that_dont_meet_are_accepted);
  tcase_add_test (writes, mutations_are_of_one_row);
  suite_add_tcase (suite, writes);
  tcase_add_test (reads, what_selects_nothing_is_refused);
  tcase_add_test (reads, a_get_with_limits_cant_be_read_by_pages_of_columns);
  tcase_add_test (reads, a_scan_starts_on_the_right_side_of_its_stop);
  suite_add_tcase (suite, reads);
  tcase_add_loop_test (descriptors, tables_have_names_of_hbase, 0, G_N_ELEMENTS (faulty_tables));
  tcase_add_loop_test (descriptors, tables_may_be_called_so, 0, G_N_ELEMENTS (right_tables));
  tcase_add_loop_test (descriptors, a_table_has_one_canonical_name, 0, G_N_ELEMENTS (canonical_names));
  tcase_add_loop_test (descriptors, namespaces_have_names_of_hbase, 0, G_N_ELEMENTS (faulty_namespaces));
  tcase_add_loop_test (descriptors, families_have_names_of_hbase, 0, G_N_ELEMENTS (faulty_families));
  tcase_add_test (descriptors, tables_need_families_each_once);
  tcase_add_loop_test (descriptors, attributes_are_numbers_where_hbase_reads_them_as_such, 0,
                       G_N_ELEMENTS (numbers));
  tcase_add_test (descriptors, split_keys_of_tables_are_checked);
  suite_add_tcase (suite, descriptors);
}

TEST_MAIN ("checks", fill)
