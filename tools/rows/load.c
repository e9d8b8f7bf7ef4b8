/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads records from a file, and shows the progress. */

#include "config.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "load.h"
#include "progress.h"
#include "text-file.h"

#define BAR_WIDTH 40
#define BUFFER_SIZE ((gsize) 64 * 1024) /* a longer line makes the buffer grow */

struct _Load {
  char *name;
  GBufferedInputStream *stream;
  GString *text;    /* the last line */
  GPtrArray *words; /* (element-type utf8) in `text` */
  guint64 line;     /* the last one read */
  gboolean had_cr;  /* it ended in CR LF */
  guint64 bytes;    /* read so far */
  guint64 size;     /* of the file; 0: not known */
};

GInputStream *
load_open_stream (const char *path, guint64 *size, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInfo) info = NULL;
  GFileInputStream *stream;

  *size = 0;
  if (strcmp (path, "-") == 0)
    return g_unix_input_stream_new (STDIN_FILENO, FALSE);
  file = g_file_new_for_path (path);
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
  g_autoptr (GInputStream) stream = load_open_stream (path, &size, error);
  Load *load;

  if (stream == NULL)
    return NULL;
  load = g_new0 (Load, 1);
  load->name = g_strdup (strcmp (path, "-") == 0 ? "standard input" : path);
  load->stream = G_BUFFERED_INPUT_STREAM (g_buffered_input_stream_new_sized (stream, BUFFER_SIZE));
  load->text = g_string_new (NULL);
  load->words = g_ptr_array_new ();
  load->size = size;
  return load;
}

void
load_close (Load *load)
{
  progress_end ();
  g_object_unref (load->stream);
  g_string_free (load->text, TRUE);
  g_ptr_array_unref (load->words);
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

/* Reads until the buffer contains a whole line, or the rest of the file. Returns its length without the LF,
 * or −1: the file has ended, or an error occurred. */
static gssize
buffer_line (Load *load, gboolean *has_lf, GCancellable *cancellable, GError **error)
{
  gsize n_searched = 0;

  for (;;)
    {
      gsize n_buffered;
      const char *data = g_buffered_input_stream_peek_buffer (load->stream, &n_buffered);
      const char *end = memchr (data + n_searched, '\n', n_buffered - n_searched);
      gssize n_read;

      *has_lf = end != NULL;
      if (end != NULL)
        return end - data;
      if (n_buffered == g_buffered_input_stream_get_buffer_size (load->stream))
        g_buffered_input_stream_set_buffer_size (load->stream, 2 * n_buffered);
      n_read = g_buffered_input_stream_fill (load->stream, -1, cancellable, error);
      if (n_read <= 0)
        return n_read < 0 || n_buffered == 0 ? -1 : (gssize) n_buffered;
      n_searched = n_buffered;
    }
}

/* Sets `text` to the next line, without its LF or CR LF, and of the first one without a byte order mark.
 * Returns FALSE without an error at the end. */
static gboolean
read_line (Load *load, GCancellable *cancellable, GError **error)
{
  gboolean has_lf;
  gssize length = buffer_line (load, &has_lf, cancellable, error);
  GString *text = g_string_truncate (load->text, 0);

  if (length < 0)
    return FALSE;
  g_string_append_len (text, g_buffered_input_stream_peek_buffer (load->stream, NULL), length);
  g_input_stream_skip (G_INPUT_STREAM (load->stream), (gsize) length + has_lf, NULL, NULL);
  if (load->line++ == 0)
    g_string_erase (text, 0, (gssize) text_file_measure_mark (text->str, text->len));
  load->bytes += (gsize) length + 1;
  load->had_cr = text->len > 0 && text->str[text->len - 1] == '\r';
  g_string_truncate (text, text->len - load->had_cr);
  if (strlen (text->str) == text->len)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "the line contains a NUL: write \\x00 for that byte");
  load_prefix_error (load, load->line, error);
  return FALSE;
}

char *
load_next_line (Load *load, GCancellable *cancellable, GError **error)
{
  do
    if (!read_line (load, cancellable, error))
      return NULL;
  while (load->text->len == 0);
  return load->text->str;
}

const char *
load_get_line_end (const Load *load)
{
  return load->had_cr ? "\r\n" : "\n";
}

char *
load_continue_line (Load *load, GCancellable *cancellable, GError **error)
{
  return read_line (load, cancellable, error) ? load->text->str : NULL;
}

char **
load_split_line (Load *load)
{
  char *word = load->text->str;

  g_ptr_array_set_size (load->words, 0);
  for (char *tab; (tab = strchr (word, '\t')) != NULL; word = tab + 1)
    {
      *tab = '\0';
      g_ptr_array_add (load->words, word);
    }
  g_ptr_array_add (load->words, word);
  g_ptr_array_add (load->words, NULL);
  return (char **) load->words->pdata;
}

char **
load_next (Load *load, GCancellable *cancellable, GError **error)
{
  return load_next_line (load, cancellable, error) != NULL ? load_split_line (load) : NULL;
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
