/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-listener-private.h"

/* Sessions of clients that send each call as the body of a POST: the `run_session` of a listener. */

/* Loads libsoup. Must be called once, and return TRUE, before the first session. */
gboolean hbase_http_session_prepare (GError **error);
/* The number of descriptors that a session has open. */
#define HBASE_HTTP_SESSION_DESCRIPTORS 5
void hbase_http_session_run (HBaseLocalConnection *connection,
                             HBaseLocalService *service,
                             const HBaseLocalListenerOptions *options,
                             GCancellable *stop);
