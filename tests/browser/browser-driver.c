/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file drives the browser in tests. */

#include "config.h"

#include <glib/gstdio.h>
#include <glib-unix.h>
#include <string.h>

#include "browser-driver.h"
#include "browser-sidebar.h"
#include "check-main.h"

/* ---- the X server ---- */

/* The number comes in several writes, and the server ends if it can't write it all. */
static char *
read_line (int fd)
{
  GString *line = g_string_new (NULL);
  char c;

  while (read (fd, &c, 1) == 1 && c != '\n')
    g_string_append_c (line, c);
  ck_assert_msg (line->len > 0, "Xvfb doesn't start");
  return g_string_free (line, FALSE);
}

/* The server writes its number as soon as it accepts connections, and ends with its last client. Returns the
 * name of its display. */
static char *
start_server (BrowserDriver *driver)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GError) error = NULL;
  g_autofree char *number = NULL;
  int pipe[2];

  ck_assert (g_unix_open_pipe (pipe, FD_CLOEXEC, &error));
  g_subprocess_launcher_take_fd (launcher, pipe[1], 3);
  driver->server = g_subprocess_launcher_spawn (launcher, &error, XVFB, "-displayfd", "3", "-screen", "0",
                                                "1300x800x24", "-nolisten", "tcp", "-terminate", NULL);
  ck_assert_no_error (error);
  g_subprocess_launcher_close (launcher);
  number = read_line (pipe[0]);
  close (pipe[0]);
  return g_strconcat (":", number, NULL);
}

/* Settings are those of no desktop: the same everywhere. */
static void
set_environment (const char *folder, const char *display)
{
  g_setenv ("DISPLAY", display, TRUE);
  g_setenv ("GDK_BACKEND", "x11", TRUE);
  g_setenv ("GSK_RENDERER", "cairo", TRUE);
  g_setenv ("GTK_A11Y", "none", TRUE);
  g_setenv ("GTK_USE_PORTAL", "0", TRUE);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  g_setenv ("TZ", "UTC", TRUE);
}

static void
start_application (BrowserDriver *driver)
{
  g_autoptr (GError) error = NULL;

  driver->application = browser_application_new ();
  g_application_register (G_APPLICATION (driver->application), NULL, &error);
  ck_assert_no_error (error);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink", FALSE,
                "gtk-font-name", "Cantarell 11", NULL);
}

void
browser_driver_init (BrowserDriver *driver)
{
  g_autofree char *display = NULL;

  memset (driver, 0, sizeof *driver);
  driver->folder = g_dir_make_tmp ("hbase-browser-XXXXXX", NULL);
  driver->uri = g_strdup_printf ("local://%s/data", driver->folder);
  display = start_server (driver);
  set_environment (driver->folder, display);
  start_application (driver);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_folder (child);
    }
  g_remove (path);
}

void
browser_driver_clear (BrowserDriver *driver)
{
  if (driver->window != NULL)
    gtk_window_destroy (GTK_WINDOW (driver->window));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_subprocess_force_exit (driver->server);
  g_subprocess_wait (driver->server, NULL, NULL);
  g_clear_object (&driver->server);
  remove_folder (driver->folder);
  g_free (driver->folder);
  g_free (driver->uri);
}

void
browser_driver_open (BrowserDriver *driver, const char *uri)
{
  driver->window = browser_window_new (GTK_APPLICATION (driver->application));
  gtk_window_present (GTK_WINDOW (driver->window));
  browser_window_open (driver->window, uri);
}

/* ---- waiting ---- */

void
browser_driver_wait (BrowserDriver *driver, BrowserCondition condition, gpointer data)
{
  while (!condition (driver, data))
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer n_frames)
{
  ++*(guint *) n_frames;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

void
browser_driver_settle (BrowserDriver *driver)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (GTK_WIDGET (driver->window), count_frame, &n_frames, NULL);

  while (n_frames < 4 || g_main_context_pending (NULL))
    {
      g_main_context_iteration (NULL, TRUE);
      if (n_frames >= 12)
        break;
    }
  gtk_widget_remove_tick_callback (GTK_WIDGET (driver->window), id);
}

/* ---- widgets ---- */

typedef gboolean (*WidgetMatch) (GtkWidget *widget, gconstpointer data);

static GtkWidget *
find_widget (GtkWidget *widget, WidgetMatch match, gconstpointer data)
{
  GtkWidget *found = match (widget, data) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, match, data);
  return found;
}

static gboolean
is_of_type (GtkWidget *widget, gconstpointer type)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(const GType *) type);
}

static gboolean
is_mapped_of_type (GtkWidget *widget, gconstpointer type)
{
  return gtk_widget_get_mapped (widget) && is_of_type (widget, type);
}

gpointer
browser_driver_find_in (gpointer parent, GType type)
{
  GtkWidget *found = find_widget (parent, is_mapped_of_type, &type);

  if (found == NULL)
    found = find_widget (parent, is_of_type, &type);
  ck_assert_msg (found != NULL, "there is no %s", g_type_name (type));
  return found;
}

gpointer
browser_driver_find (BrowserDriver *driver, GType type)
{
  return browser_driver_find_in (driver->window, type);
}

static gboolean
shows_text (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

GtkWidget *
browser_driver_find_text (BrowserDriver *driver, const char *text)
{
  return find_widget (GTK_WIDGET (driver->window), shows_text, text);
}

static gboolean
has_text (BrowserDriver *driver, gpointer text)
{
  return browser_driver_find_text (driver, text) != NULL;
}

void
browser_driver_wait_for_text (BrowserDriver *driver, const char *text)
{
  browser_driver_wait (driver, has_text, (gpointer) text);
}

static gboolean
has_placeholder (GtkWidget *widget, gconstpointer placeholder)
{
  return GTK_IS_ENTRY (widget)
         && g_strcmp0 (gtk_entry_get_placeholder_text (GTK_ENTRY (widget)), placeholder) == 0;
}

void
browser_driver_enter (BrowserDriver *driver, const char *placeholder, const char *text)
{
  GtkWidget *entry = find_widget (GTK_WIDGET (driver->window), has_placeholder, placeholder);

  ck_assert_msg (entry != NULL, "there is no entry “%s”", placeholder);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static gboolean
is_check_button (GtkWidget *widget, gconstpointer label)
{
  return GTK_IS_CHECK_BUTTON (widget)
         && g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)), label) == 0;
}

GtkWidget *
browser_driver_find_check_button (BrowserDriver *driver, const char *label)
{
  GtkWidget *button = find_widget (GTK_WIDGET (driver->window), is_check_button, label);

  ck_assert_msg (button != NULL, "there is no button “%s”", label);
  return button;
}

static gboolean
select_table (BrowserDriver *driver, gpointer name)
{
  return browser_sidebar_select (browser_driver_find (driver, BROWSER_TYPE_SIDEBAR), name);
}

void
browser_driver_select_table (BrowserDriver *driver, const char *name)
{
  browser_driver_wait (driver, select_table, (gpointer) name);
  browser_driver_settle (driver);
}

void
browser_driver_show_page (BrowserDriver *driver, const char *name)
{
  adw_view_stack_set_visible_child_name (browser_driver_find (driver, ADW_TYPE_VIEW_STACK), name);
  browser_driver_settle (driver);
}

/* ---- rows ---- */

GtkAdjustment *
browser_driver_get_position (BrowserDriver *driver)
{
  return gtk_scrollable_get_vadjustment (browser_driver_find (driver, GTK_TYPE_COLUMN_VIEW));
}

GtkSingleSelection *
browser_driver_get_selection (BrowserDriver *driver)
{
  return GTK_SINGLE_SELECTION (
      gtk_column_view_get_model (browser_driver_find (driver, GTK_TYPE_COLUMN_VIEW)));
}

void
browser_driver_scroll (BrowserDriver *driver, double value)
{
  browser_driver_settle (driver);
  gtk_adjustment_set_value (browser_driver_get_position (driver), value);
}

/* ---- pictures ---- */

GdkTexture *
browser_driver_render (BrowserDriver *driver)
{
  GtkWidget *window = GTK_WIDGET (driver->window);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  browser_driver_settle (driver);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (window), gtk_widget_get_height (window));
  node = gtk_snapshot_free_to_node (snapshot);
  return gsk_renderer_render_texture (
      gtk_native_get_renderer (GTK_NATIVE (window)), node,
      &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (window), gtk_widget_get_height (window)));
}

guint
browser_driver_count_pixels (BrowserDriver *driver, GdkTexture *picture, GtkWidget *widget)
{
  gsize stride = (gsize) gdk_texture_get_width (picture) * 4;
  g_autofree guint8 *pixels = g_malloc (stride * (gsize) gdk_texture_get_height (picture));
  graphene_rect_t bounds;
  const guint8 *first;
  guint n = 0;

  ck_assert (gtk_widget_compute_bounds (widget, GTK_WIDGET (driver->window), &bounds));
  gdk_texture_download (picture, pixels, stride);
  first = pixels + (gsize) bounds.origin.y * stride + (gsize) bounds.origin.x * 4;
  for (gsize y = 0; y < (gsize) bounds.size.height; y++)
    for (gsize x = 0; x < (gsize) bounds.size.width; x++)
      n += memcmp (first + y * stride + x * 4, first, 4) != 0;
  return n;
}
