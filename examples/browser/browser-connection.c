/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file makes the connections of the browser. */

#include "config.h"

#include <string.h>

#include "browser-connection.h"

#define GIVEN_URI "browser-given-uri"

static char *
complete_uri (const char *uri)
{
  const char *query = strchr (uri, '?');

  if (!g_str_has_prefix (uri, "local:///") || (query != NULL && strstr (query, "create=") != NULL))
    return g_strdup (uri);
  return g_strconcat (uri, query == NULL ? "?" : "&", "create=no", NULL);
}

HBaseConnection *
browser_connection_new (const char *uri, GError **error)
{
  g_autoptr (HBaseConnection) valid = hbase_connection_new (uri, error);
  g_autofree char *complete = complete_uri (uri);
  HBaseConnection *connection = valid != NULL ? hbase_connection_new (complete, error) : NULL;

  if (connection != NULL)
    g_object_set_data_full (G_OBJECT (connection), GIVEN_URI, g_strdup (uri), g_free);
  return connection;
}

const char *
browser_connection_get_uri (HBaseConnection *connection)
{
  return g_object_get_data (G_OBJECT (connection), GIVEN_URI);
}
