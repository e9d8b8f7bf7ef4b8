/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file stores what the browser remembers in a key file. */

#include "config.h"

#include "browser-settings.h"

#define MOST_RECENT 10

static char *
get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "hbase-browser", "settings.ini", NULL);
}

static GKeyFile *
settings_load (void)
{
  GKeyFile *settings = g_key_file_new ();
  g_autofree char *path = get_path ();

  g_key_file_load_from_file (settings, path, G_KEY_FILE_NONE, NULL);
  return settings;
}

static void
settings_save (GKeyFile *settings)
{
  g_autofree char *path = get_path (), *folder = g_path_get_dirname (path), *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  text = g_key_file_to_data (settings, &length, NULL);
  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, text, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_message ("The settings can't be stored: %s", error->message);
}

/* ---- recent databases ---- */

char **
browser_settings_list_recent (void)
{
  g_autoptr (GKeyFile) settings = settings_load ();
  char **recent = g_key_file_get_string_list (settings, "Recent", "uris", NULL, NULL);

  return recent != NULL ? recent : g_new0 (char *, 1);
}

/* Removes the URI; adds it again as the first one if `is_opened`. */
static void
change_recent (const char *uri, gboolean is_opened)
{
  g_autoptr (GKeyFile) settings = settings_load ();
  g_auto (GStrv) recent = browser_settings_list_recent ();
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();

  if (is_opened)
    g_ptr_array_add (changed, (gpointer) uri);
  for (guint i = 0; recent[i] != NULL && changed->len < MOST_RECENT; i++)
    if (!g_str_equal (recent[i], uri))
      g_ptr_array_add (changed, recent[i]);
  g_key_file_set_string_list (settings, "Recent", "uris", (const char *const *) changed->pdata, changed->len);
  settings_save (settings);
}

void
browser_settings_add_recent (const char *uri)
{
  change_recent (uri, TRUE);
}

void
browser_settings_remove_recent (const char *uri)
{
  change_recent (uri, FALSE);
}

/* ---- key schemas ---- */

/* Names of groups have no brackets. */
static char *
make_group (const char *uri)
{
  return g_strdelimit (g_strconcat ("Schemas ", uri, NULL), "[]\n\r", '_');
}

char *
browser_settings_dup_schema (const char *uri, const char *table)
{
  g_autoptr (GKeyFile) settings = settings_load ();
  g_autofree char *group = make_group (uri);

  return g_key_file_get_string (settings, group, table, NULL);
}

void
browser_settings_set_schema (const char *uri, const char *table, const char *schema)
{
  g_autoptr (GKeyFile) settings = settings_load ();
  g_autofree char *group = make_group (uri), *known = g_key_file_get_string (settings, group, table, NULL);

  if (g_str_equal (schema, known != NULL ? known : ""))
    return;
  if (*schema != '\0')
    g_key_file_set_string (settings, group, table, schema);
  else
    g_key_file_remove_key (settings, group, table, NULL);
  settings_save (settings);
}
