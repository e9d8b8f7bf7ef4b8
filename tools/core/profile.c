/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads profiles from the user's configuration file. */

#include "config.h"

#include <string.h>

#include "profile.h"
#include "suggest.h"
#include "table-name.h"
#include "text-file.h"

#define DEFAULT_PROFILE "default"

char *
profile_get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "hbase-glib", "config", NULL);
}

GKeyFile *
profile_load (GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = profile_get_path ();
  g_autofree char *text = NULL;
  g_autoptr (GError) problem = NULL;
  gsize length;

  if ((text_file_read (path, &text, &length, &problem)
       && g_key_file_load_from_data (file, text, length, G_KEY_FILE_KEEP_COMMENTS, &problem))
      || g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return g_steal_pointer (&file);
  g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s: ", path);
  return NULL;
}

void
profile_prefix_error (GError **error, const char *name, const char *key)
{
  g_autofree char *path = profile_get_path ();

  g_prefix_error (error, "%s, profile “%s”, key “%s”: ", path, name, key);
}

char *
profile_get_string (GKeyFile *file, const char *name, const char *key, GError **error)
{
  g_autoptr (GError) problem = NULL;
  char *value = g_key_file_get_string (file, name, key, &problem);

  if (problem == NULL || g_error_matches (problem, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND))
    return value;
  g_propagate_error (error, g_steal_pointer (&problem));
  profile_prefix_error (error, name, key);
  g_free (value); /* GLib returns what it could read of an invalid escape */
  return NULL;
}

/* `table`: its canonical name. */
static gboolean
is_key_of (const char *key, const char *prefix, const char *table)
{
  g_autofree char *named
      = g_str_has_prefix (key, prefix) ? table_name_make_canonical (key + strlen (prefix)) : NULL;

  return g_strcmp0 (named, table) == 0;
}

char *
profile_find_key (GKeyFile *file, const char *name, const char *prefix, const char *table)
{
  g_autofree char *wanted = table_name_make_canonical (table);
  g_auto (GStrv) keys = g_key_file_get_keys (file, name, NULL, NULL);

  for (char **key = keys; keys != NULL && *key != NULL; key++)
    if (is_key_of (*key, prefix, wanted))
      return g_strdup (*key);
  return g_strconcat (prefix, wanted, NULL);
}

/* Fails if an earlier key is of the same table. */
static gboolean
check_table_key (GKeyFile *file, const char *name, const char *key, const char *prefix, GError **error)
{
  g_autofree char *first = profile_find_key (file, name, prefix, key + strlen (prefix));

  if (strcmp (first, key) == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "“%s” is of the same table: remove one of them", first);
  return FALSE;
}

static gboolean
check_key (GKeyFile *file, const char *name, const char *key, GError **error)
{
  static const char *const prefixes[] = { PROFILE_SCHEMA, PROFILE_TYPES };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (key, prefixes[i]))
      return check_table_key (file, name, key, prefixes[i], error);
  if (strcmp (key, PROFILE_URI) != 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "the key is unknown: a profile has “uri”, “schema.TABLE” and “types.TABLE”");
  return strcmp (key, PROFILE_URI) == 0;
}

static gboolean
check_keys (GKeyFile *file, const char *name, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, name, NULL, error);

  for (char **key = keys; keys != NULL && *key != NULL; key++)
    if (!check_key (file, name, *key, error))
      {
        profile_prefix_error (error, name, *key);
        return FALSE;
      }
  return keys != NULL;
}

gboolean
profile_check (GKeyFile *file, const char *name, GError **error)
{
  g_auto (GStrv) names = g_key_file_get_groups (file, NULL);
  g_autofree char *path = profile_get_path ();
  g_autofree char *advice = NULL;

  if (g_key_file_has_group (file, name))
    return check_keys (file, name, error);
  advice = suggest_text (name, (const char *const *) names);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s has no profile “%s”%s", path, name,
               advice);
  return FALSE;
}

/* Returns the name that the user gave, or NULL. */
static const char *
get_given_name (const Tool *tool)
{
  const char *name = tool->profile != NULL ? tool->profile : g_getenv ("HBASE_PROFILE");

  return name != NULL && *name != '\0' ? name : NULL;
}

/* Returns the name of the profile that is used, and its file, or NULL. Without a name the default profile is
 * used, unless the database is given. */
static const char *
choose_profile (const Tool *tool, GKeyFile **file, GError **error)
{
  const char *name = get_given_name (tool);

  if (name == NULL && (tool->uri != NULL || g_getenv ("HBASE_URI") != NULL))
    return NULL;
  *file = profile_load (error);
  if (*file != NULL && name == NULL && g_key_file_has_group (*file, DEFAULT_PROFILE))
    name = DEFAULT_PROFILE;
  return *file != NULL ? name : NULL;
}

/* Returns NULL without an error if there is no profile, or no such key in it. `table`: NULL if `prefix` is
 * the whole key. */
static char *
find_value (const Tool *tool, const char *prefix, const char *table, GError **error)
{
  g_autoptr (GKeyFile) file = NULL;
  const char *name = choose_profile (tool, &file, error);
  g_autofree char *key = NULL;

  if (name == NULL || !profile_check (file, name, error))
    return NULL;
  key = table != NULL ? profile_find_key (file, name, prefix, table) : g_strdup (prefix);
  return profile_get_string (file, name, key, error);
}

char *
profile_find_uri (const Tool *tool, GError **error)
{
  return find_value (tool, PROFILE_URI, NULL, error);
}

char *
profile_find_schema (const Tool *tool, const char *table, GError **error)
{
  return find_value (tool, PROFILE_SCHEMA, table, error);
}

char **
profile_find_types (const Tool *tool, const char *table, GError **error)
{
  g_autofree char *text = find_value (tool, PROFILE_TYPES, table, error);
  g_auto (GStrv) types = text != NULL ? g_strsplit (text, ";", -1) : NULL;
  guint n_types = types != NULL ? g_strv_length (types) : 0;

  /* A list can end in a separator. */
  if (n_types > 0 && *types[n_types - 1] == '\0')
    g_clear_pointer (&types[n_types - 1], g_free);
  return g_steal_pointer (&types);
}
