/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-connection.h"
#include "hbase-pool-private.h"

/* What tables, admins and cursors need of their connection. Any thread. */

/* Made at the first use, then the connection's until its end; a closed one answers every run with CLOSED. */
HBasePool *hbase_connection_get_pool (HBaseConnection *connection);
/* Of the URI's admin= gateways, made at the first use; NULL: it names none. */
HBasePool *hbase_connection_get_admin_pool (HBaseConnection *connection);
/* The one that such an operation may go by. NULL: none, nothing is to be sent. */
HBasePool *
hbase_connection_choose_pool (HBaseConnection *connection, HBaseOperation *operation, GError **error);
/* Whether the URI was one. */
gboolean hbase_connection_has_address (HBaseConnection *connection);
/* Whether it has a URI, and one that could be parsed. */
gboolean hbase_connection_check (HBaseConnection *connection, GError **error);
/* The default one for a connection, which may be NULL, that leads nowhere. */
HBaseWireProtocol hbase_connection_get_protocol (HBaseConnection *connection);
