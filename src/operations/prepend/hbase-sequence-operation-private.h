/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-target-private.h"

/* Operations on a sequence's counter: one takes a block of numbers, the other creates the counter's row.
 *
 * The counter is kept above HBASE_SEQUENCE_BASE: an increment of a row that was deleted makes HBase create a
 * counter that begins at 0, which would hand out the same numbers again. A counter below the base shows
 * that this has happened. */

#define HBASE_SEQUENCE_BASE (G_GINT64_CONSTANT (1) << 62)

typedef struct {
  HBaseTarget target;
  const char *row; /* text */
  const char *family;
  const char *definition; /* start and direction: stored beside the counter, and compared */
} HBaseSequenceKey;

/* Takes `block` numbers, at least 1. It may be run several times, and takes a block each time. `checked`: an
 * earlier operation has compared the definition. */
HBaseOperation *hbase_sequence_operation_new (const HBaseSequenceKey *key, gint64 block, gboolean checked);
/* Creates the counter's row, if there is none with the same definition. */
HBaseOperation *hbase_sequence_creation_new (const HBaseSequenceKey *key);
/* Before its first run: the numbers up to `floor` were taken, so that none of them may be returned. */
void hbase_sequence_operation_set_floor (HBaseOperation *operation, gint64 floor);
gint64 hbase_sequence_operation_get_block (HBaseOperation *operation);
/* Returns how many numbers have been taken so far by all users, including the last block; 0 before the first
 * run that is done. */
gint64 hbase_sequence_operation_get_taken (HBaseOperation *operation);
/* Returns how many blocks were possibly taken by increments whose responses didn't arrive, over all runs. */
guint hbase_sequence_operation_get_unknown (HBaseOperation *operation);
