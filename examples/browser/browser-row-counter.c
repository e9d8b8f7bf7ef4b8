/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the counting of rows.
 *
 *  1. `cursor` is NULL if no rows are counted. The result of a call of another cursor, of a count that was
 *     stopped, is dropped.
 *  2. Rows come in the order of the regions: the region of a row is that of the row before it, or a later
 *     one. */

#include "config.h"

#include "browser-region.h"
#include "browser-row-counter.h"

#define MOST_ROWS 2000 /* in a dispatch */

/* Servers send one key of each row. */
#define ONLY_KEYS "FirstKeyOnlyFilter() AND KeyOnlyFilter()"

struct _BrowserRowCounter {
  GObject parent_instance;
  HBaseTableCursor *cursor;
  GCancellable *cancellable;
  GListModel *regions;
  guint index; /* of the last row's region */
  guint64 n_rows;
  char *problem;
};

G_DEFINE_FINAL_TYPE (BrowserRowCounter, browser_row_counter, G_TYPE_OBJECT)

enum {
  PROP_IS_COUNTING = 1,
  PROP_N_ROWS,
  PROP_PROBLEM,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

/* ---- the regions of rows ---- */

/* Returns the region of a row that isn't before the last one. (transfer full) */
static BrowserRegion *
find_region (BrowserRowCounter *counter, HBaseRow *row)
{
  BrowserRegion *region = g_list_model_get_item (counter->regions, counter->index);

  while (!browser_region_ends_after (region, row)
         && counter->index + 1 < g_list_model_get_n_items (counter->regions))
    {
      g_object_unref (region);
      region = g_list_model_get_item (counter->regions, ++counter->index);
    }
  return region;
}

static void
count_rows (BrowserRowCounter *counter, GPtrArray *rows)
{
  for (guint i = 0, n = 0; i < rows->len; i += n)
    {
      g_autoptr (BrowserRegion) region = find_region (counter, rows->pdata[i]);

      for (n = 1; i + n < rows->len && browser_region_ends_after (region, rows->pdata[i + n]); n++)
        continue;
      browser_region_add_rows (region, n);
    }
  counter->n_rows += rows->len;
  g_object_notify_by_pspec (G_OBJECT (counter), properties[PROP_N_ROWS]);
}

/* ---- reading ---- */

static void rows_read (GObject *source, GAsyncResult *result, gpointer data);

static void
read_on (BrowserRowCounter *counter)
{
  hbase_table_cursor_next_batch_async (counter->cursor, MOST_ROWS, counter->cancellable, rows_read,
                                       g_object_ref (counter));
}

static void
end (BrowserRowCounter *counter, const char *problem)
{
  g_clear_object (&counter->cursor);
  g_clear_object (&counter->cancellable);
  g_clear_object (&counter->regions);
  counter->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (counter), properties[PROP_PROBLEM]);
  g_object_notify_by_pspec (G_OBJECT (counter), properties[PROP_IS_COUNTING]);
}

static void
rows_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (BrowserRowCounter) counter = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows
      = hbase_table_cursor_next_batch_finish (HBASE_TABLE_CURSOR (source), result, &error);

  if (HBASE_TABLE_CURSOR (source) != counter->cursor)
    return;
  if (rows == NULL)
    {
      end (counter, error != NULL ? error->message : NULL);
      return;
    }
  count_rows (counter, rows);
  read_on (counter);
}

void
browser_row_counter_start (BrowserRowCounter *counter, HBaseTable *table, GListModel *regions)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  browser_row_counter_stop (counter);
  g_clear_pointer (&counter->problem, g_free);
  hbase_query_set_filter_text (HBASE_QUERY (scan), ONLY_KEYS);
  counter->cursor = hbase_table_scan (table, scan);
  counter->cancellable = g_cancellable_new ();
  counter->regions = g_object_ref (regions);
  counter->index = 0;
  counter->n_rows = 0;
  for (guint i = 0; i < g_list_model_get_n_items (regions); i++)
    {
      g_autoptr (BrowserRegion) region = g_list_model_get_item (regions, i);

      browser_region_reset_rows (region);
    }
  g_object_notify_by_pspec (G_OBJECT (counter), properties[PROP_IS_COUNTING]);
  read_on (counter);
}

void
browser_row_counter_stop (BrowserRowCounter *counter)
{
  if (counter->cursor == NULL)
    return;
  g_cancellable_cancel (counter->cancellable);
  end (counter, "stopped");
}

/* ---- the object ---- */

static void
browser_row_counter_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  BrowserRowCounter *counter = BROWSER_ROW_COUNTER (object);

  if (id == PROP_IS_COUNTING)
    g_value_set_boolean (value, counter->cursor != NULL);
  else if (id == PROP_N_ROWS)
    g_value_set_uint64 (value, counter->n_rows);
  else
    g_value_set_string (value, counter->problem);
}

static void
browser_row_counter_finalize (GObject *object)
{
  BrowserRowCounter *counter = BROWSER_ROW_COUNTER (object);

  g_clear_object (&counter->cursor);
  g_clear_object (&counter->cancellable);
  g_clear_object (&counter->regions);
  g_free (counter->problem);
  G_OBJECT_CLASS (browser_row_counter_parent_class)->finalize (object);
}

static void
browser_row_counter_class_init (BrowserRowCounterClass *class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (class)->get_property = browser_row_counter_get_property;
  G_OBJECT_CLASS (class)->finalize = browser_row_counter_finalize;
  properties[PROP_IS_COUNTING] = g_param_spec_boolean ("is-counting", NULL, NULL, FALSE, readable);
  properties[PROP_N_ROWS] = g_param_spec_uint64 ("n-rows", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[PROP_PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, readable);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
browser_row_counter_init (BrowserRowCounter *counter)
{
}

BrowserRowCounter *
browser_row_counter_new (void)
{
  return g_object_new (BROWSER_TYPE_ROW_COUNTER, NULL);
}
