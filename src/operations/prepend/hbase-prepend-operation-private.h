/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-settings-private.h"

/* The operation that prepends a row to a list that grows downwards, or cancels a prepend
 * (docs/design-prepend.md). */

/* Copies what it needs of the settings. If hbase_prepend_check() fails, so does the first step. */
HBasePrependOperation *hbase_prepend_operation_new (HBaseWireProtocol protocol,
                                                    const HBasePrependSettings *settings);
/* Sets where the counters come from, if the strategy uses a sequence and this is no cancel; before the
 * first run. `tickets` (transfer full) takes a block of the sequence, which is one number for the ticket
 * strategy. `buffered`: the counter of an earlier block with which the block strategy begins; < 0: none is
 * left. */
void hbase_prepend_operation_set_tickets (HBasePrependOperation *prepend,
                                          HBaseOperation *tickets,
                                          gint64 buffered);

/* The outcome of an operation, however its run ended. A cancel that is done, and neither settled nor
 * fenced, isn't final. */
typedef struct {
  gboolean refused; /* the settings were invalid: nothing was attempted, and a buffered counter wasn't used */
  /* the row's key, or the key in doubt; data NULL: nothing that was attempted may have been done */
  HBaseSlice row;
  gboolean settled;          /* the row is there */
  gboolean fenced;           /* a tombstone with the token is in the list: the row will never be written */
  gboolean newly_checked;    /* this operation has found the table's guards fit */
  HBaseAttemptCounts counts; /* of its puts */
  gboolean took_block;       /* the sequence handed out a block, */
  guint n_unknown_blocks;    /* or may have done so, without a response that arrived */
  gint64 next_buffered,
      n_buffered; /* counters of the last block that weren't used: the highest, and how many */
} HBasePrependOutcome;

/* The row's slice is valid as long as the operation. */
HBasePrependOutcome hbase_prepend_operation_get_outcome (HBasePrependOperation *prepend);
