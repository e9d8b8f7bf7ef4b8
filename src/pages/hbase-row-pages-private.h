/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator-private.h"
#include "hbase-row-item-private.h"

/* The pages of a row model: their order never changes, their rows may be dropped and read again.
 *
 *  1. Pages follow each other without a gap, and none is ever removed. Page i has the places `start` …
 *     `start` + `n_rows` − 1; the position of a place is the number of places before it: `start` + `n_before`
 *     is the position of a page's first row. Rows that are added in front have negative places, so that the
 *     places of all others stay the same.
 *  2. Only the first page may grow, in front, to `page_size` rows, while it has its rows.
 *  3. A page has its `rows`, and is in `recent`, or it was dropped and has its `keys` instead, by which its
 *     rows are found when they are read again. The row key of a place never changes.
 *  4. While the item of a place is referenced, no other item of that place exists.
 *  5. All members are used in the model's main context only. */

typedef struct {
  gint64 start;
  guint n_rows;
  GPtrArray *rows;    /* (element-type HBaseRow), NULL for a deleted row; NULL: dropped */
  GBytes *keys;       /* packed by hbase_row_keys_pack(); NULL: the rows have them */
  GWeakRef *items;    /* one for each row; NULL: no item is referenced */
  gboolean is_coming; /* it is being read again */
  GList link;         /* in `recent`; its data are the page */
} HBaseRowPage;

typedef struct {
  GPtrArray *all; /* (element-type HBaseRowPage) */
  GQueue recent;  /* the pages with rows; the most recently used is first */
  guint n_positions;
  guint n_before;        /* rows that were added in front */
  guint max_pages;       /* largest number of pages with rows; 0: no limit */
  HBaseKeySchema *salts; /* items' keys are without its salts; NULL: they are stored keys */
} HBaseRowPages;

void hbase_row_pages_init (HBaseRowPages *pages);
void hbase_row_pages_clear (HBaseRowPages *pages);
/* Removes all pages. */
void hbase_row_pages_reset (HBaseRowPages *pages);
/* Adds a page after all others. */
void hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page);
/* Adds the rows of a page before all others; they become part of the first page if it has no more than
 * `page_size` rows then. */
void hbase_row_pages_prepend (HBaseRowPages *pages, HBasePage *page, guint page_size);
/* Drops the rows of the pages used least recently, until no more than `max_pages` have rows. */
void hbase_row_pages_trim (HBaseRowPages *pages);
/* Returns the stored key of the first row; NULL if there are no rows. (transfer full) */
GBytes *hbase_row_pages_copy_first_key (HBaseRowPages *pages);
/* Returns the page of a position, and marks it as used. Returns NULL if there is no such position. */
HBaseRowPage *hbase_row_pages_use (HBaseRowPages *pages, guint position);
/* Returns the item at a position of the page. (transfer full) */
HBaseRowItem *hbase_row_pages_get_item (HBaseRowPages *pages, HBaseRowPage *page, guint position);
/* Returns whether no page follows. */
gboolean hbase_row_pages_is_last (HBaseRowPages *pages, HBaseRowPage *page);

/* Returns whether the page must be read: an item waits for its row, and the page isn't being read. */
gboolean hbase_row_page_is_wanted (HBaseRowPage *page);

/* Restores the rows of a dropped page from `rows` (element-type HBaseRow). Rows of the page that aren't
 * among them are deleted; others are ignored. */
void hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows);
