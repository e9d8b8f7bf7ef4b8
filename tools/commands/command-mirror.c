/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command mirror, which copies to a second table what has a newer timestamp.
 *
 *  1. The state names the time at which the last complete pass began. The next pass reads what has a
 *     timestamp from then on, less the overlap, for clocks differ and writes take time.
 *  2. Cells are written with their timestamps: one that is copied again changes nothing. */

#include "config.h"

#include "column.h"
#include "database.h"
#include "export-format.h"
#include "output.h"
#include "progress.h"
#include "state-file.h"
#include "transfer-source.h"
#include "transfer-target.h"
#include "transfer.h"

#define MS_PER_SECOND 1000
#define OVERLAP 60 /* s */

typedef struct {
  Tool *tool;
  int parallelism;
  double overlap, interval; /* s; interval 0: one pass */
  char *since_text;
  gint64 since; /* ms since 1970 */
  char *state;  /* a file's path; NULL: none is kept */
  char *job;
  TransferTable source, target;
} Mirror;

static void
mirror_clear (Mirror *mirror)
{
  g_free (mirror->since_text);
  g_free (mirror->state);
  g_free (mirror->job);
  transfer_table_clear (&mirror->source);
  transfer_table_clear (&mirror->target);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mirror, mirror_clear)

/* ---- the time ---- */

static void
set_pass_time (Mirror *mirror, gint64 time)
{
  mirror->since = MAX (0, time - (gint64) (mirror->overlap * MS_PER_SECOND));
}

/* Describes the job, so that another one doesn't continue it. */
static void
set_job (Mirror *mirror)
{
  HBaseTable *source = mirror->source.table, *target = mirror->target.table;
  g_autofree char *from = database_make_name (hbase_table_get_connection (source));
  g_autofree char *to = database_make_name (hbase_table_get_connection (target));

  mirror->job = g_strdup_printf ("mirror %s of %s in %s of %s", hbase_table_get_name (source), from,
                                 hbase_table_get_name (target), to);
}

/* --since replaces what the state says. */
static gboolean
load_state (Mirror *mirror, GError **error)
{
  g_autofree char *progress = NULL;
  gint64 time;

  if (!state_file_load (mirror->state, mirror->job, &progress, error))
    return FALSE;
  if (mirror->since_text != NULL || progress == NULL)
    return TRUE;
  if (!tool_parse_timestamp (progress, &time, error))
    return FALSE;
  set_pass_time (mirror, time);
  return transfer_check_state (mirror->target.table, mirror->state, mirror->tool->cancellable, error);
}

/* ---- passes ---- */

static gboolean
copy_cells (Mirror *mirror, ExportState *copied, GError **error)
{
  TransferRange range = { .since = mirror->since, .parallelism = (guint) mirror->parallelism };
  g_autoptr (TransferSource) source = transfer_source_new_table (mirror->source.table, &range);
  g_autoptr (TransferTarget) target = transfer_target_new (mirror->target.table, (guint) mirror->parallelism);
  GCancellable *cancellable = mirror->tool->cancellable;
  g_autoptr (GError) problem = NULL;
  TransferCell cell;

  while (transfer_source_next (source, &cell, cancellable, &problem)
         && transfer_target_add (target, &cell, cancellable, &problem))
    {
      export_state_add_cell (copied, &cell);
      transfer_show_progress ("copied", &copied->counts);
    }
  progress_end ();
  if (problem == NULL)
    return transfer_target_flush (target, cancellable, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
pass (Mirror *mirror, GError **error)
{
  gint64 start = g_get_real_time () / (G_USEC_PER_SEC / MS_PER_SECOND);
  g_autofree char *progress = g_strdup_printf ("%" G_GINT64_FORMAT, start);
  g_auto (ExportState) copied = { 0 };

  export_state_init (&copied);
  if (!copy_cells (mirror, &copied, error) || !state_file_save (mirror->state, mirror->job, progress, error))
    return FALSE;
  set_pass_time (mirror, start);
  transfer_print_counts (mirror->tool, &copied.counts);
  return TRUE;
}

/* Returns FALSE if the command was stopped meanwhile. */
static gboolean
wait_for_pass (const Mirror *mirror)
{
  GPollFD polled;

  if (!g_cancellable_make_pollfd (mirror->tool->cancellable, &polled))
    return FALSE;
  g_poll (&polled, 1, (int) (mirror->interval * MS_PER_SECOND));
  g_cancellable_release_fd (mirror->tool->cancellable);
  return !g_cancellable_is_cancelled (mirror->tool->cancellable);
}

/* ---- the command ---- */

static gboolean
create_target (Mirror *mirror, GError **error)
{
  GCancellable *cancellable = mirror->tool->cancellable;
  g_autoptr (GPtrArray) splits = NULL;
  g_autoptr (HBaseTableDescriptor) description
      = transfer_describe (mirror->source.table, &splits, cancellable, error);

  return description != NULL
         && transfer_check_different (mirror->source.table, mirror->target.table, "copied to", cancellable,
                                      error)
         && transfer_ensure_table (mirror->target.table, description, splits, cancellable, error);
}

static gboolean
open_tables (Mirror *mirror, char **words, GError **error)
{
  mirror->target.tool.may_create = TRUE;
  if (!transfer_table_open (&mirror->source, mirror->tool, words[0], words[1], error)
      || !transfer_table_open (&mirror->target, mirror->tool, words[2],
                               words[3] != NULL ? words[3] : words[1], error))
    return FALSE;
  set_job (mirror);
  return load_state (mirror, error) && create_target (mirror, error);
}

static int
mirror_table (Mirror *mirror, char **words)
{
  g_autoptr (GError) error = NULL;

  if (!open_tables (mirror, words, &error))
    return tool_failed (error);
  do
    {
      if (!pass (mirror, &error))
        return tool_failed_in_data (error);
      output_write ();
    }
  while (mirror->interval > 0 && !output_is_lost () && wait_for_pass (mirror));
  return TOOL_DONE;
}

static int
run_mirror (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (Mirror) mirror = { .tool = tool, .parallelism = TRANSFER_PARALLELISM, .overlap = OVERLAP };
  const GOptionEntry entries[] = {
    { "state", 0, 0, G_OPTION_ARG_FILENAME, &mirror.state,
      "store the time of the last pass in this file, and continue from there", "FILE" },
    { "since", 0, 0, G_OPTION_ARG_STRING, &mirror.since_text,
      "copy what has this timestamp or a later one, in ms since 1970 (that of --state, or 0)", "TIMESTAMP" },
    { "overlap", 0, 0, G_OPTION_ARG_DOUBLE, &mirror.overlap,
      "begin so much before the time of the last pass (60)", "SECONDS" },
    { "every", 0, 0, G_OPTION_ARG_DOUBLE, &mirror.interval,
      "repeat it after so much time, until it is stopped or fails", "SECONDS" },
    TRANSFER_PARALLELISM_ENTRY (&mirror.parallelism),
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_mirror, entries, &words, 3, 4)
      || !transfer_check_parallelism (&command_mirror, mirror.parallelism)
      || !transfer_check_no_uri (tool, &command_mirror))
    return TOOL_USAGE;
  if (!(mirror.overlap >= 0 && mirror.overlap <= G_MAXINT32)
      || !(mirror.interval >= 0 && mirror.interval <= 86400))
    return tool_usage (&command_mirror, "--overlap must be at least 0, --every from 0 to 86400 seconds");
  if (mirror.since_text != NULL && !tool_parse_time_bound (mirror.since_text, &mirror.since, &error))
    return tool_usage (&command_mirror, "%s", error->message);
  return mirror_table (&mirror, words + 1);
}

const ToolCommand command_mirror = {
  "mirror",
  "SOURCE-URI TABLE TARGET-URI [TABLE]",
  "keep a second table up to date",
  "Creates the second table like the first, unless it exists, and copies all versions of all cells and the\n"
  "delete markers. Later passes copy only what has a timestamp since the last one: name a --state file for\n"
  "them. Passes can be repeated and stopped at any time.\n\n"
  "Timestamps don't show everything: neither a put or delete with an older explicit timestamp, nor a delete "
  "of\n"
  "a column's newest version alone, whose marker has that version's timestamp, nor a delete whose marker\n"
  "HBase has removed by a major compaction since. `verify` finds such rows, and a pass with --since=0 "
  "copies\n"
  "all but the last. Families of the source should keep deleted cells, or passes be more frequent than "
  "major\n"
  "compactions.",
  run_mirror,
};
