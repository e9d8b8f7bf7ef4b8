/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-descriptor-difference-private.h"
#include "hbase-error.h"
#include "hbase-namespace-descriptor-private.h"
#include "hbase-table-descriptor-private.h"

/* This file tests descriptors: their settings and texts. */

static HBaseFamilyDescriptor *
parse_family (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new_from_string (text, &error);

  ck_assert_no_error (error);
  return family;
}

static HBaseTableDescriptor *
parse_table (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseTableDescriptor *table = hbase_table_descriptor_new_from_string (text, &error);

  ck_assert_no_error (error);
  return table;
}

/* ---- settings ---- */

#define EVERYTHING                                                                                           \
  "f {VERSIONS 3, MIN_VERSIONS 2, TTL 7d, COMPRESSION snappy, BLOOMFILTER rowcol, BLOCKSIZE 16K, "           \
  "DATA_BLOCK_ENCODING fast-diff, IN_MEMORY true, KEEP_DELETED_CELLS ttl, REPLICATION_SCOPE 1, "             \
  "BLOCKCACHE false, CACHE_DATA_ON_WRITE true, CACHE_INDEX_ON_WRITE true, CACHE_BLOOMS_ON_WRITE true, "      \
  "EVICT_BLOCKS_ON_CLOSE true, COMPRESS_TAGS false, DFS_REPLICATION 2, METADATA {IS_MOB true}, "             \
  "CONFIGURATION {hbase.hstore.blockingStoreFiles 20}}"

static HBaseFamilyDescriptor *
everything (void)
{
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new ("f");

  hbase_family_descriptor_set_max_versions (family, 3);
  hbase_family_descriptor_set_min_versions (family, 2);
  hbase_family_descriptor_set_time_to_live (family, 604800);
  hbase_family_descriptor_set_compression (family, HBASE_COMPRESSION_SNAPPY);
  hbase_family_descriptor_set_bloom_filter (family, HBASE_BLOOM_FILTER_ROWCOL);
  hbase_family_descriptor_set_block_size (family, 16384);
  hbase_family_descriptor_set_data_block_encoding (family, HBASE_DATA_BLOCK_ENCODING_FAST_DIFF);
  hbase_family_descriptor_set_in_memory (family, TRUE);
  hbase_family_descriptor_set_keep_deleted_cells (family, HBASE_KEEP_DELETED_CELLS_TTL);
  hbase_family_descriptor_set_replication_scope (family, 1);
  hbase_family_descriptor_set_block_cache (family, FALSE);
  hbase_family_descriptor_set_cache_data_on_write (family, 2);
  hbase_family_descriptor_set_cache_indexes_on_write (family, TRUE);
  hbase_family_descriptor_set_cache_blooms_on_write (family, TRUE);
  hbase_family_descriptor_set_evict_blocks_on_close (family, TRUE);
  hbase_family_descriptor_set_compress_tags (family, FALSE);
  hbase_family_descriptor_set_dfs_replication (family, 2);
  hbase_family_descriptor_set_attribute (family, "IS_MOB", (const guint8 *) "true", 4);
  hbase_family_descriptor_set_configuration (family, "hbase.hstore.blockingStoreFiles", "20");
  return family;
}

static void
assert_has_everything (HBaseFamilyDescriptor *family)
{
  g_autoptr (GBytes) attribute = hbase_family_descriptor_ref_attribute (family, "IS_MOB");
  g_autofree char *option
      = hbase_family_descriptor_dup_configuration (family, "hbase.hstore.blockingStoreFiles");

  ck_assert_uint_eq (hbase_family_descriptor_get_max_versions (family), 3);
  ck_assert_uint_eq (hbase_family_descriptor_get_min_versions (family), 2);
  ck_assert_uint_eq (hbase_family_descriptor_get_time_to_live (family), 604800);
  ck_assert_int_eq (hbase_family_descriptor_get_compression (family), HBASE_COMPRESSION_SNAPPY);
  ck_assert_int_eq (hbase_family_descriptor_get_bloom_filter (family), HBASE_BLOOM_FILTER_ROWCOL);
  ck_assert_uint_eq (hbase_family_descriptor_get_block_size (family), 16384);
  ck_assert_int_eq (hbase_family_descriptor_get_data_block_encoding (family),
                    HBASE_DATA_BLOCK_ENCODING_FAST_DIFF);
  ck_assert_int_eq (hbase_family_descriptor_get_in_memory (family), TRUE);
  ck_assert_int_eq (hbase_family_descriptor_get_keep_deleted_cells (family), HBASE_KEEP_DELETED_CELLS_TTL);
  ck_assert_uint_eq (hbase_family_descriptor_get_replication_scope (family), 1);
  ck_assert (!hbase_family_descriptor_get_block_cache (family));
  ck_assert_int_eq (hbase_family_descriptor_get_cache_data_on_write (family), TRUE);
  ck_assert (hbase_family_descriptor_get_cache_indexes_on_write (family));
  ck_assert (hbase_family_descriptor_get_cache_blooms_on_write (family));
  ck_assert (hbase_family_descriptor_get_evict_blocks_on_close (family));
  ck_assert (!hbase_family_descriptor_get_compress_tags (family));
  ck_assert_uint_eq (hbase_family_descriptor_get_dfs_replication (family), 2);
  ck_assert_uint_eq (g_bytes_get_size (attribute), 4);
  ck_assert_str_eq (option, "20");
}

START_TEST (every_setting_has_a_text)
{
  g_autoptr (HBaseFamilyDescriptor) family = everything (), parsed = parse_family (EVERYTHING);
  g_autofree char *text = hbase_family_descriptor_to_string (family);

  ck_assert_str_eq (text, EVERYTHING);
  assert_has_everything (family);
  assert_has_everything (parsed);
  ck_assert (hbase_family_descriptor_equal (family, parsed));
}
END_TEST

START_TEST (a_setting_that_is_not_set_has_the_default_of_hbase)
{
  g_autoptr (HBaseFamilyDescriptor) plain = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) set = hbase_family_descriptor_new ("f");
  g_autofree char *text = NULL;

  ck_assert_uint_eq (hbase_family_descriptor_get_max_versions (plain), 1);
  ck_assert_uint_eq (hbase_family_descriptor_get_time_to_live (plain), 0);
  ck_assert_uint_eq (hbase_family_descriptor_get_block_size (plain), 65536);
  ck_assert_int_eq (hbase_family_descriptor_get_bloom_filter (plain), HBASE_BLOOM_FILTER_ROW);
  ck_assert_int_eq (hbase_family_descriptor_get_compression (plain), HBASE_COMPRESSION_NONE);
  ck_assert (hbase_family_descriptor_get_block_cache (plain));
  ck_assert (!hbase_family_descriptor_is_set (plain, "VERSIONS"));
  hbase_family_descriptor_set_max_versions (set, 1);
  ck_assert (hbase_family_descriptor_is_set (set, "versions"));
  ck_assert (!hbase_family_descriptor_is_set (set, "VERSION"));
  ck_assert (hbase_family_descriptor_equal (plain, set));
  hbase_family_descriptor_set_max_versions (set, 2);
  ck_assert (!hbase_family_descriptor_equal (plain, set));
  hbase_family_descriptor_unset (set, "VERSIONS");
  ck_assert (hbase_family_descriptor_equal (plain, set));
  text = hbase_family_descriptor_to_string (set);
  ck_assert_str_eq (text, "f");
}
END_TEST

START_TEST (changes_are_merged)
{
  g_autoptr (HBaseFamilyDescriptor) family = parse_family ("f {VERSIONS 3, TTL 1d, METADATA {A 1, B 2}}");
  g_autoptr (HBaseFamilyDescriptor) copy = hbase_family_descriptor_copy (family);
  g_autoptr (HBaseFamilyDescriptor) changes
      = parse_family ("g {TTL 2d, METADATA {B 3}, CONFIGURATION {a.b c}}");
  g_autofree char *text = NULL, *before = NULL;

  hbase_family_descriptor_merge (family, changes);
  text = hbase_family_descriptor_to_string (family);
  before = hbase_family_descriptor_to_string (copy);
  ck_assert_str_eq (text, "f {VERSIONS 3, TTL 2d, METADATA {A 1, B 3}, CONFIGURATION {a.b c}}");
  ck_assert_str_eq (before, "f {VERSIONS 3, TTL 1d, METADATA {A 1, B 2}}");
}
END_TEST

/* A durability that was set to the default is a change, too. */
START_TEST (changes_of_a_table_are_merged)
{
  g_autoptr (HBaseTableDescriptor) table
      = parse_table ("t {DURABILITY skip-wal, METADATA {A 1, B 2}} f {TTL 1d}");
  g_autoptr (HBaseTableDescriptor) changes = parse_table ("u {METADATA {B 3}} g f {VERSIONS 3}");
  g_autoptr (HBaseTableDescriptor) of_durability = parse_table ("u {DURABILITY use-default}");
  g_autoptr (HBaseTableDescriptor) copy = hbase_table_descriptor_copy (of_durability);
  g_autofree char *text = NULL, *without = NULL;

  hbase_table_descriptor_merge (table, changes);
  text = hbase_table_descriptor_to_string (table);
  ck_assert_str_eq (text, "t {DURABILITY skip-wal, METADATA {A 1, B 3}}\n  f {VERSIONS 3, TTL 1d}\n  g");
  hbase_table_descriptor_merge (table, copy);
  without = hbase_table_descriptor_to_string (table);
  ck_assert_str_eq (without, "t {METADATA {A 1, B 3}}\n  f {VERSIONS 3, TTL 1d}\n  g");
}
END_TEST

START_TEST (attributes_and_options_are_listed_and_removed)
{
  g_autoptr (HBaseTableDescriptor) table = parse_table ("t {METADATA {b 1, a 2}} f {CONFIGURATION {c.d e}}");
  HBaseFamilyDescriptor *family = hbase_table_descriptor_get_family (table, "f");
  g_auto (GStrv) names = hbase_table_descriptor_list_attributes (table);
  g_auto (GStrv) options = hbase_family_descriptor_list_configuration (family);
  g_auto (GStrv) none = hbase_family_descriptor_list_attributes (family);
  g_autofree char *text = NULL;

  ck_assert (g_strv_equal ((const char *const *) names, (const char *const[]){ "a", "b", NULL }));
  ck_assert (g_strv_equal ((const char *const *) options, (const char *const[]){ "c.d", NULL }));
  ck_assert_uint_eq (g_strv_length (none), 0);
  hbase_table_descriptor_remove_attribute (table, "a");
  hbase_table_descriptor_remove_attribute (table, "b");
  ck_assert_ptr_null (hbase_table_descriptor_ref_attribute (table, "a"));
  hbase_family_descriptor_set_configuration (family, "c.d", NULL);
  ck_assert_ptr_null (hbase_family_descriptor_dup_configuration (family, "c.d"));
  text = hbase_table_descriptor_to_string (table);
  ck_assert_str_eq (text, "t\n  f");
}
END_TEST

START_TEST (tables_are_compared_and_copied)
{
  g_autoptr (HBaseTableDescriptor) table = parse_table ("n:t {DURABILITY skip-wal} f {VERSIONS 2} g");
  g_autoptr (HBaseTableDescriptor) other = parse_table ("n:t {DURABILITY skip_wal} g f {VERSIONS 2}");
  g_autoptr (HBaseTableDescriptor) copy = hbase_table_descriptor_copy (table);

  ck_assert (hbase_table_descriptor_equal (table, other));
  ck_assert (hbase_table_descriptor_equal (table, copy));
  hbase_family_descriptor_set_max_versions (hbase_table_descriptor_get_family (copy, "f"), 3);
  ck_assert (!hbase_table_descriptor_equal (table, copy));
  ck_assert (hbase_table_descriptor_remove_family (other, "f"));
  ck_assert (!hbase_table_descriptor_remove_family (other, "f"));
  ck_assert (!hbase_table_descriptor_equal (table, other));
  hbase_table_descriptor_set_name (other, "u");
  ck_assert_str_eq (hbase_table_descriptor_get_name (other), "u");
}
END_TEST

/* ---- texts ---- */

/* A text, and how it is printed. */
static const struct {
  const char *text, *printed;
} texts[] = {
  { "t f", "t\n  f" },
  { "n:t\n\tf{}g{ }", "n:t\n  f\n  g" },
  { "t {} f {versions 1, ttl forever, blocksize 64k, IN_MEMORY FALSE}", "t\n  f" },
  { "t f {TTL 60}", "t\n  f {TTL 1m}" },
  { "t f {TTL 61}", "t\n  f {TTL 61s}" },
  { "t f {TTL 2H}", "t\n  f {TTL 2h}" },
  /* as HBase's shell prints them */
  { "t f {TTL '604800 SECONDS (7 DAYS)'}", "t\n  f {TTL 7d}" },
  { "t f {TTL '93784 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)'}", "t\n  f {TTL 93784s}" },
  { "t f {TTL '3661 SECONDS (1 HOUR 1 MINUTE 1 SECONDS)'}", "t\n  f {TTL 3661s}" },
  { "t f {TTL '1 SECOND'}", "t\n  f {TTL 1s}" },
  { "t f {TTL 'FOREVER'}", "t\n  f" },
  { "t f {TTL '1 day 12 hours'}", "t\n  f {TTL 36h}" },
  { "t f {BLOCKSIZE '65536 B (64KB)'}", "t\n  f" },
  { "t f {BLOCKSIZE '1050624 B (1MB 2KB)'}", "t\n  f {BLOCKSIZE 1026K}" },
  { "t f {BLOCKSIZE 1500b}", "t\n  f {BLOCKSIZE 1500}" },
  { "t f {BLOCKSIZE 2M}", "t\n  f {BLOCKSIZE 2M}" },
  { "t f {BLOOMFILTER ROWPREFIX_FIXED_LENGTH}", "t\n  f {BLOOMFILTER rowprefix-fixed-length}" },
  { "t f {COMPRESSION 9}", "t\n  f {COMPRESSION 9}" },
  { "t {DURABILITY FSYNC_WAL, METADATA {'a b' '\\x27ä\\\\'}} 'f g' g {METADATA {a '\\x00\\xFF'}}",
    "t {DURABILITY fsync-wal, METADATA {'a b' '\\x27ä\\x5C'}}\n  'f g'\n  g {METADATA {a '\\x00\\xFF'}}" },
  { "t {METADATA {}} f {CONFIGURATION {a.b ''}}", "t\n  f {CONFIGURATION {a.b ''}}" },
};

START_TEST (a_text_is_parsed_and_printed)
{
  g_autoptr (HBaseTableDescriptor) table = parse_table (texts[_i].text), again = NULL;
  g_autofree char *printed = hbase_table_descriptor_to_string (table);

  ck_assert_str_eq (printed, texts[_i].printed);
  again = parse_table (printed);
  ck_assert (hbase_table_descriptor_equal (table, again));
}
END_TEST

/* A text that isn't valid, and what the message says. */
static const struct {
  const char *text, *words;
} faulty[] = {
  { "", "byte 1 (its end): the name of a table is expected" },
  { "t {", "byte 4 (its end): the name of a setting is expected" },
  { "t f {VERSION 3}", "byte 6 (VERSION 3}): there is no such setting; there are VERSIONS, " },
  { "t f {VERSIONS}", "byte 14 (}): a value is expected" },
  { "t f {VERSIONS 0}", "byte 6 (VERSIONS 0}): VERSIONS can't be 0; it is a whole number from 1 to " },
  { "t f {VERSIONS 3d}", "VERSIONS can't be “3d”; it is a whole number" },
  { "t f {VERSIONS 3000000000}", "VERSIONS can't be “3000000000”" },
  { "t f {TTL 0}", "it is a duration from 1s on, as 90s" },
  { "t f {TTL 30000d}", "TTL can't be “30000d”" },
  { "t f {TTL '604800 SECONDS (8 DAYS)'}", "TTL can't be “604800 SECONDS (8 DAYS)”" },
  { "t f {TTL '604800 SECONDS (7 DAYS'}", "TTL can't be" },
  { "t f {TTL '604800 SECONDS ()'}", "TTL can't be" },
  { "t f {TTL '604800 SECONDS (7 DAYS) or so'}", "TTL can't be" },
  { "t f {TTL '7 DAYS 5'}", "TTL can't be" },
  { "t f {TTL '5 7 DAYS'}", "TTL can't be" },
  { "t f {TTL '1 HOUR 1 DAY'}", "TTL can't be" },
  { "t f {TTL '24855 DAYS 24 HOURS'}", "TTL can't be" },
  { "t f {VERSIONS '3 4'}", "VERSIONS can't be “3 4”" },
  { "t f {VERSIONS '3 (3)'}", "VERSIONS can't be" },
  { "t f {TTL -1}", "TTL can't be “-1”" },
  { "t f {BLOCKSIZE 1K, BLOCKSIZE 17M}",
    "byte 20 (BLOCKSIZE 17M}): BLOCKSIZE can't be 17M; it is a size from 1K to 16M" },
  { "t f {COMPRESSION zip}", "it is lzo, gz, none, snappy, lz4, bzip2, zstd" },
  { "t f {IN_MEMORY yes}", "it is true or false" },
  { "t f {VERSIONS 3 TTL 7d}", "byte 17 (TTL 7d}): a comma or } is expected" },
  { "t f {METADATA 3}", "a { is expected" },
  { "t f}", "byte 4 (}): the name of a column family is expected" },
  { "t {TTL 3}", "a table has DURABILITY" },
  { "t {DURABILITY most}", "DURABILITY is use-default" },
  { "t 'f", "byte 3 ('f): the quote that begins here isn't closed" },
  { "t '\\q'", "begins no escape" },
  { "t '\\xff'", "byte 3 ('\\x5Cxff'): this isn't UTF-8 text" },
};

START_TEST (a_faulty_text_is_refused_at_its_place)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_descriptor_new_from_string (faulty[_i].text, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (strstr (error->message, faulty[_i].words) != NULL, "“%s” lacks “%s”", error->message,
                 faulty[_i].words);
}
END_TEST

START_TEST (what_follows_a_family_or_a_namespace_is_refused)
{
  g_autoptr (GError) family = NULL, namespace = NULL;

  ck_assert_ptr_null (hbase_family_descriptor_new_from_string ("f g", &family));
  ck_assert_ptr_nonnull (strstr (family->message, "byte 3 (g): the text should end here"));
  ck_assert_ptr_null (hbase_namespace_descriptor_new_from_string ("n {a b} c", &namespace));
  ck_assert_ptr_nonnull (strstr (namespace->message, "byte 9 (c)"));
}
END_TEST

/* Limits that depend on one another are checked before a descriptor is sent. */
START_TEST (a_descriptor_is_checked)
{
  g_autoptr (HBaseTableDescriptor) table = parse_table ("t f {VERSIONS 2, MIN_VERSIONS 3}");
  g_autoptr (HBaseTableDescriptor) small = parse_table ("t f");
  g_autoptr (GError) versions = NULL, size = NULL;

  ck_assert (!hbase_table_descriptor_check (table, NULL, &versions));
  ck_assert_str_eq (versions->message,
                    "table “t”, family “f”: MIN_VERSIONS is 3, VERSIONS only 2; at most as "
                    "many can be kept");
  hbase_family_descriptor_set_block_size (hbase_table_descriptor_get_family (small, "f"), 10);
  ck_assert (!hbase_table_descriptor_check (small, NULL, &size));
  ck_assert_str_eq (size->message,
                    "table “t”, family “f”: BLOCKSIZE can't be 10; it is a size from 1K to 16M");
}
END_TEST

static HBaseSlice
draw_word (GRand *rand, guint8 *bytes, guint most, gboolean is_text)
{
  gsize length = (gsize) g_rand_int_range (rand, is_text, (gint32) most + 1);

  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) g_rand_int_range (rand, is_text ? 1 : 0, is_text ? 127 : 256);
  return hbase_slice (bytes, length);
}

static void
draw_settings (GRand *rand, HBaseFamilyDescriptor *family)
{
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    {
      const HBaseFamilySetting *setting = &hbase_family_settings[i];
      gint32 value = g_rand_int_range (rand, setting->least, setting->greatest) + g_rand_boolean (rand);

      if (g_rand_boolean (rand))
        hbase_family_descriptor_set_setting (family, i,
                                             g_rand_boolean (rand) ? value : MIN (value, setting->least + 7));
    }
}

static HBaseFamilyDescriptor *
draw_family (GRand *rand)
{
  guint8 bytes[32], value[32];
  HBaseSlice name = draw_word (rand, bytes, 20, TRUE);
  g_autofree char *text = g_strndup ((const char *) name.data, name.length);
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new (text);

  draw_settings (rand, family);
  for (guint n = (guint) g_rand_int_range (rand, 0, 3); n > 0; n--)
    {
      HBaseSlice drawn = draw_word (rand, value, 20, FALSE);

      hbase_family_descriptor_set_attribute (family, text, drawn.data, drawn.length);
      hbase_family_descriptor_set_configuration (family, text, text);
    }
  return family;
}

START_TEST (any_descriptor_is_printed_and_parsed_back)
{
  g_autoptr (GRand) rand = test_rand_new ("descriptors/text");

  for (guint i = 0; i < test_times (2000); i++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = draw_family (rand);
      g_autofree char *text = hbase_family_descriptor_to_string (family);
      g_autoptr (HBaseFamilyDescriptor) parsed = parse_family (text);

      ck_assert_msg (hbase_family_descriptor_equal (family, parsed), "%s", text);
    }
}
END_TEST

START_TEST (a_namespace_has_a_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseNamespaceDescriptor) shop
      = hbase_namespace_descriptor_new_from_string ("shop { hbase.namespace.quota.maxtables 5 }", &error);
  g_autoptr (HBaseNamespaceDescriptor) copy = hbase_namespace_descriptor_copy (shop);
  g_autofree char *text = hbase_namespace_descriptor_to_string (shop), *quota = NULL;
  g_auto (GStrv) options = hbase_namespace_descriptor_list_configuration (shop);

  ck_assert_no_error (error);
  ck_assert_str_eq (hbase_namespace_descriptor_get_name (shop), "shop");
  ck_assert_str_eq (text, "shop {hbase.namespace.quota.maxtables 5}");
  quota = hbase_namespace_descriptor_dup_configuration (shop, "hbase.namespace.quota.maxtables");
  ck_assert_str_eq (quota, "5");
  ck_assert_uint_eq (g_strv_length (options), 1);
  ck_assert (hbase_namespace_descriptor_equal (shop, copy));
  hbase_namespace_descriptor_set_configuration (copy, "a", "b");
  ck_assert (!hbase_namespace_descriptor_equal (shop, copy));
}
END_TEST

/* ---- differences ---- */

START_TEST (differences_from_a_request_are_listed)
{
  g_autoptr (HBaseTableDescriptor) requested = parse_table (
      "t {DURABILITY sync-wal, METADATA {A 1}} f {TTL 7d, VERSIONS 1, CONFIGURATION {a.b 2}} g");
  g_autoptr (HBaseTableDescriptor) found
      = parse_table ("t {METADATA {B 1}} f {IN_MEMORY true, TTL 1d, CONFIGURATION {a.b 3}} h");
  g_autoptr (GPtrArray) lines = hbase_table_descriptor_list_differences (requested, found);
  g_autoptr (GPtrArray) none = hbase_table_descriptor_list_differences (requested, requested);
  g_autofree char *text = NULL;

  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);
  ck_assert_str_eq (text, "t: DURABILITY is use-default, not sync-wal\n"
                          "t: A is not set, not 1\n"
                          "f: TTL is 1d, not 7d\n"
                          "f: a.b is 3, not 2\n"
                          "g: this column family is missing");
  ck_assert_uint_eq (none->len, 0);
}
END_TEST

/* What HBase doesn't give back, or gives back in another form, is no difference. */
START_TEST (attributes_that_repeat_settings_are_no_differences)
{
  g_autoptr (HBaseTableDescriptor) requested
      = parse_table ("t {METADATA {hbase.store.file-tracker.impl DEFAULT, IS_META false}} "
                     "f {TTL 1d, METADATA {NEW_VERSION_BEHAVIOR false, VERSIONS 3, TTL 5}}");
  g_autoptr (HBaseTableDescriptor) found = parse_table ("t f {VERSIONS 3, TTL 1d}");
  g_autoptr (HBaseTableDescriptor) other = parse_table ("t f {VERSIONS 2, TTL 1d}");
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) one = hbase_table_descriptor_list_differences (requested, other);

  hbase_table_descriptor_set_attribute (requested, "EMPTY", (const guint8 *) "", 0);
  none = hbase_table_descriptor_list_differences (requested, found);
  ck_assert_uint_eq (none->len, 0);
  ck_assert_uint_eq (one->len, 1);
  ck_assert_str_eq (one->pdata[0], "f: VERSIONS is 2, not 3");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("descriptors");

  tcase_add_test (tests, every_setting_has_a_text);
  tcase_add_test (tests, a_setting_that_is_not_set_has_the_default_of_hbase);
  tcase_add_test (tests, changes_are_merged);
  tcase_add_test (tests, changes_of_a_table_are_merged);
  tcase_add_test (tests, attributes_and_options_are_listed_and_removed);
  tcase_add_test (tests, tables_are_compared_and_copied);
  tcase_add_loop_test (tests, a_text_is_parsed_and_printed, 0, G_N_ELEMENTS (texts));
  tcase_add_loop_test (tests, a_faulty_text_is_refused_at_its_place, 0, G_N_ELEMENTS (faulty));
  tcase_add_test (tests, what_follows_a_family_or_a_namespace_is_refused);
  tcase_add_test (tests, a_descriptor_is_checked);
  tcase_add_test (tests, any_descriptor_is_printed_and_parsed_back);
  tcase_add_test (tests, a_namespace_has_a_text);
  tcase_add_test (tests, differences_from_a_request_are_listed);
  tcase_add_test (tests, attributes_that_repeat_settings_are_no_differences);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("descriptors", fill)
