/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file replaces hbase-http-channel.c where the library is built without HTTP: there are no such
 * channels. */

#include "config.h"

#include "hbase-http-channel-private.h"

#include "hbase-error.h"

void
hbase_http_connect_async (HBaseUri *uri,
                          const HBaseTlsCredentials *credentials,
                          HBaseAuthenticator *authenticator,
                          GSocketConnectable *gateway,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_return_new_error (task, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED,
                           "this build of hbase-glib has no HTTP: install libsoup 3, and configure it with "
                           "--with-http");
}

HBaseChannel *
hbase_http_connect_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
