/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-encoder-private.h"
#include "hbase-plan-field-key-generator.h"

/* Checks that keys can be made: INVALID_ARGUMENT if the schema, or the values of a column, are missing. */
gboolean hbase_plan_field_key_generator_check (HBasePlanFieldKeyGenerator *generator, GError **error);
/* Makes the key of a put, in the encoder, which is initialized here and must be cleared by the caller. */
gboolean hbase_plan_field_key_generator_encode (HBasePlanFieldKeyGenerator *generator,
                                                guint64 index,
                                                HBaseKeyEncoder *encoder,
                                                HBaseSlice *key,
                                                GError **error);
