/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the entries of a query. */

#include "config.h"

#include "browser-query-bar.h"

struct _BrowserQueryBar {
  GtkWidget parent_instance;
  GtkWidget *content;
  GtkEntry *prefix, *filter, *schema;
  gboolean is_reversed;
  gboolean is_frozen; /* no signals */
};

G_DEFINE_FINAL_TYPE (BrowserQueryBar, browser_query_bar, GTK_TYPE_WIDGET)

enum {
  PROP_IS_REVERSED = 1,
  N_PROPERTIES,
};

enum {
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static const char *
entry_get_text (GtkEntry *entry)
{
  return gtk_editable_get_text (GTK_EDITABLE (entry));
}

static void
entry_set_text (GtkEntry *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* ---- what the entries say ---- */

static void
mark (GtkEntry *entry, const GError *error)
{
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
}

/* A salted table is shown in the order of its keys without salts. */
static HBaseTable *
make_table (BrowserQueryBar *bar, HBaseConnection *connection, const char *name, GError **error)
{
  const char *text = entry_get_text (bar->schema);
  g_autoptr (HBaseKeySchema) schema = NULL;
  GError *problem = NULL;

  if (*text == '\0')
    return hbase_table_new (connection, name);
  schema = hbase_key_schema_new (text, &problem);
  mark (bar->schema, problem);
  if (schema == NULL)
    g_propagate_error (error, problem);
  else if (hbase_key_schema_has_salt (schema))
    return hbase_table_new_unsalted (connection, name, schema);
  return schema != NULL ? hbase_table_new_with_key_schema (connection, name, schema) : NULL;
}

/* With a schema a prefix is `NAME=VALUE,…`, or else bytes in printable escapes. */
static GBytes *
parse_prefix (const char *text, HBaseKeySchema *schema, GError **error)
{
  if (schema != NULL && strchr (text, '=') != NULL)
    return hbase_key_schema_unsalted_key_from_escaped (schema, text, TRUE, error);
  return hbase_bytes_from_escaped (text, error);
}

static gboolean
set_prefix (BrowserQueryBar *bar, HBaseScan *scan, HBaseKeySchema *schema, GError **error)
{
  const char *text = entry_get_text (bar->prefix);
  GError *problem = NULL;
  g_autoptr (GBytes) prefix = NULL;

  if (*text == '\0')
    return TRUE;
  prefix = parse_prefix (text, schema, &problem);
  mark (bar->prefix, problem);
  if (prefix == NULL)
    g_propagate_error (error, problem);
  else
    hbase_scan_set_prefix_bytes (scan, prefix);
  return prefix != NULL;
}

static gboolean
set_filter (BrowserQueryBar *bar, HBaseScan *scan, GError **error)
{
  const char *text = entry_get_text (bar->filter);
  g_autoptr (HBaseFilter) filter = NULL;
  GError *problem = NULL;

  if (*text == '\0')
    return TRUE;
  filter = hbase_filter_parse (text, &problem);
  mark (bar->filter, problem);
  if (filter == NULL)
    g_propagate_error (error, problem);
  else
    hbase_query_set_filter (HBASE_QUERY (scan), filter);
  return filter != NULL;
}

static gboolean
set_scan (BrowserQueryBar *bar, HBaseScan *scan, HBaseKeySchema *schema, GError **error)
{
  if (!set_prefix (bar, scan, schema, error) || !set_filter (bar, scan, error))
    return FALSE;
  hbase_scan_set_reversed (scan, bar->is_reversed);
  return TRUE;
}

HBasePageIterator *
browser_query_bar_make_pages (BrowserQueryBar *bar,
                              HBaseConnection *connection,
                              const char *name,
                              HBaseScan *scan,
                              guint page_size,
                              GError **error)
{
  g_autoptr (HBaseTable) table = NULL;

  mark (bar->schema, NULL);
  mark (bar->prefix, NULL);
  mark (bar->filter, NULL);
  table = make_table (bar, connection, name, error);
  if (table == NULL || !set_scan (bar, scan, hbase_table_get_key_schema (table), error))
    return NULL;
  return hbase_page_iterator_new (table, scan, page_size);
}

const char *
browser_query_bar_get_schema (BrowserQueryBar *bar)
{
  return entry_get_text (bar->schema);
}

gboolean
browser_query_bar_is_selective (BrowserQueryBar *bar)
{
  return *entry_get_text (bar->prefix) != '\0' || *entry_get_text (bar->filter) != '\0';
}

/* ---- changes ---- */

static void
emit_changed (BrowserQueryBar *bar)
{
  if (!bar->is_frozen)
    g_signal_emit (bar, signals[SIGNAL_CHANGED], 0);
}

void
browser_query_bar_reset (BrowserQueryBar *bar, const char *schema)
{
  bar->is_frozen = TRUE;
  entry_set_text (bar->schema, schema != NULL ? schema : "");
  entry_set_text (bar->prefix, "");
  entry_set_text (bar->filter, "");
  g_object_set (bar, "is-reversed", FALSE, NULL);
  bar->is_frozen = FALSE;
}

/* The icon at the end of an entry empties it. */
static void
clear_entry (BrowserQueryBar *bar, GtkEntryIconPosition position, GtkEntry *entry)
{
  if (position != GTK_ENTRY_ICON_SECONDARY)
    return;
  entry_set_text (entry, "");
  emit_changed (bar);
}

static void
show_clear_icon (BrowserQueryBar *bar, GtkEntry *entry)
{
  gboolean is_empty = *entry_get_text (entry) == '\0';

  gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY,
                                     is_empty ? NULL : "edit-clear-symbolic");
}

void
browser_query_bar_focus_filter (BrowserQueryBar *bar)
{
  gtk_widget_grab_focus (GTK_WIDGET (bar->filter));
}

void
browser_query_bar_focus_prefix (BrowserQueryBar *bar)
{
  gtk_widget_grab_focus (GTK_WIDGET (bar->prefix));
}

/* ---- the widget ---- */

static void
browser_query_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, BROWSER_QUERY_BAR (object)->is_reversed);
}

static void
browser_query_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  BrowserQueryBar *bar = BROWSER_QUERY_BAR (object);

  if (bar->is_reversed == g_value_get_boolean (value))
    return;
  bar->is_reversed = g_value_get_boolean (value);
  g_object_notify_by_pspec (object, pspec);
  emit_changed (bar);
}

static void
browser_query_bar_dispose (GObject *object)
{
  g_clear_pointer (&BROWSER_QUERY_BAR (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (browser_query_bar_parent_class)->dispose (object);
}

static void
browser_query_bar_class_init (BrowserQueryBarClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = browser_query_bar_dispose;
  object_class->get_property = browser_query_bar_get_property;
  object_class->set_property = browser_query_bar_set_property;
  properties[PROP_IS_REVERSED] = g_param_spec_boolean (
      "is-reversed", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-query-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserQueryBar, content);
  gtk_widget_class_bind_template_child (widget_class, BrowserQueryBar, prefix);
  gtk_widget_class_bind_template_child (widget_class, BrowserQueryBar, filter);
  gtk_widget_class_bind_template_child (widget_class, BrowserQueryBar, schema);
  gtk_widget_class_bind_template_callback (widget_class, emit_changed);
  gtk_widget_class_bind_template_callback (widget_class, clear_entry);
  gtk_widget_class_bind_template_callback (widget_class, show_clear_icon);
}

static void
browser_query_bar_init (BrowserQueryBar *bar)
{
  gtk_widget_init_template (GTK_WIDGET (bar));
}
