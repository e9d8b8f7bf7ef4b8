/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of operations that run other operations as their children. */

#include "config.h"

#include "hbase-error.h"
#include "hbase-wire-tables.h"
#include "scripted-pump.h"

#include <gio/gio.h>

#include "check-main.h"

/* The service counts what it executes. */
static void
serve (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply)
{
  (*(guint *) service)++;
  scripted_reply_begin (reply, call);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_bool (reply, 0, TRUE);
  hbase_wire_end_struct (reply);
}

static HBaseNext
send_request (HBaseLane *lane, HBaseStep next)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text ("t"));
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (&writer, HBASE_T_GET_ROW, hbase_slice_text ("r"));
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_EXISTS],
                          hbase_wire_writer_end (&writer), 0, next);
}

/* ---- a child: each run takes one response ---- */

typedef struct {
  HBaseOperation parent;
  guint n_responses;
  gboolean prefetches, is_done_at_once;
  GError *kept_error; /* fails each run */
  guint *n_freed;
} Child;

static HBaseNext
child_received (HBaseOperation *operation, HBaseLane *lane)
{
  Child *child = (Child *) operation;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    {
      hbase_operation_record_failure (operation, error);
      return send_request (lane, child_received);
    }
  child->n_responses++;
  if (child->prefetches)
    send_request (lane, child_received);
  return HBASE_DONE;
}

static HBaseNext
child_start (HBaseOperation *operation, HBaseLane *lane)
{
  Child *child = (Child *) operation;

  if (child->kept_error != NULL)
    return hbase_operation_fail (operation, g_error_copy (child->kept_error));
  if (child->is_done_at_once)
    return HBASE_DONE;
  return lane->state != HBASE_LANE_IDLE ? HBASE_WAIT : send_request (lane, child_received);
}

static GError *
child_interrupted (HBaseOperation *operation, GError *why)
{
  g_prefix_error (&why, "child: ");
  return why;
}

static void
child_clear (HBaseOperation *operation)
{
  Child *child = (Child *) operation;

  g_clear_error (&child->kept_error);
  if (child->n_freed != NULL)
    (*child->n_freed)++;
}

static const HBaseOperationClass child_class = {
  .size = sizeof (Child),
  .start = child_start,
  .clear = child_clear,
  .interrupted = child_interrupted,
};

static Child *
child_new (void)
{
  return hbase_operation_new (&child_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
}

/* ---- a parent: runs its child a number of times ---- */

typedef struct {
  HBaseOperation parent;
  Child *child;
  guint n_runs, n_ended;
  gboolean renews;       /* each run has a new child */
  gboolean sends_itself; /* before each child */
  gboolean ignores_errors;
  guint n_errors;
  guint n_freed;
} Parent;

static HBaseNext parent_go_on (Parent *parent);

static HBaseNext
parent_child_ended (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  Parent *parent = (Parent *) operation;

  g_assert (child == &parent->child->parent);
  g_assert (child->parent == NULL && operation->child == NULL);
  if (error != NULL && !parent->ignores_errors)
    return hbase_operation_fail (operation, error);
  parent->n_errors += error != NULL;
  g_clear_error (&error);
  parent->n_ended++;
  if (parent->renews)
    g_clear_pointer ((gpointer *) &parent->child, hbase_operation_free);
  return parent_go_on (parent);
}

static HBaseNext
parent_run_child (Parent *parent)
{
  if (parent->child == NULL)
    {
      parent->child = child_new ();
      parent->child->prefetches = parent->renews;
      parent->child->n_freed = &parent->n_freed;
    }
  return hbase_operation_run_child (&parent->parent, &parent->child->parent, parent_child_ended);
}

static HBaseNext
parent_received (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  return parent_run_child ((Parent *) operation);
}

static HBaseNext
parent_go_on (Parent *parent)
{
  if (parent->n_ended == parent->n_runs)
    return HBASE_DONE;
  if (parent->sends_itself)
    return send_request (&parent->parent.lanes[0], parent_received);
  return parent_run_child (parent);
}

static HBaseNext
parent_start (HBaseOperation *operation, HBaseLane *lane)
{
  return parent_go_on ((Parent *) operation);
}

static GError *
parent_interrupted (HBaseOperation *operation, GError *why)
{
  g_prefix_error (&why, "parent: ");
  return why;
}

static void
parent_clear (HBaseOperation *operation)
{
  hbase_operation_free (((Parent *) operation)->child);
}

static const HBaseOperationClass parent_class = {
  .size = sizeof (Parent),
  .start = parent_start,
  .clear = parent_clear,
  .interrupted = parent_interrupted,
};

static const HBaseOperationClass patient_class = {
  .size = sizeof (Parent),
  .start = parent_start,
  .clear = parent_clear,
  .interrupted = parent_interrupted,
  .child_has_own_deadline = TRUE,
};

static Parent *
parent_new (const HBaseOperationClass *class, guint n_runs)
{
  Parent *parent = hbase_operation_new (class, HBASE_WIRE_PROTOCOL_BINARY, 1);

  parent->n_runs = n_runs;
  return parent;
}

/* ---- results ---- */

#define DEPTH 4

START_TEST (children_run_one_after_the_other_in_every_history)
{
  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      Parent *parent = parent_new (&parent_class, 3);
      g_autoptr (GError) error = NULL;
      guint executed = 0;
      ScriptedPump pump = { .serve = serve, .service = &executed };

      scripted_history (&pump, i, DEPTH);
      ck_assert (scripted_pump_run (&pump, &parent->parent, &error));
      ck_assert_no_error (error);
      ck_assert_uint_eq (parent->child->n_responses, 3);
      hbase_operation_free (parent);
      scripted_pump_clear (&pump);
    }
}
END_TEST

/* What a child has prefetched is freed with it, after its lanes were detached. */
START_TEST (a_step_may_free_the_child_that_ended)
{
  Parent *parent = parent_new (&parent_class, 3);
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed };

  parent->renews = TRUE;
  parent->sends_itself = TRUE;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (parent->n_freed, 3);
  ck_assert_uint_eq (executed, 3 + 3 * 2);
  hbase_operation_free (parent);
}
END_TEST

START_TEST (a_child_prefetches_for_its_next_run)
{
  Parent *parent = parent_new (&parent_class, 5);
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed };

  parent->child = child_new ();
  parent->child->prefetches = TRUE;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (executed, 6);
  /* The last response is for the next run of the parent. */
  parent->n_runs = 6;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (executed, 7);
  ck_assert_uint_eq (parent->child->n_responses, 6);
  hbase_operation_free (parent);
}
END_TEST

/* A recursion would overflow the thread's stack. */
START_TEST (children_that_are_done_at_once_dont_recurse)
{
  Parent *parent = parent_new (&parent_class, 300000);
  ScriptedPump pump = { .serve = serve };

  parent->child = child_new ();
  parent->child->is_done_at_once = TRUE;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (parent->n_ended, 300000);
  ck_assert_uint_eq (pump.requests, 0);
  hbase_operation_free (parent);
}
END_TEST

/* ---- errors ---- */

static Child *
failing_child_new (void)
{
  Child *child = child_new ();

  child->kept_error = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "bad");
  return child;
}

/* Each run has the same error, of which the caller owns a copy. */
START_TEST (a_child_that_fails_may_fail_again)
{
  Parent *parent = parent_new (&parent_class, 1);
  ScriptedPump pump = { .serve = serve };

  parent->child = failing_child_new ();
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert (!scripted_pump_run (&pump, &parent->parent, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
      ck_assert_str_eq (error->message, "bad");
    }
  hbase_operation_free (parent);
}
END_TEST

START_TEST (a_parent_may_go_on_after_a_childs_error)
{
  Parent *parent = parent_new (&parent_class, 3);
  ScriptedPump pump = { .serve = serve };

  parent->child = failing_child_new ();
  parent->ignores_errors = TRUE;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (parent->n_errors, 3);
  hbase_operation_free (parent);
}
END_TEST

/* ---- deadlines and cancels ---- */

/* The child's interrupted() is called first, then the parent's; the error names the child's row and its last
 * failure. */
START_TEST (an_interruption_reaches_child_and_parent)
{
  Parent *parent = parent_new (&parent_class, 3);
  g_autoptr (GError) error = NULL;
  guint executed = 0;
  ScriptedPump pump
      = { .serve = serve, .service = &executed, .faults = { SCRIPTED_NOT_SENT }, .n_faults = 1 };

  pump.time = 2;
  hbase_operation_set_subject (&parent->parent, "parents", hbase_slice_text ("p"));
  parent->child = child_new ();
  hbase_operation_set_subject (&parent->child->parent, "children", hbase_slice_text ("c"));
  ck_assert (!scripted_pump_run (&pump, &parent->parent, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_str_eq (error->message, "parent: child: table “children”, row “c”: the run reached the script's "
                                    "deadline; so far: "
                                    "table “children”, row “c”: "
                                    "the script lost the connection");
  /* Nothing of the run remains in either; it can be run again, and takes what was sent. */
  pump.time = 0;
  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (parent->child->n_responses, 3);
  ck_assert_uint_eq (executed, 3);
  hbase_operation_free (parent);
}
END_TEST

START_TEST (a_child_without_a_table_has_its_parents)
{
  Parent *parent = parent_new (&parent_class, 1);
  g_autoptr (GError) error = NULL;
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed, .time = 1 };

  hbase_operation_set_subject (&parent->parent, "parents", hbase_slice (NULL, 0));
  ck_assert (!scripted_pump_run (&pump, &parent->parent, &error));
  ck_assert_str_eq (error->message, "parent: child: table “parents”: the run reached the script's deadline");
  hbase_operation_free (parent);
}
END_TEST

START_TEST (a_cancelled_run_may_be_freed)
{
  Parent *parent = parent_new (&parent_class, 3);
  g_autoptr (GError) error = NULL;
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed, .cancelled_at = 2 };

  ck_assert (!scripted_pump_run (&pump, &parent->parent, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_uint_eq (parent->n_ended, 1);
  hbase_operation_free (parent);
}
END_TEST

START_TEST (a_run_has_one_deadline)
{
  Parent *parent = parent_new (&parent_class, 5);
  g_autoptr (GError) error = NULL;
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed, .time = 3 };

  ck_assert (!scripted_pump_run (&pump, &parent->parent, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  hbase_operation_free (parent);
}
END_TEST

START_TEST (each_child_may_have_its_own_deadline)
{
  Parent *parent = parent_new (&patient_class, 5);
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed, .time = 2 };

  ck_assert (scripted_pump_run (&pump, &parent->parent, NULL));
  ck_assert_uint_eq (executed, 5);
  hbase_operation_free (parent);
}
END_TEST

/* ---- half-made objects ---- */

START_TEST (what_never_ran_is_freed)
{
  Parent *parent = parent_new (&parent_class, 1);

  hbase_operation_free (parent);
  parent = parent_new (&parent_class, 1);
  parent->child = child_new ();
  hbase_operation_free (parent);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *results = tcase_create ("results"), *errors = tcase_create ("errors"), *ends = tcase_create ("ends");

  tcase_add_test (results, children_run_one_after_the_other_in_every_history);
  tcase_add_test (results, a_step_may_free_the_child_that_ended);
  tcase_add_test (results, a_child_prefetches_for_its_next_run);
  tcase_add_test (results, children_that_are_done_at_once_dont_recurse);
  tcase_set_timeout (results, 60);
  suite_add_tcase (suite, results);
  tcase_add_test (errors, a_child_that_fails_may_fail_again);
  tcase_add_test (errors, a_parent_may_go_on_after_a_childs_error);
  suite_add_tcase (suite, errors);
  tcase_add_test (ends, an_interruption_reaches_child_and_parent);
  tcase_add_test (ends, a_child_without_a_table_has_its_parents);
  tcase_add_test (ends, a_cancelled_run_may_be_freed);
  tcase_add_test (ends, a_run_has_one_deadline);
  tcase_add_test (ends, each_child_may_have_its_own_deadline);
  tcase_add_test (ends, what_never_ran_is_freed);
  suite_add_tcase (suite, ends);
}

TEST_MAIN ("nesting", fill)
