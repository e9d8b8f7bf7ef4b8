/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-target-private.h"

/* Takes a block of numbers from a counter row, or makes the row. A one-shot.
 *
 * The counter is kept above HBASE_SEQUENCE_BASE: HBase makes a counter that isn't there, beginning at 0, and
 * from then on would hand out numbers a second time. One below the base gives itself away, and for ever. */

#define HBASE_SEQUENCE_BASE (G_GINT64_CONSTANT (1) << 62)

typedef struct {
  HBaseTarget target;
  const char *row; /* text */
  const char *family;
  const char *definition; /* what makes this sequence differ from others: kept beside the counter */
} HBaseSequenceKey;

/* `block` numbers, at least 1. `checked`: the definition was compared by an operation before. */
HBaseOperation *
hbase_sequence_operation_new (const HBaseSequenceKey *place, gint64 block, gboolean checked, GError **error);
/* Makes the counter row, or finds it made by the same definition. */
HBaseOperation *hbase_sequence_creation_new (const HBaseSequenceKey *place, GError **error);
/* After DONE: how many were taken by now, this block included. */
gint64 hbase_sequence_operation_get_taken (HBaseOperation *operation);
/* For who runs it on a lane of another operation: that run ended with an increment under way. */
void hbase_sequence_operation_note_unknown (HBaseOperation *operation);
/* At any time after a run: how often a block may have been taken without an answer. */
guint hbase_sequence_operation_get_unknown (HBaseOperation *operation);
