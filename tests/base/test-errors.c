/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-error-private.h"
#include "hbase-freed-error-private.h"

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

START_TEST (details_are_never_those_of_another_error)
{
  g_autoptr (GError) same = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "m");
  g_autoptr (GError) freed = new_detailed ("m", "C: x");
  g_autoptr (GError) copy = g_error_copy (freed);

  g_clear_error (&freed);
  ck_assert_ptr_null (hbase_error_get_details (same));
  ck_assert_ptr_null (hbase_error_get_java_class (same));
  ck_assert_str_eq (hbase_error_get_details (copy), "C: x");
  ck_assert_str_eq (hbase_error_get_java_class (copy), "C");
}
END_TEST

static void
assert_last_freed (const char *message, const char *details)
{
  g_autoptr (GObject) last = g_object_new (HBASE_TYPE_FREED_ERROR, NULL);
  g_autofree char *found_message = NULL, *found_details = NULL, *java_class = NULL;
  int code;

  g_object_get (last, "code", &code, "message", &found_message, "details", &found_details, "java-class",
                &java_class, NULL);
  ck_assert_int_eq (code, message != NULL ? HBASE_ERROR_REMOTE : 0);
  ck_assert_pstr_eq (found_message, message);
  ck_assert_pstr_eq (found_details, details);
  ck_assert_pstr_eq (java_class, details != NULL ? "C" : NULL);
}

static gpointer
free_another (gpointer unused)
{
  assert_last_freed (NULL, NULL);
  g_error_free (new_detailed ("n", "another thread's"));
  assert_last_freed ("n", "another thread's");
  return NULL;
}

/* The overrides of Python use this. */
START_TEST (the_last_error_that_a_thread_freed_is_found)
{
  assert_last_freed (NULL, NULL);
  g_error_free (new_detailed ("m", "first"));
  g_error_free (new_detailed ("m", "last"));
  g_thread_join (g_thread_new ("another", free_another, NULL));
  assert_last_freed ("m", "last");
  g_error_free (g_error_new_literal (HBASE_ERROR, HBASE_ERROR_REMOTE, "m"));
  assert_last_freed ("m", NULL);
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
  tcase_add_test (errors, details_are_never_those_of_another_error);
  tcase_add_test (errors, the_last_error_that_a_thread_freed_is_found);
  tcase_add_test (errors, the_error_may_be_null);
  suite_add_tcase (suite, errors);
}

TEST_MAIN ("errors", fill)
