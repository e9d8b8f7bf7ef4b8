/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints rows and other results as text or JSON, and makes the records of tables and CSV. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "records.h"
#include "value-types.h"

#define LINE_SIZE 256 /* of most rows; a longer line is reallocated */

/* ---- keys and bytes ---- */

char *
output_escape (const char *text)
{
  return hbase_bytes_to_printable ((const guint8 *) text, strlen (text), "");
}

/* Shows a key as it is given on the command line: after a `=` if it doesn't match the schema. */
static void
append_key (GString *text, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autofree char *fields
      = schema != NULL ? hbase_key_schema_key_to_escaped (schema, key, length, NULL) : NULL;

  g_string_append (text, fields != NULL ? fields : schema != NULL ? "=" : "");
  if (fields == NULL)
    hbase_bytes_append_escaped (text, key, length);
}

/* ---- text ---- */

static void
append_row (GString *text, Tool *tool, HBaseRow *row)
{
  HBaseCellIter cell;
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);

  append_key (text, tool->schema, key, length);
  hbase_cell_iter_init (&cell, row);
  while (hbase_cell_iter_next (&cell))
    {
      g_string_append_c (text, '\t');
      if (tool->timestamps)
        g_string_append_printf (text, "%" G_GINT64_FORMAT "/", cell.timestamp);
      hbase_bytes_append_printable (text, cell.family, cell.family_length, ":=");
      g_string_append_c (text, ':');
      hbase_bytes_append_printable (text, cell.qualifier, cell.qualifier_length, "=");
      g_string_append_c (text, '=');
      value_append (text, &cell);
    }
}

/* ---- records: one for each cell ---- */

/* Returns the columns: the row, or the fields of its key, and what a cell has. */
static GStrv
name_columns (const Tool *tool)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; tool->schema != NULL && i < hbase_key_schema_get_n_fields (tool->schema); i++)
    g_strv_builder_add (names, hbase_key_schema_get_field_name (tool->schema, i));
  if (tool->schema == NULL)
    g_strv_builder_add (names, "row");
  g_strv_builder_add (names, "column");
  if (tool->timestamps)
    g_strv_builder_add (names, "timestamp");
  g_strv_builder_add (names, "value");
  return g_strv_builder_end (names);
}

/* A key that doesn't match the schema is shown in the first field. */
static void
add_key (GPtrArray *fields, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GVariant) values = schema != NULL ? hbase_key_schema_decode (schema, key, length, NULL) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; values != NULL && i < hbase_key_schema_get_n_fields (schema); i++)
    g_ptr_array_add (fields, hbase_key_schema_key_field_to_escaped (
                                 schema, key, length, hbase_key_schema_get_field_name (schema, i), NULL));
  if (values != NULL)
    return;
  append_key (text, schema, key, length);
  g_ptr_array_add (fields, g_strdup (text->str));
  for (guint i = 1; schema != NULL && i < hbase_key_schema_get_n_fields (schema); i++)
    g_ptr_array_add (fields, g_strdup (""));
}

static void
add_cell (GPtrArray *fields, const Tool *tool, const HBaseCellIter *cell)
{
  g_autofree char *family = hbase_bytes_to_printable (cell->family, cell->family_length, ":=");
  g_autofree char *qualifier = hbase_bytes_to_printable (cell->qualifier, cell->qualifier_length, "=");

  g_ptr_array_add (fields, g_strconcat (family, ":", qualifier, NULL));
  if (tool->timestamps)
    g_ptr_array_add (fields, g_strdup_printf ("%" G_GINT64_FORMAT, cell->timestamp));
  g_ptr_array_add (fields, value_to_text (cell));
}

static void
add_records (Tool *tool, HBaseRow *row)
{
  g_auto (GStrv) names = name_columns (tool);
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  HBaseCellIter cell;
  guint n_keys;

  add_key (fields, tool->schema, key, length);
  n_keys = fields->len;
  hbase_cell_iter_init (&cell, row);
  while (hbase_cell_iter_next (&cell))
    {
      g_ptr_array_set_size (fields, (int) n_keys);
      add_cell (fields, tool, &cell);
      g_ptr_array_add (fields, NULL);
      records_add (tool, (const char *const *) names, (const char *const *) fields->pdata, n_keys);
    }
}

/* ---- JSON: strings are in printable escapes, so that no byte is lost ---- */

static void
append_json_string (GString *json, const char *text)
{
  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (json, "\\%c", *p);
    else if ((guchar) *p < ' ')
      g_string_append_printf (json, "\\u%04x", (guint) *p);
    else
      g_string_append_c (json, *p);
  g_string_append_c (json, '"');
}

static void
append_json_member (GString *json, const char *name, const char *text)
{
  append_json_string (json, name);
  g_string_append_c (json, ':');
  if (text != NULL)
    append_json_string (json, text);
  else
    g_string_append (json, "null");
}

static void
append_json_bytes (GString *json, const char *name, const guint8 *data, gsize length)
{
  g_autofree char *text = hbase_bytes_to_printable (data, length, "");

  append_json_member (json, name, text);
}

/* Appends the fields of a key that matches the schema. */
static void
append_json_fields (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_string_append_c (json, '{');
  for (guint i = 0; i < hbase_key_schema_get_n_fields (schema); i++)
    {
      const char *name = hbase_key_schema_get_field_name (schema, i);
      g_autofree char *value = hbase_key_schema_key_field_to_escaped (schema, key, length, name, NULL);

      g_string_append (json, i > 0 ? "," : "");
      append_json_member (json, name, value);
    }
  g_string_append_c (json, '}');
}

/* With a schema its fields are added, or null if the key doesn't match. */
static void
append_json_key (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GVariant) values = schema != NULL ? hbase_key_schema_decode (schema, key, length, NULL) : NULL;
  g_autofree char *escaped = hbase_bytes_to_escaped (key, length);

  append_json_member (json, "row", escaped);
  if (schema == NULL)
    return;
  g_string_append (json, ",\"key\":");
  if (values != NULL)
    append_json_fields (json, schema, key, length);
  else
    g_string_append (json, "null");
}

static void
append_json_cell (GString *json, const HBaseCellIter *cell)
{
  g_autofree char *value = value_to_text (cell);

  g_string_append_c (json, '{');
  append_json_bytes (json, "family", cell->family, cell->family_length);
  g_string_append_c (json, ',');
  append_json_bytes (json, "qualifier", cell->qualifier, cell->qualifier_length);
  g_string_append_printf (json, ",\"timestamp\":%" G_GINT64_FORMAT ",", cell->timestamp);
  append_json_member (json, "value", value);
  g_string_append_c (json, '}');
}

static void
append_json_row (GString *json, Tool *tool, HBaseRow *row)
{
  HBaseCellIter cell;
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  const char *comma = "";

  g_string_append_c (json, '{');
  append_json_key (json, tool->schema, key, length);
  g_string_append (json, ",\"cells\":[");
  hbase_cell_iter_init (&cell, row);
  for (; hbase_cell_iter_next (&cell); comma = ",")
    {
      g_string_append (json, comma);
      append_json_cell (json, &cell);
    }
  g_string_append (json, "]}");
}

/* ---- lines ---- */

static int first_error; /* errno of the first write that failed; 0: none failed */

void
output_line (GString *line)
{
  g_string_append_c (line, '\n');
  if (fwrite (line->str, 1, line->len, stdout) < line->len && first_error == 0)
    first_error = errno;
}

gboolean
output_is_lost (void)
{
  return first_error != 0;
}

void
output_row (Tool *tool, HBaseRow *row)
{
  g_autoptr (GString) line = NULL;

  if (tool->csv || tool->table)
    {
      add_records (tool, row);
      return;
    }
  line = g_string_sized_new (LINE_SIZE);
  if (tool->json)
    append_json_row (line, tool, row);
  else
    append_row (line, tool, row);
  output_line (line);
}

static void
output_json_page (Tool *tool, HBasePage *page)
{
  g_autoptr (GString) line = g_string_new ("{\"rows\":[");

  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    {
      g_string_append (line, i > 0 ? "," : "");
      append_json_row (line, tool, hbase_page_get_row (page, i));
    }
  g_string_append (line, "],");
  append_json_member (line, "token", hbase_page_get_token (page));
  g_string_append_c (line, ',');
  append_json_member (line, "next", hbase_page_get_next_token (page));
  g_string_append_c (line, ',');
  append_json_member (line, "previous", hbase_page_get_previous_token (page));
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
      append_json_member (line, name, value);
      g_string_append_c (line, '}');
    }
  output_line (line);
}

void
output_fields (Tool *tool, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (tool->json)
    append_json_fields (line, schema, key, length);
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
      append_json_string (json, shown);
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
        append_json_member (line, fields[i].name, fields[i].text);
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
      append_json_key (line, tool->schema, key, length);
      g_string_append_c (line, '}');
    }
  else
    append_key (line, tool->schema, key, length);
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
      append_json_member (line, "form", form);
      g_string_append_printf (line, ",\"bytes\":%" G_GSIZE_FORMAT ",", length);
      append_json_member (line, "row", text);
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

static const char *
severity_name (HBaseKeySeverity severity)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (HBASE_TYPE_KEY_SEVERITY);

  return g_enum_get_value (class, (int) severity)->value_nick;
}

char *
output_finding_to_json (HBaseKeyFinding *finding)
{
  GString *json = g_string_new ("{");

  append_json_member (json, "severity", severity_name (hbase_key_finding_get_severity (finding)));
  g_string_append_c (json, ',');
  append_json_member (json, "code", hbase_key_finding_get_code_name (finding));
  g_string_append_c (json, ',');
  append_json_member (json, "effect", hbase_key_finding_get_effect (finding));
  g_string_append_c (json, ',');
  append_json_member (json, "advice", hbase_key_finding_get_advice (finding));
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

void
output_finding (Tool *tool, HBaseKeyFinding *finding)
{
  g_autofree char *text = tool->json ? output_finding_to_json (finding) : hbase_key_finding_to_text (finding);
  g_autoptr (GString) line = g_string_new (text);

  output_line (line);
}

void
output_write (void)
{
  records_print ();
  if (fflush (stdout) != 0 && first_error == 0)
    first_error = errno;
}

gboolean
output_flush (void)
{
  int number;

  output_write ();
  if (first_error == 0 && !ferror (stdout))
    return TRUE;
  number = first_error;
  first_error = 0;
  clearerr (stdout);
  /* A reader that stops early, such as `head`, isn't reported. */
  if (number != EPIPE)
    fprintf (stderr, "hbase-glib: not all results could be printed: %s\n", g_strerror (number));
  return FALSE;
}
