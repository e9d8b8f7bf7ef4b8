/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-operation-private.h"

/* The row is in doubt at one key only: one is never left before its guard is occupied. So it is enough to
 * occupy that key by a guard whose owner is nobody, if no guard is there. It has the token behind it: so
 * another who tries the same row there, later, knows that it was fenced off. */
struct _HBaseFenceOperation
{
  HBaseAttempt attempt;
  guint8 guard[HBASE_GUARD_FENCE_LENGTH];
  gboolean written;
};

static HBaseNext
fence_decided (HBaseAttempt *attempt, HBaseLane *lane, gboolean by_us, HBaseGuardOwner owner)
{
  ((HBaseFenceOperation *)attempt)->written = !by_us && owner == HBASE_GUARD_OURS;
  return HBASE_DONE;
}

static const HBaseOperationClass fence_class = {
  .size = sizeof (HBaseFenceOperation),
  .start = hbase_attempt_put,
  .clear = hbase_attempt_clear,
  .interrupted = hbase_attempt_interrupted,
};

HBaseFenceOperation *
hbase_fence_operation_new (HBaseWireProtocol protocol, const HBasePrependRequest *request, GError **error)
{
  g_autoptr (HBasePut) nothing = NULL;
  HBaseFenceOperation *fence;
  gint64 counter;

  if (!hbase_prepend_check_row (request, &counter, error))
    return NULL;
  nothing = hbase_put_new (NULL, 0);
  fence = hbase_operation_new (&fence_class, protocol, 1);
  hbase_guard_make_fence (request->token, fence->guard);
  hbase_attempt_init (&fence->attempt, request->table, &request->guard, nothing, request->token,
                      hbase_slice (fence->guard, sizeof fence->guard), fence_decided);
  hbase_attempt_set_key (&fence->attempt, request->row);
  fence->attempt.putting.left = TRUE;
  return fence;
}

gboolean
hbase_fence_operation_get_written (HBaseFenceOperation *fence)
{
  return fence->written;
}
