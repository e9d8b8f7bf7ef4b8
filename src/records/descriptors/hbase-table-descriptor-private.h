/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-descriptor-private.h"
#include "hbase-table-descriptor.h"
#include "hbase-table-names-private.h"

/* Removes the attributes that every table of HBase 2 has, and those that are settings of the table. */
void hbase_table_descriptor_remove_redundant_attributes (HBaseTableDescriptor *table);
/* Returns a copy without those attributes, neither of the table nor of its families. */
HBaseTableDescriptor *hbase_table_descriptor_simplify (HBaseTableDescriptor *table);

HBaseNamedValues **hbase_table_descriptor_get_attributes (HBaseTableDescriptor *table);
/* Returns whether it, or one of its families, has attributes, which framed gateways corrupt. */
gboolean hbase_table_descriptor_has_attributes (HBaseTableDescriptor *table);
