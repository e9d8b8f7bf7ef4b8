/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes the new keys of rows, copies rows, and compares copies. */

#include "config.h"

#include <string.h>

#include "rekey.h"

/* ---- schemas ---- */

static gboolean
has_field (HBaseKeySchema *schema, const char *name)
{
  for (guint i = 0; i < hbase_key_schema_get_n_fields (schema); i++)
    if (strcmp (hbase_key_schema_get_field_name (schema, i), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
check_fields (HBaseKeySchema *of, HBaseKeySchema *in, const char *why, GError **error)
{
  for (guint i = 0; i < hbase_key_schema_get_n_fields (of); i++)
    {
      const char *name = hbase_key_schema_get_field_name (of, i);

      if (has_field (in, name))
        continue;
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_SCHEMA, "“%s” has no field “%s”: %s",
                   hbase_key_schema_get_text (in), name, why);
      return FALSE;
    }
  return TRUE;
}

gboolean
rekey_check (const Rekey *rekey, GError **error)
{
  return check_fields (rekey->to, rekey->from, "where would its value come from?", error)
         && check_fields (rekey->from, rekey->to, "rows that differ in it alone would become one", error);
}

/* ---- keys ---- */

/* Returns the values as text, which the new schema parses. */
static char **
dup_fields (const Rekey *rekey, const guint8 *key, gsize length, GError **error)
{
  g_autoptr (GStrvBuilder) fields = g_strv_builder_new ();

  for (guint i = 0; i < hbase_key_schema_get_n_fields (rekey->to); i++)
    {
      const char *name = hbase_key_schema_get_field_name (rekey->to, i);
      g_autofree char *value = hbase_key_schema_key_field_to_escaped (rekey->from, key, length, name, error);
      g_autofree char *field = g_strdup_printf ("%s=%s", name, value);

      if (value == NULL)
        return NULL;
      g_strv_builder_add (fields, field);
    }
  return g_strv_builder_end (fields);
}

/* A value that is truncated is a loss, and might make two rows one. Therefore decoding the new key must give
 * the old key again. */
static gboolean
check_way_back (const Rekey *rekey, GBytes *made, const guint8 *key, gsize length, GError **error)
{
  Rekey back = { rekey->to, rekey->from };
  g_autofree char *shown = NULL;
  g_autoptr (GVariant) values = NULL;
  g_autoptr (GVariant) original = hbase_key_schema_decode (rekey->from, key, length, error);
  g_auto (GStrv) fields = NULL;

  if (original == NULL)
    return FALSE;
  fields = dup_fields (&back, g_bytes_get_data (made, NULL), g_bytes_get_size (made), NULL);
  if (fields != NULL)
    values = hbase_key_schema_parse_values_escaped (rekey->from, (const char *const *) fields, NULL);
  if (values != NULL && g_variant_equal (values, original))
    return TRUE;
  shown = hbase_bytes_to_escaped (key, length);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "row “%s”: “%s” wouldn't keep all of its values unchanged", shown,
               hbase_key_schema_get_text (rekey->to));
  return FALSE;
}

/* The salt is computed from the key, so that a repeated copy has the same key. */
static guint32
random_of (const guint8 *key, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (key, length);

  return g_bytes_hash (bytes);
}

GBytes *
rekey_key (const Rekey *rekey, const guint8 *key, gsize length, GError **error)
{
  g_auto (GStrv) fields = dup_fields (rekey, key, length, error);
  g_autofree char *shown = NULL;
  g_autoptr (GVariant) values = NULL;
  g_autoptr (GBytes) made = NULL;

  if (fields == NULL)
    return NULL;
  values = hbase_key_schema_parse_values_escaped (rekey->to, (const char *const *) fields, error);
  if (values != NULL)
    made = hbase_key_schema_encode_with_random (rekey->to, values, random_of (key, length), error);
  if (made == NULL)
    {
      shown = hbase_bytes_to_escaped (key, length);
      g_prefix_error (error, "row “%s”: ", shown);
      return NULL;
    }
  return check_way_back (rekey, made, key, length, error) ? g_steal_pointer (&made) : NULL;
}

/* ---- rows ---- */

HBasePut *
rekey_put (const Rekey *rekey, HBaseRow *row, GError **error)
{
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  g_autoptr (GBytes) made = rekey_key (rekey, key, length, error);
  HBaseCellIter iter;
  HBasePut *put;

  if (made == NULL)
    return NULL;
  put = hbase_put_new (g_bytes_get_data (made, NULL), g_bytes_get_size (made));
  hbase_cell_iter_init (&iter, row);
  while (hbase_cell_iter_next (&iter))
    {
      g_autofree char *family = g_strndup ((const char *) iter.family, iter.family_length);

      hbase_put_add_with_timestamp (put, family, iter.qualifier, iter.qualifier_length, iter.value,
                                    iter.value_length, iter.timestamp);
    }
  return put;
}

static int
compare_parts (const guint8 *a, gsize a_length, const guint8 *b, gsize b_length)
{
  int order = memcmp (a, b, MIN (a_length, b_length));

  return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/* Compares by family, qualifier, and the newest first. */
static int
compare_places (const HBaseCellIter *a, const HBaseCellIter *b)
{
  int order = compare_parts (a->family, a->family_length, b->family, b->family_length);

  if (order == 0)
    order = compare_parts (a->qualifier, a->qualifier_length, b->qualifier, b->qualifier_length);
  return order != 0 ? order : (b->timestamp > a->timestamp) - (b->timestamp < a->timestamp);
}

static gboolean
is_same (const HBaseCellIter *a, const HBaseCellIter *b)
{
  return compare_places (a, b) == 0
         && compare_parts (a->value, a->value_length, b->value, b->value_length) == 0;
}

static char *
dup_key (HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);

  return hbase_bytes_to_escaped (key, length);
}

gboolean
rekey_verify (HBaseRow *row, HBaseRow *copy, GError **error)
{
  g_autofree char *key = NULL, *qualifier = NULL;
  HBaseCellIter wanted, found;
  gboolean more = TRUE;

  hbase_cell_iter_init (&wanted, row);
  hbase_cell_iter_init (&found, copy);
  while (hbase_cell_iter_next (&wanted))
    {
      do
        more = more && hbase_cell_iter_next (&found);
      while (more && compare_places (&found, &wanted) < 0);
      if (more && is_same (&found, &wanted))
        continue;
      key = dup_key (row);
      qualifier = hbase_bytes_to_escaped (wanted.qualifier, wanted.qualifier_length);
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_FAILED,
                   "the copy of row “%s” has no cell %.*s:%s of timestamp %" G_GINT64_FORMAT
                   " with that value; does its family keep as many versions for as long?",
                   key, (int) wanted.family_length, (const char *) wanted.family, qualifier,
                   wanted.timestamp);
      return FALSE;
    }
  return TRUE;
}
