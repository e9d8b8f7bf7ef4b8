/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the printable forms of bytes: how row keys and values are written for a terminal, and
 * read back. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-slice-private.h"

/**
 * hbase_bytes_to_escaped:
 * @data: (array length=data_length) (nullable): bytes of any value
 * @data_length: the number of bytes
 *
 * Writes bytes as HBase's shell prints them: printable ASCII characters unchanged, all other bytes and the
 * backslash as `\xNN` with two capital hexadecimal digits. [func@HBase.bytes_from_escaped] always returns the
 * same bytes again.
 *
 * ```c
 * g_autofree char *text = hbase_bytes_to_escaped ((const guint8 *) "a\0\xff", 3);
 * g_assert_cmpstr (text, ==, "a\\x00\\xFF");
 * ```
 *
 * Returns: (transfer full): the text
 *
 * Since: 0.1
 */
char *
hbase_bytes_to_escaped (const guint8 *data, gsize data_length)
{
  GString *text;

  hbase_return_if_no_bytes (data, NULL);

  text = g_string_sized_new (data_length + 16);
  for (gsize i = 0; i < data_length; i++)
    if (data[i] >= ' ' && data[i] <= '~' && data[i] != '\\')
      g_string_append_c (text, (char) data[i]);
    else
      g_string_append_printf (text, "\\x%02X", data[i]);
  return g_string_free (text, FALSE);
}

/* U+2028 and U+2029 separate lines for some programs. */
static gboolean
is_printable (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return g_unichar_isprint (c) && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR
         && type != G_UNICODE_PRIVATE_USE;
}

/**
 * hbase_bytes_to_printable:
 * @data: (array length=data_length) (nullable): bytes of any value
 * @data_length: the number of bytes
 * @also: additional ASCII characters to escape, such as the separators of a list; may be empty
 *
 * Writes bytes for people: printable characters of UTF-8 text unchanged; all other characters, backslashes
 * and the characters in @also as `\xNN`, once for each byte. If the bytes aren't valid UTF-8 as a whole, only
 * ASCII characters are written unchanged. The result is one line without control characters, which is safe to
 * print on a terminal, and [func@HBase.bytes_from_escaped] always returns the same bytes again.
 *
 * ```c
 * g_autofree char *text = hbase_bytes_to_printable ((const guint8 *) "é,\n", 4, ",");
 * g_assert_cmpstr (text, ==, "é\\x2C\\x0A");
 * ```
 *
 * Returns: (transfer full): the text
 *
 * Since: 0.1
 */
char *
hbase_bytes_to_printable (const guint8 *data, gsize data_length, const char *also)
{
  gboolean is_text;
  const char *end;
  GString *text;

  hbase_return_if_no_bytes (data, NULL);
  g_return_val_if_fail (also != NULL, NULL);

  end = (const char *) data + data_length;
  is_text = data_length == 0 || g_utf8_validate_len ((const char *) data, data_length, NULL);
  text = g_string_sized_new (data_length + 16);
  for (const char *p = (const char *) data, *next; p < end; p = next)
    {
      gunichar c = is_text ? g_utf8_get_char (p) : (guchar) *p;

      next = is_text ? g_utf8_next_char (p) : p + 1;
      if (c < 128 ? g_ascii_isprint (c) && c != '\\' && strchr (also, (int) c) == NULL
                  : is_text && is_printable (c))
        g_string_append_len (text, p, next - p);
      else
        for (; p < next; p++)
          g_string_append_printf (text, "\\x%02X", (guint8) *p);
    }
  return g_string_free (text, FALSE);
}

/**
 * hbase_bytes_from_escaped:
 * @text: text in printable escapes
 * @error: return location for an error
 *
 * Parses what [func@HBase.bytes_to_escaped] and [func@HBase.bytes_to_printable] write. `\xNN` is the byte
 * with that hexadecimal number (capital or small digits), `\\` is a backslash, and any other character is its
 * own UTF-8 bytes. A NUL byte is written `\x00`.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if a backslash doesn't begin one of these escapes; the message names
 * its position.
 *
 * Returns: (transfer full): the bytes
 *
 * Since: 0.1
 */
GBytes *
hbase_bytes_from_escaped (const char *text, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  bytes = g_byte_array_sized_new (strlen (text));
  for (const char *p = text; *p != '\0'; p++)
    {
      guint8 byte = (guint8) *p;

      if (byte == '\\' && p[1] == 'x' && g_ascii_isxdigit (p[2]) && g_ascii_isxdigit (p[3]))
        {
          byte = (guint8) (g_ascii_xdigit_value (p[2]) << 4 | g_ascii_xdigit_value (p[3]));
          p += 3;
        }
      else if (byte == '\\' && *++p != '\\')
        {
          hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                           "the backslash at byte %u of “%s” begins no escape: write \\xNN for a byte, "
                           "\\\\ for a backslash",
                           (guint) (p - text), text);
          return NULL;
        }
      g_byte_array_append (bytes, &byte, 1);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
