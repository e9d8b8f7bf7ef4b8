/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file replaces hbase-local-channel.c where the library is built without the embedded engine: there
 * are no such channels. */

#include "config.h"

#include "hbase-local-channel-private.h"

HBaseLocal *
hbase_local_new (const HBaseUri *uri, guint max_threads)
{
  return g_malloc (1);
}

void
hbase_local_unref (HBaseLocal *local)
{
  g_free (local);
}

HBaseChannel *
hbase_local_channel_new (HBaseLocal *local)
{
  return NULL;
}
