/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads the cells of tables and of export files.
 *
 * If a response with BATCH_SIZE cells is too large, the scan begins again with fewer, at the row of the last
 * cell that was returned: those up to this cell are skipped. */

#include "config.h"

#include "transfer-source.h"

/* How many cells of a row a response has at most: memory is bounded by them, not by the row. */
#define BATCH_SIZE 100
#define BATCH_DIVISOR 10

struct _TransferSource {
  ExportReader *reader; /* not owned; NULL: it is a table */
  TransferRange range;
  int batch_size;
  HBaseTableCursor *cursor;
  HBaseRow *row; /* whose cells are returned; NULL: none yet */
  HBaseCellIter iter;
  /* the last cell that was returned */
  GByteArray *last_row, *last_family, *last_qualifier; /* `last_row` is empty: none */
  gint64 last_timestamp;
  HBaseCellType last_type;
  gboolean is_skipping;
};

static HBaseScan *
make_scan (TransferSource *source)
{
  const TransferRange *range = &source->range;
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_raw (scan, !range->is_visible);
  hbase_query_set_max_versions (HBASE_QUERY (scan), G_MAXINT32);
  hbase_scan_set_batch_size (scan, source->batch_size);
  hbase_query_set_cache_blocks (HBASE_QUERY (scan), FALSE);
  hbase_scan_set_parallelism (scan, range->parallelism, TRUE);
  if (range->since > 0)
    hbase_query_set_time_range (HBASE_QUERY (scan), range->since, G_MAXINT64);
  if (source->last_row->len > 0)
    hbase_scan_set_start (scan, source->last_row->data, source->last_row->len);
  else if (range->after != NULL)
    {
      hbase_scan_set_start_bytes (scan, range->after);
      hbase_scan_set_start_inclusive (scan, FALSE);
    }
  return scan;
}

TransferSource *
transfer_source_new_table (HBaseTable *table, const TransferRange *range)
{
  TransferSource *source = g_new0 (TransferSource, 1);
  g_autoptr (HBaseScan) scan = NULL;

  source->range = *range;
  if (range->after != NULL)
    g_bytes_ref (range->after);
  source->batch_size = BATCH_SIZE;
  source->last_row = g_byte_array_new ();
  source->last_family = g_byte_array_new ();
  source->last_qualifier = g_byte_array_new ();
  scan = make_scan (source);
  source->cursor = hbase_table_scan (table, scan);
  return source;
}

TransferSource *
transfer_source_new_export (ExportReader *reader)
{
  TransferSource *source = g_new0 (TransferSource, 1);

  source->reader = reader;
  return source;
}

void
transfer_source_free (TransferSource *source)
{
  g_clear_object (&source->cursor);
  g_clear_pointer (&source->row, hbase_row_unref);
  g_clear_pointer (&source->range.after, g_bytes_unref);
  g_clear_pointer (&source->last_row, g_byte_array_unref);
  g_clear_pointer (&source->last_family, g_byte_array_unref);
  g_clear_pointer (&source->last_qualifier, g_byte_array_unref);
  g_free (source);
}

static void
scan_again (TransferSource *source)
{
  g_autoptr (HBaseTable) table = g_object_ref (hbase_table_cursor_get_table (source->cursor));
  g_autoptr (HBaseScan) scan = NULL;

  source->batch_size /= BATCH_DIVISOR;
  source->is_skipping = source->last_row->len > 0;
  scan = make_scan (source);
  g_object_unref (source->cursor);
  source->cursor = hbase_table_scan (table, scan);
}

/* Goes to the next row or part of a row that has cells. */
static gboolean
next_row (TransferSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) problem = NULL;

  g_clear_pointer (&source->row, hbase_row_unref);
  source->row = hbase_table_cursor_next (source->cursor, cancellable, &problem);
  if (source->batch_size > 1 && g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_TOO_LARGE))
    {
      scan_again (source);
      return next_row (source, cancellable, error);
    }
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  if (source->row != NULL)
    hbase_cell_iter_init (&source->iter, source->row);
  return source->row != NULL;
}

/* A copy must not change what it doesn't understand. */
static gboolean
check_cell (TransferSource *source, const TransferCell *cell, GError **error)
{
  g_autofree char *row = NULL;

  if (transfer_cell_is_valid (cell))
    return TRUE;
  row = hbase_bytes_to_escaped (cell->row, cell->row_length);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED,
               "table “%s”, row “%s”: a cell has type %d and timestamp %" G_GINT64_FORMAT
               ", which can't be copied",
               hbase_table_get_name (hbase_table_cursor_get_table (source->cursor)), row, (int) cell->type,
               cell->timestamp);
  return FALSE;
}

/* Returns whether the cell was returned before the scan began again. */
static gboolean
is_old (TransferSource *source, const TransferCell *cell)
{
  const TransferCell last = { .row = source->last_row->data,
                              .row_length = source->last_row->len,
                              .family = source->last_family->data,
                              .family_length = source->last_family->len,
                              .qualifier = source->last_qualifier->data,
                              .qualifier_length = source->last_qualifier->len,
                              .timestamp = source->last_timestamp,
                              .type = source->last_type };

  return source->is_skipping && transfer_cell_compare (cell, &last) <= 0;
}

static void
set_last (TransferSource *source, const TransferCell *cell)
{
  transfer_set_bytes (source->last_row, cell->row, cell->row_length);
  transfer_set_bytes (source->last_family, cell->family, cell->family_length);
  transfer_set_bytes (source->last_qualifier, cell->qualifier, cell->qualifier_length);
  source->last_timestamp = cell->timestamp;
  source->last_type = cell->type;
  source->is_skipping = FALSE;
}

static gboolean
read_cell (TransferSource *source, TransferCell *cell, GCancellable *cancellable, GError **error)
{
  while (source->row == NULL || !hbase_cell_iter_next (&source->iter))
    if (!next_row (source, cancellable, error))
      return FALSE;
  *cell = (TransferCell){ .family = source->iter.family,
                          .qualifier = source->iter.qualifier,
                          .value = source->iter.value,
                          .family_length = source->iter.family_length,
                          .qualifier_length = source->iter.qualifier_length,
                          .value_length = source->iter.value_length,
                          .timestamp = source->iter.timestamp,
                          .type = source->iter.type };
  cell->row = hbase_row_get_stored_key (source->row, &cell->row_length);
  return check_cell (source, cell, error);
}

static gboolean
next_of_table (TransferSource *source, TransferCell *cell, GCancellable *cancellable, GError **error)
{
  do
    if (!read_cell (source, cell, cancellable, error))
      return FALSE;
  while (is_old (source, cell));
  set_last (source, cell);
  return TRUE;
}

gboolean
transfer_source_next (TransferSource *source, TransferCell *cell, GCancellable *cancellable, GError **error)
{
  return source->reader != NULL ? export_reader_next (source->reader, cell, cancellable, error)
                                : next_of_table (source, cell, cancellable, error);
}
