/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-mutation-private.h"
#include "hbase-row-mutations.h"

/* Returns the puts and deletes in the order in which they were added (element-type HBaseMutation). */
GPtrArray *hbase_row_mutations_get_list (HBaseRowMutations *mutations);

/* Checks puts and deletes (element-type HBaseMutation) that are to be executed at once: INVALID_ARGUMENT if
 * there are none, if one is invalid, if they are of several rows, or if a delete could hide a put's cell. */
gboolean hbase_row_mutations_check (GPtrArray *mutations, GError **error);
