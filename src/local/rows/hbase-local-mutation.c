/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the mutations of one row: puts, deletes, several of them at once (TRowMutations),
 * increments and appends.
 *
 * 1. A delete writes delete markers; hbase-local-row-reader.c says what they mask.
 * 2. Increments and appends compute all new values from what was stored before the call, so only the last
 *    entry has an effect for a column that is named twice. The new cells keep the times to live of the old
 *    cells, unless the call sets another.
 * 3. A mutation writes nothing if it names a family that doesn't exist.
 * 4. The slices of mutations are those of the call's block. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-unsupported-message-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-wire-tables.h"

#define N_CELL_FIELDS (HBASE_T_COLUMN_VALUE_TIMESTAMP + 1) /* tags and type are ignored, as in HBase */
#define N_COLUMN_FIELDS (HBASE_T_COLUMN_TIMESTAMP + 1)

/* TColumnValue, TColumn and TColumnIncrement have the same first fields. */
G_STATIC_ASSERT ((guint) HBASE_T_COLUMN_VALUE_QUALIFIER == (guint) HBASE_T_COLUMN_QUALIFIER);
G_STATIC_ASSERT ((guint) HBASE_T_COLUMN_VALUE_QUALIFIER == (guint) HBASE_T_COLUMN_INCREMENT_QUALIFIER);

/* TIncrement and TAppend, too. */
G_STATIC_ASSERT ((guint) HBASE_T_INCREMENT_ROW == (guint) HBASE_T_APPEND_ROW);
G_STATIC_ASSERT ((guint) HBASE_T_INCREMENT_COLUMNS == (guint) HBASE_T_APPEND_COLUMNS);

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

static gint64
timestamp_of (const HBaseLocalField *timestamp)
{
  return timestamp->given ? timestamp->number : HBASE_LOCAL_CURRENT_TIME;
}

static gint64
timestamp_or (gint64 timestamp, gint64 current)
{
  return timestamp != HBASE_LOCAL_CURRENT_TIME ? timestamp : current;
}

static void
set_time (HBaseLocalCall *call, gint64 time)
{
  call->put_time = MAX (call->put_time, time);
  call->delete_time = MAX (call->delete_time, time);
}

static void
add_cell (const HBaseLocalCall *call, HBaseSlice row, const HBaseCellView *cell)
{
  hbase_local_cell_writer_add (call->writer, call->table, row, cell);
}

/* ---- sizes ---- */

/* The bytes that HBase's KeyValue adds to row, family, qualifier and value; and those that its region servers
 * count besides. */
#define CELL_OVERHEAD 20
#define STORED_OVERHEAD 4

/* Region servers allow four bytes less than gateways. */
static gboolean
check_stored_size (HBaseSlice row, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, GError **error)
{
  gsize size = STORED_OVERHEAD + CELL_OVERHEAD + row.length + family.length + qualifier.length + value.length;

  return size <= HBASE_LOCAL_CELL_MAX
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   HBASE_LOCAL_DO_NOT_RETRY "Cell with size %" G_GSIZE_FORMAT
                                                            " exceeds limit of %d bytes",
                                   size, HBASE_LOCAL_CELL_MAX);
}

/* ---- lists of mutations ---- */

struct _HBaseLocalMutationKind {
  /* Appends the columns, and sets what is particular to the kind. */
  gboolean (*read) (HBaseLocalMutations *mutations,
                    HBaseLocalMutation *mutation,
                    const HBaseLocalField *fields,
                    GError **error);
  gboolean (*add_to_clock) (const HBaseLocalMutation *mutation,
                            const HBaseLocalMutatedColumn *columns,
                            HBaseLocalRowClock *clock,
                            GError **error);
  gboolean (*apply) (const HBaseLocalMutation *mutation,
                     const HBaseLocalMutatedColumn *columns,
                     const HBaseLocalCall *call,
                     GError **error);
};

#define USUAL_COLUMNS 16

/* TPut and TDelete have the same first field. */
G_STATIC_ASSERT ((guint) HBASE_T_PUT_ROW == (guint) HBASE_T_DELETE_ROW);

void
hbase_local_mutations_init (HBaseLocalMutations *mutations)
{
  mutations->list = g_array_sized_new (FALSE, FALSE, sizeof (HBaseLocalMutation), 1);
  mutations->columns = g_array_sized_new (FALSE, FALSE, sizeof (HBaseLocalMutatedColumn), USUAL_COLUMNS);
}

void
hbase_local_mutations_clear (HBaseLocalMutations *mutations)
{
  g_array_unref (mutations->list);
  g_array_unref (mutations->columns);
}

gboolean
hbase_local_mutations_add (HBaseLocalMutations *mutations,
                           const HBaseLocalMutationKind *kind,
                           const HBaseLocalField *fields,
                           GError **error)
{
  HBaseLocalMutation mutation
      = { .kind = kind, .row = fields[HBASE_T_PUT_ROW].bytes, .first = mutations->columns->len };

  if (!hbase_local_check_row_key (mutation.row, error) || !kind->read (mutations, &mutation, fields, error))
    return FALSE;
  g_array_append_val (mutations->list, mutation);
  return TRUE;
}

/* Returns the next column's memory, which isn't initialized. */
static HBaseLocalMutatedColumn *
append_column (HBaseLocalMutations *mutations, HBaseLocalMutation *mutation)
{
  mutation->n_columns++;
  g_array_set_size (mutations->columns, mutations->columns->len + 1);
  return &g_array_index (mutations->columns, HBaseLocalMutatedColumn, mutations->columns->len - 1);
}

static const HBaseLocalMutatedColumn *
columns_of (const HBaseLocalMutations *mutations, const HBaseLocalMutation *mutation)
{
  return &g_array_index (mutations->columns, const HBaseLocalMutatedColumn, mutation->first);
}

gboolean
hbase_local_mutation_add_to_clock (const HBaseLocalMutations *mutations,
                                   guint i,
                                   HBaseLocalRowClock *clock,
                                   GError **error)
{
  const HBaseLocalMutation *mutation = hbase_local_mutations_get (mutations, i);

  return mutation->kind->add_to_clock (mutation, columns_of (mutations, mutation), clock, error);
}

gboolean
hbase_local_mutation_apply (const HBaseLocalMutations *mutations,
                            guint i,
                            const HBaseLocalCall *call,
                            GError **error)
{
  const HBaseLocalMutation *mutation = hbase_local_mutations_get (mutations, i);

  return mutation->kind->apply (mutation, columns_of (mutations, mutation), call, error);
}

static gboolean
read_time (const HBaseLocalMutations *mutations, HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalRowClock) clock;

  hbase_local_row_clock_init (&clock, call);
  for (guint i = 0; i < mutations->list->len; i++)
    if (!hbase_local_mutation_add_to_clock (mutations, i, &clock, error))
      return FALSE;
  set_time (call, clock.time);
  return TRUE;
}

gboolean
hbase_local_mutations_apply (const HBaseLocalMutations *mutations, HBaseLocalCall *call, GError **error)
{
  if (!read_time (mutations, call, error))
    return FALSE;
  for (guint i = 0; i < mutations->list->len; i++)
    if (!hbase_local_mutation_apply (mutations, i, call, error))
      return FALSE;
  return TRUE;
}

gboolean
hbase_local_check_same_row (
    HBaseSlice row, HBaseSlice original, HBaseLocalError code, const char *what, GError **error)
{
  g_autofree char *text = NULL, *expected = NULL;

  if (hbase_slice_equal (row, original))
    return TRUE;
  text = hbase_bytes_to_escaped (row.data, row.length);
  expected = hbase_bytes_to_escaped (original.data, original.length);
  return hbase_local_error_set (error, code, "%s <%s> doesn't match the original one <%s>", what, text,
                                expected);
}

/* Adds a TMutation, which is of the row. */
static gboolean
add_of_row (HBaseLocalMutations *mutations, HBaseSlice row, const HBaseLocalField *one, GError **error)
{
  gboolean is_put = one[HBASE_T_MUTATION_PUT].given;
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields),
                           &one[is_put ? HBASE_T_MUTATION_PUT : HBASE_T_MUTATION_DELETE_SINGLE]);
  return hbase_local_mutations_add (mutations, is_put ? &hbase_local_put : &hbase_local_delete, fields, error)
         && hbase_local_check_same_row (fields[HBASE_T_PUT_ROW].bytes, row, HBASE_LOCAL_ERROR_IO_RETRY,
                                        "The row in the recently added Mutation", error);
}

gboolean
hbase_local_mutations_add_row (HBaseLocalMutations *mutations, const HBaseLocalField *fields, GError **error)
{
  HBaseSlice row = fields[HBASE_T_ROW_MUTATIONS_ROW].bytes;
  HBaseLocalField one[HBASE_T_MUTATION_DELETE_SINGLE + 1];
  HBaseLocalStructs list;

  if (!hbase_local_check_row_key (row, error))
    return FALSE;
  if (hbase_local_structs_init (&list, &fields[HBASE_T_ROW_MUTATIONS_MUTATIONS]) == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no mutations");
  while (hbase_local_structs_next (&list, one, G_N_ELEMENTS (one)))
    if (!add_of_row (mutations, row, one, error))
      return FALSE;
  return TRUE;
}

/* ---- puts ---- */

static gboolean
check_cell (HBaseSlice row, const HBaseLocalMutatedColumn *cell, GError **error)
{
  gsize key = CELL_OVERHEAD + row.length + cell->family.length + cell->qualifier.length;
  gsize value = cell->value.length;

  if (cell->family.length == 0)
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

static gboolean
read_put (HBaseLocalMutations *mutations,
          HBaseLocalMutation *put,
          const HBaseLocalField *fields,
          GError **error)
{
  const HBaseLocalField *timestamp = &fields[HBASE_T_PUT_TIMESTAMP];
  HBaseLocalField cell[N_CELL_FIELDS];
  HBaseLocalStructs cells;

  put->attributes = fields[HBASE_T_PUT_ATTRIBUTES];
  if (hbase_local_structs_init (&cells, &fields[HBASE_T_PUT_COLUMN_VALUES]) == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a put without columns");
  if (timestamp->number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  while (hbase_local_structs_next (&cells, cell, G_N_ELEMENTS (cell)))
    {
      const HBaseLocalField *own = &cell[HBASE_T_COLUMN_VALUE_TIMESTAMP];
      HBaseLocalMutatedColumn *column = append_column (mutations, put);

      *column = (HBaseLocalMutatedColumn){ .family = family_of (cell),
                                           .qualifier = qualifier_of (cell),
                                           .value = cell[HBASE_T_COLUMN_VALUE_VALUE].bytes,
                                           .timestamp = timestamp_of (own->given ? own : timestamp) };
      if (!check_cell (put->row, column, error))
        return FALSE;
    }
  return TRUE;
}

/* Checks what only HBase's region servers check. */
static gboolean
check_stored_cell (const HBaseLocalCall *call,
                   HBaseSlice row,
                   const HBaseLocalMutatedColumn *cell,
                   GError **error)
{
  if (!hbase_local_table_check_family (call->table, cell->family, error))
    return FALSE;
  if (cell->timestamp < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "java.io.IOException: Timestamp cannot be negative. ts=%" G_GINT64_FORMAT,
                                  cell->timestamp);
  return check_stored_size (row, cell->family, cell->qualifier, cell->value, error);
}

/* Whether the cell gets the timestamp of the cell that a checkAndPut examined, far ahead of the clock. */
static gboolean
is_far_put (const HBaseLocalCall *call, const HBaseLocalMutatedColumn *cell)
{
  const HBaseLocalColumnTime *far_put = &call->far_put;

  return far_put->timestamp != 0 && hbase_slice_equal (far_put->family, cell->family)
         && hbase_slice_equal (far_put->qualifier, cell->qualifier);
}

static gboolean
add_put_to_clock (const HBaseLocalMutation *put,
                  const HBaseLocalMutatedColumn *columns,
                  HBaseLocalRowClock *clock,
                  GError **error)
{
  for (guint i = 0; i < put->n_columns; i++)
    if (columns[i].timestamp == HBASE_LOCAL_CURRENT_TIME
        && !hbase_local_row_clock_add_put (clock, put->row, columns[i].family, columns[i].qualifier,
                                           is_far_put (clock->call, &columns[i]), error))
      return FALSE;
  return TRUE;
}

static gint64
put_time_of (const HBaseLocalCall *call, const HBaseLocalMutatedColumn *cell)
{
  return is_far_put (call, cell) ? call->far_put.timestamp : call->put_time;
}

static gboolean
add_cells (const HBaseLocalMutation *put,
           const HBaseLocalMutatedColumn *columns,
           const HBaseLocalCall *call,
           HBaseSlice time_to_live,
           GError **error)
{
  for (guint i = 0; i < put->n_columns; i++)
    {
      const HBaseLocalMutatedColumn *column = &columns[i];
      HBaseCellView stored = { .family = column->family,
                               .qualifier = column->qualifier,
                               .value = column->value,
                               .tags = time_to_live,
                               .timestamp = timestamp_or (column->timestamp, put_time_of (call, column)),
                               .type = HBASE_LOCAL_PUT };

      if (!check_stored_cell (call, put->row, column, error))
        return FALSE;
      add_cell (call, put->row, &stored);
    }
  return TRUE;
}

/* After an error none of the put's cells is written, as a batch goes on with the next put. */
static gboolean
apply_put (const HBaseLocalMutation *put,
           const HBaseLocalMutatedColumn *columns,
           const HBaseLocalCall *call,
           GError **error)
{
  guint n_before = hbase_local_cell_writer_get_length (call->writer);
  HBaseSlice time_to_live;

  if (hbase_local_read_time_to_live (&put->attributes, &time_to_live, error)
      && add_cells (put, columns, call, time_to_live, error))
    return TRUE;
  hbase_local_cell_writer_truncate (call->writer, n_before);
  return FALSE;
}

const HBaseLocalMutationKind hbase_local_put = { read_put, add_put_to_clock, apply_put };

/* ---- deletes ---- */

static gboolean
check_column (const HBaseLocalField *timestamp, gint64 type, GError **error)
{
  if (timestamp->number < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  return type != HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION || timestamp->given
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                   "DELETE_FAMILY_VERSION needs a timestamp");
}

/* The timestamp of the delete itself is ignored if there is a list of columns, even an empty list. */
static gboolean
read_delete (HBaseLocalMutations *mutations,
             HBaseLocalMutation *del,
             const HBaseLocalField *fields,
             GError **error)
{
  const HBaseLocalField *list = &fields[HBASE_T_DELETE_COLUMNS];
  HBaseLocalField field[N_COLUMN_FIELDS];
  HBaseLocalStructs columns;
  guint count = hbase_local_structs_init (&columns, list);

  del->attributes = fields[HBASE_T_DELETE_ATTRIBUTES];
  del->type = hbase_local_field_or (&fields[HBASE_T_DELETE_DELETE_TYPE], HBASE_T_DELETE_TYPE_DELETE_COLUMNS);
  del->timestamp = list->given ? HBASE_LOCAL_CURRENT_TIME : timestamp_of (&fields[HBASE_T_DELETE_TIMESTAMP]);
  if (del->timestamp < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a negative timestamp");
  if (count > 0
      && (del->type < HBASE_T_DELETE_TYPE_DELETE_COLUMN
          || del->type > HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "an unknown type of delete");
  while (hbase_local_structs_next (&columns, field, G_N_ELEMENTS (field)))
    {
      const HBaseLocalField *timestamp = &field[HBASE_T_COLUMN_TIMESTAMP];

      if (!check_column (timestamp, del->type, error))
        return FALSE;
      /* Without a qualifier the column is that with the empty qualifier, not the family. */
      *append_column (mutations, del)
          = (HBaseLocalMutatedColumn){ .family = family_of (field),
                                       .qualifier = hbase_slice (hbase_slice_bytes (qualifier_of (field)),
                                                                 qualifier_of (field).length),
                                       .timestamp = timestamp_of (timestamp) };
    }
  return TRUE;
}

static gboolean
add_deleted_column_to_clock (const HBaseLocalMutation *del,
                             const HBaseLocalMutatedColumn *column,
                             HBaseLocalRowClock *clock,
                             GError **error)
{
  if (column->timestamp != HBASE_LOCAL_CURRENT_TIME)
    return TRUE;
  return del->type == HBASE_T_DELETE_TYPE_DELETE_FAMILY
             ? hbase_local_row_clock_add_delete_of_all (clock, del->row, &column->family, error)
             : hbase_local_row_clock_add_delete (clock, del->row, column->family, column->qualifier,
                                                 del->type == HBASE_T_DELETE_TYPE_DELETE_COLUMNS, error);
}

static gboolean
add_delete_to_clock (const HBaseLocalMutation *del,
                     const HBaseLocalMutatedColumn *columns,
                     HBaseLocalRowClock *clock,
                     GError **error)
{
  if (del->n_columns == 0)
    return del->timestamp != HBASE_LOCAL_CURRENT_TIME
           || hbase_local_row_clock_add_delete_of_all (clock, del->row, NULL, error);
  for (guint i = 0; i < del->n_columns; i++)
    if (!add_deleted_column_to_clock (del, &columns[i], clock, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_families (const HBaseLocalMutation *del,
                const HBaseLocalMutatedColumn *columns,
                const HBaseLocalCall *call,
                GError **error)
{
  for (guint i = 0; i < del->n_columns; i++)
    if (!hbase_local_table_check_family (call->table, columns[i].family, error))
      return FALSE;
  return TRUE;
}

static void
delete_row (const HBaseLocalMutation *del, const HBaseLocalCall *call, HBaseSlice time_to_live)
{
  HBaseCellView marker = { .tags = time_to_live,
                           .timestamp = timestamp_or (del->timestamp, call->delete_time),
                           .type = HBASE_LOCAL_DELETE_FAMILY };

  for (guint i = 0; i < hbase_local_table_n_families (call->table); i++)
    {
      marker.family = hbase_local_table_family (call->table, i)->name;
      add_cell (call, del->row, &marker);
    }
}

/* Returns how often the delete has named the column so far, this time included. */
static gint32
count_column (GHashTable *counts, const HBaseCellView *marker)
{
  g_autoptr (GByteArray) column = g_byte_array_new ();
  gint32 count;
  GBytes *key;

  hbase_local_key_append_component (column, marker->family);
  hbase_local_key_append_component (column, marker->qualifier);
  key = g_byte_array_free_to_bytes (g_steal_pointer (&column));
  count = GPOINTER_TO_INT (g_hash_table_lookup (counts, key)) + 1;
  g_hash_table_insert (counts, key, GINT_TO_POINTER (count));
  return count;
}

/* Sets the marker's timestamp to that of the column's newest visible version, or of the second version if the
 * delete names the column for the second time. It stays the current time if there is none: HBase writes a
 * marker all the same. What the call itself writes isn't seen, as in HBase. */
static gboolean
find_newest_timestamp (
    const HBaseLocalCall *call, HBaseSlice row, GHashTable *counts, HBaseCellView *marker, GError **error)
{
  g_auto (HBaseLocalQuery) query;
  g_auto (HBaseLocalRow) found;
  gint32 count = count_column (counts, marker);

  hbase_local_query_init (&query);
  hbase_local_row_init (&found);
  hbase_local_query_add_column (&query, marker->family, marker->qualifier);
  query.max_versions = count;
  if (!hbase_local_get_row (call, row, &query, &found, error))
    return FALSE;
  if (hbase_local_row_n_cells (&found) == (guint) count)
    marker->timestamp = hbase_local_row_get_cell (&found, (guint) count - 1).timestamp;
  return TRUE;
}

static gboolean
delete_column (const HBaseLocalMutation *del,
               const HBaseLocalMutatedColumn *column,
               const HBaseLocalCall *call,
               GHashTable *counts,
               HBaseSlice time_to_live,
               GError **error)
{
  HBaseCellView marker = { .family = column->family,
                           .qualifier = column->qualifier,
                           .tags = time_to_live,
                           .timestamp = timestamp_or (column->timestamp, call->delete_time),
                           .type = HBASE_LOCAL_DELETE_COLUMN };

  if (del->type == HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION)
    {
      marker.type = HBASE_LOCAL_DELETE_FAMILY_VERSION;
      marker.qualifier.length = 0;
    }
  else if (del->type == HBASE_T_DELETE_TYPE_DELETE_COLUMN)
    {
      marker.type = HBASE_LOCAL_DELETE;
      if (column->timestamp == HBASE_LOCAL_CURRENT_TIME
          && !find_newest_timestamp (call, del->row, counts, &marker, error))
        return FALSE;
    }
  add_cell (call, del->row, &marker);
  return TRUE;
}

/* Of several entries for one family HBase uses the last. All families are known to exist. */
static void
delete_families (const HBaseLocalMutation *del,
                 const HBaseLocalMutatedColumn *columns,
                 const HBaseLocalCall *call,
                 HBaseSlice time_to_live)
{
  guint n_families = hbase_local_table_n_families (call->table);
  g_autofree HBaseCellView *markers = g_new0 (HBaseCellView, n_families);

  for (guint i = 0; i < del->n_columns; i++)
    {
      const HBaseLocalFamily *family = hbase_local_table_find_family (call->table, columns[i].family);

      markers[hbase_local_table_family_index (call->table, family)]
          = (HBaseCellView){ .family = family->name,
                             .tags = time_to_live,
                             .timestamp = timestamp_or (columns[i].timestamp, call->delete_time),
                             .type = HBASE_LOCAL_DELETE_FAMILY };
    }
  for (guint i = 0; i < n_families; i++)
    if (markers[i].type != 0)
      add_cell (call, del->row, &markers[i]);
}

static gboolean
delete_columns (const HBaseLocalMutation *del,
                const HBaseLocalMutatedColumn *columns,
                const HBaseLocalCall *call,
                HBaseSlice time_to_live,
                GError **error)
{
  g_autoptr (GHashTable) counts
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (guint i = 0; i < del->n_columns; i++)
    if (!delete_column (del, &columns[i], call, counts, time_to_live, error))
      return FALSE;
  return TRUE;
}

static gboolean
apply_delete (const HBaseLocalMutation *del,
              const HBaseLocalMutatedColumn *columns,
              const HBaseLocalCall *call,
              GError **error)
{
  HBaseSlice time_to_live;

  if (!check_families (del, columns, call, error)
      || !hbase_local_read_time_to_live (&del->attributes, &time_to_live, error))
    return FALSE;
  if (del->n_columns > 0 && del->type != HBASE_T_DELETE_TYPE_DELETE_FAMILY)
    return delete_columns (del, columns, call, time_to_live, error);
  if (del->n_columns > 0)
    delete_families (del, columns, call, time_to_live);
  else
    delete_row (del, call, time_to_live);
  return TRUE;
}

const HBaseLocalMutationKind hbase_local_delete = { read_delete, add_delete_to_clock, apply_delete };

/* ---- increments and appends ---- */

#define LATEST_TIMESTAMP (G_MAXINT64 - 1) /* G_MAXINT64 means the current time */

gboolean
hbase_local_update_check (const HBaseLocalUpdate *update, const HBaseLocalField *fields, GError **error)
{
  HBaseLocalStructs list;
  guint count = hbase_local_structs_init (&list, &fields[HBASE_T_INCREMENT_COLUMNS]);

  if (!hbase_local_check_row_key (fields[HBASE_T_INCREMENT_ROW].bytes, error))
    return FALSE;
  if (count > HBASE_LOCAL_COLUMNS_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE "updates of so many columns: at most %d",
                                  HBASE_LOCAL_COLUMNS_MAX);
  return count > 0 || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no columns");
}

static gboolean
read_old_cells (const HBaseLocalCall *call,
                HBaseSlice key,
                const HBaseLocalField *columns,
                HBaseLocalRow *old,
                GError **error)
{
  g_auto (HBaseLocalQuery) query;
  HBaseLocalField column[HBASE_T_COLUMN_VALUE_QUALIFIER + 1];
  HBaseLocalStructs list;

  hbase_local_query_init (&query);
  hbase_local_structs_init (&list, columns);
  while (hbase_local_structs_next (&list, column, G_N_ELEMENTS (column)))
    hbase_local_query_add_column (&query, family_of (column), qualifier_of (column));
  hbase_local_query_sort_columns (&query);
  return hbase_local_query_check (&query, call->table, error)
         && hbase_local_get_row (call, key, &query, old, error);
}

static gboolean
keeps_one_version (const HBaseLocalCall *call, HBaseSlice family)
{
  const HBaseLocalFamily *settings = hbase_local_table_find_family (call->table, family);

  return settings->settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS] <= 1;
}

/* In a family that keeps one version, HBase still has the older versions until it flushes its memory: raw
 * scans return them, and they become visible when the newest is deleted. Here some of them are kept, so
 * that a counter doesn't grow without limit. The column of the empty qualifier also holds the family's
 * markers, which must stay. */
#define N_OLDER_VERSIONS 15

static gboolean
remove_old_versions (const HBaseLocalCall *call, HBaseSlice row, const HBaseCellView *cell, GError **error)
{
  g_autoptr (GByteArray) key = NULL, end = NULL;

  if (!keeps_one_version (call, cell->family) || cell->qualifier.length == 0)
    return TRUE;
  key = g_byte_array_new ();
  hbase_local_key_append (key, row, cell);
  end = g_byte_array_new ();
  g_byte_array_append (end, key->data, key->len - HBASE_LOCAL_KEY_TAIL);
  hbase_local_key_skip_prefix (end);
  g_byte_array_append (key, (const guint8 *) "", 1); /* the first key after it */
  return hbase_local_cell_writer_remove_range (call->writer, call->table, hbase_local_key_slice (key),
                                               hbase_local_key_slice (end), N_OLDER_VERSIONS, error);
}

/* Returns the new cell's timestamp. In HBase it is later than the old cell's, so that both stay. A counter
 * that is incremented more than once a millisecond would run ahead of the clock like that, until deletes
 * don't reach it: so the new cell replaces the old cell, if the family keeps one version, or else beyond a
 * limit. */
static gint64
time_of_update (const HBaseLocalCall *call, const HBaseCellView *old)
{
  gint64 farthest = LATEST_TIMESTAMP;

  if (!call->is_strict && old->timestamp <= hbase_local_row_clock_limit (call))
    farthest = keeps_one_version (call, old->family)
                   ? old->timestamp
                   : MAX (old->timestamp, hbase_local_row_clock_limit_of_updates (call));
  return MAX (call->put_time, MIN (old->timestamp + 1, farthest));
}

typedef struct {
  HBaseLocalField fields[HBASE_T_COLUMN_VALUE_VALUE + 1];
  HBaseCellView cell; /* the new cell; `value` owns its value */
  GByteArray *value;
} UpdateColumn;

static void
update_column_clear (gpointer data)
{
  g_clear_pointer (&((UpdateColumn *) data)->value, g_byte_array_unref);
}

static gboolean
compute_cell (const HBaseLocalCall *call,
              HBaseSlice row_key,
              UpdateColumn *column,
              HBaseSlice time_to_live,
              const HBaseLocalRow *old,
              const HBaseLocalUpdate *update,
              GError **error)
{
  HBaseCellView *cell = &column->cell, old_cell;
  gboolean found
      = hbase_local_row_find (old, family_of (column->fields), qualifier_of (column->fields), &old_cell);

  *cell = (HBaseCellView){ .family = family_of (column->fields),
                           .qualifier = qualifier_of (column->fields),
                           .tags = found && time_to_live.data == NULL ? old_cell.tags : time_to_live,
                           .timestamp = found ? time_of_update (call, &old_cell) : call->put_time,
                           .type = HBASE_LOCAL_PUT };
  column->value = g_byte_array_new ();
  if (!update->compute (column->fields, found ? &old_cell : NULL, column->value, error))
    return FALSE;
  cell->value = hbase_local_key_slice (column->value);
  return check_stored_size (row_key, cell->family, cell->qualifier, cell->value, error);
}

static gboolean
write_cell (const HBaseLocalCall *call,
            HBaseSlice row_key,
            const HBaseCellView *cell,
            HBaseLocalRow *row,
            GError **error)
{
  add_cell (call, row_key, cell);
  return hbase_local_cell_writer_flush (call->writer, error) && hbase_local_row_add (row, cell, error)
         && remove_old_versions (call, row_key, cell, error);
}

static gboolean
set_time_of_update (HBaseLocalCall *call, HBaseSlice row, const HBaseLocalField *columns, GError **error)
{
  HBaseLocalField column[HBASE_T_COLUMN_VALUE_QUALIFIER + 1];
  HBaseLocalStructs list;
  g_auto (HBaseLocalRowClock) clock;

  hbase_local_row_clock_init (&clock, call);
  hbase_local_structs_init (&list, columns);
  while (hbase_local_structs_next (&list, column, G_N_ELEMENTS (column)))
    if (!hbase_local_row_clock_add_put (&clock, row, family_of (column), qualifier_of (column), TRUE, error))
      return FALSE;
  set_time (call, clock.time);
  return TRUE;
}

static int
compare_columns (gconstpointer a, gconstpointer b)
{
  const HBaseLocalField *one = ((const UpdateColumn *) a)->fields,
                        *other = ((const UpdateColumn *) b)->fields;
  int order = hbase_slice_compare (family_of (one), family_of (other));

  return order != 0 ? order : hbase_slice_compare (qualifier_of (one), qualifier_of (other));
}

/* HBase updates columns in their order, which decides which error it reports. Those of one column stay in the
 * order of the call. */
static GArray *
sort_columns (const HBaseLocalField *columns)
{
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (UpdateColumn));
  HBaseLocalStructs list;
  UpdateColumn column = { 0 };

  g_array_set_clear_func (sorted, update_column_clear);
  hbase_local_structs_init (&list, columns);
  while (hbase_local_structs_next (&list, column.fields, G_N_ELEMENTS (column.fields)))
    g_array_append_val (sorted, column);
  g_array_sort (sorted, compare_columns);
  return sorted;
}

/* All cells are computed before the first is written: a column that can't be updated is the caller's
 * error, and mustn't undo the transaction that others may share. */
gboolean
hbase_local_update_apply (const HBaseLocalUpdate *update,
                          HBaseLocalCall *call,
                          const HBaseLocalField *fields,
                          HBaseLocalRow *row,
                          GError **error)
{
  HBaseSlice key = fields[HBASE_T_INCREMENT_ROW].bytes;
  const HBaseLocalField *columns = &fields[HBASE_T_INCREMENT_COLUMNS];
  g_autoptr (GArray) sorted = sort_columns (columns);
  g_auto (HBaseLocalRow) old;
  HBaseSlice time_to_live;

  hbase_local_row_init (&old);
  hbase_local_row_begin (row, key);
  if (!set_time_of_update (call, key, columns, error) || !read_old_cells (call, key, columns, &old, error)
      || !hbase_local_read_time_to_live (&fields[update->attributes], &time_to_live, error))
    return FALSE;
  for (guint i = 0; i < sorted->len; i++)
    if (!compute_cell (call, key, &g_array_index (sorted, UpdateColumn, i), time_to_live, &old, update,
                       error))
      return FALSE;
  for (guint i = 0; i < sorted->len; i++)
    if (!write_cell (call, key, &g_array_index (sorted, UpdateColumn, i).cell, row, error))
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
                                  HBASE_LOCAL_DO_NOT_RETRY "Field is not a long, it's %" G_GSIZE_FORMAT
                                                           " bytes wide",
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
                                  HBASE_LOCAL_DO_NOT_RETRY "Cell with size %" G_GSIZE_FORMAT
                                                           " exceeds limit of %d bytes",
                                  length, HBASE_LOCAL_CELL_MAX);
  if (old != NULL)
    g_byte_array_append (value, hbase_slice_bytes (old->value), (guint) old->value.length);
  g_byte_array_append (value, hbase_slice_bytes (more), (guint) more.length);
  return TRUE;
}

const HBaseLocalUpdate hbase_local_increment
    = { HBASE_T_INCREMENT_ATTRIBUTES, HBASE_T_INCREMENT_RETURN_RESULTS, compute_increment };
const HBaseLocalUpdate hbase_local_append
    = { HBASE_T_APPEND_ATTRIBUTES, HBASE_T_APPEND_RETURN_RESULTS, compute_append };
