/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-busy-flag-private.h"
#include "hbase-prepend-request.h"
#include "hbase-slice-private.h"

struct _HBasePrependRequest {
  gatomicrefcount ref_count;
  HBasePut *cells; /* a copy, which never changes */
  guint8 token[HBASE_PREPEND_TOKEN_LENGTH];
  HBaseBusyFlag busy; /* acquired while a call works on the request; protects what follows */
  GByteArray *row;    /* empty: no attempt may have written the row, except … */
  gboolean resumed;   /* … an attempt of another holder of the token, at an unknown key */
  gboolean settled;
  gboolean cancelled;
  gboolean withdrawn; /* a cancel that isn't final is done */
};

/* The action of a call on a row. */
typedef enum {
  HBASE_PREPEND_ACTION_WRITE,
  HBASE_PREPEND_ACTION_SETTLE,
  HBASE_PREPEND_ACTION_CANCEL,
} HBasePrependAction;

static inline HBaseSlice
hbase_prepend_request_row_slice (const HBasePrependRequest *request)
{
  return request->row->len > 0 ? hbase_slice (request->row->data, request->row->len) : hbase_slice (NULL, 0);
}

/* Fails with INVALID_ARGUMENT if the request's state doesn't allow the action. */
gboolean hbase_prepend_request_check (const HBasePrependRequest *request,
                                      HBasePrependAction action,
                                      const char *table,
                                      GError **error);
/* Returns whether anything must be sent for the action, which the state must allow. */
gboolean hbase_prepend_request_needs_call (const HBasePrependRequest *request, HBasePrependAction action);
/* Records the row's key, or the key in doubt; an empty key means that no attempt may have written the row. */
void hbase_prepend_request_set_row (HBasePrependRequest *request, HBaseSlice row, gboolean settled);
/* Records that the row will never be written. */
void hbase_prepend_request_set_cancelled (HBasePrependRequest *request);
