/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints records as CSV or as an aligned table.
 *
 *  1. A table is printed in batches, so that a long one begins at once and needs little memory. A column
 *     never gets narrower from one batch to the next.
 *  2. A column is at most MAX_WIDTH wide: a longer field moves the rest of its line only. */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "output-lines.h"
#include "pager.h"
#include "records.h"
#include "spreadsheet.h"

#define BATCH_RECORDS 200
#define MAX_WIDTH 40
#define GAP "  "

#define BOLD "\033[1m"
#define CYAN "\033[36m"
#define PLAIN "\033[0m"

static char **column_names; /* NULL: no record has been added */
static guint n_key_columns;
static GPtrArray *waiting; /* (element-type GStrv) of a table */
static GArray *widths;     /* of guint, of each column of a table */
static GStrv last_key;     /* of the last line of a table; NULL: none */
static gboolean colours;   /* in a table */

/* Colours are printed on a terminal, unless NO_COLOR is set. */
static gboolean
have_colours (void)
{
  const char *no_colour = g_getenv ("NO_COLOR"), *terminal = g_getenv ("TERM");

  return isatty (STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0')
         && g_strcmp0 (terminal, "dumb") != 0;
}

/* ---- CSV ---- */

/* Some spreadsheets separate fields by semicolons. `mark`: precedes the field; may be empty. */
static void
append_csv_field (GString *line, const char *mark, const char *field)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (strpbrk (field, ",;\"") == NULL)
    {
      g_string_append (line, mark);
      g_string_append (line, field);
      return;
    }
  parts = g_strsplit (field, "\"", -1);
  doubled = g_strjoinv ("\"\"", parts);
  g_string_append_printf (line, "\"%s%s\"", mark, doubled);
}

static void
print_csv (const Tool *tool, const char *const *fields)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; fields[i] != NULL; i++)
    {
      g_string_append (line, i > 0 ? "," : "");
      append_csv_field (line, tool->spreadsheet && spreadsheet_needs_mark (fields[i]) ? "'" : "", fields[i]);
    }
  output_line (line);
}

/* ---- tables ---- */

/* Returns how many columns of a terminal the text takes. */
static guint
measure (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

static void
widen (char **fields)
{
  for (guint i = 0; fields[i] != NULL; i++)
    {
      guint *width = &g_array_index (widths, guint, i);

      *width = MAX (*width, MIN (measure (fields[i]), MAX_WIDTH));
    }
}

/* `colour`: of the first `n_coloured` fields; NULL: none. */
static void
print_aligned (char **fields, const char *colour, guint n_coloured)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; fields[i] != NULL; i++)
    {
      gboolean coloured = colour != NULL && i < n_coloured && *fields[i] != '\0';
      guint width = measure (fields[i]), wanted = g_array_index (widths, guint, i);

      g_string_append (line, i > 0 ? GAP : "");
      g_string_append_printf (line, "%s%s%s", coloured ? colour : "", fields[i], coloured ? PLAIN : "");
      if (fields[i + 1] != NULL && width < wanted)
        g_string_append_printf (line, "%*s", (int) (wanted - width), "");
    }
  output_line (line);
}

/* Empties the key's fields if they are those of the line before. */
static void
hide_repeated_key (char **fields)
{
  gboolean repeated = last_key != NULL && n_key_columns > 0;

  for (guint i = 0; repeated && i < n_key_columns; i++)
    repeated = strcmp (last_key[i], fields[i]) == 0;
  if (!repeated)
    {
      g_strfreev (last_key);
      last_key = g_strdupv (fields);
      return;
    }
  for (guint i = 0; i < n_key_columns; i++)
    fields[i][0] = '\0';
}

/* Returns how many lines of a terminal a record takes. */
static guint
count_lines (char **fields, guint n_terminal_columns)
{
  guint width = 0;

  for (guint i = 0; fields[i] != NULL; i++)
    width += MAX (measure (fields[i]), g_array_index (widths, guint, i)) + strlen (GAP);
  return (width + n_terminal_columns - 1) / n_terminal_columns;
}

/* Starts a pager if the first batch doesn't fit on the terminal. */
static void
start_pager (void)
{
  guint n_columns = pager_get_columns (), n_lines = 1;

  for (guint i = 0; n_columns > 0 && i < waiting->len; i++)
    n_lines += count_lines (waiting->pdata[i], n_columns);
  pager_start_for (n_lines);
}

static void
begin_table (void)
{
  colours = have_colours ();
  widths = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (widths, g_strv_length (column_names));
  widen (column_names);
}

static void
print_batch (void)
{
  gboolean is_first = widths == NULL;

  if (is_first)
    begin_table ();
  for (guint i = 0; i < waiting->len; i++)
    widen (waiting->pdata[i]);
  if (is_first)
    {
      start_pager ();
      print_aligned (column_names, colours ? BOLD : NULL, widths->len);
    }
  for (guint i = 0; i < waiting->len; i++)
    {
      hide_repeated_key (waiting->pdata[i]);
      print_aligned (waiting->pdata[i], colours ? CYAN : NULL, n_key_columns);
    }
  g_ptr_array_set_size (waiting, 0);
}

/* ---- records ---- */

void
records_add (const Tool *tool, const char *const *names, const char *const *fields, guint n_keys)
{
  if (column_names == NULL)
    {
      column_names = g_strdupv ((char **) names);
      n_key_columns = n_keys;
      if (tool->csv)
        print_csv (tool, names);
    }
  if (tool->csv)
    {
      print_csv (tool, fields);
      return;
    }
  if (waiting == NULL)
    waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_ptr_array_add (waiting, g_strdupv ((char **) fields));
  if (waiting->len == BATCH_RECORDS)
    print_batch ();
}

void
records_print (void)
{
  if (waiting != NULL && waiting->len > 0)
    print_batch ();
  g_clear_pointer (&column_names, g_strfreev);
  g_clear_pointer (&waiting, g_ptr_array_unref);
  g_clear_pointer (&widths, g_array_unref);
  g_clear_pointer (&last_key, g_strfreev);
}
