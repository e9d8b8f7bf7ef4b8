/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes MD5 sums by GLib. */

#include "config.h"

#include "hbase-md5-private.h"

/* The checksum that a thread uses again: to make one takes a quarter of the time of a short key's sum. */
static GPrivate thread_checksum = G_PRIVATE_INIT ((GDestroyNotify) g_checksum_free);

static GChecksum *
get_checksum (void)
{
  GChecksum *checksum = g_private_get (&thread_checksum);

  if (checksum == NULL)
    {
      checksum = g_checksum_new (G_CHECKSUM_MD5);
      g_private_set (&thread_checksum, checksum);
    }
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
