/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-plan-field-key-generator-private.h"
#include "hbase-plan-field-values-private.h"

/* This file implements HBasePlanFieldKeyGenerator, which makes keys from definitions of their fields.
 *
 * 1. `stored` has the values of each field of the schema; NULL: a salt, which the encoder computes.
 * 2. Only fields that are hashes or copies have sources, and their sources have none.
 * 3. A key depends on nothing but the definitions, the seed and its number, so that threads share a
 *    generator, provided that nobody changes it. */

/**
 * HBasePlanFieldKeyGenerator:
 *
 * Makes the keys of simulated writes. Each field of a key schema has values of a kind that you define;
 * any key can be made without those before it.
 *
 * - `id=constant(7)`: always the same.
 * - `id=sequence(1)`: 1, 2, 3 …; `sequence(START,STEP,LENGTH)` begins again after LENGTH values.
 * - `id=uniform(0,999)`: equally probable from 0 to 999; without limits, all values of the type. Text has
 *   eight letters.
 * - `id=zipf(1000,1.1)`: 0 to 999; the probability of the n-th is proportional to n^−1.1, by default 1/n.
 * - `id=normal(5000,100)`: normally distributed with this mean and standard deviation, and rounded.
 * - `at=time(1000,2,2024-01-01)`: timestamps at a rate of 1,000 puts a second, with a jitter of up to 2
 *   seconds in either direction, from this time.
 * - `name=column`: the values that [method@HBasePlan.FieldKeyGenerator.set_column] sets, one after the other,
 *   again and again.
 * - `prefix=md5(id,at)`: the first digits or bytes of the MD5 sum of the bytes of other fields.
 * - `prefix=md5-hex(8,id)`, `modulo(16,id)`, `phoenix(16,id,at)`, `opentsdb(1,20,id,at)` and
 *   `hash-of(a|b|c|d,id)`: what the salts of these names have in a [struct@HBase.KeySchema].
 * - `low:uint32=copy(id)`: the value of another field; only its lower bytes, if the type has less.
 *
 * A field that isn't in the schema can be defined with its type: it isn't stored in the key, but hashes can
 * be computed from it. Fields that aren't defined are uniform. Numbers in fields of text are written as
 * digits. Salts are never defined: they are computed as the schema says, and random ones are random.
 *
 * The same seed and definitions give the same keys.
 *
 * As an [iface@HBase.KeyGenerator] it returns the keys of the puts 0, 1, 2 … without end.
 */
struct _HBasePlanFieldKeyGenerator {
  GObject parent_instance;
  HBaseKeySchema *schema;
  guint64 seed;
  GPtrArray *stored; /* of HBasePlanFieldValues */
  GPtrArray *others; /* of HBasePlanFieldValues: fields that aren't in the schema */
  HBasePlanCounterRandom salts;
  guint64 next;
};

enum {
  PROP_SCHEMA = 1,
  PROP_SEED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBasePlanFieldKeyGenerator,
                               hbase_plan_field_key_generator,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

/* ---- fields ---- */

static void
free_values (gpointer values)
{
  if (values != NULL)
    hbase_plan_field_values_free (values);
}

/* Finds a field by its name; `*index` is its number in `*array`. NULL: it isn't known, or a salt. */
static HBasePlanFieldValues *
find_field (HBasePlanFieldKeyGenerator *self, const char *name, GPtrArray **array, guint *index)
{
  GPtrArray *arrays[] = { self->stored, self->others };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    for (guint j = 0; j < arrays[i]->len; j++)
      {
        HBasePlanFieldValues *values = g_ptr_array_index (arrays[i], j);

        if (values == NULL || strcmp (values->name, name) != 0)
          continue;
        *array = arrays[i];
        *index = j;
        return values;
      }
  return NULL;
}

/* Finds the fields from which the values are computed. */
static gboolean
find_sources (HBasePlanFieldKeyGenerator *self, HBasePlanFieldValues *values, GError **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  for (char **name = values->source_names; *name != NULL; name++)
    {
      GPtrArray *array;
      guint index;
      HBasePlanFieldValues *source = find_field (self, *name, &array, &index);

      if (source == NULL || source == values || source->source_names != NULL)
        {
          hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                           source == NULL ? "there is no field “%s” with values"
                                          : "the values of “%s” are computed from others themselves",
                           *name);
          return FALSE;
        }
      g_ptr_array_add (sources, source);
    }
  g_clear_pointer (&values->sources, g_ptr_array_unref);
  values->sources = g_steal_pointer (&sources);
  return TRUE;
}

/* Finds all sources again after a definition has changed. */
static gboolean
find_all_sources (HBasePlanFieldKeyGenerator *self, GError **error)
{
  GPtrArray *arrays[] = { self->stored, self->others };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    for (guint j = 0; j < arrays[i]->len; j++)
      {
        HBasePlanFieldValues *values = g_ptr_array_index (arrays[i], j);

        if (values != NULL && values->source_names != NULL && !find_sources (self, values, error))
          {
            hbase_error_prefix (error, "field “%s”: ", values->name);
            return FALSE;
          }
      }
  return TRUE;
}

static void
select_stream (HBasePlanFieldKeyGenerator *self, HBasePlanFieldValues *values)
{
  values->random = hbase_plan_counter_random_init (self->seed, g_str_hash (values->name) + 1);
}

/* Replaces the values at `index`, or adds them after the last; restores the old ones if that makes a
 * definition invalid. */
static gboolean
replace_values (HBasePlanFieldKeyGenerator *self,
                GPtrArray *array,
                guint index,
                HBasePlanFieldValues *values,
                GError **error)
{
  HBasePlanFieldValues *before;

  if (index == array->len)
    g_ptr_array_add (array, NULL);
  before = array->pdata[index];
  array->pdata[index] = values;
  select_stream (self, values);
  if (find_all_sources (self, error))
    {
      free_values (before);
      return TRUE;
    }
  array->pdata[index] = before;
  free_values (values);
  if (before == NULL)
    g_ptr_array_remove_index (array, index);
  find_all_sources (self, NULL);
  return FALSE;
}

/* Defines a field that isn't stored: `name:type`. */
static gboolean
define_other (HBasePlanFieldKeyGenerator *self, const char *field, const char *kind, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (field, error);
  HBasePlanFieldValues *values;
  GPtrArray *array = self->others;
  guint index = self->others->len;

  if (schema == NULL)
    return FALSE;
  if (schema->fields->len != 1 || schema->n_values != 1
      || (find_field (self, hbase_key_schema_field (schema, 0)->name, &array, &index) != NULL
          && array == self->stored))
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "“%s” must be the name and type of one field that isn't in the schema", field);
      return FALSE;
    }
  values = hbase_plan_field_values_new (schema, hbase_key_schema_field (schema, 0), kind, error);
  return values != NULL && replace_values (self, array, index, values, error);
}

static gboolean
define_stored (HBasePlanFieldKeyGenerator *self, const char *name, const char *kind, GError **error)
{
  HBasePlanFieldValues *values;

  for (guint i = 0; i < self->stored->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (self->schema, i);

      if (strcmp (field->name, name) != 0)
        continue;
      if (field->salt != NULL)
        {
          hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                           "it is a salt, which is computed as the schema says");
          return FALSE;
        }
      values = hbase_plan_field_values_new (self->schema, field, kind, error);
      return values != NULL && replace_values (self, self->stored, i, values, error);
    }
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "the key schema “%s” has no such field; one that isn't stored needs a type: %s:uint64=…",
                   self->schema->text, name);
  return FALSE;
}

/**
 * hbase_plan_field_key_generator_define:
 * @generator: a generator
 * @definition: `FIELD=KIND(ARGUMENT,…)`, or `FIELD:TYPE=KIND(ARGUMENT,…)` for a field that isn't stored
 * @error: return location for an error
 *
 * Defines the values of a field; see the table of kinds at the beginning of this page. A second definition
 * of a field replaces the first one.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the text is invalid, the field isn't known, or the kind doesn't
 * fit its type; %HBASE_ERROR_INVALID_SCHEMA if a type is invalid. After an error nothing has changed.
 *
 * Returns: %TRUE if the field is defined
 */
gboolean
hbase_plan_field_key_generator_define (HBasePlanFieldKeyGenerator *generator,
                                       const char *definition,
                                       GError **error)
{
  g_autofree char *field = NULL;
  const char *equals;
  gboolean defined;

  g_return_val_if_fail (HBASE_PLAN_IS_FIELD_KEY_GENERATOR (generator), FALSE);
  g_return_val_if_fail (definition != NULL, FALSE);

  if (!hbase_object_check_property (generator, "schema", generator->schema, error))
    return FALSE;
  equals = strchr (definition, '=');
  if (equals == NULL)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't FIELD=KIND(ARGUMENT,…)", definition);
      return FALSE;
    }
  field = g_strstrip (g_strndup (definition, (gsize) (equals - definition)));
  if (strchr (field, ':') != NULL)
    defined = define_other (generator, field, equals + 1, error);
  else
    defined = define_stored (generator, field, equals + 1, error);
  if (!defined)
    hbase_error_prefix (error, "field “%s”: ", field);
  return defined;
}

/* ---- patterns ---- */

typedef struct {
  const char *name, *timestamps, *others;
} Pattern;

static const Pattern patterns[] = {
  { "random", "uniform", "uniform" },
  { "sequential", "time(1000)", "sequence" },
  { "zipf", "time(1000)", "zipf(1000000)" },
  { "time", "time(1000)", "uniform" },
};

/* The kind of values that a field has in a pattern. */
static const char *
kind_of_field (const Pattern *pattern, const HBaseKeyType *type)
{
  return hbase_key_timestamp_units (type) > 0 ? pattern->timestamps : pattern->others;
}

static void
define_fields (HBasePlanFieldKeyGenerator *self, const Pattern *pattern)
{
  for (guint i = 0; i < self->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (self->schema, i);
      HBasePlanFieldValues *values;

      if (field->salt != NULL)
        continue;
      values = hbase_plan_field_values_new (self->schema, field, kind_of_field (pattern, field->format.type),
                                            NULL);
      free_values (self->stored->pdata[i]);
      self->stored->pdata[i] = values;
      select_stream (self, values);
    }
}

/**
 * hbase_plan_field_key_generator_define_all:
 * @generator: a generator
 * @pattern: `random`, `sequential`, `zipf` or `time`
 * @error: return location for an error
 *
 * Defines all fields of the schema at once, and removes the others. In all patterns but `random`,
 * timestamps are those of
 * 1,000 puts a second. The other fields are `uniform` in the patterns `random` and `time`, `sequence` in
 * `sequential`, and `zipf(1000000)` in `zipf`.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if there is no such pattern.
 *
 * Returns: %TRUE if the fields are defined
 */
gboolean
hbase_plan_field_key_generator_define_all (HBasePlanFieldKeyGenerator *generator,
                                           const char *pattern,
                                           GError **error)
{
  g_return_val_if_fail (HBASE_PLAN_IS_FIELD_KEY_GENERATOR (generator), FALSE);
  g_return_val_if_fail (pattern != NULL, FALSE);

  if (!hbase_object_check_property (generator, "schema", generator->schema, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (strcmp (patterns[i].name, pattern) == 0)
      {
        g_ptr_array_set_size (generator->others, 0);
        define_fields (generator, &patterns[i]);
        return TRUE;
      }
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "there is no pattern “%s”; there are random, sequential, zipf, time", pattern);
  return FALSE;
}

/**
 * hbase_plan_field_key_generator_set_column:
 * @generator: a generator
 * @field: the name of a field that is defined as `column`
 * @values: (array zero-terminated=1): its values, as they are written in keys as text
 * @error: return location for an error
 *
 * Sets the values of a field, for example those of a column of a file. The put number n has the value number
 * n modulo their number.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the field isn't defined as `column`, or there are no values;
 * %HBASE_ERROR_INVALID_KEY if one doesn't fit the type.
 *
 * Returns: %TRUE if the values are set
 */
gboolean
hbase_plan_field_key_generator_set_column (HBasePlanFieldKeyGenerator *generator,
                                           const char *field,
                                           const char *const *values,
                                           GError **error)
{
  HBasePlanFieldValues *found = NULL;
  GPtrArray *array;
  guint index;

  g_return_val_if_fail (HBASE_PLAN_IS_FIELD_KEY_GENERATOR (generator), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);
  g_return_val_if_fail (values != NULL, FALSE);

  if (!hbase_object_check_property (generator, "schema", generator->schema, error))
    return FALSE;
  found = find_field (generator, field, &array, &index);
  if (found != NULL && hbase_plan_field_values_is_column (found))
    return hbase_plan_field_values_set_column (found, values, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "field “%s” isn't defined as a column: %s=column",
                   field, field);
  return FALSE;
}

/* ---- keys ---- */

gboolean
hbase_plan_field_key_generator_check (HBasePlanFieldKeyGenerator *generator, GError **error)
{
  g_auto (HBaseKeyEncoder) encoder = { 0 };
  HBaseSlice key;

  return hbase_object_check_property (generator, "schema", generator->schema, error)
         && hbase_plan_field_key_generator_encode (generator, 0, &encoder, &key, error);
}

gboolean
hbase_plan_field_key_generator_encode (HBasePlanFieldKeyGenerator *generator,
                                       guint64 index,
                                       HBaseKeyEncoder *encoder,
                                       HBaseSlice *key,
                                       GError **error)
{
  hbase_key_encoder_init (encoder, generator->schema);
  for (guint i = 0; i < generator->stored->len; i++)
    {
      const HBasePlanFieldValues *values = generator->stored->pdata[i];
      HBasePlanFieldSpace space;
      HBaseKeyValue value;

      if (values == NULL)
        continue;
      if (!hbase_plan_field_values_get (values, index, &space, &value, error))
        {
          hbase_error_prefix (error, "field “%s”: ", values->name);
          return FALSE;
        }
      hbase_key_encoder_add (encoder, &value);
    }
  hbase_key_encoder_set_random (encoder,
                                (guint32) (hbase_plan_counter_random_at (generator->salts, index) >> 32));
  return hbase_key_encoder_finish (encoder, key, error);
}

/**
 * hbase_plan_field_key_generator_get_key:
 * @generator: a generator
 * @index: the number of a put, from 0
 * @error: return location for an error
 *
 * Makes the key of a put. Threads may call it at the same time, if none of them changes the generator.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if a value is out of the range of its field, as those of a sequence may
 * be; %HBASE_ERROR_INVALID_ARGUMENT if a column has no values.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_plan_field_key_generator_get_key (HBasePlanFieldKeyGenerator *generator, guint64 index, GError **error)
{
  g_auto (HBaseKeyEncoder) encoder = { 0 };
  HBaseSlice key;

  g_return_val_if_fail (HBASE_PLAN_IS_FIELD_KEY_GENERATOR (generator), NULL);

  if (!hbase_object_check_property (generator, "schema", generator->schema, error)
      || !hbase_plan_field_key_generator_encode (generator, index, &encoder, &key, error))
    return NULL;
  return g_bytes_new (key.data, key.length);
}

static GBytes *
field_key_generator_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  HBasePlanFieldKeyGenerator *self = HBASE_PLAN_FIELD_KEY_GENERATOR (generator);

  return hbase_plan_field_key_generator_get_key (self, self->next++, error);
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = field_key_generator_next;
}

/* ---- the object ---- */

static void
hbase_plan_field_key_generator_constructed (GObject *object)
{
  HBasePlanFieldKeyGenerator *self = HBASE_PLAN_FIELD_KEY_GENERATOR (object);

  self->salts = hbase_plan_counter_random_init (self->seed, 0);
  if (self->schema != NULL)
    {
      g_ptr_array_set_size (self->stored, (int) self->schema->fields->len);
      define_fields (self, &patterns[0]);
    }
  G_OBJECT_CLASS (hbase_plan_field_key_generator_parent_class)->constructed (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_SCHEMA] = G_STRUCT_OFFSET (HBasePlanFieldKeyGenerator, schema),
  [PROP_SEED] = G_STRUCT_OFFSET (HBasePlanFieldKeyGenerator, seed),
};

static void
hbase_plan_field_key_generator_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_plan_field_key_generator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
hbase_plan_field_key_generator_finalize (GObject *object)
{
  HBasePlanFieldKeyGenerator *self = HBASE_PLAN_FIELD_KEY_GENERATOR (object);

  g_ptr_array_unref (self->stored);
  g_ptr_array_unref (self->others);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
  G_OBJECT_CLASS (hbase_plan_field_key_generator_parent_class)->finalize (object);
}

static void
hbase_plan_field_key_generator_class_init (HBasePlanFieldKeyGeneratorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = hbase_plan_field_key_generator_constructed;
  object_class->get_property = hbase_plan_field_key_generator_get_property;
  object_class->set_property = hbase_plan_field_key_generator_set_property;
  object_class->finalize = hbase_plan_field_key_generator_finalize;

  /**
   * HBasePlanFieldKeyGenerator:schema:
   *
   * The schema of the keys. It is required: without it, there are no keys.
   */
  properties[PROP_SCHEMA] = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, flags);
  /**
   * HBasePlanFieldKeyGenerator:seed:
   *
   * The seed of the random numbers, 0 by default. The same seed gives the same keys.
   */
  properties[PROP_SEED] = g_param_spec_uint64 ("seed", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_plan_field_key_generator_init (HBasePlanFieldKeyGenerator *self)
{
  self->stored = g_ptr_array_new_with_free_func (free_values);
  self->others = g_ptr_array_new_with_free_func (free_values);
}

/**
 * hbase_plan_field_key_generator_new:
 * @schema: the schema of the keys
 * @seed: any number
 *
 * Makes a generator; all fields are uniform until they are defined.
 *
 * Returns: (transfer full): the generator
 */
HBasePlanFieldKeyGenerator *
hbase_plan_field_key_generator_new (HBaseKeySchema *schema, guint64 seed)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_PLAN_TYPE_FIELD_KEY_GENERATOR, "schema", schema, "seed", seed, NULL);
}
