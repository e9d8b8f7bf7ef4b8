/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file shows in which forms an id could be stored in a row key, and how long each form is. */

#include "config.h"

#include <string.h>

#include "key-lengths.h"
#include "output.h"

#define DIGEST_LENGTH 16 /* also that of a UUID */
#define BASE32_BITS 5

/* What the forms are made of. */
typedef struct {
  const guint8 *id;
  gsize id_length;
  guint8 digest[DIGEST_LENGTH];
  char *digits; /* of the digest, in hex */
} Source;

/* Appends the form to the key; appends nothing if the id doesn't have that form. */
typedef void (*AppendForm) (GByteArray *key, const Source *source);

static void
append_text (GByteArray *key, const char *text, gsize length)
{
  g_byte_array_append (key, (const guint8 *) text, (guint) length);
}

/* ---- the id itself ---- */

static void
append_int64 (GByteArray *key, const Source *source)
{
  g_autofree char *text = g_strndup ((const char *) source->id, source->id_length);
  gint64 number;
  guint64 stored;

  if (strlen (text) < source->id_length
      || !g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL))
    return;
  stored = GUINT64_TO_BE ((guint64) number);
  g_byte_array_append (key, (const guint8 *) &stored, sizeof stored);
}

static void
append_uuid (GByteArray *key, const Source *source)
{
  g_autofree char *text = g_strndup ((const char *) source->id, source->id_length);

  if (strlen (text) < source->id_length || !g_uuid_string_is_valid (text))
    return;
  for (const char *p = text; *p != '\0'; p += *p == '-' ? 1 : 2)
    if (*p != '-')
      g_byte_array_append (
          key, &(guint8){ (guint8) (g_ascii_xdigit_value (p[0]) << 4 | g_ascii_xdigit_value (p[1])) }, 1);
}

static void
append_id (GByteArray *key, const Source *source)
{
  g_byte_array_append (key, source->id, (guint) source->id_length);
}

/* ---- its digest ---- */

static void
append_digest (GByteArray *key, const Source *source)
{
  g_byte_array_append (key, source->digest, DIGEST_LENGTH);
}

/* Appends the digits of base32hex (RFC 4648, section 7) without padding: they sort as the bytes do. */
static void
append_base32 (GByteArray *key, const Source *source)
{
  static const char alphabet[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

  for (guint bit = 0; bit < 8 * DIGEST_LENGTH; bit += BASE32_BITS)
    {
      guint high = source->digest[bit / 8];
      guint low = bit / 8 + 1 < DIGEST_LENGTH ? source->digest[bit / 8 + 1] : 0;

      append_text (key, &alphabet[(high << 8 | low) >> (16 - BASE32_BITS - bit % 8) & 31], 1);
    }
}

/* The characters of the bytes 80 to 9F in Windows-1252; U+FFFD stands for bytes that have none. All other
 * bytes are the characters of the same number. */
static const gunichar windows_1252[] = {
  0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
  0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
  0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
};

static void
append_as_text (GByteArray *key, const Source *source)
{
  for (guint i = 0; i < DIGEST_LENGTH; i++)
    {
      guint8 byte = source->digest[i];
      char text[6];
      gboolean is_special = byte >= 0x80 && byte < 0x80 + G_N_ELEMENTS (windows_1252);

      append_text (key, text,
                   (gsize) g_unichar_to_utf8 (is_special ? windows_1252[byte - 0x80] : byte, text));
    }
}

static void
append_hex (GByteArray *key, const Source *source)
{
  append_text (key, source->digits, strlen (source->digits));
}

static void
append_digest_uuid (GByteArray *key, const Source *source)
{
  g_autofree char *text = g_strdup_printf ("%.8s-%.4s-%.4s-%.4s-%s", source->digits, source->digits + 8,
                                           source->digits + 12, source->digits + 16, source->digits + 20);

  append_text (key, text, strlen (text));
}

/* ---- all forms ---- */

static const struct {
  const char *name;
  AppendForm append;
} forms[] = {
  { "int64", append_int64 },       { "uuid", append_uuid },
  { "text", append_id },           { "md5", append_digest },
  { "md5-base32", append_base32 }, { "md5-as-text", append_as_text },
  { "md5-hex", append_hex },       { "md5-uuid", append_digest_uuid },
};

void
key_lengths_print (Tool *tool, const guint8 *id, gsize length, gboolean hex)
{
  Source source = { .id = id, .id_length = length };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  gsize digest_length = DIGEST_LENGTH;

  g_checksum_update (checksum, id, (gssize) length);
  source.digits = g_strdup (g_checksum_get_string (checksum));
  g_checksum_get_digest (checksum, source.digest, &digest_length);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GByteArray) key = g_byte_array_new ();

      forms[i].append (key, &source);
      if (key->len > 0)
        output_form (tool, forms[i].name, key->data, key->len, hex);
    }
  g_free (source.digits);
}
