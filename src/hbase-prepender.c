/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-private.h"

#include "hbase-prepend-operation-private.h"
#include "hbase-table-private.h"

/**
 * HBasePrepender:
 *
 * Grows a table downwards: each new row gets the key below the first one.
 *
 * The key of such a table ends in a counter that goes down, `id:downward` in the table's key schema: eight
 * bytes, the first row ever with the highest value, each new one with the one below. So the newest row is the
 * table's first one, found by a scan with limit 1, and the oldest is found by its constant key. Any number of
 * programs may prepend at once: keys come out contiguous, and none twice.
 *
 * Each row carries a *guard*, a cell that names who wrote it by its token, and is written only if there is
 * none yet. The guards live in a column family of their own, `g` by default, without a time to live.
 *
 * ```c
 * g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
 * g_autoptr (HBasePrepender) prepender = NULL;
 *
 * hbase_table_set_key_schema (comments, schema);
 * prepender = hbase_prepender_new (comments);
 * if (!hbase_prepender_prepend (prepender, comment, NULL, &error))
 *   g_printerr ("%s\n", error->message);
 * ```
 *
 * **What is promised.** At most one row a token. An acknowledged row is there, at its key. If one call was
 * answered before another was begun, the first one's row lies above the second one's. Guards leave no gap at
 * any moment. This holds though requests get lost, come late or twice, and answers get lost or are wrong.
 *
 * **What isn't.** That one certain writer is fast while many prepend (some writer always gets on). Anything
 * at all where rows are deleted plainly, or by time to live or truncation; where rows without guards are
 * written below the first one meanwhile; where the write-ahead log is skipped.
 *
 * Calls may be made from any thread, several at a time, each with a row of its own.
 *
 * Since: 0.1
 */
struct _HBasePrepender {
  GObject parent_instance;
  HBaseTable *table;
  GMutex lock; /* protects what follows */
  char *guard_family;
  char *guard_qualifier;
  GVariant *prefix; /* may be NULL */
  gint64 start;
  gboolean checked; /* the table's guards were found fit */
  gint64 taken;     /* the lowest counter seen taken: a hint, below which keys are tried; < 0: none */
  guint settings;   /* how often they changed: what a call finds out holds for those it began with */
};

G_DEFINE_FINAL_TYPE (HBasePrepender, hbase_prepender, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_GUARD_FAMILY,
  PROP_GUARD_QUALIFIER,
  PROP_PREFIX,
  PROP_START,
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
  g_clear_object (&prepender->table);
  g_mutex_clear (&prepender->lock);
  G_OBJECT_CLASS (hbase_prepender_parent_class)->finalize (object);
}

static void
hbase_prepender_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBasePrepender *prepender = HBASE_PREPENDER (object);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  switch (id)
    {
    case PROP_TABLE:
      g_value_set_object (value, prepender->table);
      break;
    case PROP_GUARD_FAMILY:
      g_value_set_string (value, prepender->guard_family);
      break;
    case PROP_GUARD_QUALIFIER:
      g_value_set_string (value, prepender->guard_qualifier);
      break;
    case PROP_PREFIX:
      g_value_set_variant (value, prepender->prefix);
      break;
    case PROP_START:
      g_value_set_int64 (value, prepender->start);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
replace_string (char **string, const GValue *value)
{
  g_free (*string);
  *string = g_value_dup_string (value);
}

static void
hbase_prepender_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBasePrepender *prepender = HBASE_PREPENDER (object);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);

  /* What was found out was found out for other guards, or another list of rows. */
  prepender->checked = FALSE;
  prepender->taken = -1;
  prepender->settings++;
  switch (id)
    {
    case PROP_TABLE:
      prepender->table = g_value_dup_object (value);
      break;
    case PROP_GUARD_FAMILY:
      replace_string (&prepender->guard_family, value);
      break;
    case PROP_GUARD_QUALIFIER:
      replace_string (&prepender->guard_qualifier, value);
      break;
    case PROP_PREFIX:
      g_clear_pointer (&prepender->prefix, g_variant_unref);
      prepender->prefix = g_value_dup_variant (value);
      break;
    case PROP_START:
      prepender->start = g_value_get_int64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_prepender_class_init (HBasePrependerClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS;

  object_class->finalize = hbase_prepender_finalize;
  object_class->get_property = hbase_prepender_get_property;
  object_class->set_property = hbase_prepender_set_property;

  /**
   * HBasePrepender:table:
   *
   * The table that grows. It must have a key schema whose last field is of the type `downward` when it is
   * prepended to.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE]
      = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePrepender:guard-family:
   *
   * The column family of the guards: best one that holds nothing else.
   *
   * Since: 0.1
   */
  properties[PROP_GUARD_FAMILY] = g_param_spec_string ("guard-family", NULL, NULL, "g", flags);
  /**
   * HBasePrepender:guard-qualifier:
   *
   * The column of the guards in their family. Guards need no name beside that of their family, and each byte
   * of it would be stored with each row: the default is the empty qualifier.
   *
   * Since: 0.1
   */
  properties[PROP_GUARD_QUALIFIER] = g_param_spec_string ("guard-qualifier", NULL, NULL, "", flags);
  /**
   * HBasePrepender:prefix:
   *
   * Where the counter isn't all of the key: values for the fields before it, as a tuple. Rows with that
   * prefix are a list of their own, which grows downwards from [property@HBase.Prepender:start].
   *
   * Since: 0.1
   */
  properties[PROP_PREFIX] = g_param_spec_variant ("prefix", NULL, NULL, G_VARIANT_TYPE_TUPLE, NULL,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePrepender:start:
   *
   * The counter of the first row ever, while there are no rows; the highest one there is by default. All
   * programs that prepend must agree on it.
   *
   * Since: 0.1
   */
  properties[PROP_START] = g_param_spec_int64 ("start", NULL, NULL, 0, G_MAXINT64, G_MAXINT64, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_prepender_init (HBasePrepender *prepender)
{
  g_mutex_init (&prepender->lock);
}

/**
 * hbase_prepender_new:
 * @table: a table with a key schema whose last field is `downward`
 *
 * Makes a prepender. Nothing is sent yet: whether the table is fit is looked at by the first call.
 *
 * Returns: (transfer full): the prepender
 *
 * Since: 0.1
 */
HBasePrepender *
hbase_prepender_new (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return g_object_new (HBASE_TYPE_PREPENDER, "table", table, NULL);
}

/* ---- what is wrong before anything is sent ---- */

static gboolean
prepender_fail (HBasePrepender *prepender, const char *what, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s",
               hbase_table_get_name (prepender->table), what);
  return FALSE;
}

static gboolean
prepender_check_cells (HBasePrepender *prepender, HBasePut *cells, GError **error)
{
  HBaseSlice family = hbase_slice_text (prepender->guard_family);
  HBaseSlice qualifier = hbase_slice_text (prepender->guard_qualifier);
  HBaseDurability durability = hbase_put_get_durability (cells);

  if (!hbase_put_check_cells (cells, error))
    return FALSE;
  if (hbase_put_has_column (cells, family, qualifier))
    return prepender_fail (
        prepender, "a row to be prepended has a cell in the guard's column: write it elsewhere", error);
  if (hbase_put_has_timestamps (cells))
    return prepender_fail (
        prepender, "a row to be prepended has time stamps of its own: leave them to the servers", error);
  if (durability == HBASE_DURABILITY_SKIP_WAL || durability == HBASE_DURABILITY_ASYNC_WAL)
    return prepender_fail (
        prepender, "a row to be prepended must be written safely: its durability has to be SYNC_WAL or more",
        error);
  return TRUE;
}

/* The key's bytes before the counter. */
static GBytes *
prepender_encode_prefix (HBasePrepender *prepender, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (schema == NULL || !hbase_key_schema_counts_down (schema))
    prepender_fail (prepender, "to prepend rows, give the table a key schema whose last field is “downward”, "
                               "as “id:downward”", error);
  else if (prepender->prefix == NULL && hbase_key_schema_get_prefix_length (schema) == 0)
    return g_bytes_new_static ("", 0);
  else if (prepender->prefix == NULL)
    prepender_fail (prepender,
                    "the counter isn't all of the key: set the prepender's prefix to the fields before it",
                    error);
  else
    bytes = hbase_key_schema_encode_prefix (schema, prepender->prefix, error);
  if (bytes != NULL && g_bytes_get_size (bytes) == hbase_key_schema_get_prefix_length (schema))
    return g_steal_pointer (&bytes);
  if (bytes != NULL)
    prepender_fail (prepender, "the prepender's prefix must have all fields before the counter, and no more",
                    error);
  return NULL;
}

/* ---- a call ---- */

typedef struct {
  HBasePrepend *prepend;
  HBasePrependOperation *operation;
  guint settings; /* the prepender's when it began */
} PrependCall;

static void
prepend_call_free (PrependCall *call)
{
  hbase_operation_free (call->operation);
  hbase_prepend_unref (call->prepend);
  g_free (call);
}

static HBasePrependOperation *
prepender_make_operation (HBasePrepender *prepender, PrependCall *call, GError **error)
{
  HBasePrepend *prepend = call->prepend;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  g_autoptr (HBaseKeySchema) schema = hbase_table_ref_key_schema (prepender->table);
  g_autoptr (GBytes) prefix = prepender_encode_prefix (prepender, schema, error);

  call->settings = prepender->settings;
  if (prefix == NULL || !prepender_check_cells (prepender, prepend->cells, error))
    return NULL;
  return hbase_prepend_operation_new (
      hbase_table_get_protocol (prepender->table),
      &(HBasePrependRequest){ .table = hbase_table_get_name (prepender->table),
                              .schema = schema,
                              .prefix
                              = hbase_slice (g_bytes_get_data (prefix, NULL), g_bytes_get_size (prefix)),
                              .start = prepender->start,
                              .guard_family = hbase_slice_text (prepender->guard_family),
                              .guard_qualifier = hbase_slice_text (prepender->guard_qualifier),
                              .cells = prepend->cells,
                              .token = prepend->token,
                              .row = hbase_prepend_row_slice (prepend),
                              .checked = prepender->checked,
                              .taken = prepender->taken },
      error);
}

/* FALSE: there is an error. The operation is NULL where there is nothing to do: it is settled. */
static gboolean
prepender_prepare (HBasePrepender *prepender, PrependCall *call, gboolean settle, GError **error)
{
  if (call->prepend->settled)
    return TRUE;
  if (settle && call->prepend->row->len == 0)
    return prepender_fail (prepender, "no row is in doubt that could be settled: prepend it", error);
  call->operation = prepender_make_operation (prepender, call, error);
  return call->operation != NULL;
}

/* NULL: there is an error, and it isn't this call's turn (any more). */
static PrependCall *
prepender_begin (HBasePrepender *prepender, HBasePrepend *prepend, gboolean settle, GError **error)
{
  PrependCall *call;

  if (!hbase_turn_take (&prepend->turn, "row to be prepended", error))
    return NULL;
  call = g_new0 (PrependCall, 1);
  call->prepend = hbase_prepend_ref (prepend);
  if (prepender_prepare (prepender, call, settle, error))
    return call;
  hbase_turn_give_back (&prepend->turn);
  prepend_call_free (call);
  return NULL;
}

static void
prepender_learn (HBasePrepender *prepender, const PrependCall *call)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&prepender->lock);
  gint64 taken = hbase_prepend_operation_get_taken (call->operation);

  if (call->settings != prepender->settings)
    return;
  prepender->checked |= hbase_prepend_operation_get_checked (call->operation);
  if (taken >= 0 && (prepender->taken < 0 || taken < prepender->taken))
    prepender->taken = taken;
}

/* Notes what was found out, whatever the outcome. */
static void
prepender_end (HBasePrepender *prepender, PrependCall *call)
{
  HBasePrependOperation *operation = call->operation;

  if (operation != NULL)
    {
      prepender_learn (prepender, call);
      hbase_prepend_note (call->prepend, hbase_prepend_operation_get_row (operation),
                          hbase_prepend_operation_is_settled (operation));
    }
  hbase_turn_give_back (&call->prepend->turn);
}

static gboolean
prepender_call (HBasePrepender *prepender,
                HBasePrepend *prepend,
                gboolean settle,
                GCancellable *cancellable,
                GError **error)
{
  PrependCall *call = prepender_begin (prepender, prepend, settle, error);
  gboolean done;

  if (call == NULL)
    return FALSE;
  done = call->operation == NULL
         || hbase_table_run (prepender->table, (HBaseOperation *) call->operation, cancellable, error);
  prepender_end (prepender, call);
  prepend_call_free (call);
  return done;
}

static void
prepender_call_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  prepender_end (HBASE_PREPENDER (source), g_task_get_task_data (task));
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Takes the task. */
static void
prepender_call_async (HBasePrepender *prepender, HBasePrepend *prepend, gboolean settle, GTask *data)
{
  g_autoptr (GTask) task = data;
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;
  PrependCall *call = prepender_begin (prepender, prepend, settle, &error);

  if (call == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, call, (GDestroyNotify) prepend_call_free);
  if (call->operation != NULL)
    {
      hbase_table_run_async (prepender->table, (HBaseOperation *) call->operation,
                             hbase_task_new (prepender, prepender_call_ran, cancellable, prepender_call_ran,
                                             g_steal_pointer (&task)));
      return;
    }
  prepender_end (prepender, call);
  g_task_return_boolean (task, TRUE);
}

/**
 * hbase_prepender_prepend:
 * @prepender: a prepender
 * @prepend: the row to be prepended
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Writes the row at the key below the table's first one, waiting until it is there.
 * [method@HBase.Prepend.get_row] tells the key then.
 *
 * Of a row that was left in doubt it first settles the key where it was tried; of one that is settled it does
 * nothing.
 *
 * Errors: %HBASE_ERROR_OUTCOME_UNKNOWN when the table's timeout is over, or HBase refuses, while it isn't
 * known whether the row was written at [method@HBase.Prepend.get_row]: to be settled by
 * [method@HBase.Prepender.settle] with the same [struct@HBase.Prepend]; after %G_IO_ERROR_CANCELLED it may be
 * so, too: the row isn't empty then. %HBASE_ERROR_UNGUARDED_ROW where the first row has no guard;
 * %HBASE_ERROR_KEY_SPACE_EXHAUSTED where it has the counter 0; %HBASE_ERROR_INVALID_ARGUMENT for a table
 * without a fitting key schema, a missing prefix, and cells with stamps, in the guard's column or with a
 * durability below `SYNC_WAL`; %HBASE_ERROR_FAMILY_NOT_FOUND and %HBASE_ERROR_UNSUPPORTED for a table that
 * isn't fit; %HBASE_ERROR_INVALID_KEY where the first row's key isn't of the schema, or the row in doubt isn't
 * of the prepender's prefix; %G_IO_ERROR_PENDING while another call works on the same row.
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend (HBasePrepender *prepender,
                         HBasePrepend *prepend,
                         GCancellable *cancellable,
                         GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepender->table != NULL, FALSE);
  g_return_val_if_fail (prepend != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return prepender_call (prepender, prepend, FALSE, cancellable, error);
}

/**
 * hbase_prepender_prepend_async:
 * @prepender: a prepender
 * @prepend: the row to be prepended
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.prepend] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_prepend_async (HBasePrepender *prepender,
                               HBasePrepend *prepend,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepender->table != NULL);
  g_return_if_fail (prepend != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  prepender_call_async (
      prepender, prepend, FALSE,
      hbase_task_new (prepender, hbase_prepender_prepend_async, cancellable, callback, user_data));
}

/**
 * hbase_prepender_prepend_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.prepend_async].
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, prepender), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * hbase_prepender_settle:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Brings a row in doubt to its end: looks at the guard of [method@HBase.Prepend.get_row], and if it is the
 * row's own, that was it; if it is another's, prepends the row; if there is none, tries again at the same
 * key. So afterwards the row is there, once. It may be called at any later time, by any process that has the
 * token and the row; waiting alone never tells that a row was not written.
 *
 * Errors: those of [method@HBase.Prepender.prepend], and %HBASE_ERROR_INVALID_ARGUMENT where no row is in
 * doubt.
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_settle (HBasePrepender *prepender,
                        HBasePrepend *prepend,
                        GCancellable *cancellable,
                        GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepender->table != NULL, FALSE);
  g_return_val_if_fail (prepend != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return prepender_call (prepender, prepend, TRUE, cancellable, error);
}

/**
 * hbase_prepender_settle_async:
 * @prepender: a prepender
 * @prepend: a row to be prepended whose outcome is unknown
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the row is there
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.settle] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_settle_async (HBasePrepender *prepender,
                              HBasePrepend *prepend,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepender->table != NULL);
  g_return_if_fail (prepend != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  prepender_call_async (
      prepender, prepend, TRUE,
      hbase_task_new (prepender, hbase_prepender_settle_async, cancellable, callback, user_data));
}

/**
 * hbase_prepender_settle_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.settle_async].
 *
 * Returns: whether the row is there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, prepender), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
