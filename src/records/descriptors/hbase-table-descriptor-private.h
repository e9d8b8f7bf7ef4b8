/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-descriptor-private.h"
#include "hbase-table-descriptor.h"
#include "hbase-table-names-private.h"

/* Writes the fields of a struct that was begun, and ends it. */
void hbase_table_descriptor_write (HBaseTableDescriptor *table, HBaseWireWriter *writer);
/* Writes a TTableName; `name` as `name` or `namespace:name`. */
void hbase_table_name_write (const char *name, HBaseWireWriter *writer);
/* Reads the struct that the decoder has entered. */
HBaseTableDescriptor *hbase_table_descriptor_read (HBaseWireDecoder *decoder);
/* Returns the name without the default namespace. */
char *hbase_table_name_read (HBaseWireDecoder *decoder);
/* Reads the descriptor that a response is. */
HBaseTableDescriptor *hbase_table_descriptor_of_block (const HBaseBlock *block);

/* Returns a copy without the attributes that every table of HBase 2 has, and those that are settings. */
HBaseTableDescriptor *hbase_table_descriptor_simplify (HBaseTableDescriptor *table);

HBaseNamedValues **hbase_table_descriptor_get_attributes (HBaseTableDescriptor *table);
/* Returns whether it, or one of its families, has attributes, which framed gateways corrupt. */
gboolean hbase_table_descriptor_has_attributes (HBaseTableDescriptor *table);
/* INVALID_ARGUMENT if a number is below the least one that HBase accepts by default: a cluster may be set up
 * to accept less, so that this is checked only where a refusal by HBase comes too late. */
gboolean hbase_table_descriptor_check_limits (HBaseTableDescriptor *table, GError **error);
