/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command page. */

#include "config.h"

#include "output.h"
#include "selection.h"
#include "tool.h"

#define DEFAULT_SIZE 10

typedef struct {
  int size, number;
  gint64 skip; /* < 0: none */
  gboolean last;
  char *token;
} PageOptions;

static void
page_options_clear (PageOptions *options)
{
  g_free (options->token);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PageOptions, page_options_clear)

static HBasePageIterator *
make_iterator (Tool *tool, HBaseTable *table, HBaseScan *scan, gboolean is_salted, guint size)
{
  g_autoptr (HBaseTable) handle = is_salted ? tool_unsalted_table (tool, table) : g_object_ref (table);

  return hbase_page_iterator_new (handle, scan, size);
}

static HBasePage *
first_page (Tool *tool, HBasePageIterator *iterator, const PageOptions *options, GError **error)
{
  if (options->token != NULL)
    return hbase_page_iterator_open (iterator, options->token, tool->cancellable, error);
  if (options->last)
    return hbase_page_iterator_last (iterator, tool->cancellable, error);
  if (options->skip >= 0)
    return hbase_page_iterator_skip_to (iterator, (guint64) options->skip, tool->cancellable, error);
  return hbase_page_iterator_next (iterator, tool->cancellable, error);
}

/* Reads on to page `number`, counted from the first one that is read. */
static HBasePage *
find_page (Tool *tool, HBasePageIterator *iterator, const PageOptions *options, GError **error)
{
  g_autoptr (HBasePage) page = first_page (tool, iterator, options, error);

  for (int number = options->number; page != NULL && number > 1; number--)
    {
      hbase_page_unref (page);
      page = hbase_page_iterator_next (iterator, tool->cancellable, error);
    }
  return g_steal_pointer (&page);
}

static int
print_page (Tool *tool, const char *name, HBaseScan *scan, gboolean salted, const PageOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (HBasePageIterator) iterator = NULL;
  g_autoptr (HBasePage) page = NULL;

  if (table == NULL)
    return tool_failed (error);
  iterator = make_iterator (tool, table, scan, salted, (guint) options->size);
  page = find_page (tool, iterator, options, &error);
  if (error != NULL)
    return tool_failed (error);
  if (page == NULL || hbase_page_get_n_rows (page) == 0)
    return tool_not_found ("table “%s” has no such page", name);
  output_page (tool, page);
  return TOOL_DONE;
}

static const char *
page_options_find_problem (const PageOptions *options)
{
  if (options->size < 1 || options->number < 1)
    return "--size and --number must be at least 1";
  if ((options->token != NULL) + options->last + (options->skip >= 0) > 1)
    return "give only one of --token, --skip and --last";
  return NULL;
}

static int
run_page (Tool *tool, char **argv)
{
  g_auto (Selection) selection = SELECTION_INIT;
  g_auto (PageOptions) options = { .size = DEFAULT_SIZE, .number = 1, .skip = -1 };
  GOptionEntry entries[] = {
    SELECTION_ROWS_ENTRIES (&selection),
    SELECTION_VERSIONS_ENTRY (&selection),
    SELECTION_TIMESTAMPS_ENTRY (tool),
    SELECTION_GUARDS_ENTRY (&selection),
    { "size", 0, 0, G_OPTION_ARG_INT, &options.size, "rows on a page (10)", "N" },
    { "number", 0, 0, G_OPTION_ARG_INT, &options.number,
      "which page, counted from 1 or from the page of --token or --skip (1)", "N" },
    { "token", 0, 0, G_OPTION_ARG_STRING, &options.token, "open the page for which this token was printed",
      "TOKEN" },
    { "skip", 0, 0, G_OPTION_ARG_INT64, &options.skip, "open the page after the first N rows", "N" },
    { "last", 0, 0, G_OPTION_ARG_NONE, &options.last, "open the last page", NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { SELECTION_MORE_ENTRIES (&selection), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseScan) scan = NULL;

  if (!tool_parse_more (tool, &command_page, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (page_options_find_problem (&options) != NULL)
    return tool_usage (&command_page, "%s", page_options_find_problem (&options));
  scan = selection_prepare (&selection, tool, &command_page, words);
  if (scan == NULL)
    return TOOL_USAGE;
  return print_page (tool, words[1], scan, selection.salted, &options);
}

const ToolCommand command_page = {
  "page",
  "TABLE [COLUMN…]",
  "print a page of rows, and the tokens of this, the next and the previous page",
  "A token opens its page at any later time, if the same columns, rows and order are requested. Rows that\n"
  "are added before the page don't move it. Each page is printed with its own token and those of the\n"
  "next and the previous page.\n\n" SELECTION_TEXT
  "\n\nExample: hbase-glib page useractions --schema=userid:uint32,stamp:reverse-ms,actionid:uint32 \\\n"
  "           --prefix=userid=7 --number=3",
  run_page,
  TOOL_RECORDS,
};
