/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_ERROR (hbase_error_quark ())

/**
 * HBaseError:
 * @HBASE_ERROR_FAILED: a fault of no other kind; the message says which
 * @HBASE_ERROR_INVALID_ARGUMENT: what was asked for can't be: an empty row key, one of more than 32,767
 *   bytes, a put without columns, a page size of 0. Nothing was sent
 * @HBASE_ERROR_INVALID_URI: a connection's URI doesn't parse
 * @HBASE_ERROR_UNREACHABLE: none of the URI's gateways takes connections, for different reasons or for one
 *   without a code of its own (no route, for example)
 * @HBASE_ERROR_TIMED_OUT: the time allowed was over; nothing was written
 * @HBASE_ERROR_OUTCOME_UNKNOWN: a write may or may not have taken place: its response was lost, or HBase refused
 *   it in words that say nothing about the gateway's earlier tries of it
 * @HBASE_ERROR_PROTOCOL: the other end isn't a Thrift2 gateway of the URI's protocol and framing, or its
 *   reply isn't the one that was due
 * @HBASE_ERROR_TABLE_NOT_FOUND: there is no such table
 * @HBASE_ERROR_TABLE_EXISTS: there is a table of that name already
 * @HBASE_ERROR_TABLE_DISABLED: the table is disabled. Nothing was written, unless the table was disabled while
 *   the call was being executed
 * @HBASE_ERROR_TABLE_NOT_DISABLED: the table has to be disabled first
 * @HBASE_ERROR_FAMILY_NOT_FOUND: the table has no such column family
 * @HBASE_ERROR_NAMESPACE_NOT_FOUND: there is no such namespace
 * @HBASE_ERROR_REMOTE: HBase refused the call for another reason, told in the message; asking again won't
 *   help
 * @HBASE_ERROR_UNAVAILABLE: HBase couldn't serve the call now (region in transition, server down)
 * @HBASE_ERROR_UNSUPPORTED: the peer, or this version of the library, can't do that
 * @HBASE_ERROR_TOO_LARGE: a reply or a request beyond the limits set
 * @HBASE_ERROR_CLOSED: the connection, cursor or service was closed
 * @HBASE_ERROR_INVALID_SCHEMA: a key schema's text doesn't parse
 * @HBASE_ERROR_INVALID_KEY: a value that doesn't fit its key field, or a key that isn't of the schema
 * @HBASE_ERROR_INVALID_TOKEN: a page token that was cut, altered, or made for another query
 * @HBASE_ERROR_UNGUARDED_ROW: a table's first row has no guard: another program's, so nothing is prepended
 * @HBASE_ERROR_KEY_SPACE_EXHAUSTED: the counter of a key has arrived at its end
 * @HBASE_ERROR_STORAGE: the embedded engine's files can't be read or written (disk full, read-only, damaged)
 * @HBASE_ERROR_READ_ONLY: the gateway takes no writes
 * @HBASE_ERROR_ROW_NOT_FOUND: there is no such row, which was to be changed
 * @HBASE_ERROR_DUPLICATE_KEY: a row of a table with drawn salts is there twice
 * @HBASE_ERROR_WRONG_REGIONS: a table was made, but with other regions than asked for
 * @HBASE_ERROR_SEQUENCE_MISSING: a sequence's counter isn't there: it was never created, or was deleted
 * @HBASE_ERROR_ADDRESS_IN_USE: another process listens on the address that a server was to listen on
 * @HBASE_ERROR_PERMISSION_DENIED: the system doesn't let this process connect to any of the gateways (a Unix
 *   socket of another user), or listen on the address (a port below 1024)
 * @HBASE_ERROR_HOST_NOT_FOUND: none of the gateways' names can be resolved
 * @HBASE_ERROR_CONNECTION_REFUSED: all gateways refused the connection: their hosts are up, and nothing
 *   listens on the ports
 * @HBASE_ERROR_CONNECTION_LOST: a connection was closed or reset before the whole response had come, and the
 *   call can't be repeated. Most calls are repeated until the time is over, which is then
 *   %HBASE_ERROR_TIMED_OUT, or %HBASE_ERROR_OUTCOME_UNKNOWN for a write
 *
 * What went wrong in a call.
 *
 * A caller's own cancellation isn't among these: it is always %G_IO_ERROR_CANCELLED. Messages are one line
 * and name what was asked, of which table and row, and what to do. Numbers are never changed or used again.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_ERROR_FAILED = 0,
  HBASE_ERROR_INVALID_ARGUMENT = 1,
  HBASE_ERROR_INVALID_URI = 2,
  HBASE_ERROR_UNREACHABLE = 3,
  HBASE_ERROR_TIMED_OUT = 4,
  HBASE_ERROR_OUTCOME_UNKNOWN = 5,
  HBASE_ERROR_PROTOCOL = 6,
  HBASE_ERROR_TABLE_NOT_FOUND = 7,
  HBASE_ERROR_TABLE_EXISTS = 8,
  HBASE_ERROR_TABLE_DISABLED = 9,
  HBASE_ERROR_TABLE_NOT_DISABLED = 10,
  HBASE_ERROR_FAMILY_NOT_FOUND = 11,
  HBASE_ERROR_NAMESPACE_NOT_FOUND = 12,
  HBASE_ERROR_REMOTE = 13,
  HBASE_ERROR_UNAVAILABLE = 14,
  HBASE_ERROR_UNSUPPORTED = 15,
  HBASE_ERROR_TOO_LARGE = 16,
  HBASE_ERROR_CLOSED = 17,
  HBASE_ERROR_INVALID_SCHEMA = 18,
  HBASE_ERROR_INVALID_KEY = 19,
  HBASE_ERROR_INVALID_TOKEN = 20,
  HBASE_ERROR_UNGUARDED_ROW = 21,
  HBASE_ERROR_KEY_SPACE_EXHAUSTED = 22,
  HBASE_ERROR_STORAGE = 23,
  HBASE_ERROR_READ_ONLY = 24,
  HBASE_ERROR_ROW_NOT_FOUND = 25,
  HBASE_ERROR_DUPLICATE_KEY = 26,
  HBASE_ERROR_WRONG_REGIONS = 27,
  HBASE_ERROR_SEQUENCE_MISSING = 28,
  HBASE_ERROR_ADDRESS_IN_USE = 29,
  HBASE_ERROR_PERMISSION_DENIED = 30,
  HBASE_ERROR_HOST_NOT_FOUND = 31,
  HBASE_ERROR_CONNECTION_REFUSED = 32,
  HBASE_ERROR_CONNECTION_LOST = 33,
} HBaseError;

HBASE_AVAILABLE_IN_0_1
GQuark hbase_error_quark (void);

#define HBASE_TYPE_ERROR (hbase_error_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_error_get_type (void);

G_END_DECLS
