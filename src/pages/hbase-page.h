/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row.h"

G_BEGIN_DECLS

#define HBASE_TYPE_PAGE (hbase_page_get_type ())
typedef struct _HBasePage HBasePage;

HBASE_AVAILABLE_IN_0_1
GType hbase_page_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePage *hbase_page_ref (HBasePage *page);
HBASE_AVAILABLE_IN_0_1
void hbase_page_unref (HBasePage *page);
HBASE_AVAILABLE_IN_0_1
guint hbase_page_get_n_rows (HBasePage *page);
HBASE_AVAILABLE_IN_0_1
HBaseRow *hbase_page_get_row (HBasePage *page, guint index);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_page_get_rows (HBasePage *page);
/* Opens this page again. */
HBASE_AVAILABLE_IN_0_1
const char *hbase_page_get_token (HBasePage *page);
/* Opens the page after this page; NULL: this is the last page. */
HBASE_AVAILABLE_IN_0_1
const char *hbase_page_get_next_token (HBasePage *page);
/* Opens the page before this page; NULL: this is the first page. */
HBASE_AVAILABLE_IN_0_1
const char *hbase_page_get_previous_token (HBasePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePage, hbase_page_unref)

G_END_DECLS
