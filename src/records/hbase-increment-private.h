/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-increment.h"
#include "hbase-mutation-private.h"

gboolean hbase_increment_check (HBaseIncrement *increment, GError **error);
void hbase_increment_write (HBaseIncrement *increment, HBaseWireWriter *writer);
HBaseIncrement *hbase_increment_copy_to (HBaseIncrement *increment, HBaseSlice row);
