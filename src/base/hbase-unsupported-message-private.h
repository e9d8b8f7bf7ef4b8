/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* The beginning of the embedded engine's message about something that HBase supports and the engine doesn't.
 * Thrift has no code for that, so the client recognises the message. */
#define HBASE_UNSUPPORTED_MESSAGE "hbase-glib's embedded engine has no "

/* The beginning of a gateway's message about arguments that it couldn't process; the method's name follows.
 * The engine adds ": " and the reason, which gateways don't. */
#define HBASE_INTERNAL_ERROR "Internal error processing "
