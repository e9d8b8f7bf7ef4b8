/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-lint-private.h"

/* HBase's hbase.hregion.max.filesize. */
#define DEFAULT_REGION_SIZE (G_GUINT64_CONSTANT (10) << 30)

/**
 * HBaseKeyLint:
 *
 * Tells what will come of a table's design, before there are rows in it.
 *
 * It knows the key schema; the more else it is told, the more it can say: where the table is split, some
 * keys, the columns, how large values are, and how many rows come in a day. What it finds are
 * [struct@HBase.KeyFinding]s, which say what happens and what to do.
 *
 * ```c
 * g_autoptr (HBaseKeyLint) lint = hbase_key_lint_new (schema);
 * g_autoptr (GPtrArray) findings = NULL;
 *
 * hbase_key_lint_add_column (lint, "content", (const guint8 *) "name", 4);
 * g_object_set (lint, "value-size", (gint64) 20, "rows-per-day", (guint64) 1000000, NULL);
 * findings = hbase_key_lint_run (lint);
 * for (guint i = 0; i < findings->len; i++)
 *   {
 *     g_autofree char *line = hbase_key_finding_to_text (g_ptr_array_index (findings, i));
 *
 *     g_print ("%s\n", line);
 *   }
 * ```
 *
 * Which regions no key will ever be in is computed of what the schema's fields and salts can be. It is never
 * said of a region that a key can be in.
 *
 * Text of any length in the middle of a key, without an end that can be told, is no finding: a schema that
 * has it is refused.
 *
 * Since: 0.1
 */

enum { PROP_SCHEMA = 1, PROP_VALUE_SIZE, PROP_ROWS_PER_DAY, PROP_REGION_SIZE, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBaseKeyLint, hbase_key_lint, G_TYPE_OBJECT)

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  HBaseKeyLint *lint = HBASE_KEY_LINT (object);

  switch (id)
    {
    case PROP_SCHEMA:
      lint->schema = g_value_dup_boxed (value);
      break;
    case PROP_VALUE_SIZE:
      lint->value_size = g_value_get_int64 (value);
      break;
    case PROP_ROWS_PER_DAY:
      lint->rows_per_day = g_value_get_uint64 (value);
      break;
    case PROP_REGION_SIZE:
      lint->region_size = g_value_get_uint64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  HBaseKeyLint *lint = HBASE_KEY_LINT (object);

  switch (id)
    {
    case PROP_SCHEMA:
      g_value_set_boxed (value, lint->schema);
      break;
    case PROP_VALUE_SIZE:
      g_value_set_int64 (value, lint->value_size);
      break;
    case PROP_ROWS_PER_DAY:
      g_value_set_uint64 (value, lint->rows_per_day);
      break;
    case PROP_REGION_SIZE:
      g_value_set_uint64 (value, lint->region_size);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
finalize (GObject *object)
{
  HBaseKeyLint *lint = HBASE_KEY_LINT (object);

  g_clear_pointer (&lint->schema, hbase_key_schema_unref);
  g_ptr_array_unref (lint->splits);
  g_ptr_array_unref (lint->sample);
  g_array_unref (lint->columns);
  g_free (lint->guard);
  G_OBJECT_CLASS (hbase_key_lint_parent_class)->finalize (object);
}

static void
hbase_key_lint_class_init (HBaseKeyLintClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = set_property;
  object_class->get_property = get_property;
  object_class->finalize = finalize;
  /**
   * HBaseKeyLint:schema:
   *
   * What the table's keys are made of.
   *
   * Since: 0.1
   */
  properties[PROP_SCHEMA]
      = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, flags | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseKeyLint:value-size:
   *
   * How many bytes a value has, about; −1, as it is at first: it isn't known.
   *
   * Since: 0.1
   */
  properties[PROP_VALUE_SIZE] = g_param_spec_int64 ("value-size", NULL, NULL, -1, G_MAXINT64, -1, flags);
  /**
   * HBaseKeyLint:rows-per-day:
   *
   * How many rows are added in a day; 0, as it is at first: it isn't known.
   *
   * Since: 0.1
   */
  properties[PROP_ROWS_PER_DAY] = g_param_spec_uint64 ("rows-per-day", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  /**
   * HBaseKeyLint:region-size:
   *
   * How many bytes a region has at most before HBase splits it (`hbase.hregion.max.filesize`); at first
   * HBase's own 10 GiB.
   *
   * Since: 0.1
   */
  properties[PROP_REGION_SIZE] = g_param_spec_uint64 ("region-size", NULL, NULL, 1, G_MAXUINT64,
                                                      DEFAULT_REGION_SIZE, flags | G_PARAM_CONSTRUCT);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
clear_column (gpointer data)
{
  HBaseKeyLintColumn *column = data;

  g_free (column->family);
  g_bytes_unref (column->qualifier);
}

static void
hbase_key_lint_init (HBaseKeyLint *lint)
{
  lint->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  lint->sample = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  lint->columns = g_array_new (FALSE, FALSE, sizeof (HBaseKeyLintColumn));
  g_array_set_clear_func (lint->columns, clear_column);
  lint->value_size = -1;
}

/**
 * hbase_key_lint_new:
 * @schema: what the table's keys are made of
 *
 * Begins a look at a table's design.
 *
 * Returns: (transfer full): the lint
 *
 * Since: 0.1
 */
HBaseKeyLint *
hbase_key_lint_new (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_TYPE_KEY_LINT, "schema", schema, NULL);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (hbase_slice_of_bytes (*(GBytes *const *) a),
                              hbase_slice_of_bytes (*(GBytes *const *) b));
}

/* In HBase's order. */
static void
replace_keys (GPtrArray *keys, GPtrArray *by)
{
  g_ptr_array_set_size (keys, 0);
  for (guint i = 0; i < by->len; i++)
    g_ptr_array_add (keys, g_bytes_ref (by->pdata[i]));
  g_ptr_array_sort (keys, compare_keys);
}

static int
find_order (GPtrArray *keys)
{
  gboolean ascends = FALSE, descends = FALSE;

  for (guint i = 1; i < keys->len; i++)
    {
      int order = compare_keys (&keys->pdata[i - 1], &keys->pdata[i]);

      ascends |= order < 0;
      descends |= order > 0;
    }
  return ascends - descends;
}

/**
 * hbase_key_lint_set_splits:
 * @lint: a lint
 * @splits: (element-type GBytes): the first key of each region but the first one, in any order
 *
 * Says where the table is split, instead of what was said before. At first it isn't.
 *
 * Since: 0.1
 */
void
hbase_key_lint_set_splits (HBaseKeyLint *lint, GPtrArray *splits)
{
  g_return_if_fail (HBASE_IS_KEY_LINT (lint));
  g_return_if_fail (splits != NULL);

  replace_keys (lint->splits, splits);
}

/**
 * hbase_key_lint_set_sample:
 * @lint: a lint
 * @sample: (element-type GBytes): row keys as they are, or will be, in the table; best in the order in which they
 *   are written
 *
 * Gives some keys, instead of those given before: whether they are of the schema, how long they are, how they fall
 * into the regions, which takes ten keys for each region at least, and whether each comes after the one before it, so
 * that new rows all go to one region.
 *
 * Since: 0.1
 */
void
hbase_key_lint_set_sample (HBaseKeyLint *lint, GPtrArray *sample)
{
  g_return_if_fail (HBASE_IS_KEY_LINT (lint));
  g_return_if_fail (sample != NULL);

  lint->sample_order = find_order (sample);
  replace_keys (lint->sample, sample);
}

/**
 * hbase_key_lint_add_column:
 * @lint: a lint
 * @family: the name of its family
 * @qualifier: (array length=qualifier_length) (nullable): its qualifier
 * @qualifier_length: how many bytes; may be 0
 *
 * Says that each row has such a column.
 *
 * Since: 0.1
 */
void
hbase_key_lint_add_column (HBaseKeyLint *lint,
                           const char *family,
                           const guint8 *qualifier,
                           gsize qualifier_length)
{
  HBaseKeyLintColumn column;

  g_return_if_fail (HBASE_IS_KEY_LINT (lint));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  column.family = g_strdup (family);
  column.qualifier = g_bytes_new (qualifier, qualifier_length);
  g_array_append_val (lint->columns, column);
}

/**
 * hbase_key_lint_set_guard:
 * @lint: a lint
 * @column: (nullable): the column for people, `family:qualifier`; %NULL for none
 * @least_size: how many bytes its value has at least
 *
 * Says that rows are written by checkAndPut on the condition that this column isn't there.
 *
 * Since: 0.1
 */
void
hbase_key_lint_set_guard (HBaseKeyLint *lint, const char *column, guint least_size)
{
  g_autofree char *old = NULL;

  g_return_if_fail (HBASE_IS_KEY_LINT (lint));

  old = lint->guard;
  lint->guard = g_strdup (column);
  lint->guard_size = least_size;
}

/* ---- running ---- */

void
hbase_key_lint_pass_add (HBaseKeyLintPass *lint_pass,
                         HBaseKeySeverity severity,
                         HBaseKeyFindingCode code,
                         char *effect,
                         const char *advice)
{
  g_ptr_array_add (lint_pass->findings, hbase_key_finding_new (severity, code, effect, advice));
}

/* The gravest first, and those of a kind together. */
static int
compare_findings (gconstpointer a, gconstpointer b)
{
  HBaseKeyFinding *first = *(HBaseKeyFinding *const *) a, *second = *(HBaseKeyFinding *const *) b;
  int graver = (int) hbase_key_finding_get_severity (second) - (int) hbase_key_finding_get_severity (first);

  if (graver != 0)
    return graver;
  return (int) hbase_key_finding_get_code (first) - (int) hbase_key_finding_get_code (second);
}

/**
 * hbase_key_lint_run:
 * @lint: a lint
 *
 * Looks at all that was told. Nothing is sent. Of a lint that was constructed without
 * [property@HBase.KeyLint:schema] there are no findings.
 *
 * Returns: (transfer container) (element-type HBaseKeyFinding): what was found, the gravest first
 *
 * Since: 0.1
 */
GPtrArray *
hbase_key_lint_run (HBaseKeyLint *lint)
{
  g_autoptr (HBaseKeyCoverage) coverage = NULL;
  HBaseKeyLintPass lint_pass = { .lint = lint };

  g_return_val_if_fail (HBASE_IS_KEY_LINT (lint), NULL);

  lint_pass.findings = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_key_finding_unref);
  lint_pass.schema = lint->schema;
  if (lint_pass.schema == NULL)
    return lint_pass.findings;
  lint_pass.coverage = coverage = hbase_key_coverage_new (lint->schema);
  hbase_key_lint_pass_fields (&lint_pass);
  hbase_key_lint_pass_salts (&lint_pass);
  hbase_key_lint_pass_sample (&lint_pass);
  hbase_key_lint_pass_splits (&lint_pass);
  hbase_key_lint_pass_sizes (&lint_pass);
  g_ptr_array_sort (lint_pass.findings, compare_findings);
  return lint_pass.findings;
}
