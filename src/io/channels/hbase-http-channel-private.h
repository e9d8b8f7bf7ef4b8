/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-authenticator-private.h"
#include "hbase-channel-private.h"
#include "hbase-tls-private.h"
#include "hbase-uri-private.h"

/* Connects to one gateway in HTTP mode. The callback comes in the thread-default context of the caller. In a
 * build without HTTP this fails with UNSUPPORTED. */
void hbase_http_connect_async (HBaseUri *uri,
                               const HBaseTlsCredentials *credentials,
                               HBaseAuthenticator *authenticator,
                               GSocketConnectable *gateway,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
HBaseChannel *hbase_http_connect_finish (GAsyncResult *result, GError **error);
