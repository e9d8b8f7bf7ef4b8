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

/* ---- the command line ---- */

static const GOptionEntry options[] = {
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, "Print the version", NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, NULL, NULL, "[URI…]" },
  { NULL },
};

/* man/make-page makes the manual page of what --help prints. */
static const char summary[] = "Shows the tables of HBase.";
static const char description[]
    = "Each URI is opened in a window of its own. Without one the window lists the databases that were\n"
      "opened before, and asks for another:\n"
      "\n"
      "  local:///DIRECTORY   a database in a directory\n"
      "  thrift://HOST/       a gateway of HBase; hbase-glib (1) describes these URIs, and others\n"
      "\n"
      "In the window:\n"
      "\n"
      "  Ctrl+F               filter rows\n"
      "  Ctrl+L               find rows by key prefix\n"
      "  Ctrl+R               reload\n"
      "  F8                   show new rows as they are prepended\n"
      "  F9                   show the cells of the selected row\n"
      "  Ctrl+?               list all keys";

static int
browser_application_handle_local_options (GApplication *application, GVariantDict *given)
{
  if (!g_variant_dict_contains (given, "version"))
    return -1;
  g_print ("hbase-browser %s\n", PACKAGE_VERSION);
  return 0;
}

static int
browser_application_command_line (GApplication *application, GApplicationCommandLine *command_line)
{
  GVariantDict *given = g_application_command_line_get_options_dict (command_line);
  g_autofree const char **uris = NULL;

  if (!g_variant_dict_lookup (given, G_OPTION_REMAINING, "^a&s", &uris))
    show_window (application);
  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    browser_window_open (show_window (application), uris[i]);
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
  G_APPLICATION_CLASS (class)->handle_local_options = browser_application_handle_local_options;
  G_APPLICATION_CLASS (class)->command_line = browser_application_command_line;
}

static void
browser_application_init (BrowserApplication *application)
{
  g_application_add_main_option_entries (G_APPLICATION (application), options);
  g_application_set_option_context_summary (G_APPLICATION (application), summary);
  g_application_set_option_context_description (G_APPLICATION (application), description);
}

BrowserApplication *
browser_application_new (void)
{
  return g_object_new (BROWSER_TYPE_APPLICATION, "application-id", BROWSER_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_COMMAND_LINE, "resource-base-path", "/org/hbase_glib/Browser",
                       NULL);
}
