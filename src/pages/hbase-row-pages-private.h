/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator-private.h"
#include "hbase-row-item-private.h"

/* The pages of a row model: their positions never move, their rows are dropped and read again.
 *
 *  1. Page i has the positions `start` … `start` + `n_rows` − 1; pages follow each other without a gap, and
 *     none is ever removed or changes its size.
 *  2. A page has its `rows`, and is in `recent`, or it was dropped and has its `keys` instead, by which its
 *     rows are found when they are read again. A position has the same row key permanently.
 *  3. As long as the item of a position is referenced there is no other item of that position.
 *  4. Everything is used in the model's context only. */

typedef struct {
  guint start, n_rows;
  GPtrArray *rows;    /* (element-type HBaseRow); of a deleted row NULL; NULL: dropped */
  GPtrArray *keys;    /* (element-type GBytes); NULL: the rows have them */
  GWeakRef *items;    /* as many as rows; NULL: none was requested */
  gboolean is_coming; /* it is being read again */
  GList link;         /* in `recent`; its data are the page */
} HBaseRowPage;

typedef struct {
  GPtrArray *all; /* (element-type HBaseRowPage) */
  GQueue recent;  /* those with rows, the one used last first */
  guint n_positions;
  guint max_pages; /* with rows; 0: no limit */
} HBaseRowPages;

void hbase_row_pages_init (HBaseRowPages *pages);
void hbase_row_pages_clear (HBaseRowPages *pages);
/* Adds a page after all others. */
void hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page);
/* Drops the rows of the pages used least recently, until no more than `max_pages` have rows. */
void hbase_row_pages_trim (HBaseRowPages *pages);
/* Returns the page of a position, and marks it as used. NULL: there is no such position. */
HBaseRowPage *hbase_row_pages_use (HBaseRowPages *pages, guint position);
/* Returns the item at a position of the page. (transfer full) */
HBaseRowItem *hbase_row_page_get_item (HBaseRowPage *page, guint position);

/* Returns whether an item waits for its row, and the page isn't being read. */
gboolean hbase_row_page_is_wanted (HBaseRowPage *page);

/* The range of a dropped page's rows. */
GBytes *hbase_row_page_get_first_key (HBaseRowPage *page);
GBytes *hbase_row_page_get_last_key (HBaseRowPage *page);
/* Gives a dropped page its rows again: those of `rows` (element-type HBaseRow) that it had. The others are
 * deleted. */
void hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows);
