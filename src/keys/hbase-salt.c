/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-md5-private.h"
#include "hbase-key-types-private.h"
#include "hbase-salt-private.h"

#include <stdlib.h>

/* This file implements HBaseSalt: a table of the types of salts, with the arguments and the formula of
 * each. */

/* The properties of a type of salt. */
struct _HBaseSaltType {
  const char *name;
  /* Reads the arguments that belong to the type into `salt`. */
  gboolean (*read) (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error);
  /* Chooses a bucket by `material`, or by `random`; NULL: the salt is a digest, not an index. */
  guint64 (*choose) (const HBaseSalt *salt, HBaseSlice material, guint32 random);
  gboolean is_random;
  gboolean leaves_zeros; /* a key whose first field is zero has the salt zero */
};

/* ---- arguments ---- */

/* Reads the next argument, which is a number from 1 to `maximum`. */
static gboolean
read_number (HBaseSaltArguments *arguments, guint64 maximum, guint64 *number, GError **error)
{
  const HBaseSlice *argument = &arguments->words[arguments->n_taken];
  g_autofree char *word = NULL;

  if (arguments->n_taken < arguments->n_words)
    word = g_strndup ((const char *) argument->data, argument->length);
  if (word == NULL || !g_ascii_string_to_unsigned (word, 10, 1, maximum, number, NULL))
    return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA,
                            "a whole number from 1 to %" G_GUINT64_FORMAT " is expected here", maximum);
  arguments->n_taken++;
  return TRUE;
}

/* `base` to the power of `width`; G_MAXUINT64 if it is too large. */
static guint64
power (guint64 base, gsize width)
{
  guint64 product = 1;

  while (width-- > 0)
    if (!g_uint64_checked_mul (&product, product, base))
      return G_MAXUINT64;
  return product;
}

/* At most as many as a read can try: otherwise rows would never be found. */
static gboolean
read_random (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  if (!read_number (arguments, HBASE_KEY_MAX_SALTED_KEYS, &salt->n_buckets, error))
    return FALSE;
  salt->width = salt->n_buckets <= 256 ? 1 : 2;
  return TRUE;
}

static gboolean
read_phoenix (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  salt->width = 1;
  return read_number (arguments, 256, &salt->n_buckets, error);
}

static gboolean
read_opentsdb (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  guint64 width;

  if (!read_number (arguments, 4, &width, error))
    return FALSE;
  salt->width = (gsize) width;
  /* Java's hash is an int. */
  return read_number (arguments, MIN (power (256, salt->width), G_MAXINT32), &salt->n_buckets, error);
}

static gboolean
read_digest (HBaseSalt *salt, guint64 longest, guint64 base, HBaseSaltArguments *arguments, GError **error)
{
  guint64 width;

  if (!read_number (arguments, longest, &width, error))
    return FALSE;
  salt->width = (gsize) width;
  salt->n_buckets = power (base, salt->width);
  return TRUE;
}

static gboolean
read_md5_hex (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  return read_digest (salt, 2 * HBASE_MD5_LENGTH, 16, arguments, error);
}

static gboolean
read_md5 (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  return read_digest (salt, HBASE_MD5_LENGTH, 256, arguments, error);
}

static gboolean
read_modulo (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  salt->width = 8;
  if (!read_number (arguments, G_MAXINT64, &salt->n_buckets, error))
    return FALSE;
  if (arguments->n_words == 2)
    return TRUE;
  arguments->n_taken = 2;
  return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA,
                          "modulo takes a number and the name of one field: modulo(8,id)");
}

static int
compare_words (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Words of the same length, which are sorted, so that the buckets are in order. */
static gboolean
read_prefixes (HBaseSalt *salt, HBaseSaltArguments *arguments, GError **error)
{
  guint n = arguments->n_words;

  if (n == 0)
    return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA, "prefixes are expected: one-of(a,b,c,d)");
  salt->prefixes = g_new0 (char *, n + 1);
  salt->n_buckets = n;
  salt->width = arguments->words[0].length;
  for (guint i = 0; i < n; i++)
    {
      HBaseSlice argument = arguments->words[i];
      char *word = g_strndup ((const char *) argument.data, argument.length);
      gboolean known = g_strv_contains ((const char *const *) salt->prefixes, word);

      arguments->n_taken = i;
      salt->prefixes[i] = word;
      if (known)
        return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA, "this prefix occurs twice");
      if (argument.length != salt->width)
        return hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA,
                                "all prefixes must have the same length, otherwise keys can't be decoded");
    }
  arguments->n_taken = n;
  qsort (salt->prefixes, n, sizeof *salt->prefixes, compare_words);
  return TRUE;
}

/* ---- formulas ---- */

static guint64
choose_random (const HBaseSalt *salt, HBaseSlice material, guint32 random)
{
  return random % salt->n_buckets;
}

/* Computes java.util.Arrays.hashCode(byte[]), with overflow; Java's bytes are signed. */
static gint32
java_hash (HBaseSlice bytes)
{
  guint32 hash = 1;

  for (gsize i = 0; i < bytes.length; i++)
    hash = 31 * hash + (guint32) (gint8) bytes.data[i];
  return (gint32) hash;
}

/* The formula of Phoenix and OpenTSDB: |hash mod n|, where mod has the sign of the hash. */
static guint64
choose_java (const HBaseSalt *salt, HBaseSlice material, guint32 random)
{
  gint64 remainder = (gint64) java_hash (material) % (gint64) salt->n_buckets;

  return (guint64) ABS (remainder);
}

static guint64
choose_by_hash (const HBaseSalt *salt, HBaseSlice material, guint32 random)
{
  guint8 md5[HBASE_MD5_LENGTH];

  hbase_md5 (material, md5);
  return hbase_key_number_read (md5, 8) % salt->n_buckets;
}

static guint64
choose_modulo (const HBaseSalt *salt, HBaseSlice material, guint32 random)
{
  return hbase_key_number_read (material.data, material.length) % salt->n_buckets;
}

static void
write_hex (guint8 *text, gsize length, const guint8 *bytes)
{
  for (gsize i = 0; i < length; i++)
    text[i] = (guint8) "0123456789abcdef"[bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 0xf];
}

/* ---- the table ---- */

static const HBaseSaltType types[] = {
  { "random", read_random, choose_random, TRUE, FALSE },
  { "one-of", read_prefixes, choose_random, TRUE, FALSE },
  { "hash-of", read_prefixes, choose_by_hash, FALSE, FALSE },
  { "md5-hex", read_md5_hex, NULL, FALSE, FALSE },
  { "md5", read_md5, NULL, FALSE, FALSE },
  { "modulo", read_modulo, choose_modulo, FALSE, FALSE },
  { "phoenix", read_phoenix, choose_java, FALSE, FALSE },
  { "opentsdb", read_opentsdb, choose_java, FALSE, TRUE },
};

const HBaseSaltType *
hbase_salt_type_lookup (HBaseSlice name)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (hbase_slice_equal (hbase_slice_text (types[i].name), name))
      return &types[i];
  return NULL;
}

char *
hbase_salt_type_list (void)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", types[i].name);
  return g_string_free (list, FALSE);
}

/* ---- the salt ---- */

/* Whether the type takes no field names: because it takes words, or is random. */
static gboolean
takes_no_fields (const HBaseSaltType *type)
{
  return type->is_random || type->read == read_prefixes;
}

HBaseSalt *
hbase_salt_new (const HBaseSaltType *type, HBaseSaltArguments *arguments, GError **error)
{
  g_autoptr (HBaseSalt) salt = g_new0 (HBaseSalt, 1);

  salt->type = type;
  if (!type->read (salt, arguments, error))
    return NULL;
  if (arguments->n_taken == arguments->n_words || !takes_no_fields (type))
    return g_steal_pointer (&salt);
  hbase_error_set (error, HBASE_ERROR_INVALID_SCHEMA, "%s takes no fields", type->name);
  return NULL;
}

void
hbase_salt_free (HBaseSalt *salt)
{
  g_strfreev (salt->prefixes);
  g_free (salt);
}

gboolean
hbase_salt_is_random (const HBaseSalt *salt)
{
  return salt->type->is_random;
}

gboolean
hbase_salt_needs_number (const HBaseSalt *salt)
{
  return salt->type->choose == choose_modulo;
}

gboolean
hbase_salt_is_hex (const HBaseSalt *salt)
{
  return salt->type->read == read_md5_hex;
}

const char *
hbase_salt_get_name (const HBaseSalt *salt)
{
  return salt->type->name;
}

void
hbase_salt_print_arguments (const HBaseSalt *salt, GString *text)
{
  if (salt->prefixes != NULL)
    {
      g_autofree char *words = g_strjoinv (",", salt->prefixes);

      g_string_append (text, words);
    }
  else if (salt->type->read == read_opentsdb)
    g_string_append_printf (text, "%" G_GSIZE_FORMAT ",%" G_GUINT64_FORMAT, salt->width, salt->n_buckets);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT,
                            salt->type->choose != NULL ? salt->n_buckets : salt->width);
}

static gboolean
is_zero (HBaseSlice bytes)
{
  gsize i = 0;

  while (i < bytes.length && bytes.data[i] == 0)
    i++;
  return i == bytes.length && bytes.length > 0;
}

void
hbase_salt_compute (
    const HBaseSalt *salt, HBaseSlice material, gsize first_length, guint32 random, guint8 *bytes)
{
  guint8 md5[HBASE_MD5_LENGTH];

  if (salt->type->leaves_zeros && is_zero (hbase_slice (material.data, first_length)))
    {
      memset (bytes, 0, salt->width);
      return;
    }
  if (salt->type->choose != NULL)
    {
      hbase_salt_bucket (salt, salt->type->choose (salt, material, random), bytes);
      return;
    }
  hbase_md5 (material, md5);
  if (hbase_salt_is_hex (salt))
    write_hex (bytes, salt->width, md5);
  else
    memcpy (bytes, md5, salt->width);
}

void
hbase_salt_bucket (const HBaseSalt *salt, guint64 index, guint8 *bytes)
{
  guint8 digits[HBASE_MD5_LENGTH];
  gboolean is_hex = hbase_salt_is_hex (salt);

  if (salt->prefixes != NULL)
    {
      memcpy (bytes, salt->prefixes[index], salt->width);
      return;
    }
  if (is_hex)
    index <<= salt->width % 2 * 4; /* the last digit of an odd number of digits is the upper half of a byte */
  for (gsize i = is_hex ? (salt->width + 1) / 2 : salt->width; i-- > 0; index >>= 8)
    (is_hex ? digits : bytes)[i] = (guint8) index;
  if (is_hex)
    write_hex (bytes, salt->width, digits);
}

gboolean
hbase_salt_has_bucket (const HBaseSalt *salt, const guint8 *bytes)
{
  g_autofree guint8 *middle = g_malloc (salt->width);

  for (guint64 low = 0, high = salt->n_buckets; low < high;)
    {
      guint64 index = low + (high - low) / 2;
      int order;

      hbase_salt_bucket (salt, index, middle);
      order = memcmp (bytes, middle, salt->width);
      if (order == 0)
        return TRUE;
      if (order < 0)
        high = index;
      else
        low = index + 1;
    }
  return FALSE;
}
