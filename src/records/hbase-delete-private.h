/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-delete.h"
#include "hbase-mutation-private.h"

gboolean hbase_delete_check (HBaseDelete *delete_, GError **error);
void hbase_delete_write (HBaseDelete *delete_, HBaseWireWriter *writer);
HBaseDelete *hbase_delete_copy_to (HBaseDelete *delete_, HBaseSlice row);
gboolean hbase_delete_is_timestamped (HBaseDelete *delete_);
