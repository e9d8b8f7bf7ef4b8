/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-server-fault.h"

/* This file implements the enumeration of faults that an embedded server can be asked for. */

G_DEFINE_ENUM_TYPE (HBaseServerFault,
                    hbase_server_fault,
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_DELAY, "delay"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_LOSE_CALL, "lose-call"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_LOSE_REPLY, "lose-reply"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_CUT_REPLY, "cut-reply"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_GARBAGE, "garbage"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVER_FAULT_ERROR, "error"))
