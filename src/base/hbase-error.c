/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"

/**
 * hbase_error_quark:
 *
 * The domain of the library's errors, [error@HBase.Error].
 *
 * Returns: the quark
 *
 * Since: 0.1
 */
/* The formatter takes the name for a difference. */
/* clang-format off */
G_DEFINE_QUARK (hbase-error-quark, hbase_error)
/* clang-format on */

G_DEFINE_ENUM_TYPE (HBaseError,
                    hbase_error,
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_ARGUMENT, "invalid-argument"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_URI, "invalid-uri"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNREACHABLE, "unreachable"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TIMED_OUT, "timed-out"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_OUTCOME_UNKNOWN, "outcome-unknown"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_PROTOCOL, "wrong-peer"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_NOT_FOUND, "table-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_EXISTS, "table-exists"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_DISABLED, "table-disabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TABLE_NOT_DISABLED, "table-not-disabled"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_FAMILY_NOT_FOUND, "family-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_NAMESPACE_NOT_FOUND, "namespace-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_REMOTE, "remote"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNAVAILABLE, "unavailable"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNSUPPORTED, "unsupported"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_TOO_LARGE, "too-large"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_SCHEMA, "invalid-schema"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_KEY, "invalid-key"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_INVALID_TOKEN, "invalid-token"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_UNGUARDED_ROW, "unguarded-row"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_KEY_SPACE_EXHAUSTED, "key-space-exhausted"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_STORAGE, "storage"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_READ_ONLY, "read-only"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_ROW_NOT_FOUND, "row-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_DUPLICATE_KEY, "duplicate-key"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_WRONG_REGIONS, "wrong-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_SEQUENCE_MISSING, "sequence-missing"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_ADDRESS_IN_USE, "address-in-use"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_PERMISSION_DENIED, "permission-denied"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_HOST_NOT_FOUND, "host-not-found"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CONNECTION_REFUSED, "connection-refused"),
                    G_DEFINE_ENUM_VALUE (HBASE_ERROR_CONNECTION_LOST, "connection-lost"))
