/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-server-fault.h"

G_BEGIN_DECLS

#define HBASE_TYPE_LOCAL_SERVER (hbase_local_server_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseLocalServer, hbase_local_server, HBASE, LOCAL_SERVER, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseLocalServer *
hbase_local_server_new (const char *directory, const char *listen, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
const char *hbase_local_server_get_directory (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
const char *hbase_local_server_get_listen (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
const char *hbase_local_server_get_address (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_get_allow_remote (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_get_read_only (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_get_strict_fidelity (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_get_http (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_max_connections (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_max_connections_per_peer (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_idle_timeout (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_message_timeout (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_call_timeout (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_local_server_get_max_call_size (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_max_scanners (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_max_scanners_per_connection (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_local_server_get_max_scanner_memory (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_local_server_get_max_scanner_memory_per_connection (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
char *hbase_local_server_dup_uri (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_start (HBaseLocalServer *server, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_local_server_stop (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
void hbase_local_server_stop_async (HBaseLocalServer *server,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_stop_finish (HBaseLocalServer *server, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_restart (HBaseLocalServer *server, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_local_server_add_fault (HBaseLocalServer *server,
                                   HBaseServerFault fault,
                                   const char *method,
                                   guint first,
                                   guint n_calls,
                                   guint delay);
HBASE_AVAILABLE_IN_0_1
void hbase_local_server_clear_faults (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
guint hbase_local_server_get_n_faults (HBaseLocalServer *server);
HBASE_AVAILABLE_IN_0_1
char **hbase_local_server_check_directory (const char *directory, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_local_server_compact_directory (const char *directory,
                                               const char *table_name,
                                               guint64 *n_removed,
                                               GCancellable *cancellable,
                                               GError **error);

G_END_DECLS
