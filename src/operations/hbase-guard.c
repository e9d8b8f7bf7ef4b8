/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements guards: their columns, the check whether a table is fit for them, and the requests
 * that read and write them.
 *
 * No request names a consistency: so the region's own server responds, never a replica, whose data may be
 * older. */

#include "hbase-guard-private.h"

#include "hbase-error-private.h"
#include "hbase-wire-tables.h"

/* ---- columns ---- */

static gboolean
fail_columns (const char *table, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", table, what);
  return FALSE;
}

gboolean
hbase_guard_columns_init (HBaseGuardColumns *columns,
                          const char *table,
                          const char *family,
                          const char *qualifier,
                          const char *token_column,
                          GError **error)
{
  const char *colon = token_column != NULL ? strchr (token_column, ':') : NULL;

  *columns
      = (HBaseGuardColumns){ .family = hbase_slice_text (family), .qualifier = hbase_slice_text (qualifier) };
  if (token_column == NULL)
    return TRUE;
  if (colon == NULL || colon == token_column)
    return fail_columns (table, "the prepender's token-column isn't a column: write it as FAMILY:QUALIFIER",
                         error);
  columns->token_family = hbase_slice (token_column, (gsize) (colon - token_column));
  columns->token_qualifier = hbase_slice_text (colon + 1);
  if (hbase_slice_equal (columns->family, columns->token_family)
      && hbase_slice_equal (columns->qualifier, columns->token_qualifier))
    return fail_columns (table, "the prepender's token-column is that of the guard: leave it out", error);
  return TRUE;
}

void
hbase_guard_fail_content (const char *table, GError **error)
{
  hbase_error_set (
      error, HBASE_ERROR_UNSUPPORTED,
      "table “%s”: where a column of content is the guard, a row can be settled, but not cancelled or "
      "retired: the guard would be taken for content",
      table);
}

void
hbase_guard_init (HBaseGuard *guard, const HBaseGuardColumns *columns)
{
  gboolean is_separate = columns->token_family.data != NULL;

  guard->family = hbase_guard_bytes (columns->family);
  guard->qualifier = hbase_guard_bytes (columns->qualifier);
  guard->token_family = hbase_guard_bytes (is_separate ? columns->token_family : columns->family);
  guard->token_qualifier = hbase_guard_bytes (is_separate ? columns->token_qualifier : columns->qualifier);
}

void
hbase_guard_clear (HBaseGuard *guard)
{
  g_clear_pointer (&guard->family, g_byte_array_unref);
  g_clear_pointer (&guard->qualifier, g_byte_array_unref);
  g_clear_pointer (&guard->token_family, g_byte_array_unref);
  g_clear_pointer (&guard->token_qualifier, g_byte_array_unref);
}

char *
hbase_guard_dup_text (const GByteArray *bytes)
{
  return g_strndup ((const char *) hbase_guard_slice (bytes).data, bytes->len);
}

gboolean
hbase_guard_has_separate_token (const HBaseGuard *guard)
{
  return !hbase_slice_equal (hbase_guard_slice (guard->family), hbase_guard_slice (guard->token_family))
         || !hbase_slice_equal (hbase_guard_slice (guard->qualifier),
                                hbase_guard_slice (guard->token_qualifier));
}

/* ---- is the table fit for guards? ---- */

static const HBaseWireFamily *
find_family (const HBaseWireTable *table, HBaseSlice name)
{
  for (guint i = 0; i < table->n_families; i++)
    if (hbase_slice_equal (hbase_slice_text (table->families[i].name), name))
      return &table->families[i];
  return NULL;
}

static GError *
check_family (const HBaseWireTable *table,
              HBaseOperation *operation,
              const GByteArray *bytes,
              const char *what)
{
  const HBaseWireFamily *family = find_family (table, hbase_guard_slice (bytes));
  g_autofree char *name = hbase_guard_dup_text (bytes);

  if (family == NULL)
    return hbase_operation_error (
        operation, HBASE_ERROR_FAMILY_NOT_FOUND,
        "there is no column family “%s” to hold the %s; add it to the table, or name "
        "another",
        name, what);
  if (family->time_to_live > 0 && family->time_to_live < G_MAXINT32)
    return hbase_operation_error (
        operation, HBASE_ERROR_UNSUPPORTED,
        "%s in family “%s” would vanish after %d s, and rows be overwritten; give it "
        "no time to live",
        what, name, family->time_to_live);
  return NULL;
}

gboolean
hbase_guard_check_table (const HBaseGuard *guard,
                         HBaseOperation *operation,
                         const HBaseWireTable *table,
                         GError **error)
{
  GError *problem = check_family (table, operation, guard->family, "guards");

  if (problem == NULL)
    problem = check_family (table, operation, guard->token_family, "tokens");
  if (problem == NULL
      && (table->durability == HBASE_DURABILITY_SKIP_WAL || table->durability == HBASE_DURABILITY_ASYNC_WAL))
    problem
        = hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED,
                                 "the table's durability lets acknowledged rows get lost; make it SYNC_WAL "
                                 "or more");
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

gboolean
hbase_guard_check_cells (HBaseOperation *operation,
                         const HBaseWireTable *table,
                         HBasePut *cells,
                         GError **error)
{
  g_autoptr (GPtrArray) families = hbase_put_list_families (cells);

  for (guint i = 0; i < families->len; i++)
    if (find_family (table, hbase_slice_text (families->pdata[i])) == NULL)
      {
        g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_FAMILY_NOT_FOUND,
                                                         "there is no column family “%s”, which cells of the "
                                                         "row name; the table's description lists its "
                                                         "families",
                                                         (const char *) families->pdata[i]));
        return FALSE;
      }
  return TRUE;
}

/* ---- one row: requests ---- */

static void
add_get_column (HBaseGet *get, const GByteArray *family, const GByteArray *qualifier)
{
  g_autofree char *name = hbase_guard_dup_text (family);
  HBaseSlice slice = hbase_guard_slice (qualifier);

  hbase_get_add_column (get, name, slice.data, slice.length);
}

GBytes *
hbase_guard_write_get (const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row)
{
  g_autoptr (HBaseGet) get = hbase_get_new (row.data, row.length);
  HBaseWireWriter writer;

  add_get_column (get, guard->family, guard->qualifier);
  if (hbase_guard_has_separate_token (guard))
    add_get_column (get, guard->token_family, guard->token_qualifier);
  hbase_wire_writer_init (&writer, operation->protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (operation->table));
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

GBytes *
hbase_guard_write_put (
    const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row, HBasePut *cells, HBaseSlice value)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, operation->protocol, 512);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_TABLE, hbase_slice_text (operation->table));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_ROW, row);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, hbase_guard_slice (guard->family));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, hbase_guard_slice (guard->qualifier));
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_put_write_at (cells, row, hbase_guard_slice (guard->token_family),
                      hbase_guard_slice (guard->token_qualifier), value, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

/* ---- one row: responses ---- */

static HBaseSlice
find_cell (const HBaseBlock *block, guint row, const GByteArray *family, const GByteArray *qualifier)
{
  HBaseCellView cell;

  for (guint i = 0; row < block->n_rows && i < hbase_block_row_n_cells (block, row); i++)
    {
      hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
      if (hbase_slice_equal (cell.family, hbase_guard_slice (family))
          && hbase_slice_equal (cell.qualifier, hbase_guard_slice (qualifier)) && cell.value.length > 0)
        return cell.value;
    }
  return hbase_slice (NULL, 0);
}

/* An empty guard counts as absent, as in HBase's check. */
HBaseSlice
hbase_guard_find (const HBaseGuard *guard, const HBaseBlock *block)
{
  return find_cell (block, 0, guard->family, guard->qualifier);
}

static gboolean
begins_with (HBaseSlice value, HBaseSlice head)
{
  return value.length >= head.length && memcmp (value.data, head.data, head.length) == 0;
}

void
hbase_guard_make_fence (const guint8 *token, guint8 fence[HBASE_GUARD_FENCE_LENGTH])
{
  HBaseSlice tombstone = HBASE_GUARD_TOMBSTONE;

  memcpy (fence, tombstone.data, tombstone.length);
  memcpy (fence + tombstone.length, token, HBASE_GUARD_OWNER_LENGTH);
}

HBaseGuardOwner
hbase_guard_find_owner (const HBaseGuard *guard, const HBaseBlock *block, guint row, const guint8 *token)
{
  HBaseSlice owner = find_cell (block, row, guard->token_family, guard->token_qualifier);
  guint8 fence[HBASE_GUARD_FENCE_LENGTH];

  if (find_cell (block, row, guard->family, guard->qualifier).data == NULL)
    return HBASE_GUARD_ABSENT;
  if (begins_with (owner, hbase_slice (token, HBASE_GUARD_OWNER_LENGTH)))
    return HBASE_GUARD_OWN;
  hbase_guard_make_fence (token, fence);
  return begins_with (owner, hbase_slice (fence, sizeof fence)) ? HBASE_GUARD_FENCED : HBASE_GUARD_OTHER;
}

HBaseSlice
hbase_guard_find_token (const HBaseGuard *guard, const HBaseBlock *block, guint row)
{
  HBaseSlice owner = find_cell (block, row, guard->token_family, guard->token_qualifier);

  return owner.length < HBASE_GUARD_OWNER_LENGTH ? hbase_slice (NULL, 0)
                                                 : hbase_slice (owner.data, HBASE_GUARD_OWNER_LENGTH);
}

gboolean
hbase_guard_is_tombstone (HBaseSlice value)
{
  return begins_with (value, HBASE_GUARD_TOMBSTONE)
         || (value.length > HBASE_GUARD_OWNER_LENGTH
             && value.data[HBASE_GUARD_OWNER_LENGTH] == HBASE_GUARD_RETIRED);
}

/* ---- several rows ---- */

static GBytes *
write_results (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseOperation *operation)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, operation->protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TABLE,
                           hbase_slice_text (operation->table));
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_scan_write (scan, bounds, &writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) bounds->limit);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseScan *
scan_new (HBaseSlice prefix, guint n_rows, HBaseScanBounds *bounds)
{
  HBaseScan *scan = hbase_scan_new ();

  if (prefix.length > 0)
    hbase_scan_set_prefix (scan, prefix.data, prefix.length);
  hbase_scan_get_bounds (scan, bounds);
  bounds->limit = bounds->caching = n_rows;
  return scan;
}

/* All columns are requested, so that a row without a guard is found, too, but lengths in place of values:
 * content may be large. */
GBytes *
hbase_guard_write_first (HBaseOperation *operation, HBaseSlice prefix)
{
  HBaseScanBounds bounds;
  g_autoptr (HBaseScan) scan = scan_new (prefix, 1, &bounds);

  hbase_scan_set_filter (scan, "KeyOnlyFilter(true)");
  return write_results (scan, &bounds, operation);
}

gboolean
hbase_guard_exists (const HBaseGuard *guard, const HBaseBlock *block)
{
  static const guint8 nothing[4];
  HBaseSlice length = hbase_guard_find (guard, block);

  return length.data != NULL && !hbase_slice_equal (length, hbase_slice (nothing, sizeof nothing));
}

static void
add_scan_column (HBaseScan *scan, const GByteArray *family, const GByteArray *qualifier)
{
  g_autofree char *name = hbase_guard_dup_text (family);
  HBaseSlice slice = hbase_guard_slice (qualifier);

  hbase_scan_add_column (scan, name, slice.data, slice.length);
}

GBytes *
hbase_guard_write_scan (const HBaseGuard *guard,
                        HBaseOperation *operation,
                        const HBaseGuardRange *range,
                        guint n_rows)
{
  HBaseScanBounds bounds;
  g_autoptr (HBaseScan) scan = scan_new (range->prefix, n_rows, &bounds);

  add_scan_column (scan, guard->family, guard->qualifier);
  if (hbase_guard_has_separate_token (guard))
    add_scan_column (scan, guard->token_family, guard->token_qualifier);
  if (range->start.data != NULL)
    bounds.start = range->start;
  if (range->stop.data != NULL)
    bounds.stop = range->stop;
  return write_results (scan, &bounds, operation);
}
