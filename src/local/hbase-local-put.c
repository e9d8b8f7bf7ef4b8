/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Puts. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-wire-tables.h"

#define N_CELL_FIELDS (HBASE_T_COLUMN_VALUE_TIMESTAMP + 1) /* tags and type are ignored, as in HBase */
/* The bytes that HBase's KeyValue adds to row, family, qualifier and value. */
#define CELL_OVERHEAD 20

static gboolean
check_cell (HBaseSlice row, const HBaseLocalField *cell, GError **error)
{
  HBaseSlice family = cell[HBASE_T_COLUMN_VALUE_FAMILY].bytes;
  gsize key = CELL_OVERHEAD + row.length + family.length + cell[HBASE_T_COLUMN_VALUE_QUALIFIER].bytes.length;
  gsize value = cell[HBASE_T_COLUMN_VALUE_VALUE].bytes.length;

  if (family.length == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a cell without a family");
  if (key > HBASE_LOCAL_CELL_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                  "row and column of %" G_GSIZE_FORMAT " bytes, at most %d", key,
                                  HBASE_LOCAL_CELL_MAX);
  return value <= HBASE_LOCAL_CELL_MAX - key
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                   "value of %" G_GSIZE_FORMAT " bytes, at most %" G_GSIZE_FORMAT, value,
                                   HBASE_LOCAL_CELL_MAX - key);
}

gboolean
hbase_local_put_check (const HBaseLocalField *put, const HBaseBlock *block, GError **error)
{
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&put[HBASE_T_PUT_COLUMN_VALUES], block, &decoder);

  if (!hbase_local_check_row_key (put[HBASE_T_PUT_ROW].bytes, error)
      || !hbase_local_check_attributes (&put[HBASE_T_PUT_ATTRIBUTES], block, error))
    return FALSE;
  if (count == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a put without columns");
  if (put[HBASE_T_PUT_TIMESTAMP].number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative time stamp");
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (cell, G_N_ELEMENTS (cell), &decoder);
      if (!check_cell (put[HBASE_T_PUT_ROW].bytes, cell, error))
        return FALSE;
    }
  return TRUE;
}

/* Checks what only HBase's region servers check. */
static gboolean
check_families (const HBaseLocalMutationContext *ctx, const HBaseLocalField *put, GError **error)
{
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&put[HBASE_T_PUT_COLUMN_VALUES], ctx->block, &decoder);

  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (cell, G_N_ELEMENTS (cell), &decoder);
      if (!hbase_local_table_check_family (ctx->table, cell[HBASE_T_COLUMN_VALUE_FAMILY].bytes, error))
        return FALSE;
      if (cell[HBASE_T_COLUMN_VALUE_TIMESTAMP].number < 0)
        return hbase_local_error_set (
            error, HBASE_LOCAL_ERROR_IO_RETRY,
            "java.io.IOException: Timestamp cannot be negative. ts=%" G_GINT64_FORMAT,
            cell[HBASE_T_COLUMN_VALUE_TIMESTAMP].number);
    }
  return TRUE;
}

static gint64
timestamp_of (const HBaseLocalField *put, const HBaseLocalField *cell, gint64 latest)
{
  const HBaseLocalField *timestamp = cell[HBASE_T_COLUMN_VALUE_TIMESTAMP].given
                                         ? &cell[HBASE_T_COLUMN_VALUE_TIMESTAMP]
                                         : &put[HBASE_T_PUT_TIMESTAMP];

  return timestamp->given && timestamp->number != G_MAXINT64 ? timestamp->number : latest;
}

gboolean
hbase_local_put_apply (const HBaseLocalMutationContext *ctx,
                       const HBaseLocalField *put,
                       gint64 latest,
                       GError **error)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseWireDecoder decoder;
  guint count;

  if (!check_families (ctx, put, error))
    return FALSE;
  count = hbase_local_fields_list (&put[HBASE_T_PUT_COLUMN_VALUES], ctx->block, &decoder);
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (cell, G_N_ELEMENTS (cell), &decoder);
      hbase_local_key_fill (key, put[HBASE_T_PUT_ROW].bytes, cell[HBASE_T_COLUMN_VALUE_FAMILY].bytes,
                            cell[HBASE_T_COLUMN_VALUE_QUALIFIER].bytes, timestamp_of (put, cell, latest),
                            HBASE_LOCAL_PUT);
      if (!hbase_local_cells_put (ctx->db, ctx->table, hbase_local_key_slice (key),
                                  cell[HBASE_T_COLUMN_VALUE_VALUE].bytes, error))
        return FALSE;
    }
  return TRUE;
}
