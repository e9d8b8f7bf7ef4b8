/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command incr. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "record-options.h"
#include "rows.h"
#include "tool.h"

static gboolean
parse_amount (const char *text, gint64 *amount, GError **error)
{
  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, amount, NULL))
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
make_increment (Tool *tool,
                HBaseTable *table,
                char **words,
                const char *amount_text,
                const WriteOptions *options,
                GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_auto (ToolColumn) column = { 0 };
  gint64 amount = 1;
  g_autoptr (HBaseIncrement) increment = NULL;

  if (row == NULL || !tool_parse_column (words[1], COLUMN_NAME, &column, error))
    return NULL;
  if (amount_text != NULL && !parse_amount (amount_text, &amount, error))
    return NULL;
  if (column.qualifier.data == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't family:qualifier", words[1]);
      return NULL;
    }
  increment = hbase_increment_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  hbase_increment_add (increment, column.family, column.qualifier.data, column.qualifier.length, amount);
  return write_options_set_increment (options, increment, error) ? g_steal_pointer (&increment) : NULL;
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
  g_auto (WriteOptions) options = { 0 };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autofree char *negative = take_negative (words);
  g_autoptr (HBaseIncrement) increment = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_incr, NULL, more, &words, 3, negative != NULL ? 3 : 4))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table != NULL)
    increment
        = make_increment (tool, table, words + 2, negative != NULL ? negative : words[4], &options, &error);
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
