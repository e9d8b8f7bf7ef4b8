/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the bar of all regions. */

#include "config.h"

#include "browser-share-bar.h"

#define HEIGHT 28
#define RADIUS 6

struct _BrowserShareBar {
  GtkWidget parent_instance;
  GListModel *regions;
};

G_DEFINE_FINAL_TYPE (BrowserShareBar, browser_share_bar, GTK_TYPE_WIDGET)

enum {
  PROP_REGIONS = 1,
  N_PROPERTIES,
};

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 100;
}

static double
get_share (GListModel *regions, guint index)
{
  g_autoptr (GObject) region = g_list_model_get_item (regions, index);
  double share;

  g_object_get (region, "share", &share, NULL);
  return share;
}

static void
append_regions (GtkSnapshot *snapshot, GListModel *regions, GdkRGBA color, float width, float height)
{
  const float opacities[] = { color.alpha * 0.9f, color.alpha * 0.55f };
  float x = 0;

  for (guint i = 0; i < g_list_model_get_n_items (regions); i++)
    {
      float next = x + (float) get_share (regions, i) * width;

      color.alpha = opacities[i % 2];
      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, 0, next - x, height));
      x = next;
    }
}

static void
paint (GtkWidget *widget, GtkSnapshot *snapshot)
{
  BrowserShareBar *bar = BROWSER_SHARE_BAR (widget);
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  GskRoundedRect outline;
  GdkRGBA color;

  if (bar->regions == NULL)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, width, height), RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  append_regions (snapshot, bar->regions, color, width, height);
  gtk_snapshot_pop (snapshot);
}

static void
browser_share_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  BrowserShareBar *bar = BROWSER_SHARE_BAR (object);

  bar->regions = g_value_dup_object (value);
  if (bar->regions != NULL)
    g_signal_connect_object (bar->regions, "items-changed", G_CALLBACK (gtk_widget_queue_draw), bar,
                             G_CONNECT_SWAPPED);
}

static void
browser_share_bar_dispose (GObject *object)
{
  g_clear_object (&BROWSER_SHARE_BAR (object)->regions);
  G_OBJECT_CLASS (browser_share_bar_parent_class)->dispose (object);
}

static void
browser_share_bar_class_init (BrowserShareBarClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = browser_share_bar_dispose;
  object_class->set_property = browser_share_bar_set_property;
  widget_class->measure = measure;
  widget_class->snapshot = paint;
  g_object_class_install_property (
      object_class, PROP_REGIONS,
      g_param_spec_object ("regions", NULL, NULL, G_TYPE_LIST_MODEL,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_css_name (widget_class, "sharebar");
}

static void
browser_share_bar_init (BrowserShareBar *bar)
{
}
