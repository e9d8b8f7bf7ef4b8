/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-prepender-private.h"

#include <unistd.h>

#include "hbase-bytes.h"

/* One call about one row: what is wrong is said first; then an operation is made of the settings, run, learnt from. */

static gboolean
prepender_fail (HBasePrepender *prepender, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s",
                   hbase_table_get_name (prepender->table), what);
  return FALSE;
}

/* ---- guards ---- */

/* Slices of the settings. */
static gboolean
find_columns (HBasePrepender *prepender, HBaseGuardColumns *columns, GError **error)
{
  const char *token = prepender->token_column;
  const char *colon = token != NULL ? strchr (token, ':') : NULL;

  *columns = (HBaseGuardColumns){ .family = hbase_slice_text (prepender->guard_family),
                                  .qualifier = hbase_slice_text (prepender->guard_qualifier) };
  if (token == NULL)
    return TRUE;
  if (colon == NULL || colon == token)
    return prepender_fail (prepender, "the prepender's token-column isn't one: write it as FAMILY:QUALIFIER",
                           error);
  columns->token_family = hbase_slice (token, (gsize) (colon - token));
  columns->token_qualifier = hbase_slice_text (colon + 1);
  if (hbase_slice_equal (columns->family, columns->token_family)
      && hbase_slice_equal (columns->qualifier, columns->token_qualifier))
    return prepender_fail (prepender, "the prepender's token-column is that of the guard: leave it out",
                           error);
  return TRUE;
}

static gboolean
fail_column (
    HBasePrepender *prepender, HBaseSlice family, HBaseSlice qualifier, const char *what, GError **error)
{
  g_autofree char *shown = hbase_bytes_to_text (qualifier.data, qualifier.length);
  g_autofree char *text = g_strdup_printf ("column “%.*s:%s”: %s", (int) family.length,
                                           (const char *) family.data, shown, what);

  return prepender_fail (prepender, text, error);
}

/* Of guards that are cells of their own, and of those that are the caller's. */
static gboolean
check_columns (HBasePrepender *prepender, HBasePut *cells, const HBaseGuardColumns *columns, GError **error)
{
  HBaseSlice value = { NULL, 0 };
  gboolean has = hbase_put_find_column (cells, columns->family, columns->qualifier, &value);

  if (columns->token_family.data == NULL)
    return !has
           || fail_column (prepender, columns->family, columns->qualifier,
                           "a row to be prepended has a cell in the guard's column: write it elsewhere, or "
                           "name a token-column, and the cell will be the guard",
                           error);
  if (value.length == 0)
    return fail_column (prepender, columns->family, columns->qualifier,
                        "a row to be prepended has no value in the column that is to be its guard: give it "
                        "one that isn't empty",
                        error);
  return !hbase_put_find_column (cells, columns->token_family, columns->token_qualifier, &value)
         || fail_column (prepender, columns->token_family, columns->token_qualifier,
                         "a row to be prepended has a cell in the token's column: write it elsewhere", error);
}

/* The key would be ignored, and the row looked for where it isn't. */
static gboolean
check_keyless (HBasePrepender *prepender, HBasePut *cells, GError **error)
{
  gsize length;
  const guint8 *row = hbase_put_get_row (cells, &length);
  g_autofree char *shown = hbase_bytes_to_text (row, length);
  g_autofree char *what = g_strdup_printf (
      "a row to be prepended has the row key “%s”, but gets one when it is prepended: make its "
      "put without a row key",
      shown);

  return length == 0 || prepender_fail (prepender, what, error);
}

static gboolean
check_cells (HBasePrepender *prepender, HBasePut *cells, const HBaseGuardColumns *columns, GError **error)
{
  HBaseDurability durability = hbase_put_get_durability (cells);

  if (!check_keyless (prepender, cells, error) || !hbase_put_check_cells (cells, error)
      || !check_columns (prepender, cells, columns, error))
    return FALSE;
  if (hbase_put_has_timestamps (cells))
    return prepender_fail (
        prepender, "a row to be prepended has time stamps of its own: leave them to the servers", error);
  if (durability == HBASE_DURABILITY_SKIP_WAL || durability == HBASE_DURABILITY_ASYNC_WAL)
    return prepender_fail (
        prepender, "a row to be prepended must be written safely: its durability has to be SYNC_WAL or more",
        error);
  return TRUE;
}

/* ---- keys ---- */

static gboolean
check_sequence (HBasePrepender *prepender, HBaseKeySchema *schema, GError **error)
{
  HBaseSequence *sequence = prepender->sequence;

  if (hbase_key_schema_get_counting (schema) != HBASE_KEY_COUNTER_DOWN)
    return prepender_fail (prepender, "tickets are for keys that end in a “downward” counter", error);
  if (sequence == NULL || sequence->table == NULL || !sequence->downward)
    return prepender_fail (
        prepender,
        "the strategy needs the property “sequence”: a sequence that goes down, by which all "
        "who prepend draw their keys",
        error);
  if (hbase_table_get_connection (sequence->table) != hbase_table_get_connection (prepender->table))
    return prepender_fail (prepender, "the prepender's table and its sequence must be of one connection",
                           error);
  return TRUE;
}

static gboolean
check_schema (HBasePrepender *prepender, HBaseKeySchema *schema, GError **error)
{
  if (schema == NULL || hbase_key_schema_get_counting (schema) == HBASE_KEY_COUNTER_NONE)
    return prepender_fail (prepender,
                           "to prepend rows, give the table a key schema whose last field is “downward”, as "
                           "“id:downward”, or a reversed stamp, as “at:reverse-ms”, and that draws no salt",
                           error);
  if (prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    return check_sequence (prepender, schema, error);
  return !hbase_key_schema_has_salt (schema)
         || prepender_fail (prepender,
                            "the table's first row isn't the newest one where keys are salted: set the "
                            "prepender's strategy to “ticket”",
                            error);
}

/* The key's bytes before the counter. */
static GBytes *
encode_list (HBasePrepender *prepender, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new ("()"));

  if (!check_schema (prepender, schema, error))
    return NULL;
  if (prepender->prefix != NULL || hbase_key_schema_get_n_fields (schema) == 1)
    return hbase_key_schema_encode_list (schema, prepender->prefix != NULL ? prepender->prefix : none, error);
  prepender_fail (prepender,
                  "the counter isn't all of the key: set the prepender's prefix to the fields before it",
                  error);
  return NULL;
}

/* The counter of a time is what is left until the end of all times. */
static gint64
find_start (HBasePrepender *prepender, HBaseKeySchema *schema)
{
  if (prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE)
    return prepender->sequence->start;
  if (hbase_key_schema_get_counting (schema) == HBASE_KEY_COUNTER_DOWN)
    return prepender->start;
  return G_MAXINT64
         - g_get_real_time () / (G_TIME_SPAN_SECOND / hbase_key_schema_get_timestamp_units (schema));
}

/* ---- a call ---- */

typedef struct {
  HBasePrependRequest *prepend;
  HBasePrependAction act;
  gpointer operation;      /* NULL: there is nothing to do */
  HBaseSequence *sequence; /* NULL: none is used */
  gboolean keeps_numbers;  /* those that aren't used may be used later */
  gboolean drawn;          /* the number at hand is from the sequence's memory */
  guint settings;          /* the prepender's when it began */
  gboolean checked;        /* the table's guards had been found fit by then */
} PrependCall;

static void
call_free (PrependCall *call)
{
  hbase_operation_free (call->operation);
  hbase_prepend_request_unref (call->prepend);
  g_clear_object (&call->sequence);
  g_free (call);
}

/* What the strategy adds to a request; the sequence's own checks fail. */
static gboolean
add_tickets (HBasePrepender *prepender, PrependCall *call, HBasePrependSettings *request, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  HBaseSequence *sequence = prepender->sequence;

  request->buffered = -1;
  if (prepender->strategy == HBASE_PREPEND_STRATEGY_PROBE)
    return TRUE;
  call->sequence = g_object_ref (sequence);
  call->keeps_numbers = prepender->strategy == HBASE_PREPEND_STRATEGY_BLOCK;
  request->block = call->keeps_numbers ? hbase_sequence_block_for (sequence, 1) : 1;
  request->tickets = hbase_sequence_block_operation (sequence, request->block, error);
  if (request->tickets == NULL)
    return FALSE;
  call->drawn = call->keeps_numbers && hbase_sequence_store_take (sequence->store, ids, 1) == 0;
  if (call->drawn)
    request->buffered = g_array_index (ids, gint64, 0);
  return TRUE;
}

/* A row of another list would be refused when a number is drawn already. */
static gpointer
make_prepend (HBasePrepender *prepender, PrependCall *call, HBasePrependSettings *request, GError **error)
{
  gint64 counter;

  if ((request->row.data != NULL && !hbase_prepend_check_row (request, &counter, error))
      || !add_tickets (prepender, call, request, error))
    return NULL;
  return hbase_prepend_operation_new (hbase_table_get_protocol (prepender->table), request, error);
}

/* It may have changed since. */
#define CHECKED_FOR (5 * G_TIME_SPAN_MINUTE)

static gboolean
is_checked (const HBasePrepender *prepender)
{
  return prepender->checked && g_get_monotonic_time () - prepender->checked_at < CHECKED_FOR;
}

static gpointer
make_operation (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  HBasePrependRequest *prepend = call->prepend;
  g_autoptr (HBaseKeySchema) schema = hbase_table_ref_key_schema (prepender->table);
  g_autoptr (GBytes) list = encode_list (prepender, schema, error);
  HBasePrependSettings request = { .table = hbase_table_get_name (prepender->table),
                                   .schema = schema,
                                   .list = hbase_slice_of_bytes (list),
                                   .cells = prepend->cells,
                                   .token = prepend->token,
                                   .row = hbase_prepend_request_row_slice (prepend),
                                   .resumed = prepend->resumed,
                                   .checked = is_checked (prepender),
                                   .frontier = prepender->frontier };

  call->checked = request.checked;
  if (list == NULL || !find_columns (prepender, &request.guard, error)
      || !check_cells (prepender, prepend->cells, &request.guard, error))
    return NULL;
  request.start = find_start (prepender, schema);
  request.by_tickets = prepender->strategy != HBASE_PREPEND_STRATEGY_PROBE;
  request.cancel = call->act == HBASE_PREPEND_ACTION_CANCEL;
  if (request.cancel)
    return hbase_prepend_operation_new (hbase_table_get_protocol (prepender->table), &request, error);
  return make_prepend (prepender, call, &request, error);
}

/* Those that stand in line are the parent's. */
static void
notice_fork_locked (HBasePrepender *prepender)
{
  if (prepender->process == getpid ())
    return;
  hbase_prepend_frontier_unref (prepender->frontier);
  prepender->frontier = hbase_prepend_frontier_new ();
  prepender->process = getpid ();
}

static gpointer
make_operation_locked (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  notice_fork_locked (prepender);
  call->settings = prepender->settings;
  return make_operation (prepender, call, error);
}

static gboolean
fail_cancel_of_content (HBasePrepender *prepender, GError **error)
{
  hbase_error_set (
      error, HBASE_ERROR_UNSUPPORTED,
      "table “%s”: where a column of content is the guard, a row can be settled, but not cancelled or "
      "retired: the guard would be taken for content",
      hbase_table_get_name (prepender->table));
  return FALSE;
}

static gboolean
has_guards_of_content (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  return prepender->token_column != NULL;
}

/* Whether all is known, and nothing is to be done; FALSE and an error: nothing can be. */
static gboolean
is_over (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  HBasePrependRequest *prepend = call->prepend;

  if (prepend->settled || (prepend->cancelled && call->act == HBASE_PREPEND_ACTION_CANCEL))
    return TRUE;
  if (prepend->cancelled)
    return prepender_fail (prepender, "the row was cancelled, and will never be written: prepend another",
                           error);
  if (hbase_prepend_request_is_in_doubt (prepend))
    return call->act == HBASE_PREPEND_ACTION_CANCEL && has_guards_of_content (prepender)
           && fail_cancel_of_content (prepender, error);
  if (call->act == HBASE_PREPEND_ACTION_SETTLE)
    return prepender_fail (prepender, "no row is in doubt that could be settled: prepend it", error);
  if (call->act == HBASE_PREPEND_ACTION_CANCEL)
    hbase_prepend_request_note_cancelled (prepend);
  return prepend->cancelled;
}

/* FALSE: there is an error. */
static gboolean
prepare (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (is_over (prepender, call, &problem))
    return TRUE;
  if (problem == NULL)
    call->operation = make_operation_locked (prepender, call, &problem);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return call->operation != NULL;
}

/* NULL: there is an error, and it isn't this call's turn (any more). */
static PrependCall *
begin (HBasePrepender *prepender, HBasePrependRequest *prepend, HBasePrependAction act, GError **error)
{
  PrependCall *call;

  if (!hbase_table_check (prepender, prepender->table, error)
      || !hbase_busy_flag_acquire (&prepend->turn, "row to be prepended", error))
    return NULL;
  call = g_new0 (PrependCall, 1);
  call->prepend = hbase_prepend_request_ref (prepend);
  call->act = act;
  if (prepare (prepender, call, error))
    return call;
  hbase_busy_flag_release (&prepend->turn);
  call_free (call);
  return NULL;
}

/* ---- what was found out, whatever the outcome ---- */

/* A number that was drawn from the memory goes back; what a block leaves is new to it. */
static void
give_back (PrependCall *call, gboolean from_memory, gint64 highest, gint64 left)
{
  HBaseSequenceStore *store = call->sequence->store;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (from_memory)
    hbase_sequence_store_release (store, g_array_append_val (ids, highest));
  else
    hbase_sequence_store_add (store, call->sequence->start - (highest - left), left, NULL);
}

static void
learn_from_tickets (PrependCall *call)
{
  HBaseOperation *tickets = hbase_prepend_operation_get_tickets (call->operation);
  HBaseSequenceStore *store = call->sequence->store;
  gint64 highest, left = hbase_prepend_operation_get_left (call->operation, &highest);
  gboolean took = hbase_sequence_operation_get_taken (tickets) > 0;

  hbase_sequence_store_count_unknown (store, hbase_sequence_operation_get_unknown (tickets));
  if (took)
    g_atomic_int_set (&call->sequence->checked, TRUE);
  if (call->keeps_numbers && left > 0)
    give_back (call, call->drawn && !took, highest, left);
}

static void
count (HBasePrepender *prepender, PrependCall *call)
{
  const HBaseAttemptCounts *counts = hbase_prepend_operation_get_counts (call->operation);

  prepender->n_rows += (guint64) hbase_prepend_operation_is_settled (call->operation);
  prepender->n_puts += counts->puts;
  prepender->n_lost += counts->lost;
  prepender->n_false_denials += counts->false_denials;
  prepender->n_missed += counts->missed;
}

static void
learn (HBasePrepender *prepender, PrependCall *call)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  hbase_prepend_operation_leave (call->operation);
  if (call->act != HBASE_PREPEND_ACTION_CANCEL)
    count (prepender, call);
  if (call->sequence != NULL)
    learn_from_tickets (call);
  if (call->settings != prepender->settings)
    return;
  if (call->checked || !hbase_prepend_operation_get_checked (call->operation))
    return;
  prepender->checked = TRUE;
  prepender->checked_at = g_get_monotonic_time ();
}

static void
note_outcome (PrependCall *call, gboolean done)
{
  gboolean settled = hbase_prepend_operation_is_settled (call->operation);

  if (hbase_prepend_operation_is_fenced (call->operation))
    hbase_prepend_request_note_cancelled (call->prepend);
  else if (done && !settled)
    call->prepend->withdrawn = TRUE;
  else
    hbase_prepend_request_note (call->prepend, hbase_prepend_operation_get_row (call->operation), settled);
}

static void
end (HBasePrepender *prepender, PrependCall *call, gboolean done)
{
  if (call->operation != NULL)
    {
      learn (prepender, call);
      note_outcome (call, done);
    }
  hbase_busy_flag_release (&call->prepend->turn);
}

/* ---- a run ---- */

gboolean
hbase_prepender_call (HBasePrepender *prepender,
                      HBasePrependRequest *prepend,
                      HBasePrependAction act,
                      GCancellable *cancellable,
                      GError **error)
{
  PrependCall *call = begin (prepender, prepend, act, error);
  gboolean done;

  if (call == NULL)
    return FALSE;
  done = call->operation == NULL || hbase_table_run (prepender->table, call->operation, cancellable, error);
  end (prepender, call, done);
  call_free (call);
  return done;
}

static void
call_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  end (HBASE_PREPENDER (source), g_task_get_task_data (task), done);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
hbase_prepender_call_async (HBasePrepender *prepender,
                            HBasePrependRequest *prepend,
                            HBasePrependAction act,
                            GTask *data)
{
  g_autoptr (GTask) task = data;
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;
  PrependCall *call = begin (prepender, prepend, act, &error);

  if (call == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, call, (GDestroyNotify) call_free);
  if (call->operation != NULL)
    {
      hbase_table_run_async (
          prepender->table, call->operation,
          hbase_task_new (prepender, call_ran, cancellable, call_ran, g_steal_pointer (&task)));
      return;
    }
  end (prepender, call, TRUE);
  g_task_return_boolean (task, TRUE);
}

/* ---- retiring ---- */

HBaseOperation *
hbase_prepender_make_retirement (HBasePrepender *prepender, HBaseSlice row, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  HBaseTarget target;
  HBaseGuardColumns columns;

  if (!hbase_table_check (prepender, prepender->table, error))
    return NULL;
  target = hbase_table_get_target (prepender->table);
  if (!hbase_target_prefix_error (target, hbase_row_key_check (row, error), error))
    return NULL;
  if (prepender->token_column != NULL)
    {
      fail_cancel_of_content (prepender, error);
      return NULL;
    }
  return find_columns (prepender, &columns, error)
             ? hbase_retire_operation_new (target.protocol, target.table, &columns, row)
             : NULL;
}
