/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command incr. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "column.h"
#include "output.h"
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

static gboolean
refuse_value (const char *text, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *advice = NULL;

  if (equals == NULL)
    return TRUE;
  advice = g_strdup_printf ("give the amount as a word after the column, “%.*s %s”", (int) (equals - text),
                            text, equals + 1);
  return column_refuse_value (text, advice, error);
}

/* A colon is in columns only, not in amounts. */
static gboolean
is_amount (const char *word)
{
  return word != NULL && strchr (word, ':') == NULL;
}

/* HBase would increment a column twice, and return two results. */
static gboolean
check_are_different (char **words, GError **error)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();

  for (; *words != NULL; words++)
    if (!is_amount (*words))
      g_ptr_array_add (columns, *words);
  g_ptr_array_add (columns, NULL);
  return row_check_cells ((char **) columns->pdata, COLUMN_QUALIFIED, error);
}

/* Adds the columns, each of which an amount may follow. */
static gboolean
add_columns (HBaseIncrement *increment, char **words, GError **error)
{
  while (*words != NULL)
    {
      g_auto (ToolColumn) column = { 0 };
      gboolean has_amount = is_amount (words[1]);
      gint64 amount = 1;

      if (!refuse_value (words[0], error) || !tool_parse_column (words[0], COLUMN_QUALIFIED, &column, error)
          || (has_amount && !parse_amount (words[1], &amount, error)))
        return FALSE;
      hbase_increment_add (increment, column.family, column.qualifier.data, column.qualifier.length, amount);
      words += has_amount ? 2 : 1;
    }
  return TRUE;
}

static HBaseIncrement *
make_increment (Tool *tool, HBaseTable *table, char **words, const WriteOptions *options, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], TRUE, error);
  g_autoptr (HBaseIncrement) increment = NULL;

  if (row == NULL)
    return NULL;
  increment = hbase_increment_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  if (!add_columns (increment, words + 1, error) || !check_are_different (words + 1, error)
      || !write_options_set (options, HBASE_MUTATION (increment), error))
    return NULL;
  return g_steal_pointer (&increment);
}

/* Prints one of several numbers after its column. */
static void
print_column (Tool *tool, const HBaseCellIter *cell, const char *number)
{
  g_autofree char *family = hbase_bytes_to_printable (cell->family, cell->family_length, ":=");
  g_autofree char *qualifier = hbase_bytes_to_printable (cell->qualifier, cell->qualifier_length, "=");
  g_autofree char *column = g_strconcat (family, ":", qualifier, NULL);

  output_record (tool, (OutputField[]){ { "column", column }, { "value", number, number } }, 2);
}

/* Prints the cells, each of which has 8 bytes. */
static int
print_numbers (Tool *tool, HBaseRow *row)
{
  gboolean is_single = hbase_row_get_n_cells (row) == 1;
  HBaseCellIter cell;

  hbase_cell_iter_init (&cell, row);
  while (hbase_cell_iter_next (&cell))
    {
      char text[sizeof "-9223372036854775808"];
      guint64 number;

      if (cell.value_length != sizeof number)
        return tool_not_found ("the response has no number");
      memcpy (&number, cell.value, sizeof number);
      g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, (gint64) GUINT64_FROM_BE (number));
      if (is_single)
        printf ("%s\n", text);
      else
        print_column (tool, &cell, text);
    }
  return hbase_row_get_n_cells (row) > 0 ? TOOL_DONE : tool_not_found ("the response has no number");
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

  if (!tool_parse_more (tool, &command_incr, NULL, more, &words, 3, G_MAXINT))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table != NULL)
    increment = make_increment (tool, table, words + 2, &options, &error);
  if (increment != NULL)
    row = hbase_table_increment (table, increment, tool->cancellable, &error);
  return row != NULL ? print_numbers (tool, row) : tool_failed (error);
}

const ToolCommand command_incr = {
  "incr",
  "TABLE ROW COLUMN [AMOUNT]…",
  "increment numbers of a row, and print the results",
  "The number is 8 bytes, big-endian; a column that doesn't exist counts as 0. The default amount is 1. It\n"
  "can be negative: hbase-glib incr TABLE ROW COLUMN -5. Several columns are incremented in one atomic "
  "step,\n"
  "and each result is printed after its column: hbase-glib incr TABLE ROW COLUMN 3 COLUMN COLUMN -5.",
  run_incr,
};
