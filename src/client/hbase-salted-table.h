/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table-cursor.h"

G_BEGIN_DECLS

#define HBASE_TYPE_SALTED_TABLE (hbase_salted_table_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBaseSaltedTable, hbase_salted_table, HBASE, SALTED_TABLE, GObject)

/* Properties: table (construct only; must have a key schema), prefer-newest. All keys are unsalted ones. */
HBASE_AVAILABLE_IN_0_1
HBaseSaltedTable *hbase_salted_table_new (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_salted_table_get_table (HBaseSaltedTable *salted);
/* of a row that is there twice the one with the newest cell counts; else it is DUPLICATE_KEY */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_get_prefer_newest (HBaseSaltedTable *salted);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_set_prefer_newest (HBaseSaltedTable *salted, gboolean prefer_newest);

HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_salted_table_get (HBaseSaltedTable *salted, HBaseGet *get, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_get_async (HBaseSaltedTable *salted,
                                   HBaseGet *get,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_get_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_salted_table_get_multiple (HBaseSaltedTable *salted,
                                            GPtrArray *gets,
                                            GCancellable *cancellable,
                                            GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_get_multiple_async (HBaseSaltedTable *salted,
                                            GPtrArray *gets,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_salted_table_get_multiple_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_exists (
    HBaseSaltedTable *salted, HBaseGet *get, gboolean *exists, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_exists_async (HBaseSaltedTable *salted,
                                      HBaseGet *get,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_exists_finish (HBaseSaltedTable *salted,
                                           GAsyncResult *result,
                                           gboolean *exists,
                                           GError **error);

/* an insert of a row that isn't there yet: nobody looks */
/* rows in the order of their unsalted keys, all buckets read side by side */
HBASE_AVAILABLE_IN_0_1
HBaseTableCursor *hbase_salted_table_scan (HBaseSaltedTable *salted, HBaseScan *scan);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_salted_table_put (HBaseSaltedTable *salted, HBasePut *put, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_put_async (HBaseSaltedTable *salted,
                                   HBasePut *put,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_put_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
/* looks where the row is, and writes there; `insert`: also where there is none */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_update (
    HBaseSaltedTable *salted, HBasePut *put, gboolean insert, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_update_async (HBaseSaltedTable *salted,
                                      HBasePut *put,
                                      gboolean insert,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_update_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_delete (HBaseSaltedTable *salted,
                                    HBaseDelete *delete_,
                                    GCancellable *cancellable,
                                    GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_delete_async (HBaseSaltedTable *salted,
                                      HBaseDelete *delete_,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_delete_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
/* `row`: the row as it was read; may be NULL where no salt is drawn */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_salted_table_check_and_put (HBaseSaltedTable *salted,
                                           HBaseRow *row,
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
void hbase_salted_table_check_and_put_async (HBaseSaltedTable *salted,
                                             HBaseRow *row,
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
gboolean hbase_salted_table_check_and_put_finish (HBaseSaltedTable *salted,
                                                  GAsyncResult *result,
                                                  gboolean *applied,
                                                  GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_increment (HBaseSaltedTable *salted,
                                        HBaseRow *row,
                                        HBaseIncrement *increment,
                                        GCancellable *cancellable,
                                        GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_increment_async (HBaseSaltedTable *salted,
                                         HBaseRow *row,
                                         HBaseIncrement *increment,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_salted_table_increment_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_append (
    HBaseSaltedTable *salted, HBaseRow *row, HBaseAppend *append, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_append_async (HBaseSaltedTable *salted,
                                      HBaseRow *row,
                                      HBaseAppend *append,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_append_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);

/* of the whole table, or of a scan's range; NULL without an error: there is none */
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_first_row (HBaseSaltedTable *salted,
                                        HBaseScan *scan,
                                        GCancellable *cancellable,
                                        GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_first_row_async (HBaseSaltedTable *salted,
                                         HBaseScan *scan,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_salted_table_first_row_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_last_row (HBaseSaltedTable *salted,
                                       HBaseScan *scan,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_last_row_async (HBaseSaltedTable *salted,
                                        HBaseScan *scan,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_last_row_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
/* in the order of their keys */
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_salted_table_last_rows (
    HBaseSaltedTable *salted, HBaseScan *scan, guint n_rows, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_last_rows_async (HBaseSaltedTable *salted,
                                         HBaseScan *scan,
                                         guint n_rows,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
GPtrArray *
hbase_salted_table_last_rows_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_salted_table_row_at_or_before (HBaseSaltedTable *salted,
                                               const guint8 *key,
                                               gsize key_length,
                                               HBaseScan *scan,
                                               GCancellable *cancellable,
                                               GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_salted_table_row_at_or_before_async (HBaseSaltedTable *salted,
                                                const guint8 *key,
                                                gsize key_length,
                                                HBaseScan *scan,
                                                GCancellable *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBaseRow *
hbase_salted_table_row_at_or_before_finish (HBaseSaltedTable *salted, GAsyncResult *result, GError **error);

G_END_DECLS
