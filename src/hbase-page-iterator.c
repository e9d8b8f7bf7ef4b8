/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-iterator.h"

#include "hbase-page-private.h"
#include "hbase-page-token-private.h"
#include "hbase-table-cursor-private.h"
#include "hbase-table-private.h"
#include "hbase-turn-private.h"

/* So that two rows more can always be counted. */
#define MAX_PAGE_SIZE (G_MAXINT32 - 2)

/**
 * HBasePageIterator:
 *
 * The rows of a scan, page by page.
 *
 * A page is read by one call that asks for one row more than the page has: whether there is a next page is
 * known, not guessed. The page's token names its last row, so that the next page begins just behind it: a row
 * that stays in the table while pages are turned is shown once, neither twice nor never, whatever is inserted
 * and deleted around it. Nothing is kept open between two pages, on neither side: a token opens its page in
 * another process, through another gateway.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBasePageIterator) pages = NULL;
 * g_autoptr (HBasePage) page = NULL;
 * g_autoptr (GError) error = NULL;
 *
 * hbase_scan_set_prefix (scan, (const guint8 *) "user7", 5);
 * pages = hbase_page_iterator_new (table, scan, 10);
 * if (token == NULL || hbase_page_iterator_seek (pages, token, &error))
 *   page = hbase_page_iterator_next (pages, NULL, &error);
 * for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
 *   {
 *     g_autofree char *name = hbase_row_dup_text (hbase_page_get_row (page, i), "content:name");
 *
 *     g_print ("%s\n", name);
 *   }
 * ```
 *
 * One call at a time: a second one while the first is under way is refused with %G_IO_ERROR_PENDING. After an
 * error, a cancel or a time-out the iterator stands where it stood.
 *
 * Since: 0.1
 */
struct _HBasePageIterator {
  GObject parent_instance;
  HBaseTable *table;
  HBaseScan *scan;
  HBasePageQuery query;
  guint page_size;
  HBaseTurn turn;
  /* protected by the turn */
  GBytes *after;            /* the last row of the page before; NULL: the first page is next */
  gboolean ended;
  HBaseTableCursor *cursor; /* of the page being read */
  GPtrArray *rows;
};

G_DEFINE_FINAL_TYPE (HBasePageIterator, hbase_page_iterator, G_TYPE_OBJECT)

static void
hbase_page_iterator_finalize (GObject *object)
{
  HBasePageIterator *iterator = HBASE_PAGE_ITERATOR (object);

  g_clear_pointer (&iterator->rows, g_ptr_array_unref);
  g_clear_pointer (&iterator->after, g_bytes_unref);
  g_clear_pointer (&iterator->scan, hbase_scan_unref);
  g_clear_object (&iterator->cursor);
  g_clear_object (&iterator->table);
  G_OBJECT_CLASS (hbase_page_iterator_parent_class)->finalize (object);
}

static void
hbase_page_iterator_class_init (HBasePageIteratorClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hbase_page_iterator_finalize;
}

static void
hbase_page_iterator_init (HBasePageIterator *iterator)
{
}

/**
 * hbase_page_iterator_new:
 * @table: a table
 * @scan: which rows and columns, and in which direction; it is copied
 * @page_size: rows a page, at least 1
 *
 * Makes an iterator that stands before the first page. Nothing is sent yet. Of the scan neither the limit nor
 * the batch size is heeded: pages hold whole rows, as many as the page size says.
 *
 * Returns: (transfer full): the iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_page_iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size)
{
  HBasePageIterator *iterator;
  g_autoptr (HBaseKeySchema) schema = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  iterator = g_object_new (HBASE_TYPE_PAGE_ITERATOR, NULL);
  iterator->table = g_object_ref (table);
  iterator->scan = hbase_scan_copy (scan);
  hbase_scan_set_batch_size (iterator->scan, 0);
  iterator->page_size = page_size;
  schema = hbase_table_ref_key_schema (table);
  hbase_page_query_init (&iterator->query, hbase_table_get_name (table), schema, iterator->scan);
  return iterator;
}

/**
 * hbase_page_iterator_seek:
 * @iterator: an iterator
 * @token: (nullable): of [method@HBase.Page.get_next_token]; %NULL for the first page
 * @error: return location for an error
 *
 * Goes to the page that the token opens: [method@HBase.PageIterator.next] gives it. Nothing is sent.
 *
 * A token opens pages of the table, key schema and scan it was made of, and of no other; the page size may be
 * another.
 *
 * Errors: %HBASE_ERROR_INVALID_TOKEN for one that was cut, altered, made for another query, or forged to name
 * a row outside the scan; %G_IO_ERROR_PENDING while a page is being read. The iterator stays where it is
 * then.
 *
 * Returns: whether the token was taken
 *
 * Since: 0.1
 */
gboolean
hbase_page_iterator_seek (HBasePageIterator *iterator, const char *token, GError **error)
{
  GBytes *after = NULL;
  gboolean good;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), FALSE);
  g_return_val_if_fail (iterator->table != NULL, FALSE);

  if (!hbase_turn_take (&iterator->turn, "page iterator", error))
    return FALSE;
  if (token != NULL)
    after = hbase_page_token_read (&iterator->query, iterator->scan, token, error);
  good = token == NULL || after != NULL;
  if (good)
    {
      g_clear_pointer (&iterator->after, g_bytes_unref);
      iterator->after = after;
      iterator->ended = FALSE;
    }
  hbase_turn_give_back (&iterator->turn);
  return good;
}

/* ---- reading a page: one cursor, of one row more ---- */

static gboolean
iterator_check (HBasePageIterator *iterator, GError **error)
{
  if (iterator->page_size > 0 && iterator->page_size <= MAX_PAGE_SIZE)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "table “%s”: pages of %u rows can't be: ask for 1 to %d rows a page",
               hbase_table_get_name (iterator->table), iterator->page_size, MAX_PAGE_SIZE);
  return FALSE;
}

/* FALSE: there is an error, and it isn't this call's turn (any more). */
static gboolean
iterator_begin (HBasePageIterator *iterator, GError **error)
{
  gsize length = 0;
  const guint8 *after;

  if (!hbase_turn_take (&iterator->turn, "page iterator", error))
    return FALSE;
  if (!iterator_check (iterator, error))
    {
      hbase_turn_give_back (&iterator->turn);
      return FALSE;
    }
  after = iterator->after != NULL ? g_bytes_get_data (iterator->after, &length) : NULL;
  iterator->cursor = hbase_table_cursor_new (iterator->table, iterator->scan, iterator->page_size + 1,
                                             hbase_slice (after, length));
  iterator->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  return TRUE;
}

static gboolean
iterator_add (HBasePageIterator *iterator, HBaseRow *row)
{
  if (row != NULL)
    g_ptr_array_add (iterator->rows, row);
  return row != NULL && iterator->rows->len <= iterator->page_size;
}

/* The rows that came are a page; the one too many only tells that there is another. */
static HBasePage *
iterator_make_page (HBasePageIterator *iterator)
{
  gboolean more = iterator->rows->len > iterator->page_size;
  HBaseSlice last;

  iterator->ended = !more;
  if (iterator->rows->len == 0)
    return NULL;
  g_ptr_array_set_size (iterator->rows, (gint) MIN (iterator->rows->len, iterator->page_size));
  last = hbase_row_key_slice (g_ptr_array_index (iterator->rows, iterator->rows->len - 1));
  g_clear_pointer (&iterator->after, g_bytes_unref);
  iterator->after = g_bytes_new (last.data, last.length);
  return hbase_page_new (g_steal_pointer (&iterator->rows),
                         more ? hbase_page_token_write (&iterator->query, last) : NULL);
}

static HBasePage *
iterator_end (HBasePageIterator *iterator, gboolean whole)
{
  HBasePage *page = whole ? iterator_make_page (iterator) : NULL;

  g_clear_object (&iterator->cursor);
  g_clear_pointer (&iterator->rows, g_ptr_array_unref);
  hbase_turn_give_back (&iterator->turn);
  return page;
}

/**
 * hbase_page_iterator_next:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the next page. %NULL without an error: there are no more pages; of a scan without rows there is none
 * at all.
 *
 * Errors: those of [method@HBase.TableCursor.next], and %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0.
 *
 * Returns: (transfer full) (nullable): the page; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_next (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  GError *failure = NULL;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);
  g_return_val_if_fail (iterator->table != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!iterator_begin (iterator, error))
    return NULL;
  while (!iterator->ended
         && iterator_add (iterator, hbase_table_cursor_next (iterator->cursor, cancellable, &failure)))
    ;
  if (failure != NULL)
    g_propagate_error (error, failure);
  return iterator_end (iterator, failure == NULL);
}

static void iterator_row_came (GObject *source, GAsyncResult *result, gpointer data);

static void
iterator_return (HBasePageIterator *iterator, GTask *task, GError *error)
{
  HBasePage *page = iterator_end (iterator, error == NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, page, (GDestroyNotify) hbase_page_unref);
  g_object_unref (task);
}

/* Takes the task. Rows at hand are taken at once: only replies are waited for. */
static void
iterator_go_on (HBasePageIterator *iterator, GTask *task)
{
  gboolean more = !iterator->ended && iterator->rows->len <= iterator->page_size;
  HBaseRow *row;

  while (more && (row = hbase_table_cursor_take (iterator->cursor)) != NULL)
    more = iterator_add (iterator, row);
  if (more)
    hbase_table_cursor_next_async (iterator->cursor, g_task_get_cancellable (task), iterator_row_came, task);
  else
    iterator_return (iterator, task, NULL);
}

static void
iterator_row_came (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  HBasePageIterator *iterator = g_task_get_source_object (task);
  GError *error = NULL;
  HBaseRow *row = hbase_table_cursor_next_finish (HBASE_TABLE_CURSOR (source), result, &error);

  if (row == NULL)
    {
      iterator_return (iterator, task, error);
      return;
    }
  iterator_add (iterator, row);
  iterator_go_on (iterator, task);
}

/**
 * hbase_page_iterator_next_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page is there
 * @user_data: for the callback
 *
 * [method@HBase.PageIterator.next] without blocking; ends in the thread-default main context of the caller.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_next_async (HBasePageIterator *iterator,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_PAGE_ITERATOR (iterator));
  g_return_if_fail (iterator->table != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (iterator, hbase_page_iterator_next_async, cancellable, callback, user_data);
  if (iterator_begin (iterator, &error))
    iterator_go_on (iterator, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * hbase_page_iterator_next_finish:
 * @iterator: an iterator
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.PageIterator.next_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL at the end or on error
 *
 * Since: 0.1
 */
HBasePage *
hbase_page_iterator_next_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);
  g_return_val_if_fail (g_task_is_valid (result, iterator), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
