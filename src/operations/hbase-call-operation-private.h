/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"

/* One call and its reply: most of data and admin. A one-shot: run it once. */

/* `table` names it in errors (NULL: none; a row by hbase_operation_set_subject()); `arguments` are the whole
 * struct; NULL: there is nothing to ask, and no reply. */
HBaseOperation *hbase_call_operation_new (HBaseWireProtocol protocol,
                                          const char *table,
                                          const HBaseWireMethod *method,
                                          GBytes *arguments /* (transfer full) */,
                                          HBaseCallClass class);
/* What of its arguments is sent from where it lies; taken. */
void hbase_call_operation_set_runs (HBaseOperation *operation, HBaseWireSegments *runs);
/* What its maker wants to find again when the reply has come; freed with the operation. */
void hbase_call_operation_set_data (HBaseOperation *operation, gpointer data, GDestroyNotify destroy);
gpointer hbase_call_operation_get_data (HBaseOperation *operation);
/* After DONE, once: a reply with a result. */
HBaseBlock *hbase_call_operation_take_reply (HBaseOperation *operation);
/* The same of a call with a boolean result: what it says. */
gboolean hbase_call_operation_take_flag (HBaseOperation *operation);
