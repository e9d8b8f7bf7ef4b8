/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBaseSequence: the object, its blocking calls, and its asynchronous calls.
 *
 * An asynchronous call that can't be served from memory waits in a queue:
 *
 *  1. Waiting calls are served in order. A call that can be served from memory waits only if others wait.
 *  2. While calls of a main context wait, one operation that takes a block runs in that context, for all of
 *     them: another context might not be iterated any more. Whichever block arrives first serves the queue,
 *     so with several contexts a block may be taken too early. A block that is prefetched is taken in one
 *     context only.
 *  3. If such an operation fails, all waiting calls fail with its error: another one would fail, too. It
 *     can't be cancelled.
 *  4. A waiting call that is cancelled leaves the queue. The operation goes on for the others.
 *  5. A forked child drops its parent's waiting calls, and the operations that run for them.
 */

#include "hbase-sequence-private.h"

#include <unistd.h>

#include "hbase-error-private.h"
#include "hbase-object-private.h"

/* When less than this part of a block is left, the next one is prefetched. */
#define PREFETCH_DIVISOR 4
/* So many ids take 128 MiB. */
#define MAX_IDS (1 << 24)

/**
 * HBaseSequence:
 *
 * Hands out whole numbers, each of them once, to any number of processes.
 *
 * A counter in a row of a table holds which numbers are taken. A process takes a block of numbers by one
 * increment, and hands them out from memory. With a block size of 1 each id costs a call.
 *
 * ```c
 * g_autoptr (HBaseSequence) sequence = NULL;
 * gint64 id;
 *
 * sequence = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "users", "family", "content",
 *                          "block-size", 100, NULL);
 * if (!hbase_sequence_create (sequence, NULL, &error)
 *     || !hbase_sequence_next (sequence, &id, NULL, &error))
 *   return FALSE;
 * ```
 *
 * **What is guaranteed.** No id is handed out twice, whichever requests and responses are lost. An
 * increment whose response is lost may cost a block; it is no error, and is counted. At most block size ×
 * (lost increments + 2 × crashes) ids are taken and never handed out (2, because a crash may lose a block
 * in use and one that was prefetched), as long as one thread at a time calls. Only
 * [method@HBase.Sequence.create] creates the counter's row: if the row was deleted, calls fail with
 * %HBASE_ERROR_SEQUENCE_MISSING, and never begin again with numbers that were handed out. So do calls of an
 * object that has taken numbers, if the counter went back: the table was restored, or the counter written.
 *
 * **What isn't guaranteed.** Ids of different sequence objects aren't in the order of time, and there may
 * be gaps.
 *
 * The row's key is the sequence's name. The row has the counter, which is kept above 2⁶², so that a counter
 * that HBase created anew is recognised; and the definition (start and direction), on which all users of the
 * sequence must agree. After a fork the child takes blocks of its own. Calls may be made from any thread,
 * several at a time.
 */
struct _HBaseSequence {
  GObject parent_instance;
  HBaseTable *table;
  char *name, *family;
  gint block_size; /* atomic */
  gint64 start;
  gboolean downward;
  char *definition;
  gint is_checked; /* atomic: the stored definition was compared */
  HBaseSequenceStore *store;
  GMutex lock;         /* protects what follows */
  GQueue waiting;      /* (element-type GTask) the waiting calls, in order */
  GPtrArray *contexts; /* (element-type GMainContext) in which a block is being taken */
  pid_t process;       /* the process to which these belong */
};

enum { PROP_TABLE = 1, PROP_NAME, PROP_FAMILY, PROP_BLOCK_SIZE, PROP_START, PROP_DOWNWARD, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseSequence, hbase_sequence, G_TYPE_OBJECT)

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_TABLE] = G_STRUCT_OFFSET (HBaseSequence, table),
  [PROP_NAME] = G_STRUCT_OFFSET (HBaseSequence, name),
  [PROP_FAMILY] = G_STRUCT_OFFSET (HBaseSequence, family),
  [PROP_START] = G_STRUCT_OFFSET (HBaseSequence, start),
  [PROP_DOWNWARD] = G_STRUCT_OFFSET (HBaseSequence, downward),
};

static void
hbase_sequence_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BLOCK_SIZE)
    g_value_set_uint (value, hbase_sequence_get_block_size (HBASE_SEQUENCE (object)));
  else
    hbase_object_get_member (object, members[id], value);
}

static void
set_block_size (HBaseSequence *sequence, guint size, GParamSpec *pspec)
{
  guint old = (guint) g_atomic_int_exchange (&sequence->block_size, (gint) size);

  if (old != size)
    g_object_notify_by_pspec (G_OBJECT (sequence), pspec);
}

static void
hbase_sequence_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BLOCK_SIZE)
    set_block_size (HBASE_SEQUENCE (object), g_value_get_uint (value), pspec);
  else
    hbase_object_set_member (object, members[id], value, pspec);
}

static void
hbase_sequence_constructed (GObject *object)
{
  HBaseSequence *sequence = HBASE_SEQUENCE (object);

  if (sequence->start < 0)
    sequence->start = sequence->downward ? G_MAXINT64 : 1;
  sequence->definition
      = g_strdup_printf ("from %" G_GINT64_FORMAT " %s", sequence->start, sequence->downward ? "down" : "up");
  sequence->store = hbase_sequence_store_new (sequence->start, sequence->downward);
  G_OBJECT_CLASS (hbase_sequence_parent_class)->constructed (object);
}

/* No call waits: a waiting call has a reference to the sequence. */
static void
hbase_sequence_finalize (GObject *object)
{
  HBaseSequence *sequence = HBASE_SEQUENCE (object);

  g_clear_pointer (&sequence->store, hbase_sequence_store_free);
  g_ptr_array_unref (sequence->contexts);
  g_clear_object (&sequence->table);
  g_free (sequence->name);
  g_free (sequence->family);
  g_free (sequence->definition);
  g_mutex_clear (&sequence->lock);
  G_OBJECT_CLASS (hbase_sequence_parent_class)->finalize (object);
}

static void
hbase_sequence_class_init (HBaseSequenceClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GParamFlags once = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_sequence_get_property;
  object_class->set_property = hbase_sequence_set_property;
  object_class->constructed = hbase_sequence_constructed;
  object_class->finalize = hbase_sequence_finalize;

  /**
   * HBaseSequence:table: (getter get_table)
   *
   * The table that has the counter.
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE, once);
  /**
   * HBaseSequence:name: (getter get_name)
   *
   * The sequence's name: the key of the counter's row.
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, "", once);
  /**
   * HBaseSequence:family: (getter get_family)
   *
   * The column family of the counter, `s` by default. It must have no time to live.
   */
  properties[PROP_FAMILY] = g_param_spec_string ("family", NULL, NULL, "s", once);
  /**
   * HBaseSequence:block-size: (getter get_block_size)
   *
   * The number of ids that one call takes, 1,000 by default. Users of one sequence may use different sizes.
   */
  properties[PROP_BLOCK_SIZE] = g_param_spec_uint ("block-size", NULL, NULL, 1, G_MAXINT32, 1000,
                                                   G_PARAM_READWRITE | G_PARAM_CONSTRUCT
                                                       | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseSequence:start: (getter get_start)
   *
   * The first id. If it is set to −1, the default, it is 1, or 2⁶³ − 1 if ids go down. All users must agree
   * on it.
   */
  properties[PROP_START] = g_param_spec_int64 ("start", NULL, NULL, -1, G_MAXINT64, -1, once);
  /**
   * HBaseSequence:downward: (getter is_downward)
   *
   * Whether ids go down from the first one, to 0. All users must agree on it.
   */
  properties[PROP_DOWNWARD] = g_param_spec_boolean ("downward", NULL, NULL, FALSE, once);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_sequence_init (HBaseSequence *sequence)
{
  g_mutex_init (&sequence->lock);
  g_queue_init (&sequence->waiting);
  sequence->contexts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_main_context_unref);
  sequence->process = getpid ();
}

/**
 * hbase_sequence_new:
 * @table: the table that has the counter
 * @name: the sequence's name, which is the key of the counter's row
 *
 * Creates a sequence object, for ids from 1 upward. Nothing is sent. The counter is in the column family `s`,
 * which the table must have: a sequence in another one is made by g_object_new() with
 * [property@HBase.Sequence:family].
 *
 * Returns: (transfer full): the sequence
 */
HBaseSequence *
hbase_sequence_new (HBaseTable *table, const char *name)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", name, NULL);
}

/**
 * hbase_sequence_get_table:
 * @sequence: a sequence
 *
 * Returns the table that has the counter.
 *
 * Returns: (transfer none) (nullable): the table; %NULL if none was given
 */
HBaseTable *
hbase_sequence_get_table (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  return sequence->table;
}

/**
 * hbase_sequence_get_name:
 * @sequence: a sequence
 *
 * Returns the sequence's name, which is the key of the counter's row.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_sequence_get_name (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  return sequence->name;
}

/**
 * hbase_sequence_get_family:
 * @sequence: a sequence
 *
 * Returns the column family of the counter.
 *
 * Returns: (transfer none): the family
 */
const char *
hbase_sequence_get_family (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  return sequence->family;
}

/**
 * hbase_sequence_get_block_size:
 * @sequence: a sequence
 *
 * Returns the number of ids that one call takes.
 *
 * Returns: the number, at least 1
 */
guint
hbase_sequence_get_block_size (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), 1);

  return (guint) g_atomic_int_get (&sequence->block_size);
}

/**
 * hbase_sequence_get_start:
 * @sequence: a sequence
 *
 * Returns the first id.
 *
 * Returns: the id, at least 0
 */
gint64
hbase_sequence_get_start (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), 0);

  return sequence->start;
}

/**
 * hbase_sequence_is_downward:
 * @sequence: a sequence
 *
 * Returns whether ids go down from the first one, to 0.
 *
 * Returns: %TRUE if ids go down
 */
gboolean
hbase_sequence_is_downward (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), FALSE);

  return sequence->downward;
}

/**
 * hbase_sequence_get_statistics:
 * @sequence: a sequence
 *
 * Returns statistics of this object's calls so far, as a dictionary of counters, each an unsigned 64-bit
 * number (`t`):
 *
 * - `blocks`: blocks that were taken
 * - `lost-increments`: increments without a response, or with an error, each of which may have cost a block
 * - `ids-handed-out`: ids that calls have returned
 * - `ids-buffered`: ids of blocks that were taken that are still to be handed out
 * - `ids-dropped`: ids that a forked child has dropped because they are its parent's
 *
 * Returns: (transfer full): an `a{sv}`
 */
GVariant *
hbase_sequence_get_statistics (HBaseSequence *sequence)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  return hbase_sequence_store_get_statistics (sequence->store);
}

/* ---- operations ---- */

static HBaseSequenceKey
get_key (const HBaseSequence *sequence)
{
  HBaseTarget target = { .table = "unnamed" }; /* hbase_table_check() fails before it is used */

  if (sequence->table != NULL)
    target = hbase_table_get_target (sequence->table);
  return (HBaseSequenceKey){ target, sequence->name != NULL ? sequence->name : "",
                             sequence->family != NULL ? sequence->family : "", sequence->definition };
}

HBaseOperation *
hbase_sequence_make_block_operation (HBaseSequence *sequence, gint64 n)
{
  HBaseSequenceKey key = get_key (sequence);
  HBaseOperation *operation
      = hbase_sequence_operation_new (&key, n, g_atomic_int_get (&sequence->is_checked));

  hbase_sequence_operation_set_floor (operation, hbase_sequence_store_get_taken (sequence->store));
  return operation;
}

HBaseSequenceStore *
hbase_sequence_get_store (HBaseSequence *sequence)
{
  return sequence->store;
}

void
hbase_sequence_record_calls (HBaseSequence *sequence, HBaseOperation *operation)
{
  gint64 taken = hbase_sequence_operation_get_taken (operation);

  hbase_sequence_store_record_calls (sequence->store, taken,
                                     hbase_sequence_operation_get_unknown (operation));
  if (taken > 0)
    g_atomic_int_set (&sequence->is_checked, TRUE);
}

/* Returns an operation for a whole block, or for `n_missing` ids if these are more. */
static HBaseOperation *
make_fetch (HBaseSequence *sequence, gint64 n_missing)
{
  return hbase_sequence_make_block_operation (
      sequence, MAX ((gint64) hbase_sequence_get_block_size (sequence), n_missing));
}

/* Adds the block of an operation that has run. */
static gboolean
add_block (HBaseSequence *sequence, HBaseOperation *operation, gboolean done, GError **error)
{
  hbase_sequence_record_calls (sequence, operation);
  return done
         && hbase_sequence_store_add (sequence->store, hbase_sequence_operation_get_taken (operation),
                                      hbase_sequence_operation_get_block (operation), error);
}

static gboolean
run (gpointer sequence, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_table_run (sequence, HBASE_SEQUENCE (sequence)->table, operation, cancellable, error);
}

static void
run_async (gpointer sequence, HBaseOperation *operation, GTask *task)
{
  hbase_table_run_async (sequence, HBASE_SEQUENCE (sequence)->table, operation, task);
}

/* ---- creating ---- */

static HBaseOperation *
make_creation (HBaseSequence *sequence)
{
  HBaseSequenceKey key = get_key (sequence);

  return hbase_sequence_creation_new (&key);
}

/**
 * hbase_sequence_create:
 * @sequence: a sequence
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Creates the counter's row if it doesn't exist. One user of the sequence must call this once; if several
 * do, all succeed. No other call creates the row, so that a loss of the row is noticed. After such a loss,
 * create the sequence under another name, or with a start beyond all ids in use.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the sequence was created with another start or direction, and
 * those of any call, see [class@HBase.Table]. After some of these the row may exist; calling this again does
 * no harm.
 *
 * Returns: %TRUE if the row exists; %FALSE on error
 */
gboolean
hbase_sequence_create (HBaseSequence *sequence, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), FALSE);

  return hbase_call (sequence, run, make_creation (sequence), cancellable, error);
}

/**
 * hbase_sequence_create_async:
 * @sequence: a sequence
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called when the row exists, or after an error
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Sequence.create] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_sequence_create_async (HBaseSequence *sequence,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SEQUENCE (sequence));

  hbase_call_async (sequence, run_async, hbase_sequence_create_async, make_creation (sequence), cancellable,
                    callback, user_data);
}

/**
 * hbase_sequence_create_finish:
 * @sequence: a sequence
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Sequence.create_async].
 *
 * Returns: %TRUE if the row exists; %FALSE on error
 */
gboolean
hbase_sequence_create_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error)
{
  return hbase_call_finish (sequence, hbase_sequence_create_async, result, error);
}

/* ---- ids, blocking ---- */

static gboolean
check_call (HBaseSequence *sequence, guint n, GCancellable *cancellable, GError **error)
{
  return hbase_table_check_call (sequence, sequence->table, cancellable, error)
         && (n <= MAX_IDS
             || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                                 "sequence “%s”: %u ids are more than the %d that a call can hand out",
                                 sequence->name, n, MAX_IDS));
}

/* Returns the only id of the array, which it takes. */
static gboolean
take_id (GArray *array, gint64 *id)
{
  g_autoptr (GArray) ids = array;

  if (ids != NULL)
    *id = g_array_index (ids, gint64, 0);
  return ids != NULL;
}

/**
 * hbase_sequence_next_n:
 * @sequence: a sequence
 * @n: the number of ids, at most 16,777,216
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Hands out several ids. Ids in memory are used first, and the others are taken by one call. There may be
 * gaps between them. After an error those in memory remain there.
 *
 * Errors: %HBASE_ERROR_SEQUENCE_MISSING if the sequence was never created, was deleted, or its counter went
 * back; %HBASE_ERROR_KEY_SPACE_EXHAUSTED if fewer ids are left; %HBASE_ERROR_INVALID_ARGUMENT if the sequence
 * was created with another start or direction, or if these are too many ids; %HBASE_ERROR_PROTOCOL if HBase
 * has returned a block of ids twice; and those of any call, see [class@HBase.Table]. After some of these a
 * block may be taken whose ids are never handed out.
 *
 * Returns: (transfer full) (element-type gint64): the ids; %NULL on error
 */
GArray *
hbase_sequence_next_n (HBaseSequence *sequence, guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ids = NULL;
  gint64 n_missing;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  if (!check_call (sequence, n, cancellable, error))
    return NULL;
  ids = g_array_sized_new (FALSE, FALSE, sizeof (gint64), n);
  while ((n_missing = hbase_sequence_store_take (sequence->store, ids, n)) > 0)
    {
      g_autoptr (HBaseOperation) operation = make_fetch (sequence, n_missing);
      gboolean done = run (sequence, operation, cancellable, error);

      if (add_block (sequence, operation, done, error))
        continue;
      hbase_sequence_store_release (sequence->store, ids);
      return NULL;
    }
  return g_steal_pointer (&ids);
}

/**
 * hbase_sequence_next:
 * @sequence: a sequence
 * @id: (out): the id
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Hands out the next id, as [method@HBase.Sequence.next_n] does.
 *
 * Errors: those of [method@HBase.Sequence.next_n].
 *
 * Returns: (skip): %TRUE; %FALSE on error
 */
gboolean
hbase_sequence_next (HBaseSequence *sequence, gint64 *id, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return take_id (hbase_sequence_next_n (sequence, 1, cancellable, error), id);
}

/**
 * hbase_sequence_next_text:
 * @sequence: a sequence
 * @cancellable: (nullable): ends the call when it is cancelled
 * @error: return location for an error
 *
 * Hands out the next id in decimal digits, for languages whose numbers can't hold it: JavaScript's are exact
 * up to 2⁵³ only.
 *
 * Errors: those of [method@HBase.Sequence.next_n].
 *
 * Returns: (transfer full): the id; %NULL on error
 */
char *
hbase_sequence_next_text (HBaseSequence *sequence, GCancellable *cancellable, GError **error)
{
  gint64 id;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (sequence), NULL);

  return hbase_sequence_next (sequence, &id, cancellable, error) ? g_strdup_printf ("%" G_GINT64_FORMAT, id)
                                                                 : NULL;
}

/* ---- ids, asynchronous: a call ---- */

/* The data of a call's task. */
typedef struct {
  guint n;
  GArray *ids;
  GSource *cancelled; /* while the call waits; NULL: it can't be cancelled */
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_array_unref (call->ids);
  g_clear_pointer (&call->cancelled, g_source_unref);
  g_free (call);
}

/* Returns the call's ids, or the error. Takes both arguments. */
static void
end_call (GTask *task, GError *error)
{
  HBaseSequence *sequence = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);

  if (call->cancelled != NULL)
    g_source_destroy (call->cancelled);
  if (error == NULL)
    g_task_return_pointer (task, g_array_ref (call->ids), (GDestroyNotify) g_array_unref);
  else
    {
      hbase_sequence_store_release (sequence->store, call->ids);
      g_task_return_error (task, error);
    }
  g_object_unref (task);
}

static gboolean
handle_cancel (GCancellable *cancellable, gpointer data)
{
  GTask *task = data;
  HBaseSequence *sequence = g_task_get_source_object (task);
  gboolean was_waiting;

  g_mutex_lock (&sequence->lock);
  was_waiting = g_queue_remove (&sequence->waiting, task);
  g_mutex_unlock (&sequence->lock);
  if (was_waiting)
    end_call (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled"));
  return G_SOURCE_REMOVE;
}

/* Under the lock, and after the task was queued: its context may be iterated by another thread, at once. */
static void
watch_cancellable_locked (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  if (g_task_get_cancellable (task) == NULL)
    return;
  call->cancelled = g_cancellable_source_new (g_task_get_cancellable (task));
  g_source_set_callback (call->cancelled, G_SOURCE_FUNC (handle_cancel), g_object_ref (task), g_object_unref);
  g_source_attach (call->cancelled, g_task_get_context (task));
}

/* ---- ids, asynchronous: the queue ---- */

/* Adds ids from memory to the call's; returns how many are still missing. */
static gint64
serve (GTask *task)
{
  HBaseSequence *sequence = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);

  return hbase_sequence_store_take (sequence->store, call->ids, call->n);
}

/* Removes the first call if it can be served; NULL: it can't, or no call waits. `*n_missing`: the number of
 * ids that it still needs, for which the context continues to take blocks; 0 if no call waits. */
static GTask *
pop_served (HBaseSequence *sequence, GMainContext *context, gint64 *n_missing)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&sequence->lock);
  GTask *task = g_queue_peek_head (&sequence->waiting);

  *n_missing = task != NULL ? serve (task) : 0;
  if (task != NULL && *n_missing == 0)
    return g_queue_pop_head (&sequence->waiting);
  if (task == NULL)
    g_ptr_array_remove (sequence->contexts, context);
  return NULL;
}

static void
fail_waiting (HBaseSequence *sequence, const GError *error)
{
  GQueue failed;
  GTask *task;

  g_mutex_lock (&sequence->lock);
  failed = sequence->waiting;
  g_queue_init (&sequence->waiting);
  g_mutex_unlock (&sequence->lock);
  while ((task = g_queue_pop_head (&failed)) != NULL)
    end_call (task, g_error_copy (error));
}

static void block_fetched (GObject *source, GAsyncResult *result, gpointer data);

/* Takes a block in the thread-default context, which is among `contexts`. */
static void
fetch_async (HBaseSequence *sequence, gint64 n_missing)
{
  hbase_call_async (sequence, run_async, fetch_async, make_fetch (sequence, n_missing), NULL, block_fetched,
                    NULL);
}

static void
block_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  HBaseSequence *sequence = HBASE_SEQUENCE (source);
  GTask *fetch = G_TASK (result), *task;
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (fetch, &error);
  gint64 n_missing;

  if (!add_block (sequence, g_task_get_task_data (fetch), done, done ? &error : NULL))
    fail_waiting (sequence, error);
  while ((task = pop_served (sequence, g_task_get_context (fetch), &n_missing)) != NULL)
    end_call (task, NULL);
  if (n_missing > 0)
    fetch_async (sequence, n_missing);
}

static void
handle_fork_locked (HBaseSequence *sequence)
{
  if (sequence->process == getpid ())
    return;
  g_queue_clear (&sequence->waiting);
  g_ptr_array_set_size (sequence->contexts, 0);
  sequence->process = getpid ();
}

/* Returns whether the caller must take a block in the context, whose ids are needed now, or soon. */
static gboolean
claim_fetch_locked (HBaseSequence *sequence, GMainContext *context)
{
  guint block_size = hbase_sequence_get_block_size (sequence);
  gboolean is_low
      = block_size > 1 && hbase_sequence_store_get_buffered (sequence->store) < block_size / PREFETCH_DIVISOR;

  if (sequence->waiting.length > 0 ? g_ptr_array_find (sequence->contexts, context, NULL)
                                   : sequence->contexts->len > 0 || !is_low)
    return FALSE;
  g_ptr_array_add (sequence->contexts, g_main_context_ref (context));
  return TRUE;
}

/* Serves the call, or queues it. Returns whether the caller must take a block. */
static gboolean
serve_or_queue (HBaseSequence *sequence, GTask *task, gboolean *is_served)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&sequence->lock);

  handle_fork_locked (sequence);
  *is_served = sequence->waiting.length == 0 && serve (task) == 0;
  if (!*is_served)
    {
      g_queue_push_tail (&sequence->waiting, task);
      watch_cancellable_locked (task);
    }
  return claim_fetch_locked (sequence, g_task_get_context (task));
}

static void
call_async (HBaseSequence *sequence,
            gpointer tag,
            guint n,
            GCancellable *cancellable,
            GAsyncReadyCallback callback,
            gpointer user_data)
{
  GTask *task = hbase_task_new (sequence, tag, cancellable, callback, user_data);
  Call *call = g_new0 (Call, 1);
  gboolean is_served;
  GError *error = NULL;

  *call = (Call){ .n = n, .ids = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_task_set_task_data (task, call, call_free);
  if (!check_call (sequence, n, cancellable, &error))
    {
      end_call (task, error);
      return;
    }
  if (serve_or_queue (sequence, task, &is_served))
    fetch_async (sequence, is_served ? 1 : (gint64) n);
  if (is_served)
    end_call (task, NULL);
}

/**
 * hbase_sequence_next_n_async:
 * @sequence: a sequence
 * @n: the number of ids
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called with the ids, or after an error
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Sequence.next_n] without blocking. The callback is called in the
 * thread-default main context of the caller. Calls are served in order, and share the blocks that are taken
 * for them. When less than a quarter of a block is left, the next block is taken ahead of need.
 */
void
hbase_sequence_next_n_async (HBaseSequence *sequence,
                             guint n,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SEQUENCE (sequence));

  call_async (sequence, hbase_sequence_next_n_async, n, cancellable, callback, user_data);
}

/**
 * hbase_sequence_next_n_finish:
 * @sequence: a sequence
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Sequence.next_n_async].
 *
 * Returns: (transfer full) (element-type gint64): the ids; %NULL on error
 */
GArray *
hbase_sequence_next_n_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (sequence, hbase_sequence_next_n_async, result, error);
}

/**
 * hbase_sequence_next_async:
 * @sequence: a sequence
 * @cancellable: (nullable): ends the call when it is cancelled
 * @callback: (scope async) (closure user_data): called with the id, or after an error
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Sequence.next] without blocking, as [method@HBase.Sequence.next_n_async] does for
 * several ids. [method@HBase.Sequence.next_finish] or [method@HBase.Sequence.next_text_finish] finishes it.
 */
void
hbase_sequence_next_async (HBaseSequence *sequence,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_return_if_fail (HBASE_IS_SEQUENCE (sequence));

  call_async (sequence, hbase_sequence_next_async, 1, cancellable, callback, user_data);
}

/**
 * hbase_sequence_next_finish:
 * @sequence: a sequence
 * @result: the result that the callback was given
 * @id: (out): the id
 * @error: return location for an error
 *
 * Finishes [method@HBase.Sequence.next_async].
 *
 * Returns: (skip): %TRUE; %FALSE on error
 */
gboolean
hbase_sequence_next_finish (HBaseSequence *sequence, GAsyncResult *result, gint64 *id, GError **error)
{
  g_return_val_if_fail (id != NULL, FALSE);

  return take_id (hbase_task_finish_pointer (sequence, hbase_sequence_next_async, result, error), id);
}

/**
 * hbase_sequence_next_text_finish:
 * @sequence: a sequence
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Sequence.next_async], and returns the id in decimal digits, as
 * [method@HBase.Sequence.next_text] does.
 *
 * Returns: (transfer full): the id; %NULL on error
 */
char *
hbase_sequence_next_text_finish (HBaseSequence *sequence, GAsyncResult *result, GError **error)
{
  gint64 id;

  return hbase_sequence_next_finish (sequence, result, &id, error) ? g_strdup_printf ("%" G_GINT64_FORMAT, id)
                                                                   : NULL;
}
