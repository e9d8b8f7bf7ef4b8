/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

#define HBASE_MD5_LENGTH 16

/* Writes the 16 bytes of the MD5 sum. */
void hbase_md5 (HBaseSlice material, guint8 *sum);
