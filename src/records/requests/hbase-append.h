/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_APPEND (hbase_append_get_type ())

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
void hbase_append_add (HBaseAppend *append,
                       const char *family,
                       const guint8 *qualifier,
                       gsize qualifier_length,
                       const guint8 *value,
                       gsize value_length);
HBASE_AVAILABLE_IN_0_1
void
hbase_append_add_utf8 (HBaseAppend *append, const char *family, const char *qualifier, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseAppend, hbase_mutation_unref)

G_END_DECLS
