/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-salted-table-private.h"

/**
 * HBaseSaltedTable:
 *
 * Reads and writes the rows of a table with salts by their *unsalted* keys.
 *
 * Salts are bytes of a row key that spread neighbours over the table's regions; the table's key schema
 * ([property@HBase.Table:key-schema]) says which. All keys handed to this object are without them. Rows know
 * both: [method@HBase.Row.get_key] is the key where the row stands, [method@HBase.Row.ref_unsalted_key] the
 * one it is asked for by. A row that wasn't found stands nowhere: both are the one that was asked for.
 *
 * ```c
 * g_autoptr (HBaseKeySchema) users = hbase_key_schema_new ("salt:random(4),name:text", NULL);
 * g_autoptr (HBaseSaltedTable) salted = NULL;
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("ada");
 * g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("ada");
 * g_autoptr (HBaseRow) found = NULL;
 *
 * hbase_table_set_key_schema (table, users);
 * salted = hbase_salted_table_new (table);
 * hbase_put_add_utf8 (put, "content", "mail", "ada@example.org");
 * if (!hbase_salted_table_put (salted, put, NULL, &error))
 *   return FALSE;
 * found = hbase_salted_table_get (salted, get, NULL, &error);
 * ```
 *
 * **Salts that are computed** of the key (`md5-hex`, `phoenix`, `modulo`…): each row has one place, and every
 * call is as on the table itself.
 *
 * **Salts that are drawn** (`random`, `one-of`): a row may be in any of n places.
 *
 * | call                             | what is sent
 * |
 * |----------------------------------|----------------------------------------------------------------------------|
 * | get, exists                      | one request for all places
 * |
 * | put                              | the row is *inserted* at a place drawn for it; nobody looks if it is
 * there |
 * | update                           | one request for all places, then a put to the row found
 * |
 * | delete                           | one request for all places
 * |
 * | check_and_put, increment, append | only with the row as it was read, which tells its place
 * |
 *
 * A put draws once, and all its attempts go to the same place. After %HBASE_ERROR_OUTCOME_UNKNOWN don't put
 * again, which would draw anew: [method@HBase.SaltedTable.update] looks first and may insert. Even so a put
 * that comes late may make a second row. Who has to be sure chooses the place by
 * [method@HBase.Put.salt_with_draw] and puts that to the table itself: however often, it is one row.
 *
 * Who puts a key that is there already, or inserts by update while another does, makes a row that is there
 * twice: nothing in HBase holds them back. Such a row is %HBASE_ERROR_DUPLICATE_KEY, which names both
 * places, until [method@HBase.Table.delete] takes one away by its row key; or, by
 * [property@HBase.SaltedTable:prefer-newest], the newest is the row.
 *
 * Scans of a range: [method@HBase.Scan.fan_out] makes those of row keys. Calls may be made from any thread.
 * Their errors are those of [class@HBase.Table], and besides:
 *
 * - %HBASE_ERROR_INVALID_ARGUMENT: the table has no key schema, or there are more than 4,096 places to visit
 * - %HBASE_ERROR_INVALID_KEY: a key isn't an unsalted one of the schema
 *
 * Since: 0.1
 */
struct _HBaseSaltedTable {
  GObject parent_instance;
  HBaseTable *table;
  gint prefer_newest; /* atomic */
};

G_DEFINE_FINAL_TYPE (HBaseSaltedTable, hbase_salted_table, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_PREFER_NEWEST,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_salted_table_finalize (GObject *object)
{
  g_clear_object (&HBASE_SALTED_TABLE (object)->table);
  G_OBJECT_CLASS (hbase_salted_table_parent_class)->finalize (object);
}

static void
hbase_salted_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseSaltedTable *salted = HBASE_SALTED_TABLE (object);

  switch (id)
    {
    case PROP_TABLE:
      g_value_set_object (value, salted->table);
      break;
    case PROP_PREFER_NEWEST:
      g_value_set_boolean (value, g_atomic_int_get (&salted->prefer_newest));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_salted_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseSaltedTable *salted = HBASE_SALTED_TABLE (object);

  switch (id)
    {
    case PROP_TABLE:
      salted->table = g_value_dup_object (value);
      break;
    case PROP_PREFER_NEWEST:
      g_atomic_int_set (&salted->prefer_newest, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_salted_table_class_init (HBaseSaltedTableClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_salted_table_finalize;
  object_class->get_property = hbase_salted_table_get_property;
  object_class->set_property = hbase_salted_table_set_property;

  /**
   * HBaseSaltedTable:table: (getter get_table)
   *
   * The table with the salted rows. It must have a key schema when it is called.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE]
      = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseSaltedTable:prefer-newest: (getter get_prefer_newest) (setter set_prefer_newest)
   *
   * Of a row that is there twice the one with the newest cell counts, of the columns that a get asks for; an
   * update reads the rows to know. Else such a row is an error.
   *
   * Since: 0.1
   */
  properties[PROP_PREFER_NEWEST]
      = g_param_spec_boolean ("prefer-newest", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_salted_table_init (HBaseSaltedTable *salted)
{
}

/**
 * hbase_salted_table_new:
 * @table: a table with a key schema
 *
 * Makes an object that reads and writes the table by unsalted keys. Nothing is sent.
 *
 * Returns: (transfer full): the salted table
 *
 * Since: 0.1
 */
HBaseSaltedTable *
hbase_salted_table_new (HBaseTable *table)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return g_object_new (HBASE_TYPE_SALTED_TABLE, "table", table, NULL);
}

/**
 * hbase_salted_table_get_table: (get-property table)
 * @salted: a salted table
 *
 * The table itself, for calls by row keys.
 *
 * Returns: (transfer none): the table
 *
 * Since: 0.1
 */
HBaseTable *
hbase_salted_table_get_table (HBaseSaltedTable *salted)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);

  return salted->table;
}

/**
 * hbase_salted_table_get_prefer_newest: (get-property prefer-newest)
 * @salted: a salted table
 *
 * Whether the newest one counts of a row that is there twice.
 *
 * Returns: %FALSE: such a row is an error
 *
 * Since: 0.1
 */
gboolean
hbase_salted_table_get_prefer_newest (HBaseSaltedTable *salted)
{
  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), FALSE);

  return g_atomic_int_get (&salted->prefer_newest);
}

/**
 * hbase_salted_table_set_prefer_newest: (set-property prefer-newest)
 * @salted: a salted table
 * @prefer_newest: %FALSE: such a row is an error
 *
 * Says what to make of a row that is there twice.
 *
 * Since: 0.1
 */
void
hbase_salted_table_set_prefer_newest (HBaseSaltedTable *salted, gboolean prefer_newest)
{
  g_return_if_fail (HBASE_IS_SALTED_TABLE (salted));

  g_object_set (salted, "prefer-newest", prefer_newest, NULL);
}

/* ---- calls ---- */

gboolean
hbase_salted_call_begin (HBaseSaltedCall *call, HBaseSaltedTable *salted, GError **error)
{
  *call = (HBaseSaltedCall){ .schema = NULL };
  if (!hbase_table_check (salted, salted->table, error))
    return FALSE;
  call->target = hbase_table_get_target (salted->table);
  call->schema = hbase_table_dup_key_schema (salted->table);
  call->duplicates
      = hbase_salted_table_get_prefer_newest (salted) ? HBASE_DUPLICATES_NEWEST : HBASE_DUPLICATES_REFUSED;
  if (call->schema == NULL)
    hbase_error_set (
        error, HBASE_ERROR_INVALID_ARGUMENT,
        "table “%s”: to know its salts, give the table a key schema, as “salt:random(4),name:text”",
        call->target.table);
  return call->schema != NULL;
}

void
hbase_salted_call_end (HBaseSaltedCall *call)
{
  g_clear_pointer (&call->schema, hbase_key_schema_unref);
}

HBaseOperation *
hbase_salted_table_call (HBaseSaltedTable *salted,
                         HBaseOperation *operation,
                         GCancellable *cancellable,
                         GError **error)
{
  return operation != NULL && hbase_table_run (salted->table, operation, cancellable, error) ? operation
                                                                                             : NULL;
}

void
hbase_salted_table_call_async (HBaseSaltedTable *salted,
                               gpointer tag,
                               HBaseOperation *operation,
                               GError *error,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = hbase_task_new (salted, tag, cancellable, callback, user_data);

  if (hbase_task_take_operation (task, operation, error))
    hbase_table_run_async (salted->table, operation, g_steal_pointer (&task));
}
