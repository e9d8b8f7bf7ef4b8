/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the stack of operations in a run: an operation, its child, and so on. */

#include "config.h"

#include "hbase-operation-stack-private.h"

static void
attach (HBaseOperationStack *stack)
{
  if (stack->driver != NULL)
    stack->driver->attach (stack->operation, stack->data);
}

void
hbase_operation_stack_init (HBaseOperationStack *stack,
                            HBaseOperation *operation,
                            const HBaseOperationDriver *driver,
                            gpointer data)
{
  g_assert (operation->parent == NULL && operation->child == NULL);

  *stack
      = (HBaseOperationStack){ .driver = driver, .data = data, .operation = operation, .next = HBASE_WAIT };
  attach (stack);
}

void
hbase_operation_stack_start (HBaseOperationStack *stack)
{
  HBaseOperation *operation = stack->operation;

  stack->next = operation->problem != NULL
                    ? hbase_operation_fail (operation, g_error_copy (operation->problem))
                    : operation->class->start (operation, &operation->lanes[0]);
}

void
hbase_operation_stack_call_step (HBaseOperationStack *stack, HBaseLane *lane)
{
  g_assert (lane->operation == stack->operation && hbase_operation_stack_is_waiting (stack));

  lane->state = HBASE_LANE_IDLE;
  stack->next = lane->next (lane->operation, lane);
}

static void
push_child (HBaseOperationStack *stack)
{
  HBaseOperation *child = stack->operation->child;

  child->parent = stack->operation;
  stack->operation = child;
  attach (stack);
  hbase_operation_stack_start (stack);
}

/* Returns FALSE if the operation's lanes can't be detached yet. */
static gboolean
pop (HBaseOperationStack *stack)
{
  HBaseOperation *operation = stack->operation, *parent = operation->parent;

  g_assert (operation->child == NULL);

  if (stack->driver != NULL && !stack->driver->detach (operation, stack->next == HBASE_DONE, stack->data))
    return FALSE;
  if (stack->next == HBASE_FAIL)
    stack->error = g_steal_pointer (&operation->error);
  stack->over = parent == NULL;
  if (stack->over)
    return TRUE;
  operation->parent = NULL;
  parent->child = NULL;
  stack->operation = parent;
  if (!stack->interrupted)
    stack->next = parent->child_ended (parent, operation, g_steal_pointer (&stack->error));
  return TRUE;
}

gboolean
hbase_operation_stack_advance (HBaseOperationStack *stack)
{
  while (!stack->over && !hbase_operation_stack_is_waiting (stack))
    if (stack->next == HBASE_WAIT && !stack->interrupted)
      push_child (stack);
    else if (!pop (stack))
      return FALSE;
  return stack->over;
}

void
hbase_operation_stack_interrupt (HBaseOperationStack *stack, GError *why)
{
  g_assert (hbase_operation_stack_is_waiting (stack));

  for (HBaseOperation *i = stack->operation; i != NULL; i = i->parent)
    if (i->class->interrupted != NULL)
      why = i->class->interrupted (i, why);
  stack->error = why;
  stack->interrupted = TRUE;
}

gboolean
hbase_operation_stack_finish (HBaseOperationStack *stack, GError **error)
{
  g_assert (stack->over);

  if (stack->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&stack->error));
  return FALSE;
}

HBaseOperation *
hbase_operation_stack_get_subject (const HBaseOperationStack *stack)
{
  for (HBaseOperation *i = stack->operation; i != NULL; i = i->parent)
    if (i->table != NULL)
      return i;
  return stack->operation;
}

const GError *
hbase_operation_stack_get_last_failure (const HBaseOperationStack *stack)
{
  for (const HBaseOperation *i = stack->operation; i != NULL; i = i->parent)
    if (i->last_failure != NULL)
      return i->last_failure;
  return NULL;
}
