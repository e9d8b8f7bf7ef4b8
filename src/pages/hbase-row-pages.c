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
clear_item (gpointer item)
{
  g_clear_object (&item);
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

/* Marks a page with rows as used. */
static void
pages_touch (HBaseRowPages *pages, HBaseRowPage *page)
{
  g_queue_unlink (&pages->recent, &page->link);
  g_queue_push_head_link (&pages->recent, &page->link);
}

void
hbase_row_pages_reset (HBaseRowPages *pages)
{
  g_ptr_array_set_size (pages->all, 0);
  g_queue_init (&pages->recent);
  pages->n_positions = pages->n_before = 0;
}

/* ---- adding ---- */

static GPtrArray *
copy_rows (HBasePage *page)
{
  GPtrArray *rows = g_ptr_array_new_full (hbase_page_get_n_rows (page), clear_rows);

  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    g_ptr_array_add (rows, hbase_row_ref (hbase_page_get_row (page, i)));
  return rows;
}

/* Takes the rows. */
static void
pages_insert (HBaseRowPages *pages, int index, gint64 start, GPtrArray *rows)
{
  HBaseRowPage *added = g_new0 (HBaseRowPage, 1);

  added->start = start;
  added->n_rows = rows->len;
  g_ptr_array_insert (pages->all, index, added);
  pages_keep (pages, added, rows);
}

void
hbase_row_pages_append (HBaseRowPages *pages, HBasePage *page)
{
  GPtrArray *rows = copy_rows (page);

  pages_insert (pages, -1, (gint64) pages->n_positions - pages->n_before, rows);
  pages->n_positions += rows->len;
}

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

/* A weak reference can't be moved in memory. */
static void
page_shift_items (HBaseRowPage *page, guint n)
{
  g_autofree GWeakRef *old = page->items;

  if (old == NULL)
    return;
  page->items = g_new0 (GWeakRef, page->n_rows + n);
  for (guint i = 0; i < page->n_rows; i++)
    {
      g_autoptr (HBaseRowItem) item = g_weak_ref_get (&old[i]);

      g_weak_ref_set (&page->items[i + n], item);
      g_weak_ref_clear (&old[i]);
    }
}

static gpointer
ref_row (gconstpointer row, gpointer data)
{
  return row != NULL ? hbase_row_ref ((HBaseRow *) row) : NULL;
}

/* Takes the rows. A page that was read again still has its keys. */
static void
page_grow (HBaseRowPage *page, GPtrArray *rows)
{
  guint n = rows->len;

  page_shift_items (page, n);
  if (page->keys != NULL)
    page->keys = hbase_row_keys_join (hbase_row_keys_pack (rows), page->keys);
  g_ptr_array_extend (rows, page->rows, ref_row, NULL);
  g_ptr_array_unref (page->rows);
  page->rows = rows;
  page->start -= n;
  page->n_rows += n;
}

void
hbase_row_pages_prepend (HBaseRowPages *pages, HBasePage *page, guint page_size)
{
  HBaseRowPage *first = pages->all->len > 0 ? pages->all->pdata[0] : NULL;
  GPtrArray *rows = copy_rows (page);
  guint n = rows->len;

  if (first != NULL && first->rows != NULL && first->n_rows + n <= page_size)
    {
      page_grow (first, rows);
      pages_touch (pages, first);
    }
  else
    pages_insert (pages, 0, -(gint64) (pages->n_before + n), rows);
  pages->n_before += n;
  pages->n_positions += n;
}

GBytes *
hbase_row_pages_copy_first_key (HBaseRowPages *pages)
{
  HBaseRowPage *first = pages->all->len > 0 ? pages->all->pdata[0] : NULL;

  if (first == NULL)
    return NULL;
  return first->keys != NULL ? hbase_row_keys_get (first->keys, 0)
                             : hbase_row_copy_stored_key (first->rows->pdata[0]);
}

/* ---- dropping ---- */

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
  gint64 place = (gint64) position - pages->n_before;
  guint low = 0, high = pages->all->len;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;
      const HBaseRowPage *page = pages->all->pdata[middle];

      if (page->start <= place)
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
    pages_touch (pages, page);
  return page;
}

gboolean
hbase_row_pages_is_last (HBaseRowPages *pages, HBaseRowPage *page)
{
  return page == pages->all->pdata[pages->all->len - 1];
}

/* Returns the key of a row without its row, as the table's handle shows it. */
static GBytes *
pages_make_key (HBaseRowPages *pages, HBaseRowPage *page, guint index)
{
  GBytes *stored = hbase_row_keys_get (page->keys, index), *key;

  if (pages->salts == NULL)
    return stored;
  key = hbase_key_schema_unsalt (pages->salts, g_bytes_get_data (stored, NULL), g_bytes_get_size (stored),
                                 NULL);
  if (key == NULL)
    return stored;
  g_bytes_unref (stored);
  return key;
}

static HBaseRowItem *
pages_make_item (HBaseRowPages *pages, HBaseRowPage *page, guint index)
{
  HBaseRow *row = page->rows != NULL ? page->rows->pdata[index] : NULL;
  g_autoptr (GBytes) key = row == NULL ? pages_make_key (pages, page, index) : NULL;
  HBaseRowItem *item = row != NULL ? hbase_row_item_new (row) : hbase_row_item_new_waiting (key);

  if (page->rows != NULL && row == NULL)
    hbase_row_item_settle (item, NULL);
  if (page->items == NULL)
    page->items = g_new0 (GWeakRef, page->n_rows);
  g_weak_ref_set (&page->items[index], item);
  return item;
}

HBaseRowItem *
hbase_row_pages_get_item (HBaseRowPages *pages, HBaseRowPage *page, guint position)
{
  guint index = (guint) ((gint64) position - pages->n_before - page->start);
  HBaseRowItem *item = page->items != NULL ? g_weak_ref_get (&page->items[index]) : NULL;

  return item != NULL ? item : pages_make_item (pages, page, index);
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

/* Returns the items that exist; NULL for the others. */
static GPtrArray *
list_items (HBaseRowPage *page)
{
  GPtrArray *items = g_ptr_array_new_full (page->n_rows, clear_item);

  for (guint i = 0; i < page->n_rows; i++)
    g_ptr_array_add (items, page->items != NULL ? g_weak_ref_get (&page->items[i]) : NULL);
  return items;
}

/* A handler may call any function of the model. */
static void
settle_items (GPtrArray *items, GPtrArray *rows)
{
  for (guint i = 0; i < items->len; i++)
    if (items->pdata[i] != NULL)
      hbase_row_item_settle (items->pdata[i], rows->pdata[i]);
}

void
hbase_row_pages_restore (HBaseRowPages *pages, HBaseRowPage *page, GPtrArray *rows)
{
  g_autoptr (GPtrArray) keys = hbase_row_keys_unpack (page->keys);
  g_autoptr (GPtrArray) found = find_rows (keys, rows), items = list_items (page);

  pages_keep (pages, page, g_ptr_array_ref (found));
  hbase_row_pages_trim (pages);
  settle_items (items, found);
}
