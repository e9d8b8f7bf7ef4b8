/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-table-private.h"
#include "hbase-wire-writer-private.h"

/* Table names and table descriptors on the wire. */

/* Reads the TTableName in `field`, in the form in which the store names tables. */
char *hbase_local_descriptor_parse_name (const HBaseLocalField *field, GError **error);
/* Reads the TTableDescriptor in `field`, and checks it as HBase does. */
HBaseLocalTable *hbase_local_descriptor_parse (const HBaseLocalField *field, GError **error);
/* Adds the TColumnFamilyDescriptor in `field` to the table, and checks it as HBase's client does. */
gboolean
hbase_local_descriptor_parse_family (const HBaseLocalField *field, HBaseLocalTable *table, GError **error);
/* Checks a table as HBase's master does before it is made or changed. */
gboolean hbase_local_descriptor_check (const HBaseLocalTable *table, GError **error);
/* Writes the fields of a TTableName, and its stop byte. */
void hbase_local_descriptor_write_name (const char *name, HBaseWireWriter *writer);
/* Writes the fields of a TTableDescriptor, and its stop byte. The table's attributes must be loaded. */
void hbase_local_descriptor_write (const HBaseLocalTable *table, HBaseWireWriter *writer);
