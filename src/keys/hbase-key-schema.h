/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_KEY_SCHEMA (hbase_key_schema_get_type ())
typedef struct _HBaseKeySchema HBaseKeySchema;

HBASE_AVAILABLE_IN_0_1
GType hbase_key_schema_get_type (void);
/* `userid:uint32,stamp:reverse-ms,actionid:uint32` · `id:downward` */
HBASE_AVAILABLE_IN_0_1
HBaseKeySchema *hbase_key_schema_new (const char *text, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseKeySchema *hbase_key_schema_ref (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
void hbase_key_schema_unref (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
const char *hbase_key_schema_get_text (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
guint hbase_key_schema_get_n_fields (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
const char *hbase_key_schema_get_field_name (HBaseKeySchema *schema, guint index);
/* values: a tuple of all the fields, `(utu)`, or of the first ones for a prefix */
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode (HBaseKeySchema *schema, GVariant *values, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_key_schema_encode_with_draw (HBaseKeySchema *schema, GVariant *values, guint32 draw, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode_prefix (HBaseKeySchema *schema, GVariant *values, GError **error);
/* the fields as `NAME=VALUE`, in any order; all of them, or the first few for a prefix */
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode_text (HBaseKeySchema *schema,
                                      const char *const *fields,
                                      gboolean prefix,
                                      GError **error);
/* the same as values: a tuple */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_key_schema_parse_values (HBaseKeySchema *schema, const char *const *fields, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *
hbase_key_schema_decode (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_key_schema_decode_field (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error);
/* one field, as encode_text() takes it */
HBASE_AVAILABLE_IN_0_1
char *hbase_key_schema_key_field_to_text (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error);
/* `userid=7,stamp=…,actionid=…` for people; and back */
HBASE_AVAILABLE_IN_0_1
char *
hbase_key_schema_key_to_text (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_key_schema_key_from_text (HBaseKeySchema *schema, const char *text, gboolean prefix, GError **error);
/* the same without the salts */
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_unsalted_key_from_text (HBaseKeySchema *schema,
                                                 const char *text,
                                                 gboolean prefix,
                                                 GError **error);

/* what holds exactly the keys with these first values */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_prefix_range (
    HBaseKeySchema *schema, GVariant *values, GBytes **start, GBytes **stop, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_successor (const guint8 *key, gsize key_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_prefix_stop (const guint8 *prefix, gsize prefix_length);

/* salts: the unsalted key is the fields with values alone */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_has_salt (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_has_random_salt (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_key_schema_fan_out (HBaseKeySchema *schema, GVariant *values, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_key_schema_fan_out_key (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_key_schema_rebuild (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_salt_with_draw (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, guint32 draw, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_unsalt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeySchema, hbase_key_schema_unref)

G_END_DECLS
