/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-prepend-internal-private.h"

#include "hbase-wire-tables.h"

/* How many guards are read by one call of a search. */
#define SEARCHED_AT_ONCE 1000

/* ---- where is the first row? ---- */

static HBaseNext prepend_first_known (HBaseOperation *operation, HBaseLane *lane);

/* The rows of a salted list lie among those of others: there the whole table must do. */
HBaseSlice
hbase_prepend_prefix (HBasePrependOperation *prepend)
{
  return hbase_key_schema_has_salt (prepend->schema) ? hbase_slice (NULL, 0)
                                                     : hbase_guard_slice (prepend->list);
}

/* What goes wrong on a look isn't about the key that was tried last. */
HBaseNext
hbase_prepend_ask_rows (HBasePrependOperation *prepend, HBaseLane *lane, GBytes *arguments, HBaseStep next)
{
  HBaseOperation *operation = &prepend->attempt.parent;

  hbase_operation_set_subject (operation, operation->table, hbase_slice (NULL, 0));
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_RESULTS], arguments, 0,
                          next);
}

HBaseNext
hbase_prepend_find_first (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return hbase_prepend_ask_rows (prepend, lane,
                                 hbase_guard_write_first (operation, hbase_prepend_prefix (prepend)),
                                 prepend_first_known);
}

static gboolean
prepend_judge_first (HBasePrependOperation *prepend, const HBaseBlock *block, GError **error)
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
prepend_first_known (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (&prepend->attempt, lane, error, hbase_prepend_find_first);
  prepend->first = -1;
  if (block->n_rows > 0 && !prepend_judge_first (prepend, block, &error))
    return hbase_operation_fail (operation, error);
  prepend->checked = prepend->looked = TRUE;
  g_byte_array_set_size (prepend->searched, 0);
  return prepend->resumed ? hbase_prepend_search (operation, lane) : hbase_prepend_go_on (prepend, lane);
}

/* ---- is ours among the rows that would be passed over? ---- */

static HBaseNext prepend_searched (HBaseOperation *operation, HBaseLane *lane);

/* From the list's first row to the key that was tried last; tickets come in no such order. */
HBaseNext
hbase_prepend_search (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  HBaseGuardRange range = { .prefix = hbase_prepend_prefix (prepend) };

  if (prepend->searched->len > 0)
    range.start = hbase_guard_slice (prepend->searched);
  if (!prepend->by_tickets && attempt->key != NULL)
    range.stop = hbase_attempt_key (attempt);
  return hbase_prepend_ask_rows (
      prepend, lane, hbase_guard_write_scan (&attempt->guard, operation, &range, SEARCHED_AT_ONCE),
      prepend_searched);
}

/* Whether that row has our token: then it is the one where the row is, or never will be. */
gboolean
hbase_prepend_finds (HBasePrependOperation *prepend,
                     const HBaseBlock *block,
                     guint row,
                     HBaseGuardOwner *owner)
{
  HBaseAttempt *attempt = &prepend->attempt;
  HBaseSlice key = hbase_block_row_key (block, row);

  *owner = hbase_guard_find_owner (&attempt->guard, block, row, attempt->token);
  if ((*owner != HBASE_GUARD_OWN && *owner != HBASE_GUARD_FENCED)
      || !hbase_key_schema_is_in_list (prepend->schema, hbase_guard_slice (prepend->list), key)
      || !hbase_key_schema_get_counter (prepend->schema, key, &prepend->counter, NULL))
    return FALSE;
  hbase_attempt_set_key (attempt, key);
  return TRUE;
}

/* What is next comes right behind that key. */
void
hbase_prepend_note_searched (HBasePrependOperation *prepend, HBaseSlice last)
{
  g_byte_array_set_size (prepend->searched, 0);
  g_byte_array_append (prepend->searched, last.data, (guint) last.length);
  g_byte_array_append (prepend->searched, (const guint8[]){ 0 }, 1);
}

static HBaseNext
prepend_searched (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  HBaseAttempt *attempt = &prepend->attempt;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseGuardOwner owner;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_attempt_read_failed (attempt, lane, error, hbase_prepend_search);
  hbase_retry_init (&attempt->reading, HBASE_CALL_READ);
  for (guint i = 0; i < block->n_rows; i++)
    if (hbase_prepend_finds (prepend, block, i, &owner))
      return attempt->decided (attempt, lane, FALSE, owner);
  if (block->n_rows == 0)
    return hbase_prepend_go_on (prepend, lane);
  hbase_prepend_note_searched (prepend, hbase_block_row_key (block, block->n_rows - 1));
  return hbase_prepend_search (operation, lane);
}
