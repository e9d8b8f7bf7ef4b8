/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-guard-private.h"

/* Returns an operation that deletes a row's content and keeps its guard (docs/design-prepend.md). The guard
 * must not be a column of content. */
HBaseOperation *hbase_retire_operation_new (HBaseWireProtocol protocol,
                                            const char *table,
                                            const HBaseGuard *guard,
                                            HBaseSlice row);
