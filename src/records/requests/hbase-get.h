/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-query.h"

G_BEGIN_DECLS

#define HBASE_TYPE_GET (hbase_get_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_get_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseGet *hbase_get_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_get_get_row (HBaseGet *get, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_get_ref_row (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_store_limit (HBaseGet *get, guint cells);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_get_store_limit (HBaseGet *get);
HBASE_AVAILABLE_IN_0_1
void hbase_get_set_store_offset (HBaseGet *get, guint cells);
HBASE_AVAILABLE_IN_0_1
guint hbase_get_get_store_offset (HBaseGet *get);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseGet, hbase_query_unref)

G_END_DECLS
