/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error-private.h"
#include "hbase-wire-types-private.h"

/* What a call is about: a table (`name` or `namespace:name`; NULL: none), and the protocol that its arguments
 * are encoded in. */
typedef struct {
  HBaseWireProtocol protocol;
  const char *table;
} HBaseTarget;

/* Of a check that knows the row, not the table: its error names that, too. */
static inline gboolean
hbase_target_prefix_error (HBaseTarget target, gboolean passed, GError **error)
{
  if (!passed)
    hbase_error_prefix (error, "table “%s”: ", target.table);
  return passed;
}
