/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command key. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "key-lengths.h"
#include "output.h"
#include "tool.h"

typedef struct {
  Tool *tool;
  HBaseKeySchema *schema;
  char **words; /* after the schema */
  gboolean hex;
  gint64 random_salt; /* −1: at random */
} Request;

static void
print_key (const Request *request, GBytes *key)
{
  gsize length = 0;
  const guint8 *data = key != NULL ? g_bytes_get_data (key, &length) : NULL;

  if (request->hex)
    output_hex (request->tool, data, length);
  else
    output_bytes (request->tool, data, length);
}

/* Parses the values, which are those of the schema's first fields, in any order. */
static GVariant *
parse_values (const Request *request, GError **error)
{
  return hbase_key_schema_parse_values_escaped (request->schema, (const char *const *) request->words, error);
}

/* ---- encode ---- */

static int
encode (const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) values = parse_values (request, &error);
  guint32 random = request->random_salt >= 0 ? (guint32) request->random_salt : g_random_int ();
  g_autoptr (GBytes) key = NULL;

  if (values != NULL && g_variant_n_children (values) < hbase_key_schema_get_n_fields (request->schema))
    return tool_usage (
        &command_key,
        "“%s” is missing: a row key has all fields of “%s”; `range` accepts the first ones only",
        hbase_key_schema_get_field_name (request->schema, (guint) g_variant_n_children (values)),
        hbase_key_schema_get_text (request->schema));
  if (values != NULL)
    key = hbase_key_schema_encode_with_random (request->schema, values, random, &error);
  if (key == NULL)
    return tool_usage (&command_key, "%s", error->message);
  print_key (request, key);
  return TOOL_DONE;
}

/* ---- decode ---- */

static int
parse_hex (const char *text, GByteArray *bytes)
{
  if (strlen (text) % 2 != 0)
    return FALSE;
  for (; *text != '\0'; text += 2)
    {
      int high = g_ascii_xdigit_value (text[0]), low = g_ascii_xdigit_value (text[1]);
      guint8 byte = (guint8) (high << 4 | low);

      if (high < 0 || low < 0)
        return FALSE;
      g_byte_array_append (bytes, &byte, 1);
    }
  return TRUE;
}

static GBytes *
parse_key (const Request *request, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (!request->hex)
    return hbase_bytes_from_escaped (request->words[0], error);
  if (parse_hex (request->words[0], bytes))
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't a key in hex digits",
               request->words[0]);
  return NULL;
}

static int
decode (const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = NULL;
  g_autoptr (GVariant) values = NULL;
  const guint8 *data;
  gsize length;

  if (request->words[0] == NULL || request->words[1] != NULL)
    return tool_usage (&command_key, "give one key");
  key = parse_key (request, &error);
  if (key == NULL)
    return tool_failed (error);
  data = g_bytes_get_data (key, &length);
  values = hbase_key_schema_decode (request->schema, data, length, &error);
  if (values == NULL)
    return tool_failed (error);
  output_fields (request->tool, request->schema, data, length);
  return TOOL_DONE;
}

/* ---- range, prefixes ---- */

static int
range (const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) values = parse_values (request, &error);
  g_autoptr (GBytes) start = NULL, stop = NULL;

  if (values == NULL || !hbase_key_schema_prefix_range (request->schema, values, &start, &stop, &error))
    return tool_usage (&command_key, "%s", error->message);
  print_key (request, start);
  print_key (request, stop);
  return TOOL_DONE;
}

static int
prefixes (const Request *request)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) values = parse_values (request, &error);
  g_autoptr (GPtrArray) prefixes = NULL;

  if (values == NULL)
    return tool_usage (&command_key, "%s", error->message);
  prefixes = hbase_key_schema_list_salted_prefixes (request->schema, values, &error);
  if (prefixes == NULL)
    return tool_failed (error);
  for (guint i = 0; i < prefixes->len; i++)
    print_key (request, prefixes->pdata[i]);
  return TOOL_DONE;
}

/* ---- lengths ---- */

static int
lengths (const Request *request, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) id = hbase_bytes_from_escaped (text, &error);

  if (id == NULL)
    return tool_usage (&command_key, "%s", error->message);
  if (request->words[0] != NULL)
    return tool_usage (&command_key, "lengths: give one id; “%s” is one too many", request->words[0]);
  if (g_bytes_get_size (id) == 0)
    return tool_usage (&command_key, "lengths: the id is empty, which no row key can be");
  key_lengths_print (request->tool, g_bytes_get_data (id, NULL), g_bytes_get_size (id), request->hex);
  return TOOL_DONE;
}

/* ---- the command ---- */

#define LENGTHS "lengths"

/* The verbs that need a schema. */
static const struct {
  const char *name;
  int (*run) (const Request *request);
} verbs[] = { { "encode", encode }, { "decode", decode }, { "range", range }, { "prefixes", prefixes } };

static int
run_verb (const char *name, Request *request, const char *schema_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (schema_text, &error);
  guint i = 0;

  if (schema == NULL)
    return tool_usage (&command_key, "%s", error->message);
  request->schema = schema;
  while (strcmp (verbs[i].name, name) != 0)
    i++;
  return verbs[i].run (request);
}

static int
run_key (Tool *tool, char **argv)
{
  Request request = { .tool = tool, .random_salt = -1 };
  GOptionEntry entries[] = {
    { "hex", 0, 0, G_OPTION_ARG_NONE, &request.hex, "print and parse keys as hex digits", NULL },
    { "random-salt", 0, 0, G_OPTION_ARG_INT64, &request.random_salt,
      "encode: choose the random salt by this number (any)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);

  if (!tool_parse (tool, &command_key, entries, &words, 2, G_MAXINT))
    return TOOL_USAGE;
  if (request.random_salt < -1 || request.random_salt > G_MAXUINT32)
    return tool_usage (&command_key, "--random-salt must be a number of 32 bits");
  request.words = words + 3;
  if (strcmp (words[1], LENGTHS) == 0)
    return lengths (&request, words[2]);
  return run_verb (words[1], &request, words[2]);
}

const ToolCommand command_key = {
  "key",
  "encode|decode|range|prefixes|lengths SCHEMA|ID [NAME=VALUE…|KEY]",
  "encode and decode row keys, and show how long they are",
  "  encode SCHEMA NAME=VALUE…    prints the row key of these values\n"
  "  decode SCHEMA KEY            prints the values of a row key, one on each line; in JSON one object\n"
  "  range SCHEMA NAME=VALUE…     prints the first key with these first values, and the first key after the\n"
  "                               last one (an empty line: the end of the table)\n"
  "  prefixes SCHEMA NAME=VALUE…  prints the prefixes that a read of these first values must visit\n"
  "  lengths ID                   prints the forms in which an id could be stored, how many bytes each has,\n"
  "                               and the bytes, with tabs between; give an id that begins with a dash\n"
  "                               after two: key -- lengths -5\n"
  "Text and bytes are given and shown in printable escapes: \\x2C is a byte.\n"
  "Example: hbase-glib key encode 'salt:md5-hex(8,id),id:int64' id=42\n"
  "\n" KEY_LENGTHS_TEXT,
  run_key,
};
