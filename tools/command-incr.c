/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command incr. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "column.h"
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

/* Elsewhere a column is given with its value. Tools print a `=` in a qualifier as an escape. */
static gboolean
refuse_value (const char *text, GError **error)
{
  const char *equals = strchr (text, '=');

  if (equals == NULL)
    return TRUE;
  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "“%s”: give the amount as a word after the column, “%.*s %s”; a = of the qualifier is written \\x3D",
      text, (int) (equals - text), text, equals + 1);
  return FALSE;
}

static HBaseIncrement *
make_increment (Tool *tool, HBaseTable *table, char **words, const WriteOptions *options, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_auto (ToolColumn) column = { 0 };
  gint64 amount = 1;
  g_autoptr (HBaseIncrement) increment = NULL;

  if (row == NULL || !tool_parse_column (words[1], COLUMN_QUALIFIED, &column, error)
      || !refuse_value (words[1], error))
    return NULL;
  if (words[2] != NULL && !parse_amount (words[2], &amount, error))
    return NULL;
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
  g_autoptr (HBaseIncrement) increment = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_incr, NULL, more, &words, 3, 4))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table != NULL)
    increment = make_increment (tool, table, words + 2, &options, &error);
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
