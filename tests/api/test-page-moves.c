/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

#include "test-seed.h"

/* Pages in every direction, against a sorted array; signed tokens, and tokens that expire. */

#define N_KEYS 200

typedef enum {
  NEXT,
  PREVIOUS,
  FIRST,
  LAST,
  OPEN,
  SKIP,
  N_MOVES
} Move;

/* With stamps that grow: a delete masks what is put within the same millisecond. */
static gint64 stamp = 1;

static void
write_row (HBaseTable *table, guint number)
{
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBasePut) put = hbase_put_new_text (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), stamp++);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static HBaseTable *
filled_table (guint n_rows)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < n_rows; i++)
    write_row (table, i);
  return table;
}

static HBasePage *
move_to (HBasePageIterator *pages, Move move, const char *token, guint64 offset, GError **error)
{
  switch (move)
    {
    case NEXT:
      return hbase_page_iterator_next (pages, NULL, error);
    case PREVIOUS:
      return hbase_page_iterator_previous (pages, NULL, error);
    case FIRST:
      return hbase_page_iterator_first (pages, NULL, error);
    case LAST:
      return hbase_page_iterator_last (pages, NULL, error);
    case OPEN:
      return hbase_page_iterator_open (pages, token, NULL, error);
    default:
      return hbase_page_iterator_skip_to (pages, offset, NULL, error);
    }
}

static HBasePage *
go (HBasePageIterator *pages, Move move)
{
  g_autoptr (GError) error = NULL;
  HBasePage *page = move_to (pages, move, NULL, 0, &error);

  ck_assert_no_error (error);
  return page;
}

static guint
number_of (HBasePage *page, guint index)
{
  g_autofree char *key = hbase_row_dup_key_text (hbase_page_get_row (page, index));

  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

static void
assert_page (HBasePage *page, guint first, guint n)
{
  ck_assert_ptr_nonnull (page);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (number_of (page, i), first + i);
}

/* ---- turning pages ---- */

START_TEST (there_and_back)
{
  g_autoptr (HBaseTable) table = filled_table (25);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  const struct
  {
    Move move;
    gint first, n, has_previous, has_next;
  } steps[] = {
    { PREVIOUS, -1 },
    { NEXT, 0, 10, FALSE, TRUE },
    { PREVIOUS, -1 },
    { NEXT, 10, 10, TRUE, TRUE },
    { NEXT, 20, 5, TRUE, FALSE },
    { NEXT, -1 },
    { NEXT, -1 },
    { PREVIOUS, 10, 10, TRUE, TRUE },
    { PREVIOUS, 0, 10, FALSE, TRUE },
    { PREVIOUS, -1 },
    { LAST, 15, 10, TRUE, FALSE },
    { NEXT, -1 },
    { PREVIOUS, 5, 10, TRUE, TRUE },
    { PREVIOUS, 0, 5, FALSE, TRUE },
    { NEXT, 5, 10, TRUE, TRUE },
    { FIRST, 0, 10, FALSE, TRUE },
    { OPEN, 0, 10, FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (HBasePage) page = go (pages, steps[i].move);

      ck_assert_msg ((page == NULL) == (steps[i].first < 0), "step %u", i);
      if (page == NULL)
        continue;
      assert_page (page, (guint) steps[i].first, (guint) steps[i].n);
      ck_assert_int_eq (hbase_page_get_previous_token (page) != NULL, steps[i].has_previous);
      ck_assert_int_eq (hbase_page_get_next_token (page) != NULL, steps[i].has_next);
    }
}
END_TEST

START_TEST (an_empty_table_has_no_page_anywhere)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) page = NULL;

  for (Move move = NEXT; move <= OPEN; move++)
    ck_assert_ptr_null (go (pages, move));
  write_row (table, 7);
  page = go (pages, LAST);
  assert_page (page, 7, 1);
}
END_TEST

/* What the random walks are held against. */
typedef struct {
  HBaseTable *table;
  gboolean there[N_KEYS];
  gboolean reversed;
  guint low, high; /* the scan's rows are low … high − 1 */
  guint size;
} World;

static void
world_set (World *world, guint number, gboolean there)
{
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBaseDelete) deletion = hbase_delete_new_text (key);
  g_autoptr (GError) error = NULL;

  if (world->there[number] == there)
    return;
  world->there[number] = there;
  hbase_delete_set_timestamp (deletion, stamp++);
  if (there)
    write_row (world->table, number);
  else
    assert_works (hbase_table_delete (world->table, deletion, NULL, &error), error);
}

static HBaseScan *
world_scan (World *world)
{
  HBaseScan *scan = hbase_scan_new ();
  g_autofree char *low = g_strdup_printf ("row%03u", world->low);
  g_autofree char *high = g_strdup_printf ("row%03u", world->high - 1);

  hbase_scan_set_start (scan, BYTES (world->reversed ? high : low));
  hbase_scan_set_stop (scan, BYTES (world->reversed ? low : high));
  hbase_scan_set_stop_inclusive (scan, TRUE);
  hbase_scan_set_reversed (scan, world->reversed);
  return scan;
}

/* Rows of the scan from `from` on (not itself), G_MAXUINT: from its end, at most size. */
static guint
model_page (World *world, gboolean backward, guint from, guint *numbers)
{
  gboolean down = backward != world->reversed;
  guint n = 0, at = from == G_MAXUINT ? (down ? world->high : world->low - 1) : from;

  for (at += down ? -1U : 1; at >= world->low && at < world->high && n < world->size; at += down ? -1U : 1)
    if (world->there[at])
      numbers[n++] = at;
  for (guint i = 0; backward && i < n / 2; i++)
    {
      guint number = numbers[i];

      numbers[i] = numbers[n - 1 - i];
      numbers[n - 1 - i] = number;
    }
  return n;
}

static void
world_change (World *world, GRand *rand)
{
  for (guint i = 0; i < 10; i++)
    world_set (world, (guint) g_rand_int_range (rand, 0, N_KEYS), g_rand_int_range (rand, 0, 3) > 0);
}

/* A token that names a row opens what lies beside it now, in an iterator that never saw the row. */
static void
check_token (World *world, const char *token, gboolean backward, guint from)
{
  g_autoptr (HBaseScan) scan = world_scan (world);
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (world->table, scan, world->size);
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) error = NULL;
  guint numbers[N_KEYS], n = model_page (world, backward, from, numbers);

  page = hbase_page_iterator_open (pages, token, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (page != NULL ? hbase_page_get_n_rows (page) : 0, n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (number_of (page, i), numbers[i]);
}

START_TEST (random_walks_meet_what_a_sorted_array_has)
{
  g_autoptr (GRand) rand = test_rand_new ("page-moves/random-walks");

  for (guint round = 0; round < test_times (30); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      World world = { .table = table, .reversed = g_rand_boolean (rand), .low = 20, .high = 180 };
      g_autoptr (HBaseScan) scan = world_scan (&world);
      g_autoptr (HBasePageIterator) pages = NULL;
      guint first = G_MAXUINT, last = G_MAXUINT;

      world.size = (guint) g_rand_int_range (rand, 1, 12);
      pages = hbase_page_iterator_new (table, scan, world.size);
      for (guint i = 0; i < 10; i++)
        world_change (&world, rand);
      for (guint step = 0; step < 20; step++)
        {
          Move move = (Move) g_rand_int_range (rand, NEXT, OPEN);
          gboolean backward = move == PREVIOUS || move == LAST, from_end = move == FIRST || move == LAST;
          guint numbers[N_KEYS], n;
          g_autoptr (HBasePage) page = NULL;

          n = model_page (&world, backward, from_end ? G_MAXUINT : backward ? first : last, numbers);
          page = go (pages, move);
          if (move == PREVIOUS && first == G_MAXUINT)
            n = 0;
          ck_assert_msg ((page != NULL ? hbase_page_get_n_rows (page) : 0) <= n, "a page too long");
          /* A side where nothing was seen once isn't asked again. */
          if (page == NULL)
            continue;
          ck_assert_uint_eq (hbase_page_get_n_rows (page), n);
          for (guint i = 0; i < n; i++)
            ck_assert_uint_eq (number_of (page, i), numbers[i]);
          first = numbers[0];
          last = numbers[n - 1];
          world_change (&world, rand);
          if (hbase_page_get_next_token (page) != NULL)
            check_token (&world, hbase_page_get_next_token (page), FALSE, last);
          if (hbase_page_get_previous_token (page) != NULL)
            check_token (&world, hbase_page_get_previous_token (page), TRUE, first);
        }
    }
}
END_TEST

/* Rows that are there from the beginning to the end of a walk are on one page of it. */
START_TEST (rows_that_stay_are_shown_once_backwards)
{
  g_autoptr (GRand) rand = test_rand_new ("page-moves/rows-that-stay");

  for (guint round = 0; round < test_times (30); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      World world = { .table = table, .reversed = round % 2 != 0, .low = 20, .high = 180, .size = 7 };
      g_autoptr (HBaseScan) scan = world_scan (&world);
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, world.size);
      guint shown[N_KEYS] = { 0 };
      gboolean stayed[N_KEYS];

      for (guint i = 0; i < N_KEYS; i++)
        world_set (&world, i, TRUE);
      memcpy (stayed, world.there, sizeof stayed);
      for (HBasePage *page = go (pages, LAST); page != NULL; page = go (pages, PREVIOUS))
        {
          for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
            shown[number_of (page, i)]++;
          world_change (&world, rand);
          for (guint i = 0; i < N_KEYS; i++)
            stayed[i] &= world.there[i];
          hbase_page_unref (page);
        }
      for (guint i = 0; i < N_KEYS; i++)
        ck_assert_msg (stayed[i] && i >= 20 && i < 180 ? shown[i] == 1 : shown[i] <= 1, "row %u: %u times", i,
                       shown[i]);
    }
}
END_TEST

START_TEST (a_token_opens_one_side_only)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) first = go (pages, NEXT);
  g_autoptr (HBasePage) second = go (pages, NEXT);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_page_iterator_seek (pages, hbase_page_get_next_token (first), &error), error);
  ck_assert_ptr_null (hbase_page_iterator_previous (pages, NULL, &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "next()");
  g_clear_error (&error);
  assert_works (hbase_page_iterator_seek (pages, hbase_page_get_previous_token (second), &error), error);
  ck_assert_ptr_null (hbase_page_iterator_next (pages, NULL, &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "previous()");
  g_clear_pointer (&first, hbase_page_unref);
  first = go (pages, PREVIOUS);
  assert_page (first, 0, 10);
}
END_TEST

/* ---- one call a page, as a proxy counts them ---- */

START_TEST (a_page_is_one_call)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;
  const Move moves[] = { NEXT, NEXT, PREVIOUS, LAST, PREVIOUS, FIRST };

  api_create (connection, "t");
  table = hbase_connection_get_table (connection, "t");
  for (guint i = 0; i < 50; i++)
    write_row (table, i);
  pages = hbase_page_iterator_new (table, scan, 10);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      gint before = g_atomic_int_get (&relay->log->exchanges);
      g_autoptr (HBasePage) page = go (pages, moves[i]);

      ck_assert_uint_eq (hbase_page_get_n_rows (page), 10);
      ck_assert_int_eq (g_atomic_int_get (&relay->log->exchanges) - before, 1);
    }
}
END_TEST

/* ---- tokens ---- */

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
  assert_told (error, HBASE_ERROR_INVALID_TOKEN, word);
  g_clear_error (&error);
  ck_assert (!hbase_page_iterator_seek (pages, token, &error));
  assert_told (error, HBASE_ERROR_INVALID_TOKEN, word);
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
  /* It signs with its own key all the same. */
  assert_refused (a, hbase_page_get_next_token (opened), "isn't known");
  ck_assert (!hbase_page_iterator_add_token_key (a, BYTES ("guess me"), &error));
  assert_told (error, HBASE_ERROR_INVALID_ARGUMENT, "8 bytes");
}
END_TEST

/* The same token with another end of its life and a right checksum. */
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
  assert_refused (brief, hbase_page_get_next_token (eternal), "for ever");
  assert_refused (keyed, forged, "isn't known");
}
END_TEST

/* ---- async ---- */

static HBasePage *
move_async (HBasePageIterator *pages, Move move, const char *token, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  switch (move)
    {
    case PREVIOUS:
      hbase_page_iterator_previous_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_previous_finish (pages, api_wait (&result), error);
    case FIRST:
      hbase_page_iterator_first_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_first_finish (pages, api_wait (&result), error);
    case LAST:
      hbase_page_iterator_last_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_last_finish (pages, api_wait (&result), error);
    case OPEN:
      hbase_page_iterator_open_async (pages, token, NULL, api_done, &result);
      return hbase_page_iterator_open_finish (pages, api_wait (&result), error);
    default:
      hbase_page_iterator_next_async (pages, NULL, api_done, &result);
      return hbase_page_iterator_next_finish (pages, api_wait (&result), error);
    }
}

START_TEST (moves_without_blocking)
{
  g_autoptr (HBaseTable) table = filled_table (30);
  g_autoptr (HBasePageIterator) pages = keyed_pages (table, NULL, 0);
  const struct
  {
    Move move;
    guint first;
  } steps[] = { { FIRST, 0 }, { NEXT, 10 }, { OPEN, 20 }, { PREVIOUS, 10 }, { LAST, 20 } };
  g_autofree char *token = NULL;
  g_autoptr (GError) error = NULL;
  HBasePage *none;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (HBasePage) page = move_async (pages, steps[i].move, token, &error);

      ck_assert_no_error (error);
      assert_page (page, steps[i].first, 10);
      g_free (token);
      token = g_strdup (hbase_page_get_next_token (page));
    }
  none = move_async (pages, NEXT, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (none);
  none = move_async (pages, OPEN, "nonsense", &error);
  ck_assert_ptr_null (none);
  assert_told (error, HBASE_ERROR_INVALID_TOKEN, "cut or altered");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page moves");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, there_and_back);
  tcase_add_test (tests, an_empty_table_has_no_page_anywhere);
  tcase_add_test (tests, random_walks_meet_what_a_sorted_array_has);
  tcase_add_test (tests, rows_that_stay_are_shown_once_backwards);
  tcase_add_test (tests, a_token_opens_one_side_only);
  tcase_add_test (tests, a_page_is_one_call);
  tcase_add_test (tests, signed_tokens);
  tcase_add_test (tests, tokens_that_expire);
  tcase_add_test (tests, moves_without_blocking);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page moves", fill)
