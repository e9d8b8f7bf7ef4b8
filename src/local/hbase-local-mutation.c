/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the mutations of one row: puts, deletes, several of them at once (TRowMutations),
 * increments and appends.
 *
 * 1. A delete writes delete markers; hbase-local-row-reader.c says what they mask.
 * 2. Increments and appends compute all new values from what was stored before the call, so that of a column
 *    that is named twice only the last entry has an effect.
 * 3. A mutation that names a family that doesn't exist writes nothing. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-unsupported-message-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-wire-tables.h"

#define N_CELL_FIELDS (HBASE_T_COLUMN_VALUE_TIMESTAMP + 1) /* tags and type are ignored, as in HBase */
#define N_COLUMN_FIELDS (HBASE_T_COLUMN_TIMESTAMP + 1)
#define DO_NOT_RETRY "org.apache.hadoop.hbase.DoNotRetryIOException: "

/* TColumnValue, TColumn and TColumnIncrement have the same first fields. */
G_STATIC_ASSERT ((guint) HBASE_T_COLUMN_VALUE_QUALIFIER == (guint) HBASE_T_COLUMN_QUALIFIER);
G_STATIC_ASSERT ((guint) HBASE_T_COLUMN_VALUE_QUALIFIER == (guint) HBASE_T_COLUMN_INCREMENT_QUALIFIER);

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

/* G_MAXINT64 means the current time, as in HBase. */
static gint64
timestamp_or (const HBaseLocalField *timestamp, gint64 otherwise)
{
  return timestamp->given && timestamp->number != G_MAXINT64 ? timestamp->number : otherwise;
}

static gboolean
store_cell (const HBaseLocalMutationContext *ctx,
            HBaseSlice row,
            HBaseSlice family,
            HBaseSlice qualifier,
            gint64 timestamp,
            HBaseLocalType type,
            HBaseSlice value,
            GError **error)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  hbase_local_key_fill (key, row, family, qualifier, timestamp, type);
  return hbase_local_cells_put (ctx->db, ctx->table, hbase_local_key_slice (key), value, error);
}

/* ---- puts ---- */

/* The bytes that HBase's KeyValue adds to row, family, qualifier and value. */
#define CELL_OVERHEAD 20

static gboolean
check_cell (HBaseSlice row, const HBaseLocalField *cell, GError **error)
{
  HBaseSlice family = family_of (cell);
  gsize key = CELL_OVERHEAD + row.length + family.length + qualifier_of (cell).length;
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
  HBaseLocalStructs cells;

  if (!hbase_local_check_row_key (put[HBASE_T_PUT_ROW].bytes, error)
      || !hbase_local_check_attributes (&put[HBASE_T_PUT_ATTRIBUTES], block, error))
    return FALSE;
  if (hbase_local_structs_init (&cells, &put[HBASE_T_PUT_COLUMN_VALUES], block) == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a put without columns");
  if (put[HBASE_T_PUT_TIMESTAMP].number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  while (hbase_local_structs_next (&cells, cell, G_N_ELEMENTS (cell)))
    if (!check_cell (put[HBASE_T_PUT_ROW].bytes, cell, error))
      return FALSE;
  return TRUE;
}

/* Checks what only HBase's region servers check. */
static gboolean
check_stored_cells (const HBaseLocalMutationContext *ctx, const HBaseLocalField *put, GError **error)
{
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseLocalStructs cells;

  hbase_local_structs_init (&cells, &put[HBASE_T_PUT_COLUMN_VALUES], ctx->block);
  while (hbase_local_structs_next (&cells, cell, G_N_ELEMENTS (cell)))
    {
      if (!hbase_local_table_check_family (ctx->table, family_of (cell), error))
        return FALSE;
      if (cell[HBASE_T_COLUMN_VALUE_TIMESTAMP].number < 0)
        return hbase_local_error_set (
            error, HBASE_LOCAL_ERROR_IO_RETRY,
            "java.io.IOException: Timestamp cannot be negative. ts=%" G_GINT64_FORMAT,
            cell[HBASE_T_COLUMN_VALUE_TIMESTAMP].number);
    }
  return TRUE;
}

gboolean
hbase_local_put_apply (const HBaseLocalMutationContext *ctx,
                       const HBaseLocalField *put,
                       gint64 latest,
                       GError **error)
{
  gint64 otherwise = timestamp_or (&put[HBASE_T_PUT_TIMESTAMP], latest);
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseLocalStructs cells;

  if (!check_stored_cells (ctx, put, error))
    return FALSE;
  hbase_local_structs_init (&cells, &put[HBASE_T_PUT_COLUMN_VALUES], ctx->block);
  while (hbase_local_structs_next (&cells, cell, G_N_ELEMENTS (cell)))
    {
      const HBaseLocalField *timestamp = &cell[HBASE_T_COLUMN_VALUE_TIMESTAMP];

      if (!store_cell (ctx, put[HBASE_T_PUT_ROW].bytes, family_of (cell), qualifier_of (cell),
                       timestamp->given ? timestamp_or (timestamp, latest) : otherwise, HBASE_LOCAL_PUT,
                       cell[HBASE_T_COLUMN_VALUE_VALUE].bytes, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- deletes ---- */

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
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  return type != HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION || timestamp->given
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                   "DELETE_FAMILY_VERSION needs a timestamp");
}

gboolean
hbase_local_delete_check (const HBaseLocalField *del, const HBaseBlock *block, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseLocalStructs columns;
  gint64 type = delete_type (del);
  guint count = hbase_local_structs_init (&columns, &del[HBASE_T_DELETE_COLUMNS], block);

  if (!hbase_local_check_row_key (del[HBASE_T_DELETE_ROW].bytes, error))
    return FALSE;
  if (count == 0 && del[HBASE_T_DELETE_TIMESTAMP].number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  if (count > 0
      && (type < HBASE_T_DELETE_TYPE_DELETE_COLUMN || type > HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "an unknown type of delete");
  while (hbase_local_structs_next (&columns, column, G_N_ELEMENTS (column)))
    if (!check_column (column, type, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_families (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseLocalStructs columns;

  hbase_local_structs_init (&columns, &del[HBASE_T_DELETE_COLUMNS], ctx->block);
  while (hbase_local_structs_next (&columns, column, G_N_ELEMENTS (column)))
    if (!hbase_local_table_check_family (ctx->table, family_of (column), error))
      return FALSE;
  return TRUE;
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
  return store_cell (ctx, row, family, qualifier, timestamp, type, hbase_slice ("", 0), error);
}

static gboolean
delete_row (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  gint64 timestamp = timestamp_or (&del[HBASE_T_DELETE_TIMESTAMP], ctx->now);

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
  HBaseSlice family = family_of (column);
  HBaseSlice none = hbase_slice ("", 0);
  /* Without a qualifier the column is that of the empty qualifier, not the family. */
  HBaseSlice qualifier
      = column[HBASE_T_COLUMN_QUALIFIER].given ? column[HBASE_T_COLUMN_QUALIFIER].bytes : none;
  const HBaseLocalField *given = &column[HBASE_T_COLUMN_TIMESTAMP];
  gint64 timestamp = timestamp_or (given, ctx->now);

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
  HBaseLocalStructs columns;

  hbase_local_structs_init (&columns, &del[HBASE_T_DELETE_COLUMNS], ctx->block);
  while (hbase_local_structs_next (&columns, column, G_N_ELEMENTS (column)))
    {
      guint index = hbase_local_table_family_index (
          ctx->table, hbase_local_table_find_family (ctx->table, family_of (column)));

      timestamps[index] = column[HBASE_T_COLUMN_TIMESTAMP];
      named[index] = TRUE;
    }
  for (guint i = 0; i < n_families; i++)
    if (named[i]
        && !put_marker (ctx, del[HBASE_T_DELETE_ROW].bytes, hbase_local_table_family (ctx->table, i)->name,
                        hbase_slice ("", 0), timestamp_or (&timestamps[i], ctx->now),
                        HBASE_LOCAL_DELETE_FAMILY, error))
      return FALSE;
  return TRUE;
}

gboolean
hbase_local_delete_apply (const HBaseLocalMutationContext *ctx, const HBaseLocalField *del, GError **error)
{
  HBaseLocalField column[N_COLUMN_FIELDS];
  HBaseLocalStructs columns;

  if (!check_families (ctx, del, error))
    return FALSE;
  if (hbase_local_structs_init (&columns, &del[HBASE_T_DELETE_COLUMNS], ctx->block) == 0)
    return delete_row (ctx, del, error);
  if (delete_type (del) == HBASE_T_DELETE_TYPE_DELETE_FAMILY)
    return delete_families (ctx, del, error);
  while (hbase_local_structs_next (&columns, column, G_N_ELEMENTS (column)))
    if (!delete_column (ctx, del[HBASE_T_DELETE_ROW].bytes, delete_type (del), column, error))
      return FALSE;
  return TRUE;
}

/* ---- several puts and deletes of one row ---- */

typedef struct {
  gboolean is_put;
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
} Mutation;

static gboolean
next_mutation (HBaseLocalStructs *list, const HBaseBlock *block, Mutation *mutation)
{
  HBaseLocalField one[HBASE_T_MUTATION_DELETE_SINGLE + 1];
  const HBaseLocalField *field;

  if (!hbase_local_structs_next (list, one, G_N_ELEMENTS (one)))
    return FALSE;
  mutation->is_put = one[HBASE_T_MUTATION_PUT].given;
  field = &one[mutation->is_put ? HBASE_T_MUTATION_PUT : HBASE_T_MUTATION_DELETE_SINGLE];
  memset (mutation->fields, 0, sizeof mutation->fields);
  if (field->given)
    hbase_local_fields_read_at (mutation->fields, G_N_ELEMENTS (mutation->fields), block, field->at);
  return TRUE;
}

static gboolean
check_same_row (HBaseSlice row, HBaseSlice other, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *original = NULL;

  if (hbase_slice_equal (row, other))
    return TRUE;
  text = hbase_bytes_to_escaped (other.data, other.length);
  original = hbase_bytes_to_escaped (row.data, row.length);
  return hbase_local_error_set (
      error, HBASE_LOCAL_ERROR_IO_RETRY,
      "The row in the recently added Mutation <%s> doesn't match the original one <%s>", text, original);
}

guint
hbase_local_mutations_count (const HBaseLocalField *mutations, const HBaseBlock *block)
{
  HBaseLocalStructs list;

  return hbase_local_structs_init (&list, &mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], block);
}

gboolean
hbase_local_mutations_check (const HBaseLocalField *mutations, const HBaseBlock *block, GError **error)
{
  HBaseSlice row = mutations[HBASE_T_ROW_MUTATIONS_ROW].bytes;
  HBaseLocalStructs list;
  Mutation mutation;

  if (!hbase_local_check_row_key (row, error))
    return FALSE;
  if (hbase_local_structs_init (&list, &mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], block) == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no mutations");
  while (next_mutation (&list, block, &mutation))
    if (!(mutation.is_put ? hbase_local_put_check (mutation.fields, block, error)
                          : hbase_local_delete_check (mutation.fields, block, error))
        || !check_same_row (row, mutation.fields[HBASE_T_PUT_ROW].bytes, error))
      return FALSE;
  return TRUE;
}

static gboolean
apply_kind (const HBaseLocalMutationContext *ctx,
            const HBaseLocalField *mutations,
            gboolean puts,
            gint64 latest,
            GError **error)
{
  HBaseLocalStructs list;
  Mutation mutation;

  hbase_local_structs_init (&list, &mutations[HBASE_T_ROW_MUTATIONS_MUTATIONS], ctx->block);
  while (next_mutation (&list, ctx->block, &mutation))
    if (mutation.is_put == puts
        && !(puts ? hbase_local_put_apply (ctx, mutation.fields, latest, error)
                  : hbase_local_delete_apply (ctx, mutation.fields, error)))
      return FALSE;
  return TRUE;
}

gboolean
hbase_local_mutations_apply (const HBaseLocalMutationContext *ctx,
                             const HBaseLocalField *mutations,
                             gint64 latest,
                             GError **error)
{
  /* A delete of the newest version applies to what was there before the whole call. */
  return apply_kind (ctx, mutations, FALSE, latest, error)
         && apply_kind (ctx, mutations, TRUE, latest, error);
}

/* ---- increments and appends ---- */

#define LATEST_TIMESTAMP (G_MAXINT64 - 1) /* G_MAXINT64 means the current time */

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
  HBaseLocalStructs list;
  guint count = hbase_local_structs_init (&list, columns, block);

  if (!hbase_local_check_row_key (row, error) || !hbase_local_check_attributes (attributes, block, error))
    return FALSE;
  if (count > HBASE_LOCAL_COLUMNS_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE "updates of so many columns: at most %d",
                                  HBASE_LOCAL_COLUMNS_MAX);
  return count > 0 || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no columns");
}

static gboolean
read_old_cells (const HBaseLocalMutationContext *ctx,
                HBaseSlice key,
                const HBaseLocalField *columns,
                HBaseLocalRow *old,
                GError **error)
{
  g_auto (HBaseLocalQuery) query;
  HBaseLocalField column[HBASE_T_COLUMN_VALUE_QUALIFIER + 1];
  HBaseLocalStructs list;

  hbase_local_query_init (&query);
  hbase_local_structs_init (&list, columns, ctx->block);
  while (hbase_local_structs_next (&list, column, G_N_ELEMENTS (column)))
    hbase_local_query_add_column (&query, family_of (column), qualifier_of (column));
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
  HBaseLocalStructs list;

  hbase_local_row_init (&old);
  hbase_local_row_begin (row, key);
  if (!read_old_cells (ctx, key, columns, &old, error))
    return FALSE;
  hbase_local_structs_init (&list, columns, ctx->block);
  while (hbase_local_structs_next (&list, column, G_N_ELEMENTS (column)))
    if (!update_column (ctx, key, column, &old, compute, row, error))
      return FALSE;
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
