/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command profile, which lists and changes the profiles of the user. */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "actions.h"
#include "output.h"
#include "profile.h"
#include "tool.h"

/* Returns the URI without a password, which could be there although the library doesn't accept one. */
static char *
hide_password (const char *uri)
{
  g_autoptr (GRegex) pattern = g_regex_new ("://([^/@:]*):[^/@]*@", 0, 0, NULL);

  return g_regex_replace (pattern, uri, -1, 0, "://\\1:…@", 0, NULL);
}

/* `name_column`, `value_column`: the headings. */
static void
print_pair (
    Tool *tool, const char *name_column, const char *value_column, const char *name, const char *value)
{
  g_autofree char *without_password = hide_password (value);
  g_autofree char *shown_name = output_escape (name), *shown = output_escape (without_password);

  output_record (tool, (OutputField[]){ { name_column, shown_name }, { value_column, shown } }, 2);
}

/* A link isn't replaced, but the file that it names. */
static char *
find_file (void)
{
  g_autofree char *path = profile_get_path ();
  char *target = realpath (path, NULL);

  return target != NULL ? target : g_steal_pointer (&path);
}

static int
save (GKeyFile *file)
{
  g_autofree char *path = find_file ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = g_key_file_to_data (file, NULL, NULL);
  g_autoptr (GError) error = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return tool_not_found ("the folder %s can't be made: %s", folder, g_strerror (errno));
  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- list, show ---- */

/* A value that can't be read is reported, and doesn't keep the others from being printed. */

static int
list_profiles (Tool *tool, char **words, gconstpointer data)
{
  GKeyFile *file = (GKeyFile *) data;
  g_auto (GStrv) names = g_key_file_get_groups (file, NULL);
  int status = TOOL_DONE;

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *uri = profile_get_string (file, *name, PROFILE_URI, &error);

      if (error == NULL)
        print_pair (tool, "profile", "uri", *name, uri != NULL ? uri : "");
      else
        status = tool_failed_in_data (error);
    }
  return status;
}

static int
show_profile (Tool *tool, char **words, gconstpointer data)
{
  GKeyFile *file = (GKeyFile *) data;
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) keys = NULL;
  int status = TOOL_DONE;

  if (!profile_check (file, words[0], &problem))
    return tool_failed_in_data (problem);
  keys = g_key_file_get_keys (file, words[0], NULL, NULL);
  for (char **key = keys; *key != NULL; key++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *value = profile_get_string (file, words[0], *key, &error);

      if (error == NULL)
        print_pair (tool, "key", "value", *key, value);
      else
        status = tool_failed_in_data (error);
    }
  return status;
}

/* ---- add ---- */

static gboolean
is_uri (const char *word)
{
  return strstr (word, "://") != NULL || g_str_has_prefix (word, "local:");
}

static gboolean
set_uri (GKeyFile *file, const char *name, const char *uri, GError **error)
{
  if (!tool_check_uri (uri, error))
    return FALSE;
  g_key_file_set_string (file, name, PROFILE_URI, uri);
  return TRUE;
}

/* `word`: `TABLE=SCHEMA`. */
static gboolean
set_schema (GKeyFile *file, const char *name, const char *word, GError **error)
{
  const char *equals = strchr (word, '=');
  g_autofree char *table = g_strndup (word, equals != NULL ? (gsize) (equals - word) : 0);
  g_autofree char *key = profile_find_key (file, name, PROFILE_SCHEMA, table);
  g_autoptr (HBaseKeySchema) schema = NULL;

  if (*table == '\0' || strpbrk (table, "[] \t") != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is neither a URI nor TABLE=SCHEMA",
                   word);
      return FALSE;
    }
  schema = hbase_key_schema_new (equals + 1, error);
  if (schema == NULL)
    g_prefix_error (error, "the schema of table “%s”: ", table);
  else
    g_key_file_set_string (file, name, key, equals + 1);
  return schema != NULL;
}

static gboolean
check_name (const char *name, GError **error)
{
  if (*name != '\0' && strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.") == strlen (name))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "“%s” can't be the name of a profile: give letters, digits, “-”, “_” and “.”", name);
  return FALSE;
}

static int
add_profile (Tool *tool, char **words, gconstpointer data)
{
  GKeyFile *file = (GKeyFile *) data;
  const char *name = words[0];
  g_autoptr (GError) error = NULL;

  if (!check_name (name, &error))
    return tool_failed (error);
  for (char **word = words + 1; *word != NULL; word++)
    if (!(is_uri (*word) ? set_uri : set_schema) (file, name, *word, &error))
      return tool_failed (error);
  return save (file);
}

/* ---- remove ---- */

/* Without tables the whole profile is removed. */
static int
remove_profile (Tool *tool, char **words, gconstpointer data)
{
  GKeyFile *file = (GKeyFile *) data;
  const char *name = words[0];
  g_autoptr (GError) error = NULL;

  if (!g_key_file_has_group (file, name))
    {
      profile_check (file, name, &error);
      return tool_failed_in_data (error);
    }
  if (words[1] == NULL)
    g_key_file_remove_group (file, name, NULL);
  for (char **table = words + 1; *table != NULL; table++)
    {
      g_autofree char *key = profile_find_key (file, name, PROFILE_SCHEMA, *table);

      if (!g_key_file_remove_key (file, name, key, NULL))
        return tool_not_found ("profile “%s” has no schema of table “%s”: nothing was removed", name, *table);
    }
  return save (file);
}

/* ---- the command ---- */

static const Action actions[] = {
  { "list", 0, 0, NULL, list_profiles },
  { "show", 1, 1, "NAME", show_profile },
  { "add", 2, G_MAXINT, "NAME and URI or TABLE=SCHEMA", add_profile },
  { "remove", 1, G_MAXINT, "NAME", remove_profile },
  { NULL },
};

static int
run_profile (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GKeyFile) file = NULL;
  g_autoptr (GError) error = NULL;
  const Action *action;
  char **rest;

  if (!tool_parse (tool, &command_profile, NULL, &words, 0, G_MAXINT))
    return TOOL_USAGE;
  rest = words + 1;
  action = action_find (&command_profile, actions, &rest);
  if (action == NULL)
    return TOOL_USAGE;
  file = profile_load (&error);
  return file != NULL ? action->run (tool, rest, file) : tool_failed_in_data (error);
}

const ToolCommand command_profile = {
  "profile",
  "[list|show|add|remove] [NAME] [URI] [TABLE=SCHEMA…]",
  "list, show, add or remove profiles: names for databases, and the schemas of their tables",
  "  profile list                                the profiles and their URIs\n"
  "  profile show NAME                           what a profile contains\n"
  "  profile add NAME [URI] [TABLE=SCHEMA…]      add a profile, or change one\n"
  "  profile remove NAME [TABLE…]                remove a profile, or only the schemas of these tables\n"
  "\n"
  "Profiles are the groups of the file ~/.config/hbase-glib/config, which can also be edited. --profile\n"
  "selects one of them, or else the environment variable HBASE_PROFILE. Without both, and if no\n"
  "database is given by --uri or HBASE_URI, the profile “default” is used if it exists. --uri\n"
  "replaces the profile's URI, as HBASE_URI does if the profile isn't given by --profile; --schema replaces\n"
  "its schema; with --schema= there is no schema.\n"
  "\n"
  "Example: hbase-glib profile add work thrift://gateway:9090 \\\n"
  "           actions=userid:uint32,stamp:reverse-ms,actionid:uint32\n"
  "         hbase-glib -p work scan actions --prefix=userid=7",
  run_profile,
  TOOL_RECORDS,
};
