/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* INVALID_ARGUMENT, with the rule, if a table, a family or a namespace can't be called so. */
gboolean hbase_table_name_check (const char *name, GError **error);
gboolean hbase_family_name_check (const char *table, const char *family, GError **error);
gboolean hbase_namespace_name_check (const char *name, GError **error);
/* Whether the text begins with a letter or digit, of any script, that names of tables may have. */
gboolean hbase_table_name_is_letter_or_digit (const char *text);
/* Returns the keys in order; NULL, with INVALID_ARGUMENT, if a table can't be split at them. (element-type
 * GBytes) */
GPtrArray *hbase_splits_sort (GPtrArray *splits, const char *table, GError **error);
