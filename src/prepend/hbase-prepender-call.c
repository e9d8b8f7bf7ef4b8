/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepender-private.h"

#include <unistd.h>

/* One call about one row: an operation is made of the prepender's settings and run, and what it has found
 * out is recorded in the prepender, its sequence, and the request. */

typedef struct {
  HBasePrependRequest *request;
  HBasePrependAction action;
  HBasePrependOperation *operation; /* NULL: nothing needs to be sent */
  HBaseSequence *sequence;          /* NULL: none is used */
  HBaseOperation *tickets;          /* the operation's child that takes its blocks */
  gboolean from_memory;             /* the operation begins with a counter of the sequence's last block */
  guint n_changes;                  /* of the prepender's settings when the call began */
} PrependCall;

static void
call_free (PrependCall *call)
{
  hbase_operation_free (call->operation);
  hbase_prepend_request_unref (call->request);
  g_clear_object (&call->sequence);
  g_free (call);
}

/* ---- the settings ---- */

/* How long a table that was found fit for guards is taken to be so: it may have been altered since. */
#define CHECK_VALID_US (5 * G_TIME_SPAN_MINUTE)

static const HBasePrependStrategyClass *const strategies[] = {
  [HBASE_PREPEND_STRATEGY_PROBE] = &hbase_prepend_probe_class,
  [HBASE_PREPEND_STRATEGY_TICKET] = &hbase_prepend_ticket_class,
  [HBASE_PREPEND_STRATEGY_BLOCK] = &hbase_prepend_block_class,
};

/* The counter of a time is the number of its units that are left until the largest time. */
static gint64
get_start_locked (HBasePrepender *prepender, HBaseKeySchema *schema)
{
  if (prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    return prepender->sequence != NULL ? hbase_sequence_get_start (prepender->sequence) : 0;
  if (schema == NULL || hbase_key_schema_get_counting (schema) != HBASE_KEY_COUNTER_TIME)
    return prepender->start;
  return G_MAXINT64
         - g_get_real_time () / (G_TIME_SPAN_SECOND / hbase_key_schema_get_timestamp_units (schema));
}

static HBasePrependSettings
get_settings_locked (HBasePrepender *prepender, const PrependCall *call, HBaseKeySchema *schema)
{
  HBaseSequence *sequence = prepender->sequence;
  HBaseTable *counters = sequence != NULL ? hbase_sequence_get_table (sequence) : NULL;
  gboolean has_sequence = counters != NULL && hbase_sequence_is_downward (sequence);
  gboolean is_fresh = g_get_monotonic_time () - prepender->checked_at_us < CHECK_VALID_US;

  return (HBasePrependSettings){
    .table = hbase_table_get_name (prepender->table),
    .schema = schema,
    .prefix = prepender->prefix,
    .strategy = strategies[prepender->strategy],
    .start = get_start_locked (prepender, schema),
    .has_sequence = has_sequence,
    .foreign_sequence
    = has_sequence && hbase_table_get_connection (counters) != hbase_table_get_connection (prepender->table),
    .guard_family = prepender->guard_family,
    .guard_qualifier = prepender->guard_qualifier,
    .token_column = prepender->token_column,
    .cells = call->request->cells,
    .token = call->request->token,
    .row = hbase_prepend_request_row_slice (call->request),
    .resumed = call->request->resumed,
    .checked = prepender->is_checked && is_fresh,
    .cancel = call->action == HBASE_PREPEND_ACTION_CANCEL,
    .coordinator = prepender->coordinator,
  };
}

/* ---- the operation ---- */

/* The writers in the queue are the parent process's. */
static void
handle_fork_locked (HBasePrepender *prepender)
{
  if (prepender->process == getpid ())
    return;
  hbase_prepend_coordinator_unref (prepender->coordinator);
  prepender->coordinator = hbase_prepend_coordinator_new ();
  prepender->process = getpid ();
}

/* Lets the strategy take its counters from the sequence. */
static void
add_tickets (PrependCall *call, HBaseSequence *sequence, gboolean by_block)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  call->sequence = g_object_ref (sequence);
  call->tickets = hbase_sequence_make_block_operation (
      sequence, by_block ? hbase_sequence_get_block_size (sequence) : 1);
  call->from_memory
      = by_block && hbase_sequence_store_take (hbase_sequence_get_store (sequence), ids, 1) == 0;
  hbase_prepend_operation_set_tickets (call->operation, call->tickets,
                                       call->from_memory ? g_array_index (ids, gint64, 0) : -1);
}

static gboolean
make_operation (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  g_autoptr (HBaseKeySchema) schema = hbase_table_dup_key_schema (prepender->table);
  HBasePrependSettings settings;

  handle_fork_locked (prepender);
  settings = get_settings_locked (prepender, call, schema);
  call->n_changes = prepender->n_changes;
  call->operation
      = hbase_prepend_operation_new (hbase_table_get_protocol (prepender->table), &settings, error);
  if (call->operation == NULL)
    return FALSE;
  if (!settings.cancel && prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    add_tickets (call, prepender->sequence, prepender->strategy == HBASE_PREPEND_STRATEGY_BLOCK);
  return TRUE;
}

/* Acquires the request until call_end(). */
static PrependCall *
call_begin (HBasePrepender *prepender,
            HBasePrependRequest *request,
            HBasePrependAction action,
            GError **error)
{
  PrependCall *call;

  if (!hbase_table_check (prepender, prepender->table, error)
      || !hbase_busy_flag_acquire (&request->busy, "row to be prepended", error))
    return NULL;
  call = g_new0 (PrependCall, 1);
  call->request = hbase_prepend_request_ref (request);
  call->action = action;
  if (hbase_prepend_request_check (request, action, hbase_table_get_name (prepender->table), error)
      && (!hbase_prepend_request_needs_call (request, action) || make_operation (prepender, call, error)))
    return call;
  hbase_busy_flag_release (&request->busy);
  call_free (call);
  return NULL;
}

/* ---- the outcome ---- */

/* A counter from the sequence's memory goes back there; what is left of a new block is added to it. */
static void
record_tickets (PrependCall *call, const HBasePrependOutcome *outcome)
{
  HBaseSequenceStore *store = hbase_sequence_get_store (call->sequence);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  hbase_sequence_record_calls (call->sequence, call->tickets);
  if (outcome->n_buffered == 0)
    return;
  if (call->from_memory && !outcome->took_block)
    hbase_sequence_store_release (store, g_array_append_val (ids, outcome->next_buffered));
  else
    hbase_sequence_store_add (
        store, hbase_sequence_get_start (call->sequence) - (outcome->next_buffered - outcome->n_buffered),
        outcome->n_buffered, NULL);
}

static void
record_in_prepender (HBasePrepender *prepender, PrependCall *call, const HBasePrependOutcome *outcome)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  if (call->action != HBASE_PREPEND_ACTION_CANCEL)
    {
      prepender->n_rows += outcome->settled;
      prepender->n_puts += outcome->counts.puts;
      prepender->n_lost += outcome->counts.lost;
      prepender->n_false_denials += outcome->counts.false_denials;
      prepender->n_missed += outcome->counts.missed;
    }
  if (call->n_changes != prepender->n_changes || !outcome->newly_checked)
    return;
  prepender->is_checked = TRUE;
  prepender->checked_at_us = g_get_monotonic_time ();
}

static void
record_outcome (HBasePrepender *prepender, PrependCall *call, gboolean done)
{
  HBasePrependOutcome outcome = hbase_prepend_operation_get_outcome (call->operation);

  record_in_prepender (prepender, call, &outcome);
  if (call->sequence != NULL)
    record_tickets (call, &outcome);
  if (outcome.fenced)
    hbase_prepend_request_set_cancelled (call->request);
  else if (done && !outcome.settled)
    call->request->withdrawn = TRUE;
  else
    hbase_prepend_request_set_row (call->request, outcome.row, outcome.settled);
}

/* Frees the operation, so that the next writer of the process goes on. */
static void
call_end (HBasePrepender *prepender, PrependCall *call, gboolean done)
{
  if (call->operation != NULL)
    record_outcome (prepender, call, done);
  else if (call->action == HBASE_PREPEND_ACTION_CANCEL && !call->request->settled)
    hbase_prepend_request_set_cancelled (call->request);
  g_clear_pointer (&call->operation, hbase_operation_free);
  hbase_busy_flag_release (&call->request->busy);
}

/* ---- the run ---- */

gboolean
hbase_prepender_call (HBasePrepender *prepender,
                      HBasePrependRequest *request,
                      HBasePrependAction action,
                      GCancellable *cancellable,
                      GError **error)
{
  PrependCall *call = call_begin (prepender, request, action, error);
  gboolean done;

  if (call == NULL)
    return FALSE;
  done = call->operation == NULL
         || hbase_table_run (prepender->table, (HBaseOperation *) call->operation, cancellable, error);
  call_end (prepender, call, done);
  call_free (call);
  return done;
}

static void
call_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  call_end (HBASE_PREPENDER (source), g_task_get_task_data (task), done);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
hbase_prepender_call_async (HBasePrepender *prepender,
                            HBasePrependRequest *request,
                            HBasePrependAction action,
                            GTask *data)
{
  g_autoptr (GTask) task = data;
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;
  PrependCall *call = call_begin (prepender, request, action, &error);

  if (call == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, call, (GDestroyNotify) call_free);
  if (call->operation != NULL)
    {
      hbase_table_run_async (
          prepender->table, (HBaseOperation *) call->operation,
          hbase_task_new (prepender, call_ran, cancellable, call_ran, g_steal_pointer (&task)));
      return;
    }
  call_end (prepender, call, TRUE);
  g_task_return_boolean (task, TRUE);
}
