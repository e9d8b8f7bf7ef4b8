/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command check. */

#include "config.h"

#include <string.h>

#include "column.h"
#include "row-actions.h"
#include "rows.h"
#include "value-types.h"

/* What the newest version of a column must be. */
typedef struct {
  ToolColumn column; /* its value: NULL if the column must be missing, or must not be */
  HBaseCompareOperator compare;
} Condition;

static void
condition_clear (Condition *condition)
{
  tool_clear_column (&condition->column);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Condition, condition_clear)

typedef struct {
  const char *name;
  HBaseCompareOperator compare;
  gboolean has_value;
} Operator;

static const Operator operators[] = {
  { "=", HBASE_COMPARE_OPERATOR_EQUAL, TRUE },
  { "==", HBASE_COMPARE_OPERATOR_EQUAL, TRUE },
  { "eq", HBASE_COMPARE_OPERATOR_EQUAL, TRUE },
  { "!=", HBASE_COMPARE_OPERATOR_NOT_EQUAL, TRUE },
  { "ne", HBASE_COMPARE_OPERATOR_NOT_EQUAL, TRUE },
  { "<", HBASE_COMPARE_OPERATOR_LESS, TRUE },
  { "lt", HBASE_COMPARE_OPERATOR_LESS, TRUE },
  { "<=", HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL, TRUE },
  { "le", HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL, TRUE },
  { ">", HBASE_COMPARE_OPERATOR_GREATER, TRUE },
  { "gt", HBASE_COMPARE_OPERATOR_GREATER, TRUE },
  { ">=", HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, TRUE },
  { "ge", HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, TRUE },
  { "missing", HBASE_COMPARE_OPERATOR_EQUAL, FALSE },
  { "present", HBASE_COMPARE_OPERATOR_NOT_EQUAL, FALSE },
};

static const Operator *
find_operator (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (strcmp (operators[i].name, name) == 0)
      return &operators[i];
  return NULL;
}

/* Parses the value as if it were written into the column. */
static gboolean
parse_value (const char *text, ToolColumn *column, GError **error)
{
  if (!value_from_text (column, text, error))
    return FALSE;
  if (column->value.length > 0)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "a cell can't be compared with the empty value: HBase doesn't distinguish it from a missing "
               "cell; give “missing” or “present”");
  return FALSE;
}

/* Parses `COLUMN OPERATOR [VALUE]`. `n_words`: how many words these are. */
static gboolean
parse_condition (char **words, Condition *condition, guint *n_words, GError **error)
{
  const Operator *found = find_operator (words[1]);

  if (!tool_parse_column (words[0], COLUMN_QUALIFIED, &condition->column, error))
    return FALSE;
  if (found == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "“%s” isn't an operator: give =, !=, <, <=, >, >=, missing or present", words[1]);
      return FALSE;
    }
  condition->compare = found->compare;
  *n_words = found->has_value ? 3 : 2;
  return !found->has_value || parse_value (words[2], &condition->column, error);
}

/* A single put or delete on equality has calls of its own, which all versions of HBase execute alike. */
static gboolean
send (Tool *tool,
      HBaseTable *table,
      const Condition *condition,
      GArray *actions,
      gboolean *applied,
      GError **error)
{
  const ToolColumn *column = &condition->column;
  const RowAction *first = &g_array_index (actions, RowAction, 0);
  gboolean is_simple = actions->len == 1 && condition->compare == HBASE_COMPARE_OPERATOR_EQUAL;
  g_autoptr (HBaseRowMutations) mutations = NULL;
  const ToolBytes *qualifier = &column->qualifier, *value = &column->value;

  if (is_simple && first->put != NULL)
    return hbase_table_check_and_put (table, column->family, qualifier->data, qualifier->length, value->data,
                                      value->length, first->put, applied, tool->cancellable, error);
  if (is_simple)
    return hbase_table_check_and_delete (table, column->family, qualifier->data, qualifier->length,
                                         value->data, value->length, first->delete_, applied,
                                         tool->cancellable, error);
  mutations = row_actions_to_mutations (actions);
  return hbase_table_check_and_mutate (table, column->family, qualifier->data, qualifier->length,
                                       condition->compare, value->data, value->length, mutations, applied,
                                       tool->cancellable, error);
}

static int
check (Tool *tool, char **words, const RowActionOptions *options)
{
  g_auto (Condition) condition = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GBytes) row = NULL;
  g_autoptr (GArray) actions = NULL;
  gboolean applied = FALSE;
  guint n_words;

  if (!parse_condition (words + 3, &condition, &n_words, &error))
    return tool_usage (&command_check, "%s", error->message);
  table = tool_open_table (tool, words[1], &error);
  row = table != NULL ? row_find (tool, table, words[2], TRUE, &error) : NULL;
  actions = row != NULL ? row_actions_parse (row, words + 3 + n_words, options, &error) : NULL;
  if (actions == NULL || !send (tool, table, &condition, actions, &applied, &error))
    return tool_failed (error);
  return applied ? TOOL_DONE
                 : tool_not_found ("the condition isn't true of row “%s”: nothing was changed", words[2]);
}

static int
run_check (Tool *tool, char **argv)
{
  g_auto (RowActionOptions) options = { 0 };
  GOptionEntry entries[] = { ROW_ACTION_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);

  if (!tool_parse_more (tool, &command_check, entries, more, &words, 5, G_MAXINT))
    return TOOL_USAGE;
  return check (tool, words, &options);
}

const ToolCommand command_check = {
  "check",
  "TABLE ROW COLUMN OPERATOR [VALUE] ACTION…",
  "put and delete columns of a row on a condition, in one atomic step",
  "The newest version of the column is compared with the value: =, !=, <, <=, > or >=, or eq, ne, lt, le, "
  "gt\n"
  "or ge, which needn't be quoted for a shell. Bytes are compared without signs. The operators `missing`\n"
  "and `present` take no value; a cell with an empty value counts as missing. If the column is missing, no\n"
  "comparison with a value is true. The exit status is 1 if nothing was changed because the condition isn't\n"
  "true. A value that begins with - and isn't a number is given after --.\n"
  "\n" ROW_ACTIONS_TEXT "\n"
  "\n"
  "Examples:\n"
  "  hbase-glib check guests ada content:name = Ada put content:name='Ada Lovelace'\n"
  "  hbase-glib check guests ada content:times ge 5 delete content:times put content:often=yes\n"
  "  hbase-glib check guests ada content:name missing put content:name=Ada",
  run_check,
};
