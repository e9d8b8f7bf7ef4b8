/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the columns of a view of rows.
 *
 *  1. The columns of the key come first, then those of values, ordered by their titles.
 *  2. A row is shown while the view binds a cell, when the view must not be changed: its new columns are
 *     added in a dispatch of their own. */

#include "config.h"

#include "browser-columns.h"
#include "browser-field.h"
#include "browser-text.h"

#define MOST_COLUMNS 100
#define MOST_VISIBLE 10
#define KEY_WIDTH 26 /* characters: a time has 24 */
#define VALUE_WIDTH 16

struct _BrowserColumns {
  GObject parent_instance;
  GtkColumnView *view; /* it owns this object */
  GPtrArray *keys;     /* (element-type GtkColumnViewColumn) */
  GHashTable *known;   /* fields of values by the titles of their columns */
  GPtrArray *found;    /* (element-type BrowserField), to be added */
  guint add_id;
};

G_DEFINE_FINAL_TYPE (BrowserColumns, browser_columns, G_TYPE_OBJECT)

enum {
  SIGNAL_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
browser_columns_dispose (GObject *object)
{
  BrowserColumns *columns = BROWSER_COLUMNS (object);

  g_clear_handle_id (&columns->add_id, g_source_remove);
  g_clear_pointer (&columns->keys, g_ptr_array_unref);
  g_clear_pointer (&columns->known, g_hash_table_unref);
  g_clear_pointer (&columns->found, g_ptr_array_unref);
  G_OBJECT_CLASS (browser_columns_parent_class)->dispose (object);
}

static void
browser_columns_class_init (BrowserColumnsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = browser_columns_dispose;
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
}

static void
browser_columns_init (BrowserColumns *columns)
{
  columns->keys = g_ptr_array_new_with_free_func (g_object_unref);
  columns->known
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) browser_field_unref);
  columns->found = g_ptr_array_new_with_free_func ((GDestroyNotify) browser_field_unref);
}

BrowserColumns *
browser_columns_new (GtkColumnView *view)
{
  BrowserColumns *columns = g_object_new (BROWSER_TYPE_COLUMNS, NULL);

  columns->view = view;
  return columns;
}

/* ---- cells ---- */

/* A closure of an expression. A row that was dropped and isn't read again yet is NULL. */
static char *
print_field (GtkListItem *list_item, HBaseRow *row, gboolean deleted, BrowserField *field)
{
  if (row != NULL)
    return browser_field_dup_text (field, row);
  return g_strdup (deleted ? "deleted" : "…");
}

static void
unref_field (gpointer field, GClosure *closure)
{
  browser_field_unref (field);
}

static GtkExpression *
make_expression (BrowserField *field)
{
  GtkExpression *item = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
  GtkExpression *parameters[] = {
    gtk_property_expression_new (HBASE_TYPE_ROW_ITEM, gtk_expression_ref (item), "row"),
    gtk_property_expression_new (HBASE_TYPE_ROW_ITEM, item, "deleted"),
  };

  return gtk_cclosure_expression_new (G_TYPE_STRING, NULL, G_N_ELEMENTS (parameters), parameters,
                                      G_CALLBACK (print_field), browser_field_ref (field), unref_field);
}

/* A column is as wide as the widest text that it shows, up to a limit that is its least width then. */
static void
adjust_width (GtkLabel *label, GParamSpec *pspec, gpointer most)
{
  glong length = g_utf8_strlen (gtk_label_get_label (label), -1);

  gtk_label_set_width_chars (label, (int) MIN (length, GPOINTER_TO_INT (most)));
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *list_item, BrowserField *field)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_key = browser_field_is_key (field);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, is_key ? "row-key" : "row-value");
  g_signal_connect (label, "notify::label", G_CALLBACK (adjust_width),
                    GINT_TO_POINTER (is_key ? KEY_WIDTH : VALUE_WIDTH));
  gtk_expression_bind (make_expression (field), label, "label", list_item);
  gtk_list_item_set_child (list_item, label);
}

/* Only cells that are shown are learned from: to request items would load the table. */
static void
learn_from_cell (GtkListItemFactory *factory, GtkListItem *list_item, BrowserColumns *columns)
{
  HBaseRow *row = hbase_row_item_get_row (gtk_list_item_get_item (list_item));

  if (row != NULL)
    browser_columns_learn (columns, row);
}

static GtkColumnViewColumn *
make_column (BrowserField *field)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (browser_field_get_title (field), factory);

  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cell), browser_field_ref (field), unref_field,
                         0);
  gtk_column_view_column_set_resizable (column, TRUE);
  return column;
}

/* ---- columns ---- */

static void
add_key_column (BrowserColumns *columns, BrowserField *field /* (transfer full) */)
{
  g_autoptr (BrowserField) owned = field;
  GtkColumnViewColumn *column = make_column (owned);

  if (columns->keys->len == 0)
    g_signal_connect_object (gtk_column_view_column_get_factory (column), "bind",
                             G_CALLBACK (learn_from_cell), columns, 0);
  gtk_column_view_insert_column (columns->view, columns->keys->len, column);
  g_ptr_array_add (columns->keys, column);
}

void
browser_columns_set_schema (BrowserColumns *columns, HBaseKeySchema *schema)
{
  for (guint i = 0; i < columns->keys->len; i++)
    gtk_column_view_remove_column (columns->view, columns->keys->pdata[i]);
  g_ptr_array_set_size (columns->keys, 0);
  for (guint i = 0; schema != NULL && i < hbase_key_schema_get_n_fields (schema); i++)
    add_key_column (columns, browser_field_new_key_field (hbase_key_schema_get_field_name (schema, i)));
  if (schema == NULL)
    add_key_column (columns, browser_field_new_key ());
}

void
browser_columns_clear (BrowserColumns *columns)
{
  GListModel *shown = gtk_column_view_get_columns (columns->view);

  while (g_list_model_get_n_items (shown) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, 0);

      gtk_column_view_remove_column (columns->view, column);
    }
  g_ptr_array_set_size (columns->keys, 0);
  g_hash_table_remove_all (columns->known);
  g_ptr_array_set_size (columns->found, 0);
}

void
browser_columns_restrict (BrowserColumns *columns, HBaseScan *scan)
{
  GListModel *shown = gtk_column_view_get_columns (columns->view);

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      BrowserField *field = g_hash_table_lookup (columns->known, gtk_column_view_column_get_title (column));

      if (field != NULL && gtk_column_view_column_get_visible (column))
        browser_field_add_to_scan (field, scan);
    }
}

/* Returns where a column of values belongs. */
static guint
find_position (BrowserColumns *columns, const char *title)
{
  GListModel *shown = gtk_column_view_get_columns (columns->view);
  guint i = columns->keys->len;

  for (; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);

      if (strcmp (title, gtk_column_view_column_get_title (column)) < 0)
        break;
    }
  return i;
}

static void
emit_chosen (BrowserColumns *columns)
{
  g_signal_emit (columns, signals[SIGNAL_CHOSEN], 0);
}

static void
add_value_column (BrowserColumns *columns, BrowserField *field)
{
  g_autoptr (GtkColumnViewColumn) column = make_column (field);
  guint n_shown = g_list_model_get_n_items (gtk_column_view_get_columns (columns->view));

  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_column_set_visible (column, n_shown < columns->keys->len + MOST_VISIBLE);
  gtk_column_view_insert_column (columns->view, find_position (columns, browser_field_get_title (field)),
                                 column);
  g_signal_connect_object (column, "notify::visible", G_CALLBACK (emit_chosen), columns, G_CONNECT_SWAPPED);
}

static gboolean
add_found (gpointer data)
{
  BrowserColumns *columns = data;

  columns->add_id = 0;
  for (guint i = 0; i < columns->found->len; i++)
    add_value_column (columns, columns->found->pdata[i]);
  g_ptr_array_set_size (columns->found, 0);
  return G_SOURCE_REMOVE;
}

static void
learn_cell (BrowserColumns *columns, const HBaseCellIter *cell)
{
  g_autofree char *title = browser_text_of_column (cell);
  BrowserField *field;

  if (g_hash_table_contains (columns->known, title))
    return;
  field = browser_field_new_value (cell);
  g_hash_table_insert (columns->known, g_steal_pointer (&title), field);
  g_ptr_array_add (columns->found, browser_field_ref (field));
  if (columns->add_id == 0)
    columns->add_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, add_found, columns, NULL);
}

void
browser_columns_learn (BrowserColumns *columns, HBaseRow *row)
{
  HBaseCellIter cell;

  hbase_cell_iter_init (&cell, row);
  while (g_hash_table_size (columns->known) < MOST_COLUMNS && hbase_cell_iter_next (&cell))
    learn_cell (columns, &cell);
}
