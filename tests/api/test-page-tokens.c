/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"
#include "relay.h"

#include "test-seed.h"

/* This tests tokens: of previous and next pages, signed, and with a lifetime. */

START_TEST (a_token_opens_one_direction_only)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) first = go (pages, NEXT);
  g_autoptr (HBasePage) second = go (pages, NEXT);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_page_iterator_seek (pages, hbase_page_get_next_token (first), &error), error);
  ck_assert_ptr_null (hbase_page_iterator_previous (pages, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "next()");
  g_clear_error (&error);
  assert_works (hbase_page_iterator_seek (pages, hbase_page_get_previous_token (second), &error), error);
  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "previous()");
  g_clear_pointer (&first, hbase_page_unref);
  first = go (pages, PREVIOUS);
  assert_page (first, 0, 10);
}
END_TEST

/* ---- a page's own token ---- */

/* Opens the page again, with another iterator as another process would. */
static void
assert_opens_again (HBaseTable *table, HBaseScan *scan, HBasePage *page)
{
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) again = hbase_page_iterator_open (pages, hbase_page_get_token (page), NULL, &error);

  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (again);
  ck_assert_uint_eq (hbase_page_get_n_rows (again), hbase_page_get_n_rows (page));
  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    ck_assert_uint_eq (number_of (again, i), number_of (page, i));
  /* Whether pages precede and follow it is known, however the page was read. */
  ck_assert ((hbase_page_get_previous_token (again) != NULL)
             == (hbase_page_get_previous_token (page) != NULL));
}

/* Of 35 rows, 5 to 34 at first; then those before and after them are added. */
START_TEST (a_page_has_its_own_token)
{
  gboolean reversed = _i == 1;
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_page_unref);

  for (guint i = 5; i < 28; i++)
    write_row (table, i);
  hbase_scan_set_reversed (scan, reversed);
  pages = hbase_page_iterator_new (table, scan, 10);
  g_ptr_array_add (seen, go (pages, NEXT));
  g_ptr_array_add (seen, go (pages, NEXT));
  g_ptr_array_add (seen, go (pages, NEXT));
  g_ptr_array_add (seen, go (pages, PREVIOUS));
  g_ptr_array_add (seen, go (pages, PREVIOUS));
  g_ptr_array_add (seen, go (pages, LAST));
  g_ptr_array_add (seen, go (pages, PREVIOUS));
  g_ptr_array_add (seen, hbase_page_iterator_skip_to (pages, 0, NULL, NULL));
  g_ptr_array_add (seen, hbase_page_iterator_skip_to (pages, 3, NULL, NULL));
  g_ptr_array_add (seen, hbase_page_iterator_skip_to (pages, 20, NULL, NULL));
  for (guint i = 0; i < seen->len; i++)
    assert_opens_again (table, scan, seen->pdata[i]);
  for (guint i = 0; i < 5; i++)
    write_row (table, reversed ? 28 + i : i);
  for (guint i = 0; i < seen->len; i++)
    {
      g_autoptr (HBasePageIterator) later = hbase_page_iterator_new (table, scan, 10);
      g_autoptr (HBasePage) again
          = hbase_page_iterator_open (later, hbase_page_get_token (seen->pdata[i]), NULL, NULL);

      ck_assert_uint_eq (number_of (again, 0), number_of (seen->pdata[i], 0));
      ck_assert_uint_eq (hbase_page_get_n_rows (again), hbase_page_get_n_rows (seen->pdata[i]));
    }
}
END_TEST

START_TEST (the_only_page_has_a_token)
{
  g_autoptr (HBaseTable) table = filled_table (3);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) only = go (pages, _i == 1 ? LAST : NEXT);

  assert_opens_again (table, scan, only);
}
END_TEST

#define KEY_A BYTES ("0123456789abcdef0123456789abcdef")
#define KEY_B BYTES ("another key of thirty-two bytes!")

static HBasePageIterator *
keyed_pages (HBaseTable *table, const guint8 *key, gsize length)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBasePageIterator *pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (GError) error = NULL;

  if (key != NULL)
    assert_works (hbase_page_iterator_add_token_key (pages, key, length, &error), error);
  return pages;
}

static void
assert_refused (HBasePageIterator *pages, const char *token, const char *word)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_page_iterator_open (pages, token, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, word);
  g_clear_error (&error);
  ck_assert (!hbase_page_iterator_seek (pages, token, &error));
  assert_reported (error, HBASE_ERROR_INVALID_TOKEN, word);
}

START_TEST (signed_tokens)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBasePageIterator) a = keyed_pages (table, KEY_A);
  g_autoptr (HBasePageIterator) b = keyed_pages (table, KEY_B);
  g_autoptr (HBasePageIterator) plain = keyed_pages (table, NULL, 0);
  g_autoptr (HBasePage) of_a = go (a, NEXT);
  g_autoptr (HBasePage) of_plain = go (plain, NEXT);
  g_autoptr (HBasePage) opened = NULL;
  g_autoptr (GError) error = NULL;

  assert_refused (b, hbase_page_get_next_token (of_a), "isn't known");
  assert_refused (plain, hbase_page_get_next_token (of_a), "isn't known");
  assert_refused (a, hbase_page_get_next_token (of_plain), "isn't signed");
  assert_works (hbase_page_iterator_add_token_key (b, KEY_A, &error), error);
  opened = hbase_page_iterator_open (b, hbase_page_get_next_token (of_a), NULL, &error);
  ck_assert_no_error (error);
  assert_page (opened, 10, 10);
  /* It still signs with its own key. */
  assert_refused (a, hbase_page_get_next_token (opened), "isn't known");
  ck_assert (!hbase_page_iterator_add_token_key (a, BYTES ("guess me"), &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "8 bytes");
}
END_TEST

/* Returns the same token with another expiry and a correct checksum. */
static char *
age (const char *token, gint64 expiry)
{
  g_autofree char *padded = g_strconcat (token, &"==="[3 - (4 - strlen (token) % 4) % 4], NULL);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *data = NULL;
  gint64 bytes = GINT64_TO_BE (expiry);
  guint8 digest[32];
  gsize length, digest_length = sizeof digest;
  char *text;

  data = g_base64_decode (g_strdelimit (g_strdelimit (padded, "-", '+'), "_", '/'), &length);
  memcpy (data + 18, &bytes, sizeof bytes);
  g_checksum_update (checksum, data, (gssize) length - 8);
  g_checksum_get_digest (checksum, digest, &digest_length);
  memcpy (data + length - 8, digest, 8);
  text = g_base64_encode (data, length);
  text[strcspn (text, "=")] = '\0';
  return g_strdelimit (g_strdelimit (text, "+", '-'), "/", '_');
}

START_TEST (tokens_that_expire)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBasePageIterator) brief = keyed_pages (table, NULL, 0);
  g_autoptr (HBasePageIterator) plain = keyed_pages (table, NULL, 0);
  g_autoptr (HBasePageIterator) keyed = keyed_pages (table, KEY_A);
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (HBasePage) eternal = go (plain, NEXT);
  g_autoptr (HBasePage) sealed = NULL;
  g_autoptr (HBasePage) opened = NULL;
  g_autofree char *old = NULL, *forged = NULL;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (GError) error = NULL;

  hbase_page_iterator_set_token_lifetime (brief, 1000);
  hbase_page_iterator_set_token_lifetime (keyed, 1000);
  ck_assert_uint_eq (hbase_page_iterator_get_token_lifetime (brief), 1000);
  page = go (brief, NEXT);
  sealed = go (keyed, NEXT);
  opened = hbase_page_iterator_open (brief, hbase_page_get_next_token (page), NULL, &error);
  ck_assert_no_error (error);
  assert_page (opened, 10, 10);
  old = age (hbase_page_get_next_token (page), now - 1);
  forged = age (hbase_page_get_next_token (sealed), now + 100000);
  assert_refused (brief, old, "expired");
  assert_refused (plain, old, "expired");
  assert_refused (brief, hbase_page_get_next_token (eternal), "never expires");
  assert_refused (keyed, forged, "isn't known");
}
END_TEST

/* ---- forgeries: correct checksums, other rows ---- */

/* Returns the row that a token names: one that exists or may exist. */
static GByteArray *
forge_row (gboolean is_there, GRand *rand)
{
  GByteArray *forged = g_byte_array_new ();
  g_autofree char *row = g_strdup_printf ("row%03d", is_there ? 30 : g_rand_int_range (rand, 0, 60));
  guint8 noise = (guint8) g_rand_int (rand);

  if (!is_there && g_rand_boolean (rand))
    row[g_rand_int_range (rand, 0, 6)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
  g_byte_array_append (forged, (const guint8 *) row, is_there ? 6 : (guint) g_rand_int_range (rand, 1, 7));
  g_byte_array_append (forged, &noise, !is_there && g_rand_boolean (rand) ? 1 : 0);
  return forged;
}

static char *
forge (const char *token, gboolean is_there, GRand *rand)
{
  g_autofree char *padded = g_strconcat (token, &"==="[3 - (4 - strlen (token) % 4) % 4], NULL);
  g_autoptr (GByteArray) forged = g_byte_array_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GByteArray) row = forge_row (is_there, rand);
  g_autofree guint8 *data = NULL;
  guint8 digest[32];
  gsize length, digest_length = sizeof digest;
  char *text;

  data = g_base64_decode (g_strdelimit (g_strdelimit (padded, "-", '+'), "_", '/'), &length);
  data[1] = (guint8) g_rand_int_range (rand, 0, 2); /* backward, or not */
  g_byte_array_append (forged, data, 18);
  g_byte_array_append (forged, row->data, row->len);
  g_checksum_update (checksum, forged->data, (gssize) forged->len);
  g_checksum_get_digest (checksum, digest, &digest_length);
  g_byte_array_append (forged, digest, 8);
  text = g_base64_encode (forged->data, forged->len);
  text[strcspn (text, "=")] = '\0';
  return g_strdelimit (g_strdelimit (text, "+", '-'), "/", '_');
}

/* With an unsigned token one can go anywhere in the scan, and nowhere else. The first forgery always
 * succeeds. */
START_TEST (a_forged_token_stays_within_the_scan)
{
  g_autoptr (GRand) rand = test_rand_new ("page-tokens/forgeries");
  g_autoptr (HBaseTable) table = filled_table (60);
  guint n_opened = 0;

  for (guint i = 0; i < test_times (2000); i++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = NULL;
      g_autoptr (HBasePage) first = NULL;
      g_autoptr (HBasePage) page = NULL;
      g_autofree char *token = NULL;
      g_autoptr (GError) error = NULL;

      hbase_scan_set_reversed (scan, i % 2 == 0);
      hbase_scan_set_start (scan, BYTES (i % 2 == 0 ? "row039" : "row020"));
      hbase_scan_set_stop (scan, BYTES (i % 2 == 0 ? "row019" : "row040"));
      pages = hbase_page_iterator_new (table, scan, 4);
      first = go (pages, NEXT);
      token = forge (hbase_page_get_next_token (first), i == 0, rand);
      page = hbase_page_iterator_open (pages, token, NULL, &error);
      if (error != NULL)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_TOKEN);
      for (guint row = 0; page != NULL && row < hbase_page_get_n_rows (page); row++, n_opened++)
        ck_assert (number_of (page, row) >= 20 && number_of (page, row) < 40);
    }
  ck_assert_uint_gt (n_opened, 0);
}
END_TEST

/* ---- failures: the page is the same, and so are those next to it ---- */

START_TEST (pages_survive_lost_exchanges)
{
  const RelayDeed deeds[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY, RELAY_CUT };
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  const struct {
    Move move;
    guint first;
  } steps[] = { { NEXT, 0 }, { NEXT, 10 }, { PREVIOUS, 0 }, { LAST, 20 }, { PREVIOUS, 10 }, { NEXT, 20 } };

  api_create (connection, "t");
  for (guint i = 0; i < 30; i++)
    write_row (table, i);
  relay->log->cut = 20;
  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_works (hbase_page_iterator_seek (pages, NULL, &error), error);
      for (guint step = 0; step < G_N_ELEMENTS (steps); step++)
        {
          gint before;
          g_autoptr (HBasePage) page = NULL;

          relay_tell (relay, 0, 1, deeds[i]);
          before = g_atomic_int_get (&relay->log->faults);
          page = go (pages, steps[step].move);
          assert_page (page, steps[step].first, 10);
          ck_assert_int_eq (g_atomic_int_get (&relay->log->faults) - before, 1);
        }
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page tokens");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, pages_survive_lost_exchanges);
  tcase_add_test (tests, a_token_opens_one_direction_only);
  tcase_add_loop_test (tests, a_page_has_its_own_token, 0, 2);
  tcase_add_loop_test (tests, the_only_page_has_a_token, 0, 2);
  tcase_add_test (tests, signed_tokens);
  tcase_add_test (tests, tokens_that_expire);
  tcase_add_test (tests, a_forged_token_stays_within_the_scan);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page tokens", fill)
