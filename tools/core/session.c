/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file keeps the connection of a shell. */

#include "config.h"

#include <string.h>

#include "session.h"

HBaseConnection *
session_find (Session *session, const char *uri, gboolean may_create)
{
  if (session->connection == NULL || strcmp (session->uri, uri) != 0 || may_create > session->may_create)
    return NULL;
  g_object_set (session->connection, "timeout", session->timeout, "attempt-timeout", session->attempt_timeout,
                NULL);
  return g_object_ref (session->connection);
}

void
session_keep (Session *session, const char *uri, gboolean may_create, HBaseConnection *connection)
{
  session_clear (session);
  session->uri = g_strdup (uri);
  session->may_create = may_create;
  session->connection = g_object_ref (connection);
  g_object_get (connection, "timeout", &session->timeout, "attempt-timeout", &session->attempt_timeout, NULL);
}

void
session_clear (Session *session)
{
  if (session->connection != NULL)
    hbase_connection_close (session->connection, NULL, NULL);
  g_clear_object (&session->connection);
  g_clear_pointer (&session->uri, g_free);
}
