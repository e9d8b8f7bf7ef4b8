/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the pages of a row model: their positions, and which of them have their rows in
 * memory. */

#include "config.h"

#include "hbase-row-pages-private.h"

#include "hbase-row-keys-private.h"

static void
clear_rows (gpointer row)
{
  g_clear_pointer (&row, hbase_row_unref);
}

static void
page_clear_items (HBaseRowPage *page)
{
  for (guint i = 0; page->items != NULL && i < page->n_rows; i++)
    g_weak_ref_clear (&page->items[i]);
  g_clear_pointer (&page->items, g_free);
}

static void
row_page_free (gpointer data)
{
  HBaseRowPage *page = data;

  page_clear_items (page);
  g_clear_pointer (&page->rows, g_ptr_array_unref);
  g_clear_pointer (&page->keys, g_bytes_unref);
  g_free (page);
}

void
hbase_row_pages_init (HBaseRowPages *pages)
{
  pages->all = g_ptr_array_new_with_free_func (row_page_free);
  g_queue_init (&pages->recent);
}

void
hbase_row_pages_clear (HBaseRowPages *pages)
{
  g_clear_pointer (&pages->all, g_ptr_array_unref);
}

static void
pages_keep (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows)
{
  page->rows = rows;
  page->link.data = page;
  g_queue_push_head_link (&pages->recent, &page->link);
}

void
hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page)
{
  HBaseRowPage *added = g_new0 (HBaseRowPage, 1);
  GPtrArray *rows = g_ptr_array_new_full (hbase_page_get_n_rows (page), clear_rows);

  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    g_ptr_array_add (rows, hbase_row_ref (hbase_page_get_row (page, i)));
  added->start = pages->n_positions;
  added->n_rows = rows->len;
  pages->n_positions += rows->len;
  g_ptr_array_add (pages->all, added);
  pages_keep (pages, added, rows);
}

/* ---- dropping ---- */

static gboolean
page_has_items (HBaseRowPage *page)
{
  for (guint i = 0; page->items != NULL && i < page->n_rows; i++)
    {
      g_autoptr (HBaseRowItem) item = g_weak_ref_get (&page->items[i]);

      if (item != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A page that was read again still has its keys. */
static void
pages_drop (HBaseRowPages *pages, HBaseRowPage *page)
{
  g_queue_unlink (&pages->recent, &page->link);
  if (page->keys == NULL)
    page->keys = hbase_row_keys_pack (page->rows);
  g_clear_pointer (&page->rows, g_ptr_array_unref);
  if (!page_has_items (page))
    page_clear_items (page);
}

void
hbase_row_pages_trim (HBaseRowPages *pages)
{
  while (pages->max_pages > 0 && pages->recent.length > pages->max_pages)
    pages_drop (pages, g_queue_peek_tail (&pages->recent));
}

/* ---- items ---- */

static HBaseRowPage *
pages_find (HBaseRowPages *pages, guint position)
{
  guint low = 0, high = pages->all->len;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;
      const HBaseRowPage *page = pages->all->pdata[middle];

      if (page->start <= position)
        low = middle;
      else
        high = middle;
    }
  return pages->all->pdata[low];
}

HBaseRowPage *
hbase_row_pages_use (HBaseRowPages *pages, guint position)
{
  HBaseRowPage *page;

  if (position >= pages->n_positions)
    return NULL;
  page = pages_find (pages, position);
  if (page->rows != NULL)
    {
      g_queue_unlink (&pages->recent, &page->link);
      g_queue_push_head_link (&pages->recent, &page->link);
    }
  return page;
}

static HBaseRowItem *
page_make_item (HBaseRowPage *page, guint index)
{
  HBaseRow *row = page->rows != NULL ? page->rows->pdata[index] : NULL;
  HBaseRowItem *item = hbase_row_item_new (row);

  if (page->rows != NULL && row == NULL)
    hbase_row_item_settle (item, NULL);
  if (page->items == NULL)
    page->items = g_new0 (GWeakRef, page->n_rows);
  g_weak_ref_set (&page->items[index], item);
  return item;
}

HBaseRowItem *
hbase_row_page_get_item (HBaseRowPage *page, guint position)
{
  guint index = position - page->start;
  HBaseRowItem *item = page->items != NULL ? g_weak_ref_get (&page->items[index]) : NULL;

  return item != NULL ? item : page_make_item (page, index);
}

/* ---- reading again ---- */

gboolean
hbase_row_page_is_wanted (HBaseRowPage *page)
{
  gboolean wanted = FALSE;

  if (page->is_coming || page->rows != NULL || page->items == NULL)
    return FALSE;
  for (guint i = 0; !wanted && i < page->n_rows; i++)
    {
      g_autoptr (HBaseRowItem) item = g_weak_ref_get (&page->items[i]);

      wanted = item != NULL && hbase_row_item_is_waiting (item);
    }
  return wanted;
}

/* Returns the row of each key; NULL for a key without a row. */
static GPtrArray *
find_rows (GPtrArray *keys, GPtrArray *rows)
{
  g_autoptr (GHashTable) by_key
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  GPtrArray *found = g_ptr_array_new_full (keys->len, clear_rows);

  for (guint i = 0; i < rows->len; i++)
    g_hash_table_insert (by_key, hbase_row_copy_stored_key (rows->pdata[i]), rows->pdata[i]);
  for (guint i = 0; i < keys->len; i++)
    {
      HBaseRow *row = g_hash_table_lookup (by_key, keys->pdata[i]);

      g_ptr_array_add (found, row != NULL ? hbase_row_ref (row) : NULL);
    }
  return found;
}

void
hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows)
{
  g_autoptr (GPtrArray) keys = hbase_row_keys_unpack (page->keys);
  g_autoptr (GPtrArray) found = find_rows (keys, rows);

  pages_keep (pages, page, g_ptr_array_ref (found));
  hbase_row_pages_trim (pages);
  for (guint i = 0; page->items != NULL && i < page->n_rows; i++)
    {
      g_autoptr (HBaseRowItem) item = g_weak_ref_get (&page->items[i]);

      /* A handler may call any function of the model. */
      if (item != NULL)
        hbase_row_item_settle (item, found->pdata[i]);
    }
}
