/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "target.h"

#include <check.h>

/* Every call of these tests is faster: HBase creates a table in less than a second. */
#define TIMEOUT_MS 60000
#define MAX_REPLY_SIZE (64 * 1024 * 1024)

Target *
target_open (const char *text)
{
  Target *target = g_new0 (Target, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (text, &error);

  ck_assert_msg (uri != NULL, "%s", error != NULL ? error->message : "");
  target->protocol = uri->protocol;
  target->pool = hbase_pool_new (uri, 2, MAX_REPLY_SIZE);
  return target;
}

void
target_close (Target *target)
{
  hbase_pool_close (target->pool);
  hbase_pool_unref (target->pool);
  g_free (target);
}

/* ---- one call, whose response is taken as it is: an exception isn't an error, and nothing is sent again
 * ---- */

typedef struct {
  HBaseOperation parent;
  const HBaseWireMethod *method;
  GBytes *arguments;
  HBaseBlock *reply;
} Question;

static void
question_clear (HBaseOperation *operation)
{
  g_clear_pointer (&((Question *) operation)->reply, hbase_block_unref);
}

static HBaseNext
question_answered (HBaseOperation *operation, HBaseLane *lane)
{
  if (lane->block == NULL)
    return hbase_operation_fail (operation, g_steal_pointer (&lane->error));
  ((Question *) operation)->reply = g_steal_pointer (&lane->block);
  return HBASE_DONE;
}

static HBaseNext
question_start (HBaseOperation *operation, HBaseLane *lane)
{
  Question *question = (Question *) operation;

  return hbase_lane_send (lane, question->method, g_steal_pointer (&question->arguments), 0,
                          question_answered);
}

static const HBaseOperationClass question_class = {
  .size = sizeof (Question),
  .start = question_start,
  .clear = question_clear,
};

HBaseBlock *
target_ask (Target *target, const HBaseWireMethod *method, GBytes *arguments)
{
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&question_class, target->protocol, 1);
  Question *question = (Question *) operation;
  g_autoptr (GError) error = NULL;

  question->method = method;
  question->arguments = arguments;
  ck_assert_msg (hbase_pool_run (target->pool, operation, TIMEOUT_MS, 0, NULL, &error), "%s: %s",
                 method->name, error != NULL ? error->message : "");
  return g_steal_pointer (&question->reply);
}
