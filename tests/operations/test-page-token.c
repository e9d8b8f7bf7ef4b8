/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-page-token-private.h"
#include "test-seed.h"

#define NOW G_GINT64_CONSTANT (1700000000)

static GBytes *
key_of (char c)
{
  guint8 key[32];

  memset (key, c, sizeof key);
  return g_bytes_new (key, sizeof key);
}

/* A query, and the keys for which these characters stand. */
static void
rules_init (HBasePageTokenRules *rules, const char *keys, guint lifetime)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  *rules = (HBasePageTokenRules){ .lifetime = lifetime };
  hbase_page_query_init (&rules->query, "t", NULL, scan, FALSE);
  rules->keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (; *keys != '\0'; keys++)
    g_ptr_array_add (rules->keys, key_of (*keys));
}

static void
rules_clear (HBasePageTokenRules *rules)
{
  g_ptr_array_unref (rules->keys);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePageTokenRules, rules_clear)

static char *
write_token (const HBasePageTokenRules *rules, const char *row, gboolean backward)
{
  g_auto (HBasePagePosition) place = { backward, g_bytes_new (row, strlen (row)) };

  return hbase_page_token_write (rules, &place, NOW);
}

static void
assert_read (
    const HBasePageTokenRules *rules, const char *token, gint64 now, const char *row, gboolean backward)
{
  g_auto (HBasePagePosition) place = { FALSE, NULL };
  g_autoptr (GError) error = NULL;
  gboolean read = hbase_page_token_read (rules, token, now, &place, &error);

  ck_assert_no_error (error);
  ck_assert (read);
  ck_assert_int_eq (place.backward, backward);
  ck_assert_uint_eq (g_bytes_get_size (place.from), strlen (row));
  ck_assert_mem_eq (g_bytes_get_data (place.from, NULL), row, strlen (row));
}

static void
assert_refused (const HBasePageTokenRules *rules, const char *token, gint64 now, const char *word)
{
  g_auto (HBasePagePosition) place = { FALSE, NULL };
  g_autoptr (GError) error = NULL;

  ck_assert_msg (!hbase_page_token_read (rules, token, now, &place, &error), "“%s” was taken", token);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_TOKEN);
  ck_assert_msg (strstr (error->message, word) != NULL, "“%s” doesn't say “%s”", error->message, word);
}

START_TEST (a_written_token_is_read)
{
  const char *const rows[] = { "a", "row 7", "\xff\xfe\xfd", "x\ny" };

  for (guint kind = 0; kind < 4; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      for (guint backward = 0; backward < 2; backward++)
        {
          g_auto (HBasePageTokenRules) rules = { .keys = NULL };
          g_autofree char *token = NULL;

          rules_init (&rules, kind & 1 ? "kl" : "", kind & 2 ? 60 : 0);
          token = write_token (&rules, rows[i], (gboolean) backward);
          ck_assert_uint_eq (strspn (token, G_CSET_A_2_Z G_CSET_a_2_z "0123456789-_"), strlen (token));
          assert_read (&rules, token, NOW + 59, rows[i], (gboolean) backward);
        }
}
END_TEST

START_TEST (any_key_of_the_list_is_accepted)
{
  const struct {
    const char *writer, *reader, *fault;
  } cases[] = {
    { "a", "a", NULL },         { "a", "ba", NULL },          { "a", "cba", NULL },
    { "ab", "ca", NULL },       { "ab", "b", "isn't known" }, { "a", "b", "isn't known" },
    { "a", "", "isn't known" }, { "", "a", "isn't signed" },  { "", "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HBasePageTokenRules) writer = { .keys = NULL };
      g_auto (HBasePageTokenRules) reader = { .keys = NULL };
      g_autofree char *token = NULL;

      rules_init (&writer, cases[i].writer, 0);
      rules_init (&reader, cases[i].reader, 0);
      token = write_token (&writer, "row", FALSE);
      if (cases[i].fault == NULL)
        assert_read (&reader, token, NOW, "row", FALSE);
      else
        assert_refused (&reader, token, NOW, cases[i].fault);
    }
}
END_TEST

START_TEST (tokens_expire)
{
  g_auto (HBasePageTokenRules) brief = { .keys = NULL };
  g_auto (HBasePageTokenRules) endless = { .keys = NULL };
  g_autofree char *token = NULL, *immortal = NULL;

  rules_init (&brief, "k", 60);
  rules_init (&endless, "k", 0);
  token = write_token (&brief, "row", FALSE);
  immortal = write_token (&endless, "row", FALSE);
  assert_read (&brief, token, NOW, "row", FALSE);
  assert_read (&brief, token, NOW + 59, "row", FALSE);
  assert_read (&endless, token, NOW + 59, "row", FALSE);
  assert_refused (&brief, token, NOW + 60, "expired");
  assert_refused (&endless, token, NOW + 60, "expired");
  assert_read (&endless, immortal, G_MAXINT64, "row", FALSE);
  assert_refused (&brief, immortal, NOW, "never expires");
}
END_TEST

/* A token as the first version wrote it, made of bytes that are repeated here. */
static char *
write_first_version (const HBasePageQuery *query, const char *row)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  char *text;

  g_byte_array_append (data, (const guint8 *) "\1", 1);
  g_byte_array_append (data, query->digest, HBASE_PAGE_QUERY_LENGTH);
  g_byte_array_append (data, (const guint8 *) row, (guint) strlen (row));
  g_checksum_update (checksum, data->data, (gssize) data->len);
  g_checksum_get_digest (checksum, digest, &length);
  g_byte_array_append (data, digest, 8);
  text = g_base64_encode (data->data, data->len);
  text[strcspn (text, "=")] = '\0';
  return g_strdelimit (g_strdelimit (text, "+", '-'), "/", '_');
}

START_TEST (tokens_of_the_first_version_are_read_for_plain_queries)
{
  g_auto (HBasePageTokenRules) plain = { .keys = NULL };
  g_auto (HBasePageTokenRules) keyed = { .keys = NULL };
  g_auto (HBasePageTokenRules) brief = { .keys = NULL };
  g_autofree char *token = NULL;

  rules_init (&plain, "", 0);
  rules_init (&keyed, "k", 0);
  rules_init (&brief, "", 60);
  token = write_first_version (&plain.query, "row");
  assert_read (&plain, token, NOW, "row", FALSE);
  assert_refused (&keyed, token, NOW, "isn't signed");
  assert_refused (&brief, token, NOW, "never expires");
}
END_TEST

/* Tokens written today must always remain readable: this one must not be made by the code under test. */
START_TEST (the_form_of_a_token_never_changes)
{
  static const char token[] = "AgdxcXFxcXFxcXFxcXFxcXFxAAAAAGVT8Txyb3ctMDA0MiMHGCGWNxmxnsM1GN0H70xqZ2"
                              "08wRQ7xzYTqV8H4Ph_1Rggfgdfku0";
  g_auto (HBasePageTokenRules) rules = { .keys = NULL };

  rules_init (&rules, "k", 60);
  memset (&rules.query, 'q', sizeof rules.query);
  assert_read (&rules, token, NOW + 59, "row-0042", TRUE);
}
END_TEST

START_TEST (a_token_of_another_query_is_refused)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:uint64", NULL);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_auto (HBasePageTokenRules) rules = { .keys = NULL };
  g_auto (HBasePageTokenRules) other = { .keys = NULL };
  g_autofree char *token = NULL;

  rules_init (&rules, "k", 0);
  rules_init (&other, "k", 0);
  token = write_token (&rules, "row", FALSE);
  for (guint i = 0; i < 4; i++)
    {
      if (i == 3)
        hbase_scan_set_prefix (scan, (const guint8 *) "r", 1);
      hbase_page_query_init (&other.query, i == 0 ? "u" : "t", i == 1 ? schema : NULL, scan, i == 2);
      assert_refused (&other, token, NOW, "another table, key schema or scan");
    }
}
END_TEST

/* ---- fuzzing ---- */

static char *
mutate (const char *token, GRand *rand)
{
  g_autoptr (GString) text = g_string_new (token);
  guint n = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n; i++)
    {
      gssize at = g_rand_int_range (rand, 0, (gint32) text->len + 1);

      switch (g_rand_int_range (rand, 0, 4))
        {
        case 0:
          g_string_insert_c (text, at, (char) g_rand_int_range (rand, 1, 256));
          break;
        case 1:
          g_string_truncate (text, (gsize) at);
          break;
        case 2:
          if ((gsize) at < text->len)
            g_string_erase (text, at, 1);
          break;
        default:
          if ((gsize) at < text->len)
            text->str[at] ^= (char) (1 << g_rand_int_range (rand, 0, 7));
          text->len = strlen (text->str);
        }
    }
  return g_strdup (text->str);
}

START_TEST (no_mutation_is_accepted)
{
  g_autoptr (GRand) rand = test_rand_new ("page-token/mutations");

  for (guint i = 0; i < test_times (200000); i++)
    {
      g_auto (HBasePageTokenRules) rules = { .keys = NULL };
      g_autofree char *token = NULL, *mutant = NULL;

      rules_init (&rules, i % 2 == 0 ? "" : "kl", i % 4 < 2 ? 0 : 60);
      token = write_token (&rules, "row 17", i % 8 < 4);
      mutant = mutate (token, rand);
      if (strcmp (mutant, token) != 0)
        assert_refused (&rules, mutant, NOW, "cut or altered");
    }
}
END_TEST

/* Correct checksums before random bytes, as a forger without the key can make. */
START_TEST (no_forgery_of_a_signed_token_is_accepted)
{
  g_autoptr (GRand) rand = test_rand_new ("page-token/forgeries");
  g_auto (HBasePageTokenRules) rules = { .keys = NULL };

  rules_init (&rules, "k", 0);
  for (guint i = 0; i < test_times (50000); i++)
    {
      guint8 data[120];
      gsize length = (gsize) g_rand_int_range (rand, 1, 100), digest_length = 32;
      guint8 digest[32];
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
      g_autofree char *text = NULL;
      g_auto (HBasePagePosition) place = { FALSE, NULL };
      g_autoptr (GError) error = NULL;

      for (gsize at = 0; at < length; at++)
        data[at] = (guint8) g_rand_int (rand);
      data[0] = (guint8) g_rand_int_range (rand, 0, 4);
      if (length > 18)
        memcpy (data + 2, rules.query.digest, sizeof rules.query.digest);
      g_checksum_update (checksum, data, (gssize) length);
      g_checksum_get_digest (checksum, digest, &digest_length);
      memcpy (data + length, digest, 8);
      text = g_base64_encode (data, length + 8);
      text[strcspn (text, "=")] = '\0';
      g_strdelimit (g_strdelimit (text, "+", '-'), "/", '_');
      ck_assert (!hbase_page_token_read (&rules, text, NOW, &place, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_TOKEN);
      ck_assert_ptr_null (strstr (error->message, "cut or altered"));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page token");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_written_token_is_read);
  tcase_add_test (tests, any_key_of_the_list_is_accepted);
  tcase_add_test (tests, tokens_expire);
  tcase_add_test (tests, tokens_of_the_first_version_are_read_for_plain_queries);
  tcase_add_test (tests, the_form_of_a_token_never_changes);
  tcase_add_test (tests, a_token_of_another_query_is_refused);
  tcase_add_test (tests, no_mutation_is_accepted);
  tcase_add_test (tests, no_forgery_of_a_signed_token_is_accepted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page token", fill)
