/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "hbase-key-types-private.h"

/* What a schema is made of, for the files of this folder only. */

typedef struct {
  char *name;
  const HBaseKeyType *type;
  gsize offset; /* in the key */
} HBaseKeyField;

struct _HBaseKeySchema {
  gatomicrefcount ref_count;
  char *text;
  char *variant;  /* the type of all its values: `(uxu)` */
  GArray *fields; /* of HBaseKeyField */
  gsize length;   /* of a key */
};

static inline const HBaseKeyField *
hbase_key_schema_field (HBaseKeySchema *schema, guint index)
{
  return &g_array_index (schema->fields, HBaseKeyField, index);
}

/* A field by its name, or INVALID_KEY. */
const HBaseKeyField *
hbase_key_schema_find_field (HBaseKeySchema *schema, HBaseSlice name, GError **error);

/* What a schema's text says: its fields in order (element-type HBaseKeyField), or INVALID_SCHEMA. */
GArray *hbase_key_schema_parse (const char *text, GError **error);

/* A tuple that has the right types for the first `n_values` fields, as bytes. */
GBytes *
hbase_key_schema_encode_values (HBaseKeySchema *schema, GVariant *values, guint n_values, GError **error);
/* Whether a whole key is as long as the schema's are, or INVALID_KEY. */
gboolean hbase_key_schema_check_length (HBaseKeySchema *schema, HBaseSlice key, GError **error);
/* A field of a key whose length is right; no floating value. */
GVariant *hbase_key_schema_read_field (HBaseKeySchema *schema,
                                       const HBaseKeyField *field,
                                       HBaseSlice key,
                                       GError **error);
