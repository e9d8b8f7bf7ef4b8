/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements guards: their columns, the check whether a table is fit for them, and the requests
 * that read and write them.
 *
 * No request names a consistency: so the region's own server responds, never a replica, whose data may be
 * older. */

#include "hbase-guard-private.h"

#include "hbase-arguments-private.h"
#include "hbase-error-private.h"

/* ---- columns ---- */

static gboolean
fail_columns (const char *table, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", table, what);
  return FALSE;
}

gboolean
hbase_guard_init (HBaseGuard *guard,
                  const char *table,
                  const char *family,
                  const char *qualifier,
                  const char *token_column,
                  GError **error)
{
  const char *colon = token_column != NULL ? strchr (token_column, ':') : NULL;

  *guard = (HBaseGuard){ NULL };
  if (token_column != NULL && (colon == NULL || colon == token_column))
    return fail_columns (table, "the prepender's token-column isn't a column: write it as FAMILY:QUALIFIER",
                         error);
  guard->family = g_strdup (family);
  guard->qualifier = g_strdup (qualifier);
  guard->token_family
      = colon != NULL ? g_strndup (token_column, (gsize) (colon - token_column)) : g_strdup (family);
  guard->token_qualifier = g_strdup (colon != NULL ? colon + 1 : qualifier);
  if (token_column == NULL || hbase_guard_has_separate_token (guard))
    return TRUE;
  hbase_guard_clear (guard);
  return fail_columns (table, "the prepender's token-column is that of the guard: leave it out", error);
}

void
hbase_guard_copy (HBaseGuard *guard, const HBaseGuard *from)
{
  *guard = (HBaseGuard){ g_strdup (from->family), g_strdup (from->qualifier), g_strdup (from->token_family),
                         g_strdup (from->token_qualifier) };
}

void
hbase_guard_clear (HBaseGuard *guard)
{
  g_clear_pointer (&guard->family, g_free);
  g_clear_pointer (&guard->qualifier, g_free);
  g_clear_pointer (&guard->token_family, g_free);
  g_clear_pointer (&guard->token_qualifier, g_free);
}

gboolean
hbase_guard_has_separate_token (const HBaseGuard *guard)
{
  return strcmp (guard->family, guard->token_family) != 0
         || strcmp (guard->qualifier, guard->token_qualifier) != 0;
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

/* ---- is the table fit for guards? ---- */

static GError *
check_family (HBaseTableDescriptor *table, HBaseOperation *operation, const char *name, const char *what)
{
  HBaseFamilyDescriptor *family = hbase_table_descriptor_get_family (table, name);

  if (family == NULL)
    return hbase_operation_error (
        operation, HBASE_ERROR_FAMILY_NOT_FOUND,
        "there is no column family “%s” to hold the %s; add it to the table, or name "
        "another",
        name, what);
  if (hbase_family_descriptor_get_time_to_live (family) > 0)
    return hbase_operation_error (
        operation, HBASE_ERROR_UNSUPPORTED,
        "%s in family “%s” would vanish after %u s, and rows be overwritten; give it "
        "no time to live",
        what, name, hbase_family_descriptor_get_time_to_live (family));
  return NULL;
}

gboolean
hbase_guard_check_table (const HBaseGuard *guard,
                         HBaseOperation *operation,
                         HBaseTableDescriptor *table,
                         GError **error)
{
  HBaseDurability durability = hbase_table_descriptor_get_durability (table);
  GError *problem = check_family (table, operation, guard->family, "guards");

  if (problem == NULL)
    problem = check_family (table, operation, guard->token_family, "tokens");
  if (problem == NULL
      && (durability == HBASE_DURABILITY_SKIP_WAL || durability == HBASE_DURABILITY_ASYNC_WAL))
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
                         HBaseTableDescriptor *table,
                         HBasePut *cells,
                         GError **error)
{
  g_autoptr (GPtrArray) families = hbase_packed_list_families (&HBASE_MUTATION (cells)->cells);

  for (guint i = 0; i < families->len; i++)
    if (hbase_table_descriptor_get_family (table, families->pdata[i]) == NULL)
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

GBytes *
hbase_guard_write_get (const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row)
{
  g_autoptr (HBaseGet) get = hbase_get_new (row.data, row.length);

  hbase_query_add_column (HBASE_QUERY (get), guard->family, (const guint8 *) guard->qualifier,
                          strlen (guard->qualifier));
  if (hbase_guard_has_separate_token (guard))
    hbase_query_add_column (HBASE_QUERY (get), guard->token_family, (const guint8 *) guard->token_qualifier,
                            strlen (guard->token_qualifier));
  return hbase_arguments_of_get (hbase_operation_get_target (operation), get);
}

GBytes *
hbase_guard_write_put (
    const HBaseGuard *guard, HBaseOperation *operation, HBaseSlice row, HBasePut *cells, HBaseSlice value)
{
  g_autoptr (HBaseMutation) put = hbase_mutation_copy_to (HBASE_MUTATION (cells), row);

  hbase_mutation_add_cell (put, hbase_slice_text (guard->token_family),
                           hbase_slice_text (guard->token_qualifier), value, HBASE_CELL_NO_TIMESTAMP);
  return hbase_arguments_of_check_and_change (
      hbase_operation_get_target (operation), hbase_slice_text (guard->family),
      hbase_slice_text (guard->qualifier), hbase_slice (NULL, 0), put);
}

/* ---- one row: responses ---- */

static HBaseSlice
find_cell (const HBaseBlock *block, guint row, const char *family, const char *qualifier)
{
  HBaseCellView cell;

  for (guint i = 0; row < block->n_rows && i < hbase_block_row_n_cells (block, row); i++)
    {
      hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
      if (hbase_slice_equal (cell.family, hbase_slice_text (family))
          && hbase_slice_equal (cell.qualifier, hbase_slice_text (qualifier)) && cell.value.length > 0)
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

/* All columns are requested, so that a row without a guard is found, too, but lengths in place of values:
 * content may be large. */
GBytes *
hbase_guard_write_first (HBaseOperation *operation, HBaseSlice prefix)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;

  if (prefix.length > 0)
    hbase_scan_set_prefix (scan, prefix.data, prefix.length);
  hbase_query_set_filter_text (HBASE_QUERY (scan), "KeyOnlyFilter(true)");
  hbase_scan_get_bounds (scan, &bounds);
  return hbase_arguments_of_first_rows (hbase_operation_get_target (operation), scan, bounds, 1);
}

gboolean
hbase_guard_exists (const HBaseGuard *guard, const HBaseBlock *block)
{
  static const guint8 nothing[4];
  HBaseSlice length = hbase_guard_find (guard, block);

  return length.data != NULL && !hbase_slice_equal (length, hbase_slice (nothing, sizeof nothing));
}

GBytes *
hbase_guard_write_scan (const HBaseGuard *guard,
                        HBaseOperation *operation,
                        const HBaseGuardRange *range,
                        guint n_rows)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;

  if (range->prefix.length > 0)
    hbase_scan_set_prefix (scan, range->prefix.data, range->prefix.length);
  hbase_query_add_column (HBASE_QUERY (scan), guard->family, (const guint8 *) guard->qualifier,
                          strlen (guard->qualifier));
  if (hbase_guard_has_separate_token (guard))
    hbase_query_add_column (HBASE_QUERY (scan), guard->token_family, (const guint8 *) guard->token_qualifier,
                            strlen (guard->token_qualifier));
  hbase_scan_get_bounds (scan, &bounds);
  if (range->start.data != NULL)
    bounds.start = range->start;
  if (range->stop.data != NULL)
    bounds.stop = range->stop;
  return hbase_arguments_of_first_rows (hbase_operation_get_target (operation), scan, bounds, n_rows);
}
