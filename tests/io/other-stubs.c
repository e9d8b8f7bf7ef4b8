/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A module that is like the one with the generated code, but of another version. */

#include "config.h"

#include <gmodule.h>

G_MODULE_EXPORT const char hbase_stubs_version[] = "0.0.0";

G_MODULE_EXPORT void hbase_wire_arguments_table_name (void);

void
hbase_wire_arguments_table_name (void)
{
}
