/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema.h"

G_BEGIN_DECLS

/**
 * HBASE_KEY_MAX_FIELDS:
 *
 * How many fields a key schema has at most.
 *
 * Since: 0.1
 */
#define HBASE_KEY_MAX_FIELDS 32

typedef struct _HBaseKeyBuilder HBaseKeyBuilder;

struct _HBaseKeyBuilder {
  /*< private >*/
  HBaseKeySchema *schema;
  GError *error;
  guint8 *data; /* space, or of its own */
  gsize length, capacity;
  guint field; /* whose value comes next */
  guint32 draw;
  gboolean has_draw;
  guint16 starts[HBASE_KEY_MAX_FIELDS + 1];
  guint8 space[128];
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
void hbase_key_builder_add_string (HBaseKeyBuilder *builder, const char *string);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_add_bytes (HBaseKeyBuilder *builder, const guint8 *data, gsize data_length);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_set_draw (HBaseKeyBuilder *builder, guint32 draw);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_builder_end (HBaseKeyBuilder *builder, GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_key_builder_end_prefix (HBaseKeyBuilder *builder, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_key_builder_clear (HBaseKeyBuilder *builder);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseKeyBuilder, hbase_key_builder_clear)

G_END_DECLS
