/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the printable forms of bytes: how row keys and values are written for a terminal, and
 * read back. */

#include "config.h"

#include "hbase-bytes-private.h"
#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-slice-private.h"

/* U+2028 and U+2029 separate lines for some programs. */
static gboolean
is_printable (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return g_unichar_isprint (c) && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR
         && type != G_UNICODE_PRIVATE_USE;
}

/* A word with the byte in each of its eight places. */
#define EIGHT_TIMES(byte) ((byte) *G_GUINT64_CONSTANT (0x0101010101010101))

/* Sets the highest bit of the lowest byte that is less than `limit` (at most 128), and maybe of bytes above
 * it. */
#define LESS_THAN(word, limit) (((word) -EIGHT_TIMES (limit)) & ~(word))

/* Returns how many of the word's bytes, from the lowest on, are printable ASCII characters except the
 * backslash and those in `also`. */
static guint
count_plain_in_word (guint64 word, const char *also)
{
  guint64 others
      = word | (word + EIGHT_TIMES (1)) | LESS_THAN (word, ' ') | LESS_THAN (word ^ EIGHT_TIMES ('\\'), 1);

  for (const guint8 *c = (const guint8 *) also; *c != '\0'; c++)
    others |= LESS_THAN (word ^ EIGHT_TIMES (*c), 1);
  others &= EIGHT_TIMES (0x80);
  return others != 0 ? (guint) __builtin_ctzll (others) / 8 : 8;
}

/* Returns a word with fewer than eight bytes. The other bytes are 0, which isn't plain. */
static guint64
load_few (const guint8 *data, gsize n)
{
  guint64 word = 0;

  while (n > 0)
    word = word << 8 | data[--n];
  return word;
}

static guint64
load_eight (const guint8 *data)
{
  guint64 word;

  memcpy (&word, data, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Returns how many bytes from the first on are written unchanged. The last word overlaps the word before it,
 * so that it is whole, too. */
static gsize
count_plain (const guint8 *data, gsize data_length, const char *also)
{
  gsize at = 0;

  if (data_length < 8)
    return count_plain_in_word (load_few (data, data_length), also);
  while (at < data_length)
    {
      guint n_plain;

      at = MIN (at, data_length - 8);
      n_plain = count_plain_in_word (load_eight (data + at), also);
      at += n_plain;
      if (n_plain < 8)
        break;
    }
  return at;
}

static void
append_escape (GString *text, guint8 byte)
{
  static const char digits[] = "0123456789ABCDEF";
  const char escape[] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };

  g_string_append_len (text, escape, sizeof escape);
}

/* Appends one character: unchanged if it is printable, and not ASCII. Returns its length. */
static gsize
append_character (GString *text, const guint8 *data, gboolean is_text)
{
  gsize length = is_text ? (gsize) g_utf8_skip[*data] : 1;

  if (*data >= 128 && is_text && is_printable (g_utf8_get_char ((const char *) data)))
    g_string_append_len (text, (const char *) data, (gssize) length);
  else
    for (gsize i = 0; i < length; i++)
      append_escape (text, data[i]);
  return length;
}

/* Most data is plain, and is copied as a whole. `may_be_text`: whether characters of UTF-8 are kept if all
 * bytes are valid. */
static void
append (GString *text, const guint8 *data, gsize data_length, const char *also, gboolean may_be_text)
{
  gsize i = count_plain (data, data_length, also);
  gboolean is_text
      = may_be_text && i < data_length && g_utf8_validate_len ((const char *) data, data_length, NULL);

  g_string_append_len (text, (const char *) data, (gssize) i);
  while (i < data_length)
    {
      gsize n = 0;

      i += append_character (text, data + i, is_text);
      n = count_plain (data + i, data_length - i, also);
      g_string_append_len (text, (const char *) data + i, (gssize) n);
      i += n;
    }
}

static char *
escape (const guint8 *data, gsize data_length, const char *also, gboolean may_be_text)
{
  GString *text;

  if (data_length > 0 && count_plain (data, data_length, also) == data_length)
    return g_strndup ((const char *) data, data_length);
  text = g_string_sized_new (data_length + 16);
  append (text, data, data_length, also, may_be_text);
  return g_string_free (text, FALSE);
}

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
 */
char *
hbase_bytes_to_escaped (const guint8 *data, gsize data_length)
{
  hbase_return_if_no_bytes (data, NULL);

  return escape (data, data_length, "", FALSE);
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
 */
char *
hbase_bytes_to_printable (const guint8 *data, gsize data_length, const char *also)
{
  hbase_return_if_no_bytes (data, NULL);
  g_return_val_if_fail (also != NULL, NULL);

  return escape (data, data_length, also, TRUE);
}

/**
 * hbase_bytes_append_escaped: (skip)
 * @text: the text to append to
 * @data: (array length=data_length) (nullable): bytes of any value
 * @data_length: the number of bytes
 *
 * Appends what [func@HBase.bytes_to_escaped] returns.
 *
 * ```c
 * g_autoptr (GString) text = g_string_new ("key ");
 *
 * hbase_bytes_append_escaped (text, (const guint8 *) "a\0", 2);
 * g_assert_cmpstr (text->str, ==, "key a\\x00");
 * ```
 */
void
hbase_bytes_append_escaped (GString *text, const guint8 *data, gsize data_length)
{
  g_return_if_fail (text != NULL);
  hbase_return_if_no_bytes (data, );

  append (text, data, data_length, "", FALSE);
}

/**
 * hbase_bytes_append_printable: (skip)
 * @text: the text to append to
 * @data: (array length=data_length) (nullable): bytes of any value
 * @data_length: the number of bytes
 * @also: additional ASCII characters to escape, such as the separators of a list; may be empty
 *
 * Appends what [func@HBase.bytes_to_printable] returns.
 */
void
hbase_bytes_append_printable (GString *text, const guint8 *data, gsize data_length, const char *also)
{
  g_return_if_fail (text != NULL && also != NULL);
  hbase_return_if_no_bytes (data, );

  append (text, data, data_length, also, TRUE);
}

/* Parses the escape that a backslash begins. Returns what is after the escape; NULL: it isn't an escape.
 * `others_stay`: the backslash is itself before other characters. */
static const char *
parse_escape (const char *backslash, gboolean others_stay, guint8 *byte)
{
  const char *p = backslash + 1;

  *byte = '\\';
  if (*p == '\\')
    return p + 1;
  if (*p != 'x')
    return others_stay ? p : NULL;
  if (!g_ascii_isxdigit (p[1]) || !g_ascii_isxdigit (p[2]))
    return NULL;
  *byte = (guint8) (g_ascii_xdigit_value (p[1]) << 4 | g_ascii_xdigit_value (p[2]));
  return p + 3;
}

static GBytes *
unescape (const char *text, gboolean others_stay, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (strlen (text) + 1);
  const char *p, *backslash;
  gsize length = 0;

  for (p = text; (backslash = strchr (p, '\\')) != NULL; length++)
    {
      memcpy (bytes + length, p, (gsize) (backslash - p));
      length += (gsize) (backslash - p);
      p = parse_escape (backslash, others_stay, &bytes[length]);
      if (p == NULL)
        {
          hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                           "the backslash at byte %u of “%s” begins no escape: write \\xNN for a byte, "
                           "\\\\ for a backslash",
                           (guint) (backslash - text) + 1, text);
          return NULL;
        }
    }
  memcpy (bytes + length, p, strlen (p));
  return g_bytes_new_take (g_steal_pointer (&bytes), length + strlen (p));
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
 */
GBytes *
hbase_bytes_from_escaped (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  return unescape (text, FALSE, error);
}

GBytes *
hbase_bytes_from_loosely_escaped (const char *text, GError **error)
{
  return unescape (text, TRUE, error);
}

gsize
hbase_text_measure_mark (const char *text, gsize length)
{
  static const char mark[] = { '\xEF', '\xBB', '\xBF' };

  return length >= sizeof mark && memcmp (text, mark, sizeof mark) == 0 ? sizeof mark : 0;
}
