/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBasePrepender: the object, its settings, and its public calls. How a row is written
 * once is described in docs/design-prepend.md. */

#include "hbase-prepender-private.h"

#include <unistd.h>

#include "hbase-call-operation-private.h"
#include "hbase-object-private.h"
#include "hbase-retire-operation-private.h"

G_DEFINE_ENUM_TYPE (HBasePrependStrategy,
                    hbase_prepend_strategy,
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_PROBE, "probe"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_TICKET, "ticket"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_BLOCK, "block"))

/**
 * HBasePrepender:
 *
 * Inserts rows before all other rows of a table, or of a list of rows within it.
 *
 * The key of such a table ends in a counter that goes down, `id:downward` in the table's key schema: it has
 * eight bytes, the first row ever has the highest value, and each new row the next lower value. So the newest
 * row is the table's first row, found by a scan with limit 1, and the oldest row is found by its constant
 * key. Alternatively the key ends in a reversed time, `at:reverse-ms`: a new row has the time of the call,
 * or, if that key isn't below the first row, the key below the first row. Any number of programs may
 * prepend at the same time: no key is assigned twice.
 *
 * Each row has a *guard*, a cell that contains the token of the row's owner, and is written only if its key
 * has no guard yet. The guards are stored in a column family of their own, `g` by default, without a time
 * to live.
 *
 * ```c
 * g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
 * g_autoptr (HBaseTable) comments = hbase_table_new_with_key_schema (connection, "prepended", schema);
 * g_autoptr (HBasePrepender) prepender = hbase_prepender_new (comments);
 *
 * if (!hbase_prepender_prepend (prepender, comment, NULL, &error))
 *   g_printerr ("%s\n", error->message);
 * ```
 *
 * **What is guaranteed.** At most one row is written for a token. An acknowledged row is in the table, at
 * its key. If one call returned before another was begun, the second call's row is above the first call's
 * (with %HBASE_PREPEND_STRATEGY_BLOCK there is no such order). With %HBASE_PREPEND_STRATEGY_PROBE and a
 * `downward` counter the guards leave no gap at any moment. This holds even if requests are lost, delayed
 * or executed twice, and if responses are lost or wrong. How:
 *
 * 1. A row has one token, 16 random bytes, at every attempt and every key.
 * 2. A key is attempted only after the key above it was read to be taken, or if it is the start. (With the
 *    other strategies: only by the call to which the sequence handed out the counter.)
 * 3. No other key is attempted before the key has a guard. If the guard is the row's own, the row is
 *    written; if it is another row's, requests that are still under way find it and do nothing. While there
 *    is no guard, the same request is sent again.
 * 4. If the timeout expires before that, the outcome is unknown, and the row's
 *    [struct@HBase.PrependRequest] has the key. [method@HBase.Prepender.settle] or
 *    [method@HBase.Prepender.cancel] decide it at any later time; waiting doesn't decide it.
 * 5. No timestamps are sent, and no clock is used except to choose the key if keys are times.
 * 6. Rows are *retired*, not deleted: [method@HBase.Prepender.retire] removes the content and keeps the
 *    guard, in one atomic change. A retired row has a guard and nothing else.
 * 7. Keys are never used again.
 * 8. Before the first row the table is checked: the guards' family must have no time to live, the table's
 *    durability must be `SYNC_WAL` or more, and the first row must have a guard. The check is repeated
 *    after five minutes, and when a known guard was deleted; until then a change of the table isn't
 *    noticed. Guards are read from the region's own server, never from a replica.
 * 9. A column of the rows' content may be the guard: see [property@HBase.Prepender:token-column].
 *
 * **What isn't guaranteed.** A particular writer may be slow while many prepend (but some writer always
 * advances). Nothing is guaranteed if rows are deleted by other means, by time to live or truncation, if
 * rows without guards are written, if the write-ahead log is skipped, or if a retired row is written to.
 * There is no atomicity over two tables: prepend first, then write to the other table under the row's key,
 * and do both again by the token after a crash. After a truncation, create new prependers: an old prepender
 * continues below the rows that it knew.
 *
 * **Many writers at once.** The calls of one prepender wait in a queue, and each writes below the row of
 * the call before it, so a process should use one prepender for a list. The calls of several processes
 * attempt the same keys, and only one of them gets each key. A call that has missed a key waits for a
 * random time, which grows with the number of processes that the newest guards show, and then attempts the
 * key below the current first row. With the [property@HBase.Prepender:strategy] `ticket` a sequence hands out
 * the counters: then each row takes two calls, however many processes prepend.
 *
 * Calls may be made from any thread, several at a time, each with a request of its own. After a fork both
 * parent and child may continue; a request whose call was under way belongs to the parent.
 */
G_DEFINE_FINAL_TYPE (HBasePrepender, hbase_prepender, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_GUARD_FAMILY,
  PROP_GUARD_QUALIFIER,
  PROP_PREFIX,
  PROP_START,
  PROP_TOKEN_COLUMN,
  PROP_STRATEGY,
  PROP_SEQUENCE,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_prepender_finalize (GObject *object)
{
  HBasePrepender *prepender = HBASE_PREPENDER (object);

  g_clear_pointer (&prepender->prefix, g_variant_unref);
  g_free (prepender->guard_family);
  g_free (prepender->guard_qualifier);
  g_free (prepender->token_column);
  g_clear_object (&prepender->sequence);
  g_clear_object (&prepender->table);
  hbase_prepend_coordinator_unref (prepender->coordinator);
  g_mutex_clear (&prepender->lock);
  G_OBJECT_CLASS (hbase_prepender_parent_class)->finalize (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_TABLE] = G_STRUCT_OFFSET (HBasePrepender, table),
  [PROP_GUARD_FAMILY] = G_STRUCT_OFFSET (HBasePrepender, guard_family),
  [PROP_GUARD_QUALIFIER] = G_STRUCT_OFFSET (HBasePrepender, guard_qualifier),
  [PROP_PREFIX] = G_STRUCT_OFFSET (HBasePrepender, prefix),
  [PROP_START] = G_STRUCT_OFFSET (HBasePrepender, start),
  [PROP_TOKEN_COLUMN] = G_STRUCT_OFFSET (HBasePrepender, token_column),
  [PROP_STRATEGY] = G_STRUCT_OFFSET (HBasePrepender, strategy),
  [PROP_SEQUENCE] = G_STRUCT_OFFSET (HBasePrepender, sequence),
};

static void
hbase_prepender_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&HBASE_PREPENDER (object)->lock);

  hbase_object_get_member (object, members[id], value);
}

static gboolean
change_member (HBasePrepender *prepender, guint id, const GValue *value, GParamSpec *pspec)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  if (!hbase_object_change_member (prepender, members[id], value, pspec))
    return FALSE;
  /* The earlier findings are about other guards, or another list of rows. */
  prepender->is_checked = FALSE;
  hbase_prepend_coordinator_unref (prepender->coordinator);
  prepender->coordinator = hbase_prepend_coordinator_new ();
  prepender->n_changes++;
  return TRUE;
}

static void
hbase_prepender_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (change_member (HBASE_PREPENDER (object), id, value, pspec))
    g_object_notify_by_pspec (object, pspec);
}

static void
hbase_prepender_class_init (HBasePrependerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags settable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags flags = settable | G_PARAM_CONSTRUCT;

  object_class->finalize = hbase_prepender_finalize;
  object_class->get_property = hbase_prepender_get_property;
  object_class->set_property = hbase_prepender_set_property;

  /**
   * HBasePrepender:table: (getter get_table)
   *
   * The table. When a row is prepended it must have a key schema whose last field is of the type
   * `downward`, `reverse-s`, `reverse-ms` or `reverse-us`.
   */
  properties[PROP_TABLE]
      = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePrepender:guard-family: (getter dup_guard_family)
   *
   * The column family of the guards, preferably a family that holds nothing else, `g` by default. If it holds
   * content, too, cells that are written to it while their row is being retired may remain.
   */
  properties[PROP_GUARD_FAMILY] = g_param_spec_string ("guard-family", NULL, NULL, "g", flags);
  /**
   * HBasePrepender:guard-qualifier: (getter dup_guard_qualifier)
   *
   * The qualifier of the guards' column, empty by default: guards need no name beside the name of their
   * family, and each byte of it is stored with each row.
   */
  properties[PROP_GUARD_QUALIFIER] = g_param_spec_string ("guard-qualifier", NULL, NULL, "", flags);
  /**
   * HBasePrepender:prefix: (getter dup_prefix)
   *
   * The values of the key's fields before the counter, as a tuple; %NULL if there are no such fields. Rows
   * with that prefix are a separate list, whose first row ever has the counter
   * [property@HBase.Prepender:start].
   */
  properties[PROP_PREFIX] = g_param_spec_variant ("prefix", NULL, NULL, G_VARIANT_TYPE_TUPLE, NULL, settable);
  /**
   * HBasePrepender:start: (getter get_start)
   *
   * The counter of the first row ever, by default the highest possible counter. All programs that prepend to
   * a list must agree on it. It isn't used if keys are times, or if a sequence hands out the counters: then
   * the sequence's start is used.
   */
  properties[PROP_START] = g_param_spec_int64 ("start", NULL, NULL, 0, G_MAXINT64, G_MAXINT64, flags);
  /**
   * HBasePrepender:token-column: (getter dup_token_column)
   *
   * The column of the tokens, `FAMILY:QUALIFIER`, if a column of the rows' own content is the guard; %NULL
   * by default: the guard is a cell of its own, and its value is the token.
   *
   * If set, [property@HBase.Prepender:guard-family] and [property@HBase.Prepender:guard-qualifier] name the
   * column of the content, and each row must have a value there that isn't empty. Programs that know
   * nothing of tokens may write to the same list if they write only where that column is absent. Such rows
   * can't be retired or cancelled.
   */
  properties[PROP_TOKEN_COLUMN] = g_param_spec_string ("token-column", NULL, NULL, NULL, flags);
  /**
   * HBasePrepender:strategy: (getter get_strategy)
   *
   * How a new row's key is chosen, %HBASE_PREPEND_STRATEGY_PROBE by default. All programs that prepend to
   * one list should use the same strategy: if they don't, each row is still written once, but there may be
   * gaps.
   */
  properties[PROP_STRATEGY] = g_param_spec_enum ("strategy", NULL, NULL, HBASE_TYPE_PREPEND_STRATEGY,
                                                 HBASE_PREPEND_STRATEGY_PROBE, flags);
  /**
   * HBasePrepender:sequence: (getter dup_sequence)
   *
   * The sequence that hands out the counters, for the strategies `ticket` and `block`: one sequence for each
   * list, of the table's connection, counting down, and created. Its counter should be stored in another
   * table: in this table its row would be found among the others, and might be the first.
   */
  properties[PROP_SEQUENCE] = g_param_spec_object ("sequence", NULL, NULL, HBASE_TYPE_SEQUENCE, settable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_prepender_init (HBasePrepender *prepender)
{
  g_mutex_init (&prepender->lock);
  prepender->coordinator = hbase_prepend_coordinator_new ();
  prepender->process = getpid ();
}

/**
 * hbase_prepender_new:
 * @table: a table with a key schema whose last field counts downward, or is a reversed time
 *
 * Creates a prepender. Nothing is sent yet: the first call checks whether the table is fit for guards.
 *
 * Returns: (transfer full): the prepender
 */
HBasePrepender *
hbase_prepender_new (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return g_object_new (HBASE_TYPE_PREPENDER, "table", table, NULL);
}

/**
 * hbase_prepender_get_table:
 * @prepender: a prepender
 *
 * Returns the table.
 *
 * Returns: (transfer none) (nullable): the table; %NULL if none was given
 */
HBaseTable *
hbase_prepender_get_table (HBasePrepender *prepender)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  return prepender->table;
}

/**
 * hbase_prepender_dup_guard_family:
 * @prepender: a prepender
 *
 * Returns the column family of the guards.
 *
 * Returns: (transfer full): the family
 */
char *
hbase_prepender_dup_guard_family (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return g_strdup (prepender->guard_family);
}

/**
 * hbase_prepender_dup_guard_qualifier:
 * @prepender: a prepender
 *
 * Returns the qualifier of the guards' column.
 *
 * Returns: (transfer full): the qualifier; may be empty
 */
char *
hbase_prepender_dup_guard_qualifier (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return g_strdup (prepender->guard_qualifier);
}

/**
 * hbase_prepender_dup_token_column:
 * @prepender: a prepender
 *
 * Returns the column of the tokens.
 *
 * Returns: (transfer full) (nullable): the column, `FAMILY:QUALIFIER`; %NULL if the token is the guard's
 * value
 */
char *
hbase_prepender_dup_token_column (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return g_strdup (prepender->token_column);
}

/**
 * hbase_prepender_dup_prefix:
 * @prepender: a prepender
 *
 * Returns the values of the key's fields before the counter.
 *
 * Returns: (transfer full) (nullable): a tuple; %NULL if none was set
 */
GVariant *
hbase_prepender_dup_prefix (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return prepender->prefix != NULL ? g_variant_ref (prepender->prefix) : NULL;
}

/**
 * hbase_prepender_get_start:
 * @prepender: a prepender
 *
 * Returns the counter of the first row ever.
 *
 * Returns: the counter
 */
gint64
hbase_prepender_get_start (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), 0);

  locker = g_mutex_locker_new (&prepender->lock);
  return prepender->start;
}

/**
 * hbase_prepender_get_strategy:
 * @prepender: a prepender
 *
 * Returns how a new row's key is chosen.
 *
 * Returns: the strategy
 */
HBasePrependStrategy
hbase_prepender_get_strategy (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), HBASE_PREPEND_STRATEGY_PROBE);

  locker = g_mutex_locker_new (&prepender->lock);
  return prepender->strategy;
}

/**
 * hbase_prepender_dup_sequence:
 * @prepender: a prepender
 *
 * Returns the sequence that hands out the counters.
 *
 * Returns: (transfer full) (nullable): the sequence; %NULL if none was set
 */
HBaseSequence *
hbase_prepender_dup_sequence (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return prepender->sequence != NULL ? g_object_ref (prepender->sequence) : NULL;
}

/**
 * hbase_prepender_get_statistics:
 * @prepender: a prepender
 *
 * Returns statistics of this object's calls so far, as a dictionary of counters, each an unsigned 64-bit
 * number (`t`):
 *
 * - `rows`: rows that were prepended
 * - `puts`: attempts to write a row at a key
 * - `lost-puts`: attempts without a response, or with an error
 * - `misreported-refusals`: attempts that returned “false” although the row was written, for
 *   example because a gateway repeated the call
 * - `missed-keys`: attempted keys that were another row's
 *
 * Returns: (transfer full): an `a{sv}`
 */
GVariant *
hbase_prepender_get_statistics (HBasePrepender *prepender)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  locker = g_mutex_locker_new (&prepender->lock);
  return g_variant_ref_sink (g_variant_new_parsed ("{'rows': <%t>, 'puts': <%t>, 'lost-puts': <%t>, "
                                                   "'misreported-refusals': <%t>, 'missed-keys': <%t>}",
                                                   prepender->n_rows, prepender->n_puts, prepender->n_lost,
                                                   prepender->n_misreported_refusals, prepender->n_missed));
}

/* ---- running operations ---- */

static gboolean
run (gpointer prepender, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (prepender, HBASE_PREPENDER (prepender)->table, operation, cancellable, error);
}

static void
run_async (gpointer prepender, HBaseOperation *operation, GTask *task)
{
  hbase_table_run_async (prepender, HBASE_PREPENDER (prepender)->table, operation, task);
}

static HBaseOperation *
make_many (HBasePrepender *prepender, gpointer *requests, guint n, HBasePrependAction action)
{
  GError *error = NULL;

  return hbase_table_check (prepender, prepender->table, &error) && hbase_elements_check (requests, n, &error)
             ? hbase_prepender_make_operation (prepender, requests, n, action)
             : hbase_call_operation_new_failed (HBASE_WIRE_PROTOCOL_BINARY, error);
}

static gboolean
call (HBasePrepender *prepender,
      HBasePrependRequest *request,
      HBasePrependAction action,
      GCancellable *cancellable,
      GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (request != NULL, FALSE);

  return hbase_call (prepender, run, make_many (prepender, (gpointer[]){ request }, 1, action), cancellable,
                     error);
}

static void
call_async (HBasePrepender *prepender,
            gpointer tag,
            HBasePrependRequest *request,
            HBasePrependAction action,
            GCancellable *cancellable,
            GAsyncReadyCallback callback,
            gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (request != NULL);

  hbase_call_async (prepender, run_async, tag, make_many (prepender, (gpointer[]){ request }, 1, action),
                    cancellable, callback, user_data);
}

/* ---- prepending ---- */

/**
 * hbase_prepender_prepend:
 * @prepender: a prepender
 * @request: the row to be prepended
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Writes a row at the key below the table's first row, or below the first row with the prepender's prefix.
 * Afterwards [method@HBase.PrependRequest.get_row] returns its key.
 *
 * If the row is in doubt, it is settled first, at the key at which it was attempted. If the row was written
 * already, nothing is done.
 *
 * Errors: %HBASE_ERROR_OUTCOME_UNKNOWN if the table's timeout expires, or HBase refuses the call, while it
 * isn't known whether the row was written at [method@HBase.PrependRequest.get_row]: call
 * [method@HBase.Prepender.settle] with the same [struct@HBase.PrependRequest]. After %G_IO_ERROR_CANCELLED,
 * and after a refusal by HBase, the row may be in doubt, too: its key isn't empty then.
 * %HBASE_ERROR_UNGUARDED_ROW if the first row has no guard; %HBASE_ERROR_KEY_SPACE_EXHAUSTED if its counter
 * is 0; %HBASE_ERROR_INVALID_ARGUMENT if the table has no fitting key schema, if a prefix or sequence is
 * missing, if the row was cancelled, if the put has a row key, or if cells have timestamps, are in the
 * guard's column, or have a durability below `SYNC_WAL`; %HBASE_ERROR_SEQUENCE_MISSING if the sequence
 * has no counter; %HBASE_ERROR_FAMILY_NOT_FOUND and %HBASE_ERROR_UNSUPPORTED if the table isn't fit for
 * guards; %HBASE_ERROR_INVALID_KEY if the first row's key isn't of the schema, or the row in doubt isn't of
 * the prepender's prefix; %G_IO_ERROR_PENDING while another call works on the same request; and those of any
 * call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the row is in the table
 */
gboolean
hbase_prepender_prepend (HBasePrepender *prepender,
                         HBasePrependRequest *request,
                         GCancellable *cancellable,
                         GError **error)
{
  return call (prepender, request, HBASE_PREPEND_ACTION_WRITE, cancellable, error);
}

/**
 * hbase_prepender_prepend_async:
 * @prepender: a prepender
 * @request: the row to be prepended
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the row is in the table, or after an error
 * @user_data: data for the callback
 *
 * Starts [method@HBase.Prepender.prepend] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_prepender_prepend_async (HBasePrepender *prepender,
                               HBasePrependRequest *request,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  call_async (prepender, hbase_prepender_prepend_async, request, HBASE_PREPEND_ACTION_WRITE, cancellable,
              callback, user_data);
}

/**
 * hbase_prepender_prepend_finish:
 * @prepender: a prepender
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Prepender.prepend_async].
 *
 * Returns: %TRUE if the row is in the table
 */
gboolean
hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (prepender, hbase_prepender_prepend_async, result, error);
}

/* ---- prepending several rows ---- */

/**
 * hbase_prepender_prepend_many:
 * @prepender: a prepender
 * @requests: (element-type HBase.PrependRequest): the rows to be prepended, each once
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Prepends several rows so that a reader finds them in the given order from the table's first row on: the
 * last row of the array is written first, the first row last. (With %HBASE_PREPEND_STRATEGY_BLOCK they are in
 * no order.) Rows of other programs may come between them.
 *
 * Each row is atomic, but all of them together aren't: a reader may see some. After an error the message
 * says how many were prepended, and [method@HBase.PrependRequest.is_settled] which; the same call with the
 * same array continues where it ended, and settles a row in doubt first. Each row may take the table's
 * timeout.
 *
 * Errors: those of [method@HBase.Prepender.prepend].
 *
 * Returns: %TRUE if all rows are in the table
 */
gboolean
hbase_prepender_prepend_many (HBasePrepender *prepender,
                              GPtrArray *requests,
                              GCancellable *cancellable,
                              GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (requests != NULL, FALSE);

  return hbase_call (prepender, run,
                     make_many (prepender, requests->pdata, requests->len, HBASE_PREPEND_ACTION_WRITE),
                     cancellable, error);
}

/**
 * hbase_prepender_prepend_many_async:
 * @prepender: a prepender
 * @requests: (element-type HBase.PrependRequest): the rows to be prepended; the array is copied
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the rows are in the table, or after an error
 * @user_data: data for the callback
 *
 * Starts [method@HBase.Prepender.prepend_many] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_prepender_prepend_many_async (HBasePrepender *prepender,
                                    GPtrArray *requests,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (requests != NULL);

  hbase_call_async (prepender, run_async, hbase_prepender_prepend_many_async,
                    make_many (prepender, requests->pdata, requests->len, HBASE_PREPEND_ACTION_WRITE),
                    cancellable, callback, user_data);
}

/**
 * hbase_prepender_prepend_many_finish:
 * @prepender: a prepender
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Prepender.prepend_many_async].
 *
 * Returns: %TRUE if all rows are in the table
 */
gboolean
hbase_prepender_prepend_many_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (prepender, hbase_prepender_prepend_many_async, result, error);
}

/* ---- rows in doubt ---- */

/**
 * hbase_prepender_settle:
 * @prepender: a prepender
 * @request: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Ensures that a row in doubt is written. It reads the guard at [method@HBase.PrependRequest.get_row]. If
 * the guard is the row's own, the row is written. If it is another row's, the guards below are searched for
 * the row, and if it isn't found, the row is prepended. If there is no guard, the same key is attempted
 * again. So afterwards the row is in the table, once. This may be called at any later time, by any process
 * that has the token and the row key, and again by another process; waiting alone never shows that a row
 * wasn't written. For a request that was resumed by its token alone ([ctor@HBase.PrependRequest.new_resumed])
 * all guards of the list are read.
 *
 * Errors: those of [method@HBase.Prepender.prepend], and %HBASE_ERROR_INVALID_ARGUMENT if no row is in
 * doubt, or if it was cancelled: by another holder of the token, or by a call whose outcome was unknown.
 *
 * Returns: %TRUE if the row is in the table
 */
gboolean
hbase_prepender_settle (HBasePrepender *prepender,
                        HBasePrependRequest *request,
                        GCancellable *cancellable,
                        GError **error)
{
  return call (prepender, request, HBASE_PREPEND_ACTION_SETTLE, cancellable, error);
}

/**
 * hbase_prepender_settle_async:
 * @prepender: a prepender
 * @request: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the row is in the table, or after an error
 * @user_data: data for the callback
 *
 * Starts [method@HBase.Prepender.settle] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_prepender_settle_async (HBasePrepender *prepender,
                              HBasePrependRequest *request,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  call_async (prepender, hbase_prepender_settle_async, request, HBASE_PREPEND_ACTION_SETTLE, cancellable,
              callback, user_data);
}

/**
 * hbase_prepender_settle_finish:
 * @prepender: a prepender
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Prepender.settle_async].
 *
 * Returns: %TRUE if the row is in the table
 */
gboolean
hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (prepender, hbase_prepender_settle_async, result, error);
}

/**
 * hbase_prepender_cancel:
 * @prepender: a prepender
 * @request: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Decides a row in doubt without writing it. [method@HBase.PrependRequest.get_state] returns the result:
 *
 * - %HBASE_PREPEND_STATE_WRITTEN: the row was written already, by any holder of the token, and stays at
 *   [method@HBase.PrependRequest.get_row];
 * - %HBASE_PREPEND_STATE_CANCELLED: the row wasn't written, and never will be. The list has a tombstone: a
 *   guard without an owner, which contains the token. Requests for the row that are still under way find it,
 *   and so does every holder of the token that attempts the row later, at whichever key the row was in doubt.
 *   That key is used up; readers that skip rows with only a guard skip it;
 * - %HBASE_PREPEND_STATE_NOT_FINAL: only if keys are times, or are handed out by a sequence. Another row is
 *   at the key in doubt, or no key is known, and no guard of the list has the token. Requests that this
 *   object has sent can't write the row any more, but another process that has the token and continues with
 *   the row can.
 *
 * This may be called at any later time, by any process that has the token and the row key, several times,
 * and while others settle or cancel the row: all calls have the same result. With
 * %HBASE_PREPEND_STRATEGY_PROBE and a `downward` counter that holds for every key at which the row was ever
 * in doubt, and for the token alone. With other keys it holds for the last such key only.
 *
 * If there is no guard at the key in doubt, the tombstone is put there, by one call. If another row is
 * there, the guards between it and the list's first row are read (without a key, all guards of the list), a
 * thousand a call, and the tombstone is put below the first row. A row that this object has never attempted
 * is cancelled without a call, in this object alone: if its token was given to others, cancel a request
 * that was made by [ctor@HBase.PrependRequest.new_resumed]. To end a call that is under way, cancel its
 * [class@Gio.Cancellable] first.
 *
 * Errors: %HBASE_ERROR_OUTCOME_UNKNOWN if the timeout expires, or HBase refuses the call: the row is still
 * in doubt, and prepending or settling it may fail because it was cancelled; %HBASE_ERROR_UNSUPPORTED if a
 * column of content is the guard; %HBASE_ERROR_INVALID_KEY if the row in doubt isn't of the prepender's
 * list, or the first row's key isn't of the schema; %HBASE_ERROR_UNGUARDED_ROW if the first row has no
 * guard; %HBASE_ERROR_INVALID_ARGUMENT if the table has no fitting key schema; %G_IO_ERROR_PENDING while
 * another call works on the same request; and those of any call, see [class@HBase.Table].
 *
 * Returns: %TRUE if the state is known
 */
gboolean
hbase_prepender_cancel (HBasePrepender *prepender,
                        HBasePrependRequest *request,
                        GCancellable *cancellable,
                        GError **error)
{
  return call (prepender, request, HBASE_PREPEND_ACTION_CANCEL, cancellable, error);
}

/**
 * hbase_prepender_cancel_async:
 * @prepender: a prepender
 * @request: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the state is known, or after an error
 * @user_data: data for the callback
 *
 * Starts [method@HBase.Prepender.cancel] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_prepender_cancel_async (HBasePrepender *prepender,
                              HBasePrependRequest *request,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  call_async (prepender, hbase_prepender_cancel_async, request, HBASE_PREPEND_ACTION_CANCEL, cancellable,
              callback, user_data);
}

/**
 * hbase_prepender_cancel_finish:
 * @prepender: a prepender
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Prepender.cancel_async].
 *
 * Returns: %TRUE if the state is known
 */
gboolean
hbase_prepender_cancel_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (prepender, hbase_prepender_cancel_async, result, error);
}

/* ---- retiring ---- */

static HBaseOperation *
make_retirement (HBasePrepender *prepender, HBaseSlice row)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY };
  g_auto (HBaseGuard) guard = { NULL };
  GError *error = NULL;

  if (hbase_table_check (prepender, prepender->table, &error))
    {
      target = hbase_table_get_target (prepender->table);
      hbase_target_prefix_error (target, hbase_row_key_check (row, &error), &error);
    }
  if (error == NULL && prepender->token_column != NULL)
    hbase_guard_fail_content (target.table, &error);
  if (error == NULL
      && hbase_guard_init (&guard, target.table, prepender->guard_family, prepender->guard_qualifier, NULL,
                           &error))
    return hbase_retire_operation_new (target.protocol, target.table, &guard, row);
  return hbase_call_operation_new_failed (target.protocol, error);
}

/**
 * hbase_prepender_retire:
 * @prepender: a prepender
 * @row: (array length=row_length): the key of a row that was prepended, by any program
 * @row_length: the length of @row in bytes
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Deletes a row's content and marks its guard as retired, in one atomic change. Rows that were prepended
 * must not be deleted by other means.
 *
 * The key stays taken permanently, and requests of the row's first attempts that are still under way find
 * it taken: a row that was deleted by other means could come back. Readers that skip rows with only a
 * guard don't see the row. Retiring a row that is retired already, or that was cancelled, succeeds: content
 * that was written to it since is deleted, and its guard stays.
 *
 * It takes three calls: one reads the table's families, one the guard's family and the keys of the row's
 * other cells, and one makes the change. All other families are deleted completely; in the guard's own
 * family each column that was read is deleted. Cells are deleted whatever their timestamps are: these may
 * be later than the region server's clock, if the region was moved from a server whose clock was ahead, or
 * if the writer set them. Don't write to a retired row: a put shortly after it may be lost.
 *
 * Errors: %HBASE_ERROR_ROW_NOT_FOUND if there is no guard; %HBASE_ERROR_UNSUPPORTED if a column of content
 * is the guard, or if the table isn't fit for guards; %HBASE_ERROR_OUTCOME_UNKNOWN if the timeout expires
 * before the response to the change: retiring the row again does no harm; %HBASE_ERROR_INVALID_ARGUMENT if
 * the row key is empty or too long; %HBASE_ERROR_FAMILY_NOT_FOUND; and those of any call, see
 * [class@HBase.Table].
 *
 * Returns: %TRUE if the row is retired
 */
gboolean
hbase_prepender_retire (
    HBasePrepender *prepender, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  hbase_return_if_no_bytes (row, FALSE);

  return hbase_call (prepender, run, make_retirement (prepender, hbase_slice (row, row_length)), cancellable,
                     error);
}

/**
 * hbase_prepender_retire_async:
 * @prepender: a prepender
 * @row: (array length=row_length): the key of a row that was prepended; it is copied
 * @row_length: the length of @row in bytes
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the row is retired, or after an error
 * @user_data: data for the callback
 *
 * Starts [method@HBase.Prepender.retire] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_prepender_retire_async (HBasePrepender *prepender,
                              const guint8 *row,
                              gsize row_length,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  hbase_return_if_no_bytes (row);

  hbase_call_async (prepender, run_async, hbase_prepender_retire_async,
                    make_retirement (prepender, hbase_slice (row, row_length)), cancellable, callback,
                    user_data);
}

/**
 * hbase_prepender_retire_finish:
 * @prepender: a prepender
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Prepender.retire_async].
 *
 * Returns: %TRUE if the row is retired
 */
gboolean
hbase_prepender_retire_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (prepender, hbase_prepender_retire_async, result, error);
}
