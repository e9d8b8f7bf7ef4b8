/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

#define DEFAULT_SIZE 10

typedef struct {
  int size, number;
  char *token;
} PageOptions;

static void
page_options_clear (PageOptions *options)
{
  g_free (options->token);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PageOptions, page_options_clear)

/* Walks on to the page that is `number` pages from the first one, or from the token's. `token`: what opens
 * it. */
static HBasePage *
find_page (Tool *tool, HBasePageIterator *iterator, int number, char **token, GError **error)
{
  for (;; number--)
    {
      g_autoptr (HBasePage) page = hbase_page_iterator_next (iterator, tool->cancellable, error);

      if (page == NULL || number <= 1)
        return g_steal_pointer (&page);
      g_free (*token);
      *token = g_strdup (hbase_page_get_next_token (page));
    }
}

static int
print_page (Tool *tool, const char *name, HBaseScan *scan, PageOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (HBasePageIterator) iterator = NULL;
  g_autoptr (HBasePage) page = NULL;

  if (table == NULL)
    return tool_failed (error);
  iterator = hbase_page_iterator_new (table, scan, (guint) options->size);
  if (options->token != NULL && !hbase_page_iterator_seek (iterator, options->token, &error))
    return tool_failed (error);
  page = find_page (tool, iterator, options->number, &options->token, &error);
  if (error != NULL)
    return tool_failed (error);
  if (page == NULL || hbase_page_get_n_rows (page) == 0)
    return tool_not_found ("table “%s” has no such page", name);
  output_page (tool, page, options->token);
  return TOOL_DONE;
}

static int
run_page (Tool *tool, char **argv)
{
  g_auto (Selection) selection = { 0 };
  g_auto (PageOptions) options = { .size = DEFAULT_SIZE, .number = 1 };
  GOptionEntry entries[] = {
    SELECTION_ROWS_ENTRIES (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    { "size", 0, 0, G_OPTION_ARG_INT, &options.size, "rows a page (10)", "N" },
    { "number", 0, 0, G_OPTION_ARG_INT, &options.number,
      "which page, from 1; with --token, counted from that (1)", "N" },
    { "token", 0, 0, G_OPTION_ARG_STRING, &options.token, "opens the page that printed it, or was told next",
      "TOKEN" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_page, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (options.size < 1 || options.number < 1)
    return tool_usage (&command_page, "--size and --number are 1 at least");
  if (selection_find_fault (&selection) != NULL)
    return tool_usage (&command_page, "%s", selection_find_fault (&selection));
  scan = selection_make_scan (&selection, tool, words + 2, &error);
  if (scan == NULL)
    return tool_usage (&command_page, "%s", error->message);
  return print_page (tool, words[1], scan, &options);
}

const ToolCommand command_page = {
  "page",
  "TABLE [COLUMN…]",
  "print a page of rows, and the tokens that open it and the next one",
  "A token opens its page at any later time, with the same columns, rows and order asked for; rows that\n"
  "were added before it meanwhile don't move it.\n\n"
  "Example: hbase-glib page useractions --schema=userid:uint32,stamp:reverse-ms,actionid:uint32 \\\n"
  "           --prefix=userid=7 --number=3",
  run_page,
};
