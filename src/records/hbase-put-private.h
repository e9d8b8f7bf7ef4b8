/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-put.h"
#include "hbase-mutation-private.h"

gboolean hbase_put_check (HBasePut *put, GError **error);
void hbase_put_write (HBasePut *put, HBaseWireWriter *writer);
HBasePut *hbase_put_copy_to (HBasePut *put, HBaseSlice row);
HBasePut *hbase_put_copy (HBasePut *put);
gboolean hbase_put_is_timestamped (HBasePut *put);
/* Checks a put that is written to another row than its own, and may have no cells. */
gboolean hbase_put_check_cells (HBasePut *put, GError **error);
/* Returns an upper bound of the bytes that hbase_put_write() adds to the writer; `in_place`: without
 * cells that are sent without being copied. */
gsize hbase_put_get_max_length (HBasePut *put, gboolean in_place);
/* Whether it has a cell of that column, and the value of the last one. */
gboolean hbase_put_find_column (HBasePut *put, HBaseSlice family, HBaseSlice qualifier, HBaseSlice *value);
/* Returns each family once. (element-type utf8) */
GPtrArray *hbase_put_list_families (HBasePut *put);
/* Whether the put or any of its cells has a timestamp. */
gboolean hbase_put_has_timestamps (HBasePut *put);
/* Writes the put's cells to another row, and one cell more (a prepender's guard). */
void hbase_put_write_at (HBasePut *put,
                         HBaseSlice row,
                         HBaseSlice family,
                         HBaseSlice qualifier,
                         HBaseSlice value,
                         HBaseWireWriter *writer);
