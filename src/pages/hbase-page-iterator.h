/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page.h"
#include "hbase-table-cursor.h"

G_BEGIN_DECLS

#define HBASE_TYPE_PAGE_ITERATOR (hbase_page_iterator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePageIterator, hbase_page_iterator, HBASE, PAGE_ITERATOR, GObject)

/* Properties: table (read only), token-lifetime, io-priority. The scan is copied; its limit is ignored. */
HBASE_AVAILABLE_IN_0_1
HBasePageIterator *hbase_page_iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size);
/* Reads the columns of one row, forwards only. */
HBASE_AVAILABLE_IN_0_1
HBasePageIterator *hbase_page_iterator_new_columns (HBaseTable *table, HBaseGet *get, guint page_size);
HBASE_AVAILABLE_IN_0_1
HBaseTable *hbase_page_iterator_get_table (HBasePageIterator *iterator);

/* The priority of the sources that dispatch asynchronous calls; G_PRIORITY_DEFAULT by default. */
HBASE_AVAILABLE_IN_0_1
int hbase_page_iterator_get_io_priority (HBasePageIterator *iterator);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_set_io_priority (HBasePageIterator *iterator, int io_priority);

/* In seconds; 0: tokens don't expire. */
HBASE_AVAILABLE_IN_0_1
guint hbase_page_iterator_get_token_lifetime (HBasePageIterator *iterator);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_set_token_lifetime (HBasePageIterator *iterator, guint lifetime);
/* The first key signs tokens; signatures by any key are accepted. Without keys tokens aren't signed. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_page_iterator_add_token_key (HBasePageIterator *iterator,
                                            const guint8 *key,
                                            gsize key_length,
                                            GError **error);
/* Moves to the token's page, without I/O. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_page_iterator_seek (HBasePageIterator *iterator, const char *token, GError **error);

/* Each of these reads a page, and returns NULL without an error if there is no such page. */
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_next (HBasePageIterator *iterator, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_next_async (HBasePageIterator *iterator,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_next_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_previous (HBasePageIterator *iterator, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_previous_async (HBasePageIterator *iterator,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_previous_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_first (HBasePageIterator *iterator, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_first_async (HBasePageIterator *iterator,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_first_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_last (HBasePageIterator *iterator, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_last_async (HBasePageIterator *iterator,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_last_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_open (HBasePageIterator *iterator,
                                     const char *token,
                                     GCancellable *cancellable,
                                     GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_open_async (HBasePageIterator *iterator,
                                     const char *token,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_open_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_skip_to (HBasePageIterator *iterator,
                                        guint64 offset,
                                        GCancellable *cancellable,
                                        GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_skip_to_async (HBasePageIterator *iterator,
                                        guint64 offset,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *
hbase_page_iterator_skip_to_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);

G_END_DECLS
