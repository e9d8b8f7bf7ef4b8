/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"

/* One call and its reply: most of data and admin. A one-shot: run it once. */

/* `table` names it in errors (NULL: none; a row by hbase_operation_set_subject()); `arguments` are the whole struct. */
HBaseOperation *hbase_call_operation_new (HBaseWireProtocol protocol,
                                          const char *table,
                                          const HBaseWireMethod *method,
                                          GBytes *arguments /* (transfer full) */,
                                          HBaseCallClass class);
/* After DONE, once: a reply with a result. */
HBaseBlock *hbase_call_operation_take_reply (HBaseOperation *operation);
