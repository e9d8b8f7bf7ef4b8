/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-call-private.h"
#include "hbase-local-cells-private.h"

/* Returns the latest timestamp that isn't too far ahead of the clock, which says `now`: an hour later. */
gint64 hbase_local_cells_ahead_limit (gint64 now);

/* The stored cells that are too far ahead of the clock for what is written now. Each function fails if the
 * write would have no effect, and says what to do. The cursor is for keys only; the functions move and reset
 * it. */

/* What is put without a timestamp must not be hidden. `follows`: it is written after the newest cell of its
 * column, however far that is ahead. */
gboolean hbase_local_cells_ahead_check_put (HBaseLocalCursor *cursor,
                                            const HBaseLocalCall *call,
                                            HBaseSlice row,
                                            HBaseSlice family,
                                            HBaseSlice qualifier,
                                            gboolean follows,
                                            GError **error);
/* A delete without a timestamp must leave no cell of the column. */
gboolean hbase_local_cells_ahead_check_delete (HBaseLocalCursor *cursor,
                                               const HBaseLocalCall *call,
                                               HBaseSlice row,
                                               HBaseSlice family,
                                               HBaseSlice qualifier,
                                               GError **error);
/* The same for a family, or for the row if `family` is NULL. */
gboolean hbase_local_cells_ahead_check_delete_of_all (HBaseLocalCursor *cursor,
                                                      const HBaseLocalCall *call,
                                                      HBaseSlice row,
                                                      const HBaseSlice *family,
                                                      GError **error);
