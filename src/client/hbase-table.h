/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-append.h"
#include "hbase-connection.h"
#include "hbase-delete.h"
#include "hbase-enums.h"
#include "hbase-get.h"
#include "hbase-increment.h"
#include "hbase-put.h"
#include "hbase-region.h"
#include "hbase-row-mutations.h"
#include "hbase-row.h"
#include "hbase-scan.h"

G_BEGIN_DECLS

#define HBASE_TYPE_TABLE (hbase_table_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseTable, hbase_table, HBASE, TABLE, GObject)

HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_table_new (HBaseConnection *connection, const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseTable *
hbase_table_new_with_key_schema (HBaseConnection *connection, const char *name, HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_table_new_unsalted (HBaseConnection *connection, const char *name, HBaseKeySchema *schema);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_is_unsalted (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_get_prefer_newest (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_set_prefer_newest (HBaseTable *table, gboolean prefer_newest);
HBASE_AVAILABLE_IN_0_1
const char *hbase_table_get_name (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
HBaseConnection *hbase_table_get_connection (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
HBaseKeySchema *hbase_table_get_key_schema (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
int hbase_table_get_timeout (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_set_timeout (HBaseTable *table, int timeout);
HBASE_AVAILABLE_IN_0_1
int hbase_table_get_attempt_timeout (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_set_attempt_timeout (HBaseTable *table, int timeout);
HBASE_AVAILABLE_IN_0_1
guint hbase_table_get_max_gathered (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_set_max_gathered (HBaseTable *table, guint max_gathered);

HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_get (HBaseTable *table, HBaseGet *get, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_get_async (HBaseTable *table,
                            HBaseGet *get,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_get_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_table_get_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_get_multiple_async (HBaseTable *table,
                                     GPtrArray *gets,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_get_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_exists (
    HBaseTable *table, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_exists_async (HBaseTable *table,
                               HBaseGet *get,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_table_exists_finish (HBaseTable *table, GAsyncResult *result, gboolean *exists, GError **error);
HBASE_AVAILABLE_IN_0_1
GArray *
hbase_table_exists_multiple (HBaseTable *table, GPtrArray *gets, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_exists_multiple_async (HBaseTable *table,
                                        GPtrArray *gets,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GArray *hbase_table_exists_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_put (HBaseTable *table, HBasePut *put, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_put_async (HBaseTable *table,
                            HBasePut *put,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_put_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_table_put_multiple (HBaseTable *table, GPtrArray *puts, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_put_multiple_async (HBaseTable *table,
                                     GPtrArray *puts,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_put_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_table_delete (HBaseTable *table, HBaseDelete *delete_, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_delete_async (HBaseTable *table,
                               HBaseDelete *delete_,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_delete_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_delete_multiple (HBaseTable *table,
                                      GPtrArray *deletes,
                                      GCancellable *cancellable,
                                      GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_delete_multiple_async (HBaseTable *table,
                                        GPtrArray *deletes,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_delete_multiple_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_check_and_put (HBaseTable *table,
                                    const char *family,
                                    const guint8 *qualifier,
                                    gsize qualifier_length,
                                    const guint8 *value,
                                    gsize value_length,
                                    HBasePut *put,
                                    gboolean *applied,
                                    GCancellable *cancellable,
                                    GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_check_and_put_async (HBaseTable *table,
                                      const char *family,
                                      const guint8 *qualifier,
                                      gsize qualifier_length,
                                      const guint8 *value,
                                      gsize value_length,
                                      HBasePut *put,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_table_check_and_put_finish (HBaseTable *table, GAsyncResult *result, gboolean *applied, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_check_and_delete (HBaseTable *table,
                                       const char *family,
                                       const guint8 *qualifier,
                                       gsize qualifier_length,
                                       const guint8 *value,
                                       gsize value_length,
                                       HBaseDelete *delete_,
                                       gboolean *applied,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_check_and_delete_async (HBaseTable *table,
                                         const char *family,
                                         const guint8 *qualifier,
                                         gsize qualifier_length,
                                         const guint8 *value,
                                         gsize value_length,
                                         HBaseDelete *delete_,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_check_and_delete_finish (HBaseTable *table,
                                              GAsyncResult *result,
                                              gboolean *applied,
                                              GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_mutate_row (HBaseTable *table,
                                 HBaseRowMutations *mutations,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_mutate_row_async (HBaseTable *table,
                                   HBaseRowMutations *mutations,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_mutate_row_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_check_and_mutate (HBaseTable *table,
                                       const char *family,
                                       const guint8 *qualifier,
                                       gsize qualifier_length,
                                       HBaseCompareOperator compare_operator,
                                       const guint8 *value,
                                       gsize value_length,
                                       HBaseRowMutations *mutations,
                                       gboolean *applied,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_check_and_mutate_async (HBaseTable *table,
                                         const char *family,
                                         const guint8 *qualifier,
                                         gsize qualifier_length,
                                         HBaseCompareOperator compare_operator,
                                         const guint8 *value,
                                         gsize value_length,
                                         HBaseRowMutations *mutations,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_check_and_mutate_finish (HBaseTable *table,
                                              GAsyncResult *result,
                                              gboolean *applied,
                                              GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_increment (HBaseTable *table,
                                 HBaseIncrement *increment,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_increment_async (HBaseTable *table,
                                  HBaseIncrement *increment,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_increment_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_table_append (HBaseTable *table, HBaseAppend *append, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_append_async (HBaseTable *table,
                               HBaseAppend *append,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_append_finish (HBaseTable *table, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_get_regions (HBaseTable *table, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_get_regions_async (HBaseTable *table,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_get_regions_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRegion *hbase_table_get_region (
    HBaseTable *table, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_get_region_async (HBaseTable *table,
                                   const guint8 *row,
                                   gsize row_length,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRegion *hbase_table_get_region_finish (HBaseTable *table, GAsyncResult *result, GError **error);

HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_table_first_row (HBaseTable *table, HBaseScan *scan, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_first_row_async (HBaseTable *table,
                                  HBaseScan *scan,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_first_row_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_last_row (
    HBaseTable *table, HBaseScan *scan, HBaseLastRowMethod method, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_last_row_async (HBaseTable *table,
                                 HBaseScan *scan,
                                 HBaseLastRowMethod method,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_last_row_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_last_rows (
    HBaseTable *table, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_last_rows_async (HBaseTable *table,
                                  HBaseScan *scan,
                                  guint n_rows,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_last_rows_finish (HBaseTable *table, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_row_at_or_before (HBaseTable *table,
                                        const guint8 *key,
                                        gsize key_length,
                                        HBaseScan *scan,
                                        GCancellable *cancellable,
                                        GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_table_row_at_or_before_async (HBaseTable *table,
                                         const guint8 *key,
                                         gsize key_length,
                                         HBaseScan *scan,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_table_row_at_or_before_finish (HBaseTable *table, GAsyncResult *result, GError **error);

G_END_DECLS
