/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator-private.h"
#include "hbase-row-item-private.h"

/* The pages of a row model: their positions never change, their rows may be dropped and read again.
 *
 *  1. Page i has the positions `start` … `start` + `n_rows` − 1; pages follow each other without a gap, and
 *     none is ever removed or changes its size.
 *  2. A page has its `rows`, and is in `recent`, or it was dropped and has its `keys` instead, by which its
 *     rows are found when they are read again. The row key of a position never changes.
 *  3. While the item of a position is referenced, no other item of that position exists.
 *  4. All members are used in the model's main context only. */

typedef struct {
  guint start, n_rows;
  GPtrArray *rows;    /* (element-type HBaseRow), NULL for a deleted row; NULL: dropped */
  GBytes *keys;       /* packed by hbase_row_keys_pack(); NULL: the rows have them */
  GWeakRef *items;    /* one for each row; NULL: no item is referenced */
  gboolean is_coming; /* it is being read again */
  GList link;         /* in `recent`; its data are the page */
} HBaseRowPage;

typedef struct {
  GPtrArray *all; /* (element-type HBaseRowPage) */
  GQueue recent;  /* the pages with rows; the one used most recently is first */
  guint n_positions;
  guint max_pages; /* largest number of pages with rows; 0: no limit */
} HBaseRowPages;

void hbase_row_pages_init (HBaseRowPages *pages);
void hbase_row_pages_clear (HBaseRowPages *pages);
/* Adds a page after all others. */
void hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page);
/* Drops the rows of the pages used least recently, until no more than `max_pages` have rows. */
void hbase_row_pages_trim (HBaseRowPages *pages);
/* Returns the page of a position, and marks it as used. Returns NULL if there is no such position. */
HBaseRowPage *hbase_row_pages_use (HBaseRowPages *pages, guint position);
/* Returns the item at a position of the page. (transfer full) */
HBaseRowItem *hbase_row_page_get_item (HBaseRowPage *page, guint position);

/* Returns whether the page must be read: an item waits for its row, and the page isn't being read. */
gboolean hbase_row_page_is_wanted (HBaseRowPage *page);

/* Restores the rows of a dropped page from `rows` (element-type HBaseRow). Rows of the page that aren't
 * among them are deleted; others are ignored. */
void hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows);
