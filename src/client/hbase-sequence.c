/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sequence-private.h"

#include <unistd.h>

/**
 * HBaseSequence:
 *
 * Hands out whole numbers, each of them once, to any number of processes.
 *
 * A counter in a row of a table says which numbers are taken. A process takes a block of them by one
 * increment, and hands them out from memory. With a block size of 1 each id costs a call: a *ticket*.
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
 * **What is promised.** No id twice, whatever is lost on the way: an increment without an answer costs a
 * block, is no error, and is counted. Ids that were taken and never handed out are at most block size ×
 * (unknown calls + 2 × crashes), the 2 for a block in use and one asked ahead, as long as one thread asks
 * at a time. The counter's row is made by [method@HBase.Sequence.create] alone: one that has vanished is an
 * error, %HBASE_ERROR_SEQUENCE_MISSING, never a new beginning.
 *
 * **What isn't.** That ids come in the order of time, but within one sequence object; that there are no gaps.
 *
 * The row's key is the sequence's name; beside the counter, kept above 2⁶² so that one which HBase began anew
 * gives itself away, stands the definition (start and direction), which all users of the sequence must share.
 * After a fork the child takes blocks of its own. Calls may be made from any thread, several at a time.
 *
 * Since: 0.1
 */

enum { PROP_TABLE = 1, PROP_NAME, PROP_FAMILY, PROP_BLOCK_SIZE, PROP_START, PROP_DOWNWARD, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_TYPE (HBaseSequence, hbase_sequence, G_TYPE_OBJECT)

static void
hbase_sequence_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseSequence *self = HBASE_SEQUENCE (object);

  switch (id)
    {
    case PROP_TABLE:
      g_value_set_object (value, self->table);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_FAMILY:
      g_value_set_string (value, self->family);
      break;
    case PROP_BLOCK_SIZE:
      g_value_set_uint (value, (guint) g_atomic_int_get (&self->block_size));
      break;
    case PROP_START:
      g_value_set_int64 (value, self->start);
      break;
    case PROP_DOWNWARD:
      g_value_set_boolean (value, self->downward);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_sequence_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseSequence *self = HBASE_SEQUENCE (object);

  switch (id)
    {
    case PROP_TABLE:
      self->table = g_value_dup_object (value);
      break;
    case PROP_NAME:
      self->name = g_value_dup_string (value);
      break;
    case PROP_FAMILY:
      self->family = g_value_dup_string (value);
      break;
    case PROP_BLOCK_SIZE:
      g_atomic_int_set (&self->block_size, (gint) g_value_get_uint (value));
      break;
    case PROP_START:
      self->start = g_value_get_int64 (value);
      break;
    case PROP_DOWNWARD:
      self->downward = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_sequence_constructed (GObject *object)
{
  HBaseSequence *self = HBASE_SEQUENCE (object);

  if (self->start < 0)
    self->start = self->downward ? G_MAXINT64 : 1;
  self->definition
      = g_strdup_printf ("from %" G_GINT64_FORMAT " %s", self->start, self->downward ? "down" : "up");
  self->store = hbase_sequence_store_new (self->start, self->downward);
  G_OBJECT_CLASS (hbase_sequence_parent_class)->constructed (object);
}

/* Waiters keep the sequence: there are none. */
static void
hbase_sequence_finalize (GObject *object)
{
  HBaseSequence *self = HBASE_SEQUENCE (object);

  g_clear_pointer (&self->store, hbase_sequence_store_free);
  g_ptr_array_unref (self->fetching);
  g_clear_object (&self->table);
  g_free (self->name);
  g_free (self->family);
  g_free (self->definition);
  g_mutex_clear (&self->lock);
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
   * HBaseSequence:table:
   *
   * Where the counter is.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE, once);
  /**
   * HBaseSequence:name:
   *
   * The sequence's name: the key of the counter's row.
   *
   * Since: 0.1
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, "", once);
  /**
   * HBaseSequence:family:
   *
   * The column family that has the counter; `s` unless it is said. It has to keep its cells: no time to live.
   *
   * Since: 0.1
   */
  properties[PROP_FAMILY] = g_param_spec_string ("family", NULL, NULL, "s", once);
  /**
   * HBaseSequence:block-size:
   *
   * How many ids are taken by one call; 1,000 unless it is said. Users of one sequence may differ in it.
   *
   * Since: 0.1
   */
  properties[PROP_BLOCK_SIZE]
      = g_param_spec_uint ("block-size", NULL, NULL, 1, G_MAXINT32, 1000,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseSequence:start:
   *
   * The first id there is; −1 stands for 1, and for 2⁶³ − 1 where ids go down. All users must agree on it.
   *
   * Since: 0.1
   */
  properties[PROP_START] = g_param_spec_int64 ("start", NULL, NULL, -1, G_MAXINT64, -1, once);
  /**
   * HBaseSequence:downward:
   *
   * Whether ids go down from the first one, to 0. All users must agree on it.
   *
   * Since: 0.1
   */
  properties[PROP_DOWNWARD] = g_param_spec_boolean ("downward", NULL, NULL, FALSE, once);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_sequence_init (HBaseSequence *self)
{
  g_mutex_init (&self->lock);
  g_queue_init (&self->waiters);
  self->fetching = g_ptr_array_new_with_free_func ((GDestroyNotify) g_main_context_unref);
  self->process = getpid ();
}

/**
 * hbase_sequence_new:
 * @table: the table that has the counter
 * @name: the sequence's name, which is the key of the counter's row
 *
 * Makes a sequence's handle, for ids from 1 upward. Nothing is sent.
 *
 * Returns: (transfer full): the sequence
 *
 * Since: 0.1
 */
HBaseSequence *
hbase_sequence_new (HBaseTable *table, const char *name)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", name, NULL);
}

/* ---- what the calls share ---- */

static HBaseSequenceKey
sequence_place (HBaseSequence *self)
{
  return (HBaseSequenceKey){ hbase_table_get_target (self->table), self->name, self->family,
                             self->definition };
}

HBaseOperation *
hbase_sequence_creation (HBaseSequence *self, GError **error)
{
  HBaseSequenceKey place;

  if (!hbase_table_check (self, self->table, error))
    return NULL;
  place = sequence_place (self);
  return hbase_sequence_creation_new (&place, error);
}

gint64
hbase_sequence_block_for (HBaseSequence *self, gint64 missing)
{
  return MAX ((gint64) g_atomic_int_get (&self->block_size), missing);
}

HBaseOperation *
hbase_sequence_block_operation (HBaseSequence *self, gint64 block, GError **error)
{
  HBaseSequenceKey place = sequence_place (self);

  return hbase_sequence_operation_new (&place, block, g_atomic_int_get (&self->checked), error);
}

gboolean
hbase_sequence_take_block (
    HBaseSequence *self, HBaseOperation *operation, gint64 block, gboolean done, GError **error)
{
  hbase_sequence_store_count_unknown (self->store, hbase_sequence_operation_get_unknown (operation));
  if (!done)
    return FALSE;
  g_atomic_int_set (&self->checked, TRUE);
  return hbase_sequence_store_add (self->store, hbase_sequence_operation_get_taken (operation), block, error);
}

static gboolean
fetch_block (HBaseSequence *self, gint64 missing, GCancellable *cancellable, GError **error)
{
  gint64 block = hbase_sequence_block_for (self, missing);
  g_autoptr (HBaseOperation) operation = hbase_sequence_block_operation (self, block, error);
  gboolean done;

  if (operation == NULL)
    return FALSE;
  done = hbase_table_run (self->table, operation, cancellable, error);
  return hbase_sequence_take_block (self, operation, block, done, error);
}

/* ---- blocking calls ---- */

/**
 * hbase_sequence_create:
 * @sequence: a sequence
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Makes the counter's row, unless it is there already: once for all users of the sequence. Nothing else
 * ever makes it, so that a row that somebody deleted is noticed. After such a loss, create it under another
 * name, or with a start beyond all ids in use.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT where it is there with another start or direction;
 * %HBASE_ERROR_TABLE_NOT_FOUND and %HBASE_ERROR_FAMILY_NOT_FOUND.
 *
 * Returns: %TRUE: it is there; %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_sequence_create (HBaseSequence *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), FALSE);

  operation = hbase_sequence_creation (self, error);
  return operation != NULL && hbase_table_run (self->table, operation, cancellable, error);
}

/**
 * hbase_sequence_next_n:
 * @sequence: a sequence
 * @n: how many
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Hands out several ids. They come from memory as far as it has them, the rest by one call. They need not be
 * neighbours. After an error none of them is lost.
 *
 * Errors: %HBASE_ERROR_SEQUENCE_MISSING, %HBASE_ERROR_KEY_SPACE_EXHAUSTED, %HBASE_ERROR_INVALID_ARGUMENT
 * where the sequence was created with another start or direction; and those of a call that was lost until
 * its time was over.
 *
 * Returns: (transfer full) (element-type gint64): the ids, or %NULL: an error
 *
 * Since: 0.1
 */
GArray *
hbase_sequence_next_n (HBaseSequence *self, guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ids = NULL;
  gint64 missing;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), NULL);

  if (!hbase_table_check (self, self->table, error))
    return NULL;
  ids = g_array_sized_new (FALSE, FALSE, sizeof (gint64), n);
  while ((missing = hbase_sequence_store_take (self->store, ids, n)) > 0)
    if (!fetch_block (self, missing, cancellable, error))
      {
        hbase_sequence_store_release (self->store, ids);
        return NULL;
      }
  return g_steal_pointer (&ids);
}

/**
 * hbase_sequence_next:
 * @sequence: a sequence
 * @id: (out): the id
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Hands out the next id, see [method@HBase.Sequence.next_n].
 *
 * Returns: (skip): %TRUE, or %FALSE: an error
 *
 * Since: 0.1
 */
gboolean
hbase_sequence_next (HBaseSequence *self, gint64 *id, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ids = NULL;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  ids = hbase_sequence_next_n (self, 1, cancellable, error);
  if (ids == NULL)
    return FALSE;
  *id = g_array_index (ids, gint64, 0);
  return TRUE;
}

/**
 * hbase_sequence_next_text:
 * @sequence: a sequence
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * The same as [method@HBase.Sequence.next], in decimal digits: JavaScript's numbers end at 2⁵³.
 *
 * Returns: (transfer full): the id, or %NULL: an error
 *
 * Since: 0.1
 */
char *
hbase_sequence_next_text (HBaseSequence *self, GCancellable *cancellable, GError **error)
{
  gint64 id;

  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), NULL);

  return hbase_sequence_next (self, &id, cancellable, error) ? g_strdup_printf ("%" G_GINT64_FORMAT, id)
                                                             : NULL;
}

/**
 * hbase_sequence_get_statistics:
 * @sequence: a sequence
 *
 * What this handle did so far, as a dictionary of counters, 64-bit unsigned each:
 *
 * - `blocks`: blocks that were taken
 * - `unknown-calls`: increments without an answer, each of which may have cost a block
 * - `ids-handed-out`, `ids-at-hand`: ids of those blocks
 * - `ids-dropped`: ids of its parent that a forked child has dropped
 *
 * Returns: (transfer full): an `a{sv}`
 *
 * Since: 0.1
 */
GVariant *
hbase_sequence_get_statistics (HBaseSequence *self)
{
  g_return_val_if_fail (HBASE_IS_SEQUENCE (self), NULL);

  return hbase_sequence_store_get_statistics (self->store);
}
