/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBasePage, the rows of one page. */

#include "config.h"

#include "hbase-page-private.h"

/**
 * HBasePage:
 *
 * Holds the rows of one page of a scan, and tokens that open the pages before and after it.
 *
 * A page is immutable: it can be kept, shared between threads and read without a connection.
 * [class@HBase.PageIterator] makes pages.
 *
 * Since: 0.1
 */
struct _HBasePage {
  gatomicrefcount ref_count;
  GPtrArray *rows;
  char *token;
  char *previous_token; /* NULL: the first page */
  char *next_token;     /* NULL: the last page */
};

G_DEFINE_BOXED_TYPE (HBasePage, hbase_page, hbase_page_ref, hbase_page_unref)

HBasePage *
hbase_page_new (GPtrArray *rows, char *token, char *previous_token, char *next_token)
{
  HBasePage *page = g_new0 (HBasePage, 1);

  g_atomic_ref_count_init (&page->ref_count);
  page->rows = rows;
  page->token = token;
  page->previous_token = previous_token;
  page->next_token = next_token;
  return page;
}

/**
 * hbase_page_ref: (skip)
 * @page: a page
 *
 * Adds a reference.
 *
 * Returns: (transfer full): the page
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_ref (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  g_atomic_ref_count_inc (&page->ref_count);
  return page;
}

/**
 * hbase_page_unref: (skip)
 * @page: (transfer full): a page
 *
 * Drops a reference; with the last one the page is freed.
 *
 * Since: 0.1
 */
void
hbase_page_unref (HBasePage *page)
{
  g_return_if_fail (page != NULL);

  if (!g_atomic_ref_count_dec (&page->ref_count))
    return;
  g_ptr_array_unref (page->rows);
  g_free (page->token);
  g_free (page->previous_token);
  g_free (page->next_token);
  g_free (page);
}

/**
 * hbase_page_get_n_rows:
 * @page: a page
 *
 * Returns the number of rows on the page: the iterator's page size, but fewer on the last page, and on one
 * that was read backwards near the beginning.
 *
 * Returns: the number of rows
 *
 * Since: 0.1
 */
guint
hbase_page_get_n_rows (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, 0);

  return page->rows->len;
}

/**
 * hbase_page_get_row:
 * @page: a page
 * @index: from 0 to [method@HBase.Page.get_n_rows] − 1
 *
 * Returns a row of the page.
 *
 * Returns: (transfer none): the row
 *
 * Since: 0.1
 */
HBaseRow *
hbase_page_get_row (HBasePage *page, guint index)
{
  g_return_val_if_fail (page != NULL, NULL);
  g_return_val_if_fail (index < page->rows->len, NULL);

  return g_ptr_array_index (page->rows, index);
}

/**
 * hbase_page_get_rows:
 * @page: a page
 *
 * Returns all rows of the page, in their order.
 *
 * Returns: (transfer container) (element-type HBaseRow): the rows
 *
 * Since: 0.1
 */
GPtrArray *
hbase_page_get_rows (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  /* A copy, because bindings empty the container. */
  return g_ptr_array_copy (page->rows, (GCopyFunc) hbase_row_ref, NULL);
}

/**
 * hbase_page_get_token:
 * @page: a page
 *
 * Returns a token that opens this page again, by [method@HBase.PageIterator.open]: for a link to it, or to
 * reload it. It is like [method@HBase.Page.get_next_token], and exists also for the first page, the last
 * one, and one that was found by [method@HBase.PageIterator.skip_to]. Rows that are added before the page
 * don't move it; where rows of it are deleted, the following ones take their places. Where the scan had no
 * other rows than this page, it opens the first page.
 *
 * Returns: (transfer none): the token
 *
 * Since: 0.1
 */
const char *
hbase_page_get_token (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->token;
}

/**
 * hbase_page_get_next_token:
 * @page: a page
 *
 * Returns a token that opens the page after this one, by [method@HBase.PageIterator.open], in this process
 * or another, at any time: URL-safe text of about 35 characters, and four for every three bytes of a row
 * key; 11 more where it expires, 43 more where it is signed. %NULL means that no row followed when the page
 * was read; rows that come later are found by [method@HBase.PageIterator.last], or by the token of the page
 * before. Where the page was read backwards its next token may open no page, if the rows that were there
 * have been deleted.
 *
 * The token isn't confidential: it contains the page's last row key in readable form, and whoever has an
 * unsigned token can make others. [class@HBase.PageIterator] explains how to prevent that.
 *
 * Returns: (transfer none) (nullable): the token
 *
 * Since: 0.1
 */
const char *
hbase_page_get_next_token (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->next_token;
}

/**
 * hbase_page_get_previous_token:
 * @page: a page
 *
 * Returns a token that opens the page before this one: as [method@HBase.Page.get_next_token], but with the
 * page's first row key. %NULL: there was no row before it when the page was read.
 *
 * Returns: (transfer none) (nullable): the token
 *
 * Since: 0.1
 */
const char *
hbase_page_get_previous_token (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->previous_token;
}
