/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_KEY_SCHEMA (hbase_key_schema_get_type ())
typedef struct _HBaseKeySchema HBaseKeySchema;

HBASE_AVAILABLE_IN_0_1
GType hbase_key_schema_get_type (void);
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
/* of the values of a key, and of one of these */
HBASE_AVAILABLE_IN_0_1
const GVariantType *hbase_key_schema_get_variant_type (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
const GVariantType *hbase_key_schema_get_field_variant_type (HBaseKeySchema *schema, guint index);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode (HBaseKeySchema *schema, GVariant *values, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode_with_random (HBaseKeySchema *schema,
                                             GVariant *values,
                                             guint32 random,
                                             GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode_prefix (HBaseKeySchema *schema, GVariant *values, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_encode_escaped (HBaseKeySchema *schema,
                                         const char *const *fields,
                                         gboolean prefix,
                                         GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *
hbase_key_schema_parse_values_escaped (HBaseKeySchema *schema, const char *const *fields, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *
hbase_key_schema_decode (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_key_schema_decode_bytes (HBaseKeySchema *schema, GBytes *key, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_key_schema_decode_field (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_key_schema_key_field_to_escaped (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, const char *name, GError **error);
HBASE_AVAILABLE_IN_0_1
char *
hbase_key_schema_key_to_escaped (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_key_schema_key_from_escaped (HBaseKeySchema *schema, const char *text, gboolean prefix, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_unsalted_key_from_escaped (HBaseKeySchema *schema,
                                                    const char *text,
                                                    gboolean prefix,
                                                    GError **error);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_prefix_range (
    HBaseKeySchema *schema, GVariant *values, GBytes **start, GBytes **stop, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_successor (const guint8 *key, gsize key_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_prefix_stop (const guint8 *prefix, gsize prefix_length);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_has_salt (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_key_schema_has_random_salt (HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_key_schema_list_salted_prefixes (HBaseKeySchema *schema, GVariant *values, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_key_schema_list_salted_keys (HBaseKeySchema *schema,
                                              const guint8 *key,
                                              gsize key_length,
                                              GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_salt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_salt_with_random (
    HBaseKeySchema *schema, const guint8 *key, gsize key_length, guint32 random, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_schema_unsalt (HBaseKeySchema *schema, const guint8 *key, gsize key_length, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeySchema, hbase_key_schema_unref)

G_END_DECLS
