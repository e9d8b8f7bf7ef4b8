/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-builder.h"
#include "hbase-key-schema-private.h"
#include "hbase-object-private.h"
#include "hbase-schema-key-generator.h"
#include "hbase-splitmix-private.h"

/* This file implements HBaseSchemaKeyGenerator, which makes random keys of a schema. */

/* Random timestamps are before this second since 1970, in 2038. */
#define LAST_SECOND (G_GUINT64_CONSTANT (1) << 31)
#define TEXT_LENGTH 8

/**
 * HBaseSchemaKeyGenerator:
 *
 * Returns an unlimited number of random keys of a schema, for a forecast of how keys will be distributed.
 *
 * All values of a field are equally probable, except that timestamps are from 1970 to 2038, and text has
 * eight lower-case letters if the field allows it. If you know more about the keys, use a sample of real
 * keys with a [class@HBase.StreamKeyGenerator], or write a generator. The same seed gives the same keys on
 * all machines and in all versions.
 */
struct _HBaseSchemaKeyGenerator {
  GObject parent_instance;
  HBaseKeySchema *schema;
  guint64 seed, n_random; /* how many numbers were made */
};

enum {
  PROP_SCHEMA = 1,
  PROP_SEED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void key_generator_init (HBaseKeyGeneratorInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseSchemaKeyGenerator,
                               hbase_schema_key_generator,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, key_generator_init))

static guint64
next_random (HBaseSchemaKeyGenerator *self)
{
  return hbase_splitmix_at (self->seed, self->n_random++);
}

static guint64
random_below (HBaseSchemaKeyGenerator *self, guint64 bound)
{
  return bound == 0 ? next_random (self) : next_random (self) % bound; /* 0: 2⁶⁴ */
}

/* ---- values ---- */

static guint64
power (guint64 base, gsize exponent)
{
  guint64 product = 1;

  while (exponent-- > 0)
    product *= base; /* 16¹⁶ is 2⁶⁴: 0 */
  return product;
}

static guint64
random_uint (HBaseSchemaKeyGenerator *self, const HBaseKeyFormat *format)
{
  if (format->type->shape == HBASE_KEY_SIZED) /* digits */
    return random_below (self, power (g_str_has_suffix (format->type->name, "hex") ? 16 : 10, format->width));
  return random_below (self, format->type->maximum + 1);
}

/* The range of timestamps depends on their unit. */
static gint64
random_int (HBaseSchemaKeyGenerator *self, const HBaseKeyType *type)
{
  gint64 units = hbase_key_timestamp_units (type);

  if (units > 0)
    return (gint64) random_below (self, LAST_SECOND * (guint64) units);
  return (gint64) (random_below (self, type->maximum - (guint64) type->minimum + 1)
                   + (guint64) type->minimum);
}

static void
add_bytes (HBaseSchemaKeyGenerator *self, const HBaseKeyFormat *format, HBaseKeyBuilder *builder)
{
  gboolean is_uuid = format->type->shape == HBASE_KEY_FIXED;
  gboolean is_text = !is_uuid && *format->type->variant == 's';
  gsize length = format->width == 0 || (is_text && format->width > TEXT_LENGTH) ? TEXT_LENGTH : format->width;
  g_autofree guint8 *bytes = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    bytes[i] = is_text ? (guint8) ('a' + random_below (self, 26)) : (guint8) random_below (self, 256);
  hbase_key_builder_add_bytes (builder, bytes, length);
}

static void
add_value (HBaseSchemaKeyGenerator *self, const HBaseKeyFormat *format, HBaseKeyBuilder *builder)
{
  switch (format->type->kind)
    {
    case HBASE_KEY_UINT:
      hbase_key_builder_add_uint64 (builder, random_uint (self, format));
      break;
    case HBASE_KEY_INT:
      hbase_key_builder_add_int64 (builder, random_int (self, format->type));
      break;
    case HBASE_KEY_DOUBLE: /* also exact as a float */
      hbase_key_builder_add_double (builder, (double) (gint32) (next_random (self) >> 40) / 1024);
      break;
    default:
      add_bytes (self, format, builder);
    }
}

static GBytes *
random_key (HBaseSchemaKeyGenerator *self, GError **error)
{
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, self->schema);
  for (guint i = 0; i < self->schema->fields->len; i++)
    {
      const HBaseKeyField *field = hbase_key_schema_field (self->schema, i);

      if (field->salt == NULL)
        add_value (self, &field->format, &builder);
    }
  hbase_key_builder_set_random (&builder, (guint32) next_random (self));
  return hbase_key_builder_end (&builder, error);
}

static GBytes *
schema_key_generator_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  HBaseSchemaKeyGenerator *self = HBASE_SCHEMA_KEY_GENERATOR (generator);

  return hbase_object_check_property (self, "schema", self->schema, error) ? random_key (self, error) : NULL;
}

static void
key_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = schema_key_generator_next;
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_SCHEMA] = G_STRUCT_OFFSET (HBaseSchemaKeyGenerator, schema),
  [PROP_SEED] = G_STRUCT_OFFSET (HBaseSchemaKeyGenerator, seed),
};

static void
hbase_schema_key_generator_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_schema_key_generator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
hbase_schema_key_generator_finalize (GObject *object)
{
  g_clear_pointer (&HBASE_SCHEMA_KEY_GENERATOR (object)->schema, hbase_key_schema_unref);
  G_OBJECT_CLASS (hbase_schema_key_generator_parent_class)->finalize (object);
}

static void
hbase_schema_key_generator_class_init (HBaseSchemaKeyGeneratorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_schema_key_generator_get_property;
  object_class->set_property = hbase_schema_key_generator_set_property;
  object_class->finalize = hbase_schema_key_generator_finalize;

  /**
   * HBaseSchemaKeyGenerator:schema:
   *
   * The schema of the keys. It is required: without it, there are no keys.
   */
  properties[PROP_SCHEMA] = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, flags);
  /**
   * HBaseSchemaKeyGenerator:seed:
   *
   * The seed of the random numbers, 0 by default. The same seed gives the same keys.
   */
  properties[PROP_SEED] = g_param_spec_uint64 ("seed", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_schema_key_generator_init (HBaseSchemaKeyGenerator *self)
{
}

/**
 * hbase_schema_key_generator_new:
 * @schema: the schema of the keys
 * @seed: any number
 *
 * Makes a generator of random keys of a schema.
 *
 * Returns: (transfer full): the generator
 */
HBaseSchemaKeyGenerator *
hbase_schema_key_generator_new (HBaseKeySchema *schema, guint64 seed)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return g_object_new (HBASE_TYPE_SCHEMA_KEY_GENERATOR, "schema", schema, "seed", seed, NULL);
}
