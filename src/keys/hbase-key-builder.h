/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"

G_BEGIN_DECLS

typedef struct _HBaseKeyBuilder HBaseKeyBuilder;

struct _HBaseKeyBuilder {
  /*< private >*/
  guint64 opaque[48];
};

HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_init (HBaseKeyBuilder *builder, HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_uint64 (HBaseKeyBuilder *builder, guint64 number);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_int64 (HBaseKeyBuilder *builder, gint64 number);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_double (HBaseKeyBuilder *builder, double number);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_utf8 (HBaseKeyBuilder *builder, const char *text);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_bytes (HBaseKeyBuilder *builder, const guint8 *data, gsize data_length);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_set_random (HBaseKeyBuilder *builder, guint32 random);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_builder_end (HBaseKeyBuilder *builder, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_builder_end_prefix (HBaseKeyBuilder *builder, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_clear (HBaseKeyBuilder *builder);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseKeyBuilder, hbase_key_builder_clear)

G_END_DECLS
