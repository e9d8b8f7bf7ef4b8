/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-md5-private.h"

/* This file computes MD5 sums. */

static GPrivate checksums = G_PRIVATE_INIT ((GDestroyNotify) g_checksum_free);

/* Each thread uses one checksum again and again, as allocating one takes as long as computing it. */
static GChecksum *
get_checksum (void)
{
  GChecksum *checksum = g_private_get (&checksums);

  if (checksum == NULL)
    g_private_set (&checksums, checksum = g_checksum_new (G_CHECKSUM_MD5));
  else
    g_checksum_reset (checksum);
  return checksum;
}

void
hbase_md5 (HBaseSlice material, guint8 *sum)
{
  GChecksum *checksum = get_checksum ();
  gsize length = HBASE_MD5_LENGTH;

  g_checksum_update (checksum, hbase_slice_bytes (material), (gssize) material.length);
  g_checksum_get_digest (checksum, sum, &length);
}
