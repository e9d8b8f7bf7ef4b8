/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-table-private.h"
#include "hbase-wire-writer-private.h"

/* Table names and descriptors on the wire. */

/* The TTableName that begins at `at`, as the store names tables. */
char *hbase_local_descriptor_parse_name (const HBaseBlock *block, gsize at, GError **error);
/* The TTableDescriptor that begins at `at`, checked as HBase checks it. */
HBaseLocalTable *hbase_local_descriptor_parse (const HBaseBlock *block, gsize at, GError **error);
/* A TTableName's fields, and its end. */
void hbase_local_descriptor_write_name (const char *name, HBaseWireWriter *writer);
/* A TTableDescriptor's fields, and its end. */
void hbase_local_descriptor_write (const HBaseLocalTable *table, HBaseWireWriter *writer);
