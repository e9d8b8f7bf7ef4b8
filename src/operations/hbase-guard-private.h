/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* A guard is the cell that occupies a row: while it is there, nobody prepends another row at that key. The
 * token's cell tells whose the row is by its first bytes; what follows them is the guard's state. Both are
 * one cell, unless a column of the caller's own content is the guard. */

/* How many bytes at the beginning of a token's cell name who wrote it. */
#define HBASE_GUARD_OWNER_LENGTH 16

/* So many of them are the same for all that one process writes. */
#define HBASE_GUARD_WRITER_LENGTH 4

/* Behind the owner in the guard of a row whose content was deleted. */
#define HBASE_GUARD_RETIRED 'r'
/* How the guard of a key begins that nobody shall write: its owner is nobody. The token of the row that was
 * fenced off there follows. */
#define HBASE_GUARD_TOMBSTONE ((HBaseSlice){ (const guint8 *) "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0b", 17 })
#define HBASE_GUARD_FENCE_LENGTH (HBASE_GUARD_OWNER_LENGTH + 1 + HBASE_GUARD_OWNER_LENGTH)

typedef struct {
  HBaseSlice family, qualifier;
  HBaseSlice token_family, token_qualifier; /* data NULL: the guard's own */
} HBaseGuardColumns;

typedef enum {
  HBASE_GUARD_ABSENT,
  HBASE_GUARD_OWN,
  HBASE_GUARD_FENCED, /* nobody's: somebody who has our token wants that the row is never written */
  HBASE_GUARD_OTHER,
} HBaseGuardOwner;

typedef struct {
  GByteArray *family, *qualifier, *token_family, *token_qualifier;
} HBaseGuard;

static inline HBaseSlice
hbase_guard_slice (const GByteArray *bytes)
{
  return hbase_slice (hbase_slice_bytes (hbase_slice (bytes->data, bytes->len)), bytes->len);
}

static inline GByteArray *
hbase_guard_bytes (HBaseSlice slice)
{
  return g_byte_array_append (g_byte_array_new (), hbase_slice_bytes (slice), (guint) slice.length);
}

char *hbase_guard_dup_text (const GByteArray *bytes);

/* Copies. */
void hbase_guard_init (HBaseGuard *guard, const HBaseGuardColumns *columns);
void hbase_guard_clear (HBaseGuard *guard);
/* Whether a table is fit for such guards: FAMILY_NOT_FOUND, UNSUPPORTED. */
gboolean hbase_guard_check_table (const HBaseGuard *guard,
                                  HBaseOperation *operation,
                                  const HBaseWireTable *table,
                                  GError **error);

/* Whether it has the families of the cells: FAMILY_NOT_FOUND. */
gboolean hbase_guard_check_cells (HBaseOperation *operation,
                                  const HBaseWireTable *table,
                                  HBasePut *cells,
                                  GError **error);
/* Whether the token has a column of its own. */
gboolean hbase_guard_has_separate_token (const HBaseGuard *guard);

/* A get's arguments: of the guard and the token. */
GBytes *hbase_guard_write_get (const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row);
/* A checkAndPut's: the cells, and `value` as token, where there is no guard. */
GBytes *hbase_guard_write_put (
    const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row, HBasePut *cells, HBaseSlice value);

/* The guard's value in the block's first row; data NULL: it has none. */
HBaseSlice hbase_guard_find (const HBaseGuard *guard, const HBaseBlock *block);
HBaseGuardOwner
hbase_guard_find_owner (const HBaseGuard *guard, const HBaseBlock *block, guint row, const guint8 *token);
/* Who wrote that row: its token's first bytes; data NULL: nobody did. */
HBaseSlice hbase_guard_find_token (const HBaseGuard *guard, const HBaseBlock *block, guint row);
/* What fences off the row of that token. */
void hbase_guard_make_fence (const guint8 *token, guint8 fence[HBASE_GUARD_FENCE_LENGTH]);
/* Whether its row has, or shall have, no content. */
gboolean hbase_guard_is_tombstone (HBaseSlice value);

/* ---- several rows: hbase-guard-scan.c ---- */

/* The arguments of a scan's first row of that prefix, with lengths in place of values; and whether that row
 * has a guard. */
GBytes *hbase_guard_write_first (HBaseOperation *operation, HBaseSlice prefix);
gboolean hbase_guard_exists (const HBaseGuard *guard, const HBaseBlock *block);

/* Of rows with a prefix; `start` is in, `stop` isn't; data NULL: all. */
typedef struct {
  HBaseSlice prefix, start, stop;
} HBaseGuardRange;

/* A scan's: guards and tokens of the first rows in the range that have them. */
GBytes *hbase_guard_write_scan (const HBaseGuard *guard,
                                HBaseOperation *operation,
                                const HBaseGuardRange *range,
                                guint n_rows);
