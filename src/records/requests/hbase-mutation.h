/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-row.h"

G_BEGIN_DECLS

typedef struct _HBaseMutation HBaseMutation;
typedef struct _HBaseAppend HBaseAppend;
typedef struct _HBaseDelete HBaseDelete;
typedef struct _HBaseIncrement HBaseIncrement;
typedef struct _HBasePut HBasePut;

/* Whoever passes anything else to HBASE_MUTATION() gets an error from the compiler. C++ has no _Generic. */
#ifdef __cplusplus
#define HBASE_MUTATION(record) ((HBaseMutation *) (record))
#else
#define HBASE_MUTATION(record)                                                                               \
  ((HBaseMutation *) _Generic((record), HBaseAppend *                                                        \
                              : (record), HBaseDelete *                                                      \
                              : (record), HBaseIncrement *                                                   \
                              : (record), HBasePut *                                                         \
                              : (record), HBaseMutation *                                                    \
                              : (record), gpointer                                                           \
                              : (record)))
#endif

HBASE_AVAILABLE_IN_0_1
gpointer hbase_mutation_ref (gpointer mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_unref (gpointer mutation);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_mutation_get_row (HBaseMutation *mutation, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_mutation_ref_row (HBaseMutation *mutation);
/* (element-type HBaseCell) */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_mutation_list_cells (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_timestamp (HBaseMutation *mutation, gint64 timestamp);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_mutation_get_timestamp (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_durability (HBaseMutation *mutation, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_mutation_get_durability (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_idempotent (HBaseMutation *mutation, gboolean idempotent);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_mutation_get_idempotent (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_attribute (HBaseMutation *mutation,
                                   const char *name,
                                   const guint8 *value,
                                   gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_mutation_ref_attribute (HBaseMutation *mutation, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_time_to_live (HBaseMutation *mutation, gint64 milliseconds);
HBASE_AVAILABLE_IN_0_1
gint64 hbase_mutation_get_time_to_live (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_cell_visibility (HBaseMutation *mutation, const char *expression);
HBASE_AVAILABLE_IN_0_1
const char *hbase_mutation_get_cell_visibility (HBaseMutation *mutation);
HBASE_AVAILABLE_IN_0_1
void hbase_mutation_set_return_results (HBaseMutation *mutation, gboolean return_results);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_mutation_get_return_results (HBaseMutation *mutation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseMutation, hbase_mutation_unref)

G_END_DECLS
