/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands incr, append and cas, which change what a column has. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "output.h"
#include "rows.h"
#include "tool.h"

/* ---- incr ---- */

static gboolean
parse_amount (const char *text, gint64 *amount, GError **error)
{
  if (g_ascii_string_to_signed (text, 10, G_MININT64 + 1, G_MAXINT64, amount, NULL))
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't a whole number of 64 bits",
               text);
  return FALSE;
}

/* Removes a negative amount, which would be parsed as an option, from the words; NULL if there is none. */
static char *
take_negative (char **words)
{
  for (char **word = words + 1; *word != NULL && strcmp (*word, "--") != 0; word++)
    if (**word == '-' && g_ascii_isdigit ((*word)[1]) && !tool_option_takes_value (word[-1]))
      {
        char *amount = *word;

        memmove (word, word + 1, (g_strv_length (word + 1) + 1) * sizeof (char *));
        return amount;
      }
  return NULL;
}

static HBaseIncrement *
make_increment (Tool *tool, HBaseTable *table, char **words, const char *amount_text, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_auto (ToolColumn) column = { 0 };
  gint64 amount = 1;
  HBaseIncrement *increment;

  if (row == NULL || !tool_parse_column (words[1], COLUMN_NAME, &column, error))
    return NULL;
  if (amount_text != NULL && !parse_amount (amount_text, &amount, error))
    return NULL;
  if (column.qualifier == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't family:qualifier", words[1]);
      return NULL;
    }
  increment = hbase_increment_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  hbase_increment_add (increment, column.family, g_bytes_get_data (column.qualifier, NULL),
                       g_bytes_get_size (column.qualifier), amount);
  return increment;
}

/* Prints the row's only cell, which has 8 bytes. */
static int
print_number (HBaseRow *row)
{
  HBaseCellIter iter;
  guint64 number;

  hbase_cell_iter_init (&iter, row);
  if (!hbase_cell_iter_next (&iter) || iter.value_length != sizeof number)
    return tool_not_found ("the response has no number");
  memcpy (&number, iter.value, sizeof number);
  printf ("%" G_GINT64_FORMAT "\n", (gint64) GUINT64_FROM_BE (number));
  return TOOL_DONE;
}

static int
run_incr (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autofree char *negative = take_negative (words);
  g_autoptr (HBaseIncrement) increment = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_incr, NULL, &words, 3, negative != NULL ? 3 : 4))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table != NULL)
    increment = make_increment (tool, table, words + 2, negative != NULL ? negative : words[4], &error);
  if (increment != NULL)
    row = hbase_table_increment (table, increment, tool->cancellable, &error);
  return row != NULL ? print_number (row) : tool_failed (error);
}

const ToolCommand command_incr = {
  "incr",
  "TABLE ROW COLUMN [AMOUNT]",
  "increment a number, and print the result",
  "The number is 8 bytes, big-endian; a column that doesn't exist counts as 0. The default amount is 1. It\n"
  "can be negative: hbase-glib incr TABLE ROW COLUMN -5.",
  run_incr,
};

/* ---- append ---- */

static HBaseAppend *
make_append (Tool *tool, HBaseTable *table, char **words, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_autoptr (HBaseAppend) append = NULL;

  if (row == NULL)
    return NULL;
  append = hbase_append_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  for (char **text = words + 1; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_VALUE, &column, error))
        return NULL;
      hbase_append_add (append, column.family, g_bytes_get_data (column.qualifier, NULL),
                        g_bytes_get_size (column.qualifier), g_bytes_get_data (column.value, NULL),
                        g_bytes_get_size (column.value));
    }
  return g_steal_pointer (&append);
}

static int
run_append (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseAppend) append = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_append, NULL, &words, 3, G_MAXINT))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  append = table != NULL ? make_append (tool, table, words + 2, &error) : NULL;
  if (append != NULL)
    row = hbase_table_append (table, append, tool->cancellable, &error);
  if (row == NULL)
    return tool_failed (error);
  output_row (tool, row);
  return TOOL_DONE;
}

const ToolCommand command_append = {
  "append",
  "TABLE ROW COLUMN=VALUE…",
  "append bytes to values, and print the results",
  "A column that doesn't exist counts as empty.",
  run_append,
};

/* ---- cas ---- */

static int
put_if (Tool *tool, char **words, const ToolColumn *check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, words[1], &error);
  g_autoptr (GBytes) row = table != NULL ? row_find (tool, table, words[2], TRUE, &error) : NULL;
  g_autoptr (HBasePut) put
      = row != NULL ? hbase_put_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row)) : NULL;
  gboolean applied = FALSE;
  gsize length = check->value != NULL ? g_bytes_get_size (check->value) : 0;

  if (put == NULL || !row_add_cells (put, words + 4, COLUMN_VALUE, &error)
      || !hbase_table_check_and_put (table, check->family, g_bytes_get_data (check->qualifier, NULL),
                                     g_bytes_get_size (check->qualifier),
                                     check->value != NULL ? g_bytes_get_data (check->value, NULL) : NULL,
                                     length, put, &applied, tool->cancellable, &error))
    return tool_failed (error);
  return applied ? TOOL_DONE
                 : tool_not_found ("row “%s” doesn't have the expected value: nothing was written", words[2]);
}

static int
run_cas (Tool *tool, char **argv)
{
  gboolean absent = FALSE;
  GOptionEntry entries[] = {
    { "absent", 0, 0, G_OPTION_ARG_NONE, &absent,
      "the column, which is given without a value, must not exist", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (ToolColumn) check = { 0 };
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_cas, entries, &words, 4, G_MAXINT))
    return TOOL_USAGE;
  if (!tool_parse_column (words[3], absent ? COLUMN_NAME : COLUMN_VALUE, &check, &error))
    return tool_usage (&command_cas, "%s", error->message);
  if (check.qualifier == NULL)
    return tool_usage (&command_cas, "“%s” isn't family:qualifier", words[3]);
  return put_if (tool, words, &check);
}

const ToolCommand command_cas = {
  "cas",
  "TABLE ROW COLUMN=EXPECTED COLUMN=VALUE…",
  "write cells if a column has the expected value",
  "With --absent: TABLE ROW COLUMN COLUMN=VALUE…, which writes if the column doesn't exist or is empty\n"
  "(HBase doesn't distinguish the two). The exit status is 1 if nothing was written because the column\n"
  "has another value.",
  run_cas,
};
