/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* Makes a connection that creates no database, unless the URI says so: it may be mistyped. */
HBaseConnection *browser_connection_new (const char *uri, GError **error);
/* Returns the URI that was given. */
const char *browser_connection_get_uri (HBaseConnection *connection);
