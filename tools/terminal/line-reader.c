/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads lines without an editor, or by the one of line-editor.c. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "input.h"
#include "line-reader.h"
#include "text-file.h"
#include "tool.h"

#define BLOCK 4096

struct _LineReader {
  int fd;
  gboolean is_interactive;
  GString *bytes; /* read, and not returned yet */
  gboolean has_begun;
  gboolean has_ended;
  LineEditor *editor; /* NULL: none */
};

#ifdef HBASE_WITH_LIBEDIT
/* A shell without an editor is better than none. */
static void
open_editor (LineReader *reader, LineCompleteFunc complete, gpointer data)
{
  g_autoptr (GError) error = NULL;

  reader->editor = line_editor_new (complete, data, &error);
  if (reader->editor == NULL)
    tool_complain ("%s", error->message);
}
#endif

LineReader *
line_reader_new (int fd, gboolean is_interactive, LineCompleteFunc complete, gpointer data)
{
  LineReader *reader = g_new0 (LineReader, 1);

  reader->fd = fd;
  reader->is_interactive = is_interactive;
  reader->bytes = g_string_new (NULL);
#ifdef HBASE_WITH_LIBEDIT
  if (is_interactive)
    open_editor (reader, complete, data);
#endif
  return reader;
}

void
line_reader_free (LineReader *reader)
{
#ifdef HBASE_WITH_LIBEDIT
  g_clear_pointer (&reader->editor, line_editor_free);
#endif
  g_string_free (reader->bytes, TRUE);
  g_free (reader);
}

/* Returns the first whole line of what was read, and at the end the rest; NULL without an error if there is
 * none. */
static char *
take_line (LineReader *reader, GError **error)
{
  const char *end = memchr (reader->bytes->str, '\n', reader->bytes->len);
  gsize length = end != NULL ? (gsize) (end - reader->bytes->str) : reader->bytes->len;
  gsize mark;
  char *line;

  if (end == NULL && (!reader->has_ended || length == 0))
    return NULL;
  mark = reader->has_begun ? 0 : text_file_measure_mark (reader->bytes->str, length);
  reader->has_begun = TRUE;
  line = g_strndup (reader->bytes->str + mark, length - mark);
  g_string_erase (reader->bytes, 0, (gssize) MIN (length + 1, reader->bytes->len));
  length -= mark;
  if (strlen (line) < length)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "the line contains a NUL: write \\x00 for that byte");
      g_clear_pointer (&line, g_free);
    }
  else if (!reader->is_interactive && length > 0 && line[length - 1] == '\r')
    line[length - 1] = '\0';
  return line;
}

static gboolean
read_block (LineReader *reader, GCancellable *cancellable, GError **error)
{
  char block[BLOCK];
  gssize length;

  if (!input_wait (reader->fd, cancellable, error))
    return FALSE;
  length = read (reader->fd, block, sizeof block);
  if (length < 0 && errno != EINTR && errno != EAGAIN)
    {
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "the next line can't be read: %s",
                   g_strerror (errno));
      return FALSE;
    }
  reader->has_ended = length == 0;
  if (length > 0)
    g_string_append_len (reader->bytes, block, length);
  return TRUE;
}

char *
line_reader_next (LineReader *reader, const char *prompt, GCancellable *cancellable, GError **error)
{
  GError *problem = NULL;
  char *line;

#ifdef HBASE_WITH_LIBEDIT
  if (reader->editor != NULL)
    return line_editor_next (reader->editor, prompt, cancellable, error);
#endif
  if (reader->is_interactive)
    fputs (prompt, stdout);
  fflush (stdout);
  while ((line = take_line (reader, &problem)) == NULL && problem == NULL && !reader->has_ended)
    if (!read_block (reader, cancellable, error))
      {
        /* What was typed before Ctrl-C isn't part of the next line. */
        g_string_truncate (reader->bytes, 0);
        return NULL;
      }
  if (problem != NULL)
    g_propagate_error (error, problem);
  else if (line == NULL && reader->is_interactive)
    fputc ('\n', stdout);
  return line;
}
