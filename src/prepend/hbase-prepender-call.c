/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the operation of a prepender's calls about rows: for each request it makes a prepend
 * operation of the prepender's settings, runs it, and records its outcome in the prepender, in its sequence,
 * and in the request.
 *
 *  1. The first request's operation is made when the call is made, with the settings of that time; each other
 *     operation when the operation before it is done.
 *  2. A request is acquired (its busy flag) while an operation for it exists.
 *  3. Each request may take the whole timeout.
 */

#include "hbase-prepender-private.h"

#include <unistd.h>

#include "hbase-series-operation-private.h"

typedef struct {
  HBasePrepender *prepender; /* a reference */
  HBasePrependAction action;
  GPtrArray *requests; /* (element-type HBasePrependRequest) */
  guint n_left;        /* requests that aren't done: the first requests; the last of these is worked on */
  /* the operation for this request */
  HBasePrependOperation *operation; /* NULL: there is none */
  guint n_changes;                  /* of the prepender's settings when it was made */
  HBaseSequence *sequence;          /* NULL: none is used */
  HBaseOperation *tickets;          /* the operation's child that takes the sequence's blocks */
  gboolean from_memory;             /* the operation begins with a counter of the sequence's last block */
} PrependCall;

static HBasePrependRequest *
get_request (const PrependCall *call)
{
  return call->requests->pdata[call->n_left - 1];
}

/* ---- the settings ---- */

/* The time after which a table that was found fit for guards is checked again, because it may have been
 * altered. */
#define CHECK_VALID_US (5 * G_TIME_SPAN_MINUTE)

static const HBasePrependStrategyClass *const strategies[] = {
  [HBASE_PREPEND_STRATEGY_PROBE] = &hbase_prepend_probe_class,
  [HBASE_PREPEND_STRATEGY_TICKET] = &hbase_prepend_ticket_class,
  [HBASE_PREPEND_STRATEGY_BLOCK] = &hbase_prepend_block_class,
};

/* Returns the counter of the first row ever. The counter of a time is the number of its units until the
 * largest time. */
static gint64
get_start_locked (HBasePrepender *prepender)
{
  HBaseKeySchema *schema = hbase_table_get_key_schema (prepender->table);

  if (prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    return prepender->sequence != NULL ? hbase_sequence_get_start (prepender->sequence) : 0;
  if (schema == NULL || hbase_key_schema_get_counting (schema) != HBASE_KEY_COUNTER_TIME)
    return prepender->start;
  return G_MAXINT64
         - g_get_real_time () / (G_TIME_SPAN_SECOND / hbase_key_schema_get_timestamp_units (schema));
}

static HBasePrependSettings
get_settings_locked (HBasePrepender *prepender, const PrependCall *call)
{
  HBasePrependRequest *request = get_request (call);
  HBaseSequence *sequence = prepender->sequence;
  HBaseTable *counters = sequence != NULL ? hbase_sequence_get_table (sequence) : NULL;
  gboolean has_sequence = counters != NULL && hbase_sequence_is_downward (sequence);
  gboolean is_fresh = g_get_monotonic_time () - prepender->checked_at_us < CHECK_VALID_US;

  return (HBasePrependSettings){
    .table = hbase_table_get_name (prepender->table),
    .schema = hbase_table_get_key_schema (prepender->table),
    .prefix = prepender->prefix,
    .strategy = strategies[prepender->strategy],
    .start = get_start_locked (prepender),
    .has_sequence = has_sequence,
    .foreign_sequence
    = has_sequence && hbase_table_get_connection (counters) != hbase_table_get_connection (prepender->table),
    .guard_family = prepender->guard_family,
    .guard_qualifier = prepender->guard_qualifier,
    .token_column = prepender->token_column,
    .cells = request->cells,
    .token = request->token,
    .row = hbase_prepend_request_row_slice (request),
    .resumed = request->resumed,
    .checked = prepender->is_checked && is_fresh,
    .cancel = call->action == HBASE_PREPEND_ACTION_CANCEL,
    .coordinator = prepender->coordinator,
  };
}

/* ---- the operation ---- */

/* Makes a new coordinator after a fork: the writers in the parent's queue don't exist in this process. */
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

static void
make_operation (PrependCall *call)
{
  HBasePrepender *prepender = call->prepender;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  HBasePrependSettings settings;

  handle_fork_locked (prepender);
  settings = get_settings_locked (prepender, call);
  call->n_changes = prepender->n_changes;
  call->operation = hbase_prepend_operation_new (hbase_table_get_protocol (prepender->table), &settings);
  if (!settings.cancel && settings.has_sequence && prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    add_tickets (call, prepender->sequence, prepender->strategy == HBASE_PREPEND_STRATEGY_BLOCK);
}

/* ---- the outcome ---- */

/* Returns an unused counter to the sequence's memory, and adds the unused numbers of a new block to it. */
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
record_in_prepender (PrependCall *call, const HBasePrependOutcome *outcome)
{
  HBasePrepender *prepender = call->prepender;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  if (call->action != HBASE_PREPEND_ACTION_CANCEL)
    {
      prepender->n_rows += outcome->settled;
      prepender->n_puts += outcome->counts.puts;
      prepender->n_lost += outcome->counts.lost;
      prepender->n_misreported_refusals += outcome->counts.misreported_refusals;
      prepender->n_missed += outcome->counts.missed;
    }
  if (call->n_changes != prepender->n_changes || !outcome->newly_checked)
    return;
  prepender->is_checked = TRUE;
  prepender->checked_at_us = g_get_monotonic_time ();
}

static void
record_in_request (HBasePrependRequest *request, const HBasePrependOutcome *outcome, gboolean done)
{
  if (outcome->fenced)
    hbase_prepend_request_set_cancelled (request);
  else if (done && !outcome->settled)
    request->withdrawn = TRUE;
  else
    hbase_prepend_request_set_row (request, outcome->row, outcome->settled);
}

/* ---- the requests ---- */

/* Makes the operation for an acquired request, unless nothing needs to be sent. */
static gboolean
begin_request (PrependCall *call, GError **error)
{
  HBasePrependRequest *request = get_request (call);

  if (!hbase_prepend_request_check (request, call->action, hbase_table_get_name (call->prepender->table),
                                    error))
    return FALSE;
  if (hbase_prepend_request_needs_call (request, call->action))
    make_operation (call);
  else if (call->action == HBASE_PREPEND_ACTION_CANCEL && !request->settled)
    hbase_prepend_request_set_cancelled (request);
  return TRUE;
}

/* Releases the request. */
static void
end_request (PrependCall *call, GError **error)
{
  hbase_busy_flag_release (&get_request (call)->busy);
  g_clear_object (&call->sequence);
  call->operation = NULL;
  if (*error == NULL)
    call->n_left--;
}

/* Adds the number of rows that were prepended to the error if there are several requests. */
static void
prefix_error (const PrependCall *call, GError **error)
{
  if (call->requests->len > 1)
    g_prefix_error (error, "%u of %u rows are prepended, the last ones of the array, and row %u isn't: ",
                    call->requests->len - call->n_left, call->requests->len, call->n_left);
}

static HBaseOperation *
call_next (gpointer data, GError **error)
{
  PrependCall *call = data;
  GError *problem = NULL;

  while (problem == NULL && call->n_left > 0
         && hbase_busy_flag_acquire (&get_request (call)->busy, "row to be prepended", &problem))
    {
      if (begin_request (call, &problem) && call->operation != NULL)
        return (HBaseOperation *) call->operation;
      end_request (call, &problem);
    }
  if (problem != NULL)
    {
      prefix_error (call, &problem);
      g_propagate_error (error, problem);
    }
  return NULL;
}

static void
call_ended (gpointer data, HBaseOperation *operation, GError **error)
{
  PrependCall *call = data;
  HBasePrependOutcome outcome = hbase_prepend_operation_get_outcome (call->operation);

  if (call->sequence != NULL)
    record_tickets (call, &outcome);
  if (!outcome.refused)
    {
      record_in_prepender (call, &outcome);
      record_in_request (get_request (call), &outcome, *error == NULL);
    }
  end_request (call, error);
  if (*error != NULL)
    prefix_error (call, error);
}

static void
call_free (gpointer data)
{
  PrependCall *call = data;

  g_ptr_array_unref (call->requests);
  g_object_unref (call->prepender);
  g_free (call);
}

static const HBaseSeriesFuncs call_funcs = { call_next, call_ended, call_free };

HBaseOperation *
hbase_prepender_make_operation (HBasePrepender *prepender,
                                gpointer *requests,
                                guint n,
                                HBasePrependAction action)
{
  PrependCall *call = g_new0 (PrependCall, 1);
  HBaseOperation *series;

  call->prepender = g_object_ref (prepender);
  call->action = action;
  call->requests = g_ptr_array_new_full (n, (GDestroyNotify) hbase_prepend_request_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (call->requests, hbase_prepend_request_ref (requests[i]));
  call->n_left = n;
  series = hbase_series_operation_new (hbase_table_get_protocol (prepender->table), &call_funcs, call);
  hbase_operation_set_subject (series, hbase_table_get_name (prepender->table), hbase_slice (NULL, 0));
  return series;
}
