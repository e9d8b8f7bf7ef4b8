/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-scans.h"

#define MAX_KEY 4
#define MAX_CELLS 5
static const char letters[] = "abyz";

/* ---- keys, and what a scan of them should return ---- */

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

/* Returns distinct keys, sorted. */
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

/* A range that starts after its stop is refused. */
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

  Question question
      = { .start = draw_key (rand, ranged ? 0 : MAX_KEY),
          .stop = ranged ? draw_key (rand, 0) : g_strdup (""),
          .prefix = narrow ? g_strndup (&letters[g_rand_int_range (rand, 0, 4)], 1) : g_strdup (""),
          .has_prefix_filter = g_rand_boolean (rand),
          .reversed = g_rand_boolean (rand),
          .without_start = g_rand_boolean (rand),
          .with_stop = g_rand_boolean (rand),
          .limit = g_rand_boolean (rand) ? (guint) g_rand_int_range (rand, 1, 50) : 0,
          .caching = (guint) g_rand_int_range (rand, 0, 12),
          .lanes = (guint) g_rand_int_range (rand, 0, 9),
          .filtered = g_rand_int_range (rand, 0, 4) == 0,
          .batch_size = (guint) MAX (g_rand_int_range (rand, -5, MAX_CELLS + 1), 0),
          .ordered = g_rand_boolean (rand) };

  put_in_order (&question);
  return question;
}

Question
question_all (void)
{
  return (
      Question){ .start = g_strdup (""), .stop = g_strdup (""), .prefix = g_strdup (""), .ordered = TRUE };
}

void
question_clear (Question *question)
{
  g_free (question->start);
  g_free (question->stop);
  g_free (question->prefix);
}

static void
set_filter (HBaseScan *scan, const Question *question)
{
  g_autofree char *prefix = g_strdup_printf ("PrefixFilter('%s')", question->prefix);
  static const char of_cells[] = "QualifierFilter(<,'binary:r2')";
  g_autofree char *both = g_strdup_printf ("%s AND %s", of_cells, prefix);

  if (question->has_prefix_filter)
    hbase_query_set_filter_text (HBASE_QUERY (scan), question->filtered ? both : prefix);
  else if (question->filtered)
    hbase_query_set_filter_text (HBASE_QUERY (scan), of_cells);
}

HBaseScan *
question_scan (const Question *question)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_start (scan, BYTES (question->start));
  hbase_scan_set_stop (scan, BYTES (question->stop));
  if (!question->has_prefix_filter)
    hbase_scan_set_prefix (scan, BYTES (question->prefix));
  hbase_scan_set_start_inclusive (scan, !question->without_start);
  hbase_scan_set_stop_inclusive (scan, question->with_stop);
  hbase_scan_set_reversed (scan, question->reversed);
  hbase_scan_set_limit (scan, question->limit);
  hbase_scan_set_caching (scan, question->caching);
  hbase_scan_set_parallelism (scan, question->lanes, question->ordered);
  hbase_scan_set_batch_size (scan, question->batch_size);
  set_filter (scan, question);
  return scan;
}

static gboolean
is_asked_for (const Question *question, const char *key)
{
  int sign = question->reversed ? -1 : 1;

  return g_str_has_prefix (key, question->prefix)
         && (*question->start == '\0'
             || sign * strcmp (key, question->start) >= (question->without_start ? 1 : 0))
         && (*question->stop == '\0' || sign * strcmp (key, question->stop) < (question->with_stop ? 1 : 0));
}

/* Returns the keys joined, each followed by a dot. */
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

/* ---- reading ---- */

typedef struct {
  GString *text;
  guint64 n_rows;
  char *row; /* the last row; NULL: none */
  guint n_cells;
  guint most;
  gboolean ended;
} Reading;

static void
end_row (Reading *reading)
{
  if (reading->row != NULL && reading->most > 0)
    ck_assert_uint_eq (reading->n_cells, MIN (questions_n_cells (reading->row), reading->most));
  g_clear_pointer (&reading->row, g_free);
  reading->n_cells = 0;
}

static void
note_piece (Reading *reading, HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_key (row, &length);
  g_autofree char *name = g_strndup ((const char *) key, length);

  if (g_strcmp0 (name, reading->row) != 0)
    {
      end_row (reading);
      g_string_append_printf (reading->text, "%s.", name);
      reading->row = g_steal_pointer (&name);
      reading->n_rows++;
    }
  else
    ck_assert (!reading->ended);
  reading->n_cells += hbase_row_get_n_cells (row);
  reading->ended = !hbase_row_is_partial (row);
}

char *
questions_read_cells (HBaseTableCursor *cursor, guint most)
{
  g_autoptr (GError) error = NULL;
  Reading reading = { .text = g_string_new (NULL), .most = most };

  while (TRUE)
    {
      g_autoptr (GPtrArray) batch = NULL;
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

      ck_assert_no_error (error);
      if (row == NULL)
        break;
      note_piece (&reading, row);
      batch = hbase_table_cursor_next_batch (cursor, 3, NULL, &error);
      ck_assert_no_error (error);
      for (guint i = 0; batch != NULL && i < batch->len; i++)
        note_piece (&reading, batch->pdata[i]);
    }
  end_row (&reading);
  ck_assert_uint_eq (api_get_count (hbase_table_cursor_get_statistics (cursor), "rows"), reading.n_rows);
  return g_string_free (reading.text, FALSE);
}

char *
questions_read (HBaseTableCursor *cursor)
{
  return questions_read_cells (cursor, 0);
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
    g_string_append_printf (joined, "%s.", (const char *) array->pdata[reversed ? array->len - 1 - i : i]);
  return g_string_free (joined, FALSE);
}

/* For rows in any order: each must be one of the expected rows, once, and there must be as many as
 * expected. */
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
  g_autofree char *got = questions_read_cells (cursor, question->filtered ? QUESTIONS_FILTERED : G_MAXUINT);
  g_autofree char *expected = question_expected (question, keys, question->limit);

  if (question->lanes > 1 && !question->ordered)
    assert_some (got, question, keys);
  else
    ck_assert_str_eq (got, expected);
}

HBaseTable *
questions_table (HBaseConnection *connection, GRand *rand, const char *name, guint n_splits)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) keys = questions_draw_keys (rand, n_splits);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (splits, g_bytes_new (BYTES ((const char *) keys->pdata[i])));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  return hbase_table_new (connection, name);
}

static guint
sum_of (const char *key)
{
  guint sum = 0;

  for (; *key != '\0'; key++)
    sum += (guint8) *key;
  return sum;
}

guint
questions_n_cells (const char *key)
{
  return 1 + sum_of (key) % MAX_CELLS;
}

static HBasePut *
put_of (const char *key)
{
  HBasePut *put = api_put (key, "v");

  for (guint i = 1; i < questions_n_cells (key); i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("r%u", i);

      hbase_put_add_utf8 (put, "f", qualifier, "v");
    }
  return put;
}

static HBaseDelete *
delete_of (const char *key)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 (key);

  hbase_delete_add_column (delete_, "f", BYTES ("z"));
  return delete_;
}

void
questions_write (HBaseTable *table, GPtrArray *keys)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < keys->len; i++)
    {
      g_ptr_array_add (puts, put_of (keys->pdata[i]));
      if (sum_of (keys->pdata[i]) % 2 == 0)
        g_ptr_array_add (deletes, delete_of (keys->pdata[i]));
    }
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
  assert_works (hbase_table_delete_multiple (table, deletes, NULL, &error), error);
}
