/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads records of CSV.
 *
 *  1. A record ends at the first line end before which there is an even number of quotes.
 *  2. Fields are unquoted within `text`, where they can only get shorter. */

#include "config.h"

#include <string.h>

#include "csv-reader.h"

struct _CsvReader {
  Load *load;
  char delimiter;
  gboolean has_quotes;
  GString *text;     /* the last record */
  GPtrArray *fields; /* (element-type utf8) in `text` */
  guint64 line;      /* in which it begins */
};

CsvReader *
csv_reader_new (Load *load, char delimiter, gboolean has_quotes)
{
  CsvReader *reader = g_new0 (CsvReader, 1);

  reader->load = load;
  reader->delimiter = delimiter;
  reader->has_quotes = has_quotes;
  reader->text = g_string_new (NULL);
  reader->fields = g_ptr_array_new ();
  return reader;
}

void
csv_reader_free (CsvReader *reader)
{
  g_string_free (reader->text, TRUE);
  g_ptr_array_unref (reader->fields);
  g_free (reader);
}

guint64
csv_reader_get_line (const CsvReader *reader)
{
  return reader->line;
}

static gboolean
refuse (const CsvReader *reader, const char *problem, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "%s", problem);
  load_prefix_error (reader->load, reader->line, error);
  return FALSE;
}

static gboolean
has_odd_quotes (const CsvReader *reader, const char *line)
{
  gboolean is_odd = FALSE;

  while (reader->has_quotes && (line = strchr (line, '"')) != NULL)
    {
      is_odd = !is_odd;
      line++;
    }
  return is_odd;
}

/* Appends the lines in which the open quotes of the record go on, and the line breaks between them. */
static gboolean
append_lines (CsvReader *reader, GCancellable *cancellable, GError **error)
{
  gboolean is_open = has_odd_quotes (reader, reader->text->str);

  while (is_open)
    {
      g_autoptr (GError) problem = NULL;
      const char *line_break = load_get_line_end (reader->load);
      const char *line = load_continue_line (reader->load, cancellable, &problem);

      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (line == NULL)
        return refuse (reader, "a field's quotes aren't closed", error);
      g_string_append (reader->text, line_break);
      g_string_append (reader->text, line);
      is_open ^= has_odd_quotes (reader, line);
    }
  return TRUE;
}

/* Reads the text of the next record. Returns FALSE without an error at the end. */
static gboolean
read_text (CsvReader *reader, GCancellable *cancellable, GError **error)
{
  const char *line = load_next_line (reader->load, cancellable, error);

  if (line == NULL)
    return FALSE;
  reader->line = load_get_line (reader->load);
  g_string_assign (reader->text, line);
  return append_lines (reader, cancellable, error);
}

/* These two move a field's characters to `*to`. They return where it ends; NULL if a quote is misplaced. */
static char *
move_quoted (const CsvReader *reader, char *from, char **to)
{
  for (from++; *from != '\0'; from++)
    {
      if (*from == '"' && *++from != '"')
        return *from == reader->delimiter || *from == '\0' ? from : NULL;
      *(*to)++ = *from;
    }
  return NULL;
}

static char *
move_plain (const CsvReader *reader, char *from, char **to)
{
  for (; *from != '\0' && *from != reader->delimiter; from++)
    {
      if (*from == '"' && reader->has_quotes)
        return NULL;
      *(*to)++ = *from;
    }
  return from;
}

static gboolean
split (CsvReader *reader)
{
  char *from = reader->text->str, *to = from, end;

  g_ptr_array_set_size (reader->fields, 0);
  do
    {
      g_ptr_array_add (reader->fields, to);
      from = (*from == '"' && reader->has_quotes ? move_quoted : move_plain) (reader, from, &to);
      if (from == NULL)
        return FALSE;
      end = *from++;
      *to++ = '\0';
    }
  while (end != '\0');
  g_ptr_array_add (reader->fields, NULL);
  return TRUE;
}

char **
csv_reader_next (CsvReader *reader, GCancellable *cancellable, GError **error)
{
  if (!read_text (reader, cancellable, error))
    return NULL;
  if (split (reader))
    return (char **) reader->fields->pdata;
  refuse (reader, "a field with a quote in it must be in quotes, and have its quotes doubled", error);
  return NULL;
}
