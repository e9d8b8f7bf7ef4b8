/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-delete.h"
#include "hbase-delete-private.h"

/* This file implements deletes of a row, or of some of its columns or families. */

G_DEFINE_ENUM_TYPE (HBaseDeleteType,
                    hbase_delete_type,
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_COLUMN, "column"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_COLUMNS, "columns"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_FAMILY, "family"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_FAMILY_VERSION, "family-version"))

/**
 * HBaseDelete:
 *
 * Describes what to delete of one row: all of it, or the columns or families that are added.
 *
 * A delete without columns and families deletes the row. Otherwise [enum@HBase.DeleteType] decides what is
 * deleted of each; the default, %HBASE_DELETE_TYPE_COLUMNS, deletes all versions of the columns. To delete a
 * family, set the type %HBASE_DELETE_TYPE_FAMILY and add the family by [method@HBase.Delete.add_family].
 *
 * A delete hides all cells whose timestamp isn't greater than its own, including cells that are written
 * later, for example in the same millisecond.
 *
 * A delete may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
 */
struct _HBaseDelete {
  HBaseMutation base;
  guint n_families;  /* entries without a qualifier */
  gboolean has_type; /* hbase_delete_set_delete_type() was called */
  HBaseDeleteType type;
};

static gboolean
is_of_families (const HBaseDelete *self)
{
  return self->type == HBASE_DELETE_TYPE_FAMILY || self->type == HBASE_DELETE_TYPE_FAMILY_VERSION;
}

/* HBase uses only the last entry of a delete for each family. */
static gboolean
names_a_family_twice (const HBaseDelete *self)
{
  HBasePackedElement twice;

  return hbase_packed_find_twice (&self->base.cells, &twice);
}

/* Returns why the delete is invalid; NULL if it is valid. Gateways execute some deletes differently from
 * what their caller probably means: with a family and no FAMILY type they delete the family's column with
 * the empty qualifier; with columns and a FAMILY type the whole families of these columns; with a type and
 * no columns the whole row. All of these are refused, because deleted cells can't be restored. */
static const char *
find_problem (const HBaseMutation *base)
{
  const HBaseDelete *self = (const HBaseDelete *) base;

  if (base->cells.count == 0)
    return self->has_type ? "it has a type, but names nothing: it would delete the whole row; add columns or "
                            "families, or set no type"
                          : NULL;
  if (base->timestamp != HBASE_CELL_NO_TIMESTAMP)
    return "a delete's timestamp is used only where the whole row is deleted: give each column its own";
  if (self->n_families > 0 && !is_of_families (self))
    return "a family is named without a qualifier: to delete all of it, set the type "
           "HBASE_DELETE_TYPE_FAMILY; to delete its column with the empty qualifier, name that";
  if (base->cells.count > self->n_families && is_of_families (self))
    return "a column is named, but the type would delete its whole family: name families only, or set the "
           "type HBASE_DELETE_TYPE_COLUMNS";
  if (self->type == HBASE_DELETE_TYPE_FAMILY && names_a_family_twice (self))
    return "a family is named more than once, and HBase would use only the last entry: name each family "
           "once, with the latest of its timestamps, or send one delete for each";
  if (self->type == HBASE_DELETE_TYPE_FAMILY_VERSION && base->n_untimed + base->n_server_timed > 0)
    return "to delete a family's version, each family needs the version's timestamp";
  return NULL;
}

static void
write_type (const HBaseMutation *base, HBaseWireWriter *writer)
{
  const HBaseDelete *self = (const HBaseDelete *) base;

  if (self->has_type)
    hbase_wire_write_i32 (writer, HBASE_T_DELETE_DELETE_TYPE, (gint32) self->type);
}

/* Columns and families have timestamps of their own; that of the delete is for whole rows. Which version
 * is the newest one, or has a certain timestamp, isn't changed. */
static HBaseMutation *
stamp (HBaseMutation *delete_, gint64 timestamp)
{
  HBaseDeleteType type = hbase_delete_get_delete_type ((HBaseDelete *) delete_);
  const guint8 *p = delete_->cells.data;
  HBaseMutation *copy;

  if (type == HBASE_DELETE_TYPE_COLUMN || type == HBASE_DELETE_TYPE_FAMILY_VERSION)
    return hbase_mutation_ref (delete_);
  copy = hbase_mutation_copy (delete_);
  if (delete_->cells.count == 0)
    copy->timestamp = timestamp;
  hbase_packed_clear (&copy->cells);
  hbase_packed_init (&copy->cells, NULL, 0);
  for (guint i = 0; i < delete_->cells.count; i++)
    {
      HBasePackedElement entry;
      gboolean is_untimed;

      p = hbase_packed_load (p, &entry);
      is_untimed = entry.timestamp == HBASE_CELL_NO_TIMESTAMP;
      hbase_packed_add_column (&copy->cells, entry.family, entry.qualifier,
                               is_untimed ? timestamp : entry.timestamp);
    }
  copy->n_untimed = 0;
  return copy;
}

static HBaseCellType
get_marker_type (HBaseDeleteType type, gboolean is_family)
{
  if (is_family)
    return type == HBASE_DELETE_TYPE_FAMILY_VERSION ? HBASE_CELL_TYPE_DELETE_FAMILY_VERSION
                                                    : HBASE_CELL_TYPE_DELETE_FAMILY;
  return type == HBASE_DELETE_TYPE_COLUMN ? HBASE_CELL_TYPE_DELETE : HBASE_CELL_TYPE_DELETE_COLUMN;
}

/* The timestamp of the delete is that of a whole row. */
static HBaseCell *
make_cell (const HBaseMutation *delete_, const HBasePackedElement *entry)
{
  HBaseDeleteType type = hbase_delete_get_delete_type ((HBaseDelete *) delete_);

  return hbase_cell_new_copy (entry->family, entry->qualifier, hbase_slice (NULL, 0), entry->timestamp,
                              get_marker_type (type, entry->qualifier.data == NULL));
}

static const HBaseMutationClass delete_class = {
  .name = "delete",
  .size = sizeof (HBaseDelete),
  .method = HBASE_WIRE_METHOD_DELETE_SINGLE,
  .method_of_several = HBASE_WIRE_METHOD_DELETE_MULTIPLE,
  .row_field = HBASE_T_DELETE_ROW,
  .cells_field = HBASE_T_DELETE_COLUMNS,
  .timestamp_field = HBASE_T_DELETE_TIMESTAMP,
  .attributes_field = HBASE_T_DELETE_ATTRIBUTES,
  .durability_field = HBASE_T_DELETE_DURABILITY,
  .make_cell = make_cell,
  .find_problem = find_problem,
  .stamp = stamp,
  .write_more = write_type,
};

HBASE_DEFINE_MUTATION (HBaseDelete, hbase_delete, delete_class)

gboolean
hbase_delete_is_of_newest (const HBaseMutation *mutation)
{
  return mutation->class == &delete_class && mutation->n_untimed + mutation->n_server_timed > 0
         && hbase_delete_get_delete_type ((HBaseDelete *) mutation) == HBASE_DELETE_TYPE_COLUMN;
}

/* ---- cells that are put in the same step ---- */

static gboolean
is_explicit (gint64 timestamp)
{
  return timestamp != HBASE_CELL_NO_TIMESTAMP && timestamp != G_MAXINT64;
}

/* `timestamp`: of the delete. */
static gboolean
may_hide_at (HBaseDeleteType type, gint64 timestamp, const HBasePackedElement *cell)
{
  gboolean exactly = type == HBASE_DELETE_TYPE_COLUMN || type == HBASE_DELETE_TYPE_FAMILY_VERSION;

  if (!is_explicit (timestamp) || !is_explicit (cell->timestamp))
    return TRUE;
  return exactly ? timestamp == cell->timestamp : timestamp >= cell->timestamp;
}

static gboolean
covers (const HBasePackedElement *entry, const HBasePackedElement *cell)
{
  return hbase_slice_equal (entry->family, cell->family)
         && (entry->qualifier.data == NULL || hbase_slice_equal (entry->qualifier, cell->qualifier));
}

gboolean
hbase_delete_may_hide (const HBaseMutation *delete_, const HBasePackedElement *cell)
{
  HBaseDeleteType type = hbase_delete_get_delete_type ((HBaseDelete *) delete_);
  const guint8 *p = delete_->cells.data;

  for (guint i = 0; i < delete_->cells.count; i++)
    {
      HBasePackedElement entry;

      p = hbase_packed_load (p, &entry);
      if (covers (&entry, cell) && may_hide_at (type, entry.timestamp, cell))
        return TRUE;
    }
  return delete_->cells.count == 0 && may_hide_at (HBASE_DELETE_TYPE_FAMILY, delete_->timestamp, cell);
}

/* ---- public functions ---- */

/**
 * hbase_delete_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a delete of a whole row.
 *
 * Returns: (transfer full): the delete
 */

/**
 * hbase_delete_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a delete of a whole row whose key is text.
 *
 * Returns: (transfer full): the delete
 */

/**
 * hbase_delete_new_for_row: (constructor)
 * @row: a row that was read
 *
 * Makes a delete for a row that was read. It has the row's stored key: on a handle of unsalted keys
 * ([ctor@HBase.Table.new_unsalted]) the row isn't looked up, and if it is stored twice, the one that was read
 * is changed. Such a handle accepts only rows that were read with unsalted keys; for others the call fails
 * with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the delete
 */

/**
 * hbase_delete_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Delete.new].
 *
 * Returns: (transfer full): the delete
 */

/**
 * hbase_delete_set_delete_type:
 * @delete_: a delete
 * @type: what is deleted of the columns or families that are added
 *
 * Sets what is deleted of the columns or families that are added. The type applies to all of them: a delete
 * with a COLUMN type has only columns, and one with a FAMILY type only families. Otherwise the call that
 * sends it fails with %HBASE_ERROR_INVALID_ARGUMENT.
 */
void
hbase_delete_set_delete_type (HBaseDelete *delete_, HBaseDeleteType type)
{
  g_return_if_fail (delete_ != NULL);

  delete_->type = type;
  delete_->has_type = TRUE;
}

/**
 * hbase_delete_get_delete_type:
 * @delete_: a delete
 *
 * Returns what is deleted of the columns or families that were added.
 *
 * Returns: the type; %HBASE_DELETE_TYPE_COLUMNS if none was set
 */
HBaseDeleteType
hbase_delete_get_delete_type (HBaseDelete *delete_)
{
  g_return_val_if_fail (delete_ != NULL, HBASE_DELETE_TYPE_COLUMNS);

  return delete_->has_type ? delete_->type : HBASE_DELETE_TYPE_COLUMNS;
}

static void
add_family (HBaseDelete *delete_, const char *family, gint64 timestamp)
{
  delete_->n_families++;
  hbase_mutation_add_column (&delete_->base, family, hbase_slice (NULL, 0), timestamp);
}

/**
 * hbase_delete_add_family:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_FAMILY
 * @family: a column family's name
 *
 * Adds a family of which all columns are deleted.
 *
 * A delete of another type isn't sent, nor one with two entries for the same family, of which HBase would use
 * only the last: the call fails with %HBASE_ERROR_INVALID_ARGUMENT.
 */
void
hbase_delete_add_family (HBaseDelete *delete_, const char *family)
{
  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);

  add_family (delete_, family, HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_delete_add_family_with_timestamp:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_FAMILY or %HBASE_DELETE_TYPE_FAMILY_VERSION
 * @family: a column family's name
 * @timestamp: a timestamp in ms since 1970, at least 0
 *
 * Adds a family of which all cells are deleted up to that timestamp, or, with
 * %HBASE_DELETE_TYPE_FAMILY_VERSION, those with exactly that timestamp.
 */
void
hbase_delete_add_family_with_timestamp (HBaseDelete *delete_, const char *family, gint64 timestamp)
{
  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);

  if (timestamp < 0)
    delete_->base.problem = "a family's timestamp is below 0";
  add_family (delete_, family, timestamp);
}

/**
 * hbase_delete_add_column:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_COLUMNS, which is the default, or %HBASE_DELETE_TYPE_COLUMN
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes; the empty qualifier is a column like any other
 *
 * Adds a column of which all versions are deleted, or, with %HBASE_DELETE_TYPE_COLUMN, the newest.
 */
void
hbase_delete_add_column (HBaseDelete *delete_,
                         const char *family,
                         const guint8 *qualifier,
                         gsize qualifier_length)
{
  HBaseSlice slice = hbase_slice (qualifier, qualifier_length);

  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  hbase_mutation_add_column (&delete_->base, family,
                             hbase_slice (hbase_slice_bytes (slice), qualifier_length),
                             HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_delete_add_column_utf8:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_COLUMNS, which is the default, or %HBASE_DELETE_TYPE_COLUMN
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 *
 * Adds a column whose qualifier is UTF-8 text, as [method@HBase.Delete.add_column] does.
 */
void
hbase_delete_add_column_utf8 (HBaseDelete *delete_, const char *family, const char *qualifier)
{
  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_delete_add_column (delete_, family, (const guint8 *) qualifier, strlen (qualifier));
}

/**
 * hbase_delete_add_column_with_timestamp:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_COLUMNS, which is the default, or %HBASE_DELETE_TYPE_COLUMN
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @timestamp: a timestamp in ms since 1970, at least 0
 *
 * Adds a column of which all versions are deleted up to that timestamp, or, with %HBASE_DELETE_TYPE_COLUMN,
 * the one with exactly that timestamp.
 */
void
hbase_delete_add_column_with_timestamp (HBaseDelete *delete_,
                                        const char *family,
                                        const guint8 *qualifier,
                                        gsize qualifier_length,
                                        gint64 timestamp)
{
  HBaseSlice slice = hbase_slice (qualifier, qualifier_length);

  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  if (timestamp < 0)
    delete_->base.problem = "a column's timestamp is below 0";
  hbase_mutation_add_column (&delete_->base, family,
                             hbase_slice (hbase_slice_bytes (slice), qualifier_length), timestamp);
}
