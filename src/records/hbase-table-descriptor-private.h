/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table-descriptor.h"

/* Whether a family may be called so; INVALID_ARGUMENT names the table. */
gboolean hbase_family_name_check (const char *table, const char *family, GError **error);
