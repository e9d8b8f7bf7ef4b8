/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-namespace-descriptor-private.h"
#include "hbase-region-private.h"
#include "hbase-table-descriptor-private.h"

/* Records as structs of the generated code, and back. The generated code must be loaded. */

/* Sets a field that is `binary` in the IDL. */
void hbase_stub_set_bytes (GObject *stub, const char *field, HBaseSlice bytes);

/* `name` as `name` or `namespace:name` */
GObject *hbase_stub_of_table_name (const char *name);
GObject *hbase_stub_of_family (HBaseFamilyDescriptor *family);
GObject *hbase_stub_of_table (HBaseTableDescriptor *table);
GObject *hbase_stub_of_namespace (HBaseNamespaceDescriptor *descriptor);

/* These return records (transfer full), of the structs that hbase_result_read() returns. */

/* char *, of a text that may be NULL: as Java decodes it */
gpointer hbase_stub_to_text (gconstpointer text);
/* char *, of a TTableName: without the default namespace */
gpointer hbase_stub_to_table_name (gconstpointer stub);
/* HBaseFamilyDescriptor */
gpointer hbase_stub_to_family (gconstpointer stub);
/* HBaseTableDescriptor */
gpointer hbase_stub_to_table (gconstpointer stub);
/* HBaseNamespaceDescriptor */
gpointer hbase_stub_to_namespace (gconstpointer stub);
/* HBaseRegion, of a THRegionLocation */
gpointer hbase_stub_to_region (gconstpointer stub);
/* GVariant, of a TOnlineLogRecord: its fields, by their names in the IDL */
gpointer hbase_stub_to_log_record (gconstpointer stub);
