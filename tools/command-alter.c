/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands alter and truncate, which change existing tables. */

#include "config.h"

#include "tool.h"

/* ---- alter ---- */

typedef struct {
  char **deleted;
  gboolean dry_run;
} AlterOptions;

/* Parses the families that are added or changed. (element-type HBaseFamilyDescriptor) */
static GPtrArray *
parse_families (char **texts, GError **error)
{
  g_autoptr (GPtrArray) families
      = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_family_descriptor_unref);

  for (; *texts != NULL; texts++)
    {
      HBaseFamilyDescriptor *family = hbase_family_descriptor_new_from_string (*texts, error);

      if (family == NULL)
        return NULL;
      g_ptr_array_add (families, family);
    }
  return g_steal_pointer (&families);
}

/* Adds the family, or changes those of its settings that are given, in HBase unless `admin` is NULL,
 * and in the description. */
static gboolean
alter_family (
    Tool *tool, HBaseAdmin *admin, HBaseTableDescriptor *table, HBaseFamilyDescriptor *change, GError **error)
{
  const char *name = hbase_table_descriptor_get_name (table);
  HBaseFamilyDescriptor *family
      = hbase_table_descriptor_get_family (table, hbase_family_descriptor_get_name (change));

  if (family == NULL)
    {
      hbase_table_descriptor_add_family (table, change);
      return admin == NULL || hbase_admin_add_family (admin, name, change, tool->cancellable, error);
    }
  hbase_family_descriptor_merge (family, change);
  return admin == NULL || hbase_admin_modify_family (admin, name, family, tool->cancellable, error);
}

static gboolean
delete_family (Tool *tool, HBaseAdmin *admin, HBaseTableDescriptor *table, const char *family, GError **error)
{
  hbase_table_descriptor_remove_family (table, family);
  return admin == NULL
         || hbase_admin_delete_family (admin, hbase_table_descriptor_get_name (table), family,
                                       tool->cancellable, error);
}

static gboolean
alter (Tool *tool,
       HBaseAdmin *admin,
       HBaseTableDescriptor *table,
       GPtrArray *changes,
       char **deleted,
       GError **error)
{
  for (guint i = 0; i < changes->len; i++)
    if (!alter_family (tool, admin, table, changes->pdata[i], error))
      return FALSE;
  for (; deleted != NULL && *deleted != NULL; deleted++)
    if (!delete_family (tool, admin, table, *deleted, error))
      return FALSE;
  return TRUE;
}

static int
alter_table (Tool *tool, const char *name, GPtrArray *changes, const AlterOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseAdmin) admin = tool_open_admin (tool, name, &error);
  g_autoptr (HBaseTableDescriptor) table
      = admin != NULL ? hbase_admin_describe_table (admin, name, tool->cancellable, &error) : NULL;
  g_autofree char *text = NULL;

  if (table == NULL
      || !alter (tool, options->dry_run ? NULL : admin, table, changes, options->deleted, &error))
    return tool_failed (error);
  text = hbase_table_descriptor_to_string (table);
  if (options->dry_run)
    g_print ("%s\n", text);
  return TOOL_DONE;
}

static int
run_alter (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv), deleted = NULL;
  AlterOptions options = { NULL };
  const GOptionEntry entries[] = {
    { "delete", 0, 0, G_OPTION_ARG_STRING_ARRAY, &deleted,
      "delete a column family with all its cells; can be repeated", "FAMILY" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run,
      "print the table as it would be, and change nothing", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_alter, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  options.deleted = deleted;
  changes = parse_families (words + 2, &error);
  if (changes == NULL)
    return tool_usage (&command_alter, "%s", error->message);
  if (changes->len == 0 && deleted == NULL)
    return tool_usage (&command_alter, "name a column family to add or to change, or --delete one");
  return alter_table (tool, words[1], changes, &options);
}

const ToolCommand command_alter = {
  "alter",
  "TABLE [FAMILY…]",
  "add, change and delete column families of a table",
  "A FAMILY is its name, and its settings in braces: 'f {VERSIONS 3, TTL 7d, COMPRESSION snappy}'.\n"
  "A family that the table lacks is added; of one that it has, the given settings are changed.",
  run_alter,
};

/* ---- truncate ---- */

static int
run_truncate (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  gboolean merges = FALSE;
  const GOptionEntry entries[] = {
    { "one-region", 0, 0, G_OPTION_ARG_NONE, &merges, "leave one region, instead of those that there are",
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_truncate, entries, &words, 1, 1))
    return TOOL_USAGE;
  admin = tool_open_admin (tool, words[1], &error);
  if (admin == NULL || !hbase_admin_truncate_table (admin, words[1], !merges, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_truncate = {
  "truncate",
  "TABLE",
  "delete all rows of a table",
  "The table keeps its column families, and is enabled afterwards. There is no confirmation, and the\n"
  "rows can't be restored.",
  run_truncate,
};
