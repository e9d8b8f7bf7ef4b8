/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command import.
 *
 *  1. Cells are written with their timestamps: importing a file again changes nothing.
 *  2. The state names a position in the file before which everything is written, and the checksum up to it.
 *     What is before the position is read again and compared, but not written. */

#include "config.h"

#include <gio/gio.h>
#include <unistd.h>

#include "database.h"
#include "export-reader.h"
#include "progress.h"
#include "state-file.h"
#include "transfer-target.h"
#include "transfer.h"

/* How many bytes of the file are imported before the state is stored again. */
#define STATE_INTERVAL (1024 * 1024)

typedef struct {
  Tool *tool;
  int parallelism;
  gboolean dry_run;
  char *state; /* a file's path; NULL: none is kept */
  char *job;
  ExportReader *reader;
  HBaseTable *table;
  TransferTarget *target;
  guint64 start;      /* position in the file from which cells are written */
  char *start_digest; /* the checksum up to there; NULL: it was compared, or there is none */
  guint64 saved;      /* position in the state */
} Import;

static void
import_clear (Import *import)
{
  g_free (import->state);
  g_free (import->job);
  g_free (import->start_digest);
  g_clear_pointer (&import->reader, export_reader_free);
  g_clear_pointer (&import->target, transfer_target_free);
  g_clear_object (&import->table);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Import, import_clear)

/* ---- the state ---- */

static char *
get_digest (const ExportState *state)
{
  g_autoptr (GChecksum) copy = g_checksum_copy (state->checksum);

  return g_strdup (g_checksum_get_string (copy));
}

static gboolean
save_state (Import *import, GError **error)
{
  const ExportState *state = export_reader_get_state (import->reader);
  g_autofree char *digest = get_digest (state);
  g_autofree char *progress = g_strdup_printf ("%" G_GUINT64_FORMAT " %s", state->position, digest);

  if (!transfer_target_flush (import->target, import->tool->cancellable, error))
    return FALSE;
  import->saved = state->position;
  return state_file_save (import->state, import->job, progress, error);
}

static gboolean
load_state (Import *import, GError **error)
{
  g_autofree char *progress = NULL;
  g_autofree char *database = database_make_name (hbase_table_get_connection (import->table));
  char *end;

  import->job = g_strdup_printf ("import into %s of %s", hbase_table_get_name (import->table), database);
  if (!state_file_load (import->state, import->job, &progress, error))
    return FALSE;
  if (progress == NULL)
    return TRUE;
  import->start = import->saved = g_ascii_strtoull (progress, &end, 10);
  import->start_digest = g_strdup (g_strchug (end));
  tool_complain ("%s: continued at byte %" G_GUINT64_FORMAT, import->state, import->start);
  return transfer_check_state (import->table, import->state, import->tool->cancellable, error);
}

/* Compares the file with the one that the state is of, when the position is reached. */
static gboolean
check_start (Import *import, GError **error)
{
  const ExportState *state = export_reader_get_state (import->reader);
  g_autofree char *digest = NULL;

  if (import->start_digest == NULL)
    return TRUE;
  digest = get_digest (state);
  if (state->position == import->start && strcmp (digest, import->start_digest) == 0)
    {
      g_clear_pointer (&import->start_digest, g_free);
      return TRUE;
    }
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "%s is the state of the import of another file: remove it, or name another file",
               import->state);
  return FALSE;
}

/* ---- the rows ---- */

static gboolean
import_cell (Import *import, const TransferCell *cell, GError **error)
{
  guint64 position = export_reader_get_state (import->reader)->position;

  if (import->dry_run || position < import->start)
    return TRUE;
  if (!check_start (import, error))
    return FALSE;
  /* The cell isn't before the position that is stored. */
  if (import->state != NULL && position - import->saved >= STATE_INTERVAL && !save_state (import, error))
    return FALSE;
  return transfer_target_add (import->target, cell, import->tool->cancellable, error);
}

static gboolean
import_rows (Import *import, GError **error)
{
  GCancellable *cancellable = import->tool->cancellable;
  g_autoptr (GError) problem = NULL;
  TransferCell cell;

  while (export_reader_next (import->reader, &cell, cancellable, &problem)
         && import_cell (import, &cell, &problem))
    transfer_show_progress (import->dry_run ? "checked" : "imported",
                            &export_reader_get_state (import->reader)->counts);
  progress_end ();
  if (problem == NULL)
    check_start (import, &problem);
  /* What comes before the damage is written all the same. */
  if (import->target != NULL)
    transfer_target_flush (import->target, cancellable, problem == NULL ? &problem : NULL);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* ---- the command ---- */

static gboolean
open_file (Import *import, const char *path, GError **error)
{
  import->reader = transfer_open_export (path, import->tool->cancellable, error);
  return import->reader != NULL;
}

static gboolean
open_table (Import *import, const char *name, GError **error)
{
  HBaseTableDescriptor *description = export_reader_get_table (import->reader);

  import->tool->may_create = TRUE;
  import->table = tool_open_table (
      import->tool, name != NULL ? name : hbase_table_descriptor_get_name (description), error);
  if (import->table == NULL || !load_state (import, error)
      || !transfer_ensure_table (import->table, description, export_reader_get_splits (import->reader),
                                 import->tool->cancellable, error))
    return FALSE;
  import->target = transfer_target_new (import->table, (guint) import->parallelism);
  return TRUE;
}

static int
import_file (Import *import, const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;

  if (!open_file (import, path, &error))
    return tool_failed_in_data (error);
  if (!import->dry_run && !open_table (import, name, &error))
    return tool_failed (error);
  if (!import_rows (import, &error))
    return tool_failed_in_data (error);
  state_file_remove (import->state);
  transfer_print_counts (import->tool, &export_reader_get_state (import->reader)->counts);
  return TOOL_DONE;
}

static int
run_import (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (Import) import = { .tool = tool, .parallelism = TRANSFER_PARALLELISM };
  const GOptionEntry entries[] = {
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &import.dry_run, "read and check the whole file, and write nothing",
      NULL },
    { "state", 0, 0, G_OPTION_ARG_FILENAME, &import.state,
      "store the progress in this file, and continue from there", "FILE" },
    TRANSFER_PARALLELISM_ENTRY (&import.parallelism),
    G_OPTION_ENTRY_NULL,
  };

  if (!tool_parse (tool, &command_import, entries, &words, 0, 2)
      || !transfer_check_parallelism (&command_import, import.parallelism))
    return TOOL_USAGE;
  if (import.dry_run && import.state != NULL)
    return tool_usage (&command_import, "--dry-run writes nothing, and so has no --state");
  if (words[1] == NULL && isatty (STDIN_FILENO))
    return tool_usage (&command_import, "name a FILE, or redirect the standard input");
  return import_file (&import, words[1] != NULL ? words[1] : "-", words[1] != NULL ? words[2] : NULL);
}

const ToolCommand command_import = {
  "import",
  "[FILE] [TABLE]",
  "write the rows of a file that export has written",
  "Creates the table as it was exported, unless it exists, and writes all versions of all cells and the\n"
  "delete markers, with their timestamps. TABLE is another name for it. An existing table keeps its rows;\n"
  "column families that it lacks are added. Without a FILE, or for “-”, the standard input is read.\n\n"
  "An import can be repeated: what is there already is written again, and nothing else happens. With\n"
  "--state it continues where it was stopped. A damaged or truncated file is imported up to the damage, and\n"
  "the position is reported; --dry-run finds that out before.",
  run_import,
};
