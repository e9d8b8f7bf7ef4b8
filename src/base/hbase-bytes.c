/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-slice-private.h"

/**
 * hbase_bytes_to_text:
 * @data: (array length=data_length) (nullable): bytes of any value
 * @data_length: how many
 *
 * Writes bytes the way HBase's shell prints them: printable ASCII as it is, everything else as `\xNN` with
 * two capital hex digits. A backslash is written `\x5C`, so that [func@HBase.bytes_from_text] gives the same
 * bytes back, always.
 *
 * ```c
 * g_autofree char *text = hbase_bytes_to_text ((const guint8 *) "a\0\xff", 3);
 * g_assert_cmpstr (text, ==, "a\\x00\\xFF");
 * ```
 *
 * Returns: (transfer full): the text
 *
 * Since: 0.1
 */
char *
hbase_bytes_to_text (const guint8 *data, gsize data_length)
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

/**
 * hbase_bytes_from_text:
 * @text: text in printable escapes
 * @error: return location for an error
 *
 * Reads what [func@HBase.bytes_to_text] writes. `\xNN` stands for a byte (capital or small digits), `\\` for
 * a backslash, anything else for its own UTF-8 bytes. Text can't hold a NUL; bytes of one are written `\x00`.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for a backslash with something else behind it; the message names its
 * place.
 *
 * Returns: (transfer full): the bytes
 *
 * Since: 0.1
 */
GBytes *
hbase_bytes_from_text (const char *text, GError **error)
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
          g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       "the backslash at byte %u of “%s” begins no escape: write \\xNN for a byte, "
                       "\\\\ for a backslash",
                       (guint) (p - text), text);
          return NULL;
        }
      g_byte_array_append (bytes, &byte, 1);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
