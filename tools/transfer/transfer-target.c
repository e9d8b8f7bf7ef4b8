/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes cells and delete markers to a table.
 *
 *  1. Each marker is written by the delete that makes it: a delete has one type, and HBase executes only the
 *     last entry for each family. So a marker of a family is a delete of its own; those of columns are
 *     gathered by type.
 *  2. A marker is sent after all cells that it hides are stored: a compaction removes the marker, and what
 *     is written later would be visible. So markers of columns are kept to the end of the column, and
 *     markers of families to the end of the row. None is sent twice, as HBase would store it twice.
 *  3. Memory is bounded by CHANGE_BYTES for values and for markers, and by the markers of one column and of
 *     the families of one row. */

#include "config.h"

#include "transfer-target.h"

#define CHANGE_BYTES (1024 * 1024)
/* What a cell has besides its column and value. */
#define CELL_BYTES 256

struct _TransferTarget {
  HBaseBatch *batch;
  GByteArray *row;
  HBasePut *put; /* values of the row; NULL: none */
  gsize put_bytes;
  /* delete markers */
  GByteArray *family, *qualifier;  /* the column of the last marker of a column */
  HBaseDelete *versions, *columns; /* of types DELETE and DELETE_COLUMN; NULL: none */
  GPtrArray *families;             /* (element-type HBaseDelete) of families of the row */
  GPtrArray *complete;             /* (element-type HBaseDelete) all that they hide was added */
  gsize marker_bytes;              /* of all but `families` */
};

TransferTarget *
transfer_target_new (HBaseTable *table, guint parallelism)
{
  TransferTarget *target = g_new0 (TransferTarget, 1);

  target->batch = hbase_batch_new (table);
  hbase_batch_set_parallelism (target->batch, parallelism);
  target->row = g_byte_array_new ();
  target->family = g_byte_array_new ();
  target->qualifier = g_byte_array_new ();
  target->families = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  target->complete = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  return target;
}

void
transfer_target_free (TransferTarget *target)
{
  g_clear_pointer (&target->put, hbase_mutation_unref);
  g_clear_pointer (&target->versions, hbase_mutation_unref);
  g_clear_pointer (&target->columns, hbase_mutation_unref);
  g_ptr_array_unref (target->families);
  g_ptr_array_unref (target->complete);
  hbase_batch_discard (target->batch);
  g_object_unref (target->batch);
  g_byte_array_unref (target->row);
  g_byte_array_unref (target->family);
  g_byte_array_unref (target->qualifier);
  g_free (target);
}

/* ---- values ---- */

static gboolean
send_values (TransferTarget *target, GCancellable *cancellable, GError **error)
{
  gboolean ok = target->put == NULL
                || hbase_batch_add (target->batch, HBASE_MUTATION (target->put), cancellable, error);

  g_clear_pointer (&target->put, hbase_mutation_unref);
  target->put_bytes = 0;
  return ok;
}

static gboolean
add_value (TransferTarget *target,
           const TransferCell *cell,
           const char *family,
           GCancellable *cancellable,
           GError **error)
{
  gsize bytes = CELL_BYTES + cell->qualifier_length + cell->value_length;

  if (target->put_bytes + bytes > CHANGE_BYTES && !send_values (target, cancellable, error))
    return FALSE;
  if (target->put == NULL)
    target->put = hbase_put_new (cell->row, cell->row_length);
  hbase_put_add_with_timestamp (target->put, family, cell->qualifier, cell->qualifier_length, cell->value,
                                cell->value_length, cell->timestamp);
  target->put_bytes += bytes;
  return TRUE;
}

/* ---- delete markers ---- */

/* Adds what isn't NULL, and takes it. */
static void
add_complete (TransferTarget *target, HBaseDelete **markers)
{
  if (*markers != NULL)
    g_ptr_array_add (target->complete, g_steal_pointer (markers));
}

static void
complete_column (TransferTarget *target)
{
  add_complete (target, &target->versions);
  add_complete (target, &target->columns);
}

static void
complete_row (TransferTarget *target)
{
  complete_column (target);
  target->marker_bytes += target->families->len * CELL_BYTES;
  for (guint i = 0; i < target->families->len; i++)
    g_ptr_array_add (target->complete, hbase_mutation_ref (target->families->pdata[i]));
  g_ptr_array_set_size (target->families, 0);
}

/* Sends the values before the markers that hide them, by invariant 2. */
static gboolean
send_complete (TransferTarget *target, GCancellable *cancellable, GError **error)
{
  gboolean ok = send_values (target, cancellable, error)
                && (target->complete->len == 0 || hbase_batch_flush (target->batch, cancellable, error));

  for (guint i = 0; ok && i < target->complete->len; i++)
    ok = hbase_batch_add (target->batch, HBASE_MUTATION (target->complete->pdata[i]), cancellable, error);
  g_ptr_array_set_size (target->complete, 0);
  target->marker_bytes = 0;
  return ok;
}

static void
add_column_marker (TransferTarget *target,
                   HBaseDelete **delete_,
                   const TransferCell *cell,
                   const char *family)
{
  if (*delete_ == NULL)
    {
      *delete_ = hbase_delete_new (cell->row, cell->row_length);
      hbase_delete_set_delete_type (*delete_, cell->type == HBASE_CELL_TYPE_DELETE
                                                  ? HBASE_DELETE_TYPE_COLUMN
                                                  : HBASE_DELETE_TYPE_COLUMNS);
    }
  hbase_delete_add_column_with_timestamp (*delete_, family, cell->qualifier, cell->qualifier_length,
                                          cell->timestamp);
  target->marker_bytes += CELL_BYTES + cell->qualifier_length;
  transfer_set_bytes (target->family, cell->family, cell->family_length);
  transfer_set_bytes (target->qualifier, cell->qualifier, cell->qualifier_length);
}

static void
add_family_marker (TransferTarget *target, const TransferCell *cell, const char *family)
{
  HBaseDelete *marker = hbase_delete_new (cell->row, cell->row_length);

  hbase_delete_set_delete_type (marker, cell->type == HBASE_CELL_TYPE_DELETE_FAMILY
                                            ? HBASE_DELETE_TYPE_FAMILY
                                            : HBASE_DELETE_TYPE_FAMILY_VERSION);
  hbase_delete_add_family_with_timestamp (marker, family, cell->timestamp);
  g_ptr_array_add (target->families, marker);
}

/* ---- cells ---- */

static gboolean
is_of_column (TransferTarget *target, const TransferCell *cell)
{
  return transfer_is_equal (target->family, cell->family, cell->family_length)
         && transfer_is_equal (target->qualifier, cell->qualifier, cell->qualifier_length);
}

/* Goes to the cell's row, and sends the markers of rows and columns that have ended if they are enough. */
static gboolean
begin_cell (TransferTarget *target, const TransferCell *cell, GCancellable *cancellable, GError **error)
{
  gboolean same = transfer_is_equal (target->row, cell->row, cell->row_length);

  if (!same)
    {
      complete_row (target);
      transfer_set_bytes (target->row, cell->row, cell->row_length);
    }
  if (target->marker_bytes < CHANGE_BYTES || (same && is_of_column (target, cell)))
    return same || send_values (target, cancellable, error);
  complete_column (target);
  return send_complete (target, cancellable, error);
}

static gboolean
add_cell (TransferTarget *target, const TransferCell *cell, GCancellable *cancellable, GError **error)
{
  g_autofree char *family = g_strndup ((const char *) cell->family, cell->family_length);

  switch (cell->type)
    {
    case HBASE_CELL_TYPE_DELETE:
      add_column_marker (target, &target->versions, cell, family);
      return TRUE;
    case HBASE_CELL_TYPE_DELETE_COLUMN:
      add_column_marker (target, &target->columns, cell, family);
      return TRUE;
    case HBASE_CELL_TYPE_DELETE_FAMILY:
    case HBASE_CELL_TYPE_DELETE_FAMILY_VERSION:
      add_family_marker (target, cell, family);
      return TRUE;
    case HBASE_CELL_TYPE_PUT:
    default:
      return add_value (target, cell, family, cancellable, error);
    }
}

gboolean
transfer_target_add (TransferTarget *target,
                     const TransferCell *cell,
                     GCancellable *cancellable,
                     GError **error)
{
  return begin_cell (target, cell, cancellable, error) && add_cell (target, cell, cancellable, error);
}

gboolean
transfer_target_flush (TransferTarget *target, GCancellable *cancellable, GError **error)
{
  complete_row (target);
  return send_complete (target, cancellable, error) && hbase_batch_flush (target->batch, cancellable, error);
}
