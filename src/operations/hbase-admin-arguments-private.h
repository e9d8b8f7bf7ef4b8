/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-table-descriptor-private.h"

/* Encode the arguments of administrative calls that have more than a table's name. The descriptors must have
 * been checked. */

/* `splits` (element-type GBytes) */
GBytes *hbase_arguments_of_create_table (HBaseWireProtocol protocol,
                                         HBaseTableDescriptor *table,
                                         const GPtrArray *splits);
