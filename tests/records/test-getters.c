/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-append.h"
#include "hbase-delete.h"
#include "hbase-get.h"
#include "hbase-increment.h"
#include "hbase-put.h"
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

  assert_key (hbase_put, put);
  assert_key (hbase_delete, delete_);
  ck_assert (!hbase_put_get_idempotent (put) && !hbase_delete_get_idempotent (delete_));
  hbase_put_set_idempotent (put, TRUE);
  hbase_delete_set_idempotent (delete_, 2);
  ck_assert (hbase_put_get_idempotent (put));
  ck_assert_int_eq (hbase_delete_get_idempotent (delete_), TRUE);
  ck_assert_int_eq (hbase_put_get_timestamp (put), -1);
  ck_assert_int_eq (hbase_delete_get_timestamp (delete_), -1);
  ck_assert_int_eq (hbase_put_get_durability (put), HBASE_DURABILITY_USE_DEFAULT);
  ck_assert_int_eq (hbase_delete_get_delete_type (delete_), HBASE_DELETE_TYPE_COLUMNS);
  hbase_put_set_timestamp (put, 0);
  hbase_delete_set_timestamp (delete_, G_MAXINT64);
  hbase_put_set_durability (put, HBASE_DURABILITY_SKIP_WAL);
  hbase_delete_set_durability (delete_, HBASE_DURABILITY_FSYNC_WAL);
  hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
  ck_assert_int_eq (hbase_put_get_timestamp (put), 0);
  ck_assert_int_eq (hbase_delete_get_timestamp (delete_), G_MAXINT64);
  ck_assert_int_eq (hbase_put_get_durability (put), HBASE_DURABILITY_SKIP_WAL);
  ck_assert_int_eq (hbase_delete_get_durability (delete_), HBASE_DURABILITY_FSYNC_WAL);
  ck_assert_int_eq (hbase_delete_get_delete_type (delete_), HBASE_DELETE_TYPE_COLUMN);
}
END_TEST

START_TEST (appends_and_increments_return_their_settings)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBaseAppend) append = hbase_append_new_bytes (key);
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_bytes (key);

  assert_key (hbase_append, append);
  assert_key (hbase_increment, increment);
  ck_assert (hbase_append_get_return_results (append));
  ck_assert (hbase_increment_get_return_results (increment));
  hbase_append_set_return_results (append, FALSE);
  hbase_increment_set_return_results (increment, FALSE);
  hbase_append_set_durability (append, HBASE_DURABILITY_ASYNC_WAL);
  hbase_increment_set_durability (increment, HBASE_DURABILITY_SYNC_WAL);
  ck_assert (!hbase_append_get_return_results (append));
  ck_assert (!hbase_increment_get_return_results (increment));
  ck_assert_int_eq (hbase_append_get_durability (append), HBASE_DURABILITY_ASYNC_WAL);
  ck_assert_int_eq (hbase_increment_get_durability (increment), HBASE_DURABILITY_SYNC_WAL);
}
END_TEST

#define assert_cell_settings(type, record)                                                                   \
  do                                                                                                         \
    {                                                                                                        \
      ck_assert_ptr_null (type##_get_cell_visibility (record));                                              \
      ck_assert_int_eq (type##_get_time_to_live (record), 0);                                                \
      ck_assert_ptr_null (type##_ref_attribute ((record), "name"));                                          \
      type##_set_cell_visibility ((record), "a|b");                                                          \
      type##_set_time_to_live ((record), 0x0102);                                                            \
      type##_set_attribute ((record), "name", (const guint8 *) "v\0w", 3);                                   \
      type##_set_attribute ((record), "empty", NULL, 0);                                                     \
      ck_assert_str_eq (type##_get_cell_visibility (record), "a|b");                                         \
      ck_assert_int_eq (type##_get_time_to_live (record), 0x0102);                                           \
      assert_bytes (type##_ref_attribute ((record), "name"), "v\0w", 3);                                     \
      assert_bytes (type##_ref_attribute ((record), "empty"), "", 0);                                        \
      assert_bytes (type##_ref_attribute ((record), "_ttl"), "\0\0\0\0\0\0\1\2", 8);                         \
      type##_set_time_to_live ((record), 0);                                                                 \
      type##_set_cell_visibility ((record), NULL);                                                           \
      ck_assert_int_eq (type##_get_time_to_live (record), 0);                                                \
      ck_assert_ptr_null (type##_ref_attribute ((record), "_ttl"));                                          \
      ck_assert_ptr_null (type##_get_cell_visibility (record));                                              \
    }                                                                                                        \
  while (0)

START_TEST (writes_return_the_settings_of_their_cells)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");

  assert_cell_settings (hbase_put, put);
  assert_cell_settings (hbase_append, append);
  assert_cell_settings (hbase_increment, increment);
  ck_assert_ptr_null (hbase_delete_ref_attribute (delete_, "name"));
  hbase_delete_set_attribute (delete_, "name", (const guint8 *) "v", 1);
  assert_bytes (hbase_delete_ref_attribute (delete_, "name"), "v", 1);
}
END_TEST

START_TEST (a_get_returns_its_settings)
{
  g_autoptr (GBytes) key = key_new ();
  g_autoptr (HBaseGet) get = hbase_get_new_bytes (key);
  gint64 first, end;

  assert_key (hbase_get, get);
  ck_assert_uint_eq (hbase_get_get_max_versions (get), 0);
  ck_assert (!hbase_get_get_time_range (get, &first, &end));
  ck_assert_int_eq (first, 0);
  ck_assert_int_eq (end, G_MAXINT64);
  ck_assert_ptr_null (hbase_get_get_filter (get));
  hbase_get_set_max_versions (get, 3);
  hbase_get_set_time_range (get, 5, 7);
  hbase_get_set_filter_text (get, "KeyOnlyFilter()");
  ck_assert_uint_eq (hbase_get_get_max_versions (get), 3);
  ck_assert (hbase_get_get_time_range (get, &first, &end));
  ck_assert_int_eq (first, 5);
  ck_assert_int_eq (end, 7);
  ck_assert (hbase_get_get_time_range (get, NULL, NULL));
  assert_filter (hbase_get_get_filter (get), "KeyOnlyFilter()");
}
END_TEST

START_TEST (a_get_returns_its_options)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");

  ck_assert_uint_eq (hbase_get_get_store_limit (get), 0);
  ck_assert_uint_eq (hbase_get_get_store_offset (get), 0);
  ck_assert_ptr_null (hbase_get_ref_filter_bytes (get));
  ck_assert_ptr_null (hbase_get_ref_attribute (get, "name"));
  ck_assert_ptr_null (hbase_get_get_authorizations (get));
  ck_assert_int_eq (hbase_get_get_consistency (get), HBASE_CONSISTENCY_STRONG);
  ck_assert_int_eq (hbase_get_get_replica (get), -1);
  ck_assert (hbase_get_get_cache_blocks (get));
  hbase_get_set_store_limit (get, 3);
  hbase_get_set_store_offset (get, 4);
  hbase_get_set_filter_bytes (get, (const guint8 *) "\0f", 2);
  hbase_get_set_attribute (get, "name", (const guint8 *) "v\0w", 3);
  hbase_get_set_authorizations (get, (const char *const[]){ "public", NULL });
  hbase_get_set_consistency (get, HBASE_CONSISTENCY_TIMELINE);
  hbase_get_set_replica (get, 2);
  hbase_get_set_cache_blocks (get, FALSE);
  ck_assert_uint_eq (hbase_get_get_store_limit (get), 3);
  ck_assert_uint_eq (hbase_get_get_store_offset (get), 4);
  assert_bytes (hbase_get_ref_filter_bytes (get), "\0f", 2);
  assert_bytes (hbase_get_ref_attribute (get, "name"), "v\0w", 3);
  ck_assert_str_eq (hbase_get_get_authorizations (get)[0], "public");
  ck_assert_int_eq (hbase_get_get_consistency (get), HBASE_CONSISTENCY_TIMELINE);
  ck_assert_int_eq (hbase_get_get_replica (get), 2);
  ck_assert (!hbase_get_get_cache_blocks (get));
  hbase_get_set_filter_bytes (get, NULL, 0);
  ck_assert_ptr_null (hbase_get_ref_filter_bytes (get));
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
  ck_assert_ptr_null (hbase_scan_ref_filter_bytes (scan));
  ck_assert_ptr_null (hbase_scan_ref_attribute (scan, "a"));
  ck_assert_ptr_null (hbase_scan_get_filter (scan));
  ck_assert_ptr_null (hbase_scan_get_authorizations (scan));
  ck_assert_ptr_null (hbase_scan_get_skip_guards (scan, &qualifier));
  ck_assert_ptr_null (qualifier);
  ck_assert (hbase_scan_get_start_inclusive (scan));
  ck_assert (!hbase_scan_get_stop_inclusive (scan));
  ck_assert (!hbase_scan_get_reversed (scan));
  ck_assert (!hbase_scan_get_raw (scan));
  ck_assert (hbase_scan_get_cache_blocks (scan));
  ck_assert_uint_eq (hbase_scan_get_limit (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_batch_size (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_caching (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_max_versions (scan), 0);
  ck_assert_uint_eq (hbase_scan_get_parallelism (scan, &ordered), 0);
  ck_assert (ordered);
  ck_assert_int_eq (hbase_scan_get_read_type (scan), HBASE_READ_TYPE_DEFAULT);
  ck_assert_int_eq (hbase_scan_get_consistency (scan), HBASE_CONSISTENCY_STRONG);
  ck_assert_int_eq (hbase_scan_get_replica (scan), -1);
  ck_assert (!hbase_scan_get_time_range (scan, NULL, NULL));
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
  hbase_scan_set_max_versions (scan, 4);
  hbase_scan_set_parallelism (scan, 5, FALSE);
  hbase_scan_set_reversed (scan, TRUE);
  hbase_scan_set_time_range (scan, 6, 7);
  hbase_scan_set_family_time_range (scan, "f", 8, 9);
  hbase_scan_set_filter_text (scan, "PageFilter(1)");
  hbase_scan_set_filter_bytes (scan, (const guint8 *) "\0", 1);
  hbase_scan_set_attribute (scan, "name", (const guint8 *) "a\0b", 3);
  hbase_scan_set_authorizations (scan, labels);
  hbase_scan_set_skip_guards (scan, "g", (const guint8 *) "q", 1);
  hbase_scan_set_read_type (scan, HBASE_READ_TYPE_PREAD);
  hbase_scan_set_consistency (scan, HBASE_CONSISTENCY_TIMELINE);
  hbase_scan_set_replica (scan, 2);
  hbase_scan_set_raw (scan, TRUE);
  hbase_scan_set_cache_blocks (scan, FALSE);
  ck_assert_uint_eq (hbase_scan_get_limit (scan), 1);
  ck_assert_uint_eq (hbase_scan_get_batch_size (scan), 2);
  ck_assert_uint_eq (hbase_scan_get_caching (scan), 3);
  ck_assert_uint_eq (hbase_scan_get_max_versions (scan), 4);
  ck_assert_uint_eq (hbase_scan_get_parallelism (scan, &ordered), 5);
  ck_assert (!ordered);
  ck_assert (hbase_scan_get_reversed (scan));
  ck_assert (hbase_scan_get_time_range (scan, &first, &end));
  ck_assert_int_eq (first, 6);
  ck_assert_int_eq (end, 7);
  ck_assert (hbase_scan_get_family_time_range (scan, "f", &first, &end));
  ck_assert_int_eq (first, 8);
  ck_assert_int_eq (end, 9);
  ck_assert (!hbase_scan_get_family_time_range (scan, "g", NULL, NULL));
  assert_filter (hbase_scan_get_filter (scan), "PageFilter(1)");
  assert_bytes (hbase_scan_ref_filter_bytes (scan), "\0", 1);
  assert_bytes (hbase_scan_ref_attribute (scan, "name"), "a\0b", 3);
  ck_assert_str_eq (hbase_scan_get_authorizations (scan)[0], "public");
  ck_assert_str_eq (hbase_scan_get_skip_guards (scan, &qualifier), "g");
  assert_bytes (qualifier, "q", 1);
  ck_assert_int_eq (hbase_scan_get_read_type (scan), HBASE_READ_TYPE_PREAD);
  ck_assert_int_eq (hbase_scan_get_consistency (scan), HBASE_CONSISTENCY_TIMELINE);
  ck_assert_int_eq (hbase_scan_get_replica (scan), 2);
  ck_assert (!hbase_scan_get_cache_blocks (scan));
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
  tcase_add_test (tests, a_get_returns_its_settings);
  tcase_add_test (tests, a_get_returns_its_options);
  tcase_add_test (tests, a_new_scan_returns_defaults);
  tcase_add_test (tests, a_scan_returns_its_range);
  tcase_add_test (tests, a_scan_returns_its_settings);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("getters", fill)
