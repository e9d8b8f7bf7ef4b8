/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-salted-operations-private.h"

#include "hbase-data-operations-private.h"

/* Writes that don't look for their row first: a single call each, to where the row is, or will be. */

HBaseOperation *
hbase_salted_put_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBasePut *put, guint32 draw, GError **error)
{
  g_autoptr (HBasePut) salted = hbase_put_salt_with_draw (put, schema, draw, error);

  return hbase_target_prefix_error (target, salted != NULL, error) ? hbase_put_operation_new (target, salted)
                                                                   : NULL;
}

HBaseOperation *
hbase_salted_delete_operation_new (HBaseTarget target,
                                   HBaseKeySchema *schema,
                                   HBaseDelete *delete_,
                                   GError **error)
{
  g_autoptr (GPtrArray) deletes = hbase_delete_fan_out (delete_, schema, error);
  HBaseOperation *operation;
  HBaseSlice row;

  if (!hbase_target_prefix_error (target, deletes != NULL, error))
    return NULL;
  operation = hbase_delete_multiple_operation_new (target, deletes);
  row.data = hbase_delete_get_row (delete_, &row.length);
  hbase_operation_set_subject (operation, operation->table, row);
  return operation;
}

/* ---- where the place has to be known ---- */

/* The place of a row that was read; INVALID_ARGUMENT where that is another row, or none. */
static GBytes *
place_of_row (HBaseKeySchema *schema, HBaseSlice key, HBaseRow *row, GError **error)
{
  HBaseSlice place = hbase_row_key_slice (row);
  g_autoptr (GBytes) unsalted = NULL;

  if (!hbase_row_is_empty (row))
    {
      unsalted = hbase_key_schema_unsalt (schema, place.data, place.length, error);
      if (unsalted == NULL)
        return NULL;
      if (hbase_slice_equal (hbase_slice_of_bytes (unsalted), key))
        return hbase_row_ref_key (row);
    }
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       unsalted != NULL ? "the row that was read has another key than what is to be written"
                                        : "the row that was read isn't there, so it has no place: put it");
  return NULL;
}

/* The one place of an unsalted key. */
static GBytes *
find_place (HBaseTarget target, HBaseKeySchema *schema, HBaseSlice key, HBaseRow *row, GError **error)
{
  GBytes *place = NULL;

  if (row != NULL)
    place = place_of_row (schema, key, row, error);
  else if (!hbase_key_schema_has_random_salt (schema))
    place = hbase_key_schema_rebuild (schema, key.data, key.length, error);
  else
    hbase_error_set (
        error, HBASE_ERROR_INVALID_ARGUMENT,
        "the salt of “%s” is drawn, so the row's place can't be computed: get the row first, and give "
        "it along",
        hbase_key_schema_get_text (schema));
  hbase_target_prefix_error (target, place != NULL, error);
  return place;
}

HBaseOperation *
hbase_salted_check_and_put_operation_new (HBaseTarget target,
                                          HBaseKeySchema *schema,
                                          HBaseRow *row,
                                          HBaseSlice family,
                                          HBaseSlice qualifier,
                                          HBaseSlice value,
                                          HBasePut *put,
                                          GError **error)
{
  g_autoptr (GBytes) place = NULL;
  g_autoptr (HBasePut) placed = NULL;
  HBaseSlice key;

  key.data = hbase_put_get_row (put, &key.length);
  place = find_place (target, schema, key, row, error);
  if (place == NULL)
    return NULL;
  placed = hbase_put_copy_to (put, hbase_slice_of_bytes (place));
  return hbase_check_and_put_operation_new (target, family, qualifier, value, placed);
}

HBaseOperation *
hbase_salted_increment_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBaseRow *row, HBaseIncrement *increment, GError **error)
{
  g_autoptr (GBytes) place = NULL;
  g_autoptr (HBaseIncrement) placed = NULL;
  HBaseSlice key;

  key.data = hbase_increment_get_row (increment, &key.length);
  place = find_place (target, schema, key, row, error);
  if (place == NULL)
    return NULL;
  placed = hbase_increment_copy_to (increment, hbase_slice_of_bytes (place));
  return hbase_increment_operation_new (target, placed);
}

HBaseOperation *
hbase_salted_append_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBaseRow *row, HBaseAppend *append, GError **error)
{
  g_autoptr (GBytes) place = NULL;
  g_autoptr (HBaseAppend) placed = NULL;
  HBaseSlice key;

  key.data = hbase_append_get_row (append, &key.length);
  place = find_place (target, schema, key, row, error);
  if (place == NULL)
    return NULL;
  placed = hbase_append_copy_to (append, hbase_slice_of_bytes (place));
  return hbase_append_operation_new (target, placed);
}
