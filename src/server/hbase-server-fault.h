/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseServerFault:
 * @HBASE_SERVER_FAULT_DELAY: the call is executed after a delay
 * @HBASE_SERVER_FAULT_LOSE_CALL: the call isn't executed, and its connection is closed
 * @HBASE_SERVER_FAULT_LOSE_REPLY: the call is executed, and its connection is closed without a reply
 * @HBASE_SERVER_FAULT_CUT_REPLY: the call is executed, and its connection is closed in the middle of the
 *   reply
 * @HBASE_SERVER_FAULT_GARBAGE: the call is executed, and the client gets bytes that aren't a Thrift message
 * @HBASE_SERVER_FAULT_ERROR: the call isn't executed, and the reply is a `TIOError`
 *
 * What a [class@HBase.LocalServer] does wrong on request, see [method@HBase.LocalServer.add_fault].
 */
typedef enum {
  HBASE_SERVER_FAULT_DELAY = 0,
  HBASE_SERVER_FAULT_LOSE_CALL = 1,
  HBASE_SERVER_FAULT_LOSE_REPLY = 2,
  HBASE_SERVER_FAULT_CUT_REPLY = 3,
  HBASE_SERVER_FAULT_GARBAGE = 4,
  HBASE_SERVER_FAULT_ERROR = 5,
} HBaseServerFault;

#define HBASE_TYPE_SERVER_FAULT (hbase_server_fault_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_server_fault_get_type (void);

G_END_DECLS
