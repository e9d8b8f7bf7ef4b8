/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command namespace. */

#include "config.h"

#include <string.h>

#include "actions.h"
#include "confirm.h"
#include "output.h"
#include "tool.h"

typedef struct {
  char **unset; /* NULL: none */
  gboolean dry_run, if_exists, if_not_exists, yes;
} NamespaceOptions;

static HBaseAdmin *
open_admin (Tool *tool, GError **error)
{
  return tool_open_admin (tool, NULL, error);
}

static void
print (HBaseNamespaceDescriptor *descriptor)
{
  g_autofree char *text = hbase_namespace_descriptor_to_string (descriptor);
  g_autoptr (GString) line = g_string_new (text);

  output_line (line);
}

/* ---- list, describe ---- */

static int
list (Tool *tool, char **words, gconstpointer options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseAdmin) admin = open_admin (tool, &error);
  g_auto (GStrv) names
      = admin != NULL ? hbase_admin_list_namespaces (admin, tool->cancellable, &error) : NULL;

  if (names == NULL)
    return tool_failed (error);
  output_names (tool, "namespace", (const char *const *) names);
  return TOOL_DONE;
}

static void
print_options (Tool *tool, HBaseNamespaceDescriptor *descriptor)
{
  g_auto (GStrv) names = hbase_namespace_descriptor_list_configuration (descriptor);
  g_autofree char *namespace_ = output_escape (hbase_namespace_descriptor_get_name (descriptor));

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *value = hbase_namespace_descriptor_dup_configuration (descriptor, *name);
      g_autofree char *shown_name = output_escape (*name), *shown = output_escape (value);

      output_record (
          tool, (OutputField[]){ { "namespace", namespace_ }, { "name", shown_name }, { "value", shown } },
          3);
    }
}

static int
describe (Tool *tool, char **words, gconstpointer options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseAdmin) admin = open_admin (tool, &error);

  for (; admin != NULL && *words != NULL; words++)
    {
      g_autoptr (HBaseNamespaceDescriptor) descriptor
          = hbase_admin_describe_namespace (admin, *words, tool->cancellable, &error);

      if (descriptor == NULL)
        return tool_failed (error);
      if (tool->json || tool->csv || tool->table)
        print_options (tool, descriptor);
      else
        print (descriptor);
    }
  return admin != NULL ? TOOL_DONE : tool_failed (error);
}

/* ---- create, alter ---- */

/* Parses the name, with configuration in braces or without. A word without braces is a name, whatever
 * characters it has, so that the rule for names is reported. */
static HBaseNamespaceDescriptor *
parse_name (const char *word, GError **error)
{
  return strchr (word, '{') != NULL ? hbase_namespace_descriptor_new_from_string (word, error)
                                    : hbase_namespace_descriptor_new (word);
}

/* `word`: `OPTION=VALUE`. */
static gboolean
set_option (HBaseNamespaceDescriptor *descriptor, const char *word, GError **error)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name = equals != NULL ? g_strndup (word, (gsize) (equals - word)) : NULL;

  if (name == NULL || *name == '\0')
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't OPTION=VALUE", word);
      return FALSE;
    }
  hbase_namespace_descriptor_set_configuration (descriptor, name, equals + 1);
  return TRUE;
}

static HBaseNamespaceDescriptor *
parse (char **words, GError **error)
{
  g_autoptr (HBaseNamespaceDescriptor) descriptor = parse_name (words[0], error);

  for (char **word = words + 1; descriptor != NULL && *word != NULL; word++)
    if (!set_option (descriptor, *word, error))
      return NULL;
  return g_steal_pointer (&descriptor);
}

/* Prints the namespace, if there is none of that name. */
static gboolean
print_plan (Tool *tool, HBaseAdmin *admin, HBaseNamespaceDescriptor *descriptor, GError **error)
{
  const char *name = hbase_namespace_descriptor_get_name (descriptor);
  g_autoptr (GError) problem = NULL;
  g_autoptr (HBaseNamespaceDescriptor) existing
      = hbase_admin_describe_namespace (admin, name, tool->cancellable, &problem);

  if (existing != NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_NAMESPACE_EXISTS, "namespace “%s” exists already", name);
  else if (!g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_NAMESPACE_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&problem));
  else
    print (descriptor);
  return existing == NULL && problem != NULL;
}

static gboolean
create_namespace (Tool *tool,
                  const NamespaceOptions *options,
                  HBaseNamespaceDescriptor *descriptor,
                  GError **error)
{
  g_autoptr (HBaseAdmin) admin = NULL;

  tool->may_create = !options->dry_run;
  admin = open_admin (tool, error);
  if (admin == NULL)
    return FALSE;
  return options->dry_run ? print_plan (tool, admin, descriptor, error)
                          : hbase_admin_create_namespace (admin, descriptor, tool->cancellable, error);
}

static int
create (Tool *tool, char **words, gconstpointer data)
{
  const NamespaceOptions *options = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseNamespaceDescriptor) descriptor = parse (words, &error);
  const char *name;

  if (descriptor == NULL)
    return tool_failed (error);
  if (create_namespace (tool, options, descriptor, &error))
    return TOOL_DONE;
  if (!g_error_matches (error, HBASE_ERROR, HBASE_ERROR_NAMESPACE_EXISTS))
    return tool_failed (error);
  name = hbase_namespace_descriptor_get_name (descriptor);
  if (!options->if_not_exists)
    return tool_not_found ("namespace “%s” exists already", name);
  tool_note (tool, "namespace “%s” exists already: nothing was done", name);
  return TOOL_DONE;
}

/* Makes the changes, and the removals of --unset. */
static void
change (HBaseNamespaceDescriptor *descriptor, HBaseNamespaceDescriptor *changes, char **unset)
{
  g_auto (GStrv) names = hbase_namespace_descriptor_list_configuration (changes);

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *value = hbase_namespace_descriptor_dup_configuration (changes, *name);

      hbase_namespace_descriptor_set_configuration (descriptor, *name, value);
    }
  for (; unset != NULL && *unset != NULL; unset++)
    hbase_namespace_descriptor_set_configuration (descriptor, *unset, NULL);
}

static int
alter (Tool *tool, char **words, gconstpointer data)
{
  const NamespaceOptions *options = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseNamespaceDescriptor) changes = parse (words, &error), descriptor = NULL;
  g_autoptr (HBaseAdmin) admin = changes != NULL ? open_admin (tool, &error) : NULL;

  if (words[1] == NULL && strchr (words[0], '{') == NULL && options->unset == NULL)
    return tool_usage (&command_namespace, "OPTION=VALUE, or --unset=OPTION, is missing");
  if (admin != NULL)
    descriptor = hbase_admin_describe_namespace (admin, hbase_namespace_descriptor_get_name (changes),
                                                 tool->cancellable, &error);
  if (descriptor == NULL)
    return tool_failed (error);
  change (descriptor, changes, options->unset);
  if (options->dry_run)
    print (descriptor);
  else if (!hbase_admin_modify_namespace (admin, descriptor, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- drop ---- */

static gboolean
is_reserved (const char *name)
{
  return strcmp (name, "default") == 0 || strcmp (name, "hbase") == 0;
}

/* Prints what would be done with an existing namespace. */
static gboolean
print_drop (Tool *tool, HBaseAdmin *admin, const char *name, GError **error)
{
  g_auto (GStrv) tables = hbase_admin_list_tables (admin, name, NULL, FALSE, tool->cancellable, error);
  g_autofree char *shown = output_escape (name);
  g_autoptr (GString) line = g_string_new (NULL);

  if (tables == NULL)
    return FALSE;
  if (is_reserved (name))
    g_string_printf (line, "namespace “%s” couldn't be dropped: HBase reserves it", shown);
  else if (tables[0] == NULL)
    g_string_printf (line, "would drop namespace “%s”", shown);
  else
    g_string_printf (line, "namespace “%s” couldn't be dropped: it has tables (%u)", shown,
                     g_strv_length (tables));
  output_line (line);
  return TRUE;
}

static gboolean
drop_namespace (Tool *tool, const NamespaceOptions *options, const char *name, GError **error)
{
  g_autoptr (HBaseAdmin) admin = open_admin (tool, error);

  if (admin == NULL)
    return FALSE;
  return options->dry_run ? print_drop (tool, admin, name, error)
                          : hbase_admin_delete_namespace (admin, name, tool->cancellable, error);
}

static int
drop (Tool *tool, char **words, gconstpointer data)
{
  const NamespaceOptions *options = data;
  g_autofree char *question = g_strdup_printf ("Drop namespace “%s”?", words[0]);
  g_autoptr (GError) error = NULL;
  int status
      = confirm (tool, &command_namespace, options->yes || options->dry_run, "drops a namespace", question);

  if (status != TOOL_DONE || drop_namespace (tool, options, words[0], &error))
    return status;
  if (!options->if_exists || !g_error_matches (error, HBASE_ERROR, HBASE_ERROR_NAMESPACE_NOT_FOUND))
    return tool_failed (error);
  tool_note (tool, "there is no namespace “%s”: nothing was done", words[0]);
  return TOOL_DONE;
}

/* ---- the command ---- */

static const Action actions[] = {
  { "list", 0, 0, NULL, list },
  { "describe", 1, G_MAXINT, "NAMESPACE", describe },
  { "create", 1, G_MAXINT, "NAMESPACE", create },
  { "alter", 1, G_MAXINT, "NAMESPACE", alter },
  { "drop", 1, 1, "NAMESPACE", drop },
  { NULL },
};

static int
run_namespace (Tool *tool, char **argv)
{
  NamespaceOptions options = { NULL };
  const GOptionEntry entries[] = {
    { "unset", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.unset, "alter: remove that option; can be repeated",
      "OPTION" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run, "print what would be done, and change nothing",
      NULL },
    { "if-exists", 0, 0, G_OPTION_ARG_NONE, &options.if_exists,
      "drop: do nothing if there is no such namespace, which isn't an error then", NULL },
    { "if-not-exists", 0, 0, G_OPTION_ARG_NONE, &options.if_not_exists,
      "create: do nothing if there is such a namespace, which isn't an error then", NULL },
    CONFIRM_ENTRY (&options.yes),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  const Action *action = NULL;
  char **rest = NULL;
  int status = TOOL_USAGE;

  if (tool_parse (tool, &command_namespace, entries, &words, 0, G_MAXINT))
    {
      rest = words + 1;
      action = action_find (&command_namespace, actions, &rest);
    }
  if (action != NULL)
    status = action->run (tool, rest, &options);
  g_strfreev (options.unset);
  return status;
}

const ToolCommand command_namespace = {
  "namespace",
  "[list|describe|create|alter|drop] [NAMESPACE] [OPTION=VALUE…]",
  "list, describe, create, change or drop namespaces, which are groups of tables",
  "  namespace list                              the names\n"
  "  namespace describe NAMESPACE…               names and configuration, as `create` accepts them\n"
  "  namespace create NAMESPACE [OPTION=VALUE…]  create one\n"
  "  namespace alter NAMESPACE [OPTION=VALUE…]   set options of its configuration, or --unset them\n"
  "  namespace drop NAMESPACE                    delete one that has no tables\n"
  "\n"
  "A table of a namespace is called NAMESPACE:NAME; `hbase-glib tables --namespace=NAMESPACE` lists them.\n"
  "Configuration can also be given in braces:\n"
  "  hbase-glib namespace create shop hbase.namespace.quota.maxtables=5\n"
  "  hbase-glib namespace create 'shop {hbase.namespace.quota.maxtables 5}'\n"
  "\n"
  "`drop` asks before; where the standard input isn't a terminal, --yes must be given.",
  run_namespace,
  TOOL_CSV | TOOL_TABLE,
};
