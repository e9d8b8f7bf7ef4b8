/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>

#include "check-main.h"
#include "hbase/fixture.h"
#include "comparison.h"
#include "random-reads.h"
#include "test-seed.h"

/* This tests random reads, with filters of all kinds: the embedded engine responds as a real HBase does. It
 * also tests that the engine accepts exactly those filters that HBase accepts. */

#define N_TABLES 8
#define READS_A_TABLE 200
#define N_TEXTS 4000

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

/* Sends the same call to both. FALSE: their responses differ. */
static gboolean
agree (Target *hbase, Target *engine, const char *text)
{
  g_autofree char *expected = comparison_send (hbase, text), *answered = comparison_send (engine, text);

  if (comparison_agrees (expected, answered))
    return TRUE;
  fprintf (stderr, "> %s\nHBase:\n%s\nengine:\n%s\n", text, expected, answered);
  return FALSE;
}

static guint
compare_table (GRand *rand, Target *hbase, Target *engine, const char *name)
{
  g_autoptr (GPtrArray) calls = random_table (rand, name);
  guint differences = 0;

  for (guint i = 0; i < calls->len; i++)
    ck_assert (agree (hbase, engine, calls->pdata[i]));
  for (guint i = 0; i < READS_A_TABLE; i++)
    {
      g_autofree char *read = random_read (rand, name);

      differences += !agree (hbase, engine, read);
    }
  for (guint i = 0; differences > 0 && i < calls->len; i++)
    fprintf (stderr, "> %s\n", (const char *) calls->pdata[i]);
  return differences;
}

START_TEST (the_engine_filters_as_hbase_does)
{
  g_autofree char *uri = fixture_uri (fixture, "binary");
  Target *hbase = target_open (uri), *engine = target_open ("local::memory:");
  GRand *rand = test_rand_new ("reads");
  guint differences = 0;

  for (guint i = 0; i < N_TABLES; i++)
    {
      g_autofree char *name = g_strdup_printf ("random%u", i);

      differences += compare_table (rand, hbase, engine, name);
    }
  ck_assert_uint_eq (differences, 0);
  target_close (hbase);
  target_close (engine);
  g_rand_free (rand);
}
END_TEST

/* Returns whether the text is a filter. Every byte is escaped. */
static gboolean
takes (Target *target, const char *text)
{
  g_autoptr (GString) call = g_string_new ("openScanner table=t tscan={filterString=");
  g_autofree char *answer = NULL, *close = NULL;

  for (const char *p = text; *p != '\0'; p++)
    g_string_append_printf (call, "\\x%02X", (guint8) *p);
  g_string_append_c (call, '}');
  answer = comparison_send (target, call->str);
  if (g_str_has_prefix (answer, "TApplicationException(6)"))
    return FALSE;
  ck_assert_msg (g_ascii_isdigit (*answer), "%s: %s", text, answer);
  close = g_strdup_printf ("closeScanner scannerId=%s", answer);
  g_free (comparison_send (target, close));
  return TRUE;
}

START_TEST (the_engine_parses_as_hbase_does)
{
  static const char *const pieces[] = { "KeyOnlyFilter()",
                                        "KeyOnlyFilter(true)",
                                        "PrefixFilter('a')",
                                        "PageFilter (1)",
                                        "RowFilter(=,'binary:a')",
                                        "(",
                                        ")",
                                        "(",
                                        ")",
                                        " AND ",
                                        " OR ",
                                        ")AND(",
                                        ") OR (",
                                        "SKIP ",
                                        "WHILE(",
                                        " ",
                                        "\t",
                                        "'",
                                        "''",
                                        ",",
                                        "KeyOnlyFilter(",
                                        "PrefixFilter('",
                                        "x",
                                        "1",
                                        "\xff" };
  g_autofree char *uri = fixture_uri (fixture, "binary");
  Target *hbase = target_open (uri), *engine = target_open ("local::memory:");
  GRand *rand = test_rand_new ("texts");
  guint taken = 0;

  for (guint i = 0; i < N_TEXTS; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean takes_it;

      for (gint32 n = g_rand_int_range (rand, 1, 10); n > 0; n--)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      takes_it = takes (hbase, text->str);
      ck_assert_msg (takes (engine, text->str) == takes_it, "HBase %s '%s'", takes_it ? "takes" : "refuses",
                     text->str);
      taken += takes_it;
    }
  ck_assert_uint_gt (taken, 0);
  target_close (hbase);
  target_close (engine);
  g_rand_free (rand);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("reads");

  tcase_set_timeout (tests, 300);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, the_engine_filters_as_hbase_does);
  tcase_add_test (tests, the_engine_parses_as_hbase_does);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("reads on HBase", fill)
