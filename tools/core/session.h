/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* A connection that is kept open over the commands of a shell. */
struct _Session {
  char *uri; /* as it was given; NULL: there is no connection yet */
  gboolean may_create;
  guint timeout, attempt_timeout; /* the library's defaults, in ms */
  HBaseConnection *connection;
};

/* Returns a reference of the connection to that URI, or NULL. */
HBaseConnection *session_find (Session *session, const char *uri, gboolean may_create);
/* Replaces the connection. */
void session_keep (Session *session, const char *uri, gboolean may_create, HBaseConnection *connection);
/* Closes the connection. */
void session_clear (Session *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)
