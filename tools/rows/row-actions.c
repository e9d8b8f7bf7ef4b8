/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses puts and deletes of one row. */

#include "config.h"

#include <string.h>

#include "column.h"
#include "deletes.h"
#include "row-actions.h"
#include "rows.h"

void
row_action_options_clear (RowActionOptions *options)
{
  write_options_clear (&options->write);
}

gboolean
row_actions_is_verb (const char *word)
{
  return strcmp (word, "put") == 0 || strcmp (word, "delete") == 0;
}

static void
row_action_clear (gpointer data)
{
  RowAction *action = data;

  g_clear_pointer (&action->put, hbase_mutation_unref);
  g_clear_pointer (&action->delete_, hbase_mutation_unref);
}

static HBasePut *
make_put (GBytes *row, char **cells, const WriteOptions *options, GError **error)
{
  g_autoptr (HBasePut) put = hbase_put_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));

  if (cells[0] == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "COLUMN=VALUE is missing after “put”");
      return NULL;
    }
  if (!row_add_cells (put, cells, COLUMN_CELL, error)
      || !write_options_set (options, HBASE_MUTATION (put), error))
    return NULL;
  return g_steal_pointer (&put);
}

/* Adds a delete of those of the words that are families, or of those that aren't. */
static gboolean
add_delete (GArray *actions,
            GBytes *row,
            char **words,
            gboolean families,
            const RowActionOptions *options,
            GError **error)
{
  DeleteRequest request = { .write = &options->write };
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  RowAction action = { NULL, NULL };

  for (char **word = words; *word != NULL; word++)
    if ((strchr (*word, ':') == NULL) == families)
      g_ptr_array_add (chosen, *word);
  if (chosen->len == 0 && words[0] != NULL)
    return TRUE;
  g_ptr_array_add (chosen, NULL);
  if (!delete_parse_versions (options->newest, options->exact, &request.versions, error))
    return FALSE;
  action.delete_ = delete_make (row, (char **) chosen->pdata, &request, error);
  if (action.delete_ != NULL)
    g_array_append_val (actions, action);
  return action.delete_ != NULL;
}

/* Parses one action; `words`: the verb and what follows. A delete has a type, so that columns and families
 * are two of them. */
static gboolean
add_action (GArray *actions, GBytes *row, char **words, const RowActionOptions *options, GError **error)
{
  RowAction action = { NULL, NULL };

  if (strcmp (words[0], "delete") == 0)
    return add_delete (actions, row, words + 1, FALSE, options, error)
           && (words[1] == NULL || add_delete (actions, row, words + 1, TRUE, options, error));
  action.put = make_put (row, words + 1, &options->write, error);
  if (action.put != NULL)
    g_array_append_val (actions, action);
  return action.put != NULL;
}

/* Returns a copy of the first action's words. */
static GStrv
take_action (char **words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  do
    g_strv_builder_add (builder, *words++);
  while (*words != NULL && !row_actions_is_verb (*words));
  return g_strv_builder_end (builder);
}

/* Compares the cells of all puts: the last one of a column would replace the others. */
static gboolean
check_puts (char **words, GError **error)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  gboolean is_put = FALSE;

  for (; *words != NULL; words++)
    if (row_actions_is_verb (*words))
      is_put = strcmp (*words, "put") == 0;
    else if (is_put)
      g_ptr_array_add (cells, *words);
  g_ptr_array_add (cells, NULL);
  return row_check_cells ((char **) cells->pdata, COLUMN_CELL, error);
}

GArray *
row_actions_parse (GBytes *row, char **words, const RowActionOptions *options, GError **error)
{
  g_autoptr (GArray) actions = g_array_new (FALSE, FALSE, sizeof (RowAction));
  char **all = words;

  g_array_set_clear_func (actions, row_action_clear);
  if (words[0] == NULL || !row_actions_is_verb (words[0]))
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   words[0] != NULL ? "an action must begin with “put” or “delete”, not with “%s”"
                                    : "an action is missing: “put” with cells, or “delete”%s",
                   words[0] != NULL ? words[0] : "");
      return NULL;
    }
  while (*words != NULL)
    {
      g_auto (GStrv) taken = take_action (words);

      if (!add_action (actions, row, taken, options, error))
        return NULL;
      words += g_strv_length (taken);
    }
  return check_puts (all, error) ? g_steal_pointer (&actions) : NULL;
}

HBaseRowMutations *
row_actions_to_mutations (GArray *actions)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();

  for (guint i = 0; i < actions->len; i++)
    {
      const RowAction *action = &g_array_index (actions, RowAction, i);

      if (action->put != NULL)
        hbase_row_mutations_add (mutations, HBASE_MUTATION (action->put));
      else
        hbase_row_mutations_add (mutations, HBASE_MUTATION (action->delete_));
    }
  return mutations;
}
