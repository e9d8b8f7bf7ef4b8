/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* A guard is the cell that occupies a row: while it is there, no row is prepended at that key. The token's
 * cell names the row's owner in its first bytes; the guard's state follows them. Both are one cell, unless a
 * column of the caller's own content is the guard. */

/* The length of a token: the first bytes of its cell name the owner. */
#define HBASE_GUARD_OWNER_LENGTH 16

/* How many of these bytes are the same in all tokens of one process. */
#define HBASE_GUARD_WRITER_LENGTH 4

/* Follows the owner in the guard of a row whose content was deleted. */
#define HBASE_GUARD_RETIRED 'r'
/* The beginning of a tombstone, the guard of a key at which nothing shall be written: its owner is all
 * zeros, which is no row's token. The token of the row that was fenced off there follows. */
#define HBASE_GUARD_TOMBSTONE ((HBaseSlice){ (const guint8 *) "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0b", 17 })
#define HBASE_GUARD_FENCE_LENGTH (HBASE_GUARD_OWNER_LENGTH + 1 + HBASE_GUARD_OWNER_LENGTH)

/* The columns. */
typedef struct {
  char *family, *qualifier;
  char *token_family, *token_qualifier; /* the guard's own, unless the token has a column of its own */
} HBaseGuard;

/* `token_column`: FAMILY:QUALIFIER; NULL: the guard is the token's cell, too. Fails with INVALID_ARGUMENT if
 * it isn't a column, or is the guard's. */
gboolean hbase_guard_init (HBaseGuard *guard,
                           const char *table,
                           const char *family,
                           const char *qualifier,
                           const char *token_column,
                           GError **error);
void hbase_guard_copy (HBaseGuard *guard, const HBaseGuard *from);
void hbase_guard_clear (HBaseGuard *guard);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseGuard, hbase_guard_clear)
/* Fails with UNSUPPORTED: a row whose guard is a column of content can't be cancelled or retired. */
void hbase_guard_fail_content (const char *table, GError **error);

typedef enum {
  HBASE_GUARD_ABSENT,
  HBASE_GUARD_OWN,
  HBASE_GUARD_FENCED, /* a tombstone with our token: a holder of the token has cancelled the row */
  HBASE_GUARD_OTHER,
} HBaseGuardOwner;

/* Whether the token has a column of its own. */
gboolean hbase_guard_has_separate_token (const HBaseGuard *guard);
/* Whether a table is fit for such guards: FAMILY_NOT_FOUND, UNSUPPORTED. */
gboolean hbase_guard_check_table (const HBaseGuard *guard,
                                  HBaseOperation *operation,
                                  HBaseTableDescriptor *table,
                                  GError **error);
/* Whether a table has the families of the cells: FAMILY_NOT_FOUND. */
gboolean hbase_guard_check_cells (HBaseOperation *operation,
                                  HBaseTableDescriptor *table,
                                  HBasePut *cells,
                                  GError **error);

/* ---- one row ---- */

/* Encodes a get's arguments: the guard and the token. */
GBytes *hbase_guard_write_get (const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row);
/* Encodes a checkAndPut's arguments: the cells, and `value` in the token's column, if there is no guard. */
GBytes *hbase_guard_write_put (
    const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row, HBasePut *cells, HBaseSlice value);

/* Returns the guard's value in the block's first row; data NULL: the row has no guard. */
HBaseSlice hbase_guard_find (const HBaseGuard *guard, const HBaseBlock *block);
/* Returns the owner of that row of the block. */
HBaseGuardOwner
hbase_guard_find_owner (const HBaseGuard *guard, const HBaseBlock *block, guint row, const guint8 *token);
/* Returns the first bytes of that row's token; data NULL: the row has none. */
HBaseSlice hbase_guard_find_token (const HBaseGuard *guard, const HBaseBlock *block, guint row);
/* Makes the tombstone that fences off the row of that token. */
void hbase_guard_make_fence (const guint8 *token, guint8 fence[HBASE_GUARD_FENCE_LENGTH]);
/* Whether a guard's value is that of a row without content: a tombstone, or a retired row's guard. */
gboolean hbase_guard_is_tombstone (HBaseSlice value);

/* ---- several rows ---- */

/* Encodes a scan for the first row with that prefix, with lengths in place of values. */
GBytes *hbase_guard_write_first (HBaseOperation *operation, HBaseSlice prefix);
/* Whether the row that such a scan returned has a guard. */
gboolean hbase_guard_exists (const HBaseGuard *guard, const HBaseBlock *block);

/* Rows with a prefix, from `start` (included) to `stop` (excluded); data NULL: without that bound. */
typedef struct {
  HBaseSlice prefix, start, stop;
} HBaseGuardRange;

/* Encodes a scan for guards and tokens of the first rows in the range that have them. */
GBytes *hbase_guard_write_scan (const HBaseGuard *guard,
                                HBaseOperation *operation,
                                const HBaseGuardRange *range,
                                guint n_rows);
