/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator.h"

#include "hbase-column-plan-private.h"
#include "hbase-page-reader-private.h"
#include "hbase-page-token-private.h"
#include "hbase-busy-flag-private.h"

/* What the files of the page iterator share.
 *
 *  1. `turn` is taken by whoever reads a page or moves the iterator; it protects all that is below it.
 *  2. The iterator stands at a page, or before the first one, or, when it was told a token, beside the page
 *     that the token opens. `previous` and `next` say what lies on either side.
 *  3. They change only when a page came: what fails, is cancelled or finds no rows leaves them as they were,
 *     but for the side where nothing was found, and the other one if it was unknown.
 */

typedef enum {
  HBASE_PAGE_NONE,      /* no rows were seen there: there is no page, and nobody is asked */
  HBASE_PAGE_AVAILABLE, /* the page begins (or ends) next to `from` */
  HBASE_PAGE_UNKNOWN,   /* a token says what lies on one side of it only */
} HBasePageAvailability;

typedef struct {
  HBasePageAvailability way;
  GBytes *from; /* NULL: the first page, or the last one */
} HBasePageSide;

struct _HBasePageIterator {
  GObject parent_instance;
  HBaseTable *table;
  HBaseKeySchema *schema; /* the table's when the iterator was made; NULL: it had none */
  gboolean salted;        /* the scan is of unsalted keys of this schema */
  gboolean is_of_columns; /* of one row: then there is the one plan, else the other */
  HBaseColumnPlan columns;
  HBasePagePlan plan;
  HBasePageTokenRules rules;
  HBaseBusyFlag turn;
  /* protected by the turn */
  HBasePageSide previous, next;
  /* of the page being read */
  HBasePageReader reader;
  HBaseOperation *call; /* of columns */
  GBytes *columns_from; /* the column before the page; NULL: it is the first page */
  gboolean was_called;
};

typedef enum {
  HBASE_PAGE_MOVE_NEXT,
  HBASE_PAGE_MOVE_PREVIOUS,
  HBASE_PAGE_MOVE_FIRST,
  HBASE_PAGE_MOVE_LAST,
  HBASE_PAGE_MOVE_OPEN,
  HBASE_PAGE_MOVE_SKIP,
  HBASE_PAGE_MOVE_TO,
} HBasePageMoveKind;

/* Which page to read. */
typedef struct {
  HBasePageMoveKind kind;
  const char *token;              /* of OPEN; NULL: the first page */
  guint64 offset;                 /* of SKIP: rows before the page */
  const HBasePagePosition *place; /* of TO */
} HBasePageMove;

/* Over those of its rows that lie from `first` to `last`, both included. */
HBasePageIterator *
hbase_page_iterator_new_between (HBasePageIterator *iterator, GBytes *first, GBytes *last, guint page_size);

/* What reads pages of columns. Whether there can be such pages, and such a way to one; else INVALID_ARGUMENT. */
gboolean
hbase_page_iterator_check_columns (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error);
gboolean hbase_page_iterator_begin_columns (HBasePageIterator *iterator,
                                            const HBasePagePosition *place,
                                            GError **error);
/* As hbase_page_reader_go_on(). */
HBaseOperation *hbase_page_iterator_go_on_columns (HBasePageIterator *iterator);
/* What the page has; NULL: nothing, or an error. `*last`: where the next page lies; NULL: there is none. */
HBaseRow *hbase_page_iterator_take_columns (HBasePageIterator *iterator, GBytes **last, GError **error);

/* INVALID_TOKEN, or the place of the page that the token opens. */
gboolean hbase_page_iterator_read_token (HBasePageIterator *iterator,
                                         const char *token,
                                         HBasePagePosition *place,
                                         GError **error);

/* Reads that page. NULL: there is none, or there is an error. */
HBasePage *hbase_page_iterator_move (HBasePageIterator *iterator,
                                     const HBasePageMove *move,
                                     GCancellable *cancellable,
                                     GError **error);
void hbase_page_iterator_move_async (HBasePageIterator *iterator,
                                     const HBasePageMove *move,
                                     gpointer tag,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
HBasePage *hbase_page_iterator_move_finish (HBasePageIterator *iterator,
                                            gpointer tag,
                                            GAsyncResult *result,
                                            GError **error);
