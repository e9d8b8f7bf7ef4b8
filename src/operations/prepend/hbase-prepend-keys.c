/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file has the steps by which a prepend attempts a key: which key, and what follows if none is left. */

#include "config.h"

#include "hbase-prepend-internal-private.h"

HBaseNext
hbase_prepend_put_at (HBasePrependOperation *prepend, HBaseLane *lane, gint64 counter)
{
  HBaseAttempt *attempt = &prepend->attempt;
  GError *error = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_encode_counter (prepend->schema, hbase_prepend_list (prepend), counter, &error);

  if (key == NULL)
    return hbase_attempt_fail (attempt, error);
  hbase_attempt_set_key (attempt, hbase_slice_of_bytes (key));
  attempt->putting.may_be_executed = prepend->resumed;
  prepend->guard_is_others = FALSE;
  prepend->counter = counter;
  return hbase_attempt_put (&attempt->parent, lane);
}

HBaseNext
hbase_prepend_done_fenced (HBasePrependOperation *prepend)
{
  prepend->fenced = TRUE;
  prepend->attempt.putting.may_be_executed = FALSE;
  return HBASE_DONE;
}

HBaseNext
hbase_prepend_exhausted (HBasePrependOperation *prepend)
{
  if (prepend->cancels)
    return hbase_prepend_done_fenced (prepend);
  prepend->attempt.putting.may_be_executed = FALSE;
  return hbase_attempt_fail (&prepend->attempt,
                             hbase_operation_error (&prepend->attempt.parent, HBASE_ERROR_KEY_SPACE_EXHAUSTED,
                                                    "the counter has come down to 0: no key is left below"));
}

HBaseNext
hbase_prepend_put_below (HBasePrependOperation *prepend, HBaseLane *lane, gint64 taken)
{
  hbase_prepend_coordinator_record_taken (prepend->coordinator, taken);
  if (taken <= 0)
    return hbase_prepend_exhausted (prepend);
  if (prepend->counting == HBASE_KEY_COUNTER_TIME)
    return hbase_prepend_put_at (prepend, lane, MIN (prepend->start, taken - 1));
  return hbase_prepend_put_at (prepend, lane, taken - 1);
}

HBaseNext
hbase_prepend_put_next (HBasePrependOperation *prepend, HBaseLane *lane)
{
  if (prepend->cancels && !hbase_prepend_is_contiguous (prepend))
    return HBASE_DONE;
  return prepend->strategy->attempt_next (&prepend->attempt.parent, lane);
}
