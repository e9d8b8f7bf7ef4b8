/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-generator.h"

G_BEGIN_DECLS

#define HBASE_TYPE_LIST_KEY_GENERATOR (hbase_list_key_generator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseListKeyGenerator, hbase_list_key_generator, HBASE, LIST_KEY_GENERATOR, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseListKeyGenerator *hbase_list_key_generator_new (GPtrArray *keys);

G_END_DECLS
