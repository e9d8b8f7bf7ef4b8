/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-put.h"

G_BEGIN_DECLS

/**
 * HBasePrependState:
 * @HBASE_PREPEND_STATE_NEW: nothing was attempted, or all attempts certainly failed
 * @HBASE_PREPEND_STATE_IN_DOUBT: the row may have been written, or may still be written, at the key that
 *   [method@HBase.PrependRequest.get_row] returns, or at any key if the request was resumed without a key
 * @HBASE_PREPEND_STATE_WRITTEN: the row was written, at the key that [method@HBase.PrependRequest.get_row]
 * returns
 * @HBASE_PREPEND_STATE_CANCELLED: the row was not written, and no holder of its token will ever write it
 * @HBASE_PREPEND_STATE_NOT_FINAL: [method@HBase.Prepender.cancel] found another row at the key in doubt,
 * and the request's own row nowhere. No attempt of this request can write the row any more, but another
 * holder of the token may: if keys are times or tickets, nothing can be stored in the table that would
 * prevent it
 *
 * What is known about a row to be prepended. Only %HBASE_PREPEND_STATE_WRITTEN and
 * %HBASE_PREPEND_STATE_CANCELLED are final.
 */
typedef enum {
  HBASE_PREPEND_STATE_NEW = 0,
  HBASE_PREPEND_STATE_IN_DOUBT = 1,
  HBASE_PREPEND_STATE_WRITTEN = 2,
  HBASE_PREPEND_STATE_CANCELLED = 3,
  HBASE_PREPEND_STATE_NOT_FINAL = 4,
} HBasePrependState;

#define HBASE_TYPE_PREPEND_STATE (hbase_prepend_state_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_state_get_type (void);

#define HBASE_TYPE_PREPEND_REQUEST (hbase_prepend_request_get_type ())
/* One row to be prepended: its cells, its token, and the key that it was given. */
typedef struct _HBasePrependRequest HBasePrependRequest;

/**
 * HBASE_PREPEND_TOKEN_LENGTH:
 *
 * The length of a token in bytes.
 */
#define HBASE_PREPEND_TOKEN_LENGTH 16

HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_request_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new (HBasePut *cells);
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new_resumed (HBasePut *cells,
                                                        const guint8 *token,
                                                        gsize token_length,
                                                        const guint8 *row,
                                                        gsize row_length,
                                                        GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePut *hbase_prepend_request_dup_cells (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_ref (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
void hbase_prepend_request_unref (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_token (HBasePrependRequest *request, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_prepend_request_ref_token (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_row (HBasePrependRequest *request, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_prepend_request_ref_row (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_settled (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
HBasePrependState hbase_prepend_request_get_state (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_cancelled (HBasePrependRequest *request);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePrependRequest, hbase_prepend_request_unref)

G_END_DECLS
