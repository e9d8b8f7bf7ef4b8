/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-authenticator-private.h"
#include "hbase-channel-private.h"
#include "hbase-uri-private.h"

/* Opens channels to a URI's gateways. Any thread; the callback comes in the thread-default context of the
 * caller. */

typedef struct _HBaseConnector HBaseConnector;

HBaseConnector *hbase_connector_new (HBaseUri *uri);
void hbase_connector_unref (HBaseConnector *connector);
/* Replaces its own authenticator. Comes before it is used. */
void hbase_connector_set_authenticator (HBaseConnector *connector, HBaseAuthenticator *authenticator);

/* Returns the gateway's address as errors name it. */
const char *hbase_connector_get_name (const HBaseConnector *connector, guint gateway);
/* Returns whether the URI says that the gateways are framed, or one of them was found to be. */
gboolean hbase_connector_is_framed (HBaseConnector *connector);

void hbase_connector_connect_async (HBaseConnector *connector,
                                    guint gateway,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Fails with HBASE_ERROR_UNREACHABLE or a code that says more, and a message that doesn't name the gateway;
 * or with G_IO_ERROR_CANCELLED. */
HBaseChannel *hbase_connector_connect_finish (GAsyncResult *result, GError **error);
