/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-iterator-private.h"

#include "hbase-page-private.h"

/* How a page iterator gets from page to page. */

/* ---- which page ---- */

static gboolean
side_find_place (const HBasePageSide *side, gboolean backward, HBasePagePosition *place, GError **error)
{
  if (side->way == HBASE_PAGE_UNKNOWN)
    {
      hbase_error_set (
          error, HBASE_ERROR_INVALID_ARGUMENT,
          "the page iterator was told a token that opens a %s page: read that one first, by %s()",
          backward ? "next" : "previous", backward ? "next" : "previous");
      return FALSE;
    }
  *place = (HBasePagePosition){ .backward = backward,
                                .from = side->from != NULL ? g_bytes_ref (side->from) : NULL };
  return TRUE;
}

static gboolean
iterator_find_place (HBasePageIterator *iterator,
                     const HBasePageMove *move,
                     HBasePagePosition *place,
                     GError **error)
{
  *place = (HBasePagePosition){ .backward = move->kind == HBASE_PAGE_MOVE_LAST };
  if (move->kind == HBASE_PAGE_MOVE_TO)
    *place = (HBasePagePosition){ move->place->backward, g_bytes_ref (move->place->from) };
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
iterator_check (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  if (iterator->is_of_columns)
    return hbase_page_iterator_check_columns (iterator, kind, error);
  if (!iterator->salted || iterator->schema != NULL)
    return hbase_page_plan_check (&iterator->plan, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: to know its salts, give the table a key schema before its pages are made, as "
                   "“salt:random(4),name:text”",
                   iterator->plan.table);
  return FALSE;
}

/* Takes the place. */
static gboolean
iterator_begin_reading (HBasePageIterator *iterator, HBasePagePosition *place, guint64 skip, GError **error)
{
  gboolean begun = TRUE;

  if (iterator->is_of_columns)
    begun = hbase_page_iterator_begin_columns (iterator, place, error);
  else if ((begun = hbase_page_plan_check_direction (&iterator->plan, place, error)))
    {
      iterator->plan.row_width = hbase_table_get_row_width (iterator->table);
      hbase_page_reader_init (&iterator->reader, iterator->table, iterator->schema, &iterator->plan, place,
                              skip);
    }
  hbase_page_position_clear (place);
  return begun;
}

/* FALSE: it isn't this call's turn (any more). There is an error, or no page to be read. */
static gboolean
iterator_begin (HBasePageIterator *iterator, const HBasePageMove *move, GError **error)
{
  HBasePageSide *side = iterator_get_side (iterator, move->kind);
  HBasePagePosition place;

  if (!hbase_table_check (iterator, iterator->table, error)
      || !hbase_busy_flag_acquire (&iterator->turn, "page iterator", error))
    return FALSE;
  if (iterator_check (iterator, move->kind, error) && (side == NULL || side->way != HBASE_PAGE_NONE)
      && iterator_find_place (iterator, move, &place, error)
      && iterator_begin_reading (iterator, &place, move->offset, error))
    return TRUE;
  hbase_busy_flag_release (&iterator->turn);
  return FALSE;
}

/* As hbase_page_reader_go_on(). */
static HBaseOperation *
iterator_go_on_reading (HBasePageIterator *iterator)
{
  return iterator->is_of_columns ? hbase_page_iterator_go_on_columns (iterator)
                                 : hbase_page_reader_go_on (&iterator->reader);
}

static void
side_set (HBasePageSide *side, gboolean there, GBytes *from)
{
  g_clear_pointer (&side->from, g_bytes_unref);
  side->way = there ? HBASE_PAGE_AVAILABLE : HBASE_PAGE_NONE;
  side->from = there ? g_bytes_ref (from) : NULL;
}

static char *
iterator_write_token (HBasePageIterator *iterator, const HBasePagePosition *place)
{
  return hbase_page_token_write (&iterator->rules, place, g_get_real_time () / G_USEC_PER_SEC);
}

static char *
iterator_write_token_at (HBasePageIterator *iterator, const HBasePageSide *side, gboolean backward)
{
  HBasePagePosition place = { backward, side->from };

  return side->way == HBASE_PAGE_AVAILABLE ? iterator_write_token (iterator, &place) : NULL;
}

static HBaseSlice
row_key (gconstpointer row)
{
  return hbase_row_key_slice ((HBaseRow *) row);
}

/* Nothing was found: on that side there is nothing, then, and beside the end of all rows lies the last
 * page, or the first one. */
static HBasePage *
iterator_find_nothing (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  HBasePageSide *side = iterator_get_side (iterator, kind);
  HBasePageSide *other = side == &iterator->next ? &iterator->previous : &iterator->next;

  if (side == NULL)
    return NULL;
  side_set (side, FALSE, NULL);
  if (other->way == HBASE_PAGE_UNKNOWN && !iterator->is_of_columns)
    other->way = HBASE_PAGE_AVAILABLE;
  return NULL;
}

/* Takes the rows. */
static HBasePage *
iterator_make_page (HBasePageIterator *iterator, GPtrArray *rows, const HBasePagePosition *own)
{
  return hbase_page_new (rows, iterator_write_token (iterator, own),
                         iterator_write_token_at (iterator, &iterator->previous, TRUE),
                         iterator_write_token_at (iterator, &iterator->next, FALSE));
}

/* Of merged rows each holds on to a whole reply, of which most rows may be on no page. */
static void
detach_rows (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      HBaseRow *row = rows->pdata[i];

      rows->pdata[i] = hbase_row_copy (row);
      hbase_row_unref (row);
    }
}

static HBasePage *
iterator_take_rows (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  HBasePageReader *reader = &iterator->reader;
  g_auto (HBasePageBounds) ends = { NULL };

  hbase_page_plan_finish (&iterator->plan, &reader->place, reader->rows, row_key, &ends);
  if (ends.first == NULL)
    return iterator_find_nothing (iterator, kind);
  if (iterator->salted)
    detach_rows (reader->rows);
  side_set (&iterator->previous, ends.has_previous, ends.first);
  side_set (&iterator->next, ends.has_next, ends.last);
  return iterator_make_page (iterator, g_steal_pointer (&reader->rows), &ends.own);
}

static HBasePage *
iterator_take_columns (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  const HBasePagePosition own = { FALSE, iterator->columns_from };
  g_autoptr (GBytes) last = NULL;
  GError *failure = NULL;
  HBaseRow *row = hbase_page_iterator_take_columns (iterator, &last, &failure);
  GPtrArray *rows;

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  if (row == NULL)
    return iterator_find_nothing (iterator, kind);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_ptr_array_add (rows, row);
  side_set (&iterator->next, last != NULL, last);
  return iterator_make_page (iterator, rows, &own);
}

static HBasePage *
iterator_end (HBasePageIterator *iterator, HBasePageMoveKind kind, gboolean whole, GError **error)
{
  HBasePage *page = NULL;

  if (whole && iterator->is_of_columns)
    page = iterator_take_columns (iterator, kind, error);
  else if (whole)
    page = iterator_take_rows (iterator, kind);
  if (!iterator->is_of_columns)
    hbase_page_reader_clear (&iterator->reader);
  g_clear_pointer (&iterator->call, hbase_operation_free);
  hbase_busy_flag_release (&iterator->turn);
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
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!iterator_begin (iterator, move, error))
    return NULL;
  while ((operation = iterator_go_on_reading (iterator)) != NULL
         && hbase_table_run (iterator->table, operation, cancellable, error))
    ;
  return iterator_end (iterator, move->kind, operation == NULL, error);
}

/* ---- async: the task's data are the kind of the move ---- */

static void
iterator_return (HBasePageIterator *iterator, GTask *task, GError *error)
{
  HBasePageMoveKind kind = (HBasePageMoveKind) GPOINTER_TO_UINT (g_task_get_task_data (task));
  HBasePage *page = iterator_end (iterator, kind, error == NULL, &error);

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
  HBaseOperation *operation = iterator_go_on_reading (iterator);

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

  return hbase_task_finish_pointer (iterator, tag, result, error);
}
