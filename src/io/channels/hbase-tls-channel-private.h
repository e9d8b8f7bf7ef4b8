/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-channel-private.h"
#include "hbase-uri-private.h"

/* A channel over TLS. `connection` is GSocketClient's, after the handshake. */
HBaseChannel *hbase_tls_channel_new (GSocketConnection *connection /* (transfer full) */,
                                     char *peer /* (transfer full) */,
                                     HBaseUri *uri);
