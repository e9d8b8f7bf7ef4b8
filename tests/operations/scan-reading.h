/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "check-main.h"
#include "fake-gateway.h"
#include "hbase-error.h"
#include "hbase-scan-operation-private.h"

#define N_ROWS 57
#define N_CELLS 5

/* ---- a table, and reading it ---- */

/* Keys of all lengths, some with others as their beginning; the last two are as long as a key can be. */
static inline void
fill_table (FakeGateway *gateway)
{
  g_autofree guint8 *longest = g_malloc (HBASE_MAX_ROW_LENGTH);

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *text = i % 3 == 0 ? g_strdup_printf ("row%02u", i)
                                         : g_strdup_printf ("row%02u%c", i - i % 3, (char) i % 3);
      gsize length = strlen (text);

      memset (longest, 'z', HBASE_MAX_ROW_LENGTH);
      longest[HBASE_MAX_ROW_LENGTH - 1] = (guint8) i;
      for (guint cell = 0; cell < N_CELLS; cell++)
        {
          g_autofree char *qualifier = g_strdup_printf ("q%u", cell);

          fake_gateway_put (gateway,
                            i < N_ROWS - 2 ? hbase_slice (text, length)
                                           : hbase_slice (longest, HBASE_MAX_ROW_LENGTH),
                            "f", qualifier, hbase_slice_text (text));
        }
    }
}

/* What a scan gave: a line a row, or, of rows in pieces, a line a piece with its cells. */
typedef struct {
  GString *rows;
  guint n_rows;
} Reading;

static inline void
note (Reading *reading, HBaseBlock *block, guint row)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  guint n_cells = hbase_block_row_n_cells (block, row);
  HBaseCellView first;

  hbase_block_cell (block, block->rows[row].first_cell, &first);
  g_string_append_printf (reading->rows, "%.8s/%u %02x: %u from %.2s\n", (const char *) key.data,
                          (guint) key.length, key.data[key.length - 1], n_cells,
                          (const char *) first.qualifier.data);
  reading->n_rows++;
}

static inline void
take_all (HBaseScanOperation *scan, Reading *reading)
{
  HBaseBlock *block;
  guint row;

  while (hbase_scan_operation_take (scan, &block, &row))
    {
      note (reading, block, row);
      hbase_block_unref (block);
    }
}

static inline void
answer_late_reply (FakeGateway *gateway, HBaseScanOperation *scan)
{
  HBaseRequest late_reply;

  if (!hbase_scan_operation_take_close (scan, &late_reply))
    return;
  fake_gateway_post (gateway, &late_reply);
  g_bytes_unref (late_reply.arguments);
}

/* Reads to the end, however often time is over meanwhile. */
static inline char *
read_request (FakeGateway *gateway, const HBaseScanRequest *request, HBaseScanCounts *counts, GError **error)
{
  HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, request);
  Reading reading = { g_string_new (NULL), 0 };
  HBaseNext next = HBASE_DONE;

  while (next != HBASE_FAIL && !hbase_scan_operation_has_ended (operation))
    {
      next = fake_gateway_drive (gateway, (HBaseOperation *) operation);
      take_all (operation, &reading);
    }
  answer_late_reply (gateway, operation);
  if (next == HBASE_FAIL)
    g_propagate_error (error, g_error_copy (((HBaseOperation *) operation)->error));
  *counts = *hbase_scan_operation_get_counts (operation);
  hbase_operation_free (operation);
  return g_string_free (reading.rows, FALSE);
}

static inline char *
read_scan (FakeGateway *gateway, HBaseScan *scan, HBaseSlice after, guint limit, GError **error)
{
  HBaseScanRequest request = { .table = "t", .scan = scan, .after = after, .limit = limit };
  HBaseScanCounts counts;

  return read_request (gateway, &request, &counts, error);
}

static inline char *
read_all (FakeGateway *gateway, HBaseScan *scan)
{
  g_autoptr (GError) error = NULL;
  char *rows = read_scan (gateway, scan, hbase_slice (NULL, 0), 0, &error);

  ck_assert_no_error (error);
  return rows;
}

static inline char *
read_and_count (FakeGateway *gateway, HBaseScan *scan, HBaseScanCounts *counts)
{
  HBaseScanRequest request = { .table = "t", .scan = scan };
  g_autoptr (GError) error = NULL;
  char *rows = read_request (gateway, &request, counts, &error);

  ck_assert_no_error (error);
  return rows;
}

static inline guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static inline HBaseScan *
scan_new (gboolean reversed, guint caching, guint limit, guint batch)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_reversed (scan, reversed);
  hbase_scan_set_caching (scan, caching);
  hbase_scan_set_limit (scan, limit);
  hbase_scan_set_batch_size (scan, batch);
  return scan;
}
