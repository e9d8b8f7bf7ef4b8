/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands prepend and retire. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "load.h"
#include "output.h"
#include "progress.h"
#include "record-options.h"
#include "rows.h"
#include "tool.h"

#define NOT_GIVEN G_MININT64
#define DEFAULT_BLOCK 100

typedef struct {
  char *path, *prefix, *guard_family, *guard_qualifier, *token_column, *token, *row;
  gint64 start; /* or NOT_GIVEN */
  char *strategy, *sequence, *sequence_table, *sequence_family;
  int block;
  gboolean cancel;
} PrependOptions;

#define PREPEND_OPTIONS_INIT                                                                                 \
  {                                                                                                          \
    .start = NOT_GIVEN, .block = DEFAULT_BLOCK                                                               \
  }
#define GUARD_ENTRIES(options)                                                                               \
  { "guard-family",                                                                                          \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_FILENAME,                                                                                   \
    &(options)->guard_family,                                                                                \
    "the column family of the guards (g)",                                                                   \
    "NAME" },                                                                                                \
  {                                                                                                          \
    "guard-qualifier", 0, 0, G_OPTION_ARG_FILENAME, &(options)->guard_qualifier,                             \
        "the qualifier of the guards' column (empty)", "QUALIFIER"                                           \
  }

static void
prepend_options_clear (PrependOptions *options)
{
  g_free (options->path);
  g_free (options->prefix);
  g_free (options->guard_family);
  g_free (options->guard_qualifier);
  g_free (options->token_column);
  g_free (options->token);
  g_free (options->row);
  g_free (options->strategy);
  g_free (options->sequence);
  g_free (options->sequence_table);
  g_free (options->sequence_family);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PrependOptions, prepend_options_clear)

/* ---- the prepender ---- */

/* Parses the values of the fields before the counter. The schema parses whole keys only, so the counter is
 * set to 0. */
static GVariant *
parse_prefix (Tool *tool, const char *text, GError **error)
{
  guint n_fields = hbase_key_schema_get_n_fields (tool->schema);
  g_autofree char *whole
      = g_strdup_printf ("%s,%s=0", text, hbase_key_schema_get_field_name (tool->schema, n_fields - 1));
  g_autoptr (GBytes) key = row_parse_key (tool, whole, error);
  g_autoptr (GVariant) values = NULL;
  g_auto (GVariantBuilder) prefix = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_TUPLE);

  if (key == NULL)
    return NULL;
  values
      = hbase_key_schema_decode (tool->schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key), error);
  if (values == NULL)
    return NULL;
  for (guint i = 0; i + 1 < n_fields; i++)
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (values, i);

      g_variant_builder_add_value (&prefix, value);
    }
  return g_variant_ref_sink (g_variant_builder_end (&prefix));
}

/* Sets a property of the prepender to the value of an option, which is in printable escapes. */
static gboolean
set_text (HBasePrepender *prepender, const char *property, const char *escaped, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (escaped == NULL)
    return TRUE;
  bytes = hbase_bytes_from_escaped (escaped, error);
  if (bytes == NULL)
    {
      g_prefix_error (error, "--%s: ", property);
      return FALSE;
    }
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_object_set (prepender, property, text, NULL);
  if (strlen (text) == g_bytes_get_size (bytes))
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "--%s: byte %" G_GSIZE_FORMAT " of “%s” is NUL, which a guard's column can't have", property,
               strlen (text), escaped);
  return FALSE;
}

static gboolean
set_prefix (Tool *tool, HBasePrepender *prepender, const char *text, GError **error)
{
  g_autoptr (GVariant) prefix = text != NULL ? parse_prefix (tool, text, error) : NULL;

  if (prefix != NULL)
    g_object_set (prepender, "prefix", prefix, NULL);
  return prefix != NULL || text == NULL;
}

/* Sets the strategy, and the sequence that hands out the counters. */
static gboolean
set_strategy (Tool *tool, HBasePrepender *prepender, const PrependOptions *options, GError **error)
{
  int strategy = HBASE_PREPEND_STRATEGY_PROBE;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseSequence) sequence = NULL;

  if (!option_parse_nick (HBASE_TYPE_PREPEND_STRATEGY, "--strategy", options->strategy, &strategy, error))
    return FALSE;
  g_object_set (prepender, "strategy", strategy, NULL);
  if (strategy == HBASE_PREPEND_STRATEGY_PROBE)
    return TRUE;
  table = hbase_table_new (tool_connect (tool, NULL),
                           options->sequence_table != NULL ? options->sequence_table : "sequences");
  sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", options->sequence, "family",
                      options->sequence_family != NULL ? options->sequence_family : "s", "downward", TRUE,
                      "start", options->start != NOT_GIVEN ? options->start : (gint64) -1, "block-size",
                      strategy == HBASE_PREPEND_STRATEGY_BLOCK ? (guint) options->block : 1u, NULL);
  g_object_set (prepender, "sequence", sequence, NULL);
  return TRUE;
}

static HBasePrepender *
make_prepender (Tool *tool, const char *name, const PrependOptions *options, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);
  g_autoptr (HBasePrepender) prepender = table != NULL ? hbase_prepender_new (table) : NULL;

  if (prepender == NULL)
    return NULL;
  if (options->guard_family != NULL)
    g_object_set (prepender, "guard-family", options->guard_family, NULL);
  if (options->start != NOT_GIVEN)
    g_object_set (prepender, "start", options->start, NULL);
  if (!set_text (prepender, "guard-qualifier", options->guard_qualifier, error)
      || !set_text (prepender, "token-column", options->token_column, error)
      || !set_prefix (tool, prepender, options->prefix, error)
      || !set_strategy (tool, prepender, options, error))
    return NULL;
  return g_steal_pointer (&prepender);
}

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
make_cells (char **words, GError **error)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);

  return row_add_cells (cells, words, COLUMN_VALUE, error) ? g_steal_pointer (&cells) : NULL;
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
  g_autoptr (HBasePut) cells = make_cells (words, error);
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
  prepender = make_prepender (tool, words[1], options, &error);
  if (prepender != NULL && options->cancel)
    return cancel_row (tool, prepender, prepend, &error) ? TOOL_DONE : tool_failed (error);
  if (prepender == NULL || !prepend_row (tool, prepender, prepend, options->row != NULL, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- a file of rows ---- */

static gboolean
prepend_line (Tool *tool, HBasePrepender *prepender, char **words, GError **error)
{
  g_autoptr (HBasePut) cells = make_cells (words, error);
  g_autoptr (HBasePrependRequest) prepend = cells != NULL ? hbase_prepend_request_new (cells) : NULL;

  return prepend != NULL && prepend_row (tool, prepender, prepend, FALSE, error);
}

static gboolean
prepend_lines (Tool *tool, HBasePrepender *prepender, Load *load, GError **error)
{
  for (guint64 n_rows = 0;; n_rows++)
    {
      g_autoptr (GError) problem = NULL;
      char **words = load_next (load, tool->cancellable, &problem);

      if (words == NULL && problem == NULL)
        return TRUE;
      if (words == NULL || !prepend_line (tool, prepender, words, &problem))
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
  g_autoptr (HBasePrepender) prepender = make_prepender (tool, name, options, &error);
  g_autoptr (Load) load = prepender != NULL ? load_open (options->path, &error) : NULL;

  if (load == NULL)
    return tool_failed (error);
  return prepend_lines (tool, prepender, load, &error) ? TOOL_DONE : tool_failed_in_data (error);
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
  if (problem != NULL || options->start == NOT_GIVEN)
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
  g_auto (GStrv) words = g_strdupv (argv);
  const char *problem;

  if (!tool_parse (tool, &command_prepend, entries, &words, 1, G_MAXINT))
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

/* ---- retire ---- */

static int
run_retire (Tool *tool, char **argv)
{
  g_auto (PrependOptions) options = PREPEND_OPTIONS_INIT;
  GOptionEntry entries[] = {
    GUARD_ENTRIES (&options),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePrepender) prepender = NULL;
  g_autoptr (GBytes) row = NULL;

  if (!tool_parse (tool, &command_retire, entries, &words, 2, 2))
    return TOOL_USAGE;
  if (tool->schema == NULL)
    return tool_usage (&command_retire, "--schema is missing: the schema of the table's keys");
  row = row_parse_key (tool, words[2], &error);
  if (row == NULL)
    return tool_usage (&command_retire, "%s", error->message);
  prepender = make_prepender (tool, words[1], &options, &error);
  if (prepender == NULL
      || !hbase_prepender_retire (prepender, g_bytes_get_data (row, NULL), g_bytes_get_size (row),
                                  tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_retire = {
  "retire",
  "TABLE ROW",
  "delete the content of a prepended row, and keep its key taken",
  "A table that grows downwards keeps the guards of its rows, so that no key is used again. `scan` leaves\n"
  "retired rows out with --skip-guards=g.\n"
  "\n"
  "Example: hbase-glib retire comments --schema=id:downward id=9223372036854775805",
  run_retire,
};
