/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints rows and other results as text or JSON. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output.h"

/* ---- keys and bytes ---- */

char *
output_escape (const char *text)
{
  return hbase_bytes_to_printable ((const guint8 *) text, strlen (text), "");
}

static void
append_bytes (GString *text, const guint8 *data, gsize length, const char *also)
{
  g_autofree char *shown = hbase_bytes_to_printable (data, length, also);

  g_string_append (text, shown);
}

/* Shows a key as it is given on the command line: after a `=` if it doesn't match the schema. */
static void
append_key (GString *text, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autofree char *fields
      = schema != NULL ? hbase_key_schema_key_to_escaped (schema, key, length, NULL) : NULL;
  g_autofree char *escaped = fields == NULL ? hbase_bytes_to_escaped (key, length) : NULL;

  g_string_append_printf (text, "%s%s", schema != NULL && fields == NULL ? "=" : "",
                          fields != NULL ? fields : escaped);
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
      append_bytes (text, cell.family, cell.family_length, ":=");
      g_string_append_c (text, ':');
      append_bytes (text, cell.qualifier, cell.qualifier_length, "=");
      g_string_append_c (text, '=');
      append_bytes (text, cell.value, cell.value_length, "");
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
  g_autoptr (GString) text = g_string_new (NULL);

  append_bytes (text, data, length, "");
  append_json_member (json, name, text->str);
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
  g_string_append_c (json, '{');
  append_json_bytes (json, "family", cell->family, cell->family_length);
  g_string_append_c (json, ',');
  append_json_bytes (json, "qualifier", cell->qualifier, cell->qualifier_length);
  g_string_append_printf (json, ",\"timestamp\":%" G_GINT64_FORMAT ",", cell->timestamp);
  append_json_bytes (json, "value", cell->value, cell->value_length);
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

static void
print_line (GString *line)
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
  g_autoptr (GString) line = g_string_new (NULL);

  if (tool->json)
    append_json_row (line, tool, row);
  else
    append_row (line, tool, row);
  print_line (line);
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
  print_line (line);
}

static void
output_token (const char *what, const char *token)
{
  if (token != NULL)
    printf ("%s page: --token=%s\n", what, token);
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
  output_token ("this", hbase_page_get_token (page));
  output_token ("next", hbase_page_get_next_token (page));
  output_token ("previous", hbase_page_get_previous_token (page));
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
  print_line (line);
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
  print_line (line);
}

void
output_number (Tool *tool, const char *name, guint64 number)
{
  if (tool->json)
    printf ("{\"%s\":%" G_GUINT64_FORMAT "}\n", name, number);
  else
    printf ("%" G_GUINT64_FORMAT "\n", number);
}

void
output_names (Tool *tool, char **names)
{
  g_autoptr (GString) line = g_string_new ("[");

  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *shown = output_escape (*name);

      if (tool->json)
        {
          g_string_append (line, name > names ? "," : "");
          append_json_string (line, shown);
        }
      else
        printf ("%s\n", shown);
    }
  g_string_append_c (line, ']');
  if (tool->json)
    print_line (line);
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
  print_line (line);
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
  print_line (line);
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

static void
append_json_region (GString *json, const char *start, const char *end, const char *server)
{
  g_string_append_c (json, '{');
  append_json_member (json, "start", start);
  g_string_append_c (json, ',');
  append_json_member (json, "end", end);
  g_string_append_c (json, ',');
  append_json_member (json, "server", server);
  g_string_append_c (json, '}');
}

void
output_region (Tool *tool, HBaseRegion *region)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gsize start_length, end_length;
  const guint8 *start_key = hbase_region_get_start_key (region, &start_length);
  const guint8 *end_key = hbase_region_get_end_key (region, &end_length);
  g_autofree char *start = hbase_bytes_to_escaped (start_key, start_length);
  g_autofree char *end = hbase_bytes_to_escaped (end_key, end_length), *server = server_of (region);

  if (tool->json)
    append_json_region (line, start, end, server);
  else
    g_string_append_printf (line, "%s\t%s\t%s", start, end, server != NULL ? server : "");
  print_line (line);
}

void
output_family (Tool *tool, HBaseFamilyDescriptor *family)
{
  const char *name = hbase_family_descriptor_get_name (family);
  guint versions = hbase_family_descriptor_get_max_versions (family);
  guint seconds = hbase_family_descriptor_get_time_to_live (family);
  gboolean forever = seconds == 0 || seconds >= G_MAXINT32;
  g_autofree char *shown = output_escape (name);
  g_autofree char *kept = g_strdup_printf ("%u", seconds);
  g_autoptr (GString) line = g_string_new (tool->json ? "{" : shown);

  if (tool->json)
    {
      append_json_member (line, "family", shown);
      g_string_append_printf (line, ",\"versions\":%u,\"time-to-live\":%s}", versions,
                              forever ? "null" : kept);
    }
  else
    g_string_append_printf (line, "\t%u\t%s", versions, forever ? "forever" : kept);
  print_line (line);
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

  print_line (line);
}

gboolean
output_flush (void)
{
  if (fflush (stdout) != 0 && first_error == 0)
    first_error = errno;
  if (first_error == 0 && !ferror (stdout))
    return TRUE;
  /* A reader that stops early, such as `head`, isn't reported. */
  if (first_error != EPIPE)
    fprintf (stderr, "hbase-glib: not all results could be printed: %s\n", g_strerror (first_error));
  return FALSE;
}
