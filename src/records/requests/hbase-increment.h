/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_INCREMENT (hbase_increment_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_increment_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_utf8 (const char *row);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_for_row (HBaseRow *row);
HBASE_AVAILABLE_IN_0_1
HBaseIncrement *hbase_increment_new_bytes (GBytes *row);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_add (HBaseIncrement *increment,
                          const char *family,
                          const guint8 *qualifier,
                          gsize qualifier_length,
                          gint64 amount);
HBASE_AVAILABLE_IN_0_1
void hbase_increment_add_utf8 (HBaseIncrement *increment,
                               const char *family,
                               const char *qualifier,
                               gint64 amount);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseIncrement, hbase_mutation_unref)

G_END_DECLS
