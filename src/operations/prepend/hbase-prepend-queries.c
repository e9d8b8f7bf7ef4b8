/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the reads of a prepend: whether the table is fit for guards, which row of the list is
 * the first, and whether one of the guards has the row's token. */

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-prepend-internal-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-wire-tables.h"

/* How many guards one call of a search reads. */
#define SEARCH_BATCH 1000

/* ---- the table ---- */

static HBaseNext prepend_described (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
prepend_describe (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, prepend_described);
}

static HBaseNext
prepend_described (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (GObject) result = NULL;
  g_autoptr (HBaseTableDescriptor) table = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return hbase_attempt_read_failed (&prepend->attempt, lane, error, prepend_describe);
  table = hbase_result_make_table (result);
  if (!hbase_guard_check_table (&prepend->attempt.guard, operation, table, &error)
      || !hbase_guard_check_cells (operation, table, prepend->attempt.cells, &error))
    return hbase_attempt_fail (&prepend->attempt, error);
  return prepend->described (operation, lane);
}

HBaseNext
hbase_prepend_describe (HBasePrependOperation *prepend, HBaseLane *lane, HBaseStep next)
{
  prepend->described = next;
  return prepend_describe (&prepend->attempt.parent, lane);
}

/* ---- scans ---- */

HBaseSlice
hbase_prepend_scan_prefix (const HBasePrependOperation *prepend)
{
  return hbase_key_schema_has_salt (prepend->schema) ? hbase_slice (NULL, 0) : hbase_prepend_list (prepend);
}

HBaseNext
hbase_prepend_send_scan (HBasePrependOperation *prepend, HBaseLane *lane, GBytes *arguments, HBaseStep next)
{
  HBaseOperation *operation = &prepend->attempt.parent;

  hbase_operation_set_subject (operation, operation->table, hbase_slice (NULL, 0));
  return hbase_lane_call (lane, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, arguments, next);
}

/* ---- the first row ---- */

static HBaseNext prepend_first_received (HBaseOperation *operation, HBaseLane *lane);

HBaseNext
hbase_prepend_read_first (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return hbase_prepend_send_scan (prepend, lane,
                                  hbase_guard_write_first (operation, hbase_prepend_scan_prefix (prepend)),
                                  prepend_first_received);
}

static gboolean
prepend_check_first (HBasePrependOperation *prepend, const HBaseBlock *block, GError **error)
{
  HBaseOperation *operation = &prepend->attempt.parent;
  HBaseSlice first = hbase_block_row_key (block, 0);
  g_autoptr (GError) problem = NULL;

  hbase_operation_set_subject (operation, operation->table, first);
  if (!hbase_guard_exists (&prepend->attempt.guard, block))
    problem
        = hbase_operation_error (operation, HBASE_ERROR_UNGUARDED_ROW,
                                 "the first row has no guard, so another program wrote it: a row prepended "
                                 "might overwrite its next one; give it one, or name the column that all "
                                 "rows have as the guard, and a token-column");
  else if (hbase_key_schema_get_counter (prepend->schema, first, &prepend->first, &problem))
    return TRUE;
  else
    hbase_error_prefix (&problem, "table “%s”, the first row: ", operation->table);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static HBaseNext
prepend_first_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (&prepend->attempt, lane, error, hbase_prepend_read_first);
  prepend->first = -1;
  if (block->n_rows > 0 && !prepend_check_first (prepend, block, &error))
    return hbase_operation_fail (operation, error);
  prepend->checked = prepend->first_read = TRUE;
  g_byte_array_set_size (prepend->search_start, 0);
  return prepend->resumed ? hbase_prepend_search (operation, lane) : hbase_prepend_put_next (prepend, lane);
}

/* ---- several guards ---- */

/* Returns the first row that isn't after the row before it; n_rows or more: there is none. */
static guint
find_misordered (const HBaseBlock *block)
{
  guint i = 1;

  while (i < block->n_rows
         && hbase_slice_compare (hbase_block_row_key (block, i - 1), hbase_block_row_key (block, i)) < 0)
    i++;
  return i;
}

gboolean
hbase_prepend_take_guards (HBasePrependOperation *prepend,
                           HBaseLane *lane,
                           HBaseBlock **block,
                           GError **error)
{
  g_autofree char *row = NULL;
  HBaseSlice key;
  guint misordered;

  if (!hbase_lane_take_response (lane, block, error))
    return FALSE;
  misordered = find_misordered (*block);
  if (misordered >= (*block)->n_rows)
    return TRUE;
  key = hbase_block_row_key (*block, misordered);
  row = hbase_bytes_to_escaped (key.data, key.length);
  g_propagate_error (error, hbase_operation_error (&prepend->attempt.parent, HBASE_ERROR_UNAVAILABLE,
                                                   "the reply to a scan for guards has row “%s” out of "
                                                   "order, so another row may be missing in it",
                                                   row));
  g_clear_pointer (block, hbase_block_unref);
  return FALSE;
}

/* ---- the row's own token ---- */

gboolean
hbase_prepend_find_token (HBasePrependOperation *prepend, const HBaseBlock *block, HBasePrependFound *found)
{
  const HBaseAttempt *attempt = &prepend->attempt;

  for (guint i = 0; i < block->n_rows; i++)
    {
      found->key = hbase_block_row_key (block, i);
      found->owner = hbase_guard_find_owner (&attempt->guard, block, i, attempt->token);
      if ((found->owner == HBASE_GUARD_OWN || found->owner == HBASE_GUARD_FENCED)
          && hbase_key_schema_is_in_list (prepend->schema, hbase_prepend_list (prepend), found->key)
          && hbase_key_schema_get_counter (prepend->schema, found->key, &found->counter, NULL))
        return TRUE;
    }
  return FALSE;
}

void
hbase_prepend_set_found (HBasePrependOperation *prepend, const HBasePrependFound *found)
{
  prepend->counter = found->counter;
  hbase_attempt_set_key (&prepend->attempt, found->key);
}

/* The key after a key is that key and a zero byte. */
void
hbase_prepend_set_search_start (HBasePrependOperation *prepend, HBaseSlice last)
{
  g_byte_array_set_size (prepend->search_start, 0);
  g_byte_array_append (prepend->search_start, last.data, (guint) last.length);
  g_byte_array_append (prepend->search_start, (const guint8[]){ 0 }, 1);
}

static HBaseNext
prepend_search_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  g_autoptr (HBaseBlock) block = NULL;
  HBasePrependFound found;
  GError *error = NULL;

  if (!hbase_prepend_take_guards (prepend, lane, &block, &error))
    return hbase_attempt_read_failed (attempt, lane, error, hbase_prepend_search);
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
  if (hbase_prepend_find_token (prepend, block, &found))
    {
      hbase_prepend_set_found (prepend, &found);
      return attempt->decided (attempt, lane, FALSE, found.owner);
    }
  if (block->n_rows == 0)
    return hbase_prepend_put_next (prepend, lane);
  hbase_prepend_set_search_start (prepend, hbase_block_row_key (block, block->n_rows - 1));
  return hbase_prepend_search (operation, lane);
}

/* Ordered keys are searched from the list's first row to the key that was attempted last, tickets to the
 * end. */
HBaseNext
hbase_prepend_search (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  HBaseGuardRange range = { .prefix = hbase_prepend_scan_prefix (prepend) };

  if (prepend->search_start->len > 0)
    range.start = hbase_slice_of_array (prepend->search_start);
  if (prepend->strategy->is_ordered && attempt->key != NULL)
    range.stop = hbase_attempt_key (attempt);
  return hbase_prepend_send_scan (prepend, lane,
                                  hbase_guard_write_scan (&attempt->guard, operation, &range, SEARCH_BATCH),
                                  prepend_search_received);
}
