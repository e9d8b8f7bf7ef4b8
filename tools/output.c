/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints rows and other results as text or JSON, and makes the records of tables and CSV. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "records.h"
#include "value-types.h"

/* The most fields of the records that aren't cells. */
#define MAX_FIELDS 3
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

static void
output_json_names (char **names)
{
  g_autoptr (GString) line = g_string_new ("[");

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *shown = output_escape (*name);

      g_string_append (line, name > names ? "," : "");
      append_json_string (line, shown);
    }
  g_string_append_c (line, ']');
  output_line (line);
}

void
output_record (Tool *tool, const char *const *names, char **fields, guint n_fields)
{
  const char *shown[MAX_FIELDS + 1] = { NULL };
  g_autoptr (GString) line = g_string_new (tool->json ? "{" : NULL);

  for (guint i = 0; i < n_fields; i++)
    {
      shown[i] = fields[i] != NULL ? fields[i] : "";
      g_string_append (line, i == 0 ? "" : tool->json ? "," : "\t");
      if (tool->json)
        append_json_member (line, names[i], fields[i]);
      else
        g_string_append (line, shown[i]);
    }
  g_string_append (line, tool->json ? "}" : "");
  if (tool->csv || tool->table)
    records_add (tool, names, shown, 0);
  else
    output_line (line);
}

void
output_names (Tool *tool, char **names)
{
  static const char *const columns[] = { "table", NULL };

  if (tool->json)
    {
      output_json_names (names);
      return;
    }
  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *shown = output_escape (*name);

      output_record (tool, columns, &shown, 1);
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

static char *
server_of (HBaseRegion *region)
{
  const char *host = hbase_region_get_host (region);
  g_autofree char *shown = NULL;

  if (host == NULL)
    return NULL;
  shown = output_escape (host);
  return g_strdup_printf ("%s:%u", shown, hbase_region_get_port (region));
}

void
output_region (Tool *tool, HBaseRegion *region)
{
  static const char *const columns[] = { "start", "end", "server", NULL };
  gsize start_length, end_length;
  const guint8 *start_key = hbase_region_get_start_key (region, &start_length);
  const guint8 *end_key = hbase_region_get_end_key (region, &end_length);
  g_autofree char *start = hbase_bytes_to_escaped (start_key, start_length);
  g_autofree char *end = hbase_bytes_to_escaped (end_key, end_length), *server = server_of (region);
  char *fields[] = { start, end, server };

  output_record (tool, columns, fields, G_N_ELEMENTS (fields));
}

static void
output_json_existence (const char *row, gboolean exists)
{
  g_autoptr (GString) line = g_string_new ("{");

  append_json_member (line, "row", row);
  g_string_append_printf (line, ",\"exists\":%s}", exists ? "true" : "false");
  output_line (line);
}

void
output_existence (Tool *tool, const char *row, gboolean exists)
{
  static const char *const columns[] = { "row", "exists", NULL };
  g_autofree char *shown = output_escape (row);
  char *fields[] = { shown, (char *) (exists ? "true" : "false") };

  if (tool->json)
    output_json_existence (shown, exists);
  else
    output_record (tool, columns, fields, G_N_ELEMENTS (fields));
}

static void
output_json_family (const char *name, guint versions, const char *seconds)
{
  g_autoptr (GString) line = g_string_new ("{");

  append_json_member (line, "family", name);
  g_string_append_printf (line, ",\"versions\":%u,\"time-to-live\":%s}", versions, seconds);
  output_line (line);
}

void
output_family (Tool *tool, HBaseFamilyDescriptor *family)
{
  static const char *const columns[] = { "family", "versions", "time-to-live", NULL };
  guint n_versions = hbase_family_descriptor_get_max_versions (family);
  guint seconds = hbase_family_descriptor_get_time_to_live (family);
  gboolean forever = seconds == 0 || seconds >= G_MAXINT32;
  g_autofree char *name = output_escape (hbase_family_descriptor_get_name (family));
  g_autofree char *versions = g_strdup_printf ("%u", n_versions);
  g_autofree char *time_to_live
      = forever ? g_strdup (tool->json ? "null" : "forever") : g_strdup_printf ("%u", seconds);
  char *fields[] = { name, versions, time_to_live };

  if (tool->json)
    output_json_family (name, n_versions, time_to_live);
  else
    output_record (tool, columns, fields, G_N_ELEMENTS (fields));
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
