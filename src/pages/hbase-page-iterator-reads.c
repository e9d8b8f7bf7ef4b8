/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-iterator-private.h"

/* The pages that a page iterator can be asked for. */

/**
 * hbase_page_iterator_next:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page behind the one where the iterator stands, at first the first page. %NULL without an error:
 * there are no more pages; the iterator stays at the last one then. Of a scan without rows there is none at
 * all. Where no rows were seen nobody is asked again: rows that come later are found by
 * [method@HBase.PageIterator.first], [method@HBase.PageIterator.last] or a token, not by asking once more.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_next (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_NEXT };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_next_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.next] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_next_async (HBasePageIterator *iterator,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_NEXT };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_next_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_next_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.next_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_next_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_next_async, result, error);
}

/**
 * hbase_page_iterator_previous:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page before the one where the iterator stands: the rows right before its first one, in the
 * scan's order as always, as many as the page size says but for the first page. %NULL without an error:
 * there are none; the iterator stays where it is then. Rows that come there later are found as those behind
 * the last page, of which [method@HBase.PageIterator.next] speaks.
 *
 * Pages aren't numbered: rows that came meanwhile shift what lies on which page, but none that stayed is left
 * out or shown twice on the way.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_previous (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_PREVIOUS };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_previous_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.previous] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_previous_async (HBasePageIterator *iterator,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_PREVIOUS };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_previous_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_previous_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.previous_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_previous_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_previous_async, result, error);
}

/**
 * hbase_page_iterator_first:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the first page. %NULL without an error: there are no rows; the iterator stays where it is then.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_first (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_FIRST };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_first_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.first] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_first_async (HBasePageIterator *iterator,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_FIRST };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_first_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_first_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.first_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_first_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_first_async, result, error);
}

/**
 * hbase_page_iterator_last:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the last page: the last rows of all, as many as the page size says if there are so many. It takes one
 * call, as any page: the scan is read from its end. %NULL without an error: there are no rows; the iterator
 * stays where it is then.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_last (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_LAST };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_last_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.last] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_last_async (HBasePageIterator *iterator,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_LAST };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_last_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_last_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.last_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_last_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_last_async, result, error);
}

/**
 * hbase_page_iterator_open:
 * @iterator: an iterator
 * @token: (nullable): of [method@HBase.Page.get_token], [method@HBase.Page.get_next_token] or
 *   [method@HBase.Page.get_previous_token];
 *   %NULL for the first page
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page that a token opens, whether it was the next or the previous one. %NULL without an error: all
 * its rows are gone, and there are none beyond; the iterator stays where it is then.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %HBASE_ERROR_INVALID_TOKEN as of [method@HBase.PageIterator.seek];
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_open (HBasePageIterator *iterator,
                          const char *token,
                          GCancellable *cancellable,
                          GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_OPEN, .token = token };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_open_async:
 * @iterator: an iterator
 * @token: (nullable): of [method@HBase.Page.get_token], [method@HBase.Page.get_next_token] or
 *   [method@HBase.Page.get_previous_token];
 *   %NULL for the first page
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.open] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_open_async (HBasePageIterator *iterator,
                                const char *token,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_OPEN, .token = token };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_open_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_open_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.open_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_open_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_open_async, result, error);
}

/**
 * hbase_page_iterator_skip_to:
 * @iterator: an iterator
 * @offset: how many rows of the scan come before the page
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page that begins with a row by its number. %NULL without an error: there are no more rows than
 * that; the iterator stays where it is then.
 *
 * HBase has no numbers of rows: those before the page are read and counted. The server is told to send next
 * to nothing of them, their keys, or of a scan with a filter of its own, or one that leaves guards out
 * ([method@HBase.Scan.set_skip_guards]), the names of their columns; that is one call every 8,191 rows, of
 * salted rows one or more for each salt, and still the server reads each of them: what a number costs grows
 * with it. And it means something for the moment only: each row that comes or goes before it shifts the
 * page. To come back to a page, keep its token.
 *
 * A call for each of these parts waits no longer than the table's timeout.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_skip_to (HBasePageIterator *iterator,
                             guint64 offset,
                             GCancellable *cancellable,
                             GError **error)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_SKIP, .offset = offset };

  return hbase_page_iterator_move (iterator, &move, cancellable, error);
}

/**
 * hbase_page_iterator_skip_to_async:
 * @iterator: an iterator
 * @offset: how many rows of the scan come before the page
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.skip_to] without blocking; ends in the caller’s thread-default context.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_skip_to_async (HBasePageIterator *iterator,
                                   guint64 offset,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_SKIP, .offset = offset };

  hbase_page_iterator_move_async (iterator, &move, hbase_page_iterator_skip_to_async, cancellable, callback,
                                  user_data);
}

/**
 * hbase_page_iterator_skip_to_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.skip_to_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL where there is none or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_skip_to_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_page_iterator_move_finish (iterator, hbase_page_iterator_skip_to_async, result, error);
}
