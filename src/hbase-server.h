/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SERVER (hbase_server_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseServer, hbase_server, HBASE, SERVER, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseServer *hbase_server_new (const char *directory, const char *listen, GError **error);
HBASE_AVAILABLE_IN_0_1
const char *hbase_server_get_address (HBaseServer *server);
HBASE_AVAILABLE_IN_0_1
void hbase_server_stop (HBaseServer *server);
HBASE_AVAILABLE_IN_0_1
void hbase_server_stop_async (HBaseServer *server,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_server_stop_finish (HBaseServer *server, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
char **hbase_server_check_directory (const char *directory, GCancellable *cancellable, GError **error);

G_END_DECLS
