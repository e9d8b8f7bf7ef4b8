/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-append.h"
#include "hbase-mutation-private.h"

gboolean hbase_append_check (HBaseAppend *append, GError **error);
void hbase_append_write (HBaseAppend *append, HBaseWireWriter *writer);
HBaseAppend *hbase_append_copy_to (HBaseAppend *append, HBaseSlice row);
