/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-wire-tables.h"

/* The gateway takes some deletes for others than they look: a family alone, without the right type, for its
 * empty qualifier; columns, with a FAMILY type, for their whole families; a type without columns for the
 * whole row. All of these are refused here, as what is lost then doesn't come back. */

G_DEFINE_ENUM_TYPE (HBaseDeleteType,
                    hbase_delete_type,
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_COLUMN, "column"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_COLUMNS, "columns"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_FAMILY, "family"),
                    G_DEFINE_ENUM_VALUE (HBASE_DELETE_TYPE_FAMILY_VERSION, "family-version"))

/**
 * HBaseDelete:
 *
 * What to delete of one row: all of it, or the columns or families that are named.
 *
 * A delete that names nothing deletes the row. What is named is deleted as [enum@HBase.DeleteType] says,
 * %HBASE_DELETE_TYPE_COLUMNS if nothing else is set: all versions of the columns. To delete a family, set the
 * type %HBASE_DELETE_TYPE_FAMILY and name it by [method@HBase.Delete.add_family].
 *
 * Deleted cells are masked by the delete's time stamp: cells written later with a stamp not above it are
 * masked, too, and that may be cells written in the same millisecond.
 *
 * It may be changed after it was used, and used again: a call takes what it needs before it, or its `_async`
 * function, returns. It isn't to be changed by two threads at a time.
 *
 * Since: 0.1
 */
struct _HBaseDelete {
  gatomicrefcount ref_count;
  HBasePacked columns;
  guint n_families;  /* of them without a qualifier */
  guint n_unstamped; /* of them without a stamp, or with one that stands for the server's clock */
  gboolean has_type; /* the caller said it */
  HBaseDeleteType type;
  const char *problem; /* what is wrong with a column that was added; NULL: nothing */
  gint64 timestamp;    /* HBASE_CELL_NO_TIMESTAMP: not said */
  HBaseDurability durability;
  gsize row_length;
  guint8 row[];
};

G_DEFINE_BOXED_TYPE (HBaseDelete, hbase_delete, hbase_delete_ref, hbase_delete_unref)

/**
 * hbase_delete_new:
 * @row: (array length=row_length): the row's key
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a delete of a whole row.
 *
 * Returns: (transfer full): the delete
 *
 * Since: 0.1
 */
HBaseDelete *
hbase_delete_new (const guint8 *row, gsize row_length)
{
  HBaseDelete *delete_;

  hbase_return_if_no_bytes (row, NULL);

  delete_ = g_malloc0 (sizeof *delete_ + row_length);
  g_atomic_ref_count_init (&delete_->ref_count);
  hbase_packed_init (&delete_->columns, NULL, 0);
  delete_->type = HBASE_DELETE_TYPE_COLUMNS;
  delete_->timestamp = HBASE_CELL_NO_TIMESTAMP;
  delete_->row_length = row_length;
  memcpy (delete_->row, hbase_slice_bytes (hbase_slice (row, row_length)), row_length);
  return delete_;
}

/**
 * hbase_delete_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a delete of a whole row whose key is text.
 *
 * Returns: (transfer full): the delete
 *
 * Since: 0.1
 */
HBaseDelete *
hbase_delete_new_utf8 (const char *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_delete_new ((const guint8 *) row, strlen (row));
}

/**
 * hbase_delete_ref: (skip)
 * @delete_: a delete
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @delete_
 *
 * Since: 0.1
 */
HBaseDelete *
hbase_delete_ref (HBaseDelete *delete_)
{
  g_return_val_if_fail (delete_ != NULL, NULL);

  g_atomic_ref_count_inc (&delete_->ref_count);
  return delete_;
}

/**
 * hbase_delete_unref: (skip)
 * @delete_: (transfer full): a delete
 *
 * Gives a reference back; the last one frees the delete.
 *
 * Since: 0.1
 */
void
hbase_delete_unref (HBaseDelete *delete_)
{
  g_return_if_fail (delete_ != NULL);

  if (!g_atomic_ref_count_dec (&delete_->ref_count))
    return;
  hbase_packed_clear (&delete_->columns);
  g_free (delete_);
}

static HBaseSlice
get_row (HBaseDelete *delete_)
{
  return hbase_slice (delete_->row, delete_->row_length);
}

/**
 * hbase_delete_get_row:
 * @delete_: a delete
 * @length: (out): how many bytes
 *
 * The key of the row to delete from.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */
const guint8 *
hbase_delete_get_row (HBaseDelete *delete_, gsize *length)
{
  g_return_val_if_fail (delete_ != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = delete_->row_length;
  return delete_->row;
}

/**
 * hbase_delete_set_delete_type:
 * @delete_: a delete
 * @type: what is deleted of the columns or families that are named
 *
 * Sets what is deleted of that which is named. There is one type for all of a delete: columns are named for
 * the COLUMN types, families for the FAMILY types.
 *
 * Since: 0.1
 */
void
hbase_delete_set_delete_type (HBaseDelete *delete_, HBaseDeleteType type)
{
  g_return_if_fail (delete_ != NULL);

  delete_->type = type;
  delete_->has_type = TRUE;
}

static void
add_column (HBaseDelete *delete_, const char *family, HBaseSlice qualifier, gint64 timestamp)
{
  if (*family == '\0')
    delete_->problem = "a column family's name is empty";
  delete_->n_families += qualifier.data == NULL;
  delete_->n_unstamped += timestamp == HBASE_CELL_NO_TIMESTAMP || timestamp == G_MAXINT64;
  hbase_packed_add_column (&delete_->columns, hbase_slice_text (family), qualifier, timestamp);
}

/**
 * hbase_delete_add_family:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_FAMILY
 * @family: a column family's name
 *
 * Names a family of which all columns are deleted. Without that type the delete is refused when it is sent; so is one
 * that names a family twice, of which HBase would heed the last entry alone.
 *
 * Since: 0.1
 */
void
hbase_delete_add_family (HBaseDelete *delete_, const char *family)
{
  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);

  add_column (delete_, family, hbase_slice (NULL, 0), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_delete_add_family_with_timestamp:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_FAMILY or %HBASE_DELETE_TYPE_FAMILY_VERSION
 * @family: a column family's name
 * @timestamp: a stamp in ms since 1970, at least 0
 *
 * Names a family of which all cells are deleted up to that stamp, or, by the other type, with exactly that
 * stamp.
 *
 * Since: 0.1
 */
void
hbase_delete_add_family_with_timestamp (HBaseDelete *delete_, const char *family, gint64 timestamp)
{
  g_return_if_fail (delete_ != NULL);
  g_return_if_fail (family != NULL);

  if (timestamp < 0)
    delete_->problem = "a family's time stamp is below 0";
  add_column (delete_, family, hbase_slice (NULL, 0), timestamp);
}

/**
 * hbase_delete_add_column:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_COLUMNS, which is the default, or %HBASE_DELETE_TYPE_COLUMN
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; the empty qualifier is a column like any other
 *
 * Names a column of which all versions are deleted, or, by the other type, the newest.
 *
 * Since: 0.1
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

  add_column (delete_, family, hbase_slice (hbase_slice_bytes (slice), qualifier_length),
              HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_delete_add_column_with_timestamp:
 * @delete_: a delete of type %HBASE_DELETE_TYPE_COLUMNS, which is the default, or %HBASE_DELETE_TYPE_COLUMN
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes
 * @timestamp: a stamp in ms since 1970, at least 0
 *
 * Names a column of which all versions are deleted up to that stamp, or, by the other type, the one with
 * exactly that stamp.
 *
 * Since: 0.1
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
    delete_->problem = "a column's time stamp is below 0";
  add_column (delete_, family, hbase_slice (hbase_slice_bytes (slice), qualifier_length), timestamp);
}

/**
 * hbase_delete_set_timestamp:
 * @delete_: a delete that names no columns
 * @timestamp: a stamp in ms since 1970, at least 0
 *
 * Deletes of the whole row only what has this stamp or an earlier one. Columns have their own stamps: with
 * both the delete is refused when it is sent.
 *
 * Since: 0.1
 */
void
hbase_delete_set_timestamp (HBaseDelete *delete_, gint64 timestamp)
{
  g_return_if_fail (delete_ != NULL);

  delete_->timestamp = timestamp;
}

/**
 * hbase_delete_set_durability:
 * @delete_: a delete
 * @durability: how safe it is to be when the call is answered
 *
 * Sets the durability; without it the table's own holds.
 *
 * Since: 0.1
 */
void
hbase_delete_set_durability (HBaseDelete *delete_, HBaseDurability durability)
{
  g_return_if_fail (delete_ != NULL);

  delete_->durability = durability;
}

HBaseDelete *
hbase_delete_copy_to (HBaseDelete *delete_, HBaseSlice row)
{
  HBaseDelete *copy = hbase_delete_new (row.data, row.length);

  hbase_packed_copy (&copy->columns, &delete_->columns);
  copy->n_families = delete_->n_families;
  copy->n_unstamped = delete_->n_unstamped;
  copy->has_type = delete_->has_type;
  copy->type = delete_->type;
  copy->problem = delete_->problem;
  copy->timestamp = delete_->timestamp;
  copy->durability = delete_->durability;
  return copy;
}

static gboolean
is_of_families (HBaseDelete *delete_)
{
  return delete_->type == HBASE_DELETE_TYPE_FAMILY || delete_->type == HBASE_DELETE_TYPE_FAMILY_VERSION;
}

static gboolean
has_timestamp (HBaseDelete *delete_)
{
  return delete_->timestamp != HBASE_CELL_NO_TIMESTAMP;
}

/* HBase drops what a delete says of a family when the same delete names that family again. */
static gboolean
names_a_family_twice (HBaseDelete *delete_)
{
  g_autoptr (GPtrArray) families = hbase_packed_list_families (&delete_->columns);

  return families->len < delete_->columns.count;
}

/* What is wrong with it, or NULL. */
static const char *
find_problem (HBaseDelete *delete_)
{
  guint n_columns = delete_->columns.count - delete_->n_families;

  if (delete_->problem != NULL)
    return delete_->problem;
  if (has_timestamp (delete_) && delete_->timestamp < 0)
    return "its time stamp is below 0";
  if (delete_->columns.count == 0)
    return delete_->has_type
               ? "it has a type, but names nothing: it would delete the whole row; name the columns or "
                 "families, or make it without a type"
               : NULL;
  if (has_timestamp (delete_))
    return "the time stamp of a delete counts only where the whole row is deleted: give each column its own";
  if (delete_->n_families > 0 && !is_of_families (delete_))
    return "a family is named without a qualifier: to delete all of it, set the type "
           "HBASE_DELETE_TYPE_FAMILY; "
           "to delete its column with the empty qualifier, name that";
  if (n_columns > 0 && is_of_families (delete_))
    return "a column is named, but the type would delete its whole family: name families only, or set the "
           "type "
           "HBASE_DELETE_TYPE_COLUMNS";
  if (delete_->type == HBASE_DELETE_TYPE_FAMILY && names_a_family_twice (delete_))
    return "a family is named more than once, and HBase would heed only the last of them: name each family "
           "once, "
           "with the latest of its timestamps, or send one delete for each";
  if (delete_->type == HBASE_DELETE_TYPE_FAMILY_VERSION && delete_->n_unstamped > 0)
    return "to delete a family's version, each family needs the version's time stamp";
  return NULL;
}

gboolean
hbase_delete_check (HBaseDelete *delete_, GError **error)
{
  const char *problem = find_problem (delete_);

  return hbase_row_key_check (get_row (delete_), error)
         && (problem == NULL || hbase_record_fail (error, "delete", get_row (delete_), "%s", problem));
}

gboolean
hbase_delete_is_timestamped (HBaseDelete *delete_)
{
  if (delete_->columns.count > 0)
    return delete_->n_unstamped == 0;
  return has_timestamp (delete_) && delete_->timestamp != G_MAXINT64;
}

void
hbase_delete_write (HBaseDelete *delete_, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_DELETE_ROW, get_row (delete_));
  hbase_packed_write_list (&delete_->columns, HBASE_T_DELETE_COLUMNS, writer);
  if (has_timestamp (delete_))
    hbase_wire_write_i64 (writer, HBASE_T_DELETE_TIMESTAMP, delete_->timestamp);
  if (delete_->has_type)
    hbase_wire_write_i32 (writer, HBASE_T_DELETE_DELETE_TYPE, (gint32) delete_->type);
  if (delete_->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, HBASE_T_DELETE_DURABILITY, (gint32) delete_->durability);
  hbase_wire_end_struct (writer);
}
