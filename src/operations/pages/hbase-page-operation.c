/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the operation that reads one page of a scan.
 *
 *  1. `scan` is the child that runs or will run next; NULL: before the first child, and after the last.
 *  2. While rows are counted, only the key of the last row is kept; the next child resumes after it.
 *  3. Merged rows are copied: each references a whole reply, and most of its rows may be on no page. */

#include "config.h"

#include "hbase-page-operation-private.h"

/* Rows that one child counts: with keys of usual length that is a reply of half a mebibyte. */
#define COUNT_ROWS 8191
/* Makes a scan operation expect these rows in one reply. */
#define COUNT_ROW_WIDTH 256

typedef struct {
  HBaseOperation parent;
  const HBasePagePlan *plan;
  HBaseKeySchema *schema;     /* of the rows; NULL: none */
  HBasePagePosition position; /* of the page; while rows are counted, of the next row to count */
  gboolean reads_all;         /* pages after it, too */
  guint64 to_skip;
  HBaseScan *keys; /* the scan that counts; NULL: none was needed yet */
  HBaseScanOperation *scan;
  guint n_requested, n_taken; /* rows of `scan` */
  GPtrArray *rows;            /* (element-type HBaseRow) of the page */
} HBasePageOperation;

void
hbase_page_result_clear (HBasePageResult *result)
{
  g_clear_pointer (&result->rows, g_ptr_array_unref);
  hbase_page_bounds_clear (&result->bounds);
}

static HBaseSlice
get_row_key (gconstpointer row)
{
  return hbase_row_key_slice ((HBaseRow *) row);
}

static void
begin_scan (HBasePageOperation *self)
{
  HBaseScanRequest request = hbase_page_plan_request (self->plan, &self->position);

  if (self->to_skip > 0)
    {
      if (self->keys == NULL)
        self->keys = hbase_scan_copy_key_only (request.scan);
      request.scan = self->keys;
      request.limit = (guint) MIN (self->to_skip, COUNT_ROWS);
      request.row_width = COUNT_ROW_WIDTH;
      request.learn_row_width = NULL;
    }
  self->n_requested = request.limit;
  self->n_taken = 0;
  self->scan = hbase_scan_operation_new (self->parent.protocol, &request);
}

static void
resume_after (HBasePageOperation *self, HBaseSlice key)
{
  hbase_page_position_clear (&self->position);
  self->position.from = g_bytes_new (key.data, key.length);
}

static void
count_rows (HBasePageOperation *self)
{
  HBaseBlock *block;
  guint row;

  while (hbase_scan_operation_take (self->scan, &block, &row))
    {
      if (++self->n_taken == self->n_requested)
        resume_after (self, hbase_block_row_key (block, row));
      hbase_block_unref (block);
    }
}

static void
take_rows (HBasePageOperation *self)
{
  guint n_before = self->rows->len;

  hbase_scan_operation_take_rows (self->scan, self->schema, self->rows);
  self->n_taken += self->rows->len - n_before;
  if (self->reads_all && self->n_taken == self->n_requested)
    resume_after (self, get_row_key (self->rows->pdata[self->rows->len - 1]));
}

/* TRUE: another scan follows. */
static gboolean
end_scan (HBasePageOperation *self)
{
  gboolean is_counting = self->to_skip > 0;

  g_clear_pointer (&self->scan, hbase_operation_free);
  if (is_counting)
    self->to_skip -= self->n_taken;
  return (is_counting || self->reads_all) && self->n_taken == self->n_requested;
}

static HBaseNext handle_run_end (HBaseOperation *operation, HBaseOperation *child, GError *error);

static HBaseNext
run_scan (HBasePageOperation *self)
{
  if (self->scan == NULL)
    begin_scan (self);
  return hbase_operation_run_child (&self->parent, (HBaseOperation *) self->scan, handle_run_end);
}

static HBaseNext
handle_run_end (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBasePageOperation *self = (HBasePageOperation *) operation;

  if (error != NULL)
    return hbase_operation_fail (operation, error);
  if (self->to_skip > 0)
    count_rows (self);
  else
    take_rows (self);
  return !hbase_scan_operation_has_ended (self->scan) || end_scan (self) ? run_scan (self) : HBASE_DONE;
}

static HBaseNext
start (HBaseOperation *operation, HBaseLane *lane)
{
  return run_scan ((HBasePageOperation *) operation);
}

/* ---- the result ---- */

static void
copy_rows (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      HBaseRow *row = rows->pdata[i];

      rows->pdata[i] = hbase_row_copy (row);
      hbase_row_unref (row);
    }
}

static gboolean
take (HBaseOperation *operation, gpointer result, GError **error)
{
  HBasePageOperation *self = (HBasePageOperation *) operation;
  HBasePageResult *page = result;

  page->rows = g_steal_pointer (&self->rows);
  if (!self->reads_all)
    hbase_page_plan_finish (self->plan, &self->position, page->rows, get_row_key, &page->bounds);
  if (self->plan->salts != NULL)
    copy_rows (page->rows);
  return TRUE;
}

/* ---- the operation ---- */

static void
clear (HBaseOperation *operation)
{
  HBasePageOperation *self = (HBasePageOperation *) operation;

  hbase_operation_free (self->scan);
  hbase_page_position_clear (&self->position);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
  g_clear_pointer (&self->keys, hbase_query_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static const HBaseOperationClass page_class = {
  .size = sizeof (HBasePageOperation),
  .start = start,
  .clear = clear,
  .take = take,
  .child_has_own_deadline = TRUE,
};

HBaseOperation *
hbase_page_operation_new (HBaseTarget target,
                          const HBasePagePlan *plan,
                          const HBasePagePosition *position,
                          guint64 n_skipped)
{
  HBasePageOperation *self = hbase_operation_new (&page_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->parent.unframed = hbase_scan_is_unframed (plan->scan);
  self->plan = plan;
  self->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->position = (HBasePagePosition){
    .backward = position->backward,
    .from = position->from != NULL ? g_bytes_ref (position->from) : NULL,
  };
  self->to_skip = n_skipped;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  return &self->parent;
}

HBaseOperation *
hbase_page_operation_new_all (HBaseTarget target, const HBasePagePlan *plan)
{
  HBaseOperation *operation = hbase_page_operation_new (target, plan, &(HBasePagePosition){ FALSE, NULL }, 0);

  ((HBasePageOperation *) operation)->reads_all = TRUE;
  return operation;
}
