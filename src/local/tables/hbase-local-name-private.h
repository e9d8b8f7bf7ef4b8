/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* The names of tables, namespaces and families. */

/* Parses `namespace:qualifier` or `qualifier`. Returns the name without the default namespace, or NULL with
 * an error if HBase wouldn't accept it. */
char *hbase_local_name_parse (HBaseSlice text, GError **error);
/* Makes a name from the fields of a TTableName: the namespace may be absent or empty, the qualifier has no
 * colon. */
char *hbase_local_name_join (HBaseSlice namespace_, HBaseSlice qualifier, GError **error);
/* Returns the length in bytes of the namespace in such a name: 0 for the default namespace. */
gsize hbase_local_name_namespace (const char *name);
/* Returns whether HBase would accept the name for a new namespace. */
gboolean hbase_local_name_is_namespace (HBaseSlice name);
gboolean hbase_local_name_check_family (HBaseSlice name, GError **error);
