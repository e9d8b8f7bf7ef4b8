/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_PUT (hbase_put_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_put_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_put_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
guint hbase_put_get_n_cells (HBasePut *put);
HBASE_AVAILABLE_IN_0_1
void hbase_put_add (HBasePut *put,
                    const char *family,
                    const guint8 *qualifier,
                    gsize qualifier_length,
                    const guint8 *value,
                    gsize value_length);
HBASE_AVAILABLE_IN_0_1
void hbase_put_add_with_timestamp (HBasePut *put,
                                   const char *family,
                                   const guint8 *qualifier,
                                   gsize qualifier_length,
                                   const guint8 *value,
                                   gsize value_length,
                                   gint64 timestamp);
/* all three as NUL-terminated text */
HBASE_AVAILABLE_IN_0_1
void hbase_put_add_utf8 (HBasePut *put, const char *family, const char *qualifier, const char *value);
HBASE_AVAILABLE_IN_0_1
void hbase_put_add_bytes (HBasePut *put, const char *family, GBytes *qualifier, GBytes *value);
/* eight bytes, big-endian: a counter */
HBASE_AVAILABLE_IN_0_1
void hbase_put_add_int64 (HBasePut *put, const char *family, const char *qualifier, gint64 number);
/* stored with its type */
HBASE_AVAILABLE_IN_0_1
void hbase_put_add_variant (HBasePut *put, const char *family, const char *qualifier, GVariant *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePut, hbase_mutation_unref)
HBASE_AVAILABLE_IN_0_1
gboolean hbase_put_get_assume_new (HBasePut *put);
HBASE_AVAILABLE_IN_0_1
void hbase_put_set_assume_new (HBasePut *put, gboolean assume_new);

G_END_DECLS
