/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator.h"

#include "hbase-busy-flag-private.h"
#include "hbase-column-plan-private.h"
#include "hbase-page-operation-private.h"
#include "hbase-page-token-private.h"
#include "hbase-table-private.h"

typedef enum {
  HBASE_PAGE_NONE,      /* no rows were found on that side: there is no page, and no request is sent */
  HBASE_PAGE_AVAILABLE, /* the page begins (or ends) next to `from` */
  HBASE_PAGE_UNKNOWN,   /* the position is a token's, which says only what is on its other side */
} HBasePageAvailability;

typedef struct {
  HBasePageAvailability availability;
  GBytes *from; /* NULL: the first page, or the last */
} HBasePageSide;

struct _HBasePageIterator {
  GObject parent_instance;
  HBaseTable *table;
  gboolean is_of_columns; /* pages of columns: `columns` is used, else `plan` */
  HBaseColumnPlan columns;
  HBasePagePlan plan;
  HBasePageTokenRules rules;
  int io_priority;
  HBaseBusyFlag busy;
  HBasePageSide previous, next;
  HBaseOperation *operation; /* reads the page; NULL between calls */
  GBytes *columns_from;      /* the column before the page that is being read; NULL: it is the first page */
};

typedef enum {
  HBASE_PAGE_MOVE_NEXT,
  HBASE_PAGE_MOVE_PREVIOUS,
  HBASE_PAGE_MOVE_FIRST,
  HBASE_PAGE_MOVE_LAST,
  HBASE_PAGE_MOVE_OPEN,
  HBASE_PAGE_MOVE_SKIP,
  HBASE_PAGE_MOVE_AFTER,
  HBASE_PAGE_MOVE_BEFORE,
} HBasePageMoveKind;

/* The page to read. */
typedef struct {
  HBasePageMoveKind kind;
  const char *token; /* of OPEN; NULL: the first page */
  guint64 offset;    /* of SKIP: rows before the page */
  GBytes *row;       /* of AFTER: the row before the page; of BEFORE: the row after it */
} HBasePageMove;

/* Makes an iterator over the same rows as `iterator`, whose position is before the first page. */
HBasePageIterator *hbase_page_iterator_new_like (HBasePageIterator *iterator);
/* Makes an iterator over the rows of `iterator` that are between `first` and `last`, both included. */
HBasePageIterator *
hbase_page_iterator_new_between (HBasePageIterator *iterator, GBytes *first, GBytes *last, guint page_size);

/* Reads all rows of the iterator's scan, by one request for each page if possible. The result is a
 * GPtrArray of HBaseRow, or NULL with an error. The iterator must not be used otherwise. */
void hbase_page_iterator_read_all_async (HBasePageIterator *iterator,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
GPtrArray *
hbase_page_iterator_read_all_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error);

/* Reads the page that `move` names. `tag` is the source tag of the task, whose result is an HBasePage, or
 * NULL if there is no page. */
void hbase_page_iterator_move_async (HBasePageIterator *iterator,
                                     const HBasePageMove *move,
                                     gpointer tag,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
