/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "first-response.h"
#include "tool.h"

#define MS_PER_SECOND 1000

/* ---- options ---- */

void
tool_add_common_options (Tool *tool, GOptionContext *context)
{
  GOptionEntry entries[] = {
    { "uri", 0, 0, G_OPTION_ARG_FILENAME, &tool->uri,
      "where HBase is: thrift://HOST, thrift+unix:///SOCKET, local:///DIRECTORY; default: $HBASE_URI",
      "URI" },
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &tool->timeout,
      "how long a call may take, 60 by default; 0: without a limit", "SECONDS" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &tool->format, "text, for people and `put --from`, or json",
      "text|json" },
    { "schema", 0, 0, G_OPTION_ARG_STRING, &tool->schema_text,
      "what row keys are made of, name:type,name:type…: rows are shown and may be given by their fields",
      "SCHEMA" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

static gboolean
parse_format (Tool *tool, GError **error)
{
  tool->json = g_strcmp0 (tool->format, "json") == 0;
  if (tool->json || tool->format == NULL || strcmp (tool->format, "text") == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no format “%s”: text or json",
               tool->format);
  return FALSE;
}

gboolean
tool_check_options (Tool *tool, GError **error)
{
  if (!parse_format (tool, error))
    return FALSE;
  if (tool->timeout < 0 || tool->timeout > G_MAXINT32 / MS_PER_SECOND)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "a timeout is of 0 to %d seconds",
                   G_MAXINT32 / MS_PER_SECOND);
      return FALSE;
    }
  if (tool->schema_text == NULL || tool->schema != NULL)
    return TRUE;
  tool->schema = hbase_key_schema_new (tool->schema_text, error);
  return tool->schema != NULL;
}

static GOptionContext *
make_context (Tool *tool, const ToolCommand *command, const GOptionEntry *entries)
{
  GOptionContext *context = g_option_context_new (command->arguments);
  g_autofree char *name = g_strconcat ("hbase-glib ", command->name, NULL);

  g_set_prgname (name);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, command->description);
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, NULL);
  tool_add_common_options (tool, context);
  return context;
}

gboolean
tool_parse (Tool *tool,
            const ToolCommand *command,
            const GOptionEntry *entries,
            char ***argv,
            guint least,
            guint most)
{
  g_autoptr (GOptionContext) context = make_context (tool, command, entries);
  g_autoptr (GError) error = NULL;
  guint n_words;

  if (!g_option_context_parse_strv (context, argv, &error) || !tool_check_options (tool, &error))
    {
      tool_usage (command, "%s", error->message);
      return FALSE;
    }
  if ((*argv)[1] != NULL && strcmp ((*argv)[1], "--") == 0)
    {
      g_free ((*argv)[1]);
      memmove (&(*argv)[1], &(*argv)[2], (g_strv_length (&(*argv)[2]) + 1) * sizeof (char *));
    }
  n_words = g_strv_length (*argv) - 1;
  if (n_words >= least && n_words <= most)
    return TRUE;
  if (n_words < least)
    tool_usage (command, "something is missing");
  else
    tool_usage (command, "“%s” is too much", (*argv)[most + 1]);
  return FALSE;
}

/* ---- faults ---- */

static void
complain (const char *text)
{
  fprintf (stderr, "%s: %s\n", g_get_prgname (), text);
}

int
tool_usage (const ToolCommand *command, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complain (text);
  fprintf (stderr, "usage: hbase-glib %s [OPTION…] %s\n`hbase-glib %s --help` tells more.\n", command->name,
           command->arguments != NULL ? command->arguments : "", command->name);
  return TOOL_USAGE;
}

int
tool_failed (const GError *error)
{
  complain (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "stopped" : error->message);
  return TOOL_FAILED;
}

int
tool_not_found (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complain (text);
  return TOOL_FAILED;
}

/* ---- what commands work on ---- */

/* What only reads or writes rows makes no database where the URI is misspelt. */
static char *
complete_uri (const Tool *tool, const char *uri)
{
  gboolean is_directory = g_str_has_prefix (uri, "local:///") && strchr (uri, '?') == NULL;

  return g_strconcat (uri, is_directory && !tool->may_create ? "?create=no" : "", NULL);
}

HBaseConnection *
tool_connect (Tool *tool, GError **error)
{
  g_autofree char *complete = NULL;
  const char *uri = tool->uri != NULL ? tool->uri : g_getenv ("HBASE_URI");

  if (tool->connection != NULL)
    return tool->connection;
  if (uri == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI,
                   "it isn't said where HBase is: give --uri, or set HBASE_URI");
      return NULL;
    }
  complete = complete_uri (tool, uri);
  tool->connection = hbase_connection_new (complete, error);
  if (tool->connection != NULL && g_str_has_prefix (uri, "thrift"))
    first_response_watch (tool->connection);
  if (tool->connection != NULL && !isnan (tool->timeout))
    g_object_set (tool->connection, "timeout", (guint) (tool->timeout * MS_PER_SECOND), NULL);
  return tool->connection;
}

HBaseTable *
tool_open_table (Tool *tool, const char *name, GError **error)
{
  HBaseConnection *connection = tool_connect (tool, error);
  HBaseTable *table;

  if (connection == NULL)
    return NULL;
  table = hbase_connection_get_table (connection, name);
  hbase_table_set_key_schema (table, tool->schema);
  return table;
}

GBytes *
tool_parse_row (Tool *tool, const char *text, gboolean prefix, GError **error)
{
  g_auto (GStrv) fields = NULL;

  if (tool->schema == NULL || strchr (text, '=') == NULL)
    return hbase_bytes_from_text (text, error);
  fields = g_strsplit (text, ",", -1);
  return hbase_key_schema_encode_text (tool->schema, (const char *const *) fields, prefix, error);
}

/* ---- columns ---- */

void
tool_clear_column (ToolColumn *column)
{
  g_clear_pointer (&column->family, g_free);
  g_clear_pointer (&column->qualifier, g_bytes_unref);
  g_clear_pointer (&column->value, g_bytes_unref);
}

static GBytes *
unescape (const char *text, gsize length, GError **error)
{
  g_autofree char *part = g_strndup (text, length);

  return hbase_bytes_from_text (part, error);
}

/* A family's name is text to the library: a NUL can't be in it. */
static char *
unescape_family (const char *text, gsize length, GError **error)
{
  g_autoptr (GBytes) bytes = unescape (text, length, error);
  gconstpointer data = NULL;
  gsize size = 0;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &size);
  if (size > 0 && memchr (data, '\0', size) == NULL)
    return g_strndup (data, size);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "“%.*s” is no column family's name", (int) length, text);
  return NULL;
}

gboolean
tool_parse_column (const char *text, gboolean with_value, ToolColumn *column, GError **error)
{
  const char *colon = strchr (text, ':');
  const char *equals = colon != NULL && with_value ? strchr (colon, '=') : NULL;
  gsize family_length = colon != NULL ? (gsize) (colon - text) : strlen (text);

  if (with_value && equals == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't family:qualifier=value",
                   text);
      return FALSE;
    }
  column->family = unescape_family (text, family_length, error);
  if (column->family == NULL)
    return FALSE;
  if (colon == NULL)
    return TRUE;
  column->qualifier
      = unescape (colon + 1, equals != NULL ? (gsize) (equals - colon - 1) : strlen (colon + 1), error);
  if (column->qualifier == NULL)
    return FALSE;
  if (equals != NULL)
    column->value = hbase_bytes_from_text (equals + 1, error);
  return equals == NULL || column->value != NULL;
}

gboolean
tool_add_cells (HBasePut *put, char **texts, GError **error)
{
  for (char **text = texts; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, TRUE, &column, error))
        return FALSE;
      hbase_put_add (put, column.family, g_bytes_get_data (column.qualifier, NULL),
                     g_bytes_get_size (column.qualifier), g_bytes_get_data (column.value, NULL),
                     g_bytes_get_size (column.value));
    }
  return TRUE;
}
