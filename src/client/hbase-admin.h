/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection.h"
#include "hbase-table-descriptor.h"

G_BEGIN_DECLS

#define HBASE_TYPE_ADMIN (hbase_admin_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseAdmin, hbase_admin, HBASE, ADMIN, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseAdmin *hbase_admin_new (HBaseConnection *connection);
HBASE_AVAILABLE_IN_0_1
HBaseConnection *hbase_admin_get_connection (HBaseAdmin *admin);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_create_table (HBaseAdmin *admin,
                                   HBaseTableDescriptor *descriptor,
                                   GPtrArray *splits,
                                   GCancellable *cancellable,
                                   GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_create_table_async (HBaseAdmin *admin,
                                     HBaseTableDescriptor *descriptor,
                                     GPtrArray *splits,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_create_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *
hbase_admin_describe_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_describe_table_async (HBaseAdmin *admin,
                                       const char *name,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *
hbase_admin_describe_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_admin_enable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_enable_table_async (HBaseAdmin *admin,
                                     const char *name,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_enable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_admin_disable_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_disable_table_async (HBaseAdmin *admin,
                                      const char *name,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_disable_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_is_table_enabled (
    HBaseAdmin *admin, const char *name, gboolean *enabled, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_is_table_enabled_async (HBaseAdmin *admin,
                                         const char *name,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_is_table_enabled_finish (HBaseAdmin *admin,
                                              GAsyncResult *result,
                                              gboolean *enabled,
                                              GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_admin_drop_table (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_drop_table_async (HBaseAdmin *admin,
                                   const char *name,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_drop_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
char **hbase_admin_list_tables (HBaseAdmin *admin, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_list_tables_async (HBaseAdmin *admin,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
char **hbase_admin_list_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_table_exists (
    HBaseAdmin *admin, const char *name, gboolean *exists, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_table_exists_async (HBaseAdmin *admin,
                                     const char *name,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_admin_table_exists_finish (HBaseAdmin *admin, GAsyncResult *result, gboolean *exists, GError **error);

G_END_DECLS
