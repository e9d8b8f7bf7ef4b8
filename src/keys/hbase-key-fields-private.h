/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "hbase-key-types-private.h"
#include "hbase-salt-private.h"

/* What a schema is made of, for the files of this folder only. */

#define HBASE_KEY_UNKNOWN_OFFSET G_MAXSIZE

/* A field with a value of its own, or a salt: bytes that come of other fields, or of chance. */
typedef struct {
  char *name;
  HBaseKeyFormat format;  /* of a salt: its width only */
  HBaseSalt *salt;        /* NULL: a field with a value */
  guint32 sources;        /* of a salt: the fields it is made of, a bit each */
  gboolean names_sources; /* they are those that the text names; else all that have values */
  gsize offset;           /* in the key; HBASE_KEY_UNKNOWN_OFFSET behind fields as long as their values */
} HBaseKeyField;

struct _HBaseKeySchema {
  gatomicrefcount ref_count;
  char *text;
  char *variant;  /* the type of all its values: `(uxu)` */
  GArray *fields; /* of HBaseKeyField */
  guint n_values; /* fields without the salts */
  gsize length;   /* of a key; 0 where keys differ in length */
};

static inline const HBaseKeyField *
hbase_key_schema_field (HBaseKeySchema *schema, guint index)
{
  return &g_array_index (schema->fields, HBaseKeyField, index);
}

/* A field by its name, or INVALID_KEY. */
const HBaseKeyField *hbase_key_schema_find_field (HBaseKeySchema *schema, HBaseSlice name, GError **error);

/* What a schema's text says: its fields in order (element-type HBaseKeyField), or INVALID_SCHEMA. */
GArray *hbase_key_schema_parse (const char *text, GError **error);

/* Gives a builder the values of a tuple. */
void hbase_key_schema_add_values (HBaseKeyBuilder *builder, GVariant *values);
/* A tuple that has the right types for the first `n_values` values, as bytes; salts that are drawn take
 * `draw`, or are refused where it is NULL. */
GBytes *hbase_key_schema_encode_values (
    HBaseKeySchema *schema, GVariant *values, guint n_values, const guint32 *draw, GError **error);
/* The bytes of the values, each in the place of its field; of salts, whatever is there. They are the builder's. */
gboolean
hbase_key_schema_encode_parts (HBaseKeyBuilder *builder, GVariant *values, HBaseSlice *parts, GError **error);
/* Of the fields that a builder has so far. */
void hbase_key_builder_get_parts (const HBaseKeyBuilder *builder, HBaseSlice *parts);
/* The key of such values without its salts. */
GBytes *hbase_key_schema_encode_unsalted (HBaseKeySchema *schema, GVariant *values, GError **error);
/* How many values a tuple has, or −1 and INVALID_KEY: it isn't one of all values, or of the first ones. */
int hbase_key_schema_count_values (HBaseKeySchema *schema, GVariant *values, gboolean prefix, GError **error);
/* Where in a whole key each field lies; `parts` has HBASE_KEY_MAX_FIELDS. INVALID_KEY where it doesn't end
 * with its last field. */
gboolean hbase_key_schema_split (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error);
/* The same of a key without its salts, whose parts are empty. */
gboolean
hbase_key_schema_split_unsalted (HBaseKeySchema *schema, HBaseSlice key, HBaseSlice *parts, GError **error);
/* Of the beginning of an unsalted key: how many fields it has whole, with the salts among and right behind
 * them, and how many bytes these are. */
guint hbase_key_schema_split_head (HBaseKeySchema *schema, HBaseSlice head, HBaseSlice *parts, gsize *taken);
/* Whether the salts that can be computed are the right ones, or INVALID_KEY. */
gboolean hbase_key_schema_check_salts (HBaseKeySchema *schema,
                                       HBaseSlice key,
                                       const HBaseSlice *parts,
                                       GError **error);
/* A field of a key that was split; no floating value. */
GVariant *hbase_key_schema_read_field (HBaseKeySchema *schema,
                                       const HBaseKeyField *field,
                                       HBaseSlice key,
                                       const HBaseSlice *parts,
                                       GError **error);
/* Writes the salt that a key has whose fields are `parts`; a drawn one is `draw`'s. */
void hbase_key_schema_salt (
    HBaseKeySchema *schema, const HBaseKeyField *field, const HBaseSlice *parts, guint32 draw, guint8 *bytes);
/* The prefixes of all the keys whose first fields are `parts`, of salts that aren't told all that there are;
 * INVALID_ARGUMENT where there are more than HBASE_KEY_MAX_SALTED_KEYS. */
GPtrArray *hbase_key_schema_fan_out_parts (HBaseKeySchema *schema,
                                           const HBaseSlice *parts,
                                           guint n_fields,
                                           GError **error);
