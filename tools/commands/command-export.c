/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command export. Rows are written to FILE.part, which replaces FILE when it is
 * complete: so FILE is always a whole export. An export locks FILE.part as long as it writes there: a second
 * one of the same FILE is refused. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export-reader.h"
#include "export-writer.h"
#include "progress.h"
#include "transfer-source.h"
#include "transfer.h"

typedef struct {
  Tool *tool;
  const char *path; /* NULL: the standard output */
  char *part;       /* the file that is written until it is complete */
  int parallelism;
  gboolean resume, replace;
  HBaseTable *table;
  HBaseTableDescriptor *description;
  GPtrArray *splits; /* (element-type GBytes) */
  int fd;            /* < 0: not open */
  ExportState start; /* where the file is continued; position 0: it is begun */
  gboolean is_complete;
} Export;

static void
export_clear (Export *export)
{
  g_free (export->part);
  g_clear_object (&export->table);
  g_clear_pointer (&export->description, hbase_table_descriptor_unref);
  g_clear_pointer (&export->splits, g_ptr_array_unref);
  if (export->fd > STDOUT_FILENO)
    close (export->fd);
  export_state_clear (&export->start);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

/* ---- the file ---- */

static gboolean
fail_by_errno (Export *export, const char *what, GError **error)
{
  int number = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s can't be %s: %s",
               export->path != NULL ? export->part : "standard output", what, g_strerror (number));
  return FALSE;
}

/* A file is continued only if the table is still the same: its description is at the file's beginning. */
static gboolean
check_table (Export *export, ExportReader *reader, GError **error)
{
  if (hbase_table_descriptor_equal (export_reader_get_table (reader), export->description))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               "%s is an export of table “%s” with other settings than “%s” has now: --replace overwrites it",
               export->part, hbase_table_descriptor_get_name (export_reader_get_table (reader)),
               hbase_table_get_name (export->table));
  return FALSE;
}

/* Finds where the file is continued: after the last whole rows that aren't damaged. */
static gboolean
find_start (Export *export, GError **error)
{
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (export->fd, FALSE);
  g_autoptr (ExportReader) reader = export_reader_new (stream, export->part);
  GCancellable *cancellable = export->tool->cancellable;
  TransferCell cell;
  g_autoptr (GError) problem = NULL;

  if (!export_reader_begin (reader, cancellable, &problem))
    {
      /* Not even the description of the table was written. */
      if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (!check_table (export, reader, error))
    return FALSE;
  while (export_reader_next (reader, &cell, cancellable, &problem))
    ;
  export_state_set (&export->start, export_reader_get_state (reader));
  export->is_complete = problem == NULL;
  if (problem == NULL || g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
      || g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
refuse_file (const char *path, const char *advice, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s %s", path, advice);
  return FALSE;
}

static gboolean
check_file (Export *export, const char *path, GError **error)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return refuse_file (path, "isn't a regular file: export to “-”, and redirect the standard output", error);
  return export->resume || export->replace
         || refuse_file (
             path, "exists: --resume continues an interrupted export, --replace overwrites the file", error);
}

static gboolean
check_files (Export *export, GError **error)
{
  if (!check_file (export, export->path, error) || !check_file (export, export->part, error))
    return FALSE;
  if (export->resume && g_file_test (export->path, G_FILE_TEST_EXISTS)
      && !g_file_test (export->part, G_FILE_TEST_EXISTS))
    return refuse_file (export->path, "is already complete: --replace exports the table again", error);
  return TRUE;
}

/* An export that ended between the opening and the locking has renamed the file, which isn't FILE.part any
 * more. File systems without locks are used without them. */
static gboolean
lock_file (Export *export, GError **error)
{
  gboolean is_held = flock (export->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat opened, named;

  if (is_held)
    return refuse_file (export->part, "is being written by another export: wait for its end", error);
  if (fstat (export->fd, &opened) != 0)
    return fail_by_errno (export, "opened", error);
  return (stat (export->part, &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev)
         || refuse_file (export->part, "was completed by another export meanwhile", error);
}

static gboolean
open_file (Export *export, GError **error)
{
  if (!check_files (export, error))
    return FALSE;
  export->fd = g_open (export->part, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (export->fd < 0)
    return fail_by_errno (export, "opened", error);
  return lock_file (export, error) && (!export->resume || find_start (export, error));
}

/* Removes what follows the position at which the file is continued. */
static gboolean
truncate_file (Export *export, GError **error)
{
  off_t position = (off_t) export->start.position, size;

  if (export->path == NULL)
    return TRUE;
  size = lseek (export->fd, 0, SEEK_END);
  if (position > 0)
    tool_complain ("%s is continued at byte %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " bytes are removed",
                   export->part, (gint64) position, (gint64) (size - position));
  return (ftruncate (export->fd, position) == 0 && lseek (export->fd, position, SEEK_SET) == position)
         || fail_by_errno (export, "truncated", error);
}

/* A rename survives a power failure when its directory is written. */
static gboolean
sync_folder (Export *export, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (export->path);
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  gboolean ok = (fd >= 0 && fsync (fd) == 0) || fail_by_errno (export, "renamed", error);

  if (fd >= 0)
    close (fd);
  return ok;
}

/* Replaces FILE by the file that was written. */
static gboolean
finish_file (Export *export, GError **error)
{
  if (export->path == NULL)
    return TRUE;
  if (fsync (export->fd) != 0)
    return fail_by_errno (export, "written", error);
  if (g_rename (export->part, export->path) != 0)
    return fail_by_errno (export, "renamed", error);
  return sync_folder (export, error);
}

/* ---- the rows ---- */

static gboolean
write_rows (Export *export, ExportWriter *writer, GError **error)
{
  g_autoptr (GBytes) after
      = export->start.row->len > 0 ? g_bytes_new (export->start.row->data, export->start.row->len) : NULL;
  TransferRange range = { .after = after, .parallelism = (guint) export->parallelism };
  g_autoptr (TransferSource) source = transfer_source_new_table (export->table, &range);
  GCancellable *cancellable = export->tool->cancellable;
  g_autoptr (GError) problem = NULL;
  TransferCell cell;

  while (transfer_source_next (source, &cell, cancellable, &problem)
         && export_writer_add (writer, &cell, cancellable, &problem))
    transfer_show_progress ("exported", export_writer_get_counts (writer));
  progress_end ();
  if (problem == NULL)
    return export_writer_end (writer, cancellable, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
write_file (Export *export, ExportCounts *counts, GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (export->fd, FALSE);
  g_autoptr (ExportWriter) writer = export_writer_new_at (stream, &export->start);

  if (!truncate_file (export, error)
      || (export->start.position == 0
          && !export_writer_begin (writer, export->description, export->splits, export->tool->cancellable,
                                   error))
      || !write_rows (export, writer, error))
    return FALSE;
  *counts = *export_writer_get_counts (writer);
  return TRUE;
}

/* ---- the command ---- */

static gboolean
open_table (Export *export, const char *name, GError **error)
{
  export->table = tool_open_table (export->tool, name, error);
  if (export->table == NULL)
    return FALSE;
  export->description = transfer_describe (export->table, &export->splits, export->tool->cancellable, error);
  return export->description != NULL && (export->path == NULL || open_file (export, error));
}

static int
export_table (Export *export, const char *name)
{
  g_autoptr (GError) error = NULL;
  ExportCounts counts;

  if (!open_table (export, name, &error))
    return tool_failed (error);
  counts = export->start.counts;
  if (!export->is_complete && !write_file (export, &counts, &error))
    {
      /* A reader that stops early, such as `head`, isn't reported. */
      if (export->path == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
        return TOOL_FAILED;
      tool_failed_in_data (error);
      if (export->path != NULL)
        tool_complain ("%s isn't complete: --resume%s continues it", export->part,
                       export->replace ? ", instead of --replace," : "");
      return TOOL_FAILED;
    }
  if (!finish_file (export, &error))
    return tool_failed_in_data (error);
  if (export->path != NULL)
    transfer_print_counts (export->tool, &counts);
  return TOOL_DONE;
}

static int
run_export (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (Export) export = { .tool = tool, .parallelism = TRANSFER_PARALLELISM, .fd = STDOUT_FILENO };
  const GOptionEntry entries[] = {
    { "resume", 0, 0, G_OPTION_ARG_NONE, &export.resume, "continue FILE.part, if it exists, where it ends",
      NULL },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &export.replace, "overwrite FILE, when the export is complete",
      NULL },
    TRANSFER_PARALLELISM_ENTRY (&export.parallelism),
    G_OPTION_ENTRY_NULL,
  };

  export_state_init (&export.start);
  if (!tool_parse (tool, &command_export, entries, &words, 1, 2)
      || !transfer_check_parallelism (&command_export, export.parallelism))
    return TOOL_USAGE;
  if (words[2] != NULL && strcmp (words[2], "-") != 0)
    {
      export.path = words[2];
      export.part = g_strconcat (words[2], ".part", NULL);
    }
  if (export.resume && export.replace)
    return tool_usage (&command_export, "give --resume or --replace, not both");
  if (export.path == NULL && (export.resume || export.replace))
    return tool_usage (&command_export, "the standard output can't be continued or replaced: name a FILE");
  if (export.path == NULL && isatty (STDOUT_FILENO))
    return tool_usage (&command_export, "name a FILE: an export isn't text that a terminal can show");
  return export_table (&export, words[1]);
}

const ToolCommand command_export = {
  "export",
  "TABLE [FILE]",
  "write a whole table to a file, which import reads",
  "Writes all versions of all cells, the delete markers, the table's settings and the keys at which its\n"
  "regions begin. The file has checksums; docs/export-format.md describes it. Without a FILE, or for “-”, "
  "the\n"
  "standard output is written.\n\n"
  "Rows are written to FILE.part, which is renamed to FILE when it is complete. An interrupted export is\n"
  "continued by --resume, after the last row that is whole in FILE.part.\n\n"
  "An export isn't a snapshot: what is written meanwhile is exported before or after the change, and a row\n"
  "of more than 100 cells may be exported with a part of it. Gateways don't return the time to live of "
  "single cells, tags and visibility\n"
  "labels: the file doesn't have them.",
  run_export,
};
