/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_CONNECTION (hbase_connection_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseConnection, hbase_connection, HBASE, CONNECTION, GObject)

/* Only parses the URI; the first call connects. Properties: uri, max-channels, max-reply-size,
 * retry-budget, client-timestamps (construct only); timeout, attempt-timeout. */
HBASE_AVAILABLE_IN_0_1
HBaseConnection *hbase_connection_new (const char *uri, GError **error);
HBASE_AVAILABLE_IN_0_1
const char *hbase_connection_get_uri (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
guint hbase_connection_get_max_channels (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
guint hbase_connection_get_max_reply_size (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
guint hbase_connection_get_timeout (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
void hbase_connection_set_timeout (HBaseConnection *connection, guint timeout);
HBASE_AVAILABLE_IN_0_1
guint hbase_connection_get_attempt_timeout (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
void hbase_connection_set_attempt_timeout (HBaseConnection *connection, guint timeout);
HBASE_AVAILABLE_IN_0_1
guint hbase_connection_get_retry_budget (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_connection_get_client_timestamps (HBaseConnection *connection);
/* a{sv} of counters: opened, dropped, renewed, exchanges, acquired, idle, bytes-sent, bytes-received,
 * open, calls, failures, latency-p50, latency-p90, latency-p99, retries,
 * retries-refused; and gateways, aa{sv} */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_connection_get_statistics (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_connection_diagnose (HBaseConnection *connection, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_connection_diagnose_async (HBaseConnection *connection,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_connection_diagnose_finish (HBaseConnection *connection, GAsyncResult *result, GError **error);

/* Returns whether it stored a user and a password for a gateway in HTTP mode. */
typedef gboolean (*HBaseCredentialsFunc) (const char *gateway,
                                          const char *realm,
                                          gboolean was_refused,
                                          char **user,
                                          char **password,
                                          gpointer user_data);

HBASE_AVAILABLE_IN_0_1
void hbase_connection_set_credentials_func (HBaseConnection *connection,
                                            HBaseCredentialsFunc func,
                                            gpointer user_data,
                                            GDestroyNotify destroy);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_connection_close (HBaseConnection *connection, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_connection_close_async (HBaseConnection *connection,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_connection_close_finish (HBaseConnection *connection, GAsyncResult *result, GError **error);

G_END_DECLS
