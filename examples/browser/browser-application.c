/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the application. */

#include "config.h"

#include "browser-application.h"
#include "browser-resources.h"
#include "browser-window.h"

struct _BrowserApplication {
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (BrowserApplication, browser_application, ADW_TYPE_APPLICATION)

static BrowserWindow *
show_window (GApplication *application)
{
  BrowserWindow *window = browser_window_new (GTK_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static int
browser_application_command_line (GApplication *application, GApplicationCommandLine *command_line)
{
  g_auto (GStrv) words = g_application_command_line_get_arguments (command_line, NULL);

  if (words[0] == NULL || words[1] == NULL)
    show_window (application);
  for (guint i = 1; words[0] != NULL && words[i] != NULL; i++)
    browser_window_open (show_window (application), words[i]);
  return 0;
}

/* ---- actions ---- */

static void
open_window (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  show_window (application);
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  adw_show_about_window (gtk_application_get_active_window (application), "application-name", "HBase Browser",
                         "application-icon", BROWSER_APPLICATION_ID, "version", PACKAGE_VERSION, "comments",
                         "Shows the tables of HBase: an example of hbase-glib.", "license-type",
                         GTK_LICENSE_LGPL_2_1, NULL);
}

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer application)
{
  g_application_quit (application);
}

static void
browser_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "new-window", .activate = open_window },
    { .name = "about", .activate = show_about },
    { .name = "quit", .activate = quit },
  };

  G_APPLICATION_CLASS (browser_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  gtk_application_set_accels_for_action (GTK_APPLICATION (application), "app.new-window",
                                         (const char *[]){ "<Control>n", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (application), "app.quit",
                                         (const char *[]){ "<Control>q", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (application), "window.close",
                                         (const char *[]){ "<Control>w", NULL });
}

static void
browser_application_class_init (BrowserApplicationClass *class)
{
  browser_register_resource ();
  G_APPLICATION_CLASS (class)->startup = browser_application_startup;
  G_APPLICATION_CLASS (class)->command_line = browser_application_command_line;
}

static void
browser_application_init (BrowserApplication *application)
{
  g_application_set_option_context_parameter_string (G_APPLICATION (application), "[URI…]");
}

BrowserApplication *
browser_application_new (void)
{
  return g_object_new (BROWSER_TYPE_APPLICATION, "application-id", BROWSER_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_COMMAND_LINE, "resource-base-path", "/org/hbase_glib/Browser",
                       NULL);
}
