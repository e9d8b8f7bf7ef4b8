/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command prepend. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "column.h"
#include "load.h"
#include "output.h"
#include "prepender.h"
#include "progress.h"
#include "rows.h"
#include "tool.h"

/* ---- one row ---- */

/* Prints, quoted for a shell, what settles later whether the row was written. A `=` in the key is escaped, as
 * the key would be parsed as fields. */
static void
print_token (HBasePrependRequest *prepend)
{
  gsize token_length, row_length;
  const guint8 *token = hbase_prepend_request_get_token (prepend, &token_length);
  const guint8 *row = hbase_prepend_request_get_row (prepend, &row_length);
  g_autofree char *row_text = hbase_bytes_to_printable (row, row_length, "'=");

  progress_end ();
  fputs ("to settle it, prepend the same columns with --token=", stderr);
  for (gsize i = 0; i < token_length; i++)
    fprintf (stderr, "%02x", token[i]);
  fprintf (stderr, " --row='%s'\n", row_text);
}

static gboolean
prepend_row (
    Tool *tool, HBasePrepender *prepender, HBasePrependRequest *prepend, gboolean settle, GError **error)
{
  gboolean done = settle ? hbase_prepender_settle (prepender, prepend, tool->cancellable, error)
                         : hbase_prepender_prepend (prepender, prepend, tool->cancellable, error);
  const guint8 *row;
  gsize length;

  row = hbase_prepend_request_get_row (prepend, &length);
  if (done)
    output_key (tool, row, length);
  else if (length > 0)
    print_token (prepend);
  return done;
}

static HBasePut *
make_cells (char **words, const PrependOptions *options, GError **error)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);

  if (!row_add_cells (cells, words, COLUMN_VALUE, error)
      || !write_options_set (&options->write, HBASE_MUTATION (cells), error))
    return NULL;
  return g_steal_pointer (&cells);
}

static GBytes *
parse_token (const char *text, GError **error)
{
  guint8 token[HBASE_PREPEND_TOKEN_LENGTH];

  if (strlen (text) != 2 * sizeof token || strspn (text, "0123456789abcdefABCDEF") != 2 * sizeof token)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "a token must have %d hexadecimal digits", 2 * HBASE_PREPEND_TOKEN_LENGTH);
      return NULL;
    }
  for (gsize i = 0; i < sizeof token; i++)
    token[i] = (guint8) (g_ascii_xdigit_value (text[2 * i]) << 4 | g_ascii_xdigit_value (text[2 * i + 1]));
  return g_bytes_new (token, sizeof token);
}

static HBasePrependRequest *
make_prepend (Tool *tool, char **words, const PrependOptions *options, GError **error)
{
  g_autoptr (HBasePut) cells = make_cells (words, options, error);
  g_autoptr (GBytes) token = NULL;
  g_autoptr (GBytes) row = NULL;

  if (cells == NULL || options->token == NULL)
    return cells != NULL ? hbase_prepend_request_new (cells) : NULL;
  token = parse_token (options->token, error);
  if (token != NULL)
    row = options->row != NULL ? row_parse_key (tool, options->row, error) : g_bytes_new (NULL, 0);
  if (row == NULL)
    return NULL;
  return hbase_prepend_request_new_resumed (cells, g_bytes_get_data (token, NULL), g_bytes_get_size (token),
                                            g_bytes_get_data (row, NULL), g_bytes_get_size (row), error);
}

/* Prints the row if it was written; otherwise it never will be. */
static gboolean
cancel_row (Tool *tool, HBasePrepender *prepender, HBasePrependRequest *prepend, GError **error)
{
  const guint8 *row;
  gsize length;

  if (!hbase_prepender_cancel (prepender, prepend, tool->cancellable, error))
    return FALSE;
  row = hbase_prepend_request_get_row (prepend, &length);
  if (hbase_prepend_request_get_state (prepend) == HBASE_PREPEND_STATE_NOT_FINAL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN,
                   "the row wasn't found, but with keys that are times or tickets it can't be fenced off at "
                   "a key that "
                   "another row has: another process with the token may still write it");
      return FALSE;
    }
  if (!hbase_prepend_request_is_cancelled (prepend))
    output_key (tool, row, length);
  return TRUE;
}

static int
prepend_one (Tool *tool, char **words, const PrependOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePrependRequest) prepend = make_prepend (tool, words + 2, options, &error);
  g_autoptr (HBasePrepender) prepender = NULL;

  if (prepend == NULL)
    return tool_usage (&command_prepend, "%s", error->message);
  prepender = prepender_make (tool, words[1], options, &error);
  if (prepender != NULL && options->cancel)
    return cancel_row (tool, prepender, prepend, &error) ? TOOL_DONE : tool_failed (error);
  if (prepender == NULL || !prepend_row (tool, prepender, prepend, options->row != NULL, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- a file of rows ---- */

static gboolean
prepend_line (
    Tool *tool, HBasePrepender *prepender, char **words, const PrependOptions *options, GError **error)
{
  g_autoptr (HBasePut) cells = make_cells (words, options, error);
  g_autoptr (HBasePrependRequest) prepend = cells != NULL ? hbase_prepend_request_new (cells) : NULL;

  return prepend != NULL && prepend_row (tool, prepender, prepend, FALSE, error);
}

static gboolean
prepend_lines (
    Tool *tool, HBasePrepender *prepender, Load *load, const PrependOptions *options, GError **error)
{
  for (guint64 n_rows = 0;; n_rows++)
    {
      g_autoptr (GError) problem = NULL;
      char **words = load_next (load, tool->cancellable, &problem);

      if (words == NULL && problem == NULL)
        return TRUE;
      if (words == NULL || !prepend_line (tool, prepender, words, options, &problem))
        {
          if (words != NULL)
            load_prefix_error (load, load_get_line (load), &problem);
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      load_show_progress (load, n_rows + 1);
    }
}

static int
prepend_file (Tool *tool, const char *name, const PrependOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePrepender) prepender = prepender_make (tool, name, options, &error);
  g_autoptr (Load) load = prepender != NULL ? load_open (options->path, &error) : NULL;

  if (load == NULL)
    return tool_failed (error);
  return prepend_lines (tool, prepender, load, options, &error) ? TOOL_DONE : tool_failed_in_data (error);
}

static const char *
find_sequence_problem (const PrependOptions *options)
{
  gboolean has_sequence
      = g_strcmp0 (options->strategy, "ticket") == 0 || g_strcmp0 (options->strategy, "block") == 0;

  if (has_sequence && options->sequence == NULL)
    return "--strategy=ticket and --strategy=block need --sequence";
  if (options->strategy == NULL && options->sequence != NULL)
    return "--sequence needs --strategy=ticket or --strategy=block";
  return options->block < 1 ? "--block must be at least 1" : NULL;
}

/* Returns what is invalid in the options, or NULL. */
static const char *
find_problem (const Tool *tool, const PrependOptions *options, gboolean has_columns)
{
  const char *problem;

  if (tool->schema == NULL)
    return "--schema is missing: its last field must be a counter, such as id:downward";
  if (!options->cancel
      && ((options->path != NULL) == has_columns || (options->path != NULL && options->token != NULL)))
    return "give either columns or --from";
  if (options->row != NULL && options->token == NULL)
    return "--row needs --token";
  if (options->cancel && options->row == NULL)
    return "--cancel needs --token and --row";
  problem = find_sequence_problem (options);
  if (problem != NULL || options->start == PREPEND_NOT_GIVEN)
    return problem;
  if (!g_str_has_suffix (hbase_key_schema_get_text (tool->schema), ":downward"))
    return "--start is the number of a counter: the last field of --schema must be “downward”";
  return options->start < 0 ? "--start must be from 0 to 9223372036854775807" : NULL;
}

static int
run_prepend (Tool *tool, char **argv)
{
  g_auto (PrependOptions) options = PREPEND_OPTIONS_INIT;
  GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &options.path,
      "read rows from a file: one on each line, tabs between its columns", "FILE|-" },
    { "prefix", 0, 0, G_OPTION_ARG_FILENAME, &options.prefix, "the key's fields before the counter",
      "NAME=VALUE,…" },
    { "start", 0, 0, G_OPTION_ARG_INT64, &options.start,
      "the counter of the first row ever, for a list that has no rows yet (9223372036854775807)", "N" },
    GUARD_ENTRIES (&options),
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &options.strategy,
      "how the key is chosen: probe, ticket or block (probe)", "STRATEGY" },
    { "sequence", 0, 0, G_OPTION_ARG_STRING, &options.sequence,
      "with --strategy=ticket or block: the sequence that hands out the counters", "NAME" },
    { "sequence-table", 0, 0, G_OPTION_ARG_STRING, &options.sequence_table,
      "the table that has the sequence (sequences)", "TABLE" },
    { "sequence-family", 0, 0, G_OPTION_ARG_STRING, &options.sequence_family, "its column family (s)",
      "FAMILY" },
    { "block", 0, 0, G_OPTION_ARG_INT, &options.block,
      "with --strategy=block: how many counters are taken at once (100)", "N" },
    { "token-column", 0, 0, G_OPTION_ARG_FILENAME, &options.token_column,
      "write the tokens to this column: then a column of the content is the guard", "FAMILY:QUALIFIER" },
    { "token", 0, 0, G_OPTION_ARG_STRING, &options.token,
      "the row's token instead of a random one: 32 hexadecimal digits", "TOKEN" },
    { "row", 0, 0, G_OPTION_ARG_FILENAME, &options.row,
      "with --token: settle the prepend whose outcome at this row is unknown", "ROW" },
    { "cancel", 0, 0, G_OPTION_ARG_NONE, &options.cancel,
      "with --token and --row: print the row if it was written; otherwise it never will be", NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { WRITE_OPTIONS_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  const char *problem;

  if (!tool_parse_more (tool, &command_prepend, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  problem = find_problem (tool, &options, words[2] != NULL);
  if (problem != NULL)
    return tool_usage (&command_prepend, "%s", problem);
  return options.path != NULL ? prepend_file (tool, words[1], &options) : prepend_one (tool, words, &options);
}

const ToolCommand command_prepend = {
  "prepend",
  "TABLE [COLUMN=VALUE…]",
  "add a row before the first one, and print its key",
  "The table's keys end in a counter that goes down, and it has a column family for guards:\n"
  "  hbase-glib create comments content g\n"
  "  hbase-glib prepend comments --schema=id:downward content:text=Hello\n"
  "Any number of programs can prepend at the same time. If it can't be known whether a row was written,\n"
  "the token and the row that settle it are printed.\n"
  "\n"
  "All programs that prepend to a list must give the same --start and the same column of guards. With\n"
  "--token-column each row must have a value in the guards' column, which --guard-family and\n"
  "--guard-qualifier name.\n"
  "\n"
  "The strategy `probe` writes at the key above the first row. With `ticket` a sequence hands out the\n"
  "counters, so that many programs don't compete; it is required for schemas with salts. `block` takes\n"
  "many counters at once; rows then aren't in the order of time. All programs must use the same sequence:\n"
  "  hbase-glib create sequences s\n"
  "  hbase-glib sequence create comments --down\n"
  "  hbase-glib prepend comments --schema='salt:modulo(8,id),id:downward' --strategy=ticket \\\n"
  "    --sequence=comments content:text=Hello",
  run_prepend,
};
