/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Random histories of a table "$t": its settings, changes of three rows, and reads of them, as calls in the
 * notation of call-parser.h. A change may also be one of these commands:
 *
 *   clock MS     the clock stands at that time; the timestamps of puts are about the same
 *   flush        HBase writes its memory to files
 *   compact      removes what no read returns any more
 *   split ROW    splits the region with that row, there */

typedef struct {
  /* One of these at most: they would make each other's results depend on HBase's files. */
  gboolean flushes; /* no raw reads, as HBase removes cells when it flushes; families keep all versions. The
                     * table may also be split, and read-only at times. */
  gboolean
      has_times_to_live; /* of cells; then no two puts have the same timestamp, as the engine keeps one */
  gboolean compacts;
  char *families; /* of the call that creates the table */
  gboolean is_split, is_read_only;
  int clock;
  gboolean has_ticked; /* since the last change */
  int timestamp;       /* the last one of has_times_to_live */
} RandomHistory;

/* Returns the call that creates the table, and chooses what the history consists of. */
char *random_history_begin (RandomHistory *history, GRand *rand);
void random_history_clear (RandomHistory *history);
/* Returns a change, or a command. */
char *random_history_change (RandomHistory *history, GRand *rand);
/* Returns a read. */
char *random_history_read (const RandomHistory *history, GRand *rand);
/* Returns a read of the whole table: raw, if that doesn't depend on HBase's files. */
const char *random_history_read_all (const RandomHistory *history);
