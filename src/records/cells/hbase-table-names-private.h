/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The name of HBase's default namespace, which a table's name may omit. */
#define HBASE_DEFAULT_NAMESPACE "default"

/* Returns the one name by which a table is compared, looked up, stored and shown: `default:t` is `t`. It is
 * the end of `name`. */
const char *hbase_table_name_get_canonical (const char *name);
/* INVALID_ARGUMENT, with the rule, if a table, a family or a namespace can't have this name. */
gboolean hbase_table_name_check (const char *name, GError **error);
gboolean hbase_family_name_check (const char *table, const char *family, GError **error);
gboolean hbase_namespace_name_check (const char *name, GError **error);
/* These return the rule that a namespace, or a table's name after it, doesn't keep, or NULL. The text is
 * UTF-8. */
const char *hbase_table_name_find_namespace_problem (const char *name, const char *end);
const char *hbase_table_name_find_qualifier_problem (const char *name);
/* Returns the keys in order; NULL, with INVALID_ARGUMENT, if a table can't be split at them. (element-type
 * GBytes) */
GPtrArray *hbase_splits_sort (GPtrArray *splits, const char *table, GError **error);
