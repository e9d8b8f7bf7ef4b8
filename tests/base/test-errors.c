/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-error-private.h"

static const struct {
  const char *text, *message;
} texts[] = {
  { "", "" },
  { "table “t”: µ \U0001F600", "table “t”: µ \U0001F600" },
  { "\xff", "\\xFF" },
  { "a\xc3", "a\\xC3" },
  { "\xc3\xa4\xe2\x82 end", "\xc3\xa4\\xE2\\x82 end" },
  { "two\nlines\r\t\x1b[31m\x7f", "two\\x0Alines\\x0D\\x09\\x1B[31m\\x7F" },
  { "\xc2\x85\xe2\x80\xa8", "\\xC2\\x85\\xE2\\x80\\xA8" },
  { "\xed\xa0\x80", "\\xED\\xA0\\x80" },
  { "\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80" },
};

START_TEST (a_message_is_one_line_of_utf8)
{
  g_autoptr (GError) error = NULL;

  hbase_error_set (&error, HBASE_ERROR_INVALID_URI, "%s", texts[_i].text);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_str_eq (error->message, texts[_i].message);
  hbase_error_prefix (&error, "“%s”: ", texts[_i].text);
  ck_assert (g_utf8_validate (error->message, -1, NULL));
  ck_assert_ptr_null (strchr (error->message, '\n'));
  ck_assert (g_str_has_suffix (error->message, texts[_i].message));
}
END_TEST

START_TEST (details_belong_to_errors_of_the_domain_only)
{
  g_autoptr (GError) other = g_error_new_literal (G_FILE_ERROR, 0, "x");
  g_autoptr (GError) bare = NULL;
  g_autoptr (GError) detailed = NULL;

  ck_assert_ptr_null (hbase_error_get_details (other));
  ck_assert_ptr_null (hbase_error_get_java_class (other));
  hbase_error_set (&bare, HBASE_ERROR_FAILED, "x");
  ck_assert_ptr_null (hbase_error_get_details (bare));
  hbase_error_set (&detailed, HBASE_ERROR_FAILED, "x");
  hbase_error_take_details (detailed, g_strdup ("C"), g_strdup ("C: x"));
  hbase_error_with_details_of (other, detailed);
  hbase_error_with_details_of (bare, other);
  hbase_error_with_details_of (bare, NULL);
  ck_assert_ptr_null (hbase_error_get_details (bare));
  hbase_error_with_details_of (bare, detailed);
  ck_assert_str_eq (hbase_error_get_details (bare), "C: x");
  ck_assert_str_eq (hbase_error_get_java_class (bare), "C");
  hbase_error_prefix (&bare, "more: ");
  ck_assert_str_eq (hbase_error_get_details (bare), "C: x");
}
END_TEST

static GError *
new_detailed (const char *message, const char *details)
{
  GError *error = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, message);

  hbase_error_take_details (error, g_strdup ("C"), g_strdup (details));
  return error;
}

/* As PyGObject makes an exception of an error. */
START_TEST (an_error_made_anew_finds_the_details_of_the_one_that_was_freed)
{
  g_autoptr (GError) again = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "m");
  g_autoptr (GError) other_code = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_FAILED, "m");
  g_autoptr (GError) other_text = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "n");
  g_autoptr (GError) own = new_detailed ("m", "own");

  ck_assert_ptr_null (hbase_error_get_details (again));
  g_error_free (new_detailed ("m", "first"));
  g_error_free (new_detailed ("m", "last"));
  g_error_free (g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "m"));
  ck_assert_str_eq (hbase_error_get_details (again), "last");
  ck_assert_str_eq (hbase_error_get_java_class (again), "C");
  ck_assert_ptr_null (hbase_error_get_details (other_code));
  ck_assert_ptr_null (hbase_error_get_java_class (other_text));
  ck_assert_str_eq (hbase_error_get_details (own), "own");
}
END_TEST

static gpointer
get_details (gpointer error)
{
  return g_strdup (hbase_error_get_details (error));
}

START_TEST (another_thread_does_not_find_them)
{
  g_autoptr (GError) again = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "m");

  g_error_free (new_detailed ("m", "here"));
  ck_assert_ptr_null (g_thread_join (g_thread_new ("details", get_details, again)));
  ck_assert_str_eq (hbase_error_get_details (again), "here");
}
END_TEST

START_TEST (the_error_may_be_null)
{
  GError *none = NULL;

  hbase_error_set (NULL, HBASE_ERROR_FAILED, "%s", "\xff");
  hbase_error_prefix (NULL, "%s", "\xff");
  hbase_error_prefix (&none, "%s", "\xff");
  ck_assert_ptr_null (none);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *errors = tcase_create ("errors");

  tcase_add_loop_test (errors, a_message_is_one_line_of_utf8, 0, G_N_ELEMENTS (texts));
  tcase_add_test (errors, details_belong_to_errors_of_the_domain_only);
  tcase_add_test (errors, an_error_made_anew_finds_the_details_of_the_one_that_was_freed);
  tcase_add_test (errors, another_thread_does_not_find_them);
  tcase_add_test (errors, the_error_may_be_null);
  suite_add_tcase (suite, errors);
}

TEST_MAIN ("errors", fill)
