/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* Each driver of operations has a stack for each run: the operation, its child, the child's child, and so on.
 * The driver moves the lanes of the innermost operation and calls their steps; the stack starts children
 * and hands their results to their parents.
 *
 *   hbase_operation_stack_init (&stack, operation, &driver, data);
 *   hbase_operation_stack_start (&stack);
 *   while (!hbase_operation_stack_advance (&stack))
 *     … wait until a lane of stack.operation is ready, then hbase_operation_stack_call_step();
 *       or, if the run must end, hbase_operation_stack_interrupt()
 *   return hbase_operation_stack_finish (&stack, error);
 *
 * Children that are done at once are a loop in hbase_operation_stack_advance(), not a recursion. */

typedef struct {
  /* Attaches the lanes of an operation that enters the stack to the driver. */
  void (*attach) (HBaseOperation *operation, gpointer data);
  /* Detaches the lanes of an operation that leaves the stack. If it is done, the requests that its lanes are
   * sending are prefetches. Returns FALSE if that isn't possible yet: it is called again by a later
   * hbase_operation_stack_advance(). */
  gboolean (*detach) (HBaseOperation *operation, gboolean done, gpointer data);
} HBaseOperationDriver;

typedef struct {
  const HBaseOperationDriver *driver;
  gpointer data;
  HBaseOperation *operation; /* the innermost operation */
  HBaseNext next;            /* what its last step returned */
  GError *error;             /* why the run failed, once it has failed */
  gboolean interrupted;
  gboolean over; /* no operation is attached any more */
} HBaseOperationStack;

/* `driver` NULL: lanes needn't be attached. */
void hbase_operation_stack_init (HBaseOperationStack *stack,
                                 HBaseOperation *operation,
                                 const HBaseOperationDriver *driver,
                                 gpointer data);
/* Calls the operation's first step. */
void hbase_operation_stack_start (HBaseOperationStack *stack);
/* Calls the next step of a lane of the innermost operation. The lane is IDLE during the step. */
void hbase_operation_stack_call_step (HBaseOperationStack *stack, HBaseLane *lane);
/* Returns whether the innermost operation waits for its lanes; otherwise hbase_operation_stack_advance() must
 * be called next. */
static inline gboolean
hbase_operation_stack_is_waiting (const HBaseOperationStack *stack)
{
  return stack->next == HBASE_WAIT && !stack->interrupted && stack->operation->child == NULL;
}
/* Starts children, and ends operations that are done, as far as is possible without waiting. Returns whether
 * the run is over. */
gboolean hbase_operation_stack_advance (HBaseOperationStack *stack);
/* Ends a run that is waiting, because of its deadline or a cancellation by the caller. Takes `why`. */
void hbase_operation_stack_interrupt (HBaseOperationStack *stack, GError *why);
/* Ends a run that is over. Returns FALSE with the error if it failed. */
gboolean hbase_operation_stack_finish (HBaseOperationStack *stack, GError **error);

/* Returns the operation whose table and row an error of the run names: the innermost operation that has a
 * table. */
HBaseOperation *hbase_operation_stack_get_subject (const HBaseOperationStack *stack);
/* Returns the innermost operation's reason for repeating a call, or NULL. */
const GError *hbase_operation_stack_get_last_failure (const HBaseOperationStack *stack);
