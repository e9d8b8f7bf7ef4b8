/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"
#include "hbase-uri-private.h"

/* Opens channels to a URI's gateways. Any thread; the callback comes in the thread-default context of the
 * caller. */

typedef struct _HBaseConnector HBaseConnector;

HBaseConnector *hbase_connector_new (HBaseUri *uri);
void hbase_connector_unref (HBaseConnector *connector);

void hbase_connector_connect_async (HBaseConnector *connector,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Fails with HBASE_ERROR_UNREACHABLE, or with another code if all gateways failed with that one; the message
 * names every gateway and the reason. Or with G_IO_ERROR_CANCELLED. */
HBaseChannel *hbase_connector_connect_finish (GAsyncResult *result, GError **error);
