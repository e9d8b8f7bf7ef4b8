/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the view of a value. */

#include "config.h"

#include "browser-json.h"
#include "browser-text.h"
#include "browser-value-view.h"

#define UNHYPHENATED "unhyphenated"
#define MOST_BYTES (64 * 1024) /* that are shown; text widgets are slow with more */

struct _BrowserValueView {
  GtkWidget parent_instance;
  GtkWidget *content;
  GtkStack *stack;
  GtkTextBuffer *text, *hex, *json;
  GtkPicture *image;
  GtkWidget *cut_off; /* says that the value is longer */
};

G_DEFINE_FINAL_TYPE (BrowserValueView, browser_value_view, GTK_TYPE_WIDGET)

static void
set_page_visible (BrowserValueView *view, const char *name, gboolean is_visible)
{
  GtkWidget *child = gtk_stack_get_child_by_name (view->stack, name);

  gtk_stack_page_set_visible (gtk_stack_get_page (view->stack, child), is_visible);
}

/* Without the tag, lines that are broken within words would end with hyphens that aren't in the value. */
static void
set_text (GtkTextBuffer *buffer, const char *text)
{
  GtkTextIter start, end;

  if (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), UNHYPHENATED) == NULL)
    gtk_text_buffer_create_tag (buffer, UNHYPHENATED, "insert-hyphens", FALSE, NULL);
  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_apply_tag_by_name (buffer, UNHYPHENATED, &start, &end);
}

static void
show_text (BrowserValueView *view, const char *bytes, gsize length)
{
  g_autofree char *text = browser_text_print ((const guint8 *) bytes, length, length == MOST_BYTES);

  set_text (view->text, text);
}

static gboolean
show_json (BrowserValueView *view, const char *bytes, gsize length)
{
  g_autofree char *indented = length < MOST_BYTES ? browser_json_indent (bytes, length) : NULL;

  set_text (view->json, indented != NULL ? indented : "");
  set_page_visible (view, "json", indented != NULL);
  return indented != NULL;
}

/* GTK itself reads PNG, JPEG and TIFF. */
static gboolean
show_image (BrowserValueView *view, GBytes *value)
{
  g_autoptr (GdkTexture) texture
      = g_bytes_get_size (value) > 8 ? gdk_texture_new_from_bytes (value, NULL) : NULL;

  gtk_picture_set_paintable (view->image, GDK_PAINTABLE (texture));
  set_page_visible (view, "image", texture != NULL);
  return texture != NULL;
}

static void
show_hex (BrowserValueView *view, const char *bytes, gsize length)
{
  g_autofree char *lines = browser_text_of_hex ((const guint8 *) bytes, length);

  set_text (view->hex, lines);
}

void
browser_value_view_set_value (BrowserValueView *view, GBytes *value)
{
  gsize length;
  const char *bytes = value != NULL ? g_bytes_get_data (value, &length) : NULL;
  gboolean is_json, is_image;

  gtk_widget_set_visible (view->content, value != NULL);
  if (value == NULL)
    return;
  bytes = bytes != NULL ? bytes : "";
  gtk_widget_set_visible (view->cut_off, length > MOST_BYTES);
  is_json = show_json (view, bytes, length);
  is_image = show_image (view, value);
  length = MIN (length, MOST_BYTES);
  show_text (view, bytes, length);
  show_hex (view, bytes, length);
  gtk_stack_set_visible_child_name (view->stack, is_image ? "image" : is_json ? "json" : "text");
}

static void
browser_value_view_dispose (GObject *object)
{
  g_clear_pointer (&BROWSER_VALUE_VIEW (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (browser_value_view_parent_class)->dispose (object);
}

static void
browser_value_view_class_init (BrowserValueViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_value_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-value-view.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, content);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, text);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, hex);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, json);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, image);
  gtk_widget_class_bind_template_child (widget_class, BrowserValueView, cut_off);
}

static void
browser_value_view_init (BrowserValueView *view)
{
  gtk_widget_init_template (GTK_WIDGET (view));
}
