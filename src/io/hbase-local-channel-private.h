/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"

/* Channels to the embedded engine in this process: the same messages, without a socket. Built without the
 * engine, each call answers that. */

typedef struct _HBaseLocal HBaseLocal;

/* The database of one pool; `directory` NULL: in memory. Opened by the first call, and made by it unless it must be
 * there. Works with at most
 * `max_threads` threads for callers that don't wait. */
HBaseLocal *hbase_local_new (const char *directory, gboolean must_exist, guint max_threads);
void hbase_local_unref (HBaseLocal *local);

HBaseChannel *hbase_local_channel_new (HBaseLocal *local);
