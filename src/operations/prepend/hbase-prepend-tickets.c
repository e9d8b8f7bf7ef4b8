/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the two strategies by which a sequence hands out the counters: one counter for each
 * attempt (ticket), or a block of counters, whose remainder later rows use (block). Only the operation to
 * which a counter was handed out attempts it. */

#include "hbase-prepend-internal-private.h"
#include "hbase-prepend-operation-private.h"
#include "hbase-sequence-operation-private.h"

static gboolean
check_sequence (const HBasePrependSettings *settings, GError **error)
{
  if (hbase_key_schema_get_counting (settings->schema) != HBASE_KEY_COUNTER_DOWN)
    return hbase_prepend_refuse (
        settings, "the strategies “ticket” and “block” need a key that ends in a “downward” counter", error);
  if (!settings->has_sequence)
    return hbase_prepend_refuse (
        settings,
        "the strategies “ticket” and “block” need the property “sequence”: a sequence that counts down, the "
        "same for all programs that prepend to the list",
        error);
  return !settings->foreign_sequence
         || hbase_prepend_refuse (settings,
                                  "the prepender's table and its sequence must be of one connection", error);
}

/* ---- counters ---- */

static HBaseNext
put_at_buffered (HBasePrependOperation *prepend, HBaseLane *lane)
{
  prepend->n_buffered--;
  return hbase_prepend_put_at (prepend, lane, prepend->next_buffered--);
}

/* The sequence counts up from 0, the list down from its start. */
static HBaseNext
block_taken (HBaseOperation *operation, HBaseOperation *tickets, GError *error)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  gint64 block = hbase_sequence_operation_get_block (tickets);
  gint64 before = hbase_sequence_operation_get_taken (tickets) - block;

  if (error != NULL)
    return hbase_attempt_fail (&prepend->attempt, error);
  if (before > prepend->start)
    return hbase_prepend_exhausted (prepend);
  prepend->next_buffered = prepend->start - before;
  prepend->n_buffered = prepend->next_buffered < block ? prepend->next_buffered + 1 : block;
  return put_at_buffered (prepend, &operation->lanes[0]);
}

static HBaseNext
take_block (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_operation_run_child (operation, ((HBasePrependOperation *) operation)->tickets, block_taken);
}

/* ---- the strategies ---- */

const HBasePrependStrategyClass hbase_prepend_ticket_class = {
  .check = check_sequence,
  .attempt_first = take_block,
  .attempt_next = take_block,
  .key_taken = take_block,
};

static HBaseNext
use_block (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->n_buffered > 0 ? put_at_buffered (prepend, lane) : take_block (operation, lane);
}

const HBasePrependStrategyClass hbase_prepend_block_class = {
  .check = check_sequence,
  .attempt_first = use_block,
  .attempt_next = use_block,
  .key_taken = use_block,
};

void
hbase_prepend_operation_set_tickets (HBasePrependOperation *prepend, HBaseOperation *tickets, gint64 buffered)
{
  prepend->tickets = tickets;
  prepend->next_buffered = buffered;
  prepend->n_buffered = buffered >= 0;
}
