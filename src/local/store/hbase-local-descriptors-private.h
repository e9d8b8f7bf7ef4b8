/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How a server shares the descriptors that its process may have open. */

/* The number of connections to one database. */
guint hbase_local_descriptors_max_databases (void);
/* The number of clients, at most `wanted`, if each needs `per_client` descriptors. */
guint hbase_local_descriptors_max_clients (guint wanted, guint per_client);
/* Returns whether so few are left that the rest of the process would get none after clients had opened
 * `more`. Connections to the database that are open already need none. */
gboolean hbase_local_descriptors_are_short (guint more, guint n_open_databases);
/* Returns whether a few are left, for functions of GLib that abort the process if there is none. */
gboolean hbase_local_descriptors_are_left (void);
