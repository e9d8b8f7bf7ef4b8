/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads records from a file, and shows the progress. */

#include "config.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "load.h"
#include "progress.h"

#define BAR_WIDTH 40

struct _Load {
  char *name;
  GDataInputStream *lines;
  guint64 line;  /* the last one read */
  guint64 bytes; /* read so far */
  guint64 size;  /* of the file; 0: not known */
};

static GInputStream *
open_stream (const char *path, guint64 *size, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInfo) info = NULL;
  GFileInputStream *stream;

  *size = 0;
  if (strcmp (path, "-") == 0)
    return g_unix_input_stream_new (STDIN_FILENO, FALSE);
  file = g_file_new_for_commandline_arg (path);
  stream = g_file_read (file, NULL, error);
  if (stream == NULL)
    return NULL;
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, NULL, NULL);
  if (info != NULL)
    *size = (guint64) g_file_info_get_size (info);
  return G_INPUT_STREAM (stream);
}

Load *
load_open (const char *path, GError **error)
{
  guint64 size;
  g_autoptr (GInputStream) stream = open_stream (path, &size, error);
  Load *load;

  if (stream == NULL)
    return NULL;
  load = g_new0 (Load, 1);
  load->name = g_strdup (strcmp (path, "-") == 0 ? "standard input" : path);
  load->lines = g_data_input_stream_new (stream);
  g_data_input_stream_set_newline_type (load->lines, G_DATA_STREAM_NEWLINE_TYPE_LF);
  load->size = size;
  return load;
}

void
load_close (Load *load)
{
  progress_end ();
  g_object_unref (load->lines);
  g_free (load->name);
  g_free (load);
}

guint64
load_get_line (const Load *load)
{
  return load->line;
}

void
load_prefix_error (const Load *load, guint64 line, GError **error)
{
  g_prefix_error (error, "%s, line %" G_GUINT64_FORMAT ": ", load->name, line);
}

/* Returns a line without its LF or CR LF; NULL without an error at the end. */
static char *
read_line (Load *load, GCancellable *cancellable, GError **error)
{
  gsize length;
  char *line = g_data_input_stream_read_line (load->lines, &length, cancellable, error);

  if (line == NULL)
    return NULL;
  load->line++;
  load->bytes += length + 1;
  if (length > 0 && line[length - 1] == '\r')
    line[--length] = '\0';
  if (strlen (line) == length)
    return line;
  g_free (line);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "the line contains a NUL: write \\x00 for that byte");
  load_prefix_error (load, load->line, error);
  return NULL;
}

char *
load_next_line (Load *load, GCancellable *cancellable, GError **error)
{
  char *line = NULL;

  do
    {
      g_free (line);
      line = read_line (load, cancellable, error);
    }
  while (line != NULL && *line == '\0');
  return line;
}

char **
load_next (Load *load, GCancellable *cancellable, GError **error)
{
  g_autofree char *line = load_next_line (load, cancellable, error);

  return line != NULL ? g_strsplit (line, "\t", -1) : NULL;
}

/* With a bar if the size of the file is known. */
static char *
describe_progress (const Load *load, guint64 n_records)
{
  guint done = load->size > 0 ? (guint) MIN (load->bytes * 100 / load->size, 100) : 0;
  guint filled = done * BAR_WIDTH / 100;

  if (load->size == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " rows", n_records);
  return g_strdup_printf ("[%.*s%*s] %3u %%  %" G_GUINT64_FORMAT " rows", (int) filled,
                          "########################################", (int) (BAR_WIDTH - filled), "", done,
                          n_records);
}

void
load_show_progress (const Load *load, guint64 n_records)
{
  g_autofree char *line = NULL;

  if (!progress_is_due ())
    return;
  line = describe_progress (load, n_records);
  progress_print (line);
}
