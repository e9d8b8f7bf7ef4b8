/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"
#include "hbase-uri-private.h"

/* Channels to the embedded engine in this process: the same messages, without a socket. In a build without
 * the engine there are none. */

typedef struct _HBaseLocal HBaseLocal;

/* The database of one pool, as a local: URI names it. The first call opens it, and creates it unless the URI
 * says that it must exist. At most `max_threads` threads work for asynchronous callers. */
HBaseLocal *hbase_local_new (const HBaseUri *uri, guint max_threads);
void hbase_local_unref (HBaseLocal *local);

/* Returns NULL in a build without the engine. */
HBaseChannel *hbase_local_channel_new (HBaseLocal *local);
