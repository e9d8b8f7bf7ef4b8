/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"
#include "test-seed.h"

/* Scans of several regions or buckets at a time, against a sorted array: in process, and through gateways that
 * fail, with one channel and with many. */

#define MAX_KEY 4
#define N_ROWS 400

static const char letters[] = "abyz";

/* ---- keys, and what a scan of them should give ---- */

static char *
draw_key (GRand *rand, guint least)
{
  guint length = (guint) g_rand_int_range (rand, (gint32) least, MAX_KEY + 1);
  char *key = g_malloc0 (length + 1);

  for (guint i = 0; i < length; i++)
    key[i] = letters[g_rand_int_range (rand, 0, 4)];
  return key;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Different ones, in order. */
static GPtrArray *
draw_keys (GRand *rand, guint n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      char *key = draw_key (rand, 1);

      if (g_hash_table_contains (seen, key))
        {
          g_free (key);
          continue;
        }
      g_hash_table_add (seen, key);
      g_ptr_array_add (keys, key);
    }
  g_ptr_array_sort (keys, compare_texts);
  return keys;
}

typedef struct {
  char *start, *stop, *prefix;
  gboolean reversed, without_start, with_stop;
  guint limit, caching, lanes;
  gboolean ordered;
} Question;

static Question
draw_question (GRand *rand)
{
  gboolean ranged = g_rand_boolean (rand), narrow = g_rand_int_range (rand, 0, 4) == 0;

  return (Question){ .start = draw_key (rand, ranged ? 0 : MAX_KEY),
                     .stop = ranged ? draw_key (rand, 0) : g_strdup (""),
                     .prefix = narrow ? g_strndup (&letters[g_rand_int_range (rand, 0, 4)], 1) : g_strdup (""),
                     .reversed = g_rand_boolean (rand),
                     .without_start = g_rand_boolean (rand),
                     .with_stop = g_rand_boolean (rand),
                     .limit = g_rand_boolean (rand) ? (guint) g_rand_int_range (rand, 1, 50) : 0,
                     .caching = (guint) g_rand_int_range (rand, 0, 12),
                     .lanes = (guint) g_rand_int_range (rand, 0, 9),
                     .ordered = g_rand_boolean (rand) };
}

static void
question_clear (Question *question)
{
  g_free (question->start);
  g_free (question->stop);
  g_free (question->prefix);
}

static HBaseScan *
scan_of (const Question *question)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_start (scan, BYTES (question->start));
  hbase_scan_set_stop (scan, BYTES (question->stop));
  hbase_scan_set_prefix (scan, BYTES (question->prefix));
  hbase_scan_set_start_inclusive (scan, !question->without_start);
  hbase_scan_set_stop_inclusive (scan, question->with_stop);
  hbase_scan_set_reversed (scan, question->reversed);
  hbase_scan_set_limit (scan, question->limit);
  hbase_scan_set_caching (scan, question->caching);
  hbase_scan_set_lanes (scan, question->lanes, question->ordered);
  return scan;
}

static gboolean
is_asked_for (const Question *question, const char *key)
{
  int sign = question->reversed ? -1 : 1;

  return g_str_has_prefix (key, question->prefix)
         && (*question->start == '\0'
             || sign * strcmp (key, question->start) >= (question->without_start ? 1 : 0))
         && (*question->stop == '\0'
             || sign * strcmp (key, question->stop) < (question->with_stop ? 1 : 0));
}

/* The keys one behind the other, each with a dot. */
static char *
expected_of (const Question *question, GPtrArray *keys, guint limit)
{
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < keys->len && (limit == 0 || n < limit); i++)
    {
      const char *key = keys->pdata[question->reversed ? keys->len - 1 - i : i];

      if (is_asked_for (question, key))
        {
          g_string_append_printf (text, "%s.", key);
          n++;
        }
    }
  return g_string_free (text, FALSE);
}

static void
append_key (GString *text, HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_key (row, &length);

  g_string_append_printf (text, "%.*s.", (int) length, (const char *) key);
}

/* By turns as single rows and in batches. */
static char *
read_cursor (HBaseTableCursor *cursor)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  guint64 n_rows = 0;

  while (TRUE)
    {
      g_autoptr (GPtrArray) batch = NULL;
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

      ck_assert_no_error (error);
      if (row == NULL)
        break;
      append_key (text, row);
      batch = hbase_table_cursor_next_batch (cursor, 3, NULL, &error);
      ck_assert_no_error (error);
      n_rows += 1 + (batch != NULL ? batch->len : 0);
      for (guint i = 0; batch != NULL && i < batch->len; i++)
        append_key (text, batch->pdata[i]);
    }
  ck_assert_uint_eq (hbase_table_cursor_get_n_rows (cursor), n_rows);
  return g_string_free (text, FALSE);
}

static char *
sorted (const char *text, gboolean reversed)
{
  g_auto (GStrv) keys = g_strsplit (text, ".", -1);
  g_autoptr (GPtrArray) array = g_ptr_array_new ();
  GString *joined = g_string_new (NULL);

  for (guint i = 0; keys[i] != NULL && *keys[i] != '\0'; i++)
    g_ptr_array_add (array, keys[i]);
  g_ptr_array_sort (array, compare_texts);
  for (guint i = 0; i < array->len; i++)
    g_string_append_printf (joined, "%s.",
                            (const char *) array->pdata[reversed ? array->len - 1 - i : i]);
  return g_string_free (joined, FALSE);
}

/* Rows as they come are as good as any that were asked for: each once, and as many as were wanted. */
static void
assert_some (const char *got, const Question *question, GPtrArray *keys)
{
  g_autofree char *all = expected_of (question, keys, 0);
  g_autofree char *first = expected_of (question, keys, question->limit);
  g_auto (GStrv) rows = g_strsplit (got, ".", -1), wanted = g_strsplit (first, ".", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *framed = g_strconcat (".", all, NULL);

  ck_assert_uint_eq (g_strv_length (rows), g_strv_length (wanted));
  for (guint i = 0; rows[i] != NULL && *rows[i] != '\0'; i++)
    {
      g_autofree char *word = g_strconcat (".", rows[i], ".", NULL);

      ck_assert (g_hash_table_add (seen, rows[i]));
      ck_assert_ptr_nonnull (strstr (framed, word));
    }
}

static void
assert_reads (HBaseTable *table, const Question *question, GPtrArray *keys)
{
  g_autoptr (HBaseScan) scan = scan_of (question);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autofree char *got = read_cursor (cursor);
  g_autofree char *expected = expected_of (question, keys, question->limit);

  if (question->lanes > 1 && !question->ordered)
    assert_some (got, question, keys);
  else
    ck_assert_str_eq (got, expected);
}

static HBaseTable *
split_table (HBaseConnection *connection, GRand *rand, const char *name)
{
  g_autoptr (HBaseAdmin) admin = hbase_connection_get_admin (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) keys = draw_keys (rand, 7);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (splits, g_bytes_new (BYTES ((const char *) keys->pdata[i])));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  return hbase_connection_get_table (connection, name);
}

static void
write_rows (HBaseTable *table, GPtrArray *keys)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (puts, api_put (keys->pdata[i], "v"));
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

START_TEST (any_lanes_read_what_one_does)
{
  g_autoptr (GRand) rand = test_rand_new ("lanes");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = split_table (connection, rand, "t");
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);

  write_rows (table, keys);
  for (guint i = 0; i < test_times (400); i++)
    {
      Question question = draw_question (rand);

      assert_reads (table, &question, keys);
      question_clear (&question);
    }
}
END_TEST

/* ---- through gateways ---- */

static HBaseConnection *
connect_to (Relay *relay, guint max_channels)
{
  g_autofree char *uri = relay_uri (relay, 0);
  HBaseConnection *connection = api_connect (uri);

  g_object_set (connection, "max-channels", max_channels, NULL);
  return connection;
}

/* As many cursors as there are keys' first letters, each asked in the midst of the others. */
START_TEST (cursors_nest_in_a_pool_of_one)
{
  static const guint channels[] = { 1, 2, 8 };
  g_autoptr (GRand) rand = test_rand_new ("nested");
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseConnection) connection = connect_to (relay, channels[_i]);
  g_autoptr (HBaseTable) table = split_table (connection, rand, "t");
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);
  Question all = { g_strdup (""), g_strdup (""), g_strdup (""), FALSE, FALSE, FALSE, 0, 5, 4, TRUE };
  g_autoptr (HBaseScan) outer_scan = scan_of (&all);
  g_autoptr (HBaseTableCursor) outer = hbase_table_scan (table, outer_scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  write_rows (table, keys);
  while ((row = hbase_table_cursor_next (outer, NULL, &error)) != NULL)
    {
      all.reversed = n % 2;
      all.ordered = n % 3 != 0;
      if (n++ % 60 == 0)
        assert_reads (table, &all, keys);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (n, keys->len);
  question_clear (&all);
}
END_TEST

START_TEST (lanes_go_on_after_faults)
{
  static const RelayDeed deeds[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY, RELAY_CUT };
  g_autoptr (GRand) rand = test_rand_new ("faults");
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseConnection) connection = connect_to (relay, 4);
  g_autoptr (HBaseTable) table = split_table (connection, rand, "t");
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);
  gint before = relay->log->faults;

  write_rows (table, keys);
  for (guint i = 0; i < test_times (60); i++)
    {
      Question question = draw_question (rand);

      question.lanes = 2 + question.lanes % 4;
      relay_tell (relay, (guint) g_rand_int_range (rand, 0, 12), (guint) g_rand_int_range (rand, 1, 4),
                  deeds[i % G_N_ELEMENTS (deeds)]);
      assert_reads (table, &question, keys);
      question_clear (&question);
    }
  ck_assert_int_gt (relay->log->faults, before);
}
END_TEST

START_TEST (a_limit_that_fits_asks_no_regions)
{
  g_autoptr (GRand) rand = test_rand_new ("small");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = split_table (connection, rand, "t");
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);
  Question few = { g_strdup (""), g_strdup (""), g_strdup (""), TRUE, FALSE, FALSE, 10, 0, 8, FALSE };
  g_autoptr (HBaseScan) scan = scan_of (&few);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autofree char *rows = NULL;

  write_rows (table, keys);
  rows = read_cursor (cursor);
  ck_assert_uint_eq (hbase_table_cursor_get_n_calls (cursor), 1);
  ck_assert_uint_eq (hbase_table_cursor_get_n_rows (cursor), 10);
  ck_assert_uint_eq (hbase_table_cursor_get_n_cells (cursor), 10);
  ck_assert_uint_gt (hbase_table_cursor_get_n_bytes (cursor), 100);
  ck_assert_uint_eq (hbase_table_cursor_get_n_resumes (cursor), 0);
  question_clear (&few);
}
END_TEST

/* ---- salted tables ---- */

static const char *const salted_schemas[] = {
  "salt:random(4),id:bytes",
  "salt:one-of(x,y,z),id:bytes",
  "salt:phoenix(16),id:bytes",
  "a:random(2),b:random(3),id:bytes",
  "id:bytes",
};

static HBaseSaltedTable *
salted_table (HBaseConnection *connection, const char *schema_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (schema_text, &error);
  g_autoptr (HBaseTable) table = NULL;

  ck_assert_no_error (error);
  api_create (connection, "t");
  table = hbase_connection_get_table (connection, "t");
  hbase_table_set_key_schema (table, schema);
  return hbase_salted_table_new (table);
}

static void
write_salted (HBaseSaltedTable *salted, GPtrArray *keys)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    {
      g_autoptr (HBasePut) put = api_put (keys->pdata[i], "v");

      assert_works (hbase_salted_table_put (salted, put, NULL, &error), error);
    }
}

/* By their unsalted keys. */
static char *
read_unsalted (HBaseTableCursor *cursor)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      g_autoptr (GBytes) key = hbase_row_ref_unsalted_key (row, &error);

      ck_assert_no_error (error);
      g_string_append_printf (text, "%.*s.", (int) g_bytes_get_size (key),
                              (const char *) g_bytes_get_data (key, NULL));
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return g_string_free (text, FALSE);
}

START_TEST (salted_rows_come_in_the_order_of_their_unsalted_keys)
{
  g_autoptr (GRand) rand = test_rand_new ("salted");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseSaltedTable) salted = salted_table (connection, salted_schemas[_i]);
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);

  write_salted (salted, keys);
  for (guint i = 0; i < test_times (100); i++)
    {
      Question question = draw_question (rand);
      g_autoptr (HBaseScan) scan = NULL;
      g_autoptr (HBaseTableCursor) cursor = NULL;
      g_autofree char *got = NULL, *expected = NULL;

      question.ordered = TRUE;
      scan = scan_of (&question);
      cursor = hbase_salted_table_scan (salted, scan);
      got = read_unsalted (cursor);
      expected = expected_of (&question, keys, question.limit);
      ck_assert_str_eq (got, expected);
      question_clear (&question);
    }
}
END_TEST

START_TEST (salted_rows_may_come_unordered)
{
  g_autoptr (GRand) rand = test_rand_new ("salted");
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseSaltedTable) salted = salted_table (connection, "salt:random(4),id:bytes");
  g_autoptr (GPtrArray) keys = draw_keys (rand, N_ROWS);
  Question question = { g_strdup (""), g_strdup (""), g_strdup (""), TRUE, FALSE, FALSE, 0, 7, 3, FALSE };
  g_autoptr (HBaseScan) scan = scan_of (&question);
  g_autoptr (HBaseTableCursor) cursor = hbase_salted_table_scan (salted, scan);
  g_autofree char *got = NULL, *in_order = NULL, *expected = NULL;

  write_salted (salted, keys);
  got = read_unsalted (cursor);
  in_order = sorted (got, TRUE);
  expected = expected_of (&question, keys, 0);
  ck_assert_str_eq (in_order, expected);
  ck_assert_str_ne (got, expected);
  question_clear (&question);
}
END_TEST

START_TEST (an_order_that_cannot_be_is_refused)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseSaltedTable) salted = salted_table (connection, "user:uint8,salt:random(4),id:bytes");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_salted_table_scan (salted, scan), within = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "a field before a salt");
  g_clear_error (&error);

  hbase_scan_set_prefix (scan, (const guint8 *) "\x07", 1);
  within = hbase_salted_table_scan (salted, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (within, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

START_TEST (without_a_key_schema_there_are_no_unsalted_keys)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSaltedTable) salted = hbase_salted_table_new (table);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_salted_table_scan (salted, scan);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "key schema");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("lanes");

  tcase_add_test (tests, any_lanes_read_what_one_does);
  tcase_add_loop_test (tests, cursors_nest_in_a_pool_of_one, 0, 3);
  tcase_add_test (tests, lanes_go_on_after_faults);
  tcase_add_test (tests, a_limit_that_fits_asks_no_regions);
  suite_add_tcase (suite, tests);

  tests = tcase_create ("salted");
  tcase_add_loop_test (tests, salted_rows_come_in_the_order_of_their_unsalted_keys, 0,
                       G_N_ELEMENTS (salted_schemas));
  tcase_add_test (tests, salted_rows_may_come_unordered);
  tcase_add_test (tests, an_order_that_cannot_be_is_refused);
  tcase_add_test (tests, without_a_key_schema_there_are_no_unsalted_keys);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("lanes", fill)
