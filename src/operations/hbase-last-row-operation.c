/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-last-row-operation-private.h"

#include "hbase-bisection-private.h"
#include "hbase-bytes.h"
#include "hbase-retry-private.h"
#include "hbase-scan-progress-private.h"
#include "hbase-wire-tables.h"

/* constant key ─┬─ its row is there: DONE
 *               └─ it isn't (auto) ── one row, reversed ─┬─ that, or none: DONE
 *                                                        └─ refused (auto) ── bisection
 *
 * bisection: which row is the first one from a key on? ── choose another key, ask again … ──┐
 *            ↑                        ┌─ it, and none behind it: DONE ──────────────────────┤
 *            └── two, or none there ──┴─ read the row that is the last one by now ──────────┘
 *
 *  1. All calls are stateless reads, and repeated when they are lost.
 *  2. The row that is given is there with all that the scan asks for: it comes from a call that asked for it.
 *  3. All methods find the same row, where no row is of another form than the key schema says.
 */
typedef struct {
  HBaseOperation parent;
  HBaseScan *scan; /* in table order */
  HBaseScan *reversed;
  HBaseScan *probe; /* that, with keys only */
  GBytes *constant; /* NULL: it isn't known */
  HBaseStep first;  /* of the method */
  gboolean is_auto;
  gboolean remembers;         /* the filter does: what it says of a row depends on the rows before */
  HBaseScanProgress progress; /* of the reversed scan */
  HBaseBisection bisection;
  GByteArray *key; /* asked from last */
  HBaseRetry retry;
  HBaseBlock *block; /* the row that was found; NULL: none */
  guint row;
} HBaseLastRowOperation;

static HBaseNext ask_constant (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext ask_reversed (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext bisect (HBaseOperation *operation, HBaseLane *lane);

static HBaseSlice
slice_of (const GByteArray *bytes)
{
  return bytes != NULL ? hbase_slice (bytes->data != NULL ? bytes->data : (const guint8 *) "", bytes->len)
                       : hbase_slice (NULL, 0);
}

/* ---- asking ---- */

static HBaseNext
ask_rows (HBaseLane *lane, HBaseScan *scan, HBaseScanBounds bounds, guint rows, HBaseStep next)
{
  HBaseOperation *operation = lane->operation;
  HBaseWireWriter writer;

  bounds.limit = bounds.caching = rows;
  hbase_wire_writer_init (&writer, operation->protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TABLE,
                           hbase_slice_text (operation->table));
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_scan_write (scan, &bounds, &writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) rows);
  hbase_wire_end_struct (&writer);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_RESULTS],
                          hbase_wire_writer_end (&writer), 0, next);
}

static HBaseNext
found (HBaseLastRowOperation *self, HBaseBlock *block, guint row)
{
  self->block = hbase_block_ref (block);
  self->row = row;
  return HBASE_DONE;
}

static HBaseNext
wrong_row (HBaseLastRowOperation *self, HBaseSlice row)
{
  g_autofree char *text = hbase_bytes_to_text (row.data, row.length);

  return hbase_operation_fail (
      &self->parent, hbase_operation_error (&self->parent, HBASE_ERROR_PROTOCOL,
                                            "the peer's reply has row “%s”, which is outside of what was "
                                            "asked for: look at what stands between this program and HBase",
                                            text));
}

/* ---- the constant key ---- */

static HBaseNext
constant_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice row;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, ask_constant);
  if (block->n_rows == 0)
    return self->is_auto ? ask_reversed (operation, lane) : HBASE_DONE;
  row = hbase_block_row_key (block, 0);
  return hbase_slice_equal (row, hbase_slice_of_bytes (self->constant)) ? found (self, block, 0)
                                                                        : wrong_row (self, row);
}

static HBaseNext
ask_constant (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  HBaseSlice key = hbase_slice_of_bytes (self->constant);
  g_autoptr (GBytes) behind = hbase_key_successor (key.data, key.length);
  HBaseScanBounds bounds = { .start = key, .stop = hbase_slice_of_bytes (behind) };

  return ask_rows (lane, self->scan, bounds, 1, constant_answered);
}

/* ---- the reversed scan ---- */

/* HBase, or what stands before it, says that it won't. */
static gboolean
is_refusal (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
}

static HBaseNext
reversed_came (HBaseLastRowOperation *self, HBaseBlock *block)
{
  static const HBaseScanProgressMark beginning = { 0 };
  GError *error = NULL;

  for (guint i = 0; i < block->n_rows; i++)
    switch (hbase_scan_progress_accept (&self->progress, &beginning, block, i, &error))
      {
      case HBASE_SCAN_TAKE:
        return found (self, block, i);
      case HBASE_SCAN_MISORDERED:
      case HBASE_SCAN_FAILURE:
        return hbase_operation_fail (&self->parent, error);
      case HBASE_SCAN_BEYOND:
        return HBASE_DONE;
      case HBASE_SCAN_DROP:
        break;
      }
  return HBASE_DONE;
}

static HBaseNext
reversed_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    {
      if (!self->is_auto || self->remembers || !is_refusal (error))
        return hbase_retry_or_fail (&self->retry, lane, error, ask_reversed);
      g_error_free (error);
      return bisect (operation, lane);
    }
  return reversed_came (self, block);
}

static HBaseNext
ask_reversed (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  if (!hbase_scan_progress_begin (&self->progress))
    return HBASE_DONE;
  return ask_rows (lane, self->reversed, self->progress.now,
                   hbase_scan_progress_get_n_wanted (&self->progress), reversed_answered);
}

/* ---- bisection ---- */

static HBaseNext
probe_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice row = { NULL, 0 };
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, bisect);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  if (block->n_rows > 0)
    row = hbase_block_row_key (block, 0);
  if (!hbase_bisection_answer (&self->bisection, slice_of (self->key), row))
    return wrong_row (self, row);
  return self->bisection.low != NULL ? bisect (operation, lane) : HBASE_DONE;
}

static HBaseNext
row_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, bisect);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  if (block->n_rows == 0)
    return hbase_bisection_restart (&self->bisection) ? bisect (operation, lane) : HBASE_DONE;
  for (guint i = 0; i < MIN (block->n_rows, 2); i++)
    {
      HBaseSlice row = hbase_block_row_key (block, i);
      gboolean forward = i == 0 || hbase_slice_compare (row, slice_of (self->bisection.low)) > 0;

      if (!forward || !hbase_bisection_answer (&self->bisection, slice_of (self->bisection.low), row))
        return wrong_row (self, row);
    }
  return block->n_rows == 1 ? found (self, block, 0) : bisect (operation, lane);
}

static HBaseNext
bisect (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  gboolean is_probe = hbase_bisection_choose (&self->bisection, self->key);
  HBaseScanBounds bounds = { .start = slice_of (is_probe ? self->key : self->bisection.low),
                             .stop = slice_of (self->bisection.high) };

  if (bounds.start.length == 0)
    bounds.start.data = NULL;
  return is_probe ? ask_rows (lane, self->probe, bounds, 1, probe_answered)
                  : ask_rows (lane, self->scan, bounds, 2, row_answered);
}

/* ---- the whole ---- */

static void
last_row_clear (HBaseOperation *operation)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  hbase_scan_progress_clear (&self->progress);
  hbase_bisection_clear (&self->bisection);
  hbase_scan_unref (self->scan);
  hbase_scan_unref (self->reversed);
  hbase_scan_unref (self->probe);
  g_byte_array_unref (self->key);
  g_clear_pointer (&self->constant, g_bytes_unref);
  g_clear_pointer (&self->block, hbase_block_unref);
}

static HBaseNext
last_row_start (HBaseOperation *operation, HBaseLane *lane)
{
  return ((HBaseLastRowOperation *) operation)->first (operation, lane);
}

static const HBaseOperationClass last_row_class = {
  .size = sizeof (HBaseLastRowOperation),
  .start = last_row_start,
  .clear = last_row_clear,
};

/* The key that all rows of a list that grows downwards come before, if it is in the range; NULL: it isn't, or
 * isn't known. */
static GBytes *
make_constant (HBaseScan *scan, HBaseKeySchema *schema)
{
  g_autoptr (GBytes) prefix = hbase_scan_ref_prefix (scan);
  g_autoptr (GBytes) key = NULL;
  HBaseScanBounds bounds;
  gint64 counter;

  if (schema == NULL || hbase_key_schema_has_salt (schema)
      || hbase_key_schema_get_counting (schema) != HBASE_KEY_COUNTER_DOWN)
    return NULL;
  key = hbase_key_schema_encode_counter (schema, hbase_slice_of_bytes (prefix), G_MAXINT64, NULL);
  if (!hbase_key_schema_get_counter (schema, hbase_slice_of_bytes (key), &counter, NULL)
      || !hbase_scan_get_bounds (scan, &bounds)
      || !hbase_scan_bounds_contain (&bounds, FALSE, hbase_slice_of_bytes (key)))
    return NULL;
  return g_steal_pointer (&key);
}

static HBaseStep
first_step (HBaseLastRowOperation *self, HBaseLastRowMethod method)
{
  if (method == HBASE_LAST_ROW_METHOD_BISECTION)
    return bisect;
  return method != HBASE_LAST_ROW_METHOD_REVERSE && self->constant != NULL ? ask_constant : ask_reversed;
}

static gboolean
fail (HBaseTarget target, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", target.table, what);
  return FALSE;
}

static gboolean
resolve (HBaseScan **scan, gboolean *remembers, GError **error)
{
  HBaseScan *resolved = hbase_scan_resolve (*scan, remembers, error);

  if (resolved == NULL)
    return FALSE;
  hbase_scan_unref (*scan);
  *scan = resolved;
  return TRUE;
}

/* All that is asked, as servers shall be asked it. */
static gboolean
set_scans (HBaseLastRowOperation *self,
           HBaseTarget target,
           HBaseScan *scan,
           HBaseLastRowMethod method,
           GError **error)
{
  gboolean forward = method != HBASE_LAST_ROW_METHOD_REVERSE;
  gboolean backward = method != HBASE_LAST_ROW_METHOD_BISECTION;

  self->scan = hbase_scan_copy_reversed (scan, FALSE, 0);
  self->reversed = hbase_scan_copy_reversed (scan, TRUE, 1);
  self->probe = hbase_scan_copy_key_only (self->scan);
  self->parent.unframed = hbase_scan_is_unframed (self->scan);
  return hbase_table_name_check (target.table, error)
         && hbase_target_prefix_error (target,
                                       (!forward || hbase_scan_check (self->scan, error))
                                           && (!backward || hbase_scan_check (self->reversed, error))
                                           && resolve (&self->scan, &self->remembers, error)
                                           && resolve (&self->reversed, &self->remembers, error)
                                           && resolve (&self->probe, &self->remembers, error),
                                       error);
}

static gboolean
set_method (HBaseLastRowOperation *self, HBaseTarget target, HBaseLastRowMethod method, GError **error)
{
  self->is_auto = method == HBASE_LAST_ROW_METHOD_AUTO;
  self->first = first_step (self, method);
  if (method == HBASE_LAST_ROW_METHOD_CONSTANT && self->constant == NULL)
    return fail (
        target,
        "the last row's key isn't known beforehand: the table needs a key schema whose last field is "
        "“downward”, and the scan just the fields before it as prefix, if there are any",
        error);
  return method != HBASE_LAST_ROW_METHOD_BISECTION || !self->remembers
         || fail (target, "rows can't be bisected by a filter that remembers rows: leave the filter out",
                  error);
}

static void
set_ranges (HBaseLastRowOperation *self)
{
  HBaseScanBounds bounds;

  hbase_scan_get_bounds (self->reversed, &bounds);
  bounds.limit = 1;
  hbase_scan_progress_init (&self->progress, self->parent.table, &bounds, TRUE, FALSE, hbase_slice (NULL, 0));
  hbase_scan_get_bounds (self->scan, &bounds);
  if (!hbase_bisection_init (&self->bisection, &bounds))
    self->first = ask_reversed; /* which knows that there is nothing to ask */
}

HBaseOperation *
hbase_last_row_operation_new (
    HBaseTarget target, HBaseScan *scan, HBaseKeySchema *schema, HBaseLastRowMethod method, GError **error)
{
  HBaseLastRowOperation *self = hbase_operation_new (&last_row_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  self->key = g_byte_array_new ();
  if (set_scans (self, target, scan, method, error))
    {
      self->constant = make_constant (self->scan, schema);
      if (set_method (self, target, method, error))
        {
          set_ranges (self);
          return &self->parent;
        }
    }
  hbase_operation_free (self);
  return NULL;
}

gboolean
hbase_last_row_operation_take (HBaseOperation *operation, HBaseBlock **block, guint *row)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  *block = g_steal_pointer (&self->block);
  *row = self->row;
  return *block != NULL;
}
