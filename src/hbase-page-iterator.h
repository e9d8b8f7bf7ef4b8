/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page.h"
#include "hbase-table.h"

G_BEGIN_DECLS

#define HBASE_TYPE_PAGE_ITERATOR (hbase_page_iterator_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePageIterator, hbase_page_iterator, HBASE, PAGE_ITERATOR, GObject)

/* The scan is copied; its limit isn't heeded. */
HBASE_AVAILABLE_IN_0_1
HBasePageIterator *hbase_page_iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size);
/* Goes on where that token says: no I/O. */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_page_iterator_seek (HBasePageIterator *iterator, const char *token, GError **error);
/* NULL without an error: there are no more pages. */
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_next (HBasePageIterator *iterator, GCancellable *cancellable, GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_page_iterator_next_async (HBasePageIterator *iterator,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_iterator_next_finish (HBasePageIterator *iterator,
                                            GAsyncResult *result,
                                            GError **error);

G_END_DECLS
