/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* Returns a name that all URIs of one directory have; that of a gateway is its URI (transfer full). */
char *database_make_name (HBaseConnection *connection);
/* Sets whether both are connections to one database: to one directory, or to gateways of one cluster. */
gboolean database_is_same (
    HBaseConnection *a, HBaseConnection *b, gboolean *is_same, GCancellable *cancellable, GError **error);
