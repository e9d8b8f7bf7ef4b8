/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements what commands work on: connections and tables. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "advice.h"
#include "first-response.h"
#include "profile.h"
#include "session.h"
#include "statistics.h"
#include "suggest.h"
#include "table-name.h"
#include "tool.h"
#include "value-types.h"

#define MS_PER_SECOND 1000

/* The table that the command opened last, for suggestions. */
static struct {
  HBaseConnection *connection; /* NULL: none */
  char *table;                 /* the same */
} opened;

static void
forget_opened (void)
{
  g_clear_object (&opened.connection);
  g_clear_pointer (&opened.table, g_free);
}

Tool
tool_copy (const Tool *base)
{
  return (Tool){
    .uri = g_strdup (base->uri),
    .profile = g_strdup (base->profile),
    .timeout = base->timeout,
    .attempt_timeout = base->attempt_timeout,
    .format = g_strdup (base->format),
    .schema_text = g_strdup (base->schema_text),
    .raw = base->raw,
    .types = g_strdupv (base->types),
    .timing = base->timing,
    .verbose = base->verbose,
    .quiet = base->quiet,
    .session = base->session,
    .cancellable = g_cancellable_new (),
  };
}

void
tool_clear (Tool *tool)
{
  forget_opened ();
  g_clear_object (&tool->connection);
  g_clear_pointer (&tool->schema, hbase_key_schema_unref);
  g_clear_pointer (&tool->uri, g_free);
  g_clear_pointer (&tool->profile, g_free);
  g_clear_pointer (&tool->format, g_free);
  g_clear_pointer (&tool->schema_text, g_free);
  g_clear_pointer (&tool->types, g_strfreev);
  value_types_clear ();
  g_clear_object (&tool->cancellable);
}

/* Commands that only read or write rows don't create a database, in case the URI is misspelt. */
static char *
complete_uri (const Tool *tool, const char *uri)
{
  const char *query = strchr (uri, '?');

  if (tool->may_create || !g_str_has_prefix (uri, "local:///")
      || (query != NULL && strstr (query, "create=") != NULL))
    return g_strdup (uri);
  return g_strconcat (uri, query == NULL ? "?" : "&", "create=no", NULL);
}

char *
tool_find_uri (const Tool *tool, GError **error)
{
  const char *of_environment = g_getenv ("HBASE_URI");
  g_autoptr (GError) problem = NULL;
  char *uri = g_strdup (tool->uri);

  if (uri == NULL && (tool->profile != NULL || of_environment == NULL))
    uri = profile_find_uri (tool, &problem);
  if (uri == NULL && problem == NULL)
    uri = g_strdup (of_environment);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (uri == NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI, "no database was named: %s",
                 tool->session != NULL ? "give `use URI` or `use PROFILE`"
                                       : "give --uri or --profile, or set HBASE_URI");
  return uri;
}

static gboolean
refuse_user (const char *uri, GError **error)
{
  const char *slashes = strstr (uri, "://");
  const char *host = slashes != NULL ? slashes + strlen ("://") : uri;

  if (memchr (host, '@', strcspn (host, "/?")) == NULL)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI,
               "the URI has a “@” in its host: give no user and no password");
  return FALSE;
}

/* Makes an error name the URI that was given, not the completed one. */
static void
show_given_uri (const char *uri, const char *complete, GError *error)
{
  g_autoptr (GString) message = g_string_new (error->message);

  g_string_replace (message, complete, uri, 0);
  g_free (error->message);
  error->message = g_string_free (g_steal_pointer (&message), FALSE);
}

/* `complete`: the URI with all options. Nothing is connected yet. */
static HBaseConnection *
make_connection (const char *uri, const char *complete, GError **error)
{
  HBaseConnection *connection = hbase_connection_new (complete, error);
  g_autofree char *advice = connection == NULL ? advice_for_uri (uri) : NULL;

  if (connection == NULL && error != NULL)
    show_given_uri (uri, complete, *error);
  if (advice != NULL)
    advice_add (error, advice);
  return connection;
}

gboolean
tool_check_uri (const char *uri, GError **error)
{
  g_autoptr (HBaseConnection) connection
      = refuse_user (uri, error) ? make_connection (uri, uri, error) : NULL;

  return connection != NULL;
}

static HBaseConnection *
connect_to (Tool *tool, const char *uri, GError **error)
{
  g_autofree char *complete = complete_uri (tool, uri);
  HBaseConnection *connection;

  if (!g_str_has_prefix (uri, "local:"))
    tool_watch_signals (tool->cancellable);
  connection = make_connection (uri, complete, error);
  if (connection != NULL && !g_str_has_prefix (uri, "local:") && !tool->quiet)
    first_response_watch (connection);
  return connection;
}

static void
set_timeout (HBaseConnection *connection, const char *property, double seconds)
{
  if (!isnan (seconds))
    g_object_set (connection, property, (guint) ceil (seconds * MS_PER_SECOND), NULL);
}

static void
set_timeouts (Tool *tool)
{
  set_timeout (tool->connection, "timeout", tool->timeout);
  set_timeout (tool->connection, "attempt-timeout", tool->attempt_timeout);
}

HBaseConnection *
tool_connect (Tool *tool, GError **error)
{
  g_autofree char *uri = NULL;

  if (tool->connection != NULL)
    return tool->connection;
  uri = tool_find_uri (tool, error);
  if (uri == NULL || !refuse_user (uri, error))
    return NULL;
  if (tool->session != NULL)
    tool->connection = session_find (tool->session, uri, tool->may_create);
  if (tool->connection == NULL)
    {
      tool->connection = connect_to (tool, uri, error);
      if (tool->connection != NULL && tool->session != NULL)
        session_keep (tool->session, uri, tool->may_create, tool->connection);
    }
  if (tool->connection != NULL)
    set_timeouts (tool);
  if (tool->connection != NULL && tool->verbose)
    statistics_begin (tool->connection);
  return tool->connection;
}

gboolean
tool_is_embedded (HBaseConnection *connection)
{
  return g_str_has_prefix (hbase_connection_get_uri (connection), "local:");
}

static HBaseConnection *
connect_for_table (Tool *tool, const char *name, GError **error)
{
  HBaseConnection *connection = tool_connect (tool, error);

  if (connection == NULL)
    return NULL;
  forget_opened ();
  opened.connection = g_object_ref (connection);
  opened.table = name != NULL ? table_name_make_canonical (name) : NULL;
  return connection;
}

HBaseTable *
tool_open_table (Tool *tool, const char *name, GError **error)
{
  HBaseConnection *connection = connect_for_table (tool, name, error);

  return connection != NULL ? hbase_table_new_with_key_schema (connection, name, tool->schema) : NULL;
}

HBaseAdmin *
tool_open_admin (Tool *tool, const char *table, GError **error)
{
  HBaseConnection *connection = connect_for_table (tool, table, error);

  return connection != NULL ? hbase_admin_new (connection) : NULL;
}

HBaseTable *
tool_unsalted_table (Tool *tool, HBaseTable *table)
{
  return hbase_table_new_unsalted (hbase_table_get_connection (table), hbase_table_get_name (table),
                                   tool->schema);
}

/* The database has responded, so it can be asked for the names of its tables. */
char *
tool_suggest_table (const GError *error)
{
  g_autoptr (HBaseAdmin) admin = NULL;
  g_auto (GStrv) names = NULL;

  if (opened.table == NULL || !g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    return NULL;
  admin = hbase_admin_new (opened.connection);
  names = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, NULL);
  return names != NULL ? suggest_text (opened.table, (const char *const *) names) : NULL;
}
