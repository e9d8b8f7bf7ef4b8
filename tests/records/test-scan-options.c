/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-error.h"
#include "hbase-records-private.h"
#include "hbase-wire-stubs-private.h"
#include "hbt_hbase_types.h"

/* This file tests the encoding, copies and fingerprints of less common settings of scans, and what is sent
 * for filters. */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTScan, g_object_unref)

static const HBaseWireProtocol protocols[] = { HBASE_WIRE_PROTOCOL_BINARY, HBASE_WIRE_PROTOCOL_COMPACT };

static GByteArray *
bytes_of (const char *text)
{
  return g_byte_array_append (g_byte_array_new (), (const guint8 *) text, (guint) strlen (text));
}

/* ---- encodings, compared with those of the generated code ---- */

typedef struct {
  const char *name;
  void (*say) (HBaseScan *scan);
  void (*tell) (HbtTScan *stub);
} Option;

static void
say_attribute (HBaseScan *scan)
{
  hbase_query_set_attribute (HBASE_QUERY (scan), "_raw_", (const guint8 *) "no", 2);
  hbase_query_set_attribute (HBASE_QUERY (scan), "_raw_", (const guint8 *) "\xff", 1);
}

static void
tell_attribute (HbtTScan *stub)
{
  stub->__isset_attributes = TRUE;
  g_hash_table_insert (stub->attributes, bytes_of ("_raw_"), bytes_of ("\xff"));
}

static void
say_authorizations (HBaseScan *scan)
{
  hbase_query_set_authorizations (HBASE_QUERY (scan), (const char *const[]){ "secret", "top", NULL });
}

static void
tell_authorizations (HbtTScan *stub)
{
  stub->__isset_authorizations = TRUE;
  stub->authorizations->__isset_labels = TRUE;
  g_ptr_array_add (stub->authorizations->labels, g_strdup ("secret"));
  g_ptr_array_add (stub->authorizations->labels, g_strdup ("top"));
}

static void
say_cache_blocks (HBaseScan *scan)
{
  hbase_query_set_cache_blocks (HBASE_QUERY (scan), FALSE);
}

static void
tell_cache_blocks (HbtTScan *stub)
{
  stub->__isset_cacheBlocks = TRUE;
  stub->cacheBlocks = FALSE;
}

static void
say_family_range (HBaseScan *scan)
{
  hbase_scan_set_family_time_range (scan, "f", 3, 7);
}

static void
tell_family_range (HbtTScan *stub)
{
  HbtTTimeRange *range = g_object_new (HBT_TYPE_T_TIME_RANGE, "minStamp", G_GINT64_CONSTANT (3), "maxStamp",
                                       G_GINT64_CONSTANT (7), NULL);

  stub->__isset_colFamTimeRangeMap = TRUE;
  g_hash_table_insert (stub->colFamTimeRangeMap, bytes_of ("f"), range);
}

static void
say_read_type (HBaseScan *scan)
{
  hbase_scan_set_read_type (scan, HBASE_READ_TYPE_PREAD);
}

static void
tell_read_type (HbtTScan *stub)
{
  stub->__isset_readType = TRUE;
  stub->readType = HBT_T_READ_TYPE_PREAD;
}

static void
say_consistency (HBaseScan *scan)
{
  hbase_query_set_consistency (HBASE_QUERY (scan), HBASE_CONSISTENCY_TIMELINE);
}

static void
tell_consistency (HbtTScan *stub)
{
  stub->__isset_consistency = TRUE;
  stub->consistency = HBT_T_CONSISTENCY_TIMELINE;
}

static void
say_replica (HBaseScan *scan)
{
  hbase_query_set_replica (HBASE_QUERY (scan), 0);
}

static void
tell_replica (HbtTScan *stub)
{
  stub->__isset_targetReplicaId = TRUE;
  stub->targetReplicaId = 0;
}

static void
say_filter_bytes (HBaseScan *scan)
{
  hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "pb", 2);
}

static void
tell_filter_bytes (HbtTScan *stub)
{
  stub->__isset_filterBytes = TRUE;
  stub->filterBytes = bytes_of ("pb");
}

static const Option options[] = {
  { "attribute", say_attribute, tell_attribute },
  { "authorizations", say_authorizations, tell_authorizations },
  { "cache-blocks", say_cache_blocks, tell_cache_blocks },
  { "family range", say_family_range, tell_family_range },
  { "read type", say_read_type, tell_read_type },
  { "consistency", say_consistency, tell_consistency },
  { "replica", say_replica, tell_replica },
  { "filter bytes", say_filter_bytes, tell_filter_bytes },
};

static GBytes *
write_scan (HBaseScan *scan, HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;
  HBaseScanBounds bounds;

  hbase_scan_get_bounds (scan, &bounds);
  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_begin_struct (&writer);
  hbase_scan_write (scan, &bounds, &writer);
  return hbase_wire_writer_end (&writer);
}

/* Tests all combinations of options. */
START_TEST (options_are_as_the_stubs_write_them)
{
  for (guint chosen = 0; chosen < 1u << G_N_ELEMENTS (options); chosen++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new (), copy = NULL;
      g_autoptr (HbtTScan) stub = g_object_new (HBT_TYPE_T_SCAN, NULL);
      g_autoptr (GBytes) written = NULL, expected = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (options); i++)
        if (chosen & 1u << i)
          {
            options[i].say (scan);
            options[i].tell (stub);
          }
      copy = hbase_scan_copy (scan);
      g_clear_pointer (&scan, hbase_query_unref);
      written = write_scan (copy, protocols[_i]);
      expected = hbase_wire_stub_write (G_OBJECT (stub), protocols[_i], NULL);
      if (!g_bytes_equal (written, expected))
        ck_abort_msg ("options %#x are written otherwise", chosen);
    }
}
END_TEST

static char *
fingerprint (HBaseScan *scan)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  hbase_scan_fingerprint (scan, checksum);
  return g_strdup (g_checksum_get_string (checksum));
}

/* Options that change which rows are returned change the fingerprint; those that change how servers read them
 * don't. */
START_TEST (options_that_choose_rows_make_another_scan)
{
  g_autoptr (HBaseScan) plain = hbase_scan_new ();
  g_autofree char *same = fingerprint (plain);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autofree char *print = NULL;
      gboolean chooses = i == 0 || i == 1 || i == 3 || i == 7;

      options[i].say (scan);
      print = fingerprint (scan);
      ck_assert_msg ((strcmp (print, same) != 0) == chooses, "%s", options[i].name);
    }
}
END_TEST

START_TEST (ends_and_guards_make_another_scan)
{
  g_autoptr (GHashTable) prints = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();

      hbase_scan_set_start_inclusive (scan, i != 1);
      hbase_scan_set_stop_inclusive (scan, i == 2);
      if (i >= 3)
        hbase_scan_set_skip_guards (scan, "g", (const guint8 *) "q", i - 3);
      ck_assert (g_hash_table_add (prints, fingerprint (scan)));
    }
}
END_TEST

/* ---- filters ---- */

static const struct {
  const char *filter;
  guint limit;      /* before the filter is resolved */
  const char *sent; /* NULL: none */
  guint limit_after;
  gboolean remembers;
} filters[] = {
  { NULL, 0, NULL, 0, FALSE },
  { "KeyOnlyFilter()", 5, "KeyOnlyFilter()", 5, FALSE },
  { "PageFilter(7)", 0, NULL, 7, FALSE },
  { "PageFilter(7)", 5, NULL, 5, FALSE },
  { "PageFilter(7)", 9, NULL, 7, FALSE },
  { "(PageFilter (7))", 9, NULL, 7, FALSE },
  { "PrefixFilter('a') AND PageFilter(7) AND KeyOnlyFilter()", 0, "PrefixFilter('a') AND KeyOnlyFilter()", 7,
    FALSE },
  { "PageFilter(7) AND PageFilter(3)", 0, NULL, 3, FALSE },
  { "PageFilter(7) AND PrefixFilter('it''s') AND (KeyOnlyFilter() OR PageFilter(2))", 0,
    "PrefixFilter('it''s') AND (KeyOnlyFilter() OR PageFilter(2))", 7, TRUE },
  { "PageFilter(7) OR KeyOnlyFilter()", 0, "(PageFilter(7) OR KeyOnlyFilter())", 0, TRUE },
  { "WHILE ValueFilter(=,'binary:x')", 0, "WHILE (ValueFilter(=,'binary:x'))", 0, TRUE },
  { "ColumnCountGetFilter(2)", 0, "ColumnCountGetFilter(2)", 0, TRUE },
  { "SKIP ValueFilter (!= , 'substring:x')", 0, "SKIP (ValueFilter(!=,'substring:x'))", 0, FALSE },
  { "SKIP (KeyOnlyFilter() AND PageFilter(2))", 0, "SKIP ((KeyOnlyFilter() AND PageFilter(2)))", 0, TRUE },
};

static char *
sent_filter (HBaseScan *scan)
{
  static const char head[] = "\x0b\x00\x07"; /* a binary field, of the number 7 */
  g_autoptr (GBytes) written = write_scan (scan, HBASE_WIRE_PROTOCOL_BINARY);
  gsize length;
  const guint8 *data = g_bytes_get_data (written, &length);
  guint32 n;

  for (gsize i = 0; i + 7 <= length; i++)
    if (memcmp (data + i, head, 3) == 0)
      {
        memcpy (&n, data + i + 3, 4);
        return g_strndup ((const char *) data + i + 7, GUINT32_FROM_BE (n));
      }
  return NULL;
}

START_TEST (page_filters_become_limits)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new (), resolved = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *sent = NULL;
  gboolean remembers = FALSE;
  HBaseScanBounds bounds;

  hbase_query_set_filter_text (HBASE_QUERY (scan), filters[_i].filter);
  hbase_scan_set_limit (scan, filters[_i].limit);
  ck_assert (hbase_scan_check (scan, &error));
  resolved = hbase_scan_resolve (scan, &remembers, &error);
  ck_assert_no_error (error);
  hbase_scan_get_bounds (resolved, &bounds);
  sent = sent_filter (resolved);
  ck_assert_pstr_eq (sent, filters[_i].sent);
  ck_assert_uint_eq (bounds.limit, filters[_i].limit_after);
  ck_assert_int_eq (remembers, filters[_i].remembers);
}
END_TEST

START_TEST (guards_are_left_out_by_a_filter)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new (), alone = NULL, joined = NULL;
  g_autofree char *filter = NULL, *both = NULL;
  gboolean remembers = FALSE;

  hbase_scan_set_skip_guards (scan, "g", (const guint8 *) "o'k", 3);
  alone = hbase_scan_resolve (scan, &remembers, NULL);
  filter = sent_filter (alone);
  ck_assert_str_eq (filter, "(FamilyFilter(!=,'binary:g') OR QualifierFilter(!=,'binary:o''k'))");
  hbase_query_set_filter_text (HBASE_QUERY (scan), "KeyOnlyFilter() OR PrefixFilter('a')");
  joined = hbase_scan_resolve (scan, &remembers, NULL);
  both = sent_filter (joined);
  ck_assert_str_eq (both, "(KeyOnlyFilter() OR PrefixFilter('a')) AND "
                          "(FamilyFilter(!=,'binary:g') OR QualifierFilter(!=,'binary:o''k'))");
  ck_assert (!remembers);
}
END_TEST

START_TEST (only_keys_are_asked_for)
{
  const struct {
    const char *filter, *guards, *sent;
    guint limit;
  } cases[] = {
    { NULL, NULL, "FirstKeyOnlyFilter() AND KeyOnlyFilter()", 0 },
    { "PageFilter(5)", NULL, "FirstKeyOnlyFilter() AND KeyOnlyFilter()", 5 },
    { "PrefixFilter('a') AND PageFilter(5)", NULL, "PrefixFilter('a') AND KeyOnlyFilter()", 5 },
    { "KeyOnlyFilter() OR PrefixFilter('a')", NULL,
      "(KeyOnlyFilter() OR PrefixFilter('a')) AND KeyOnlyFilter()", 0 },
    { NULL, "g", "(FamilyFilter(!=,'binary:g') OR QualifierFilter(!=,'binary:q')) AND KeyOnlyFilter()", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new (), keys = NULL, resolved = NULL;
      g_autofree char *sent = NULL;
      gboolean remembers = FALSE;
      HBaseScanBounds bounds;

      hbase_query_set_filter_text (HBASE_QUERY (scan), cases[i].filter);
      hbase_scan_set_skip_guards (scan, cases[i].guards, (const guint8 *) "q", 1);
      keys = hbase_scan_copy_key_only (scan);
      resolved = hbase_scan_resolve (keys, &remembers, NULL);
      hbase_scan_get_bounds (resolved, &bounds);
      sent = sent_filter (resolved);
      ck_assert_str_eq (sent, cases[i].sent);
      ck_assert_uint_eq (bounds.limit, cases[i].limit);
      ck_assert (!remembers);
    }
}
END_TEST

START_TEST (filters_in_bytes_are_of_unknown_memory)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new (), resolved = NULL;
  g_autoptr (GError) error = NULL;
  gboolean remembers = FALSE;

  hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "pb", 2);
  resolved = hbase_scan_resolve (scan, &remembers, NULL);
  ck_assert (remembers);
  hbase_scan_set_skip_guards (scan, "g", NULL, 0);
  ck_assert (!hbase_scan_check (scan, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (what_cannot_be_is_told)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GError) error = NULL;

  hbase_scan_set_family_time_range (scan, "f", 7, 3);
  ck_assert (!hbase_scan_check (scan, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  hbase_scan_set_family_time_range (scan, "f", 3, 7);
  ck_assert (hbase_scan_check (scan, &error));
  hbase_query_set_filter_text (HBASE_QUERY (scan), "PageFilter(");
  ck_assert (!hbase_scan_check (scan, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("options");

  tcase_add_loop_test (tests, options_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_test (tests, options_that_choose_rows_make_another_scan);
  tcase_add_test (tests, ends_and_guards_make_another_scan);
  suite_add_tcase (suite, tests);

  tests = tcase_create ("filters");
  tcase_add_loop_test (tests, page_filters_become_limits, 0, G_N_ELEMENTS (filters));
  tcase_add_test (tests, guards_are_left_out_by_a_filter);
  tcase_add_test (tests, only_keys_are_asked_for);
  tcase_add_test (tests, filters_in_bytes_are_of_unknown_memory);
  tcase_add_test (tests, what_cannot_be_is_told);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("scan options", fill)
