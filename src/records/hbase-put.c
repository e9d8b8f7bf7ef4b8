/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-wire-tables.h"

/* A put is made with room for its first cells: one of about ten short ones is a single allocation. */
#define FIRST_ROOM 640

/* What is written of a put besides its row's key and its cells: field headers, lengths, the time stamp, the
 * durability and the stop byte, in the binary protocol; compact takes no more. */
#define FRAME_ROOM 64

/**
 * HBasePut:
 *
 * Cells to write into one row, all of them or none.
 *
 * ```c
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * if (!hbase_table_put (table, put, NULL, &error))
 *   return FALSE;
 * ```
 *
 * It may be changed after it was used, and used again: a call takes what it needs before it, or its `_async`
 * function, returns. It isn't to be changed by two threads at a time.
 *
 * Since: 0.1
 */
struct _HBasePut {
  gatomicrefcount ref_count;
  HBasePacked cells;
  guint n_unstamped;   /* cells without a stamp of their own */
  guint n_clocked;     /* cells whose own stamp stands for the server's clock */
  const char *problem; /* what is wrong with a cell that was added; NULL: nothing */
  gint64 timestamp;    /* HBASE_CELL_NO_TIMESTAMP: not said */
  HBaseDurability durability;
  gsize row_length;
  guint8 row[]; /* then the first cells */
};

G_DEFINE_BOXED_TYPE (HBasePut, hbase_put, hbase_put_ref, hbase_put_unref)

/**
 * hbase_put_new:
 * @row: (array length=row_length) (nullable): the row's key; %NULL where @row_length is 0
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a put without cells. For a [struct@HBase.PrependRequest], which finds its row itself, the key is left empty.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */
HBasePut *
hbase_put_new (const guint8 *row, gsize row_length)
{
  HBasePut *put;

  hbase_return_if_no_bytes (row, NULL);

  put = g_malloc (sizeof *put + row_length + FIRST_ROOM);
  g_atomic_ref_count_init (&put->ref_count);
  hbase_packed_init (&put->cells, put->row + row_length, FIRST_ROOM);
  put->n_unstamped = 0;
  put->n_clocked = 0;
  put->problem = NULL;
  put->timestamp = HBASE_CELL_NO_TIMESTAMP;
  put->durability = HBASE_DURABILITY_USE_DEFAULT;
  put->row_length = row_length;
  memcpy (put->row, hbase_slice_bytes (hbase_slice (row, row_length)), row_length);
  return put;
}

/**
 * hbase_put_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a put for a row whose key is text.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */
HBasePut *
hbase_put_new_utf8 (const char *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_put_new ((const guint8 *) row, strlen (row));
}

/**
 * hbase_put_ref: (skip)
 * @put: a put
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @put
 *
 * Since: 0.1
 */
HBasePut *
hbase_put_ref (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, NULL);

  g_atomic_ref_count_inc (&put->ref_count);
  return put;
}

/**
 * hbase_put_unref: (skip)
 * @put: (transfer full): a put
 *
 * Gives a reference back; the last one frees the put.
 *
 * Since: 0.1
 */
void
hbase_put_unref (HBasePut *put)
{
  g_return_if_fail (put != NULL);

  if (!g_atomic_ref_count_dec (&put->ref_count))
    return;
  hbase_packed_clear (&put->cells);
  g_free (put);
}

static HBaseSlice
get_row (HBasePut *put)
{
  return hbase_slice (put->row, put->row_length);
}

/**
 * hbase_put_get_row:
 * @put: a put
 * @length: (out): how many bytes
 *
 * The key of the row to write.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */
const guint8 *
hbase_put_get_row (HBasePut *put, gsize *length)
{
  g_return_val_if_fail (put != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = put->row_length;
  return put->row;
}

/**
 * hbase_put_get_n_cells:
 * @put: a put
 *
 * How many cells were added.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
guint
hbase_put_get_n_cells (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, 0);

  return put->cells.count;
}

/* HBase's advice is names of one letter: their length needs no call. */
static inline HBaseSlice
slice_of_family (const char *family)
{
  return family[0] != '\0' && family[1] == '\0' ? hbase_slice (family, 1) : hbase_slice_text (family);
}

/* What can't be written is noted, and told by the check; a cell that can't be packed at all is left out. */
HBASE_WIRE_INLINE void
add_cell (HBasePut *put, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  put->n_unstamped += timestamp == HBASE_CELL_NO_TIMESTAMP;
  put->n_clocked += timestamp == G_MAXINT64;
  if (G_UNLIKELY (family.length == 0))
    put->problem = "a column family's name is empty";
  if (G_UNLIKELY ((family.length | qualifier.length | value.length) > G_MAXINT32))
    put->problem = "a cell has more than 2,147,483,647 bytes";
  else
    hbase_packed_add_cell (&put->cells, family, qualifier, value, timestamp);
}

/**
 * hbase_put_add:
 * @put: a put
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: how many bytes; may be 0; HBase takes 10 MiB a cell unless it is configured otherwise
 *
 * Adds a cell. Its time stamp is the put's ([method@HBase.Put.set_timestamp]), or, where it has none, the
 * server's clock. Of two cells of the same column and stamp the later one is kept.
 *
 * Since: 0.1
 */
void
hbase_put_add (HBasePut *put,
               const char *family,
               const guint8 *qualifier,
               gsize qualifier_length,
               const guint8 *value,
               gsize value_length)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);

  add_cell (put, slice_of_family (family), hbase_slice (qualifier, qualifier_length),
            hbase_slice (value, value_length), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_add_with_timestamp:
 * @put: a put
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: how many bytes; may be 0
 * @timestamp: its stamp in ms since 1970, at least 0; %G_MAXINT64 stands for the server's clock
 *
 * Adds a cell with a time stamp of its own. Take care: a cell with a stamp not above that of an earlier
 * delete of its column stays invisible.
 *
 * Since: 0.1
 */
void
hbase_put_add_with_timestamp (HBasePut *put,
                              const char *family,
                              const guint8 *qualifier,
                              gsize qualifier_length,
                              const guint8 *value,
                              gsize value_length,
                              gint64 timestamp)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);

  if (timestamp < 0)
    put->problem = "a cell's time stamp is below 0";
  add_cell (put, hbase_slice_text (family), hbase_slice (qualifier, qualifier_length),
            hbase_slice (value, value_length), timestamp);
}

/**
 * hbase_put_add_utf8:
 * @put: a put
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @value: the value as text
 *
 * Adds a cell whose qualifier and value are text: their bytes without the terminating NULs.
 *
 * Since: 0.1
 */
void
hbase_put_add_utf8 (HBasePut *put, const char *family, const char *qualifier, const char *value)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);
  g_return_if_fail (value != NULL);

  add_cell (put, hbase_slice_text (family), hbase_slice_text (qualifier), hbase_slice_text (value),
            HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_set_timestamp:
 * @put: a put
 * @timestamp: a stamp in ms since 1970, at least 0; %G_MAXINT64 stands for the server's clock
 *
 * Sets the time stamp of all cells that have none of their own.
 *
 * Since: 0.1
 */
void
hbase_put_set_timestamp (HBasePut *put, gint64 timestamp)
{
  g_return_if_fail (put != NULL);

  put->timestamp = timestamp;
}

/**
 * hbase_put_set_durability:
 * @put: a put
 * @durability: how safe it is to be when the call is answered
 *
 * Sets the durability; without it the table's own holds.
 *
 * Since: 0.1
 */
void
hbase_put_set_durability (HBasePut *put, HBaseDurability durability)
{
  g_return_if_fail (put != NULL);

  put->durability = durability;
}

gboolean
hbase_put_check_cells (HBasePut *put, GError **error)
{
  if (put->problem != NULL)
    return hbase_record_fail (error, "put", get_row (put), "%s", put->problem);
  return put->timestamp >= 0 || put->timestamp == HBASE_CELL_NO_TIMESTAMP
         || hbase_record_fail (error, "put", get_row (put), "its time stamp is below 0");
}

gboolean
hbase_put_check (HBasePut *put, GError **error)
{
  if (!hbase_row_key_check (get_row (put), error) || !hbase_put_check_cells (put, error))
    return FALSE;
  return put->cells.count > 0
         || hbase_record_fail (error, "put", get_row (put), "it has no cells: add at least one");
}

gboolean
hbase_put_is_timestamped (HBasePut *put)
{
  return put->n_clocked == 0
         && (put->n_unstamped == 0 || (put->timestamp >= 0 && put->timestamp != G_MAXINT64));
}

gboolean
hbase_put_has_timestamps (HBasePut *put)
{
  return put->timestamp != HBASE_CELL_NO_TIMESTAMP || put->n_clocked > 0
         || put->n_unstamped < put->cells.count;
}

gboolean
hbase_put_find_column (HBasePut *put, HBaseSlice family, HBaseSlice qualifier, HBaseSlice *value)
{
  return hbase_packed_find_column (&put->cells, family, qualifier, value);
}

GPtrArray *
hbase_put_list_families (HBasePut *put)
{
  return hbase_packed_list_families (&put->cells);
}

HBaseDurability
hbase_put_get_durability (HBasePut *put)
{
  return put->durability;
}

HBasePut *
hbase_put_copy_to (HBasePut *put, HBaseSlice row)
{
  HBasePut *copy = hbase_put_new (row.data, row.length);

  hbase_packed_copy (&copy->cells, &put->cells);
  copy->n_unstamped = put->n_unstamped;
  copy->n_clocked = put->n_clocked;
  copy->problem = put->problem;
  copy->timestamp = put->timestamp;
  copy->durability = put->durability;
  return copy;
}

HBasePut *
hbase_put_copy (HBasePut *put)
{
  return hbase_put_copy_to (put, get_row (put));
}

gsize
hbase_put_get_room (HBasePut *put, gboolean in_place)
{
  gsize copied = in_place && hbase_packed_is_worth_a_run (&put->cells) ? 0 : put->cells.length;

  return FRAME_ROOM + put->row_length + copied;
}

static void
write_rest (HBasePut *put, HBaseWireWriter *writer)
{
  if (put->timestamp != HBASE_CELL_NO_TIMESTAMP)
    hbase_wire_write_i64 (writer, HBASE_T_PUT_TIMESTAMP, put->timestamp);
  if (put->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, HBASE_T_PUT_DURABILITY, (gint32) put->durability);
  hbase_wire_end_struct (writer);
}

void
hbase_put_write (HBasePut *put, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_PUT_ROW, get_row (put));
  hbase_packed_write_list_in_place (&put->cells, HBASE_T_PUT_COLUMN_VALUES, put,
                                    (GBoxedCopyFunc) hbase_put_ref, (GDestroyNotify) hbase_put_unref, writer);
  write_rest (put, writer);
}

void
hbase_put_write_at (HBasePut *put,
                    HBaseSlice row,
                    HBaseSlice family,
                    HBaseSlice qualifier,
                    HBaseSlice value,
                    HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_PUT_ROW, row);
  hbase_wire_write_list (writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, put->cells.count + 1);
  hbase_packed_write (&put->cells, writer);
  hbase_wire_put_cell (writer, family, qualifier, value, HBASE_CELL_NO_TIMESTAMP, 0);
  write_rest (put, writer);
}
