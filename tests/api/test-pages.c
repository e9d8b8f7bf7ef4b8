/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

#include "test-seed.h"

#define N_ROWS 57

static HBaseTable *
filled_table (guint n_rows, gsize value_length)
{
  HBaseTable *table = api_table ();
  g_autofree char *value = g_strnfill (value_length, 'v');

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%04u", i);

      api_write (table, key, value);
    }
  return table;
}

static HBasePage *
next_page (HBasePageIterator *pages)
{
  g_autoptr (GError) error = NULL;
  HBasePage *page = hbase_page_iterator_next (pages, NULL, &error);

  ck_assert_no_error (error);
  return page;
}

static HBasePage *
open_page (HBasePageIterator *pages, const char *token)
{
  g_autoptr (GError) error = NULL;

  assert_works (hbase_page_iterator_seek (pages, token, &error), error);
  return next_page (pages);
}

static char *
key_of (HBasePage *page, guint index)
{
  return hbase_row_dup_key_escaped (hbase_page_get_row (page, index));
}

static guint
number_of (HBasePage *page, guint index)
{
  g_autofree char *key = key_of (page, index);

  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

static guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

/* ---- turning pages ---- */

static void
check_walk (HBaseTable *table, gboolean reversed, guint size)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  guint64 exchanges = n_exchanges (table);
  guint n_pages = (N_ROWS + size - 1) / size, seen = 0;

  hbase_scan_set_reversed (scan, reversed);
  pages = hbase_page_iterator_new (table, scan, size);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autoptr (HBasePage) page = next_page (pages);

      ck_assert_uint_eq (hbase_page_get_n_rows (page), MIN (size, N_ROWS - seen));
      for (guint row = 0; row < hbase_page_get_n_rows (page); row++, seen++)
        ck_assert_uint_eq (number_of (page, row), reversed ? N_ROWS - 1 - seen : seen);
      ck_assert_int_eq (hbase_page_get_next_token (page) != NULL, i < n_pages - 1);
    }
  ck_assert_ptr_null (next_page (pages));
  ck_assert_ptr_null (next_page (pages));
  ck_assert_uint_eq (seen, N_ROWS);
  ck_assert_uint_eq (n_exchanges (table) - exchanges, n_pages);
}

START_TEST (each_row_comes_once_at_one_call_a_page)
{
  const guint sizes[] = { 1, 2, 10, 19, 56, 57, 58, 1000 };
  g_autoptr (HBaseTable) table = filled_table (N_ROWS, 10);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      check_walk (table, FALSE, sizes[i]);
      check_walk (table, TRUE, sizes[i]);
    }
}
END_TEST

START_TEST (a_token_opens_its_page_in_another_process)
{
  g_autoptr (HBaseTable) table = filled_table (N_ROWS, 10);
  g_autoptr (HBaseTable) again = hbase_table_new (hbase_table_get_connection (table), "t");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePageIterator) others = NULL;
  g_autoptr (HBasePage) first = NULL;
  g_autoptr (HBasePage) second = NULL;
  g_autoptr (HBasePage) back = NULL;

  hbase_scan_set_prefix (scan, BYTES ("row"));
  pages = hbase_page_iterator_new (table, scan, 10);
  first = next_page (pages);
  others = hbase_page_iterator_new (again, scan, 7);
  second = open_page (others, hbase_page_get_next_token (first));
  ck_assert_uint_eq (hbase_page_get_n_rows (second), 7);
  ck_assert_uint_eq (number_of (second, 0), 10);
  back = open_page (others, NULL);
  ck_assert_uint_eq (number_of (back, 0), 0);
}
END_TEST

/* Rows are inserted and deleted while pages are turned: those that stay are shown once. */
START_TEST (rows_that_stay_are_shown_once)
{
  g_autoptr (GRand) rand = test_rand_new ("pages/rows-that-stay");

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (HBaseTable) table = filled_table (N_ROWS, 10);
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = NULL;
      gboolean gone[N_ROWS] = { FALSE };
      guint shown[N_ROWS] = { 0 };
      g_autoptr (HBasePage) page = NULL;

      hbase_scan_set_reversed (scan, round % 2);
      pages = hbase_page_iterator_new (table, scan, 1 + round % 5);
      while ((page = next_page (pages)) != NULL)
        {
          guint n = hbase_page_get_n_rows (page), victim = (guint) g_rand_int_range (rand, 0, N_ROWS);
          g_autofree char *last = key_of (page, n - 1);
          g_autofree char *key = g_strdup_printf ("row%04u", victim);
          g_autofree char *fresh = g_strdup_printf ("row%04u+", victim);
          g_autoptr (HBaseDelete) deletion = hbase_delete_new_utf8 (round % 3 == 0 ? last : key);

          for (guint i = 0; i < n; i++)
            {
              g_autofree char *text = key_of (page, i);

              if (text[7] == '\0')
                shown[number_of (page, i)]++;
            }
          if (round % 3 != 0)
            gone[victim] = TRUE;
          hbase_table_delete (table, deletion, NULL, NULL);
          api_write (table, fresh, "new");
          g_clear_pointer (&page, hbase_page_unref);
        }
      for (guint i = 0; i < N_ROWS; i++)
        ck_assert_msg (gone[i] ? shown[i] <= 1 : shown[i] == 1, "row %u was shown %u times", i, shown[i]);
    }
}
END_TEST

START_TEST (pages_larger_than_a_reply)
{
  g_autoptr (HBaseTable) table = filled_table (600, 10000);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 500);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HBasePage) page = next_page (pages);

      ck_assert_uint_eq (hbase_page_get_n_rows (page), i == 0 ? 500 : 100);
      ck_assert_uint_eq (number_of (page, 99), i == 0 ? 99 : 599);
    }
  ck_assert_ptr_null (next_page (pages));
}
END_TEST

START_TEST (rows_are_not_split_between_pages)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("wide");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("q%u", i);

      hbase_put_add_utf8 (put, "f", qualifier, "v");
    }
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  hbase_scan_set_batch_size (scan, 3);
  hbase_scan_set_limit (scan, 1);
  pages = hbase_page_iterator_new (table, scan, 5);
  page = next_page (pages);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), 1);
  ck_assert_uint_eq (hbase_row_get_n_cells (hbase_page_get_row (page, 0)), 20);
}
END_TEST

START_TEST (a_page_outlives_its_iterator)
{
  HBaseTable *table = filled_table (3, 10);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBasePageIterator *pages = hbase_page_iterator_new (table, scan, 2);
  g_autoptr (HBasePage) page = next_page (pages);
  g_autoptr (GPtrArray) rows = hbase_page_get_rows (page);

  g_object_unref (pages);
  g_object_unref (table);
  ck_assert_uint_eq (rows->len, 2);
  ck_assert_uint_eq (number_of (page, 1), 1);
  ck_assert_ptr_eq (g_ptr_array_index (rows, 1), hbase_page_get_row (page, 1));
}
END_TEST

START_TEST (keys_of_any_bytes_and_length)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autofree guint8 *row = g_malloc (32767);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (HBasePut) put = NULL;

      memset (row, i < 2 ? 0 : 0xff, 32767);
      put = hbase_put_new (row, i % 2 == 0 ? 32766 : 32767);
      hbase_put_add_utf8 (put, "f", "q", "v");
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBasePageIterator) pages = NULL;
      g_autoptr (HBasePage) page = NULL;
      guint n = 0;

      hbase_scan_set_reversed (scan, reversed);
      pages = hbase_page_iterator_new (table, scan, 1);
      for (page = next_page (pages); page != NULL; n++)
        {
          g_autofree char *token = g_strdup (hbase_page_get_next_token (page));

          g_clear_pointer (&page, hbase_page_unref);
          if (token != NULL)
            page = open_page (pages, token);
        }
      ck_assert_uint_eq (n, 4);
    }
}
END_TEST

START_TEST (without_rows_there_is_no_page)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);

  ck_assert_ptr_null (next_page (pages));
}
END_TEST

/* ---- what is refused ---- */

static void
assert_refused (HBasePageIterator *pages, const char *token, const char *word)
{
  g_autoptr (GError) error = NULL;

  ck_assert_msg (!hbase_page_iterator_seek (pages, token, &error), "“%s” was taken", token);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_TOKEN);
  ck_assert_msg (strstr (error->message, word) != NULL, "%s", error->message);
}

START_TEST (a_damaged_token_is_refused)
{
  g_autoptr (HBaseTable) table = filled_table (5, 10);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 2);
  g_autoptr (HBasePage) page = next_page (pages);
  g_autoptr (HBasePage) after = NULL;
  g_autofree char *token = g_strdup (hbase_page_get_next_token (page));
  gsize length = strlen (token);
  g_autofree char *longer = g_strconcat (token, "A", NULL);

  ck_assert_uint_eq (strspn (token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
                     length);
  for (gsize i = 0; i < length; i++)
    for (int c = 1; c < 256; c++)
      {
        g_autofree char *altered = g_strdup (token);

        altered[i] = (char) c;
        if (altered[i] != token[i])
          assert_refused (pages, altered, "cut or altered");
      }
  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *cut = g_strndup (token, i);

      assert_refused (pages, cut, "cut or altered");
      assert_refused (pages, token + i + 1, "cut or altered");
    }
  assert_refused (pages, longer, "cut or altered");
  /* None of these changed its position. */
  after = next_page (pages);
  ck_assert_uint_eq (number_of (after, 0), 2);
}
END_TEST

/* The same token with another row, and a correct checksum: anybody who has a token can make one. */
static char *
forge (const char *token, const char *row, gsize row_length)
{
  g_autofree char *padded = g_strconcat (token, &"==="[3 - (4 - strlen (token) % 4) % 4], NULL);
  g_autoptr (GByteArray) forged = g_byte_array_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *data = NULL;
  guint8 digest[32];
  gsize length, digest_length = sizeof digest;
  char *text;

  data = g_base64_decode (g_strdelimit (g_strdelimit (padded, "-", '+'), "_", '/'), &length);
  g_byte_array_append (forged, data, 18);
  g_byte_array_append (forged, (const guint8 *) row, (guint) row_length);
  g_checksum_update (checksum, forged->data, (gssize) forged->len);
  g_checksum_get_digest (checksum, digest, &digest_length);
  g_byte_array_append (forged, digest, 8);
  text = g_base64_encode (forged->data, forged->len);
  text[strcspn (text, "=")] = '\0';
  return g_strdelimit (g_strdelimit (text, "+", '-'), "/", '_');
}

START_TEST (a_forged_token_opens_nothing_else)
{
  g_autoptr (HBaseTable) table = filled_table (9, 10);
  g_autofree char *endless = g_strnfill (32768, 'r');

  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = NULL;
      g_autoptr (HBasePage) page = NULL;
      g_autofree char *below = NULL, *above = NULL, *large = NULL, *inside = NULL;
      g_autoptr (GError) error = NULL;
      const char *token;

      hbase_scan_set_start (scan, BYTES (reversed ? "row0007" : "row0002"));
      hbase_scan_set_stop (scan, BYTES (reversed ? "row0002" : "row0007"));
      hbase_scan_set_reversed (scan, reversed);
      pages = hbase_page_iterator_new (table, scan, 2);
      page = next_page (pages);
      token = hbase_page_get_next_token (page);
      below = forge (token, "row0001", 7);
      above = forge (token, "row0008", 7);
      large = forge (token, endless, 32768);
      inside = forge (token, "row0005", 7);
      assert_refused (pages, below, "isn't in the scan");
      assert_refused (pages, above, "isn't in the scan");
      assert_refused (pages, large, "isn't in the scan");
      assert_works (hbase_page_iterator_seek (pages, inside, &error), error);
    }
}
END_TEST

START_TEST (a_token_of_another_query_is_refused)
{
  g_autoptr (HBaseTable) table = filled_table (5, 10);
  g_autoptr (HBaseTable) other_table = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:uint64", NULL);
  g_autoptr (HBaseTable) typed
      = hbase_table_new_with_key_schema (hbase_table_get_connection (table), "t", schema);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 2);
  g_autoptr (HBasePage) page = next_page (pages);
  const char *token = hbase_page_get_next_token (page);
  g_autoptr (HBasePageIterator) strange = NULL;

  api_create (hbase_table_get_connection (table), "u");
  other_table = hbase_table_new (hbase_table_get_connection (table), "u");
  strange = hbase_page_iterator_new (other_table, scan, 2);
  assert_refused (strange, token, "another table");
  g_clear_object (&strange);

  strange = hbase_page_iterator_new (typed, scan, 2);
  assert_refused (strange, token, "key schema");
  for (guint i = 0; i < 7; i++)
    {
      g_autoptr (HBaseScan) changed = hbase_scan_copy (scan);
      g_autoptr (HBasePageIterator) changed_pages = NULL;

      if (i == 0)
        hbase_scan_set_reversed (changed, TRUE);
      else if (i == 1)
        hbase_scan_set_prefix (changed, BYTES ("row"));
      else if (i == 2)
        hbase_scan_set_stop (changed, BYTES ("row0004"));
      else if (i == 3)
        hbase_query_add_family (HBASE_QUERY (changed), "f");
      else if (i == 4)
        hbase_query_set_max_versions (HBASE_QUERY (changed), 3);
      else if (i == 5)
        hbase_query_set_filter_text (HBASE_QUERY (changed), "KeyOnlyFilter()");
      else
        hbase_query_set_time_range (HBASE_QUERY (changed), 1, 1000);
      changed_pages = hbase_page_iterator_new (table, changed, 2);
      assert_refused (changed_pages, token, "another");
    }
}
END_TEST

START_TEST (a_page_size_of_0_is_refused)
{
  const guint sizes[] = { 0, G_MAXUINT };
  g_autoptr (HBaseTable) table = filled_table (3, 10);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, sizes[i]);
      g_autoptr (GError) error = NULL;

      ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
    }
}
END_TEST

START_TEST (a_cancelled_move_keeps_the_position)
{
  g_autoptr (HBaseTable) table = filled_table (N_ROWS, 10);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) first = next_page (pages);
  g_autoptr (HBasePage) second = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancelled);
  ck_assert_ptr_null (hbase_page_iterator_next (pages, cancelled, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  second = next_page (pages);
  ck_assert_uint_eq (number_of (second, 0), 10);
}
END_TEST

/* ---- async ---- */

static void
assert_busy (HBasePageIterator *pages)
{
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_page_iterator_seek (pages, NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
}

START_TEST (pages_by_async_calls)
{
  g_autoptr (HBaseTable) table = filled_table (600, 10000);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 400);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (HBasePage) page = NULL;

      hbase_page_iterator_next_async (pages, NULL, api_done, &result);
      if (i < 2)
        assert_busy (pages);
      page = hbase_page_iterator_next_finish (pages, api_wait (&result), &error);
      ck_assert_no_error (error);
      ck_assert_uint_eq (page != NULL ? hbase_page_get_n_rows (page) : 0, i == 0 ? 400 : i == 1 ? 200 : 0);
    }
}
END_TEST

/* GTK's redraw: GDK_PRIORITY_REDRAW. */
#define REDRAW_PRIORITY (G_PRIORITY_HIGH_IDLE + 20)

typedef struct {
  HBasePageIterator *pages;
  guint n_pages, n_redraws;
  gboolean is_redraw_pending, is_over;
} Redraws;

static gboolean
redraw (gpointer data)
{
  Redraws *redraws = data;

  redraws->n_redraws++;
  redraws->is_redraw_pending = FALSE;
  return G_SOURCE_REMOVE;
}

/* Each redraw that was requested by the callback of a page comes before that of the next page. */
static void
page_came_between_redraws (GObject *source, GAsyncResult *result, gpointer data)
{
  Redraws *redraws = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = hbase_page_iterator_next_finish (redraws->pages, result, &error);

  ck_assert_no_error (error);
  ck_assert_int_eq (g_source_get_priority (g_main_current_source ()), G_PRIORITY_DEFAULT_IDLE);
  ck_assert (!redraws->is_redraw_pending);
  redraws->is_redraw_pending = TRUE;
  g_idle_add_full (REDRAW_PRIORITY, redraw, redraws, NULL);
  redraws->is_over = page == NULL;
  if (redraws->is_over)
    return;
  redraws->n_pages++;
  hbase_page_iterator_next_async (redraws->pages, NULL, page_came_between_redraws, redraws);
}

START_TEST (a_redraw_waits_for_one_page_at_most)
{
  g_autoptr (HBaseTable) table = filled_table (N_ROWS, 10);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 2);
  Redraws redraws = { .pages = pages };

  ck_assert_int_eq (hbase_page_iterator_get_io_priority (pages), G_PRIORITY_DEFAULT);
  hbase_page_iterator_set_io_priority (pages, G_PRIORITY_DEFAULT_IDLE);
  ck_assert_int_eq (hbase_page_iterator_get_io_priority (pages), G_PRIORITY_DEFAULT_IDLE);
  hbase_page_iterator_next_async (pages, NULL, page_came_between_redraws, &redraws);
  while (!redraws.is_over || redraws.is_redraw_pending)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (redraws.n_pages, (N_ROWS + 1) / 2);
  ck_assert_uint_eq (redraws.n_redraws, redraws.n_pages + 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("pages");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, each_row_comes_once_at_one_call_a_page);
  tcase_add_test (tests, a_token_opens_its_page_in_another_process);
  tcase_add_test (tests, rows_that_stay_are_shown_once);
  tcase_add_test (tests, pages_larger_than_a_reply);
  tcase_add_test (tests, rows_are_not_split_between_pages);
  tcase_add_test (tests, a_page_outlives_its_iterator);
  tcase_add_test (tests, keys_of_any_bytes_and_length);
  tcase_add_test (tests, without_rows_there_is_no_page);
  tcase_add_test (tests, a_damaged_token_is_refused);
  tcase_add_test (tests, a_forged_token_opens_nothing_else);
  tcase_add_test (tests, a_token_of_another_query_is_refused);
  tcase_add_test (tests, a_page_size_of_0_is_refused);
  tcase_add_test (tests, a_cancelled_move_keeps_the_position);
  tcase_add_test (tests, pages_by_async_calls);
  tcase_add_test (tests, a_redraw_waits_for_one_page_at_most);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("pages", fill)
