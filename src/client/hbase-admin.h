/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection.h"
#include "hbase-namespace-descriptor.h"
#include "hbase-table-descriptor.h"
#include "hbase-table-state.h"

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
char **hbase_admin_list_tables (HBaseAdmin *admin,
                                const char *namespace_name,
                                const char *pattern,
                                gboolean system_tables,
                                GCancellable *cancellable,
                                GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_list_tables_async (HBaseAdmin *admin,
                                    const char *namespace_name,
                                    const char *pattern,
                                    gboolean system_tables,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
char **hbase_admin_list_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_admin_describe_tables (HBaseAdmin *admin,
                                        const char *namespace_name,
                                        const char *pattern,
                                        gboolean system_tables,
                                        GCancellable *cancellable,
                                        GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_describe_tables_async (HBaseAdmin *admin,
                                        const char *namespace_name,
                                        const char *pattern,
                                        gboolean system_tables,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_admin_describe_tables_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
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
gboolean hbase_admin_delete_table (HBaseAdmin *admin,
                                   const char *name,
                                   HBaseDeleteTableFlags flags,
                                   GCancellable *cancellable,
                                   GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_delete_table_async (HBaseAdmin *admin,
                                     const char *name,
                                     HBaseDeleteTableFlags flags,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_delete_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_truncate_table (HBaseAdmin *admin,
                                     const char *name,
                                     HBaseTruncateTableFlags flags,
                                     GCancellable *cancellable,
                                     GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_truncate_table_async (HBaseAdmin *admin,
                                       const char *name,
                                       HBaseTruncateTableFlags flags,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_truncate_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_ensure_table (HBaseAdmin *admin,
                                   HBaseTableDescriptor *descriptor,
                                   GPtrArray *splits,
                                   char ***differences,
                                   GCancellable *cancellable,
                                   GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_ensure_table_async (HBaseAdmin *admin,
                                     HBaseTableDescriptor *descriptor,
                                     GPtrArray *splits,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_ensure_table_finish (HBaseAdmin *admin,
                                          GAsyncResult *result,
                                          char ***differences,
                                          GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_wait_available (
    HBaseAdmin *admin, const char *name, GPtrArray *splits, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_wait_available_async (HBaseAdmin *admin,
                                       const char *name,
                                       GPtrArray *splits,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_wait_available_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_get_table_state (
    HBaseAdmin *admin, const char *name, HBaseTableState *state, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_get_table_state_async (HBaseAdmin *admin,
                                        const char *name,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_get_table_state_finish (HBaseAdmin *admin,
                                             GAsyncResult *result,
                                             HBaseTableState *state,
                                             GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_table (HBaseAdmin *admin,
                                   HBaseTableDescriptor *descriptor,
                                   GCancellable *cancellable,
                                   GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_modify_table_async (HBaseAdmin *admin,
                                     HBaseTableDescriptor *descriptor,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_table_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_add_family (HBaseAdmin *admin,
                                 const char *table,
                                 HBaseFamilyDescriptor *family,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_add_family_async (HBaseAdmin *admin,
                                   const char *table,
                                   HBaseFamilyDescriptor *family,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_add_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_family (HBaseAdmin *admin,
                                    const char *table,
                                    HBaseFamilyDescriptor *family,
                                    GCancellable *cancellable,
                                    GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_modify_family_async (HBaseAdmin *admin,
                                      const char *table,
                                      HBaseFamilyDescriptor *family,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_delete_family (
    HBaseAdmin *admin, const char *table, const char *family, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_delete_family_async (HBaseAdmin *admin,
                                      const char *table,
                                      const char *family,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_delete_family_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_create_namespace (HBaseAdmin *admin,
                                       HBaseNamespaceDescriptor *descriptor,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_create_namespace_async (HBaseAdmin *admin,
                                         HBaseNamespaceDescriptor *descriptor,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_create_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_namespace (HBaseAdmin *admin,
                                       HBaseNamespaceDescriptor *descriptor,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_modify_namespace_async (HBaseAdmin *admin,
                                         HBaseNamespaceDescriptor *descriptor,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_modify_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_admin_delete_namespace (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_delete_namespace_async (HBaseAdmin *admin,
                                         const char *name,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_delete_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *hbase_admin_describe_namespace (HBaseAdmin *admin,
                                                          const char *name,
                                                          GCancellable *cancellable,
                                                          GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_describe_namespace_async (HBaseAdmin *admin,
                                           const char *name,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *
hbase_admin_describe_namespace_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_admin_describe_namespaces (HBaseAdmin *admin, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_describe_namespaces_async (HBaseAdmin *admin,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_admin_describe_namespaces_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
char **hbase_admin_list_namespaces (HBaseAdmin *admin, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_list_namespaces_async (HBaseAdmin *admin,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
char **hbase_admin_list_namespaces_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_admin_get_cluster_id (HBaseAdmin *admin, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_get_cluster_id_async (HBaseAdmin *admin,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
HBASE_AVAILABLE_IN_0_1
char *hbase_admin_get_cluster_id_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_admin_get_slow_log (HBaseAdmin *admin,
                                    const char *const *servers,
                                    GVariant *query,
                                    GCancellable *cancellable,
                                    GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_get_slow_log_async (HBaseAdmin *admin,
                                     const char *const *servers,
                                     GVariant *query,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_admin_get_slow_log_finish (HBaseAdmin *admin, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_clear_slow_log (HBaseAdmin *admin,
                                     const char *const *servers,
                                     gboolean *cleared,
                                     GCancellable *cancellable,
                                     GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_admin_clear_slow_log_async (HBaseAdmin *admin,
                                       const char *const *servers,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_admin_clear_slow_log_finish (HBaseAdmin *admin,
                                            GAsyncResult *result,
                                            gboolean *cleared,
                                            GError **error);

G_END_DECLS
