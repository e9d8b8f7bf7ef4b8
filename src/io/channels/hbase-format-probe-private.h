/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"

/* Finds out whether the gateway at the other end of a new channel speaks this protocol and framing. The
 * callback comes in the thread-default context of the caller. */
void hbase_format_probe_async (HBaseChannel *channel /* (transfer full) */,
                               HBaseWireProtocol protocol,
                               gboolean framed,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns the channel, which has that format now; or NULL with an error: the channel is closed, and the
 * gateway has another format, or G_IO_ERROR_CANCELLED. */
HBaseChannel *hbase_format_probe_finish (GAsyncResult *result, GError **error);
