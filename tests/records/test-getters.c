/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-append.h"
#include "hbase-bytes.h"
#include "hbase-delete.h"
#include "hbase-get.h"
#include "hbase-increment.h"
#include "hbase-put.h"
#include "hbase-row-mutations.h"
#include "hbase-scan.h"

/* This file tests that getters return what was set, and that keys can be given as GBytes. */

static void
assert_bytes (GBytes *bytes, const char *expected, gsize length)
{
  ck_assert_ptr_nonnull (bytes);
  ck_assert_uint_eq (g_bytes_get_size (bytes), length);
  if (length > 0) /* the data of no bytes may be NULL */
    ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), expected, length);
  g_bytes_unref (bytes);
}

static void
assert_filter (HBaseFilter *filter, const char *expected)
{
  g_autofree char *text = hbase_filter_to_string (filter);

  ck_assert_str_eq (text, expected);
}

static GBytes *
key_new (void)
{
  return g_bytes_new_static ("a\0b", 3);
}

#define assert_key(type, record)                                                                             \
  do                                                                                                         \
    {                                                                                                        \
      gsize length;                                                                                          \
      const guint8 *row = type##_get_row ((record), &length);                                                \
                                                                                                             \
      ck_assert_uint_eq (length, 3);                                                                         \
      ck_assert_mem_eq (row, "a\0b", 3);                                                                     \
    }                                                                                                        \
  while (0)

START_TEST (puts_and_deletes_return_their_settings)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBasePut) put = hbase_put_new_bytes (key);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_bytes (key);

  assert_key (hbase_mutation, HBASE_MUTATION (put));
  assert_key (hbase_mutation, HBASE_MUTATION (delete_));
  ck_assert (!hbase_mutation_get_idempotent (HBASE_MUTATION (put))
             && !hbase_mutation_get_idempotent (HBASE_MUTATION (delete_)));
  hbase_mutation_set_idempotent (HBASE_MUTATION (put), TRUE);
  hbase_mutation_set_idempotent (HBASE_MUTATION (delete_), 2);
  ck_assert (hbase_mutation_get_idempotent (HBASE_MUTATION (put)));
  ck_assert_int_eq (hbase_mutation_get_idempotent (HBASE_MUTATION (delete_)), TRUE);
  ck_assert_int_eq (hbase_mutation_get_timestamp (HBASE_MUTATION (put)), -1);
  ck_assert_int_eq (hbase_mutation_get_timestamp (HBASE_MUTATION (delete_)), -1);
  ck_assert_int_eq (hbase_mutation_get_durability (HBASE_MUTATION (put)), HBASE_DURABILITY_USE_DEFAULT);
  ck_assert_int_eq (hbase_delete_get_delete_type (delete_), HBASE_DELETE_TYPE_COLUMNS);
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), 0);
  hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), G_MAXINT64);
  hbase_mutation_set_durability (HBASE_MUTATION (put), HBASE_DURABILITY_SKIP_WAL);
  hbase_mutation_set_durability (HBASE_MUTATION (delete_), HBASE_DURABILITY_FSYNC_WAL);
  hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
  ck_assert_int_eq (hbase_mutation_get_timestamp (HBASE_MUTATION (put)), 0);
  ck_assert_int_eq (hbase_mutation_get_timestamp (HBASE_MUTATION (delete_)), G_MAXINT64);
  ck_assert_int_eq (hbase_mutation_get_durability (HBASE_MUTATION (put)), HBASE_DURABILITY_SKIP_WAL);
  ck_assert_int_eq (hbase_mutation_get_durability (HBASE_MUTATION (delete_)), HBASE_DURABILITY_FSYNC_WAL);
  ck_assert_int_eq (hbase_delete_get_delete_type (delete_), HBASE_DELETE_TYPE_COLUMN);
}
END_TEST

START_TEST (appends_and_increments_return_their_settings)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBaseAppend) append = hbase_append_new_bytes (key);
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_bytes (key);

  assert_key (hbase_mutation, HBASE_MUTATION (append));
  assert_key (hbase_mutation, HBASE_MUTATION (increment));
  ck_assert (hbase_mutation_get_return_results (HBASE_MUTATION (append)));
  ck_assert (hbase_mutation_get_return_results (HBASE_MUTATION (increment)));
  hbase_mutation_set_return_results (HBASE_MUTATION (append), FALSE);
  hbase_mutation_set_return_results (HBASE_MUTATION (increment), FALSE);
  hbase_mutation_set_durability (HBASE_MUTATION (append), HBASE_DURABILITY_ASYNC_WAL);
  hbase_mutation_set_durability (HBASE_MUTATION (increment), HBASE_DURABILITY_SYNC_WAL);
  ck_assert (!hbase_mutation_get_return_results (HBASE_MUTATION (append)));
  ck_assert (!hbase_mutation_get_return_results (HBASE_MUTATION (increment)));
  ck_assert_int_eq (hbase_mutation_get_durability (HBASE_MUTATION (append)), HBASE_DURABILITY_ASYNC_WAL);
  ck_assert_int_eq (hbase_mutation_get_durability (HBASE_MUTATION (increment)), HBASE_DURABILITY_SYNC_WAL);
}
END_TEST

static void
assert_cell_settings (HBaseMutation *mutation)
{
  ck_assert_ptr_null (hbase_mutation_get_cell_visibility (mutation));
  ck_assert_int_eq (hbase_mutation_get_time_to_live (mutation), 0);
  ck_assert_ptr_null (hbase_mutation_ref_attribute (mutation, "name"));
  hbase_mutation_set_cell_visibility (mutation, "a|b");
  hbase_mutation_set_time_to_live (mutation, 0x0102);
  hbase_mutation_set_attribute (mutation, "name", (const guint8 *) "v\0w", 3);
  hbase_mutation_set_attribute (mutation, "empty", NULL, 0);
  hbase_mutation_set_cell_visibility (mutation, hbase_mutation_get_cell_visibility (mutation));
  ck_assert_str_eq (hbase_mutation_get_cell_visibility (mutation), "a|b");
  ck_assert_int_eq (hbase_mutation_get_time_to_live (mutation), 0x0102);
  assert_bytes (hbase_mutation_ref_attribute (mutation, "name"), "v\0w", 3);
  assert_bytes (hbase_mutation_ref_attribute (mutation, "empty"), "", 0);
  assert_bytes (hbase_mutation_ref_attribute (mutation, "_ttl"), "\0\0\0\0\0\0\1\2", 8);
  hbase_mutation_set_time_to_live (mutation, 0);
  hbase_mutation_set_cell_visibility (mutation, NULL);
  ck_assert_int_eq (hbase_mutation_get_time_to_live (mutation), 0);
  ck_assert_ptr_null (hbase_mutation_ref_attribute (mutation, "_ttl"));
  ck_assert_ptr_null (hbase_mutation_get_cell_visibility (mutation));
}

START_TEST (writes_return_the_settings_of_their_cells)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");

  assert_cell_settings (HBASE_MUTATION (put));
  assert_cell_settings (HBASE_MUTATION (append));
  assert_cell_settings (HBASE_MUTATION (increment));
  ck_assert_ptr_null (hbase_mutation_ref_attribute (HBASE_MUTATION (delete_), "name"));
  hbase_mutation_set_attribute (HBASE_MUTATION (delete_), "name", (const guint8 *) "v", 1);
  assert_bytes (hbase_mutation_ref_attribute (HBASE_MUTATION (delete_), "name"), "v", 1);
}
END_TEST

/* ---- what was added ---- */

/* A cell as `column@timestamp=value type`; the timestamp only if it isn't the server's. */
static char *
show_cell (HBaseCell *cell)
{
  g_autofree char *column = hbase_cell_dup_column_escaped (cell);
  g_autoptr (GBytes) value = hbase_cell_ref_value (cell);
  g_autofree char *shown = hbase_bytes_to_escaped (g_bytes_get_data (value, NULL), g_bytes_get_size (value));
  g_autofree char *timestamp = hbase_cell_dup_timestamp_text (cell);
  gboolean is_timed = hbase_cell_get_timestamp (cell) != G_MAXINT64;

  return g_strdup_printf ("%s%s%s=%s %u", column, is_timed ? "@" : "", is_timed ? timestamp : "", shown,
                          hbase_cell_get_cell_type (cell));
}

/* Frees the cells. */
static void
assert_cells (GPtrArray *cells, const char *expected)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  for (guint i = 0; i < cells->len; i++)
    g_ptr_array_add (texts, show_cell (cells->pdata[i]));
  g_ptr_array_add (texts, NULL);
  text = g_strjoinv (", ", (char **) texts->pdata);
  ck_assert_str_eq (text, expected);
  g_ptr_array_unref (cells);
}

START_TEST (changes_return_their_cells)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");

  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (put)), "");
  hbase_put_add (put, "f", NULL, 0, NULL, 0);
  hbase_put_add_with_timestamp (put, "f", (const guint8 *) "q", 1, (const guint8 *) "a\0", 2, 7);
  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (put)), "f:= 4, f:q@7=a\\x00 4");
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), 5);
  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (put)), "f:@5= 4, f:q@7=a\\x00 4");
  hbase_append_add_utf8 (append, "g", "log", "seen");
  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (append)), "g:log=seen 4");
  hbase_increment_add_utf8 (increment, "f", "n", -2);
  hbase_increment_add_utf8 (increment, "f", "m", G_MININT64);
  assert_cells (
      hbase_mutation_list_cells (HBASE_MUTATION (increment)),
      "f:n=\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE 4, f:m=\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00 4");
}
END_TEST

START_TEST (a_cell_of_a_change_outlives_it)
{
  HBasePut *put = hbase_put_new_utf8 ("r");
  g_autoptr (GPtrArray) cells = NULL;
  g_autoptr (HBaseCell) cell = NULL;
  GBytes *value;

  hbase_put_add_utf8 (put, "f", "q", "v");
  cells = hbase_mutation_list_cells (HBASE_MUTATION (put));
  cell = hbase_cell_ref (cells->pdata[0]);
  hbase_mutation_unref (put);
  g_clear_pointer (&cells, g_ptr_array_unref);
  value = hbase_cell_ref_value (cell);
  g_clear_pointer (&cell, hbase_cell_unref);
  assert_bytes (value, "v", 1);
}
END_TEST

static const struct {
  HBaseDeleteType type;
  const char *columns, *families;
} markers[] = {
  { HBASE_DELETE_TYPE_COLUMN, "f:q= 8, f:@7= 8", "f:= 14, g:@7= 14" },
  { HBASE_DELETE_TYPE_COLUMNS, "f:q= 12, f:@7= 12", "f:= 14, g:@7= 14" },
  { HBASE_DELETE_TYPE_FAMILY, "f:q= 12, f:@7= 12", "f:= 14, g:@7= 14" },
  { HBASE_DELETE_TYPE_FAMILY_VERSION, "f:q= 12, f:@7= 12", "f:= 10, g:@7= 10" },
};

START_TEST (a_delete_returns_its_markers)
{
  g_autoptr (HBaseDelete) columns = hbase_delete_new_utf8 ("r");
  g_autoptr (HBaseDelete) families = hbase_delete_new_utf8 ("r");

  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (columns)), "");
  hbase_delete_set_delete_type (columns, markers[_i].type);
  hbase_delete_add_column_utf8 (columns, "f", "q");
  hbase_delete_add_column_with_timestamp (columns, "f", NULL, 0, 7);
  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (columns)), markers[_i].columns);
  hbase_delete_set_delete_type (families, markers[_i].type);
  hbase_delete_add_family (families, "f");
  hbase_delete_add_family_with_timestamp (families, "g", 7);
  assert_cells (hbase_mutation_list_cells (HBASE_MUTATION (families)), markers[_i].families);
}
END_TEST

static void
assert_columns (HBaseQuery *query)
{
  g_auto (GStrv) none = hbase_query_list_columns (query);
  g_auto (GStrv) columns = NULL;
  g_autofree char *text = NULL;

  ck_assert_uint_eq (g_strv_length (none), 0);
  hbase_query_add_family (query, "g");
  hbase_query_add_column (query, "f", NULL, 0);
  hbase_query_add_column (query, "f", (const guint8 *) "q\0", 2);
  columns = hbase_query_list_columns (query);
  text = g_strjoinv (" ", columns);
  ck_assert_str_eq (text, "g f: f:q\\x00");
}

START_TEST (gets_and_scans_return_their_columns)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  assert_columns (HBASE_QUERY (get));
  assert_columns (HBASE_QUERY (scan));
}
END_TEST

START_TEST (row_mutations_return_their_members)
{
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  HBaseDelete *delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GPtrArray) puts = NULL, deletes = NULL, first = hbase_row_mutations_list_puts (mutations);

  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_mutation_unref (delete_);
  puts = hbase_row_mutations_list_puts (mutations);
  deletes = hbase_row_mutations_list_deletes (mutations);
  g_clear_pointer (&mutations, hbase_row_mutations_unref);
  ck_assert_uint_eq (first->len, 0);
  ck_assert_uint_eq (puts->len, 2);
  ck_assert_ptr_eq (puts->pdata[1], put);
  ck_assert_uint_eq (deletes->len, 1);
  ck_assert_mem_eq (hbase_mutation_get_row (HBASE_MUTATION (deletes->pdata[0]), &(gsize){ 0 }), "r", 1);
}
END_TEST

/* ---- gets and scans ---- */

START_TEST (a_get_returns_its_settings)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBaseGet) get = hbase_get_new_bytes (key);
  gint64 first, end;

  assert_key (hbase_get, get);
  ck_assert_uint_eq (hbase_query_get_max_versions (HBASE_QUERY (get)), 0);
  ck_assert (!hbase_query_get_time_range (HBASE_QUERY (get), &first, &end));
  ck_assert_int_eq (first, 0);
  ck_assert_int_eq (end, G_MAXINT64);
  ck_assert_ptr_null (hbase_query_get_filter (HBASE_QUERY (get)));
  hbase_query_set_max_versions (HBASE_QUERY (get), 3);
  hbase_query_set_time_range (HBASE_QUERY (get), 5, 7);
  hbase_query_set_filter_text (HBASE_QUERY (get), "KeyOnlyFilter()");
  ck_assert_uint_eq (hbase_query_get_max_versions (HBASE_QUERY (get)), 3);
  ck_assert (hbase_query_get_time_range (HBASE_QUERY (get), &first, &end));
  ck_assert_int_eq (first, 5);
  ck_assert_int_eq (end, 7);
  ck_assert (hbase_query_get_time_range (HBASE_QUERY (get), NULL, NULL));
  assert_filter (hbase_query_get_filter (HBASE_QUERY (get)), "KeyOnlyFilter()");
}
END_TEST

START_TEST (a_get_returns_its_options)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");

  ck_assert_uint_eq (hbase_get_get_store_limit (get), 0);
  ck_assert_uint_eq (hbase_get_get_store_offset (get), 0);
  ck_assert_ptr_null (hbase_query_ref_filter_bytes (HBASE_QUERY (get)));
  ck_assert_ptr_null (hbase_query_ref_attribute (HBASE_QUERY (get), "name"));
  ck_assert_ptr_null (hbase_query_get_authorizations (HBASE_QUERY (get)));
  ck_assert_int_eq (hbase_query_get_consistency (HBASE_QUERY (get)), HBASE_CONSISTENCY_STRONG);
  ck_assert_int_eq (hbase_query_get_replica (HBASE_QUERY (get)), -1);
  ck_assert (hbase_query_get_cache_blocks (HBASE_QUERY (get)));
  hbase_get_set_store_limit (get, 3);
  hbase_get_set_store_offset (get, 4);
  hbase_query_set_filter_bytes (HBASE_QUERY (get), (const guint8 *) "\0f", 2);
  hbase_query_set_attribute (HBASE_QUERY (get), "name", (const guint8 *) "v\0w", 3);
  hbase_query_set_authorizations (HBASE_QUERY (get), (const char *const[]){ "public", NULL });
  hbase_query_set_consistency (HBASE_QUERY (get), HBASE_CONSISTENCY_TIMELINE);
  hbase_query_set_replica (HBASE_QUERY (get), 2);
  hbase_query_set_cache_blocks (HBASE_QUERY (get), FALSE);
  ck_assert_uint_eq (hbase_get_get_store_limit (get), 3);
  ck_assert_uint_eq (hbase_get_get_store_offset (get), 4);
  assert_bytes (hbase_query_ref_filter_bytes (HBASE_QUERY (get)), "\0f", 2);
  assert_bytes (hbase_query_ref_attribute (HBASE_QUERY (get), "name"), "v\0w", 3);
  hbase_query_set_authorizations (HBASE_QUERY (get), hbase_query_get_authorizations (HBASE_QUERY (get)));
  ck_assert_str_eq (hbase_query_get_authorizations (HBASE_QUERY (get))[0], "public");
  ck_assert_int_eq (hbase_query_get_consistency (HBASE_QUERY (get)), HBASE_CONSISTENCY_TIMELINE);
  ck_assert_int_eq (hbase_query_get_replica (HBASE_QUERY (get)), 2);
  ck_assert (!hbase_query_get_cache_blocks (HBASE_QUERY (get)));
  hbase_query_set_filter_bytes (HBASE_QUERY (get), NULL, 0);
  ck_assert_ptr_null (hbase_query_ref_filter_bytes (HBASE_QUERY (get)));
}
END_TEST

START_TEST (a_new_scan_returns_defaults)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  gboolean ordered;
  GBytes *qualifier;

  ck_assert_ptr_null (hbase_scan_ref_start (scan));
  ck_assert_ptr_null (hbase_scan_ref_stop (scan));
  ck_assert_ptr_null (hbase_scan_ref_prefix (scan));
  ck_assert_ptr_null (hbase_query_ref_filter_bytes (HBASE_QUERY (scan)));
  ck_assert_ptr_null (hbase_query_ref_attribute (HBASE_QUERY (scan), "a"));
  ck_assert_ptr_null (hbase_query_get_filter (HBASE_QUERY (scan)));
  ck_assert_ptr_null (hbase_query_get_authorizations (HBASE_QUERY (scan)));
  ck_assert_ptr_null (hbase_scan_get_skip_guards (scan, &qualifier));
  ck_assert_ptr_null (qualifier);
  ck_assert (hbase_scan_get_start_inclusive (scan));
  ck_assert (!hbase_scan_get_stop_inclusive (scan));
  ck_assert (!hbase_scan_get_reversed (scan));
  ck_assert (!hbase_scan_get_raw (scan));
  ck_assert (hbase_query_get_cache_blocks (HBASE_QUERY (scan)));
  ck_assert_uint_eq (hbase_scan_get_limit (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_batch_size (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_caching (scan), 0);
  ck_assert_uint_eq (hbase_query_get_max_versions (HBASE_QUERY (scan)), 0);
  ck_assert_uint_eq (hbase_scan_get_parallelism (scan, &ordered), 0);
  ck_assert (ordered);
  ck_assert_int_eq (hbase_scan_get_read_type (scan), HBASE_READ_TYPE_DEFAULT);
  ck_assert_int_eq (hbase_query_get_consistency (HBASE_QUERY (scan)), HBASE_CONSISTENCY_STRONG);
  ck_assert_int_eq (hbase_query_get_replica (HBASE_QUERY (scan)), -1);
  ck_assert (!hbase_query_get_time_range (HBASE_QUERY (scan), NULL, NULL));
  ck_assert (!hbase_scan_get_family_time_range (scan, "f", NULL, NULL));
}
END_TEST

START_TEST (a_scan_returns_its_range)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_scan_set_start_bytes (scan, key);
  hbase_scan_set_stop (scan, (const guint8 *) "b", 1);
  hbase_scan_set_prefix_bytes (scan, key);
  hbase_scan_set_start_inclusive (scan, FALSE);
  hbase_scan_set_stop_inclusive (scan, TRUE);
  assert_bytes (hbase_scan_ref_start (scan), "a\0b", 3);
  assert_bytes (hbase_scan_ref_stop (scan), "b", 1);
  assert_bytes (hbase_scan_ref_prefix (scan), "a\0b", 3);
  ck_assert (!hbase_scan_get_start_inclusive (scan));
  ck_assert (hbase_scan_get_stop_inclusive (scan));
  hbase_scan_set_start_bytes (scan, NULL);
  hbase_scan_set_stop_bytes (scan, NULL);
  hbase_scan_set_prefix_bytes (scan, NULL);
  ck_assert_ptr_null (hbase_scan_ref_start (scan));
  ck_assert_ptr_null (hbase_scan_ref_stop (scan));
  ck_assert_ptr_null (hbase_scan_ref_prefix (scan));
}
END_TEST

START_TEST (a_scan_returns_its_settings)
{
  const char *const labels[] = { "public", NULL };
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  gint64 first, end;
  gboolean ordered;
  GBytes *qualifier;

  hbase_scan_set_limit (scan, 1);
  hbase_scan_set_batch_size (scan, 2);
  hbase_scan_set_caching (scan, 3);
  hbase_query_set_max_versions (HBASE_QUERY (scan), 4);
  hbase_scan_set_parallelism (scan, 5, FALSE);
  hbase_scan_set_reversed (scan, TRUE);
  hbase_query_set_time_range (HBASE_QUERY (scan), 6, 7);
  hbase_scan_set_family_time_range (scan, "f", 8, 9);
  hbase_query_set_filter_text (HBASE_QUERY (scan), "PageFilter(1)");
  hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "\0", 1);
  hbase_query_set_attribute (HBASE_QUERY (scan), "name", (const guint8 *) "a\0b", 3);
  hbase_query_set_authorizations (HBASE_QUERY (scan), labels);
  hbase_scan_set_skip_guards (scan, "g", (const guint8 *) "q", 1);
  hbase_scan_set_read_type (scan, HBASE_READ_TYPE_PREAD);
  hbase_query_set_consistency (HBASE_QUERY (scan), HBASE_CONSISTENCY_TIMELINE);
  hbase_query_set_replica (HBASE_QUERY (scan), 2);
  hbase_scan_set_raw (scan, TRUE);
  hbase_query_set_cache_blocks (HBASE_QUERY (scan), FALSE);
  ck_assert_uint_eq (hbase_scan_get_limit (scan), 1);
  ck_assert_uint_eq (hbase_scan_get_batch_size (scan), 2);
  ck_assert_uint_eq (hbase_scan_get_caching (scan), 3);
  ck_assert_uint_eq (hbase_query_get_max_versions (HBASE_QUERY (scan)), 4);
  ck_assert_uint_eq (hbase_scan_get_parallelism (scan, &ordered), 5);
  ck_assert (!ordered);
  ck_assert (hbase_scan_get_reversed (scan));
  ck_assert (hbase_query_get_time_range (HBASE_QUERY (scan), &first, &end));
  ck_assert_int_eq (first, 6);
  ck_assert_int_eq (end, 7);
  ck_assert (hbase_scan_get_family_time_range (scan, "f", &first, &end));
  ck_assert_int_eq (first, 8);
  ck_assert_int_eq (end, 9);
  ck_assert (!hbase_scan_get_family_time_range (scan, "g", NULL, NULL));
  assert_filter (hbase_query_get_filter (HBASE_QUERY (scan)), "PageFilter(1)");
  assert_bytes (hbase_query_ref_filter_bytes (HBASE_QUERY (scan)), "\0", 1);
  assert_bytes (hbase_query_ref_attribute (HBASE_QUERY (scan), "name"), "a\0b", 3);
  ck_assert_str_eq (hbase_query_get_authorizations (HBASE_QUERY (scan))[0], "public");
  ck_assert_str_eq (hbase_scan_get_skip_guards (scan, &qualifier), "g");
  assert_bytes (qualifier, "q", 1);
  ck_assert_int_eq (hbase_scan_get_read_type (scan), HBASE_READ_TYPE_PREAD);
  ck_assert_int_eq (hbase_query_get_consistency (HBASE_QUERY (scan)), HBASE_CONSISTENCY_TIMELINE);
  ck_assert_int_eq (hbase_query_get_replica (HBASE_QUERY (scan)), 2);
  ck_assert (!hbase_query_get_cache_blocks (HBASE_QUERY (scan)));
  ck_assert (hbase_scan_get_raw (scan));
  hbase_scan_set_raw (scan, FALSE);
  ck_assert (!hbase_scan_get_raw (scan));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("getters");

  tcase_add_test (tests, puts_and_deletes_return_their_settings);
  tcase_add_test (tests, appends_and_increments_return_their_settings);
  tcase_add_test (tests, writes_return_the_settings_of_their_cells);
  tcase_add_test (tests, changes_return_their_cells);
  tcase_add_test (tests, a_cell_of_a_change_outlives_it);
  tcase_add_loop_test (tests, a_delete_returns_its_markers, 0, G_N_ELEMENTS (markers));
  tcase_add_test (tests, gets_and_scans_return_their_columns);
  tcase_add_test (tests, row_mutations_return_their_members);
  tcase_add_test (tests, a_get_returns_its_settings);
  tcase_add_test (tests, a_get_returns_its_options);
  tcase_add_test (tests, a_new_scan_returns_defaults);
  tcase_add_test (tests, a_scan_returns_its_range);
  tcase_add_test (tests, a_scan_returns_its_settings);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("getters", fill)
