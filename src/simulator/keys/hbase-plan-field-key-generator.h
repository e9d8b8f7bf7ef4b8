/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"
#include "hbase-key-schema.h"
#include "hbase-plan-macros.h"

G_BEGIN_DECLS

#define HBASE_PLAN_TYPE_FIELD_KEY_GENERATOR (hbase_plan_field_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (
    HBasePlanFieldKeyGenerator, hbase_plan_field_key_generator, HBASE_PLAN, FIELD_KEY_GENERATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBasePlanFieldKeyGenerator *hbase_plan_field_key_generator_new (HBaseKeySchema *schema, guint64 seed);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_field_key_generator_define (HBasePlanFieldKeyGenerator *generator,
                                                const char *definition,
                                                GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_field_key_generator_define_all (HBasePlanFieldKeyGenerator *generator,
                                                    const char *pattern,
                                                    GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_field_key_generator_set_column (HBasePlanFieldKeyGenerator *generator,
                                                    const char *field,
                                                    const char *const *values,
                                                    GError **error);
HBASE_AVAILABLE_IN_0_1
GBytes *
hbase_plan_field_key_generator_get_key (HBasePlanFieldKeyGenerator *generator, guint64 index, GError **error);

G_END_DECLS
