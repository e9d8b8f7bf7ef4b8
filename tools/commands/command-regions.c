/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command regions. */

#include "config.h"

#include <string.h>

#include "key-shares.h"
#include "output.h"
#include "rows.h"
#include "tool.h"

#define BAR_WIDTH 20 /* of the greatest share */
#define BLOCK "█"

/* What is known of all regions together. */
typedef struct {
  double *shares; /* NULL: they aren't printed */
  double greatest;
  char *heading; /* of the bars */
} Shares;

static void
shares_clear (Shares *shares)
{
  g_free (shares->shares);
  g_free (shares->heading);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shares, shares_clear)

/* Returns NULL if no server has the region, as in an embedded database, whose regions have the port 0. */
static char *
print_server (HBaseRegion *region)
{
  const char *host = hbase_region_get_host (region);
  g_autofree char *shown = NULL;

  if (host == NULL || hbase_region_get_port (region) == 0)
    return NULL;
  shown = output_escape (host);
  return g_strdup_printf ("%s:%u", shown, hbase_region_get_port (region));
}

static char *
print_bar (double share, double greatest)
{
  GString *bar = g_string_new (NULL);

  for (guint i = 0; i < (guint) (share / greatest * BAR_WIDTH + 0.5); i++)
    g_string_append (bar, BLOCK);
  return g_string_free (bar, FALSE);
}

static void
print_region (Tool *tool, HBaseRegion *region, const Shares *all, guint index)
{
  gsize start_length, end_length;
  const guint8 *start_key = hbase_region_get_start_key (region, &start_length);
  const guint8 *end_key = hbase_region_get_end_key (region, &end_length);
  g_autofree char *start = hbase_bytes_to_escaped (start_key, start_length);
  g_autofree char *end = hbase_bytes_to_escaped (end_key, end_length), *server = print_server (region);
  double share = all->shares != NULL ? all->shares[index] : 0;
  g_autofree char *percent = g_strdup_printf ("%.1f%%", share * 100);
  g_autofree char *fraction = g_strdup_printf ("%.6f", share);
  g_autofree char *bar = all->shares != NULL ? print_bar (share, all->greatest) : NULL;
  const OutputField fields[] = {
    { "start", start },    { "end", end },
    { "server", server },  { "share", tool->csv ? fraction : percent, fraction },
    { all->heading, bar },
  };
  gboolean has_bar = !tool->csv && !tool->json;

  output_record (tool, fields, all->shares == NULL ? 3 : has_bar ? 5 : 4);
}

/* Prints the region that has the row, or would have it. */
static int
print_region_of (Tool *tool, HBaseTable *table, const char *row)
{
  static const Shares none = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = row_parse_bound (tool, row, FALSE, &error);
  g_autoptr (HBaseRegion) region
      = key != NULL ? hbase_table_get_region (table, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                              tool->cancellable, &error)
                    : NULL;

  if (region == NULL)
    return tool_failed (error);
  print_region (tool, region, &none, 0);
  return TOOL_DONE;
}

static void
compute_shares (GPtrArray *regions, Shares *shares)
{
  const char *keys;

  shares->shares = key_shares_compute (regions, &keys);
  shares->heading = g_strdup_printf ("of all keys of %s", keys);
  for (guint i = 0; i < regions->len; i++)
    shares->greatest = MAX (shares->greatest, shares->shares[i]);
}

static int
print_regions (Tool *tool, HBaseTable *table, gboolean has_shares)
{
  g_auto (Shares) shares = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, tool->cancellable, &error);

  if (regions == NULL)
    return tool_failed (error);
  if (has_shares)
    compute_shares (regions, &shares);
  for (guint i = 0; i < regions->len; i++)
    print_region (tool, regions->pdata[i], &shares, i);
  return TOOL_DONE;
}

static int
run_regions (Tool *tool, char **argv)
{
  gboolean has_shares = FALSE;
  const GOptionEntry entries[] = {
    { "shares", 0, 0, G_OPTION_ARG_NONE, &has_shares,
      "also print which share of all keys each region has; tables always have it", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_regions, entries, &words, 1, 2))
    return TOOL_USAGE;
  if (has_shares && words[2] != NULL)
    return tool_usage (&command_regions, "--shares compares all regions: leave ROW out");
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL)
    return tool_failed (error);
  return words[2] != NULL ? print_region_of (tool, table, words[2])
                          : print_regions (tool, table, has_shares || tool->table);
}

const ToolCommand command_regions = {
  "regions",
  "TABLE [ROW]",
  "list the regions of a table, or print that of a row",
  "Prints each region on a line, with tabs between: its first key, which is empty for the first region; the\n"
  "key before which it ends, which is empty for the last region; and its server, which an embedded database\n"
  "doesn't have. --splits of `lint` and\n"
  "`simulate` accepts these lines. With ROW, only the region is printed that has that row, or would have "
  "it.\n"
  "\n"
  "The share of a region is that of all keys that can be made of the digits, letters or bytes of which the\n"
  "split keys consist. It isn't the share of the rows: `simulate --table` counts these.",
  run_regions,
  TOOL_RECORDS,
};
