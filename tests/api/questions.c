/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "questions.h"

#define MAX_KEY 4
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
GPtrArray *
questions_draw_keys (GRand *rand, guint n)
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

/* A range that starts behind its stop is refused. */
static void
put_in_order (Question *question)
{
  char *start = question->start;
  int order = strcmp (question->start, question->stop);

  if (*question->stop == '\0' || *start == '\0' || (question->reversed ? order >= 0 : order <= 0))
    return;
  question->start = question->stop;
  question->stop = start;
}

Question
question_draw (GRand *rand)
{
  gboolean ranged = g_rand_boolean (rand), narrow = g_rand_int_range (rand, 0, 4) == 0;

  Question question = { .start = draw_key (rand, ranged ? 0 : MAX_KEY),
                     .stop = ranged ? draw_key (rand, 0) : g_strdup (""),
                     .prefix = narrow ? g_strndup (&letters[g_rand_int_range (rand, 0, 4)], 1) : g_strdup (""),
                     .reversed = g_rand_boolean (rand),
                     .without_start = g_rand_boolean (rand),
                     .with_stop = g_rand_boolean (rand),
                     .limit = g_rand_boolean (rand) ? (guint) g_rand_int_range (rand, 1, 50) : 0,
                     .caching = (guint) g_rand_int_range (rand, 0, 12),
                     .lanes = (guint) g_rand_int_range (rand, 0, 9),
                     .ordered = g_rand_boolean (rand) };

  put_in_order (&question);
  return question;
}

Question
question_all (void)
{
  return (Question){ .start = g_strdup (""), .stop = g_strdup (""), .prefix = g_strdup (""), .ordered = TRUE };
}

void
question_clear (Question *question)
{
  g_free (question->start);
  g_free (question->stop);
  g_free (question->prefix);
}

HBaseScan *
question_scan (const Question *question)
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
char *
question_expected (const Question *question, GPtrArray *keys, guint limit)
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
char *
questions_read (HBaseTableCursor *cursor)
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

char *
questions_sort (const char *text, gboolean reversed)
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
  g_autofree char *all = question_expected (question, keys, 0);
  g_autofree char *first = question_expected (question, keys, question->limit);
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

void
question_assert (HBaseTable *table, const Question *question, GPtrArray *keys)
{
  g_autoptr (HBaseScan) scan = question_scan (question);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autofree char *got = questions_read (cursor);
  g_autofree char *expected = question_expected (question, keys, question->limit);

  if (question->lanes > 1 && !question->ordered)
    assert_some (got, question, keys);
  else
    ck_assert_str_eq (got, expected);
}

HBaseTable *
questions_table (HBaseConnection *connection, GRand *rand, const char *name)
{
  g_autoptr (HBaseAdmin) admin = hbase_connection_get_admin (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, 7);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (splits, g_bytes_new (BYTES ((const char *) keys->pdata[i])));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  return hbase_connection_get_table (connection, name);
}

void
questions_write (HBaseTable *table, GPtrArray *keys)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (puts, api_put (keys->pdata[i], "v"));
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

