/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepender.h"
#include "hbase-slice-private.h"
#include "hbase-busy-flag-private.h"

struct _HBasePrependRequest {
  gatomicrefcount ref_count;
  HBasePut *cells; /* a copy: never changed */
  guint8 token[HBASE_PREPEND_TOKEN_LENGTH];
  HBaseBusyFlag turn;
  /* protected by the turn */
  GByteArray *row;  /* empty: nothing was attempted that may have been done, unless … */
  gboolean resumed; /* … another may have attempted it, and only the token is known */
  gboolean settled;
  gboolean cancelled;
  gboolean withdrawn; /* by a cancel that isn't final */
};

static inline HBaseSlice
hbase_prepend_request_row_slice (HBasePrependRequest *prepend)
{
  return prepend->row->len > 0 ? hbase_slice (prepend->row->data, prepend->row->len) : hbase_slice (NULL, 0);
}

/* It may have been written, or may be yet. */
static inline gboolean
hbase_prepend_request_is_in_doubt (HBasePrependRequest *prepend)
{
  return prepend->row->len > 0 ? !prepend->settled : prepend->resumed && !prepend->cancelled;
}

/* What a call has come to. */
void hbase_prepend_request_note (HBasePrependRequest *prepend, HBaseSlice row, gboolean settled);
/* It never will be written. */
void hbase_prepend_request_note_cancelled (HBasePrependRequest *prepend);
