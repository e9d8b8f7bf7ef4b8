/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-private.h"

/**
 * HBasePage:
 *
 * Some rows of a scan, and what opens the pages before and behind them.
 *
 * A page is a value: it doesn't change any more, and can be kept, shared between threads and asked without a
 * connection. [class@HBase.PageIterator] makes pages.
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
 * Takes one more reference.
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
 * Gives a reference back; with the last one the page is freed.
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
 * How many rows the page has: as many as the iterator's page size says, but fewer on the last page, and on
 * one that was read backwards, near the beginning.
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
 * A row of the page.
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
 * All rows of the page, in order.
 *
 * Returns: (transfer container) (element-type HBaseRow): the rows
 *
 * Since: 0.1
 */
GPtrArray *
hbase_page_get_rows (HBasePage *page)
{
  g_return_val_if_fail (page != NULL, NULL);

  /* Not the page's own: bindings take the container apart. */
  return g_ptr_array_copy (page->rows, (GCopyFunc) hbase_row_ref, NULL);
}

/**
 * hbase_page_get_token:
 * @page: a page
 *
 * Returns what opens this page again, by [method@HBase.PageIterator.open]: for a link to it, or to reload it. It
 * is of the same kind as [method@HBase.Page.get_next_token], and also there for the first page, the last one, and
 * one that was found by [method@HBase.PageIterator.skip_to]. Rows that are added before the page don't move it;
 * where rows of it are deleted, others take their places. Where the scan had no more rows than this page, it opens
 * the first page.
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
 * What opens the page behind this one, by [method@HBase.PageIterator.open], in this process or another, now
 * or in a year: URL-safe text of some 35 characters and four for every three bytes of a row key; 11 more
 * where it expires, 43 more where it is signed. %NULL says for certain that no row followed when the page
 * was read; rows that come later are found by [method@HBase.PageIterator.last], or by the token of the page
 * before. Of a page that was read backwards the token may open none: it says that there were rows before.
 *
 * The token isn't a secret and keeps none: it holds the page's last row key, readable, and who holds one that
 * isn't signed can make others. [class@HBase.PageIterator] says what to do about it.
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
 * What opens the page before this one: of the same kind as [method@HBase.Page.get_next_token], but for the
 * page's first row key. %NULL: there was none when the page was read, or this is the first page.
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
