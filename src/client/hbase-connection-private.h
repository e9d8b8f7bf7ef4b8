/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection.h"
#include "hbase-pool-private.h"

/* The functions of a connection that tables, admins and cursors use. They may be called from any thread. */

/* Returns the pool that may run the operation; NULL on error: then nothing may be sent. Pools are made at
 * their first use and freed with the connection. The error is CLOSED if the connection was closed; a run that
 * begins just before that fails with it, too, when it needs a channel. */
HBasePool *
hbase_connection_choose_pool (HBaseConnection *connection, HBaseOperation *operation, GError **error);
/* Returns the connection's URI, parsed; NULL: it couldn't be. */
HBaseUri *hbase_connection_get_address (HBaseConnection *connection);
/* Fails if the connection has no URI, or one that couldn't be parsed. */
gboolean hbase_connection_check (HBaseConnection *connection, GError **error);
/* Fails if hbase_connection_check() does, and with CLOSED if the connection was closed. */
gboolean hbase_connection_check_open (HBaseConnection *connection, GError **error);
/* Returns the URI's protocol; the default one if `connection` is NULL or its URI couldn't be parsed. */
HBaseWireProtocol hbase_connection_get_protocol (HBaseConnection *connection);
/* Returns what gives writes their timestamps; NULL if the region servers do, or `connection` is NULL. */
HBaseTimestamps *hbase_connection_get_timestamps (HBaseConnection *connection);
HBaseAuthenticator *hbase_connection_get_authenticator (HBaseConnection *connection);
/* Returns whether the URI says that its gateways are framed, or one of them was found to be. */
gboolean hbase_connection_is_framed (HBaseConnection *connection);
