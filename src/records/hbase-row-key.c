/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-records-private.h"
#include "hbase-row-private.h"

/* A row's key as its schema reads it. */

static gboolean
need_schema (HBaseRow *row, GError **error)
{
  g_autofree char *text = NULL;

  if (hbase_row_get_key_schema (row) != NULL)
    return TRUE;
  text = hbase_row_dup_key_escaped (row);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "row “%s” was read by a table handle without a key schema: its key has no fields", text);
  return FALSE;
}

/* A key that has its salts, whichever: fields with values are the same in all. */
static GBytes *
ref_salted_key (HBaseRow *row, GError **error)
{
  HBaseSlice key = hbase_row_key_slice (row);

  if (!need_schema (row, error))
    return NULL;
  if (!hbase_row_is_unsalted (row))
    return hbase_row_ref_key (row);
  return hbase_key_schema_salt_with_draw (hbase_row_get_key_schema (row), key.data, key.length, 0, error);
}

/**
 * hbase_row_get_key_field:
 * @row: a row
 * @name: a field's name
 * @error: return location for an error
 *
 * The value of a field of its key, as [struct@HBase.KeySchema] tells its type.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where the table handle had no key schema; %HBASE_ERROR_INVALID_KEY
 * where the schema has no such field, or the key isn't of the schema.
 *
 * Returns: (transfer full): the value
 *
 * Since: 0.1
 */
GVariant *
hbase_row_get_key_field (HBaseRow *row, const char *name, GError **error)
{
  g_autoptr (GBytes) key = NULL;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  key = ref_salted_key (row, error);
  if (key == NULL)
    return NULL;
  return hbase_key_schema_decode_field (hbase_row_get_key_schema (row), g_bytes_get_data (key, NULL),
                                        g_bytes_get_size (key), name, error);
}

/**
 * hbase_row_dup_key_field_escaped:
 * @row: a row
 * @name: a field's name
 * @error: return location for an error
 *
 * A field of its key for people: numbers in decimal, stamps as date and time.
 *
 * Errors: as of [method@HBase.Row.get_key_field].
 *
 * Returns: (transfer full): the value as text
 *
 * Since: 0.1
 */
char *
hbase_row_dup_key_field_escaped (HBaseRow *row, const char *name, GError **error)
{
  g_autoptr (GBytes) key = NULL;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  key = ref_salted_key (row, error);
  if (key == NULL)
    return NULL;
  return hbase_key_schema_key_field_to_text (hbase_row_get_key_schema (row), g_bytes_get_data (key, NULL),
                                             g_bytes_get_size (key), name, error);
}

/**
 * hbase_row_ref_unsalted_key:
 * @row: a row
 * @error: return location for an error
 *
 * The row's key without the salts that its key schema has: what [class@HBase.SaltedTable] takes. The key of
 * [method@HBase.Row.get_key] is the one where the row stands, with them. Of a schema without salts both are
 * the same.
 *
 * Errors: as of [method@HBase.Row.get_key_field].
 *
 * Returns: (transfer full): the unsalted key
 *
 * Since: 0.1
 */
GBytes *
hbase_row_ref_unsalted_key (HBaseRow *row, GError **error)
{
  HBaseSlice key;

  g_return_val_if_fail (row != NULL, NULL);

  if (!need_schema (row, error))
    return NULL;
  if (hbase_row_is_unsalted (row))
    return hbase_row_ref_key (row);
  key = hbase_row_key_slice (row);
  return hbase_key_schema_unsalt (hbase_row_get_key_schema (row), key.data, key.length, error);
}
