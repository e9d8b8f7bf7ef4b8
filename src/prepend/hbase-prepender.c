/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepender-private.h"

#include <unistd.h>

G_DEFINE_ENUM_TYPE (HBasePrependStrategy,
                    hbase_prepend_strategy,
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_PROBE, "probe"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_TICKET, "ticket"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STRATEGY_BLOCK, "block"))

G_DEFINE_ENUM_TYPE (HBasePrependState,
                    hbase_prepend_state,
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_NEW, "new"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_IN_DOUBT, "in-doubt"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_STANDS, "stands"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_CANCELLED, "cancelled"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_NOT_FINAL, "not-final"))

/**
 * HBasePrepender:
 *
 * Grows a table downwards: each new row gets a key below the first one.
 *
 * The key of such a table ends in a counter that goes down, `id:downward` in the table's key schema: eight
 * bytes, the first row ever with the highest value, each new one with the one below. So the newest row is the
 * table's first one, found by a scan with limit 1, and the oldest is found by its constant key. Or it ends in
 * a reversed time, `at:reverse-ms`: a new row gets the time of the call, and if that isn't below the first
 * row, the one below it. Any number of programs may prepend at once: no key is given twice.
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
 * answered before another was begun, the first one's row lies above the second one's (unless the strategy is
 * %HBASE_PREPEND_STRATEGY_BLOCK). With %HBASE_PREPEND_STRATEGY_PROBE and a `downward` counter guards leave no
 * gap at any moment. This holds though requests get lost, come late or twice, and answers get lost or are
 * wrong. How:
 *
 * 1. A row has one token, 16 random bytes, on every attempt and at every key.
 * 2. A key is attempted only after the key above it was seen taken, or if it is the start. (With the other
 *    strategies: only by the one call that it was handed out to.)
 * 3. A key isn't left before its guard is there: the row's own, then it is written; another's, then whatever
 * is still under way finds that guard, and does nothing. While there is none, the same request is sent again.
 * 4. When time is over before that, the outcome is unknown, and the row's [struct@HBase.PrependRequest] has the key.
 *    [method@HBase.Prepender.settle] or [method@HBase.Prepender.cancel] bring it to an end at any later time;
 *    waiting doesn't.
 * 5. Neither is a time stamp sent, nor is a clock believed, but to choose the key where the key is a time.
 * 6. Rows are *retired*, not deleted: by [method@HBase.Prepender.retire] the content goes and the guard
 * stays, in one atomic change. A retired row holds a guard and nothing else.
 * 7. Keys are never used again.
 * 8. Before the first row the table is looked at: the guards' family must have no time to live, the table's
 *    durability must be `SYNC_WAL` or more, and the first row must have a guard. It is looked at again every
 *    five minutes, and when a guard that was known is gone; what is changed meanwhile goes unnoticed until
 *    then. Guards are read from the region's own server, never from a copy.
 * 9. A column of the rows' content may be the guard: see [property@HBase.Prepender:token-column].
 *
 * **What isn't.** That one certain writer is fast while many prepend (some writer always gets on). Anything
 * at all where rows are deleted plainly, or by time to live or truncation, or where rows without guards are
 * written; where the write-ahead log is skipped; where a row that was retired is written to. Atomicity over
 * two tables: prepend first, then write to the other under the key that was got, and after a crash again by
 * the token. After a truncation, make new prependers: an old one goes on below the rows that it knew.
 *
 * **Many writers at once.** Calls of one prepender to one list stand in line, and go on below each other's
 * rows: so a process needs one prepender for a list. Several processes miss each other's keys: after a miss a
 * call waits at random, the longer the more processes the newest guards name, and then tries below the row
 * that is the first one by then. With [property@HBase.Prepender:strategy] `ticket` a counter hands the keys
 * out: then each row takes two calls, however many processes prepend.
 *
 * Calls may be made from any thread, several at a time, each with a row of its own. After a fork parent and
 * child may both go on: a row whose call was under way then is the parent's.
 *
 * Since: 0.1
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
  hbase_prepend_frontier_unref (prepender->frontier);
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
    case PROP_TOKEN_COLUMN:
      g_value_set_string (value, prepender->token_column);
      break;
    case PROP_STRATEGY:
      g_value_set_enum (value, (gint) prepender->strategy);
      break;
    case PROP_SEQUENCE:
      g_value_set_object (value, prepender->sequence);
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
  hbase_prepend_frontier_unref (prepender->frontier);
  prepender->frontier = hbase_prepend_frontier_new ();
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
    case PROP_TOKEN_COLUMN:
      replace_string (&prepender->token_column, value);
      break;
    case PROP_STRATEGY:
      prepender->strategy = (HBasePrependStrategy) g_value_get_enum (value);
      break;
    case PROP_SEQUENCE:
      g_set_object (&prepender->sequence, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Those that few need. */
static void
install_settings (GParamFlags flags)
{
  /**
   * HBasePrepender:token-column:
   *
   * Where a column of the rows' own content is to be the guard: the column for the token, `FAMILY:QUALIFIER`,
   * which is written with it; %NULL by default: the guard is a cell of its own, and is the token.
   *
   * [property@HBase.Prepender:guard-family] and [property@HBase.Prepender:guard-qualifier] name the column of
   * the content then, and each row must have a value there that isn't empty. Programs that know nothing of
   * tokens may write to the same list, as far as they write only where that column is absent. Such rows can't
   * be retired, and not be cancelled.
   *
   * Since: 0.1
   */
  properties[PROP_TOKEN_COLUMN] = g_param_spec_string ("token-column", NULL, NULL, NULL, flags);
  /**
   * HBasePrepender:strategy:
   *
   * How a new row's key is found, %HBASE_PREPEND_STRATEGY_PROBE by default. Who prepends to one list should
   * do it in one way: mixed, each row is still written once, but there may be gaps.
   *
   * Since: 0.1
   */
  properties[PROP_STRATEGY] = g_param_spec_enum ("strategy", NULL, NULL, HBASE_TYPE_PREPEND_STRATEGY,
                                                 HBASE_PREPEND_STRATEGY_PROBE, flags);
  /**
   * HBasePrepender:sequence:
   *
   * The sequence that hands out the counters, for the strategies but %HBASE_PREPEND_STRATEGY_PROBE: one for
   * each list, of the same connection, going down, and created. Its counter is best kept in another table:
   * the row would be found among the others, and be the first one.
   *
   * Since: 0.1
   */
  properties[PROP_SEQUENCE] = g_param_spec_object ("sequence", NULL, NULL, HBASE_TYPE_SEQUENCE,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
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
   * The table that grows. When it is prepended to it must have a key schema whose last field is of the type
   * `downward`, or `reverse-s`, `reverse-ms`, `reverse-us`.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE]
      = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                             G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePrepender:guard-family:
   *
   * The column family of the guards: best one that holds nothing else. Beside content, rows can be retired,
   * too, but what is written to them at that very moment may be left over.
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
   * programs that prepend must agree on it. Where keys are times, it isn't used; where there is a sequence,
   * its own start is.
   *
   * Since: 0.1
   */
  properties[PROP_START] = g_param_spec_int64 ("start", NULL, NULL, 0, G_MAXINT64, G_MAXINT64, flags);
  install_settings (flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_prepender_init (HBasePrepender *prepender)
{
  g_mutex_init (&prepender->lock);
  prepender->frontier = hbase_prepend_frontier_new ();
  prepender->process = getpid ();
}

/**
 * hbase_prepender_new:
 * @table: a table with a key schema whose last field counts downward, or is a reversed time
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

/**
 * hbase_prepender_get_statistics:
 * @prepender: a prepender
 *
 * What this object met so far, as a dictionary of counters, 64-bit unsigned each:
 *
 * - `rows`: rows that were prepended
 * - `puts`: attempts to write one at a key
 * - `lost-puts`: those without an answer, or with an error
 * - `false-denials`: those that were answered with “false”, though the row was written; by the same call,
 * sent again by a gateway, say
 * - `missed-keys`: keys that others had
 *
 * Returns: (transfer full): an `a{sv}`
 *
 * Since: 0.1
 */
GVariant *
hbase_prepender_get_statistics (HBasePrepender *prepender)
{
  g_auto (GVariantDict) statistics = { 0 };

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), NULL);

  g_variant_dict_init (&statistics, NULL);
  g_mutex_lock (&prepender->lock);
  g_variant_dict_insert (&statistics, "rows", "t", prepender->n_rows);
  g_variant_dict_insert (&statistics, "puts", "t", prepender->n_puts);
  g_variant_dict_insert (&statistics, "lost-puts", "t", prepender->n_lost);
  g_variant_dict_insert (&statistics, "false-denials", "t", prepender->n_false_denials);
  g_variant_dict_insert (&statistics, "missed-keys", "t", prepender->n_missed);
  g_mutex_unlock (&prepender->lock);
  return g_variant_ref_sink (g_variant_dict_end (&statistics));
}
