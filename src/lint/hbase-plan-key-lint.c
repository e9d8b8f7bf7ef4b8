/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-key-lint.h"

#include "hbase-bytes.h"
#include "hbase-object-private.h"
#include "hbase-plan-key-coverage-private.h"
#include "hbase-plan-key-finding-private.h"

/* This file implements HBasePlanKeyLint: its inputs, and the rules that it checks. The rules are grouped by
 * what they look at: the schema's fields, its salts, the sample of keys, the splits, and the sizes of keys
 * and values. */

/* HBase's hbase.hregion.max.filesize. */
#define DEFAULT_REGION_SIZE (G_GUINT64_CONSTANT (10) << 30)

/**
 * HBasePlanKeyLint:
 *
 * Checks the design of a table before there are rows in it, and predicts its problems.
 *
 * A lint needs the key schema of the table. It checks more if it also gets the split keys, a sample of row
 * keys, the columns, the size of values, and the number of rows that are added each day. Its results are
 * [struct@HBasePlan.KeyFinding]s, each of which describes an effect and gives advice.
 *
 * ```c
 * g_autoptr (HBasePlanKeyLint) lint = hbase_plan_key_lint_new (schema);
 * g_autoptr (GPtrArray) findings = NULL;
 *
 * hbase_plan_key_lint_add_column (lint, "content", (const guint8 *) "name", 4);
 * g_object_set (lint, "value-size", (gint64) 20, "rows-per-day", (guint64) 1000000, NULL);
 * findings = hbase_plan_key_lint_run (lint);
 * for (guint i = 0; i < findings->len; i++)
 *   {
 *     g_autofree char *line = hbase_plan_key_finding_to_text (g_ptr_array_index (findings, i));
 *
 *     g_print ("%s\n", line);
 *   }
 * ```
 *
 * A region is reported as unreachable only if no key of the schema can lie in it. Some unreachable regions
 * are not reported, because only the first byte of a field of variable length is examined.
 */

typedef struct {
  char *family;
  GBytes *qualifier;
} Column;

struct _HBasePlanKeyLint {
  GObject parent;
  HBaseKeySchema *schema;
  GPtrArray *splits; /* of GBytes, sorted; never NULL */
  GPtrArray *sample; /* of GBytes, sorted; never NULL */
  int sample_order;  /* of the keys as they were given: 1: ascending; −1: descending; 0: neither */
  GArray *columns;   /* of Column */
  char *guard;       /* NULL: no guard column */
  guint guard_size;
  gint64 value_size; /* −1: unknown */
  guint64 rows_per_day;
  guint64 region_size;
};

enum { PROP_SCHEMA = 1, PROP_VALUE_SIZE, PROP_ROWS_PER_DAY, PROP_REGION_SIZE, N_PROPERTIES };

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBasePlanKeyLint, hbase_plan_key_lint, G_TYPE_OBJECT)

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_SCHEMA] = G_STRUCT_OFFSET (HBasePlanKeyLint, schema),
  [PROP_VALUE_SIZE] = G_STRUCT_OFFSET (HBasePlanKeyLint, value_size),
  [PROP_ROWS_PER_DAY] = G_STRUCT_OFFSET (HBasePlanKeyLint, rows_per_day),
  [PROP_REGION_SIZE] = G_STRUCT_OFFSET (HBasePlanKeyLint, region_size),
};

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
finalize (GObject *object)
{
  HBasePlanKeyLint *lint = HBASE_PLAN_KEY_LINT (object);

  g_clear_pointer (&lint->schema, hbase_key_schema_unref);
  g_ptr_array_unref (lint->splits);
  g_ptr_array_unref (lint->sample);
  g_array_unref (lint->columns);
  g_free (lint->guard);
  G_OBJECT_CLASS (hbase_plan_key_lint_parent_class)->finalize (object);
}

static void
hbase_plan_key_lint_class_init (HBasePlanKeyLintClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = set_property;
  object_class->get_property = get_property;
  object_class->finalize = finalize;
  /**
   * HBasePlanKeyLint:schema:
   *
   * The schema of the table's row keys.
   */
  properties[PROP_SCHEMA]
      = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, flags | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBasePlanKeyLint:value-size:
   *
   * The approximate size of a value in bytes; -1, the default: unknown.
   */
  properties[PROP_VALUE_SIZE] = g_param_spec_int64 ("value-size", NULL, NULL, -1, G_MAXINT64, -1, flags);
  /**
   * HBasePlanKeyLint:rows-per-day:
   *
   * The number of rows that are added each day; 0, the default: unknown.
   */
  properties[PROP_ROWS_PER_DAY] = g_param_spec_uint64 ("rows-per-day", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  /**
   * HBasePlanKeyLint:region-size:
   *
   * The size in bytes at which HBase splits a region (`hbase.hregion.max.filesize`); by default 10 GiB, as
   * in HBase.
   */
  properties[PROP_REGION_SIZE] = g_param_spec_uint64 ("region-size", NULL, NULL, 1, G_MAXUINT64,
                                                      DEFAULT_REGION_SIZE, flags | G_PARAM_CONSTRUCT);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
clear_column (gpointer data)
{
  Column *column = data;

  g_free (column->family);
  g_bytes_unref (column->qualifier);
}

static void
hbase_plan_key_lint_init (HBasePlanKeyLint *lint)
{
  lint->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  lint->sample = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  lint->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (lint->columns, clear_column);
  lint->value_size = -1;
}

/**
 * hbase_plan_key_lint_new:
 * @schema: the schema of the table's row keys
 *
 * Makes a lint that checks the design of a table.
 *
 * Returns: (transfer full): the lint
 */
HBasePlanKeyLint *
hbase_plan_key_lint_new (HBaseKeySchema *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_PLAN_TYPE_KEY_LINT, "schema", schema, NULL);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (hbase_slice_of_bytes (*(GBytes *const *) a),
                              hbase_slice_of_bytes (*(GBytes *const *) b));
}

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
 * hbase_plan_key_lint_set_splits:
 * @lint: a lint
 * @splits: (element-type GBytes): the first key of each region except the first region, in any order
 *
 * Sets the split keys of the table, and replaces earlier ones. By default, the table isn't split.
 */
void
hbase_plan_key_lint_set_splits (HBasePlanKeyLint *lint, GPtrArray *splits)
{
  g_return_if_fail (HBASE_PLAN_IS_KEY_LINT (lint));
  g_return_if_fail (splits != NULL);
  g_return_if_fail (hbase_elements_check (splits->pdata, splits->len, NULL));

  replace_keys (lint->splits, splits);
}

/**
 * hbase_plan_key_lint_set_sample:
 * @lint: a lint
 * @sample: (element-type GBytes): row keys of the table, preferably in the order in which they are written
 *
 * Sets a sample of row keys, and replaces an earlier one.
 *
 * The lint checks whether these keys match the schema, how long they are, how they are distributed over the
 * regions (if there are at least ten keys for each region), and whether each key is greater than the one
 * before it, so that new rows all go to one region.
 */
void
hbase_plan_key_lint_set_sample (HBasePlanKeyLint *lint, GPtrArray *sample)
{
  g_return_if_fail (HBASE_PLAN_IS_KEY_LINT (lint));
  g_return_if_fail (sample != NULL);
  g_return_if_fail (hbase_elements_check (sample->pdata, sample->len, NULL));

  lint->sample_order = find_order (sample);
  replace_keys (lint->sample, sample);
}

/**
 * hbase_plan_key_lint_add_column:
 * @lint: a lint
 * @family: the name of the column family
 * @qualifier: (array length=qualifier_length) (nullable): the qualifier
 * @qualifier_length: the length of @qualifier in bytes; may be 0
 *
 * Adds a column that each row has.
 */
void
hbase_plan_key_lint_add_column (HBasePlanKeyLint *lint,
                                const char *family,
                                const guint8 *qualifier,
                                gsize qualifier_length)
{
  Column column;

  g_return_if_fail (HBASE_PLAN_IS_KEY_LINT (lint));
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  column.family = g_strdup (family);
  column.qualifier = g_bytes_new (qualifier, qualifier_length);
  g_array_append_val (lint->columns, column);
}

/**
 * hbase_plan_key_lint_set_guard:
 * @lint: a lint
 * @column: (nullable): the column as `family:qualifier`; %NULL: none
 * @least_size: the smallest size of its value in bytes
 *
 * Declares that rows are written by checkAndPut with the condition that this column is absent.
 */
void
hbase_plan_key_lint_set_guard (HBasePlanKeyLint *lint, const char *column, guint least_size)
{
  g_autofree char *old = NULL;

  g_return_if_fail (HBASE_PLAN_IS_KEY_LINT (lint));

  old = lint->guard;
  lint->guard = g_strdup (column);
  lint->guard_size = least_size;
}

/* ---- rules ---- */

/* One run of a lint. */
typedef struct {
  const HBasePlanKeyLint *lint;
  HBaseKeySchema *schema;
  HBasePlanKeyCoverage *coverage;
  GPtrArray *findings;
} Pass;

static void G_GNUC_PRINTF (5, 6) add_finding (Pass *pass,
                                              HBasePlanKeySeverity severity,
                                              HBasePlanKeyFindingCode code,
                                              const char *advice,
                                              const char *format,
                                              ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (pass->findings,
                   hbase_plan_key_finding_new (severity, code, g_strdup_vprintf (format, arguments), advice));
  va_end (arguments);
}

#define REPORT(pass, severity, code, ...)                                                                    \
  add_finding (pass, HBASE_PLAN_KEY_SEVERITY_##severity, HBASE_PLAN_KEY_FINDING_##code, __VA_ARGS__)

/* ---- fields: the order in which rows are added ---- */

/* A shorter sample may be sorted by chance. */
#define MIN_ORDERED_SAMPLE 10

/* Whether the values of a field only ever increase or only ever decrease, as those of timestamps and
 * counters do. */
static gboolean
is_monotonic (const HBaseKeyField *field)
{
  const HBaseKeyType *type = field->format.type;

  return field->salt == NULL && (hbase_key_timestamp_units (type) > 0 || hbase_key_type_is_counter (type));
}

/* Whether the bytes of a monotonic field increase. The values of a counter decrease. */
static gboolean
has_increasing_bytes (const HBaseKeyField *field)
{
  const HBaseKeyType *type = field->format.type;
  gboolean increases = (type->order > 0) == (hbase_key_timestamp_units (type) > 0);

  return field->format.descending ? !increases : increases;
}

/* Whether the values may be numbers that are assigned one after the other. Those of Java's signed types
 * increase as well: only negative ones are out of order. */
static gboolean
may_be_sequential (const HBaseKeyType *type)
{
  return type->kind == HBASE_KEY_INT || (type->kind < HBASE_KEY_INT && type->order != 0);
}

static void
check_sample_order (Pass *pass)
{
  int order = pass->lint->sample_order;

  if (pass->lint->sample->len >= MIN_ORDERED_SAMPLE && order != 0)
    REPORT (pass, NOTE, MONOTONIC_KEYS,
            "if so, put a salt before the key (salt:md5-hex(8,…), salt:phoenix(16)); if the sample was "
            "sorted, pass the keys in the order of writing",
            "all %u keys of the sample are in %s order: if rows are written in the order of the sample, all "
            "new rows go to the region at the table's %s",
            pass->lint->sample->len, order > 0 ? "ascending" : "descending", order > 0 ? "end" : "beginning");
}

static void
check_first_field (Pass *pass, const HBaseKeyField *first)
{
  if (is_monotonic (first))
    REPORT (pass, WARNING, MONOTONIC_KEYS,
            "if one server isn't enough, put a salt before this field (salt:random(16), salt:phoenix(16)), "
            "or a field whose value differs between writers",
            "keys begin with “%s”, whose values are always written in one order: all new rows go to the "
            "region at the table's %s, and one server takes all writes, regardless of the splits",
            first->name, has_increasing_bytes (first) ? "end" : "beginning");
  else if (may_be_sequential (first->format.type))
    REPORT (pass, NOTE, MONOTONIC_KEYS,
            "if so, put a salt before it (salt:md5-hex(8,…), salt:phoenix(16)), or reverse its digits "
            "(reversed-uint64, reversed-decimal(N))",
            "keys begin with the number “%s”: if numbers are assigned one after the other, all new rows go "
            "to one region",
            first->name);
  else
    check_sample_order (pass);
}

/* Within each salt, the table behaves as a table without salts does. */
static void
check_buckets (Pass *pass, const HBaseKeyField *salt, const HBaseKeyField *next)
{
  if (salt->salt->n_buckets <= HBASE_KEY_MAX_SALTED_KEYS
      && (is_monotonic (next) || hbase_salt_needs_number (salt->salt)))
    REPORT (pass, NOTE, MONOTONIC_KEYS,
            "use more salts than there are servers, and split the table at the salts when it is created; or "
            "put a second salt after the first",
            "new rows of each of the %" G_GUINT64_FORMAT
            " values of “%s” go to one end of its range: when HBase has split its region, only one of the "
            "halves receives writes",
            salt->salt->n_buckets, salt->name);
}

static void
check_beginning (Pass *pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (pass->schema, 0);

  if (first->salt == NULL)
    check_first_field (pass, first);
  else if (first[1].salt == NULL)
    check_buckets (pass, first, first + 1);
}

/* ---- fields: order and length ---- */

static void
check_order (Pass *pass, const HBaseKeyField *field)
{
  const HBaseKeyType *type = field->format.type;

  if (type->order != 0)
    return;
  if (type->kind == HBASE_KEY_INT)
    REPORT (pass, WARNING, SIGN_ORDER,
            "use ordered-int32 or ordered-int64; or uint32 or uint64 if the number is never negative",
            "“%s” is a number in Java's encoding: negative numbers are sorted after all others", field->name);
  else
    REPORT (pass, NOTE, UNORDERED_FIELD, "this spreads writes; use another type if ranges are to be scanned",
            "the bytes of “%s” (%s) are not in the order of its values: consecutive values are far apart, "
            "and a scan can't return a range of them",
            field->name, type->name);
}

static void
check_length (Pass *pass, const HBaseKeyField *field)
{
  if (field->format.width == 0)
    REPORT (pass, NOTE, KEY_TOO_LONG,
            "limit the value's length in the application, or store a digest instead (bytes(16))",
            "“%s” is as long as its value: a key of more than %d bytes can't be written", field->name,
            HBASE_MAX_ROW_LENGTH);
}

static void
check_fields (Pass *pass)
{
  check_beginning (pass);
  for (guint i = 0; i < pass->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (pass->schema, i);

      if (field->salt != NULL)
        continue;
      check_order (pass, field);
      check_length (pass, field);
    }
  REPORT (pass, NOTE, IMMUTABLE_KEYS,
          "don't put values that change into the key, and decide on the schema before the table is filled",
          "a row's key can't be changed: the row must be deleted and inserted under another key");
}

/* ---- salts ---- */

static void
check_random_salt (Pass *pass, const HBaseKeyField *field)
{
  guint64 n = field->salt->n_buckets;

  add_finding (pass, n > 256 ? HBASE_PLAN_KEY_SEVERITY_WARNING : HBASE_PLAN_KEY_SEVERITY_NOTE,
               HBASE_PLAN_KEY_FINDING_FAN_OUT,
               "if rows are read by their keys, use a computed salt: phoenix(N), md5-hex(N,…), hash-of(…)",
               "“%s” is random: to get one row by its values, %" G_GUINT64_FORMAT
               " keys are read, and a scan is %" G_GUINT64_FORMAT " scans",
               field->name, n, n);
}

/* Readers know the first values of a key, but not always all values. A salt computed from the first value
 * alone is then known; one computed from other values as well is not. */
static void
check_computed_salt (Pass *pass, const HBaseKeyField *field)
{
  const HBaseKeyField *first = hbase_key_schema_field (pass->schema, 0), *known = first;
  gboolean is_known;
  guint64 n = field->salt->n_buckets;
  gboolean is_possible = n <= HBASE_KEY_MAX_SALTED_KEYS;
  g_autofree char *ranges = is_possible ? g_strdup_printf ("reads %" G_GUINT64_FORMAT " ranges", n)
                                        : g_strdup_printf ("is impossible: it would read more than %d ranges",
                                                           HBASE_KEY_MAX_SALTED_KEYS);

  while (known->salt != NULL)
    known++;
  is_known = field->sources == (guint32) 1 << (known - first);
  if (is_known || is_possible)
    REPORT (pass, NOTE, FAN_OUT,
            is_known ? "give rows that are scanned together the same salt: compute it from fewer fields"
                     : "compute the salt only from fields that are always known when rows are read",
            "a scan %s one “%s” %s, because “%s” differs", is_known ? "over more than" : "of", known->name,
            ranges, field->name);
  else
    REPORT (pass, WARNING, SALT_NOT_COMPUTABLE,
            "compute the salt only from fields that are always known: md5-hex(8,id)",
            "“%s” is computed from more than “%s”: a reader that knows only “%s” can't compute the salt, and "
            "there are too many salts to try all of them",
            field->name, known->name, known->name);
}

static void
check_salts (Pass *pass)
{
  for (guint i = 0; i < pass->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (pass->schema, i);

      if (field->salt == NULL)
        continue;
      if (hbase_salt_is_random (field->salt))
        check_random_salt (pass, field);
      else
        check_computed_salt (pass, field);
    }
}

/* ---- the sample: keys that don't match the schema ---- */

/* A number of keys, and the error of the first of them. */
typedef struct {
  guint n;
  char *error;
} Count;

static void
clear_count (Count *count)
{
  g_free (count->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Count, clear_count)

static void
check_keys (Pass *pass)
{
  GPtrArray *sample = pass->lint->sample;
  g_auto (Count) invalid = { 0 };
  g_auto (Count) salted = { 0 };

  for (guint i = 0; i < sample->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (sample->pdata[i]);
      HBaseSlice parts[HBASE_KEY_MAX_FIELDS];
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) values
          = hbase_key_schema_decode (pass->schema, hbase_slice_bytes (key), key.length, &error);
      Count *count;

      if (values != NULL)
        continue;
      /* If the key has all fields, only its salt is wrong: it is computed from other fields, or by another
       * method. */
      count = hbase_key_schema_split (pass->schema, key, parts, NULL)
                      && !hbase_key_schema_check_salts (pass->schema, key, parts, NULL)
                  ? &salted
                  : &invalid;
      if (count->n++ == 0)
        count->error = g_strdup (error->message);
    }
  if (invalid.n > 0)
    REPORT (pass, ERROR, INVALID_KEYS, "correct the schema, or the program that makes the keys",
            "%u of %u keys of the sample don't match the schema: %s", invalid.n, sample->len, invalid.error);
  if (salted.n > 0)
    REPORT (pass, ERROR, SALT_NOT_COMPUTABLE,
            "compute salts only from what the key contains (a timestamp that is hashed must be stored in the "
            "key as well), and name these fields in the schema",
            "%u of %u keys of the sample have another salt than the one computed from their fields, so that "
            "readers won't find them: %s",
            salted.n, sample->len, salted.error);
}

static void
check_key_lengths (Pass *pass)
{
  GPtrArray *sample = pass->lint->sample;
  guint n_long = 0;

  for (guint i = 0; i < sample->len; i++)
    n_long += g_bytes_get_size (sample->pdata[i]) > HBASE_MAX_ROW_LENGTH;
  if (n_long > 0)
    REPORT (pass, ERROR, KEY_TOO_LONG, "store a digest instead of the longest field (bytes(16))",
            "%u of %u keys of the sample have more than %d bytes: HBase refuses them", n_long, sample->len,
            HBASE_MAX_ROW_LENGTH);
}

/* ---- the sample: hexadecimal digits in both cases ---- */

/* Records the cases of the letters in `bytes`, if these are hexadecimal digits only. */
static void
record_case (HBaseSlice bytes, gboolean *lower, gboolean *upper)
{
  gboolean has_lower = FALSE, has_upper = FALSE;

  for (gsize i = 0; i < bytes.length; i++)
    {
      if (!g_ascii_isxdigit (bytes.data[i]))
        return;
      has_lower |= g_ascii_islower (bytes.data[i]);
      has_upper |= g_ascii_isupper (bytes.data[i]);
    }
  *lower |= has_lower;
  *upper |= has_upper;
}

static gboolean
may_hold_hex (const HBaseKeyField *field)
{
  if (field->salt != NULL)
    return hbase_salt_is_hex (field->salt);
  return field->format.type->kind == HBASE_KEY_BYTES || field->format.type->shape == HBASE_KEY_SIZED;
}

/* Digits and salts are lower case by the schema, so that one upper-case letter is enough for a finding. */
static void
check_field_case (Pass *pass, guint index)
{
  const HBaseKeyField *field = hbase_key_schema_field (pass->schema, index);
  GPtrArray *sample = pass->lint->sample;
  gboolean lower = field->salt != NULL || field->format.type->kind != HBASE_KEY_BYTES, upper = FALSE;

  for (guint i = 0; i < sample->len; i++)
    {
      HBaseSlice parts[HBASE_KEY_MAX_FIELDS];

      if (hbase_key_schema_split (pass->schema, hbase_slice_of_bytes (sample->pdata[i]), parts, NULL))
        record_case (parts[index], &lower, &upper);
    }
  if (lower && upper)
    REPORT (pass, WARNING, MIXED_CASE_HEX,
            "write them in lower case everywhere, as hex(N) and md5-hex(N) do, or as bytes",
            "“%s” has hexadecimal digits in both cases: A–F are sorted before a–f, so one value can have two "
            "keys, in two places of the table",
            field->name);
}

static void
check_sample (Pass *pass)
{
  if (pass->lint->sample->len == 0)
    return;
  check_keys (pass);
  check_key_lengths (pass);
  for (guint i = 0; i < pass->schema->fields->len; i++)
    if (may_hold_hex (hbase_key_schema_field (pass->schema, i)))
      check_field_case (pass, i);
}

/* ---- splits: regions. A table with n splits has n + 1 regions, numbered from 0. ---- */

/* The largest number of regions or splits that a finding names. */
#define MAX_NAMED 10

/* How many times its fair share of the rows a region may get. */
#define MAX_UNEVENNESS 2

/* The keys that a sample must have for each region. */
#define KEYS_PER_REGION 10

/* Empty at the table's beginning. */
static HBaseSlice
region_start (const Pass *pass, guint region)
{
  return region == 0 ? hbase_slice ("", 0) : hbase_slice_of_bytes (pass->lint->splits->pdata[region - 1]);
}

/* Empty at the table's end. */
static HBaseSlice
region_stop (const Pass *pass, guint region)
{
  GPtrArray *splits = pass->lint->splits;

  return region == splits->len ? hbase_slice ("", 0) : hbase_slice_of_bytes (splits->pdata[region]);
}

static char *
format_key (HBaseSlice key)
{
  return hbase_bytes_to_escaped (hbase_slice_bytes (key), key.length);
}

static char *
name_region (const Pass *pass, guint region)
{
  HBaseSlice start = region_start (pass, region), stop = region_stop (pass, region);
  g_autofree char *start_text = format_key (start), *stop_text = format_key (stop);

  return g_strdup_printf ("“%s” to “%s”", start.length > 0 ? start_text : "the table's beginning",
                          stop.length > 0 ? stop_text : "the table's end");
}

/* Lists the first names, and the number of the others. */
static char *
join_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_NAMED); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > MAX_NAMED)
    g_string_append_printf (text, " and %u more", names->len - MAX_NAMED);
  return g_string_free (text, FALSE);
}

/* ---- splits: those that HBase refuses, and regions without keys ---- */

static const char *
find_problem (GPtrArray *splits, guint index)
{
  HBaseSlice split = hbase_slice_of_bytes (splits->pdata[index]);

  if (split.length == 0)
    return "is empty";
  if (split.length > HBASE_MAX_ROW_LENGTH)
    return "is longer than any key can be";
  if (index > 0 && hbase_slice_equal (split, hbase_slice_of_bytes (splits->pdata[index - 1])))
    return "occurs twice";
  return NULL;
}

static void
check_validity (Pass *pass)
{
  GPtrArray *splits = pass->lint->splits;

  for (guint i = 0; i < splits->len; i++)
    {
      const char *problem = find_problem (splits, i);
      g_autofree char *text = NULL;

      if (problem == NULL)
        continue;
      text = format_key (hbase_slice_of_bytes (splits->pdata[i]));
      REPORT (pass, ERROR, INVALID_SPLITS, "remove it",
              "the split “%s” %s: HBase doesn't create such a table", text, problem);
      return;
    }
}

static void
check_salt_range (Pass *pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (pass->schema, 0);
  GPtrArray *splits = pass->lint->splits;
  g_autoptr (GPtrArray) outside = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;

  for (guint i = 0; i < splits->len && first->salt != NULL; i++)
    {
      HBaseSlice split = hbase_slice_of_bytes (splits->pdata[i]);
      HBaseSlice none = hbase_slice ("", 0);

      if (!hbase_plan_key_coverage_has (pass->coverage, none, split)
          || !hbase_plan_key_coverage_has (pass->coverage, split, none))
        g_ptr_array_add (outside, format_key (split));
    }
  if (outside->len == 0)
    return;
  names = join_names (outside);
  REPORT (pass, WARNING, SPLITS_OUTSIDE_SALT, "split at the salts themselves, from the second to the last",
          "%u of %u splits are outside the range of the salt “%s”: %s", outside->len, splits->len,
          first->name, names);
}

static void
check_coverage (Pass *pass)
{
  guint n_regions = pass->lint->splits->len + 1;
  g_autoptr (GPtrArray) unreachable = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *names = NULL;

  for (guint i = 0; i < n_regions; i++)
    if (!hbase_plan_key_coverage_has (pass->coverage, region_start (pass, i), region_stop (pass, i)))
      g_ptr_array_add (unreachable, name_region (pass, i));
  if (unreachable->len == 0)
    return;
  names = join_names (unreachable);
  REPORT (pass, WARNING, UNREACHABLE_REGIONS,
          "split in the digits or bytes that keys consist of: hex splits for hexadecimal keys",
          "%u of %u regions stay empty, because no key of the schema lies in them: %s", unreachable->len,
          n_regions, names);
}

/* Whether the first `width` bytes have upper-case letters. Clears `*is_hex` if they aren't hexadecimal
 * digits. */
static gboolean
has_upper_case (HBaseSlice key, gsize width, gboolean *is_hex)
{
  gboolean found = FALSE;

  for (gsize i = 0; i < MIN (key.length, width); i++)
    {
      *is_hex &= g_ascii_isxdigit (key.data[i]);
      found |= g_ascii_isupper (key.data[i]);
    }
  return found;
}

/* Hexadecimal keys are lower case: splits in upper case all lie between 9 and a. */
static void
check_split_case (Pass *pass)
{
  const HBaseKeyField *first = hbase_key_schema_field (pass->schema, 0);
  gboolean is_hex
      = first->salt != NULL ? hbase_salt_is_hex (first->salt) : g_str_equal (first->format.type->name, "hex");
  GPtrArray *splits = pass->lint->splits;
  guint n_upper = 0;

  for (guint i = 0; i < splits->len && is_hex; i++)
    n_upper += has_upper_case (hbase_slice_of_bytes (splits->pdata[i]), first->format.width, &is_hex);
  if (n_upper > 0 && is_hex)
    REPORT (
        pass, WARNING, MIXED_CASE_HEX, "write the splits in lower case",
        "%u of %u splits have upper-case letters where “%s” has lower-case ones: A–F are sorted before a–f",
        n_upper, splits->len, first->name);
}

/* ---- splits: the share of the rows that each region gets ---- */

static gboolean
is_sample_sufficient (const Pass *pass)
{
  return pass->lint->sample->len >= KEYS_PER_REGION * (pass->lint->splits->len + 1);
}

/* The number of keys of the sample that are below `bound`. */
static guint
count_below (GPtrArray *sample, HBaseSlice bound)
{
  guint low = 0, high = sample->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hbase_slice_compare (hbase_slice_of_bytes (sample->pdata[middle]), bound) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The share of the rows, 0 … 1, whose keys are below `bound`: by the sample, or, if it is too small, as if
 * each value of the first field were equally frequent, as those of salts are. */
static double
share_below (Pass *pass, HBaseSlice bound)
{
  GPtrArray *sample = pass->lint->sample;

  if (is_sample_sufficient (pass))
    return (double) count_below (sample, bound) / sample->len;
  return hbase_plan_key_coverage_share_below (pass->coverage, bound);
}

/* Finds the region that gets the most rows, and its share of them. If keys are always written in one order
 * that share is all of them, and which region it is isn't needed. */
static double
find_largest_share (Pass *pass, guint *region)
{
  guint n_splits = pass->lint->splits->len;
  double largest = -1;

  if (is_monotonic (hbase_key_schema_field (pass->schema, 0)))
    return 1;
  for (guint i = 0; i <= n_splits; i++)
    {
      double above = i < n_splits ? share_below (pass, region_stop (pass, i)) : 1;
      double share = above - share_below (pass, region_start (pass, i));

      if (share <= largest)
        continue;
      largest = share;
      *region = i;
    }
  return largest;
}

/* Needs a sample or a salt at the beginning. Monotonic keys have a finding of their own. */
static void
check_evenness (Pass *pass)
{
  guint n_regions = pass->lint->splits->len + 1;
  const HBaseKeyField *first = hbase_key_schema_field (pass->schema, 0);
  guint region = 0;
  g_autofree char *name = NULL;
  double share;

  if (is_monotonic (first) || (first->salt == NULL && !is_sample_sufficient (pass)))
    return;
  share = find_largest_share (pass, &region);
  if (share * n_regions < MAX_UNEVENNESS)
    return;
  name = name_region (pass, region);
  REPORT (pass, WARNING, UNEVEN_REGIONS, "split where the keys are: at the salts, or by a sample of keys",
          "of %u regions the one from %s gets %.0f %% of the rows, where %.1f %% would be its fair share",
          n_regions, name, 100 * share, 100.0 / n_regions);
}

static void
check_splits (Pass *pass)
{
  if (pass->lint->splits->len == 0)
    return;
  check_validity (pass);
  check_salt_range (pass);
  check_coverage (pass);
  check_split_case (pass);
  check_evenness (pass);
}

/* ---- sizes: each cell is stored with its row's key, its family and its qualifier ---- */

/* What HBase adds to a cell: the lengths of key, value, row and family (11 bytes), the timestamp (8), the
 * type (1). */
#define CELL_OVERHEAD 20

/* Bytes of a family's and a qualifier's names together that need no finding. */
#define SHORT_NAMES 8

#define MANY_ROWS 1000000

/* HBase's default policy splits the only region of a table on a server at twice the flush size. */
#define LONE_REGION_SIZE (G_GUINT64_CONSTANT (2) * (G_GUINT64_CONSTANT (128) << 20))

/* The length of a key in bytes, by the schema or as the mean of the sample; 0: unknown. */
static double
key_length (const Pass *pass)
{
  GPtrArray *sample = pass->lint->sample;
  double sum = 0;

  if (pass->schema->length > 0 || sample->len == 0)
    return (double) pass->schema->length;
  for (guint i = 0; i < sample->len; i++)
    sum += (double) g_bytes_get_size (sample->pdata[i]);
  return sum / sample->len;
}

static const Column *
column_at (const HBasePlanKeyLint *lint, guint index)
{
  return &g_array_index (lint->columns, Column, index);
}

static gsize
names_length (const Column *column)
{
  return strlen (column->family) + g_bytes_get_size (column->qualifier);
}

/* The size of a row in bytes; 0: unknown. */
static double
row_size (const Pass *pass)
{
  const HBasePlanKeyLint *lint = pass->lint;
  double key = key_length (pass), names = 0;

  if (key <= 0 || lint->value_size < 0)
    return 0;
  for (guint i = 0; i < lint->columns->len; i++)
    names += (double) names_length (column_at (lint, i));
  return MAX (lint->columns->len, 1) * (CELL_OVERHEAD + key + (double) lint->value_size) + names;
}

static char *
format_size (double size, GFormatSizeFlags flags)
{
  return g_format_size_full ((guint64) MIN (size, 1e18), flags);
}

static void
check_names (Pass *pass, const Column *column)
{
  gsize length = names_length (column);
  g_autofree char *qualifier = NULL, *size = NULL;

  if (length <= SHORT_NAMES)
    return;
  qualifier = format_key (hbase_slice_of_bytes (column->qualifier));
  size = format_size ((double) length * MANY_ROWS, G_FORMAT_SIZE_DEFAULT);
  REPORT (pass, NOTE, LONG_NAMES, "one or two letters are enough for a family, and a few for a qualifier",
          "the names of “%s:%s” have %" G_GSIZE_FORMAT " bytes, which are stored with each cell: %s in a "
          "million rows",
          column->family, qualifier, length, size);
}

static void
check_key_size (Pass *pass)
{
  const HBasePlanKeyLint *lint = pass->lint;
  double key = key_length (pass);
  guint n_columns = MAX (lint->columns->len, 1);
  g_autofree char *size = NULL;

  if (lint->value_size < 0 || key <= (double) lint->value_size)
    return;
  size = format_size (key * n_columns * MANY_ROWS, G_FORMAT_SIZE_DEFAULT);
  REPORT (pass, WARNING, KEY_LARGER_THAN_VALUE,
          "shorten the key (numbers as bytes, not as digits), put a row's values into one column, and set a "
          "DATA_BLOCK_ENCODING for the family",
          "a key of %.0f bytes is stored with each value of %" G_GINT64_FORMAT
          " bytes: with %u %s in a row, the keys of a million rows take %s",
          key, lint->value_size, n_columns, n_columns == 1 ? "column" : "columns", size);
}

static void
check_guard (Pass *pass)
{
  if (pass->lint->guard != NULL && pass->lint->guard_size == 0)
    REPORT (pass, WARNING, EMPTY_GUARD, "always write a value of at least one byte",
            "“%s” may be empty: checkAndPut with the condition that the column is absent takes an empty "
            "value for an absent one, and overwrites the row",
            pass->lint->guard);
}

/* ---- sizes: the time until a region is split ---- */

#define DAYS_PER_YEAR 365.25
/* A region that takes longer to fill needn't be a region of its own. */
#define MAX_DAYS_TO_FILL (10 * DAYS_PER_YEAR)
#define MAX_DAYS_SHOWN (100 * DAYS_PER_YEAR)

static char *
format_days (double days)
{
  if (days > MAX_DAYS_SHOWN)
    return g_strdup ("more than a hundred years");
  if (days < 2)
    return g_strdup_printf ("%.1f hours", days * 24);
  return days < 1000 ? g_strdup_printf ("%.0f days", days)
                     : g_strdup_printf ("%.1f years", days / DAYS_PER_YEAR);
}

static void
check_first_split (Pass *pass)
{
  const HBasePlanKeyLint *lint = pass->lint;
  double row = row_size (pass), lone_size = (double) MIN (lint->region_size, LONE_REGION_SIZE);
  double share, bytes_per_day, days;
  guint region = 0;
  g_autofree char *time = NULL, *lone_time = NULL, *lone = NULL, *size = NULL;

  if (row <= 0 || lint->rows_per_day == 0)
    return;
  share = find_largest_share (pass, &region);
  bytes_per_day = row * share * (double) lint->rows_per_day;
  days = (double) lint->region_size / bytes_per_day;
  size = format_size ((double) lint->region_size, G_FORMAT_SIZE_IEC_UNITS);
  time = format_days (days);
  lone = format_size (lone_size, G_FORMAT_SIZE_IEC_UNITS);
  lone_time = format_days (lone_size / bytes_per_day);
  REPORT (pass, NOTE, FIRST_SPLIT,
          days > MAX_DAYS_TO_FILL && lint->splits->len > 0
              ? "fewer regions are enough: each takes memory of its server, even if it is empty"
              : "if that is too early, split the table into more regions when it is created",
          "of %" G_GUINT64_FORMAT " rows a day, %.0f bytes each, the fullest region (of %u) gets %.1f %% and "
          "has %s after %s, when HBase splits it (at %s, after %s, if it is the only "
          "region of the table on its server); compression isn't considered",
          lint->rows_per_day, row, lint->splits->len + 1, 100 * share, size, time, lone, lone_time);
}

static void
check_sizes (Pass *pass)
{
  for (guint i = 0; i < pass->lint->columns->len; i++)
    check_names (pass, column_at (pass->lint, i));
  check_key_size (pass);
  check_guard (pass);
  check_first_split (pass);
}

/* ---- running ---- */

/* Sorts by severity, the highest first, and then by code. */
static int
compare_findings (gconstpointer a, gconstpointer b)
{
  HBasePlanKeyFinding *first = *(HBasePlanKeyFinding *const *) a, *second = *(HBasePlanKeyFinding *const *) b;
  int order = (int) hbase_plan_key_finding_get_severity (second)
              - (int) hbase_plan_key_finding_get_severity (first);

  if (order != 0)
    return order;
  return (int) hbase_plan_key_finding_get_code (first) - (int) hbase_plan_key_finding_get_code (second);
}

/**
 * hbase_plan_key_lint_run:
 * @lint: a lint
 *
 * Checks the schema and all other inputs. No requests are sent. A lint that was constructed without
 * [property@HBasePlan.KeyLint:schema] has no findings.
 *
 * Returns: (transfer container) (element-type HBasePlanKeyFinding): the findings, those of the highest
 * severity first
 */
GPtrArray *
hbase_plan_key_lint_run (HBasePlanKeyLint *lint)
{
  g_autoptr (HBasePlanKeyCoverage) coverage = NULL;
  Pass pass = { .lint = lint };

  g_return_val_if_fail (HBASE_PLAN_IS_KEY_LINT (lint), NULL);

  pass.findings = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_key_finding_unref);
  pass.schema = lint->schema;
  if (pass.schema == NULL)
    return pass.findings;
  pass.coverage = coverage = hbase_plan_key_coverage_new (lint->schema);
  check_fields (&pass);
  check_salts (&pass);
  check_sample (&pass);
  check_splits (&pass);
  check_sizes (&pass);
  g_ptr_array_sort (pass.findings, compare_findings);
  return pass.findings;
}
