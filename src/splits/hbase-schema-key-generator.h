/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-key-schema.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SCHEMA_KEY_GENERATOR (hbase_schema_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (
    HBaseSchemaKeyGenerator, hbase_schema_key_generator, HBASE, SCHEMA_KEY_GENERATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseSchemaKeyGenerator *hbase_schema_key_generator_new (HBaseKeySchema *schema, guint64 seed);

G_END_DECLS
