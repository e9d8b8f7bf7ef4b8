/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-delete.h"
#include "hbase-put.h"

G_BEGIN_DECLS

#define HBASE_TYPE_ROW_MUTATIONS (hbase_row_mutations_get_type ())
typedef struct _HBaseRowMutations HBaseRowMutations;

HBASE_AVAILABLE_IN_0_1
GType hbase_row_mutations_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseRowMutations *hbase_row_mutations_new (void);
HBASE_AVAILABLE_IN_0_1
HBaseRowMutations *hbase_row_mutations_ref (HBaseRowMutations *mutations);
HBASE_AVAILABLE_IN_0_1
void hbase_row_mutations_unref (HBaseRowMutations *mutations);
HBASE_AVAILABLE_IN_0_1
void hbase_row_mutations_add (HBaseRowMutations *mutations, HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
guint hbase_row_mutations_get_n_mutations (HBaseRowMutations *mutations);
/* (element-type HBasePut) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_row_mutations_list_puts (HBaseRowMutations *mutations);
/* (element-type HBaseDelete) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_row_mutations_list_deletes (HBaseRowMutations *mutations);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseRowMutations, hbase_row_mutations_unref)

G_END_DECLS
