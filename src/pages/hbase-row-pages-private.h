/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-iterator-private.h"
#include "hbase-row-item-private.h"

/* The pages of a row model: their places never move, their rows come and go.
 *
 *  1. Page i holds the places `start` … `start` + `n_rows` − 1; pages follow each other without a gap, and
 *     none is ever taken away or changes its size.
 *  2. A page has its `rows`, and is in `recent`, or it was dropped and has its `keys` instead, by which its rows
 *     are known again. A place is that of a row key for ever.
 *  3. While somebody holds the item of a place there is one item of it only.
 *  4. Nothing here is touched outside of the model's context.
 */

typedef struct {
  guint start, n_rows;
  GPtrArray *rows;    /* (element-type HBaseRow); of a gone row NULL; NULL: dropped */
  GPtrArray *keys;    /* (element-type GBytes); NULL: they are in the rows */
  GWeakRef *items;    /* as many as rows; NULL: nobody has asked for any */
  gboolean is_coming; /* it is being read again */
  GList link;         /* in `recent`; its data are the page */
} HBaseRowPage;

typedef struct {
  GPtrArray *all; /* (element-type HBaseRowPage) */
  GQueue recent;  /* those with rows, the one that was used last first */
  guint n_places;
  guint max_pages; /* with rows; 0: no limit */
} HBaseRowPages;

void hbase_row_pages_init (HBaseRowPages *pages);
void hbase_row_pages_clear (HBaseRowPages *pages);
/* A page more, behind all others. */
void hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page);
/* Drops the rows of the pages that were not used for longest, until there are no more than `max_pages`. */
void hbase_row_pages_trim (HBaseRowPages *pages);
/* The page of a place; notes that it was used. NULL: there is no such place. */
HBaseRowPage *hbase_row_pages_use (HBaseRowPages *pages, guint place);
/* What is at a place of the page. */
HBaseRowItem *hbase_row_page_get_item (HBaseRowPage *page, guint place);

/* Whether somebody waits for its rows, and nobody reads them. */
gboolean hbase_row_page_is_wanted (HBaseRowPage *page);

/* The range that a dropped page's rows lie in. */
GBytes *hbase_row_page_get_first_key (HBaseRowPage *page);
GBytes *hbase_row_page_get_last_key (HBaseRowPage *page);
/* Its rows are there again: those of `found` (GBytes → HBaseRow) that it had; the others are gone. */
void hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GHashTable *found);
