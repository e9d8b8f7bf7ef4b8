/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* What a call is about: a table (`name` or `namespace:name`; NULL: none), and the protocol that its arguments are
 * encoded in. */
typedef struct {
  HBaseWireProtocol protocol;
  const char *table;
} HBaseTarget;

/* Whether a table can have that name at all: a gateway only says "internal error" to others. */
gboolean hbase_target_check (HBaseTarget target, GError **error);
