/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-column-plan-private.h"

/* So that one column more can always be counted. */
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
  g_clear_pointer (&plan->get, hbase_get_unref);
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
                   "table “%s”: pages of %u columns can't be: ask for 1 to %d columns a page", plan->table,
                   plan->size, MAX_PAGE_SIZE);
  return FALSE;
}

/* ---- places ---- */

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

/* FALSE: it names no column. */
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
hbase_column_plan_has_position (const HBaseColumnPlan *plan, const HBasePagePosition *place)
{
  HBaseSlice family, qualifier;

  if (place->backward || place->from == NULL)
    return !place->backward;
  return read_name (place->from, &family, &qualifier) && hbase_get_has_family (plan->get, family);
}

/* ---- pages ---- */

GPtrArray *
hbase_column_plan_request (const HBaseColumnPlan *plan, const HBasePagePosition *place)
{
  HBaseSlice family = hbase_slice (NULL, 0), qualifier = family;

  if (place->from != NULL)
    read_name (place->from, &family, &qualifier);
  return hbase_get_list_columns_after (plan->get, family, qualifier, plan->size + 1);
}

/* Of the rows, which are parts of one, the last of the first `n` columns. */
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
  guint n_came = 0;

  for (guint i = 0; i < rows->len; i++)
    n_came += hbase_row_get_n_cells (rows->pdata[i]);
  *last = n_came > plan->size ? name_last_column (rows, plan->size) : NULL;
  if (n_came == 0)
    return NULL;
  return hbase_row_join ((HBaseRow *const *) rows->pdata, MIN (n_came, plan->size));
}
