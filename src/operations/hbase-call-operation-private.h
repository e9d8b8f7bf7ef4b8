/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"

/* A call operation is one request and its reply: most calls for data and administration. It is run once. */

/* Makes the call. `table` is named in errors (NULL: none; hbase_operation_set_subject() adds a row); `arguments` are
 * the whole struct; NULL: nothing is sent, and there is no reply. */
HBaseOperation *hbase_call_operation_new (HBaseWireProtocol protocol,
                                          const char *table,
                                          const HBaseWireMethod *method,
                                          GBytes *arguments /* (transfer full) */,
                                          HBaseCallClass class);
/* Makes a call whose first step fails with the error (taken), as every further run does: what a constructor returns
 * that was given invalid arguments. All that follows may be done with it. */
HBaseOperation *hbase_call_operation_new_failed (HBaseWireProtocol protocol, GError *error);
/* Sets which of its arguments are sent from where they lie; taken. */
void hbase_call_operation_set_runs (HBaseOperation *operation, HBaseWireSegments *runs);
/* Sets what the constructor needs again when the reply has come; freed with the operation. */
void hbase_call_operation_set_data (HBaseOperation *operation, gpointer data, GDestroyNotify destroy);
gpointer hbase_call_operation_get_data (HBaseOperation *operation);
/* Sets how the result is taken from the reply: see HBaseOperationClass. */
void
hbase_call_operation_set_take (HBaseOperation *operation,
                               gboolean (*take) (HBaseOperation *operation, gpointer result, GError **error));
/* Takes the reply, which has a result, after DONE, once; NULL if nothing was sent. */
HBaseBlock *hbase_call_operation_take_reply (HBaseOperation *operation);
/* Takes the result (gboolean *) of a call that is answered by a boolean. */
gboolean hbase_call_operation_take_flag (HBaseOperation *operation, gpointer result, GError **error);
