/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-md5-private.h"

#include <nettle/md5.h>

/* This file computes MD5 sums. GChecksum takes a third more time for one of a short key, as it prints the
 * sum, too. */

void
hbase_md5 (HBaseSlice material, guint8 *sum)
{
  struct md5_ctx md5;

  md5_init (&md5);
  md5_update (&md5, material.length, hbase_slice_bytes (material));
  md5_digest (&md5, HBASE_MD5_LENGTH, sum);
}
