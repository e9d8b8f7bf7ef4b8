/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file collects the cells that a call writes or removes, and hands them over row by row.
 *
 * 1. Of several changes of one cell the last counts. */

#include "config.h"

#include <string.h>

#include "hbase-local-cell-writer-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-row-writer-private.h"

#define CHANGES_MAX 64         /* when there are so many, they are written */
#define REMOVED_AT_A_TIME 1000 /* cells */
#define KEPT_MAX 65536         /* bytes; the memory of a writer that had more isn't kept */

typedef struct {
  guint key_at, key_end; /* in `keys` */
  HBaseSlice value, time_to_live;
  gboolean is_removal;
} PendingChange;

struct _HBaseLocalCellWriter {
  HBaseLocalDb *db;
  gboolean is_used;
  gint64 table;
  HBaseLocalRowWriter *rows;
  GByteArray *keys;
  GArray *pending; /* (element-type PendingChange) */
  GArray *changes; /* (element-type HBaseLocalCellChange): which are written now */
  HBaseLocalWritten written;
  gsize largest; /* size of `keys` */
};

static HBaseLocalCellWriter *
writer_new (HBaseLocalDb *db)
{
  HBaseLocalCellWriter *writer = g_new0 (HBaseLocalCellWriter, 1);

  writer->db = db;
  writer->rows = hbase_local_row_writer_new (db);
  writer->keys = g_byte_array_new ();
  writer->pending = g_array_new (FALSE, FALSE, sizeof (PendingChange));
  writer->changes = g_array_new (FALSE, FALSE, sizeof (HBaseLocalCellChange));
  return writer;
}

static void
writer_free (gpointer data)
{
  HBaseLocalCellWriter *writer = data;

  hbase_local_row_writer_free (writer->rows);
  g_byte_array_unref (writer->keys);
  g_array_unref (writer->pending);
  g_array_unref (writer->changes);
  g_free (writer);
}

HBaseLocalCellWriter *
hbase_local_cell_writer_begin (HBaseLocalDb *db)
{
  HBaseLocalCellWriter *writer = db->cell_writer;

  if (writer == NULL)
    {
      db->cell_writer = writer = writer_new (db);
      db->free_cell_writer = writer_free;
    }
  g_assert (!writer->is_used);
  writer->is_used = TRUE;
  writer->written = (HBaseLocalWritten){ 0 };
  hbase_local_row_writer_begin (writer->rows);
  return writer;
}

void
hbase_local_cell_writer_end (HBaseLocalCellWriter *writer)
{
  writer->is_used = FALSE;
  hbase_local_cell_writer_truncate (writer, 0);
  if (writer->largest > KEPT_MAX || hbase_local_row_writer_get_largest (writer->rows) > KEPT_MAX)
    g_clear_pointer (&writer->db->cell_writer, writer_free);
}

void
hbase_local_cell_writer_add (HBaseLocalCellWriter *writer,
                             const HBaseLocalTable *table,
                             HBaseSlice row,
                             const HBaseCellView *cell)
{
  PendingChange pending = { .key_at = writer->keys->len, .value = cell->value, .time_to_live = cell->tags };

  writer->table = table->id;
  hbase_local_key_append (writer->keys, row, cell);
  pending.key_end = writer->keys->len;
  g_array_append_val (writer->pending, pending);
}

void
hbase_local_cell_writer_remove (HBaseLocalCellWriter *writer, const HBaseLocalTable *table, HBaseSlice key)
{
  PendingChange pending = { .key_at = writer->keys->len, .is_removal = TRUE };

  writer->table = table->id;
  g_byte_array_append (writer->keys, key.data, (guint) key.length);
  pending.key_end = writer->keys->len;
  g_array_append_val (writer->pending, pending);
}

void
hbase_local_cell_writer_set_gap (HBaseLocalCellWriter *writer, HBaseSlice from, HBaseSlice to)
{
  hbase_local_row_writer_set_gap (writer->rows, from, to);
}

HBaseLocalWritten
hbase_local_cell_writer_get_written (const HBaseLocalCellWriter *writer)
{
  return writer->written;
}

guint
hbase_local_cell_writer_get_length (const HBaseLocalCellWriter *writer)
{
  return writer->pending->len;
}

void
hbase_local_cell_writer_truncate (HBaseLocalCellWriter *writer, guint length)
{
  if (length < writer->pending->len)
    g_byte_array_set_size (writer->keys, g_array_index (writer->pending, PendingChange, length).key_at);
  g_array_set_size (writer->pending, length);
}

/* ---- writing ---- */

static HBaseLocalCellChange *
get_change (const HBaseLocalCellWriter *writer, guint i)
{
  return &g_array_index (writer->changes, HBaseLocalCellChange, i);
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const HBaseLocalCellChange *one = a, *other = b;

  return hbase_slice_compare (one->cell.key, other->cell.key);
}

static HBaseLocalCellChange
make_change (const HBaseLocalCellWriter *writer, const PendingChange *pending)
{
  HBaseSlice key = hbase_slice (writer->keys->data + pending->key_at, pending->key_end - pending->key_at);

  return (HBaseLocalCellChange){ { key, pending->value, pending->time_to_live }, pending->is_removal };
}

/* Sorts the pending changes by their keys. The keys stay where they are. */
static void
sort_changes (HBaseLocalCellWriter *writer)
{
  gboolean is_sorted = TRUE;

  g_array_set_size (writer->changes, 0);
  for (guint i = 0; i < writer->pending->len; i++)
    {
      HBaseLocalCellChange change = make_change (writer, &g_array_index (writer->pending, PendingChange, i));

      is_sorted = is_sorted && (i == 0 || compare_changes (get_change (writer, i - 1), &change) < 0);
      g_array_append_val (writer->changes, change);
    }
  if (!is_sorted)
    g_array_sort (writer->changes, compare_changes); /* equal keys keep their order */
}

/* Removes all changes of a cell but the last. */
static void
remove_duplicates (HBaseLocalCellWriter *writer)
{
  guint n = 0;

  for (guint i = 0; i < writer->changes->len; i++)
    {
      if (n > 0 && compare_changes (get_change (writer, n - 1), get_change (writer, i)) == 0)
        n--;
      *get_change (writer, n++) = *get_change (writer, i);
    }
  g_array_set_size (writer->changes, n);
}

static gboolean
are_of_one_column (HBaseSlice one, HBaseSlice other)
{
  return one.length == other.length && memcmp (one.data, other.data, one.length - HBASE_LOCAL_KEY_TAIL) == 0;
}

static gboolean
deletes_family (HBaseSlice key)
{
  guint8 type = hbase_local_key_type (key);

  return type == HBASE_LOCAL_DELETE_FAMILY || type == HBASE_LOCAL_DELETE_FAMILY_VERSION;
}

/* In a new row only deletes, further versions, and cells with a time to live of their own concern a
 * compaction. */
static gboolean
is_hiding (const HBaseLocalCellWriter *writer, guint first, guint i)
{
  const HBaseLocalStoredCell *cell = &get_change (writer, i)->cell;

  return !hbase_local_row_writer_was_new (writer->rows) || cell->time_to_live.data != NULL
         || hbase_local_key_type (cell->key) != HBASE_LOCAL_PUT
         || (i > first && are_of_one_column (get_change (writer, i - 1)->cell.key, cell->key));
}

/* Counts the cells of a row that was written. */
static void
count_cells (HBaseLocalCellWriter *writer, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    if (!get_change (writer, i)->is_removal)
      {
        writer->written.n_cells++;
        writer->written.n_hiding += is_hiding (writer, first, i);
        writer->written.deletes_family |= deletes_family (get_change (writer, i)->cell.key);
      }
}

/* Writes the changes of the row of the change at `first`. Returns their number, or 0 after an error. */
static guint
write_row (HBaseLocalCellWriter *writer, guint first, GError **error)
{
  HBaseSlice row = get_change (writer, first)->cell.key;
  guint n = 1;

  row.length = hbase_local_key_component_end (row, 0);
  while (first + n < writer->changes->len
         && hbase_local_key_begins_with (get_change (writer, first + n)->cell.key, row))
    n++;
  if (!hbase_local_row_writer_write (writer->rows, writer->table, get_change (writer, first), n, error))
    return 0;
  count_cells (writer, first, n);
  return n;
}

gboolean
hbase_local_cell_writer_flush (HBaseLocalCellWriter *writer, GError **error)
{
  if (writer->pending->len == 0)
    return TRUE;
  writer->largest = MAX (writer->largest, writer->keys->len);
  sort_changes (writer);
  remove_duplicates (writer);
  for (guint first = 0, n; first < writer->changes->len; first += n)
    {
      n = write_row (writer, first, error);
      if (n == 0)
        return FALSE;
    }
  hbase_local_cell_writer_truncate (writer, 0);
  return TRUE;
}

gboolean
hbase_local_cell_writer_write_many (HBaseLocalCellWriter *writer, GError **error)
{
  return writer->pending->len < CHANGES_MAX || hbase_local_cell_writer_flush (writer, error);
}

/* ---- removing ranges ---- */

/* Adds the removal of the next cells of the range. */
static gboolean
find_cells (HBaseLocalCellWriter *writer,
            const HBaseLocalTable *table,
            HBaseSlice from,
            HBaseSlice to,
            guint n_kept,
            GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  gboolean ok;

  hbase_local_cursor_init (&cursor, writer->db, table, TRUE);
  ok = hbase_local_cursor_seek (&cursor, from, error);
  for (guint i = 0; ok && cursor.key.data != NULL && hbase_slice_compare (cursor.key, to) < 0
                    && writer->pending->len < REMOVED_AT_A_TIME;
       i++)
    {
      if (i >= n_kept)
        hbase_local_cell_writer_remove (writer, table, cursor.key);
      ok = hbase_local_cursor_next (&cursor, error);
    }
  return ok;
}

gboolean
hbase_local_cell_writer_remove_range (HBaseLocalCellWriter *writer,
                                      const HBaseLocalTable *table,
                                      HBaseSlice from,
                                      HBaseSlice to,
                                      guint n_kept,
                                      GError **error)
{
  guint n;

  if (!hbase_local_cell_writer_flush (writer, error))
    return FALSE;
  do
    {
      if (!find_cells (writer, table, from, to, n_kept, error))
        return FALSE;
      n = writer->pending->len;
      if (!hbase_local_cell_writer_flush (writer, error))
        return FALSE;
    }
  while (n == REMOVED_AT_A_TIME);
  return TRUE;
}
