/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Deletes, which write delete markers. hbase-local-row-reader.c says what the markers mask. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-wire-tables.h"

#define N_COLUMN_FIELDS (HBASE_T_COLUMN_TIMESTAMP + 1)

static gint64
delete_type (const HBaseLocalField *del)
{
  return hbase_local_field_or (&del[HBASE_T_DELETE_DELETE_TYPE], HBASE_T_DELETE_TYPE_DELETE_COLUMNS);
}

static gboolean
check_column (const HBaseLocalField *column, gint64 type, GError **error)
{
  const HBaseLocalField *timestamp = &column[HBASE_T_COLUMN_TIMESTAMP];

  if (timestamp->number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative time timestamp");
  return type != HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION || timestamp->given
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                   "DELETE_FAMILY_VERSION needs a time timestamp");
}

gboolean
hbase_local_delete_check (const HBaseLocalField *del, const HBaseBlock *block, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseWireDecoder decoder;
  gint64 type = delete_type (del);
  guint count = hbase_local_fields_list (&del[HBASE_T_DELETE_COLUMNS], block, &decoder);

  if (!hbase_local_check_row_key (del[HBASE_T_DELETE_ROW].bytes, error))
    return FALSE;
  if (count == 0 && del[HBASE_T_DELETE_TIMESTAMP].number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative time timestamp");
  if (count > 0
      && (type < HBASE_T_DELETE_TYPE_DELETE_COLUMN || type > HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "an unknown type of delete");
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      if (!check_column (column, type, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_families (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&del[HBASE_T_DELETE_COLUMNS], ctx->block, &decoder);

  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      if (!hbase_local_table_check_family (ctx->table, column[HBASE_T_COLUMN_FAMILY].bytes, error))
        return FALSE;
    }
  return TRUE;
}

static gint64
timestamp_or_default (const HBaseLocalField *timestamp, gint64 otherwise)
{
  return timestamp->given && timestamp->number != G_MAXINT64 ? timestamp->number : otherwise;
}

static gboolean
put_marker (const HBaseLocalMutationContext *ctx,
            HBaseSlice row,
            HBaseSlice family,
            HBaseSlice qualifier,
            gint64 timestamp,
            HBaseLocalType type,
            GError **error)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  hbase_local_key_fill (key, row, family, qualifier, timestamp, type);
  return hbase_local_cells_put (ctx->db, ctx->table, hbase_local_key_slice (key), hbase_slice ("", 0), error);
}

static gboolean
delete_row (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  gint64 timestamp = timestamp_or_default (&del[HBASE_T_DELETE_TIMESTAMP], ctx->now);

  for (guint i = 0; i < hbase_local_table_n_families (ctx->table); i++)
    if (!put_marker (ctx, del[HBASE_T_DELETE_ROW].bytes, hbase_local_table_family (ctx->table, i)->name,
                     hbase_slice ("", 0), timestamp, HBASE_LOCAL_DELETE_FAMILY, error))
      return FALSE;
  return TRUE;
}

/* Finds the timestamp of the column's newest visible version. It is the current time if there is none:
 * HBase writes a marker all the same. */
static gboolean
newest_timestamp (const HBaseLocalMutationContext *ctx,
                  HBaseSlice row,
                  HBaseSlice family,
                  HBaseSlice qualifier,
                  gint64 *timestamp,
                  GError **error)
{
  g_auto (HBaseLocalQuery) query;
  g_auto (HBaseLocalRow) found;

  hbase_local_query_init (&query);
  hbase_local_row_init (&found);
  hbase_local_query_add_column (&query, family, qualifier);
  *timestamp = ctx->now;
  if (!hbase_local_get_row (ctx->db, ctx->table, row, &query, ctx->now, &found, error))
    return FALSE;
  if (hbase_local_row_n_cells (&found) > 0)
    *timestamp = hbase_local_row_get_cell (&found, 0).timestamp;
  return TRUE;
}

static gboolean
delete_column (const HBaseLocalMutationContext *ctx,
               HBaseSlice row,
               gint64 type,
               const HBaseLocalField *column,
               GError **error)
{
  HBaseSlice family = column[HBASE_T_COLUMN_FAMILY].bytes;
  HBaseSlice none = hbase_slice ("", 0);
  /* Without a qualifier the column is that of the empty qualifier, not the family. */
  HBaseSlice qualifier
      = column[HBASE_T_COLUMN_QUALIFIER].given ? column[HBASE_T_COLUMN_QUALIFIER].bytes : none;
  const HBaseLocalField *given = &column[HBASE_T_COLUMN_TIMESTAMP];
  gint64 timestamp = timestamp_or_default (given, ctx->now);

  switch (type)
    {
    case HBASE_T_DELETE_TYPE_DELETE_COLUMN:
      return ((given->given && given->number != G_MAXINT64)
              || newest_timestamp (ctx, row, family, qualifier, &timestamp, error))
             && put_marker (ctx, row, family, qualifier, timestamp, HBASE_LOCAL_DELETE, error);
    case HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION:
      return put_marker (ctx, row, family, none, timestamp, HBASE_LOCAL_DELETE_FAMILY_VERSION, error);
    case HBASE_T_DELETE_TYPE_DELETE_COLUMNS:
    default:
      return put_marker (ctx, row, family, qualifier, timestamp, HBASE_LOCAL_DELETE_COLUMN, error);
    }
}

/* Of several entries for one family HBase uses the last. All families are known to exist. */
static gboolean
delete_families (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  guint n_families = hbase_local_table_n_families (ctx->table);
  g_autofree HBaseLocalField *timestamps = g_new0 (HBaseLocalField, n_families);
  g_autofree gboolean *named = g_new0 (gboolean, n_families);
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&del[HBASE_T_DELETE_COLUMNS], ctx->block, &decoder);

  for (guint i = 0; i < count; i++)
    {
      const HBaseLocalFamily *family;
      guint index;

      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      family = hbase_local_table_find_family (ctx->table, column[HBASE_T_COLUMN_FAMILY].bytes);
      index = hbase_local_table_family_index (ctx->table, family);
      timestamps[index] = column[HBASE_T_COLUMN_TIMESTAMP];
      named[index] = TRUE;
    }
  for (guint i = 0; i < n_families; i++)
    if (named[i]
        && !put_marker (ctx, del[HBASE_T_DELETE_ROW].bytes, hbase_local_table_family (ctx->table, i)->name,
                        hbase_slice ("", 0), timestamp_or_default (&timestamps[i], ctx->now),
                        HBASE_LOCAL_DELETE_FAMILY, error))
      return FALSE;
  return TRUE;
}

gboolean
hbase_local_delete_apply (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseWireDecoder decoder;
  guint count;

  if (!check_families (ctx, del, error))
    return FALSE;
  count = hbase_local_fields_list (&del[HBASE_T_DELETE_COLUMNS], ctx->block, &decoder);
  if (count == 0)
    return delete_row (ctx, del, error);
  if (delete_type (del) == HBASE_T_DELETE_TYPE_DELETE_FAMILY)
    return delete_families (ctx, del, error);
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (column, G_N_ELEMENTS (column), &decoder);
      if (!delete_column (ctx, del[HBASE_T_DELETE_ROW].bytes, delete_type (del), column, error))
        return FALSE;
    }
  return TRUE;
}
