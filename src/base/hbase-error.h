/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_ERROR (hbase_error_quark ())

/**
 * HBaseError:
 * @HBASE_ERROR_FAILED: an error of no other kind; the message says which
 * @HBASE_ERROR_INVALID_ARGUMENT: an argument isn't valid: an empty row key, a row key of more than 32,767
 *   bytes, a put without columns, a page size of 0. Nothing was written
 * @HBASE_ERROR_INVALID_URI: the URI of a connection isn't valid, or a file that it names can't be used
 * @HBASE_ERROR_UNREACHABLE: none of the URI's gateways accepts connections, for different reasons or for a
 *   reason that has no code of its own (no route, for example)
 * @HBASE_ERROR_TIMED_OUT: the timeout expired; nothing was written
 * @HBASE_ERROR_OUTCOME_UNKNOWN: a write may or may not have been executed: its response was lost, or HBase
 *   refused it with a message that says nothing about earlier attempts of the gateway
 * @HBASE_ERROR_PROTOCOL: the peer isn't a Thrift2 gateway with the protocol and framing of the URI, or its
 *   message isn't the expected response
 * @HBASE_ERROR_TABLE_NOT_FOUND: the table doesn't exist
 * @HBASE_ERROR_TABLE_EXISTS: a table of that name exists already
 * @HBASE_ERROR_TABLE_DISABLED: the table is disabled. Nothing was written, unless the table was disabled
 *   during the call
 * @HBASE_ERROR_TABLE_NOT_DISABLED: the table must be disabled first
 * @HBASE_ERROR_FAMILY_NOT_FOUND: the table doesn't have that column family
 * @HBASE_ERROR_NAMESPACE_NOT_FOUND: the namespace doesn't exist
 * @HBASE_ERROR_REMOTE: HBase refused the call for another reason, which is in the message; a retry won't
 *   succeed
 * @HBASE_ERROR_UNAVAILABLE: HBase couldn't execute the call now (region in transition, server down). Calls
 *   are repeated, as after %HBASE_ERROR_CONNECTION_LOST
 * @HBASE_ERROR_UNSUPPORTED: the peer, or this version of the library, doesn't support the request
 * @HBASE_ERROR_TOO_LARGE: a request or a response exceeds a limit
 * @HBASE_ERROR_CLOSED: the connection, cursor or server was closed
 * @HBASE_ERROR_INVALID_SCHEMA: the text of a key schema isn't valid
 * @HBASE_ERROR_INVALID_KEY: a value doesn't fit its key field, or a row key doesn't match the key schema
 * @HBASE_ERROR_INVALID_TOKEN: a page token was truncated, altered, or made for another query
 * @HBASE_ERROR_UNGUARDED_ROW: the first row of a table has no guard, so that another program must have
 *   written it: nothing is prepended
 * @HBASE_ERROR_KEY_SPACE_EXHAUSTED: the counter in a row key has reached its limit
 * @HBASE_ERROR_STORAGE: the embedded engine's files can't be read or written (disk full, read-only, damaged)
 * @HBASE_ERROR_READ_ONLY: the gateway, or the table (its attribute READONLY), doesn't accept writes
 * @HBASE_ERROR_ROW_NOT_FOUND: the row to change doesn't exist
 * @HBASE_ERROR_DUPLICATE_KEY: a table with random salts contains a row key more than once
 * @HBASE_ERROR_WRONG_REGIONS: a table was created, but with other regions than requested
 * @HBASE_ERROR_SEQUENCE_MISSING: the counter of a sequence doesn't exist: it was never created, or was
 *   deleted. Or it went back, because the table was restored, or the counter written
 * @HBASE_ERROR_ADDRESS_IN_USE: another process listens on the address on which a server was to listen
 * @HBASE_ERROR_PERMISSION_DENIED: the operating system doesn't permit this process to connect to any of the
 *   gateways (a Unix socket of another user), or to listen on the address (a port below 1024)
 * @HBASE_ERROR_HOST_NOT_FOUND: none of the gateways' host names can be resolved
 * @HBASE_ERROR_CONNECTION_REFUSED: all gateways refused the connection: their hosts are up, but nothing
 *   listens on the ports
 * @HBASE_ERROR_CONNECTION_LOST: a connection was closed or reset before the whole response had been received,
 *   and the call can't be repeated. Most calls are repeated until the timeout expires, and then fail with
 *   %HBASE_ERROR_TIMED_OUT, or %HBASE_ERROR_OUTCOME_UNKNOWN for a write
 * @HBASE_ERROR_ACCESS_DENIED: HBase's access control doesn't permit the call to the gateway's user
 * @HBASE_ERROR_NAMESPACE_EXISTS: a namespace of that name exists already
 * @HBASE_ERROR_FAMILY_EXISTS: the table has a column family of that name already
 * @HBASE_ERROR_INVALID_VALUE: a stored value doesn't have the type as which it is read
 * @HBASE_ERROR_UNTRUSTED: the certificate of a gateway isn't accepted, so that nothing was sent: it isn't
 *   signed by a known authority, is made out for another name, or has expired
 * @HBASE_ERROR_UNAUTHENTICATED: the gateway requires other credentials than those of the connection
 * @HBASE_ERROR_RETRY_BUDGET: the request failed, and wasn't sent again, because too many requests of this
 *   connection had failed ([property@HBase.Connection:retry-budget])
 * @HBASE_ERROR_COLUMN_NOT_FOUND: the row that was read has no such column
 *
 * The errors of the library's functions.
 *
 * A cancellation by the caller isn't among them: it is always %G_IO_ERROR_CANCELLED. A message is one line
 * that names the request, the table and row, and what to do; hbase_error_get_details() returns the whole text
 * that a gateway sent. Numbers of codes are never changed or reused.
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
  HBASE_ERROR_ACCESS_DENIED = 34,
  HBASE_ERROR_NAMESPACE_EXISTS = 35,
  HBASE_ERROR_FAMILY_EXISTS = 36,
  HBASE_ERROR_INVALID_VALUE = 37,
  HBASE_ERROR_UNTRUSTED = 38,
  HBASE_ERROR_UNAUTHENTICATED = 39,
  HBASE_ERROR_RETRY_BUDGET = 40,
  HBASE_ERROR_COLUMN_NOT_FOUND = 41,
} HBaseError;

HBASE_AVAILABLE_IN_0_1
GQuark hbase_error_quark (void);
HBASE_AVAILABLE_IN_0_1
const char *hbase_error_get_details (const GError *error);
HBASE_AVAILABLE_IN_0_1
const char *hbase_error_get_java_class (const GError *error);

#define HBASE_TYPE_ERROR (hbase_error_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_error_get_type (void);

G_END_DECLS
