/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-key-schema.h"

G_BEGIN_DECLS

#define HBASE_TYPE_FIELD_KEY_GENERATOR (hbase_field_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseFieldKeyGenerator, hbase_field_key_generator, HBASE, FIELD_KEY_GENERATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseFieldKeyGenerator *hbase_field_key_generator_new (HBaseKeySchema *schema, guint64 seed);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_field_key_generator_define (HBaseFieldKeyGenerator *generator, const char *definition, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_field_key_generator_define_all (HBaseFieldKeyGenerator *generator, const char *pattern, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_field_key_generator_set_column (HBaseFieldKeyGenerator *generator,
                                               const char *field,
                                               const char *const *values,
                                               GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_field_key_generator_get_key (HBaseFieldKeyGenerator *generator, guint64 index, GError **error);

G_END_DECLS
