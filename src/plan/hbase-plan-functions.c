/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file has the private functions of libhbase-glib under their own names: each calls the one of that
 * library. So the sources of this library call them as those of that library do, and unit tests link both
 * without this file. */

#include "config.h"

#include "hbase-plan-compatibility-private.h"

/* Ends the process if the functions are those of another version: nothing that they return could be trusted.
 * */
static const HBasePrivateFunctions *
fetch (void)
{
  const HBasePrivateFunctions *functions = hbase_private_functions ();
  g_autofree char *problem = hbase_plan_compatibility_check (functions);

  if (problem != NULL)
    g_error ("%s", problem);
  return functions;
}

static const HBasePrivateFunctions *
get (void)
{
  static const HBasePrivateFunctions *functions;
  const HBasePrivateFunctions *found = g_atomic_pointer_get (&functions);

  if (G_UNLIKELY (found == NULL))
    {
      found = fetch ();
      g_atomic_pointer_set (&functions, found);
    }
  return found;
}

gboolean
hbase_elements_check (gpointer *elements, guint n_elements, GError **error)
{
  return get ()->hbase_elements_check (elements, n_elements, error);
}

void
hbase_error_prefix (GError **error, const char *format, ...)
{
  g_autofree char *prefix = NULL;
  va_list arguments;

  va_start (arguments, format);
  prefix = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  get ()->hbase_error_prefix (error, "%s", prefix);
}

gboolean
hbase_error_set (GError **error, HBaseError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return get ()->hbase_error_set (error, code, "%s", message);
}

void
hbase_key_encoder_add (HBaseKeyEncoder *encoder, HBaseKeyValue *value)
{
  get ()->hbase_key_encoder_add (encoder, value);
}

void
hbase_key_encoder_clear (HBaseKeyEncoder *encoder)
{
  get ()->hbase_key_encoder_clear (encoder);
}

gboolean
hbase_key_encoder_finish (HBaseKeyEncoder *encoder, HBaseSlice *key, GError **error)
{
  return get ()->hbase_key_encoder_finish (encoder, key, error);
}

void
hbase_key_encoder_init (HBaseKeyEncoder *encoder, const struct _HBaseKeySchema *schema)
{
  get ()->hbase_key_encoder_init (encoder, schema);
}

void
hbase_key_encoder_set_random (HBaseKeyEncoder *encoder, guint32 random)
{
  get ()->hbase_key_encoder_set_random (encoder, random);
}

gboolean
hbase_key_schema_check_salts (HBaseKeySchema *schema, HBaseSlice key, const HBaseSlice *parts, GError **error)
{
  return get ()->hbase_key_schema_check_salts (schema, key, parts, error);
}

gboolean
hbase_key_schema_split (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error)
{
  return get ()->hbase_key_schema_split (schema, key, parts, error);
}

gint64
hbase_key_timestamp_units (const HBaseKeyType *type)
{
  return get ()->hbase_key_timestamp_units (type);
}

gboolean
hbase_key_type_is_counter (const HBaseKeyType *type)
{
  return get ()->hbase_key_type_is_counter (type);
}

HBaseKeyValue
hbase_key_value_of (GVariant *variant)
{
  return get ()->hbase_key_value_of (variant);
}

void
hbase_md5 (HBaseSlice material, guint8 *sum)
{
  get ()->hbase_md5 (material, sum);
}

gboolean
hbase_object_fail_property (gpointer object, const char *property, GError **error)
{
  return get ()->hbase_object_fail_property (object, property, error);
}

void
hbase_object_get_member (gpointer object, gsize offset, GValue *value)
{
  get ()->hbase_object_get_member (object, offset, value);
}

gboolean
hbase_object_set_member (gpointer object, gsize offset, const GValue *value, GParamSpec *pspec)
{
  return get ()->hbase_object_set_member (object, offset, value, pspec);
}

void
hbase_salt_compute (
    const HBaseSalt *salt, HBaseSlice material, gsize first_length, guint32 random, guint8 *bytes)
{
  get ()->hbase_salt_compute (salt, material, first_length, random, bytes);
}

void
hbase_salt_free (HBaseSalt *salt)
{
  get ()->hbase_salt_free (salt);
}

gboolean
hbase_salt_is_hex (const HBaseSalt *salt)
{
  return get ()->hbase_salt_is_hex (salt);
}

gboolean
hbase_salt_is_random (const HBaseSalt *salt)
{
  return get ()->hbase_salt_is_random (salt);
}

gboolean
hbase_salt_needs_number (const HBaseSalt *salt)
{
  return get ()->hbase_salt_needs_number (salt);
}

HBaseSalt *
hbase_salt_new (const HBaseSaltType *type, HBaseSaltArguments *arguments, GError **error)
{
  return get ()->hbase_salt_new (type, arguments, error);
}

const HBaseSaltType *
hbase_salt_type_lookup (HBaseSlice name)
{
  return get ()->hbase_salt_type_lookup (name);
}

GPtrArray *
hbase_splits_copy (GPtrArray *keys)
{
  return get ()->hbase_splits_copy (keys);
}

gsize
hbase_text_measure_mark (const char *text, gsize length)
{
  return get ()->hbase_text_measure_mark (text, length);
}
