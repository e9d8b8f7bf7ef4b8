/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file replaces hbase-http-session.c in a build without libsoup. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-http-session-private.h"

gboolean
hbase_http_session_prepare (GError **error)
{
  return hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                          "this build of hbase-glib has no HTTP: configure it with --with-http");
}

void
hbase_http_session_run (HBaseLocalConnection *connection,
                        HBaseLocalService *service,
                        const HBaseLocalListenerOptions *options,
                        GCancellable *stop)
{
  g_assert_not_reached ();
}
