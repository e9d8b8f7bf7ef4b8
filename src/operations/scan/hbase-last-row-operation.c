/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the last-row operation. It finds the last row of a scan's range by the method that the
 * caller names, or by the first method that works (auto).
 *
 * constant key ─┬─ its row exists: DONE
 *               └─ it doesn't (auto) ── one row, reversed ─┬─ that row, or none: DONE
 *                                                          └─ refused (auto) ── bisection
 *
 * bisection: read the first row from a key on ── choose another key, read again … ──────────────────┐
 *            ↑                        ┌─ the last row seen, and none after it: DONE ────────────────┤
 *            └── two rows, or none ───┴─ read the last row seen, and one row more ──────────────────┘
 *
 * keys without salts: a merged scan finds the row, as its child.
 *
 *  1. All calls are stateless reads, and are repeated when they are lost.
 *  2. The row that is returned comes from a call that requested all that the scan requests.
 *  3. All methods find the same row, if every row's key has the form of the key schema.
 *  4. A reply with a row out of place is dropped, and requested again: HBase itself sends such replies while
 *     regions move. After HBASE_SCAN_MAX_MISORDERED of them the operation fails.
 */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-last-row-operation-private.h"

#include "hbase-arguments-private.h"
#include "hbase-bisection-private.h"
#include "hbase-bytes.h"
#include "hbase-retry-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-scan-progress-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-wire-tables.h"

typedef struct {
  HBaseOperation parent;
  HBaseScan *scan; /* in table order */
  HBaseScan *reversed;
  HBaseScan *probe;     /* the same as `scan`, but with keys only */
  GBytes *constant_key; /* NULL: unknown */
  HBaseStep first_step; /* of the chosen method */
  gboolean is_auto;
  gboolean has_stateful_filter; /* whether it accepts a row depends on the rows before */
  HBaseScanProgress progress;   /* of the reversed scan */
  HBaseBisection bisection;
  GByteArray *probe_key; /* from which the last probe read */
  HBaseRetry retry;
  guint n_misordered;         /* replies that were dropped */
  HBaseScanOperation *merged; /* the child, of a target whose keys have no salts; else NULL */
  HBaseKeySchema *schema;     /* of the row that is returned; NULL: none */
  HBaseBlock *block;          /* the last row; NULL: none was found */
  guint row;
} HBaseLastRowOperation;

static HBaseNext send_constant (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext send_reversed (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext bisect (HBaseOperation *operation, HBaseLane *lane);

/* ---- requests ---- */

static HBaseNext
send_get_rows (HBaseLane *lane, HBaseScan *scan, HBaseScanBounds bounds, guint rows, HBaseStep next)
{
  HBaseTarget target = hbase_operation_get_target (lane->operation);

  return hbase_lane_call (lane, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS,
                          hbase_arguments_of_first_rows (target, scan, bounds, rows), next);
}

static HBaseNext
finish_with_row (HBaseLastRowOperation *self, HBaseBlock *block, guint row)
{
  self->block = hbase_block_ref (block);
  self->row = row;
  return HBASE_DONE;
}

/* ---- rows out of place ---- */

/* Takes `error`. */
static HBaseNext
repeat_misordered (HBaseLastRowOperation *self, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (self->n_misordered == HBASE_SCAN_MAX_MISORDERED)
    return hbase_operation_fail (&self->parent, error);
  self->retry.n_losses = ++self->n_misordered;
  return hbase_retry_back_off (&self->retry, lane, error, again);
}

static HBaseNext
reject_row (HBaseLastRowOperation *self, HBaseLane *lane, HBaseSlice row, HBaseStep again)
{
  g_autofree char *text = hbase_bytes_to_escaped (row.data, row.length);
  GError *error = hbase_operation_error (&self->parent, HBASE_ERROR_PROTOCOL,
                                         "the peer's reply has row “%s”, which is outside the "
                                         "requested range: check the gateway and any proxy between this "
                                         "program and HBase",
                                         text);

  return repeat_misordered (self, lane, error, again);
}

/* ---- the constant key ---- */

static HBaseNext
handle_constant (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice row;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, send_constant);
  if (block->n_rows == 0)
    return self->is_auto ? send_reversed (operation, lane) : HBASE_DONE;
  row = hbase_block_row_key (block, 0);
  return hbase_slice_equal (row, hbase_slice_of_bytes (self->constant_key))
             ? finish_with_row (self, block, 0)
             : reject_row (self, lane, row, send_constant);
}

static HBaseNext
send_constant (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  HBaseSlice key = hbase_slice_of_bytes (self->constant_key);
  g_autoptr (GBytes) successor = hbase_key_successor (key.data, key.length);
  HBaseScanBounds bounds = { .start = key, .stop = hbase_slice_of_bytes (successor) };

  return send_get_rows (lane, self->scan, bounds, 1, handle_constant);
}

/* ---- the reversed scan ---- */

/* Returns whether HBase or the gateway refused the call. */
static gboolean
is_refused (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
}

/* All rows are checked: a row that comes twice may have come in place of the last row. */
static HBaseScanRowDecision
accept_rows (HBaseLastRowOperation *self, HBaseBlock *block, GError **error)
{
  HBaseScanRowDecision decision = HBASE_SCAN_DROP;

  for (guint i = 0; i < block->n_rows && decision < HBASE_SCAN_MISORDERED; i++)
    {
      decision = hbase_scan_progress_accept (&self->progress, block, i, error);
      if (decision == HBASE_SCAN_TAKE && self->block == NULL)
        finish_with_row (self, block, i);
    }
  return decision;
}

static HBaseNext
find_reversed (HBaseLastRowOperation *self, HBaseLane *lane, HBaseBlock *block)
{
  GError *error = NULL;
  HBaseScanRowDecision decision;

  hbase_scan_progress_save (&self->progress);
  decision = accept_rows (self, block, &error);
  if (decision < HBASE_SCAN_MISORDERED)
    return HBASE_DONE;
  g_clear_pointer (&self->block, hbase_block_unref);
  hbase_scan_progress_roll_back (&self->progress);
  return decision == HBASE_SCAN_MISORDERED ? repeat_misordered (self, lane, error, send_reversed)
                                           : hbase_operation_fail (&self->parent, error);
}

static HBaseNext
handle_reversed (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    {
      if (!self->is_auto || self->has_stateful_filter || !is_refused (error))
        return hbase_retry_or_fail (&self->retry, lane, error, send_reversed);
      g_error_free (error);
      return bisect (operation, lane);
    }
  return find_reversed (self, lane, block);
}

static HBaseNext
send_reversed (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  if (!hbase_scan_progress_begin (&self->progress))
    return HBASE_DONE;
  return send_get_rows (lane, self->reversed, self->progress.sent_bounds,
                        hbase_scan_progress_get_n_wanted (&self->progress), handle_reversed);
}

/* ---- bisection ---- */

static HBaseNext
handle_probe (HBaseOperation *operation, HBaseLane *lane)
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
  if (!hbase_bisection_add_response (&self->bisection, hbase_slice_of_array (self->probe_key), row))
    return reject_row (self, lane, row, bisect);
  return self->bisection.low != NULL ? bisect (operation, lane) : HBASE_DONE;
}

static HBaseNext
handle_low_row (HBaseOperation *operation, HBaseLane *lane)
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
      gboolean forward = i == 0 || hbase_slice_compare (row, hbase_slice_of_array (self->bisection.low)) > 0;

      if (!forward
          || !hbase_bisection_add_response (&self->bisection, hbase_slice_of_array (self->bisection.low),
                                            row))
        return reject_row (self, lane, row, bisect);
    }
  return block->n_rows == 1 ? finish_with_row (self, block, 0) : bisect (operation, lane);
}

static HBaseNext
bisect (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;
  gboolean is_probe = hbase_bisection_choose (&self->bisection, self->probe_key);
  HBaseScanBounds bounds = { .start = hbase_slice_of_array (is_probe ? self->probe_key : self->bisection.low),
                             .stop = hbase_slice_of_array (self->bisection.high) };

  if (bounds.start.length == 0)
    bounds.start.data = NULL;
  return is_probe ? send_get_rows (lane, self->probe, bounds, 1, handle_probe)
                  : send_get_rows (lane, self->scan, bounds, 2, handle_low_row);
}

/* ---- the operation ---- */

static void
last_row_clear (HBaseOperation *operation)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  hbase_operation_free (self->merged);
  hbase_scan_progress_clear (&self->progress);
  hbase_bisection_clear (&self->bisection);
  hbase_query_unref (self->scan);
  hbase_query_unref (self->reversed);
  hbase_query_unref (self->probe);
  g_byte_array_unref (self->probe_key);
  g_clear_pointer (&self->constant_key, g_bytes_unref);
  g_clear_pointer (&self->block, hbase_block_unref);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
}

/* ---- keys without salts ---- */

static HBaseNext
handle_merged (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBaseLastRowOperation *self = (HBaseLastRowOperation *) operation;

  if (error != NULL)
    return hbase_operation_fail (operation, error);
  if (self->block == NULL)
    hbase_scan_operation_take (self->merged, &self->block, &self->row);
  if (!hbase_scan_operation_is_open (self->merged))
    return HBASE_DONE;
  hbase_scan_operation_begin_close (self->merged);
  return hbase_operation_run_child (operation, child, handle_merged);
}

static HBaseNext
run_merged (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_operation_run_child (
      operation, (HBaseOperation *) ((HBaseLastRowOperation *) operation)->merged, handle_merged);
}

static gboolean
set_merged (HBaseLastRowOperation *self,
            HBaseTarget target,
            HBaseScan *scan,
            HBaseLastRowMethod method,
            GError **error)
{
  g_autoptr (HBaseScan) reversed = hbase_scan_copy_reversed (scan, TRUE, 1);
  HBaseScanRequest request = hbase_scan_request (target, reversed);

  if (!hbase_unsalted_check_scan (target, self->reversed, error))
    return FALSE;
  if (method != HBASE_LAST_ROW_METHOD_AUTO && method != HBASE_LAST_ROW_METHOD_REVERSE)
    return hbase_unsalted_refuse (target, "the last row can be found only by the methods auto and reverse",
                                  error);
  self->merged = hbase_scan_operation_new (target.protocol, &request);
  self->first_step = run_merged;
  return TRUE;
}

static HBaseNext
last_row_start (HBaseOperation *operation, HBaseLane *lane)
{
  return ((HBaseLastRowOperation *) operation)->first_step (operation, lane);
}

static HBaseRow *
make_row (HBaseLastRowOperation *self)
{
  const HBaseSlice no_key = { NULL, 0 };

  if (self->block == NULL)
    return hbase_row_new_missing (no_key, self->schema);
  return (self->merged != NULL ? hbase_row_new_unsalted : hbase_row_new) (self->block, self->row, no_key,
                                                                          self->schema);
}

/* Stores an HBaseRow *, which is empty if the range has no row. */
static gboolean
last_row_take (HBaseOperation *operation, gpointer result, GError **error)
{
  if (result != NULL)
    *(HBaseRow **) result = make_row ((HBaseLastRowOperation *) operation);
  return TRUE;
}

static const HBaseOperationClass last_row_class = {
  .size = sizeof (HBaseLastRowOperation),
  .start = last_row_start,
  .clear = last_row_clear,
  .take = last_row_take,
};

/* Returns the key which comes after all rows that a downward counter numbers, if it is known and in the
 * range; else NULL. */
static GBytes *
make_constant_key (HBaseScan *scan, HBaseKeySchema *schema)
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

static gboolean
fail (HBaseTarget target, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", target.table, what);
  return FALSE;
}

static gboolean
resolve_filter (HBaseScan **scan, gboolean *remembers, GError **error)
{
  HBaseScan *resolved = hbase_scan_resolve (*scan, remembers, error);

  if (resolved == NULL)
    return FALSE;
  hbase_query_unref (*scan);
  *scan = resolved;
  return TRUE;
}

/* Makes the scans that are sent, with their filters resolved. */
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
         && hbase_target_prefix_error (
             target,
             (!forward || hbase_scan_check (self->scan, error))
                 && (!backward || hbase_scan_check (self->reversed, error))
                 && resolve_filter (&self->scan, &self->has_stateful_filter, error)
                 && resolve_filter (&self->reversed, &self->has_stateful_filter, error)
                 && resolve_filter (&self->probe, &self->has_stateful_filter, error),
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
    self->first_step = send_reversed; /* which finds that the range is empty */
}

static gboolean
set_method (HBaseLastRowOperation *self, HBaseTarget target, HBaseLastRowMethod method, GError **error)
{
  self->is_auto = method == HBASE_LAST_ROW_METHOD_AUTO;
  self->constant_key = make_constant_key (self->scan, target.schema);
  if (method == HBASE_LAST_ROW_METHOD_CONSTANT && self->constant_key == NULL)
    return fail (
        target,
        "the last row's key isn't known beforehand: the table needs a key schema whose last field is "
        "“downward”, and the scan exactly the fields before it, if any, as its prefix, and no other bounds "
        "or PrefixFilter that exclude that key",
        error);
  if (method == HBASE_LAST_ROW_METHOD_BISECTION && self->has_stateful_filter)
    return fail (target,
                 "bisection doesn't work with a filter that depends on other rows: leave the filter out",
                 error);
  self->first_step = send_reversed;
  if (method == HBASE_LAST_ROW_METHOD_BISECTION)
    self->first_step = bisect;
  else if (method != HBASE_LAST_ROW_METHOD_REVERSE && self->constant_key != NULL)
    self->first_step = send_constant;
  set_ranges (self);
  return TRUE;
}

HBaseOperation *
hbase_last_row_operation_new (HBaseTarget target, HBaseScan *scan, HBaseLastRowMethod method)
{
  HBaseLastRowOperation *self = hbase_operation_new (&last_row_class, target.protocol, 1);
  GError **problem = &self->parent.problem;

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  self->probe_key = g_byte_array_new ();
  self->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  if (!set_scans (self, target, scan, method, problem))
    return &self->parent;
  if (target.unsalted)
    set_merged (self, target, scan, method, problem);
  else
    set_method (self, target, method, problem);
  return &self->parent;
}
