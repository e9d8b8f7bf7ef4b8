/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command alter.
 *
 *  1. One family that is added or changed is a call of its own. All else is one call that replaces the
 *     table's description, so that either all changes are made, or none. */

#include "config.h"

#include <string.h>

#include "confirm.h"
#include "output.h"
#include "table-text.h"
#include "tool.h"

typedef struct {
  char **deleted, **unset; /* NULL: none */
  gboolean dry_run, yes;
} AlterOptions;

static void
alter_options_clear (AlterOptions *options)
{
  g_strfreev (options->deleted);
  g_strfreev (options->unset);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AlterOptions, alter_options_clear)

/* What is changed. */
typedef struct {
  Tool *tool;
  HBaseAdmin *admin;
  const char *name;
  HBaseTableDescriptor *table;   /* as it will be */
  HBaseTableDescriptor *changes; /* its name, and what is given of it */
  gboolean changes_table;        /* settings of the table are given */
  const AlterOptions *options;
} Alteration;

static void
alteration_clear (Alteration *alteration)
{
  g_clear_object (&alteration->admin);
  g_clear_pointer (&alteration->table, hbase_table_descriptor_unref);
  g_clear_pointer (&alteration->changes, hbase_table_descriptor_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Alteration, alteration_clear)

/* ---- the description ---- */

static gboolean
find_family (Alteration *alteration, const char *name, HBaseFamilyDescriptor **family, GError **error)
{
  *family = hbase_table_descriptor_get_family (alteration->table, name);
  if (*family == NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_FAMILY_NOT_FOUND, "table “%s” has no column family “%s”",
                 alteration->name, name);
  return *family != NULL;
}

static gboolean
remove_family (Alteration *alteration, const char *name, GError **error)
{
  HBaseFamilyDescriptor *unused;

  return find_family (alteration, name, &unused, error)
         && hbase_table_descriptor_remove_family (alteration->table, name);
}

/* `text`: `NAME`, an attribute of the table, or `FAMILY:NAME`, a setting, attribute or option of a family. */
static gboolean
unset (Alteration *alteration, const char *text, GError **error)
{
  const char *colon = strchr (text, ':'), *name = colon != NULL ? colon + 1 : text;
  g_autofree char *family_name = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  HBaseFamilyDescriptor *family;

  if (colon == NULL && g_ascii_strcasecmp (name, "DURABILITY") == 0)
    hbase_table_descriptor_set_durability (alteration->table, HBASE_DURABILITY_USE_DEFAULT);
  else if (colon == NULL)
    hbase_table_descriptor_remove_attribute (alteration->table, name);
  if (colon == NULL)
    return TRUE;
  if (!find_family (alteration, family_name, &family, error))
    return FALSE;
  hbase_family_descriptor_unset (family, name);
  hbase_family_descriptor_remove_attribute (family, name);
  hbase_family_descriptor_set_configuration (family, name, NULL);
  return TRUE;
}

/* Changes the description as it was requested. */
static gboolean
change_description (Alteration *alteration, GError **error)
{
  char **deleted = alteration->options->deleted, **names = alteration->options->unset;

  hbase_table_descriptor_merge (alteration->table, alteration->changes);
  for (; names != NULL && *names != NULL; names++)
    if (!unset (alteration, *names, error))
      return FALSE;
  for (; deleted != NULL && *deleted != NULL; deleted++)
    if (!remove_family (alteration, *deleted, error))
      return FALSE;
  return hbase_table_descriptor_check (alteration->table, NULL, error);
}

/* ---- calls ---- */

/* Returns the only family that is added or changed, if nothing else is changed; NULL otherwise. */
static HBaseFamilyDescriptor *
find_single_change (Alteration *alteration)
{
  g_autoptr (GPtrArray) changed = hbase_table_descriptor_get_families (alteration->changes);

  if (alteration->changes_table || alteration->options->deleted != NULL || alteration->options->unset != NULL
      || changed->len != 1)
    return NULL;
  return hbase_table_descriptor_get_family (alteration->table,
                                            hbase_family_descriptor_get_name (changed->pdata[0]));
}

/* `before`: the table without the changes. */
static gboolean
send (Alteration *alteration, HBaseTableDescriptor *before, GError **error)
{
  GCancellable *cancellable = alteration->tool->cancellable;
  HBaseFamilyDescriptor *family = find_single_change (alteration);

  if (family == NULL)
    return hbase_admin_modify_table (alteration->admin, alteration->table, cancellable, error);
  if (hbase_table_descriptor_get_family (before, hbase_family_descriptor_get_name (family)) == NULL)
    return hbase_admin_add_family (alteration->admin, alteration->name, family, cancellable, error);
  return hbase_admin_modify_family (alteration->admin, alteration->name, family, cancellable, error);
}

static void
print_plan (const Alteration *alteration)
{
  g_autofree char *text = hbase_table_descriptor_to_string (alteration->table);
  g_autoptr (GString) line = g_string_new (text);

  output_line (line);
}

/* ---- the command ---- */

static int
confirm_deletions (Alteration *alteration)
{
  const AlterOptions *options = alteration->options;
  g_autofree char *names = options->deleted != NULL ? g_strjoinv ("”, “", options->deleted) : NULL;
  g_autofree char *question = g_strdup_printf ("Delete “%s” of table “%s”, with all cells?",
                                               names != NULL ? names : "", alteration->name);

  return confirm (alteration->tool, &command_alter, options->deleted == NULL || options->yes,
                  "deletes a column family with all its cells", question);
}

static int
alter (Alteration *alteration, GError **error)
{
  g_autoptr (HBaseTableDescriptor) before = NULL;
  int status;

  alteration->admin = tool_open_admin (alteration->tool, alteration->name, error);
  if (alteration->admin != NULL)
    before = hbase_admin_describe_table (alteration->admin, alteration->name, alteration->tool->cancellable,
                                         error);
  if (before == NULL)
    return TOOL_FAILED;
  alteration->table = hbase_table_descriptor_copy (before);
  if (!change_description (alteration, error))
    return TOOL_FAILED;
  if (alteration->options->dry_run)
    {
      print_plan (alteration);
      return TOOL_DONE;
    }
  status = confirm_deletions (alteration);
  return status != TOOL_DONE || send (alteration, before, error) ? status : TOOL_FAILED;
}

/* Returns whether anything is to be changed. */
static gboolean
has_changes (const Alteration *alteration, char **families)
{
  return alteration->changes_table || *families != NULL || alteration->options->deleted != NULL
         || alteration->options->unset != NULL;
}

/* Returns a family that is to be both changed and deleted; NULL: none. */
static const char *
find_contradiction (const Alteration *alteration)
{
  char **deleted = alteration->options->deleted;

  for (; deleted != NULL && *deleted != NULL; deleted++)
    if (hbase_table_descriptor_get_family (alteration->changes, *deleted) != NULL)
      return *deleted;
  return NULL;
}

static int
run_alter (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (AlterOptions) options = { NULL };
  const GOptionEntry entries[] = {
    { "delete", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.deleted,
      "delete a column family with all its cells; can be repeated", "FAMILY" },
    { "unset", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.unset,
      "remove an attribute of the table, or what is set of a family, so that the default holds; can be "
      "repeated",
      "[FAMILY:]NAME" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run,
      "print the table as it would be, and change nothing", NULL },
    CONFIRM_ENTRY (&options.yes),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (Alteration) alteration = { .tool = tool, .options = &options };
  g_autoptr (GError) error = NULL;
  const char *contradicted;
  int status;

  if (!tool_parse (tool, &command_alter, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  alteration.changes_table = strchr (words[1], '{') != NULL;
  if (!has_changes (&alteration, words + 2))
    return tool_usage (&command_alter, "name a column family to add or to change, or --delete one");
  alteration.changes = table_text_parse_words (words + 1, &error);
  if (alteration.changes == NULL)
    return tool_usage (&command_alter, "%s", error->message);
  contradicted = find_contradiction (&alteration);
  if (contradicted != NULL)
    return tool_usage (&command_alter, "the family “%s” can't be both changed and deleted", contradicted);
  alteration.name = hbase_table_descriptor_get_name (alteration.changes);
  status = alter (&alteration, &error);
  return error != NULL ? tool_failed (error) : status;
}

const ToolCommand command_alter = {
  "alter",
  "TABLE [FAMILY…]",
  "change a table: its settings, and its column families",
  "A FAMILY is its name, and its settings in braces: 'f {VERSIONS 3, TTL 7d, COMPRESSION snappy}'.\n"
  "A family that the table lacks is added; of one that it has, the given settings are changed. TABLE can\n"
  "have settings, too: 't {DURABILITY async-wal, METADATA {MAX_FILESIZE 10737418240}}'.\n"
  "  hbase-glib alter t 'f {TTL 1d}' --delete=g --unset=f:COMPRESSION --dry-run\n"
  "\n"
  "--delete asks before; where the standard input isn't a terminal, --yes must be given.",
  run_alter,
};
