/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBasePage, the rows of one page. */

#include "config.h"

#include "hbase-page-private.h"
#include "hbase-ref-counted-private.h"

/**
 * HBasePage:
 *
 * Holds the rows of one page of a scan, and tokens that open the pages before and after it.
 *
 * A page is immutable: it can be kept, shared between threads and read without a connection.
 * [class@HBase.PageIterator] makes pages.
 */
struct _HBasePage {
  gatomicrefcount ref_count;
  GPtrArray *rows;
  char *token;
  char *previous_token; /* NULL: the first page */
  char *next_token;     /* NULL: the last page */
};

static void
free_page (HBasePage *page)
{
  g_ptr_array_unref (page->rows);
  g_free (page->token);
  g_free (page->previous_token);
  g_free (page->next_token);
  g_free (page);
}

HBASE_DEFINE_REF_COUNTED (HBasePage, hbase_page, free_page)

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
 * Acquires a reference.
 *
 * Returns: (transfer full): the page
 */

/**
 * hbase_page_unref: (skip)
 * @page: (transfer full): a page
 *
 * Releases a reference; the page is freed with the last reference.
 */

/**
 * hbase_page_get_n_rows:
 * @page: a page
 *
 * Returns the number of rows on the page. It is the iterator's page size, but may be less on the last page,
 * and on a first page that was read backwards.
 *
 * Returns: the number of rows
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
 * @index: the row's position, from 0 to [method@HBase.Page.get_n_rows] − 1
 *
 * Returns a row of the page.
 *
 * Returns: (transfer none): the row
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
 */
GPtrArray *
hbase_page_get_rows (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  /* The array is a copy, because bindings empty the container. */
  return g_ptr_array_copy (page->rows, (GCopyFunc) hbase_row_ref, NULL);
}

/**
 * hbase_page_get_token:
 * @page: a page
 *
 * Returns a token with which [method@HBase.PageIterator.open] opens this page again, for example for a link
 * to it or to reload it. It has the form of [method@HBase.Page.get_next_token], and every page has such a
 * token, including a page that [method@HBase.PageIterator.skip_to] has read. Rows that are inserted before
 * the page don't move it. If rows of the page are deleted, the rows after them take their places; but a first
 * page that other rows followed is opened without its deleted rows, and not at all without any. If the scan
 * had no rows outside this page, the token opens the first page.
 *
 * Returns: (transfer none): the token
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
 * Returns a token with which [method@HBase.PageIterator.open] opens the page after this page, in this process
 * or another, at any time. It is URL-safe text of about 35 characters, and four more for every three bytes of
 * a row key; 11 more if it expires, and 43 more if it is signed. %NULL means that no row followed when the
 * page was read; rows that are inserted later are found by [method@HBase.PageIterator.last], or by the token
 * of the page before. If the page was read backwards, its next token may open no page, because the rows after
 * it have been deleted.
 *
 * The token isn't encrypted: everybody who has it can read the page's last row key in it, and can make
 * other tokens if it is unsigned. [class@HBase.PageIterator] explains how to prevent that.
 *
 * Returns: (transfer none) (nullable): the token
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
 * Returns a token that opens the page before this page. It is like [method@HBase.Page.get_next_token], but
 * contains the page's first row key. %NULL means that no row preceded the page when it was read.
 *
 * Returns: (transfer none) (nullable): the token
 */
const char *
hbase_page_get_previous_token (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  return page->previous_token;
}
