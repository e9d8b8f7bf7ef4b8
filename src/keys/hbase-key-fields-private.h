/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-types-private.h"
#include "hbase-salt-private.h"

/* The fields that a key schema consists of, for this folder and the layers that examine schemas. */

/* HBase's own limit: HConstants.MAX_ROW_LENGTH. */
#define HBASE_MAX_ROW_LENGTH 32767

#define HBASE_KEY_MAX_FIELDS 32

#define HBASE_KEY_UNKNOWN_OFFSET G_MAXSIZE

/* A field that has a value, or a salt: bytes that are computed from other fields, or random. */
typedef struct {
  char *name;
  HBaseKeyFormat format; /* of a salt: its width only */
  HBaseSalt *salt;       /* NULL: a field with a value */
  guint32 sources;       /* of a salt: the fields from which it is computed, one bit for each */
  gboolean
      names_sources; /* whether the schema's text names them; otherwise they are all fields with values */
  gsize offset;      /* in the key; HBASE_KEY_UNKNOWN_OFFSET after a field of variable length */
} HBaseKeyField;

struct _HBaseKeySchema {
  gatomicrefcount ref_count;
  char *text;
  char *variant;  /* the type of the tuple of all values: `(uxu)` */
  GArray *fields; /* of HBaseKeyField */
  guint n_values; /* the number of fields that are no salts */
  gsize length;   /* of a key; 0 if keys differ in length */
};

static inline const HBaseKeyField *
hbase_key_schema_field (const struct _HBaseKeySchema *schema, guint index)
{
  return &g_array_index (schema->fields, HBaseKeyField, index);
}

/* Writes the salt of a key whose fields are `parts`; a random salt is chosen by `random`. */
void hbase_key_field_write_salt (const struct _HBaseKeySchema *schema,
                                 const HBaseKeyField *field,
                                 const HBaseSlice *parts,
                                 guint32 random,
                                 guint8 *bytes);
