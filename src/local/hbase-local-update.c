/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Increments and appends, which read a row's cells, compute new values and write them. All values are
 * computed from what was there before the call, so that of a column that is named twice only the last
 * entry has an effect. */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-wire-tables.h"

#define LATEST_TIMESTAMP (G_MAXINT64 - 1) /* G_MAXINT64 means the current time */
#define DO_NOT_RETRY "org.apache.hadoop.hbase.DoNotRetryIOException: "

/* Computes the column's new value from its old cell, which is NULL if there is none. */
typedef gboolean (*Compute) (const HBaseLocalField *column,
                             const HBaseCellView *old,
                             GByteArray *value,
                             GError **error);

gboolean
hbase_local_update_check (HBaseSlice row,
                          const HBaseLocalField *columns,
                          const HBaseLocalField *attributes,
                          const HBaseBlock *block,
                          GError **error)
{
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (columns, block, &decoder);

  if (!hbase_local_check_row_key (row, error) || !hbase_local_check_attributes (attributes, block, error))
    return FALSE;
  if (count > HBASE_LOCAL_COLUMNS_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE "updates of so many columns: at most %d",
                                  HBASE_LOCAL_COLUMNS_MAX);
  return count > 0 || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no columns");
}

/* TColumnIncrement and TColumnValue have the same first fields. */
static HBaseSlice
family_of (const HBaseLocalField *column)
{
  return column[HBASE_T_COLUMN_VALUE_FAMILY].bytes;
}

static HBaseSlice
qualifier_of (const HBaseLocalField *column)
{
  return column[HBASE_T_COLUMN_VALUE_QUALIFIER].bytes;
}

static gboolean
read_old_cells (const HBaseLocalMutationContext *ctx,
                HBaseSlice key,
                const HBaseLocalField *columns,
                HBaseLocalRow *old,
                GError **error)
{
  g_auto (HBaseLocalQuery) query;
  HBaseLocalField column[HBASE_T_COLUMN_VALUE_VALUE + 1];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (columns, ctx->block, &decoder);

  hbase_local_query_init (&query);
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      hbase_local_query_add_column (&query, family_of (column), qualifier_of (column));
    }
  hbase_local_query_sort_columns (&query);
  return hbase_local_query_check (&query, ctx->table, error)
         && hbase_local_get_row (ctx->db, ctx->table, key, &query, ctx->now, old, error);
}

/* In a family that keeps one version, HBase still has the older ones until it flushes its memory: raw
 * scans return them, and they become visible when the newest is deleted. Here some of them are kept, so
 * that a counter doesn't grow without limit. The column of the empty qualifier also holds the family's
 * markers, which must stay. */
#define N_OLDER_VERSIONS 15

static gboolean
remove_old_versions (const HBaseLocalMutationContext *ctx,
                     HBaseSlice family,
                     HBaseSlice qualifier,
                     GByteArray *key,
                     GError **error)
{
  const HBaseLocalFamily *settings = hbase_local_table_find_family (ctx->table, family);
  g_autoptr (GByteArray) end = NULL;

  if (settings->settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS] > 1 || qualifier.length == 0)
    return TRUE;
  end = g_byte_array_new ();
  g_byte_array_append (end, key->data, key->len - HBASE_LOCAL_KEY_TAIL);
  hbase_local_key_skip_prefix (end);
  g_byte_array_append (key, (const guint8 *) "", 1); /* the first key after it */
  return hbase_local_cells_remove (ctx->db, ctx->table, hbase_local_key_slice (key),
                                   hbase_local_key_slice (end), N_OLDER_VERSIONS, error);
}

static gboolean
update_column (const HBaseLocalMutationContext *ctx,
               HBaseSlice row_key,
               const HBaseLocalField *column,
               const HBaseLocalRow *old,
               Compute compute,
               HBaseLocalRow *row,
               GError **error)
{
  HBaseSlice family = family_of (column), qualifier = qualifier_of (column);
  g_autoptr (GByteArray) key = g_byte_array_new (), value = g_byte_array_new ();
  HBaseCellView cell;
  gboolean found = hbase_local_row_find (old, family, qualifier, &cell);
  gint64 timestamp = found ? MAX (ctx->now, MIN (cell.timestamp, LATEST_TIMESTAMP - 1) + 1) : ctx->now;

  if (!compute (column, found ? &cell : NULL, value, error))
    return FALSE;
  hbase_local_key_fill (key, row_key, family, qualifier, timestamp, HBASE_LOCAL_PUT);
  return hbase_local_cells_put (ctx->db, ctx->table, hbase_local_key_slice (key),
                                hbase_local_key_slice (value), error)
         && hbase_local_row_add (row, family, qualifier, hbase_local_key_slice (value), timestamp,
                                 HBASE_LOCAL_PUT, error)
         && remove_old_versions (ctx, family, qualifier, key, error);
}

static gboolean
update (const HBaseLocalMutationContext *ctx,
        HBaseSlice key,
        const HBaseLocalField *columns,
        Compute compute,
        HBaseLocalRow *row,
        GError **error)
{
  g_auto (HBaseLocalRow) old;
  HBaseLocalField column[HBASE_T_COLUMN_VALUE_VALUE + 1];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (columns, ctx->block, &decoder);

  hbase_local_row_init (&old);
  hbase_local_row_begin (row, key);
  if (!read_old_cells (ctx, key, columns, &old, error))
    return FALSE;
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      if (!update_column (ctx, key, column, &old, compute, row, error))
        return FALSE;
    }
  hbase_local_row_sort (row);
  return TRUE;
}

static gboolean
compute_increment (const HBaseLocalField *column, const HBaseCellView *old, GByteArray *value, GError **error)
{
  guint64 sum = (guint64) hbase_local_field_or (&column[HBASE_T_COLUMN_INCREMENT_AMOUNT], 1), stored = 0;

  if (old != NULL && old->value.length != sizeof stored)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "Field is not a long, it's %" G_GSIZE_FORMAT " bytes wide",
                                  old->value.length);
  if (old != NULL)
    memcpy (&stored, old->value.data, sizeof stored);
  sum += GUINT64_FROM_BE (stored);
  sum = GUINT64_TO_BE (sum);
  g_byte_array_append (value, (const guint8 *) &sum, sizeof sum);
  return TRUE;
}

static gboolean
compute_append (const HBaseLocalField *column, const HBaseCellView *old, GByteArray *value, GError **error)
{
  HBaseSlice more = column[HBASE_T_COLUMN_VALUE_VALUE].bytes;
  gsize length = more.length + (old != NULL ? old->value.length : 0);

  if (length > HBASE_LOCAL_CELL_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "Cell with size %" G_GSIZE_FORMAT " exceeds limit of %d bytes",
                                  length, HBASE_LOCAL_CELL_MAX);
  if (old != NULL)
    g_byte_array_append (value, hbase_slice_bytes (old->value), (guint) old->value.length);
  g_byte_array_append (value, hbase_slice_bytes (more), (guint) more.length);
  return TRUE;
}

gboolean
hbase_local_increment_apply (const HBaseLocalMutationContext *ctx,
                             const HBaseLocalField *increment,
                             HBaseLocalRow *row,
                             GError **error)
{
  return update (ctx, increment[HBASE_T_INCREMENT_ROW].bytes, &increment[HBASE_T_INCREMENT_COLUMNS],
                 compute_increment, row, error);
}

gboolean
hbase_local_append_apply (const HBaseLocalMutationContext *ctx,
                          const HBaseLocalField *append,
                          HBaseLocalRow *row,
                          GError **error)
{
  return update (ctx, append[HBASE_T_APPEND_ROW].bytes, &append[HBASE_T_APPEND_COLUMNS], compute_append, row,
                 error);
}
