/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-iterator-private.h"

#include "hbase-data-operations-private.h"
#include "hbase-page-private.h"

/* Pages of the columns of one row. */

/**
 * hbase_page_iterator_new_columns: (constructor)
 * @table: a table
 * @get: which row, and which of its columns; it is copied
 * @page_size: columns a page, at least 1
 *
 * Makes an iterator over the columns of one row, for rows too wide to be read at once. Each page has one row,
 * with as many columns as the page size says, of each the newest version, in their order: by family, then by
 * qualifier. It takes one call.
 *
 * Columns can be read in that direction only: of the ways to a page there are
 * [method@HBase.PageIterator.next], [method@HBase.PageIterator.first] and [method@HBase.PageIterator.open],
 * and pages have no previous token. A column that stays is shown once, as a row would be; its value is that
 * of the moment when its page was read. Tokens hold a family and a qualifier.
 *
 * Where the get names no families, or several, each that is not behind yet is asked for a page of its own
 * columns: name the one that is wanted.
 *
 * A get with more than one version, or with a filter that looks at more than one cell
 * (`SingleColumnValueFilter`, `FirstKeyOnlyFilter`, `SKIP`…), is refused by the first page with
 * %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_page_iterator_new_columns (HBaseTable *table, HBaseGet *get, guint page_size)
{
  HBasePageIterator *iterator;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  iterator = g_object_new (HBASE_TYPE_PAGE_ITERATOR, NULL);
  iterator->table = g_object_ref (table);
  iterator->schema = hbase_table_dup_key_schema (table);
  iterator->is_of_columns = TRUE;
  hbase_column_plan_init (&iterator->columns, hbase_table_get_target (table).table, get, page_size);
  hbase_column_query_init (&iterator->rules.query, &iterator->columns, iterator->schema);
  return iterator;
}

gboolean
hbase_page_iterator_check_columns (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  if (kind == HBASE_PAGE_MOVE_NEXT || kind == HBASE_PAGE_MOVE_FIRST || kind == HBASE_PAGE_MOVE_OPEN)
    return hbase_column_plan_check (&iterator->columns, error);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_ARGUMENT,
      "table “%s”: columns of a row are read forward only: ask for next(), first(), or open() a token",
      iterator->columns.table);
  return FALSE;
}

gboolean
hbase_page_iterator_begin_columns (HBasePageIterator *iterator,
                                   const HBasePagePosition *place,
                                   GError **error)
{
  g_autoptr (GPtrArray) gets = hbase_column_plan_request (&iterator->columns, place);
  HBaseTarget target = hbase_table_get_target (iterator->table);

  target.schema = iterator->schema;
  iterator->call = hbase_get_multiple_operation_new (target, gets);
  iterator->was_called = FALSE;
  g_clear_pointer (&iterator->columns_from, g_bytes_unref);
  iterator->columns_from = place->from != NULL ? g_bytes_ref (place->from) : NULL;
  return TRUE;
}

HBaseOperation *
hbase_page_iterator_go_on_columns (HBasePageIterator *iterator)
{
  gboolean called = iterator->was_called;

  iterator->was_called = TRUE;
  return called ? NULL : iterator->call;
}

HBaseRow *
hbase_page_iterator_take_columns (HBasePageIterator *iterator, GBytes **last, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;

  *last = NULL;
  return hbase_operation_take (iterator->call, &rows, error)
             ? hbase_column_plan_finish (&iterator->columns, rows, last)
             : NULL;
}
