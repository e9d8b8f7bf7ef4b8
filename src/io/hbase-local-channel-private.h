/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"

/* Channels to the embedded engine in this process: the same messages, without a socket. In a build without
 * the engine there are none. */

typedef struct _HBaseLocal HBaseLocal;

/* The database of one pool; `directory` NULL: in memory. The first call opens it, and creates it unless
 * `must_exist`. At most `max_threads` threads work for asynchronous callers. */
HBaseLocal *hbase_local_new (const char *directory, gboolean must_exist, guint max_threads);
void hbase_local_unref (HBaseLocal *local);

/* Returns NULL in a build without the engine. */
HBaseChannel *hbase_local_channel_new (HBaseLocal *local);
