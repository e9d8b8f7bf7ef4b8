/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file has the rule by which two names are those of one table. */

#include "config.h"

#include "hbase-glib.h"
#include "table-name.h"

char *
table_name_make_canonical (const char *table)
{
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (table);

  return g_strdup (hbase_table_descriptor_get_name (descriptor));
}
