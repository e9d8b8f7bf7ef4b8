/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-bytes-private.h"
#include "hbase-error-private.h"
#include "hbase-key-encoder-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-key-types-private.h"
#include "hbase-md5-private.h"
#include "hbase-object-private.h"
#include "hbase-salt-private.h"
#include "hbase-split-calculator-private.h"

/* What HBasePlan uses of this library beside its public functions. No other program may use it: it changes
 * with any version.
 * 1. HBasePlan has no copy of this code: a key that it simulates has the bytes of the key that a client
 * writes. 2. The structs of the private headers are shared, too. So both libraries must be of one build of
 *    the sources: the version is compared, and the size, which differs between development versions. */

#define HBASE_PRIVATE_FUNCTIONS(FUNCTION)                                                                    \
  FUNCTION (hbase_elements_check)                                                                            \
  FUNCTION (hbase_error_prefix)                                                                              \
  FUNCTION (hbase_error_set)                                                                                 \
  FUNCTION (hbase_key_encoder_add)                                                                           \
  FUNCTION (hbase_key_encoder_clear)                                                                         \
  FUNCTION (hbase_key_encoder_finish)                                                                        \
  FUNCTION (hbase_key_encoder_init)                                                                          \
  FUNCTION (hbase_key_encoder_set_random)                                                                    \
  FUNCTION (hbase_key_schema_check_salts)                                                                    \
  FUNCTION (hbase_key_schema_split)                                                                          \
  FUNCTION (hbase_key_timestamp_units)                                                                       \
  FUNCTION (hbase_key_type_is_counter)                                                                       \
  FUNCTION (hbase_key_value_of)                                                                              \
  FUNCTION (hbase_md5)                                                                                       \
  FUNCTION (hbase_object_fail_property)                                                                      \
  FUNCTION (hbase_object_get_member)                                                                         \
  FUNCTION (hbase_object_set_member)                                                                         \
  FUNCTION (hbase_salt_compute)                                                                              \
  FUNCTION (hbase_salt_free)                                                                                 \
  FUNCTION (hbase_salt_is_hex)                                                                               \
  FUNCTION (hbase_salt_is_random)                                                                            \
  FUNCTION (hbase_salt_needs_number)                                                                         \
  FUNCTION (hbase_salt_new)                                                                                  \
  FUNCTION (hbase_salt_type_lookup)                                                                          \
  FUNCTION (hbase_splits_copy)                                                                               \
  FUNCTION (hbase_text_measure_mark)

#define HBASE_PRIVATE_MEMBER(function) __typeof__ (&function) function;

typedef struct {
  const char *version; /* of the library: 1.2.3 */
  gsize size;          /* of this struct */
  HBASE_PRIVATE_FUNCTIONS (HBASE_PRIVATE_MEMBER)
} HBasePrivateFunctions;

/* Returns the library's functions. Any thread. */
HBASE_EXPORT
const HBasePrivateFunctions *hbase_private_functions (void);
