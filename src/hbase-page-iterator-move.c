/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-iterator-private.h"

#include "hbase-page-private.h"

/* How a page iterator gets from page to page. */

/* ---- which page ---- */

static gboolean
side_find_place (const HBasePageSide *side, gboolean backward, HBasePagePlace *place, GError **error)
{
  if (side->way == HBASE_PAGE_UNKNOWN)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "the page iterator was told a token that opens a %s page: read that one first, by %s()",
                   backward ? "next" : "previous", backward ? "next" : "previous");
      return FALSE;
    }
  *place = (HBasePagePlace){ .backward = backward,
                             .from = side->from != NULL ? g_bytes_ref (side->from) : NULL };
  return TRUE;
}

static gboolean
iterator_find_place (HBasePageIterator *iterator,
                     const HBasePageMove *move,
                     HBasePagePlace *place,
                     GError **error)
{
  *place = (HBasePagePlace){ .backward = move->kind == HBASE_PAGE_MOVE_LAST };
  if (move->kind == HBASE_PAGE_MOVE_TO)
    *place = (HBasePagePlace){ move->place->backward, g_bytes_ref (move->place->from) };
  if (move->kind == HBASE_PAGE_MOVE_NEXT)
    return side_find_place (&iterator->next, FALSE, place, error);
  if (move->kind == HBASE_PAGE_MOVE_PREVIOUS)
    return side_find_place (&iterator->previous, TRUE, place, error);
  if (move->token != NULL)
    return hbase_page_iterator_read_token (iterator, move->token, place, error);
  return TRUE;
}

/* ---- before and after ---- */

static HBasePageSide *
iterator_get_side (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  if (kind == HBASE_PAGE_MOVE_NEXT)
    return &iterator->next;
  return kind == HBASE_PAGE_MOVE_PREVIOUS ? &iterator->previous : NULL;
}

static gboolean
iterator_check (HBasePageIterator *iterator, GError **error)
{
  if (!iterator->salted || iterator->schema != NULL)
    return hbase_page_plan_check (&iterator->plan, error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "table “%s”: to know its salts, give the table a key schema before its pages are made, as "
               "“salt:random(4),name:text”",
               iterator->plan.table);
  return FALSE;
}

/* FALSE: it isn't this call's turn (any more). There is an error, or no page to be read. */
static gboolean
iterator_begin (HBasePageIterator *iterator, const HBasePageMove *move, GError **error)
{
  HBasePageSide *side = iterator_get_side (iterator, move->kind);
  HBasePagePlace place;

  if (!hbase_turn_take (&iterator->turn, "page iterator", error))
    return FALSE;
  if (iterator_check (iterator, error) && (side == NULL || side->way != HBASE_PAGE_NONE)
      && iterator_find_place (iterator, move, &place, error))
    {
      iterator->plan.row_width = hbase_table_get_row_width (iterator->table);
      hbase_page_reader_init (&iterator->reader, iterator->table, &iterator->plan, &place, move->offset);
      return TRUE;
    }
  hbase_turn_give_back (&iterator->turn);
  return FALSE;
}

static void
side_set (HBasePageSide *side, gboolean there, GBytes *from)
{
  g_clear_pointer (&side->from, g_bytes_unref);
  side->way = there ? HBASE_PAGE_THERE : HBASE_PAGE_NONE;
  side->from = there ? g_bytes_ref (from) : NULL;
}

static char *
iterator_write_token (HBasePageIterator *iterator, const HBasePageSide *side, gboolean backward)
{
  HBasePagePlace place = { backward, side->from };

  if (side->way != HBASE_PAGE_THERE)
    return NULL;
  return hbase_page_token_write (&iterator->rules, &place, g_get_real_time () / G_USEC_PER_SEC);
}

static HBaseSlice
row_key (gconstpointer row)
{
  return hbase_row_key_slice ((HBaseRow *) row);
}

static HBasePage *
iterator_make_page (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  HBasePageReader *reader = &iterator->reader;
  HBasePageSide *side = iterator_get_side (iterator, kind);
  g_auto (HBasePageEnds) ends = { NULL };

  hbase_page_plan_finish (&iterator->plan, &reader->place, reader->rows, row_key, &ends);
  if (ends.first == NULL)
    {
      if (side != NULL)
        side_set (side, FALSE, NULL);
      return NULL;
    }
  side_set (&iterator->previous, ends.has_previous, ends.first);
  side_set (&iterator->next, ends.has_next, ends.last);
  return hbase_page_new (g_steal_pointer (&reader->rows),
                         iterator_write_token (iterator, &iterator->previous, TRUE),
                         iterator_write_token (iterator, &iterator->next, FALSE));
}

static HBasePage *
iterator_end (HBasePageIterator *iterator, HBasePageMoveKind kind, gboolean whole)
{
  HBasePage *page = whole ? iterator_make_page (iterator, kind) : NULL;

  hbase_page_reader_clear (&iterator->reader);
  hbase_turn_give_back (&iterator->turn);
  return page;
}

/* ---- blocking ---- */

HBasePage *
hbase_page_iterator_move (HBasePageIterator *iterator,
                          const HBasePageMove *move,
                          GCancellable *cancellable,
                          GError **error)
{
  HBaseOperation *operation = NULL;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);
  g_return_val_if_fail (iterator->table != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!iterator_begin (iterator, move, error))
    return NULL;
  while ((operation = hbase_page_reader_go_on (&iterator->reader)) != NULL
         && hbase_table_run (iterator->table, operation, cancellable, error))
    ;
  return iterator_end (iterator, move->kind, operation == NULL);
}

/* ---- async: the task's data are the kind of the move ---- */

static void
iterator_return (HBasePageIterator *iterator, GTask *task, GError *error)
{
  HBasePageMoveKind kind = (HBasePageMoveKind) GPOINTER_TO_UINT (g_task_get_task_data (task));
  HBasePage *page = iterator_end (iterator, kind, error == NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, page, (GDestroyNotify) hbase_page_unref);
  g_object_unref (task);
}

static void iterator_ran (GObject *source, GAsyncResult *result, gpointer data);

/* Takes the task. */
static void
iterator_go_on (HBasePageIterator *iterator, GTask *task)
{
  HBaseOperation *operation = hbase_page_reader_go_on (&iterator->reader);

  if (operation == NULL)
    iterator_return (iterator, task, NULL);
  else
    hbase_table_run_async (
        iterator->table, operation,
        hbase_task_new (iterator, iterator_ran, g_task_get_cancellable (task), iterator_ran, task));
}

static void
iterator_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  HBasePageIterator *iterator = HBASE_PAGE_ITERATOR (source);
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    iterator_go_on (iterator, data);
  else
    iterator_return (iterator, data, error);
}

void
hbase_page_iterator_move_async (HBasePageIterator *iterator,
                                const HBasePageMove *move,
                                gpointer tag,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_PAGE_ITERATOR (iterator));
  g_return_if_fail (iterator->table != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (iterator, tag, cancellable, callback, user_data);
  g_task_set_task_data (task, GUINT_TO_POINTER (move->kind), NULL);
  if (iterator_begin (iterator, move, &error))
    iterator_go_on (iterator, g_steal_pointer (&task));
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, NULL, NULL);
}

HBasePage *
hbase_page_iterator_move_finish (HBasePageIterator *iterator,
                                 gpointer tag,
                                 GAsyncResult *result,
                                 GError **error)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);
  g_return_val_if_fail (g_task_is_valid (result, iterator), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
