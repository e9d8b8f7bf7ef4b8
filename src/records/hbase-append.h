/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row.h"
#include "hbase-durability.h"

G_BEGIN_DECLS

#define HBASE_TYPE_APPEND (hbase_append_get_type ())
typedef struct _HBaseAppend HBaseAppend;

HBASE_AVAILABLE_IN_0_1
GType hbase_append_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
HBaseAppend *hbase_append_ref (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_unref (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_append_get_row (HBaseAppend *append, gsize *length);
HBASE_AVAILABLE_IN_0_1
void hbase_append_add (HBaseAppend *append,
                       const char *family,
                       const guint8 *qualifier,
                       gsize qualifier_length,
                       const guint8 *value,
                       gsize value_length);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_return_results (HBaseAppend *append, gboolean return_results);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_append_get_return_results (HBaseAppend *append);
HBASE_AVAILABLE_IN_0_1
void hbase_append_set_durability (HBaseAppend *append, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_append_get_durability (HBaseAppend *append);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseAppend, hbase_append_unref)

G_END_DECLS
