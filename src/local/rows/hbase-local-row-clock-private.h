/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"
#include "hbase-local-cells-private.h"

/* The time of a mutation whose cells have no timestamps: that of the engine's clock, or a later time if the
 * row has cells that would hide the written cells, or survive the delete. */

typedef struct {
  const HBaseLocalCall *call;
  gint64 time;              /* ms since 1970 */
  HBaseSlice row;           /* that was looked up last */
  gboolean is_new;          /* nothing of it is stored */
  gboolean is_ahead;        /* a cell was met that the time can't follow, */
  gboolean is_family_ahead; /* … in the column that has the family's markers */
  HBaseSlice family;        /* the last family whose markers the time follows: the mutation puts into it */
  HBaseLocalCursor cursor;
  GByteArray *key; /* of the last lookup */
  GByteArray *gap; /* nothing is stored between this key and the cursor's */
} HBaseLocalRowClock;

/* The latest timestamp that counts, an hour ahead of the engine's clock. */
gint64 hbase_local_row_clock_limit (const HBaseLocalCall *call);
/* The latest timestamp that a series of increments or appends may advance to. */
gint64 hbase_local_row_clock_limit_of_updates (const HBaseLocalCall *call);

/* Before something is written the clock must be cleared: it reads. */
void hbase_local_row_clock_init (HBaseLocalRowClock *clock, const HBaseLocalCall *call);
void hbase_local_row_clock_clear (HBaseLocalRowClock *clock);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalRowClock, hbase_local_row_clock_clear)

/* Begins with another mutation. */
void hbase_local_row_clock_begin (HBaseLocalRowClock *clock);
/* These fail if the mutation would have no effect because of cells that are too far ahead. */

/* The mutation puts a cell into this column. `follows`: after the newest cell there, however far it is
 * ahead. */
gboolean hbase_local_row_clock_add_put (HBaseLocalRowClock *clock,
                                        HBaseSlice row,
                                        HBaseSlice family,
                                        HBaseSlice qualifier,
                                        gboolean follows,
                                        GError **error);
/* The mutation deletes from this column: all versions, or a version whose timestamp is looked up. */
gboolean hbase_local_row_clock_add_delete (HBaseLocalRowClock *clock,
                                           HBaseSlice row,
                                           HBaseSlice family,
                                           HBaseSlice qualifier,
                                           gboolean is_of_all_versions,
                                           GError **error);
/* The mutation deletes a family, or the row if `family` is NULL. This looks at each of its columns. */
gboolean hbase_local_row_clock_add_delete_of_all (HBaseLocalRowClock *clock,
                                                  HBaseSlice row,
                                                  const HBaseSlice *family,
                                                  GError **error);
