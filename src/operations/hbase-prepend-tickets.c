/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-internal-private.h"

#include "hbase-sequence-operation-private.h"

/* The strategies by which a sequence hands out the counters: one for each attempt (ticket), or a block of
 * them, of which later rows use what is left (block). A counter is attempted by the one operation that it
 * was handed out to. */

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
block_taken (HBasePrependOperation *prepend, HBaseLane *lane)
{
  gint64 before = hbase_sequence_operation_get_taken (prepend->tickets) - prepend->block;

  if (before > prepend->start)
    return hbase_prepend_exhausted (prepend);
  prepend->next_buffered = prepend->start - before;
  prepend->n_buffered = prepend->next_buffered < prepend->block ? prepend->next_buffered + 1 : prepend->block;
  return put_at_buffered (prepend, lane);
}

static HBaseNext sequence_responded (HBaseOperation *operation, HBaseLane *lane);

/* What goes wrong meanwhile goes wrong with the sequence's row: that is the subject then. */
static HBaseNext
run_sequence (HBasePrependOperation *prepend, HBaseLane *lane, HBaseStep step)
{
  HBaseOperation *operation = &prepend->attempt.parent, *tickets = prepend->tickets;
  char *table = operation->table, *row = operation->row;
  HBaseNext next;

  operation->table = tickets->table;
  operation->row = tickets->row;
  next = step (tickets, lane);
  operation->table = table;
  operation->row = row;
  if (next == HBASE_DONE)
    return block_taken (prepend, lane);
  if (next == HBASE_FAIL)
    return hbase_attempt_fail (&prepend->attempt, g_steal_pointer (&tickets->error));
  prepend->ticket_step = lane->next;
  lane->next = sequence_responded;
  return next;
}

static HBaseNext
sequence_responded (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return run_sequence (prepend, lane, prepend->ticket_step);
}

static HBaseNext
take_block (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return run_sequence (prepend, lane, prepend->tickets->class->start);
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
hbase_prepend_operation_set_tickets (HBasePrependOperation *prepend,
                                     HBaseOperation *tickets,
                                     gint64 block,
                                     gint64 buffered)
{
  prepend->tickets = tickets;
  prepend->block = block;
  prepend->next_buffered = buffered;
  prepend->n_buffered = buffered >= 0;
}
