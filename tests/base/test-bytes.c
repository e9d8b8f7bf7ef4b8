/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-slice-private.h"

START_TEST (text_gives_the_same_bytes)
{
  guint8 all[256];
  g_autofree char *text = NULL;
  g_autoptr (GBytes) back = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  for (guint i = 0; i < 256; i++)
    all[i] = (guint8) i;
  text = hbase_bytes_to_escaped (all, sizeof all);
  back = hbase_bytes_from_escaped (text, &error);
  ck_assert_no_error (error);
  ck_assert_mem_eq (g_bytes_get_data (back, &length), all, sizeof all);
  ck_assert_uint_eq (length, sizeof all);
}
END_TEST

START_TEST (escapes_are_as_the_shell_prints_them)
{
  g_autofree char *text = hbase_bytes_to_escaped ((const guint8 *) "a\\\0\xff~", 5);

  ck_assert_str_eq (text, "a\\x5C\\x00\\xFF~");
}
END_TEST

START_TEST (an_error_names_the_invalid_backslash)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_bytes_from_escaped ("ab\\q", &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "byte 3"));
}
END_TEST

START_TEST (text_is_appended)
{
  g_autoptr (GString) text = g_string_new ("<");

  hbase_bytes_append_escaped (text, (const guint8 *) "a\0é", 4);
  hbase_bytes_append_escaped (text, NULL, 0);
  g_string_append_c (text, '|');
  hbase_bytes_append_printable (text, (const guint8 *) "aé,\\~:\x7f", 8, ",:");
  hbase_bytes_append_printable (text, NULL, 0, "");
  ck_assert_str_eq (text->str, "<a\\x00\\xC3\\xA9|aé\\x2C\\x5C~\\x3A\\x7F");
}
END_TEST

START_TEST (printable_text_gives_the_same_bytes)
{
  for (guint i = 0; i < 256; i++)
    {
      const guint8 bytes[] = { 'a', (guint8) i, ',' };
      g_autofree char *text = hbase_bytes_to_printable (bytes, sizeof bytes, ",");
      g_autoptr (GBytes) back = hbase_bytes_from_escaped (text, NULL);

      for (const char *p = text; *p != '\0'; p++)
        ck_assert_msg (g_ascii_isprint (*p) && *p != ',', "%s", text);
      ck_assert_uint_eq (g_bytes_get_size (back), sizeof bytes);
      ck_assert_mem_eq (g_bytes_get_data (back, NULL), bytes, sizeof bytes);
    }
}
END_TEST

/* Words of eight bytes are examined at once: a byte is written alike at each place in a word, whatever is
 * before it. */
START_TEST (a_byte_is_escaped_alike_at_each_place)
{
  static const guint8 neighbours[] = { 'a', ' ', '~', '\\', 0x00, 0x1f, 0x7f, 0x80, 0xff };

  for (guint byte = 0; byte < 256; byte++)
    for (guint i = 0; i < 19 * G_N_ELEMENTS (neighbours); i++)
      {
        guint place = i / G_N_ELEMENTS (neighbours);
        guint8 bytes[20] = "abcdefghijklmnopqrs", neighbour = neighbours[i % G_N_ELEMENTS (neighbours)];
        g_autofree char *text = NULL;
        g_autoptr (GString) expected = g_string_new (NULL);

        bytes[place] = neighbour;
        bytes[place + 1] = (guint8) byte;
        text = hbase_bytes_to_escaped (bytes, sizeof bytes);
        for (guint k = 0; k < sizeof bytes; k++)
          g_string_append_printf (expected, g_ascii_isprint (bytes[k]) && bytes[k] != '\\' ? "%c" : "\\x%02X",
                                  bytes[k]);
        ck_assert_str_eq (text, expected->str);
      }
}
END_TEST

/* Escaped are characters that change the direction of text, end lines, or have no glyph. */
START_TEST (unprintable_characters_are_escaped)
{
  static const char *const pairs[][2] = {
    { "", "" },
    { "añ€😀", "añ€😀" },
    { "\x1b[2J", "\\x1B[2J" },
    { "\xc2\x85", "\\xC2\\x85" },
    { "\xe2\x80\xae", "\\xE2\\x80\\xAE" },
    { "\xe2\x80\xa8", "\\xE2\\x80\\xA8" },
    { "\xee\x80\x80", "\\xEE\\x80\\x80" },
    { "ñ\xff", "\\xC3\\xB1\\xFF" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *text
          = hbase_bytes_to_printable ((const guint8 *) pairs[i][0], strlen (pairs[i][0]), "");

      ck_assert_str_eq (text, pairs[i][1]);
    }
}
END_TEST

START_TEST (order_is_that_of_unsigned_bytes)
{
  ck_assert_int_lt (hbase_slice_compare (HBASE_SLICE_LITERAL ("a"), HBASE_SLICE_LITERAL ("a\0")), 0);
  ck_assert_int_lt (hbase_slice_compare (HBASE_SLICE_LITERAL ("\x7f"), HBASE_SLICE_LITERAL ("\x80")), 0);
  ck_assert_int_eq (hbase_slice_compare (HBASE_SLICE_LITERAL (""), hbase_slice (NULL, 0)), 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("bytes");

  tcase_add_test (tests, text_gives_the_same_bytes);
  tcase_add_test (tests, escapes_are_as_the_shell_prints_them);
  tcase_add_test (tests, text_is_appended);
  tcase_add_test (tests, a_byte_is_escaped_alike_at_each_place);
  tcase_add_test (tests, printable_text_gives_the_same_bytes);
  tcase_add_test (tests, unprintable_characters_are_escaped);
  tcase_add_test (tests, an_error_names_the_invalid_backslash);
  tcase_add_test (tests, order_is_that_of_unsigned_bytes);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("bytes", fill)
