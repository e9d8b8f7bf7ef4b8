/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints rows and other results in the format that was chosen. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "json-writer.h"
#include "output.h"
#include "pager.h"
#include "records.h"
#include "row-json.h"
#include "row-records.h"
#include "row-text.h"

char *
output_escape (const char *text)
{
  return hbase_bytes_to_printable ((const guint8 *) text, strlen (text), "");
}

/* ---- rows ---- */

void
output_row (Tool *tool, HBaseRow *row)
{
  static GString *line; /* kept for the next row */

  if (tool->csv || tool->table)
    {
      row_records_add (tool, row);
      return;
    }
  if (line == NULL)
    line = g_string_new (NULL);
  g_string_truncate (line, 0);
  if (tool->json)
    row_json_append (line, tool, row);
  else
    row_text_append (line, tool, row);
  output_line (line);
}

static void
output_json_page (Tool *tool, HBasePage *page)
{
  g_autoptr (GString) line = g_string_new ("{\"rows\":[");

  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    {
      g_string_append (line, i > 0 ? "," : "");
      row_json_append (line, tool, hbase_page_get_row (page, i));
    }
  g_string_append (line, "],");
  json_append_member (line, "token", hbase_page_get_token (page));
  g_string_append_c (line, ',');
  json_append_member (line, "next", hbase_page_get_next_token (page));
  g_string_append_c (line, ',');
  json_append_member (line, "previous", hbase_page_get_previous_token (page));
  g_string_append_c (line, '}');
  output_line (line);
}

/* Tokens aren't records: with CSV they are printed beside it. */
static void
output_token (Tool *tool, const char *what, const char *token)
{
  if (token != NULL)
    fprintf (tool->csv ? stderr : stdout, "%s page: --token=%s\n", what, token);
}

void
output_page (Tool *tool, HBasePage *page)
{
  if (tool->json)
    {
      output_json_page (tool, page);
      return;
    }
  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    output_row (tool, hbase_page_get_row (page, i));
  records_print ();
  output_token (tool, "this", hbase_page_get_token (page));
  output_token (tool, "next", hbase_page_get_next_token (page));
  output_token (tool, "previous", hbase_page_get_previous_token (page));
}

void
output_text (Tool *tool, const char *name, const char *value)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (!tool->json)
    g_string_append (line, value);
  else
    {
      g_string_append_c (line, '{');
      json_append_member (line, name, value);
      g_string_append_c (line, '}');
    }
  output_line (line);
}

void
output_fields (Tool *tool, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (tool->json)
    row_json_append_fields (line, schema, key, length);
  for (guint i = 0; !tool->json && i < hbase_key_schema_get_n_fields (schema); i++)
    {
      const char *name = hbase_key_schema_get_field_name (schema, i);
      g_autofree char *value = hbase_key_schema_key_field_to_escaped (schema, key, length, name, NULL);

      g_string_append_printf (line, "%s%s=%s", i > 0 ? "\n" : "", name, value);
    }
  output_line (line);
}

void
output_number (Tool *tool, const char *name, guint64 number)
{
  if (tool->json)
    printf ("{\"%s\":%" G_GUINT64_FORMAT "}\n", name, number);
  else
    printf ("%" G_GUINT64_FORMAT "\n", number);
}

char *
output_make_json_array (const char *const *texts)
{
  GString *json = g_string_new ("[");

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *shown = output_escape (texts[i]);

      g_string_append (json, i > 0 ? "," : "");
      json_append_string (json, shown);
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

static void
output_json_record (const OutputField *fields, guint n_fields)
{
  g_autoptr (GString) line = g_string_new ("{");

  for (guint i = 0; i < n_fields; i++)
    {
      g_string_append (line, i > 0 ? "," : "");
      if (fields[i].json != NULL)
        g_string_append_printf (line, "\"%s\":%s", fields[i].name, fields[i].json);
      else
        json_append_member (line, fields[i].name, fields[i].text);
    }
  g_string_append_c (line, '}');
  output_line (line);
}

/* Adds the fields to the records of CSV, or of a table. */
static void
add_fields (Tool *tool, const OutputField *fields, guint n_fields)
{
  g_autofree const char **names = g_new0 (const char *, n_fields + 1);
  g_autofree const char **texts = g_new0 (const char *, n_fields + 1);

  for (guint i = 0; i < n_fields; i++)
    {
      names[i] = fields[i].name;
      texts[i] = fields[i].text != NULL ? fields[i].text : "";
    }
  records_add (tool, names, texts, 0);
}

static void
output_text_record (const OutputField *fields, guint n_fields)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < n_fields; i++)
    g_string_append_printf (line, "%s%s", i > 0 ? "\t" : "", fields[i].text != NULL ? fields[i].text : "");
  output_line (line);
}

void
output_record (Tool *tool, const OutputField *fields, guint n_fields)
{
  if (tool->json)
    output_json_record (fields, n_fields);
  else if (tool->csv || tool->table)
    add_fields (tool, fields, n_fields);
  else
    output_text_record (fields, n_fields);
}

void
output_properties (Tool *tool, const OutputField *fields, guint n_fields)
{
  if (tool->json)
    output_json_record (fields, n_fields);
  for (guint i = 0; !tool->json && i < n_fields; i++)
    if (fields[i].text != NULL)
      output_record (tool, (OutputField[]){ { "property", fields[i].name }, { "value", fields[i].text } }, 2);
}

void
output_names (Tool *tool, const char *what, const char *const *names)
{
  g_autofree char *json = tool->json ? output_make_json_array (names) : NULL;
  g_autoptr (GString) line = g_string_new (json);

  if (tool->json)
    output_line (line);
  for (guint i = 0; !tool->json && names[i] != NULL; i++)
    {
      g_autofree char *shown = output_escape (names[i]);

      output_record (tool, (OutputField[]){ { what, shown } }, 1);
    }
}

void
output_key (Tool *tool, const guint8 *key, gsize length)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (tool->json)
    {
      g_string_append_c (line, '{');
      row_json_append_key (line, tool->schema, key, length);
      g_string_append_c (line, '}');
    }
  else
    row_text_append_key (line, tool->schema, key, length);
  output_line (line);
}

void
output_bytes (Tool *tool, const guint8 *bytes, gsize length)
{
  g_autofree char *text = hbase_bytes_to_escaped (bytes, length);

  output_text (tool, "row", text);
}

static char *
make_hex (const guint8 *bytes, gsize length)
{
  GString *digits = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (digits, "%02x", bytes[i]);
  return g_string_free (digits, FALSE);
}

void
output_hex (Tool *tool, const guint8 *key, gsize length)
{
  g_autofree char *digits = make_hex (key, length);

  output_text (tool, "row", digits);
}

void
output_form (Tool *tool, const char *form, const guint8 *bytes, gsize length, gboolean hex)
{
  g_autofree char *text = hex ? make_hex (bytes, length) : hbase_bytes_to_escaped (bytes, length);
  g_autoptr (GString) line = g_string_new (tool->json ? "{" : form);

  if (tool->json)
    {
      json_append_member (line, "form", form);
      g_string_append_printf (line, ",\"bytes\":%" G_GSIZE_FORMAT ",", length);
      json_append_member (line, "row", text);
      g_string_append_c (line, '}');
    }
  else
    g_string_append_printf (line, "\t%" G_GSIZE_FORMAT "\t%s", length, text);
  output_line (line);
}

void
output_existence (Tool *tool, const char *row, gboolean exists)
{
  g_autofree char *shown = output_escape (row);
  const char *value = exists ? "true" : "false";

  output_record (tool, (OutputField[]){ { "row", shown }, { "exists", value, value } }, 2);
}

void
output_write (void)
{
  records_print ();
  output_write_lines ();
}

gboolean
output_flush (void)
{
  gboolean was_paged;
  int number;

  output_write ();
  was_paged = pager_end ();
  number = output_take_error ();
  /* A user who leaves the pager has seen enough. */
  if (number == 0 || (was_paged && number == EPIPE))
    return TRUE;
  /* A reader that stops early, such as `head`, isn't reported. */
  if (number != EPIPE)
    fprintf (stderr, "hbase-glib: not all results could be printed: %s\n", g_strerror (number));
  return FALSE;
}
