/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "test-seed.h"

/* Ranges of keys without salts, compared with a sorted array: of tables with each kind of salt and keys of
 * each kind, in both directions, by a cursor and by pages. Keys are close to each other, and many bounds are
 * the key right after another one, as the salts of these have nothing in common. */

#define N_SCANS 200
#define MAX_ROWS 24
#define MAX_PAGE 4

static const char *const schemas[] = {
  "salt:random(3),id:TYPE,n:uint8",        "salt:one-of(a,b,c),id:TYPE,n:uint8",
  "salt:hash-of(a,b,c),id:TYPE,n:uint8",   "salt:md5-hex(1,id),id:TYPE,n:uint8",
  "salt:modulo(7,id),id:TYPE,n:uint8",     "salt:phoenix(4),id:TYPE,n:uint8",
  "salt:opentsdb(1,5,id),id:TYPE,n:uint8", "id:TYPE,n:uint8,salt:random(3)",
  "id:TYPE,n:uint8,salt:md5-hex(1,n)",
};

/* Neighbours by value, or by their bytes. */
static const struct {
  const char *type;
  gboolean is_whole; /* a salt by modulo needs a whole number */
  const char *values;
} types[] = {
  { "uint8", TRUE, "0 1 2 5 6 7 254 255" },
  { "uint64", TRUE, "0 1 5 6 7 255 256 257 65535 65536 18446744073709551615" },
  { "int64", TRUE, "-2 -1 0 1 5 6 255 256" },
  { "ordered-int32", TRUE, "-257 -256 -2 -1 0 1 5 6" },
  { "reverse-ms", FALSE, "0 1 5 6 255 256" },
  { "decimal(3)", FALSE, "0 5 6 9 10 99 100" },
  { "double", FALSE, "-1 0 1 1.0000000000000002 2" },
  { "text-z", FALSE, "a aa ab b ba c" },
  { "bytes(2)", FALSE, "aa ab ba bb a\\x00 a\\xFF b\\x00 \\xFF\\xFF" },
  { "bytes-z", FALSE, "a a\\x00 a\\x01 b \\xFF" },
  { "ob-int32", FALSE, "-1 0 5 6 255 256" },
  { "ob-text", FALSE, "a aa ab b" },
};

static GBytes *
unsalted_key (HBaseKeySchema *schema, const char *id, guint n)
{
  g_autofree char *text = g_strdup_printf ("id=%s,n=%u", id, n);
  g_autoptr (GError) error = NULL;
  GBytes *key = hbase_key_schema_unsalted_key_from_escaped (schema, text, FALSE, &error);

  ck_assert_no_error (error);
  return key;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* Returns all keys of these values, and of several values of a second field, in their order. */
static GPtrArray *
list_keys (HBaseKeySchema *schema, const char *values)
{
  static const guint seconds[] = { 0, 1, 255 };
  g_auto (GStrv) words = g_strsplit (values, " ", -1);
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; words[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (seconds); k++)
      g_ptr_array_add (keys, unsalted_key (schema, words[i], seconds[k]));
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}

static void
put_key (HBaseTable *table, GBytes *key)
{
  g_autoptr (HBasePut) put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  g_autoptr (GError) error = NULL;

  hbase_put_set_assume_new (put, TRUE);
  hbase_put_add_utf8 (put, "f", "q", "v");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

/* Puts some of the keys and returns them. */
static GPtrArray *
put_some (HBaseTable *table, GRand *rand, const GPtrArray *keys)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < keys->len; i++)
    if (rows->len < MAX_ROWS && g_rand_int_range (rand, 0, 4) > 0)
      {
        put_key (table, keys->pdata[i]);
        g_ptr_array_add (rows, g_bytes_ref (keys->pdata[i]));
      }
  return rows;
}

/* ---- scans ---- */

typedef struct {
  GBytes *start, *stop, *prefix; /* NULL: none */
  gboolean with_start, with_stop, reversed;
} Range;

static GBytes *
random_prefix (GRand *rand, const GPtrArray *keys)
{
  GBytes *key = keys->pdata[g_rand_int_range (rand, 0, (gint32) keys->len)];
  gsize length = g_bytes_get_size (key);

  return g_bytes_new_from_bytes (key, 0, g_rand_boolean (rand) ? length : 1 + g_rand_int (rand) % length);
}

/* Returns the key of this length that comes right after another one, or before it. */
static GBytes *
next_to (GBytes *key, gboolean after)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);
  guint8 *next = g_memdup2 (data, length);

  next[length - 1] = (guint8) (next[length - 1] + (after ? 1 : -1));
  return g_bytes_new_take (next, length);
}

/* A start after its stop would be refused. */
static void
order_bounds (Range *range)
{
  GBytes *start = range->start;
  int order = start != NULL && range->stop != NULL ? g_bytes_compare (start, range->stop) : 0;

  if (order == 0 || (order < 0) != range->reversed)
    return;
  range->start = range->stop;
  range->stop = start;
}

static Range
random_range (GRand *rand, const GPtrArray *keys)
{
  Range range = { .with_start = g_rand_boolean (rand),
                  .with_stop = g_rand_boolean (rand),
                  .reversed = g_rand_boolean (rand) };

  if (g_rand_int_range (rand, 0, 6) > 0)
    range.start = random_prefix (rand, keys);
  if (range.start != NULL && g_rand_boolean (rand))
    range.stop = next_to (range.start, !range.reversed);
  else if (g_rand_int_range (rand, 0, 6) > 0)
    range.stop = random_prefix (rand, keys);
  if (g_rand_int_range (rand, 0, 4) == 0)
    range.prefix = random_prefix (rand, keys);
  order_bounds (&range);
  return range;
}

static void
range_clear (Range *range)
{
  g_clear_pointer (&range->start, g_bytes_unref);
  g_clear_pointer (&range->stop, g_bytes_unref);
  g_clear_pointer (&range->prefix, g_bytes_unref);
}

static gboolean
is_after (GBytes *bound, gboolean included, gboolean reversed, GBytes *key)
{
  int order = bound != NULL ? g_bytes_compare (key, bound) : 1;

  if (order == 0 || bound == NULL)
    return included || bound == NULL;
  return (order > 0) != reversed;
}

static gboolean
has_prefix (GBytes *key, GBytes *prefix)
{
  gsize length = prefix != NULL ? g_bytes_get_size (prefix) : 0;

  return length == 0
         || (g_bytes_get_size (key) >= length
             && memcmp (g_bytes_get_data (key, NULL), g_bytes_get_data (prefix, NULL), length) == 0);
}

static void
append_key (GString *text, GBytes *key)
{
  for (gsize i = 0; key != NULL && i < g_bytes_get_size (key); i++)
    g_string_append_printf (text, "%02x", ((const guint8 *) g_bytes_get_data (key, NULL))[i]);
  g_string_append_c (text, ' ');
}

static char *
list_expected (const Range *range, const GPtrArray *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      GBytes *key = rows->pdata[range->reversed ? rows->len - 1 - i : i];

      if (is_after (range->start, range->with_start, range->reversed, key)
          && is_after (range->stop, range->with_stop, !range->reversed, key)
          && has_prefix (key, range->prefix))
        append_key (text, key);
    }
  return g_string_free (text, FALSE);
}

static void
set_bound (HBaseScan *scan, void (*set) (HBaseScan *, const guint8 *, gsize), GBytes *bound)
{
  if (bound != NULL)
    set (scan, g_bytes_get_data (bound, NULL), g_bytes_get_size (bound));
}

static HBaseScan *
make_scan (const Range *range)
{
  HBaseScan *scan = hbase_scan_new ();

  set_bound (scan, hbase_scan_set_start, range->start);
  set_bound (scan, hbase_scan_set_stop, range->stop);
  set_bound (scan, hbase_scan_set_prefix, range->prefix);
  hbase_scan_set_start_inclusive (scan, range->with_start);
  hbase_scan_set_stop_inclusive (scan, range->with_stop);
  hbase_scan_set_reversed (scan, range->reversed);
  return scan;
}

/* ---- reading ---- */

static void
append_row (GString *text, HBaseRow *row)
{
  g_autoptr (GBytes) key = hbase_row_ref_key (row);

  append_key (text, key);
}

static char *
read_by_cursor (HBaseTable *table, HBaseScan *scan)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      append_row (text, row);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return g_string_free (text, FALSE);
}

/* From the last page to the first one. */
static char *
read_by_pages (HBaseTable *table, HBaseScan *scan, guint size)
{
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, size);
  g_autoptr (GError) error = NULL;
  HBasePage *page = hbase_page_iterator_last (pages, NULL, &error);
  char *text = g_strdup ("");

  for (; page != NULL; page = hbase_page_iterator_previous (pages, NULL, &error))
    {
      g_autofree char *later = text;
      GString *rows = g_string_new (NULL);

      for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
        append_row (rows, hbase_page_get_row (page, i));
      text = g_string_free (g_string_append (rows, later), FALSE);
      hbase_page_unref (page);
    }
  ck_assert_no_error (error);
  return text;
}

static void
assert_rows (
    const char *rows, const char *expected, HBaseKeySchema *schema, const Range *range, const char *how)
{
  g_autoptr (GString) bounds = g_string_new (NULL);

  append_key (bounds, range->start);
  append_key (bounds, range->stop);
  append_key (bounds, range->prefix);
  ck_assert_msg (g_str_equal (rows, expected),
                 "%s, %s: start, stop and prefix %s(included: %d %d, reversed: %d) give %snot %s",
                 hbase_key_schema_get_text (schema), how, bounds->str, range->with_start, range->with_stop,
                 range->reversed, rows, expected);
}

static void
check_range (
    HBaseTable *table, HBaseKeySchema *schema, GRand *rand, const GPtrArray *keys, const GPtrArray *rows)
{
  Range range = random_range (rand, keys);
  g_autoptr (HBaseScan) scan = make_scan (&range);
  g_autofree char *expected = list_expected (&range, rows), *by_cursor = read_by_cursor (table, scan);

  assert_rows (by_cursor, expected, schema, &range, "by a cursor");
  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      g_autofree char *by_pages
          = read_by_pages (table, scan, (guint) g_rand_int_range (rand, 1, MAX_PAGE + 1));

      assert_rows (by_pages, expected, schema, &range, "by pages");
    }
  range_clear (&range);
}

static void
check_schema (HBaseConnection *connection, GRand *rand, const char *form, guint type)
{
  g_autoptr (GString) text = g_string_new (form);
  g_autofree char *name = g_strdup_printf ("t%u", type);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GPtrArray) keys = NULL, rows = NULL;
  guint n = test_times (N_SCANS);

  g_string_replace (text, "TYPE", types[type].type, 0);
  schema = hbase_key_schema_new (text->str, &error);
  ck_assert_no_error (error);
  api_create (connection, name);
  table = hbase_table_new_unsalted (connection, name, schema);
  keys = list_keys (schema, types[type].values);
  rows = put_some (table, rand, keys);
  for (guint i = 0; i < n; i++)
    check_range (table, schema, rand, keys, rows);
}

START_TEST (a_range_has_the_rows_of_a_sorted_array)
{
  g_autoptr (GRand) rand = test_rand_new ("salted ranges");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  gboolean needs_whole = strstr (schemas[_i], "modulo") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].is_whole || !needs_whole)
      check_schema (connection, rand, schemas[_i], i);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salted ranges");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, a_range_has_the_rows_of_a_sorted_array, 0, G_N_ELEMENTS (schemas));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salted ranges", fill)
