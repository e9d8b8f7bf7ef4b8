/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file decides which columns of a row are requested for a page, and makes the page of the results. */

#include "config.h"

#include "hbase-column-plan-private.h"

#include "hbase-error-private.h"

/* One column more than the page is requested. */
#define MAX_PAGE_SIZE (G_MAXINT32 - 1)

void
hbase_column_plan_init (HBaseColumnPlan *plan, const char *table, HBaseGet *get, guint size)
{
  HBaseSlice row;

  row.data = hbase_get_get_row (get, &row.length);
  *plan = (HBaseColumnPlan){ .table = table, .get = hbase_get_copy_to (get, row), .size = size };
}

void
hbase_column_plan_clear (HBaseColumnPlan *plan)
{
  g_clear_pointer (&plan->get, hbase_query_unref);
}

void
hbase_column_query_init (HBasePageQuery *query, const HBaseColumnPlan *plan, HBaseKeySchema *schema)
{
  GChecksum *checksum = hbase_page_query_begin (plan->table, schema);

  g_checksum_update (checksum, (const guchar *) "columns", -1);
  hbase_get_fingerprint (plan->get, checksum);
  hbase_page_query_end (query, checksum);
}

gboolean
hbase_column_plan_check (const HBaseColumnPlan *plan, GError **error)
{
  if (plan->size > 0 && plan->size <= MAX_PAGE_SIZE)
    return hbase_get_check_columns (plan->get, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: a page can't have %u columns: choose 1 to %d", plan->table, plan->size,
                   MAX_PAGE_SIZE);
  return FALSE;
}

/* ---- positions ---- */

static GBytes *
name_column (HBaseRow *row, guint index)
{
  GByteArray *name = g_byte_array_new ();
  HBaseCellView cell;
  guint8 length;

  hbase_row_view_cell (row, index, &cell);
  length = (guint8) cell.family.length;
  g_byte_array_append (name, &length, 1);
  g_byte_array_append (name, hbase_slice_bytes (cell.family), length);
  g_byte_array_append (name, hbase_slice_bytes (cell.qualifier), (guint) cell.qualifier.length);
  return g_byte_array_free_to_bytes (name);
}

/* Returns FALSE if it isn't the name of a column. */
static gboolean
read_name (GBytes *name, HBaseSlice *family, HBaseSlice *qualifier)
{
  HBaseSlice bytes = hbase_slice_of_bytes (name);

  if (bytes.length < 2 || bytes.data[0] == 0 || bytes.length - 1 < bytes.data[0])
    return FALSE;
  *family = hbase_slice (bytes.data + 1, bytes.data[0]);
  *qualifier = hbase_slice (bytes.data + 1 + bytes.data[0], bytes.length - 1 - bytes.data[0]);
  return TRUE;
}

gboolean
hbase_column_plan_has_position (const HBaseColumnPlan *plan, const HBasePagePosition *position)
{
  HBaseSlice family, qualifier;

  if (position->backward || position->from == NULL)
    return !position->backward;
  return read_name (position->from, &family, &qualifier) && hbase_get_has_family (plan->get, family);
}

/* ---- pages ---- */

GPtrArray *
hbase_column_plan_request (const HBaseColumnPlan *plan, const HBasePagePosition *position)
{
  HBaseSlice family = hbase_slice (NULL, 0), qualifier = family;

  if (position->from != NULL)
    read_name (position->from, &family, &qualifier);
  return hbase_get_list_columns_after (plan->get, family, qualifier, plan->size + 1);
}

/* Returns the name of the n-th column in the rows, which are parts of one row. */
static GBytes *
name_last_column (GPtrArray *rows, guint n)
{
  guint i = 0;

  for (; n > hbase_row_get_n_cells (rows->pdata[i]); i++)
    n -= hbase_row_get_n_cells (rows->pdata[i]);
  return name_column (rows->pdata[i], n - 1);
}

HBaseRow *
hbase_column_plan_finish (const HBaseColumnPlan *plan, GPtrArray *rows, GBytes **last)
{
  guint n_received = 0;

  for (guint i = 0; i < rows->len; i++)
    n_received += hbase_row_get_n_cells (rows->pdata[i]);
  *last = n_received > plan->size ? name_last_column (rows, plan->size) : NULL;
  if (n_received == 0)
    return NULL;
  return hbase_row_join ((HBaseRow *const *) rows->pdata, MIN (n_received, plan->size));
}
