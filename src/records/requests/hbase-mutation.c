/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-mutation-private.h"
#include "hbase-record-check-private.h"
#include "hbase-wire-tables.h"

/* This file implements the base of put, append, increment and delete: the row, its cells, and the settings
 * that they share.
 *
 * 1. Setters and add functions never fail. What is invalid is recorded in `problem` and reported by
 *    hbase_mutation_check(), before anything is sent.
 * 2. Struct, row key and the first cells are one allocation, which never moves. */

/* Makes the struct's copy of the row key, and an empty list of cells. */
static void
init (HBaseMutation *mutation, HBaseSlice row)
{
  g_atomic_ref_count_init (&mutation->ref_count);
  mutation->row = (guint8 *) mutation + mutation->class->size;
  mutation->row_length = row.length;
  memcpy (mutation->row, hbase_slice_bytes (row), row.length);
  hbase_packed_init (&mutation->cells, mutation->row + row.length, mutation->class->first_capacity);
}

static gpointer
allocate (const HBaseMutationClass *class, HBaseSlice row)
{
  return g_malloc (class->size + row.length + class->first_capacity);
}

gpointer
hbase_mutation_new (const HBaseMutationClass *class, HBaseSlice row)
{
  HBaseMutation *mutation = allocate (class, row);

  memset (mutation, 0, class->size);
  mutation->class = class;
  mutation->timestamp = HBASE_CELL_NO_TIMESTAMP;
  mutation->return_results = TRUE;
  init (mutation, row);
  return mutation;
}

gpointer
hbase_mutation_new_for_row (const HBaseMutationClass *class, HBaseRow *row)
{
  gsize length, stored_length;
  const guint8 *key = hbase_row_get_key (row, &length);
  const guint8 *stored_key = hbase_row_get_stored_key (row, &stored_length);
  HBaseMutation *mutation = hbase_mutation_new (class, hbase_slice (key, length));

  if (stored_key != NULL)
    mutation->stored_key = g_bytes_new (stored_key, stored_length);
  return mutation;
}

gpointer
hbase_mutation_copy_to (const HBaseMutation *mutation, HBaseSlice row)
{
  HBaseMutation *copy = allocate (mutation->class, row);

  memcpy (copy, mutation, mutation->class->size);
  init (copy, row);
  copy->stored_key = NULL;
  copy->attributes = hbase_named_values_copy (mutation->attributes);
  copy->visibility = g_strdup (mutation->visibility);
  hbase_packed_copy (&copy->cells, &mutation->cells);
  return copy;
}

gpointer
hbase_mutation_copy (const HBaseMutation *mutation)
{
  return hbase_mutation_copy_to (mutation, hbase_mutation_row_slice (mutation));
}

/**
 * hbase_mutation_ref: (skip)
 * @mutation: a put, append, increment or delete
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @mutation
 */
gpointer
hbase_mutation_ref (gpointer mutation)
{
  g_return_val_if_fail (mutation != NULL, NULL);

  g_atomic_ref_count_inc (&((HBaseMutation *) mutation)->ref_count);
  return mutation;
}

/**
 * hbase_mutation_unref: (skip)
 * @mutation: (transfer full): a put, append, increment or delete
 *
 * Releases a reference; the last one frees the mutation.
 */
void
hbase_mutation_unref (gpointer mutation)
{
  HBaseMutation *self = mutation;

  g_return_if_fail (mutation != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hbase_packed_clear (&self->cells);
  g_clear_pointer (&self->stored_key, g_bytes_unref);
  g_clear_pointer (&self->attributes, g_tree_unref);
  g_free (self->visibility);
  g_free (self);
}

/* Returns whether the column can be encoded, and records what is invalid. */
static gboolean
check_column (HBaseMutation *mutation, HBaseSlice family, HBaseSlice qualifier)
{
  if (family.length == 0)
    mutation->problem = "a column family's name is empty";
  if ((family.length | qualifier.length) <= G_MAXINT32)
    return TRUE;
  mutation->problem = "a column's name has more than 2,147,483,647 bytes";
  return FALSE;
}

void
hbase_mutation_add_column (HBaseMutation *mutation,
                           const char *family,
                           HBaseSlice qualifier,
                           gint64 timestamp)
{
  HBaseSlice name = hbase_slice_text (family);

  mutation->n_untimed += timestamp == HBASE_CELL_NO_TIMESTAMP;
  mutation->n_server_timed += timestamp == G_MAXINT64;
  if (check_column (mutation, name, qualifier))
    hbase_packed_add_column (&mutation->cells, name, qualifier, timestamp);
}

void
hbase_mutation_add_counter (HBaseMutation *mutation, const char *family, HBaseSlice qualifier, gint64 amount)
{
  HBaseSlice name = hbase_slice_text (family);

  if (check_column (mutation, name, qualifier))
    hbase_packed_add_counter (&mutation->cells, name, qualifier, amount);
}

static HBaseCell *
make_cell (const HBaseMutation *mutation, const HBasePackedElement *cell)
{
  gboolean has_own = cell->timestamp != HBASE_CELL_NO_TIMESTAMP;

  if (mutation->class->make_cell != NULL)
    return mutation->class->make_cell (mutation, cell);
  return hbase_cell_new_copy (cell->family, cell->qualifier, cell->value,
                              has_own ? cell->timestamp : mutation->timestamp, HBASE_CELL_TYPE_PUT);
}

gboolean
hbase_mutation_check_cells (const HBaseMutation *mutation, GError **error)
{
  HBaseSlice row = hbase_mutation_row_slice (mutation);

  if (mutation->problem != NULL)
    return hbase_record_fail (error, mutation->class->name, row, "%s", mutation->problem);
  return mutation->timestamp >= 0 || mutation->timestamp == HBASE_CELL_NO_TIMESTAMP
         || hbase_record_fail (error, mutation->class->name, row, "its timestamp is below 0");
}

static gboolean
check_columns_differ (const HBaseMutation *mutation, GError **error)
{
  g_autofree char *column = NULL;
  HBasePackedElement twice;

  if (!hbase_packed_find_twice (&mutation->cells, &twice))
    return TRUE;
  column = hbase_record_show_column (twice.family, twice.qualifier);
  return hbase_record_fail (error, mutation->class->name, hbase_mutation_row_slice (mutation),
                            "the column “%s” was added more than once, and HBase would use only the last "
                            "entry: add each column once, or send one %s for each",
                            column, mutation->class->name);
}

gboolean
hbase_mutation_check (const HBaseMutation *mutation, GError **error)
{
  HBaseSlice row = hbase_mutation_row_slice (mutation);
  const char *problem;

  if (!hbase_row_key_check (row, error) || !hbase_mutation_check_cells (mutation, error))
    return FALSE;
  problem = mutation->class->find_problem (mutation);
  if (problem != NULL)
    return hbase_record_fail (error, mutation->class->name, row, "%s", problem);
  return !mutation->class->adds || check_columns_differ (mutation, error);
}

gboolean
hbase_mutation_is_timestamped (const HBaseMutation *mutation)
{
  gboolean by_default = mutation->timestamp >= 0 && mutation->timestamp != G_MAXINT64;
  gboolean by_itself = mutation->n_untimed == 0 && mutation->cells.count > 0;

  return mutation->class->timestamp_field != 0 && mutation->n_server_timed == 0 && (by_default || by_itself);
}

gboolean
hbase_mutation_needs_timestamp (const HBaseMutation *mutation)
{
  return mutation->class->stamp != NULL && mutation->timestamp == HBASE_CELL_NO_TIMESTAMP
         && (mutation->n_untimed > 0 || mutation->cells.count == 0);
}

HBaseMutation *
hbase_mutation_stamp (HBaseMutation *mutation, gint64 timestamp)
{
  return hbase_mutation_needs_timestamp (mutation) ? mutation->class->stamp (mutation, timestamp)
                                                   : hbase_mutation_ref (mutation);
}

/* The size of what is written besides the row key and the cells: field headers, lengths, the timestamp, the
 * durability and the stop byte, in the binary protocol; the compact one takes no more. */
#define FRAME_BYTES 64

gsize
hbase_mutation_get_max_length (const HBaseMutation *mutation, gboolean in_place)
{
  const HBasePacked *cells = &mutation->cells;

  return FRAME_BYTES + mutation->row_length + hbase_attributes_get_max_length (mutation->attributes)
         + hbase_slice_text (mutation->visibility).length
         + (in_place && hbase_packed_is_worth_a_segment (cells) ? 0 : cells->length);
}

static void
write_visibility (const HBaseMutation *mutation, HBaseWireWriter *writer)
{
  if (mutation->visibility == NULL)
    return;
  hbase_wire_write_struct (writer, mutation->class->visibility_field);
  hbase_wire_write_binary (writer, HBASE_T_CELL_VISIBILITY_EXPRESSION,
                           hbase_slice_text (mutation->visibility));
  hbase_wire_end_struct (writer);
}

void
hbase_mutation_write (HBaseMutation *mutation, HBaseWireWriter *writer)
{
  const HBaseMutationClass *class = mutation->class;

  hbase_wire_write_binary (writer, class->row_field, hbase_mutation_row_slice (mutation));
  hbase_packed_write_list_in_place (&mutation->cells, class->cells_field, mutation, hbase_mutation_ref,
                                    hbase_mutation_unref, writer);
  if (mutation->timestamp != HBASE_CELL_NO_TIMESTAMP)
    hbase_wire_write_i64 (writer, class->timestamp_field, mutation->timestamp);
  if (class->write_more != NULL)
    class->write_more (mutation, writer);
  hbase_attributes_write (mutation->attributes, class->attributes_field, writer);
  if (mutation->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, class->durability_field, (gint32) mutation->durability);
  write_visibility (mutation, writer);
  if (class->return_results_field != 0 && !mutation->return_results)
    hbase_wire_write_bool (writer, class->return_results_field, FALSE);
  hbase_wire_end_struct (writer);
}

/* ---- what callers set ---- */

/**
 * hbase_mutation_get_row:
 * @mutation: a put, append, increment or delete
 * @length: (out): its length in bytes
 *
 * Returns the key of the row that is changed.
 *
 * Returns: (array length=length) (transfer none): the row's key
 */
const guint8 *
hbase_mutation_get_row (HBaseMutation *mutation, gsize *length)
{
  g_return_val_if_fail (mutation != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = mutation->row_length;
  return mutation->row;
}

/**
 * hbase_mutation_ref_row:
 * @mutation: a put, append, increment or delete
 *
 * Returns the key of the row that is changed, as bytes.
 *
 * Returns: (transfer full): the row's key
 */
GBytes *
hbase_mutation_ref_row (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, NULL);

  return g_bytes_new (mutation->row, mutation->row_length);
}

/**
 * hbase_mutation_list_cells:
 * @mutation: a put, append, increment or delete
 *
 * Returns what was added, in this order:
 *
 * - the cells of a put. The timestamp of a cell that has none of its own is that of the put;
 * - the columns of an append. A cell's value is what is appended to that of the column;
 * - the counters of an increment. A cell's value is what is added to the counter:
 *   [method@HBase.Cell.get_int64] returns it as a number;
 * - the columns and families of a delete, as the delete markers that HBase stores for them
 *   ([enum@HBase.CellType]). A family's marker has an empty qualifier. The list is empty if the whole row is
 *   deleted.
 *
 * A timestamp that isn't set is %G_MAXINT64, which stands for the server's clock.
 *
 * ```c
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 * g_autoptr (GPtrArray) cells = NULL;
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * cells = hbase_mutation_list_cells (HBASE_MUTATION (put));
 * for (guint i = 0; i < cells->len; i++)
 *   {
 *     g_autofree char *column = hbase_cell_dup_column_escaped (cells->pdata[i]);
 *
 *     g_print ("%s\n", column);
 *   }
 * ```
 *
 * Returns: (transfer container) (element-type HBaseCell): copies of the cells
 */
GPtrArray *
hbase_mutation_list_cells (HBaseMutation *mutation)
{
  GPtrArray *cells;
  const guint8 *p;

  g_return_val_if_fail (mutation != NULL, NULL);

  cells = g_ptr_array_new_full (mutation->cells.count, (GDestroyNotify) hbase_cell_unref);
  p = mutation->cells.data;
  for (guint i = 0; i < mutation->cells.count; i++)
    {
      HBasePackedElement cell;

      p = hbase_packed_load (p, &cell);
      g_ptr_array_add (cells, make_cell (mutation, &cell));
    }
  return cells;
}

/* Records that the mutation can't have what was set. */
static void
refuse_unless (HBaseMutation *mutation, gboolean has, const char *problem)
{
  if (!has)
    mutation->problem = problem;
}

/**
 * hbase_mutation_set_timestamp:
 * @mutation: a put, or a delete without columns and families
 * @timestamp: a timestamp in ms since 1970, at least 0; for a put %G_MAXINT64, HBase's `LATEST_TIMESTAMP`,
 *   stands for the server's clock
 *
 * Sets the timestamp of all cells of a put that have none of their own, or restricts the delete of a whole
 * row to cells with this timestamp or an earlier one.
 *
 * The columns and families of a delete have timestamps of their own: a call that sends a delete with any, for
 * which this one is set, fails with %HBASE_ERROR_INVALID_ARGUMENT. So does a call with an append or increment
 * for which it is set: HBase gives them the time of the server's clock.
 */
void
hbase_mutation_set_timestamp (HBaseMutation *mutation, gint64 timestamp)
{
  g_return_if_fail (mutation != NULL);

  mutation->timestamp = timestamp;
  refuse_unless (
      mutation, mutation->class->timestamp_field != 0,
      "it can't have a timestamp, which only puts and deletes have: HBase takes the server's time");
}

/**
 * hbase_mutation_get_timestamp:
 * @mutation: a put or delete
 *
 * Returns the timestamp that was set by [method@HBase.Put.set_timestamp].
 *
 * Returns: the timestamp in ms since 1970, or -1 if none is set
 */
gint64
hbase_mutation_get_timestamp (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, -1);

  return MAX (mutation->timestamp, -1);
}

/**
 * hbase_mutation_set_durability:
 * @mutation: a put, append, increment or delete
 * @durability: how durable the change must be before the call returns
 *
 * Sets the durability; by default it is the table's.
 */
void
hbase_mutation_set_durability (HBaseMutation *mutation, HBaseDurability durability)
{
  g_return_if_fail (mutation != NULL);

  mutation->durability = durability;
}

/**
 * hbase_mutation_get_durability:
 * @mutation: a put, append, increment or delete
 *
 * Returns the durability.
 *
 * Returns: the durability; %HBASE_DURABILITY_USE_DEFAULT for the table's
 */
HBaseDurability
hbase_mutation_get_durability (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, HBASE_DURABILITY_USE_DEFAULT);

  return mutation->durability;
}

/**
 * hbase_mutation_set_idempotent:
 * @mutation: a put, append, increment or delete
 * @idempotent: whether it may be executed twice
 *
 * Sets whether the change is sent again if its response was lost, though it may have been executed. The
 * default is %FALSE: the call then fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * - A put that is executed twice writes the same values with two timestamps. That is right where the columns
 *   have one writer at a time, or the last one wins anyway; where another program may change the same columns
 *   meanwhile, the second execution would undo its change.
 * - An append that is executed twice appends the value twice: that is right only where readers drop
 *   repetitions.
 * - An increment that is executed twice counts twice: that is right for approximate counters only.
 * - A delete that is executed twice also deletes what was put between the two. That is right for rows that
 *   nobody puts again. A delete of the newest version of a column (%HBASE_DELETE_TYPE_COLUMN) would delete
 *   two versions.
 *
 * A put or delete whose timestamps are all set is sent again in any case. A call with several changes is sent
 * again if that is allowed for each of them. The result of a checked change may then be %FALSE because the
 * first execution changed the value that is compared.
 */
void
hbase_mutation_set_idempotent (HBaseMutation *mutation, gboolean idempotent)
{
  g_return_if_fail (mutation != NULL);

  mutation->idempotent = idempotent != FALSE;
}

/**
 * hbase_mutation_get_idempotent:
 * @mutation: a put, append, increment or delete
 *
 * Returns whether the change may be executed twice ([method@HBase.Put.set_idempotent]).
 *
 * Returns: %TRUE if it may
 */
gboolean
hbase_mutation_get_idempotent (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, FALSE);

  return mutation->idempotent;
}

/**
 * hbase_mutation_set_attribute:
 * @mutation: a put, append, increment or delete
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 */
void
hbase_mutation_set_attribute (HBaseMutation *mutation,
                              const char *name,
                              const guint8 *value,
                              gsize value_length)
{
  g_return_if_fail (mutation != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  hbase_attributes_set (&mutation->attributes, name, hbase_slice (value, value_length));
}

/**
 * hbase_mutation_ref_attribute:
 * @mutation: a put, append, increment or delete
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 */
GBytes *
hbase_mutation_ref_attribute (HBaseMutation *mutation, const char *name)
{
  g_return_val_if_fail (mutation != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_attributes_ref (mutation->attributes, name);
}

#define TIME_TO_LIVE "_ttl"

/**
 * hbase_mutation_set_time_to_live:
 * @mutation: a put, append or increment
 * @milliseconds: how long the cells that are written are visible; 0, the default: as long as their families
 *   keep cells
 *
 * Sets the time to live of the cells that are written, in milliseconds from their timestamps. The time to
 * live of a family, if it is shorter, holds for these cells, too. It is sent as the attribute `_ttl`.
 * The embedded engine has no such cells: with it the call fails with %HBASE_ERROR_UNSUPPORTED.
 *
 * A delete writes no cells: a call with a delete for which it is set fails with
 * %HBASE_ERROR_INVALID_ARGUMENT.
 */
void
hbase_mutation_set_time_to_live (HBaseMutation *mutation, gint64 milliseconds)
{
  gint64 bytes = GINT64_TO_BE (milliseconds);

  g_return_if_fail (mutation != NULL);
  g_return_if_fail (milliseconds >= 0);

  refuse_unless (mutation, milliseconds == 0 || mutation->class->visibility_field != 0,
                 "it writes no cells that could have a time to live");
  if (milliseconds > 0)
    hbase_attributes_set (&mutation->attributes, TIME_TO_LIVE, hbase_slice (&bytes, sizeof bytes));
  else
    hbase_attributes_remove (&mutation->attributes, TIME_TO_LIVE);
}

/**
 * hbase_mutation_get_time_to_live:
 * @mutation: a put, append or increment
 *
 * Returns the time to live of the cells that are written.
 *
 * Returns: milliseconds; 0: as long as their families keep cells
 */
gint64
hbase_mutation_get_time_to_live (HBaseMutation *mutation)
{
  g_autoptr (GBytes) value = NULL;
  HBaseSlice bytes;

  g_return_val_if_fail (mutation != NULL, 0);

  value = hbase_attributes_ref (mutation->attributes, TIME_TO_LIVE);
  bytes = hbase_slice_of_bytes (value);
  return bytes.length == sizeof (gint64) ? (gint64) hbase_wire_load_64 (bytes.data) : 0;
}

/**
 * hbase_mutation_set_cell_visibility:
 * @mutation: a put, append or increment
 * @expression: (nullable): an expression of visibility labels, as `secret&!probationary`, or %NULL for none
 *
 * Sets who may read the cells that are written. It has an effect only if the cluster runs HBase's visibility
 * coprocessor; otherwise, and in the embedded engine, the expression is ignored, and everybody may read them.
 *
 * A delete writes no cells: a call with a delete for which it is set fails with
 * %HBASE_ERROR_INVALID_ARGUMENT.
 */
void
hbase_mutation_set_cell_visibility (HBaseMutation *mutation, const char *expression)
{
  char *copy;

  g_return_if_fail (mutation != NULL);

  copy = g_strdup (expression);
  refuse_unless (mutation, expression == NULL || mutation->class->visibility_field != 0,
                 "it writes no cells that could have a visibility");
  g_free (mutation->visibility);
  mutation->visibility = copy;
}

/**
 * hbase_mutation_get_cell_visibility:
 * @mutation: a put, append or increment
 *
 * Returns who may read the cells that are written.
 *
 * Returns: (transfer none) (nullable): the expression, or %NULL if none is set; valid until another one is
 * set
 */
const char *
hbase_mutation_get_cell_visibility (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, NULL);

  return mutation->visibility;
}

/**
 * hbase_mutation_set_return_results:
 * @mutation: an append or increment; it has no effect on others
 * @return_results: whether the response has the columns' new values
 *
 * Sets whether the call returns the columns' new values; by default it does. Without them it returns an
 * empty row.
 */
void
hbase_mutation_set_return_results (HBaseMutation *mutation, gboolean return_results)
{
  g_return_if_fail (mutation != NULL);

  mutation->return_results = return_results != FALSE;
}

/**
 * hbase_mutation_get_return_results:
 * @mutation: an append or increment
 *
 * Returns whether the call returns the columns' new values.
 *
 * Returns: %TRUE if it does
 */
gboolean
hbase_mutation_get_return_results (HBaseMutation *mutation)
{
  g_return_val_if_fail (mutation != NULL, FALSE);

  return mutation->return_results;
}
