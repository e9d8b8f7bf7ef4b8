/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"
#include "hbase-wire-tables.h"

/* A call operation is one request and its reply, as most calls for data and administration are. It is run
 * once. */

typedef gboolean (*HBaseTakeFunc) (HBaseOperation *operation, gpointer result, GError **error);

/* Makes the call. Errors name the table (NULL: none); hbase_operation_set_subject() adds a row. `arguments`
 * are the whole struct; NULL: nothing is sent, and there is no reply. */
HBaseOperation *hbase_call_operation_new (HBaseTarget target,
                                          HBaseWireMethodId method,
                                          GBytes *arguments /* (transfer full) */,
                                          HBaseCallClass class);
/* Makes a call that carries no cells. Takes arguments and error: one of them is NULL; with the error its runs
 * fail. */
HBaseOperation *hbase_call_operation_new_stub (
    HBaseTarget target, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseCallClass class);
/* Makes a call whose runs fail with the error (taken). A constructor returns it if its arguments are invalid;
 * the caller can use it as any other call. */
HBaseOperation *hbase_call_operation_new_failed (HBaseWireProtocol protocol, GError *error);
/* Sets the segments of the arguments that are sent from where they are stored; takes them. */
void hbase_call_operation_set_segments (HBaseOperation *operation, GArray *segments);

/* Sets how the result is taken from the reply: see HBaseOperationClass. */
void hbase_call_operation_set_take (HBaseOperation *operation, HBaseTakeFunc take);
/* Makes the result that of a reply with the row of the operation's subject (HBaseRow **), or with several
 * rows (GPtrArray **, in the keys' order; element-type HBaseRow), of the target's schema. Replies don't name
 * the rows that weren't found. */
void hbase_call_operation_return_row (HBaseOperation *operation);
void hbase_call_operation_return_rows (HBaseOperation *operation,
                                       GPtrArray *keys /* (transfer full) of GBytes */);
/* Makes the result that of a reply with `n_flags` booleans (GArray **, element-type gboolean). */
void hbase_call_operation_return_flags (HBaseOperation *operation, guint n_flags);
/* Takes the result (gboolean *) of a call whose reply is a boolean. */
gboolean hbase_call_operation_take_flag (HBaseOperation *operation, gpointer result, GError **error);
/* Takes the reply, which has a result, once, after DONE; NULL if nothing was sent. */
HBaseBlock *hbase_call_operation_take_reply (HBaseOperation *operation);
/* Takes it as the result of a call that carries no cells, for hbase-stub-results-private.h (transfer
 * full). */
GObject *hbase_call_operation_take_result (HBaseOperation *operation, GError **error);
