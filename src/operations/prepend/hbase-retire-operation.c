/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the operation that retires a row: it deletes the content, and keeps the guard, which
 * it marks as retired.
 *
 * describe ── read the row ─┬─ retired or tombstone, no content: DONE
 *                ↑          ├─ no guard: FAIL
 *                │          └─ else: mutate if the guard is unchanged ─┬─ true: DONE
 *                └──────────────────────── false, lost ←──────────────┘
 *
 *  1. The guard's column is put, never deleted: a delete and a put of the same column in one change leave
 *     nothing.
 *  2. So the other families are deleted completely, but in the guard's own family each column that was read
 *     is deleted.
 *  3. The content is deleted and the guard marked in one atomic change, while the guard is what was read.
 *     So a late request of this operation finds the mark, and does nothing.
 *  4. A delete without a timestamp is given the region server's time, and deletes only what isn't newer. That
 *     clock may be behind the clock of the server that had the region before. So everything is deleted once
 *     more, with the timestamp of the newest cell that was read. The mark needs none: HBase's check gives it
 *     the time of the guard at least.
 */

#include "hbase-retire-operation-private.h"

#include "hbase-arguments-private.h"
#include "hbase-attempt-private.h"
#include "hbase-error-private.h"
#include "hbase-stub-results-private.h"

/* The timestamp that stands for the server's time when it executes the call. */
#define LATEST G_MAXINT64

typedef struct {
  HBaseOperation parent;
  HBaseGuard guard;
  GByteArray *row;
  GPtrArray *families; /* the table's, without the guard's; element-type utf8 */
  GByteArray *value;   /* the guard's, as it was read */
  GPtrArray *changes;  /* that retire what was read; element-type HBaseMutation */
  HBaseRetry reading, mutating;
  GError *refusal;
} RetireOperation;

static HBaseNext retire_read (HBaseOperation *operation, HBaseLane *lane);

/* ---- failing ---- */

/* Returns the error for the caller: OUTCOME_UNKNOWN if the change may have been made. Takes `error`. */
static GError *
retire_get_error (RetireOperation *retire, GError *error)
{
  GError *unknown;

  if (!retire->mutating.may_be_executed)
    return error;
  unknown = hbase_operation_error (&retire->parent, HBASE_ERROR_OUTCOME_UNKNOWN,
                                   "it isn't known whether the row was retired (%s); retire it again",
                                   error->message);
  hbase_error_with_details_of (unknown, error);
  g_error_free (error);
  return unknown;
}

static HBaseNext
retire_read_failed (RetireOperation *retire, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (hbase_retry_decide (&retire->reading, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&retire->reading, lane, error, again);
  return hbase_operation_fail (&retire->parent, retire_get_error (retire, error));
}

static GError *
retire_interrupted (HBaseOperation *operation, GError *why)
{
  RetireOperation *retire = (RetireOperation *) operation;

  retire->mutating.may_be_executed |= hbase_attempt_is_under_way (
      &operation->lanes[0], &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_MUTATE]);
  return g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT) ? retire_get_error (retire, why) : why;
}

/* ---- the change ---- */

static HBaseNext retire_mutated (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
retire_mutate (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;

  return hbase_lane_call (lane, HBASE_WIRE_METHOD_CHECK_AND_MUTATE,
                          hbase_arguments_of_check_and_mutate (
                              hbase_operation_get_target (operation), hbase_slice_text (retire->guard.family),
                              hbase_slice_text (retire->guard.qualifier), HBASE_COMPARE_OPERATOR_EQUAL,
                              hbase_slice_of_array (retire->value), retire->changes),
                          retire_mutated);
}

static HBaseNext
retire_failed (RetireOperation *retire, HBaseLane *lane, GError *error)
{
  HBaseRetryDecision decision = hbase_retry_decide (&retire->mutating, lane, &error);

  retire->mutating.may_be_executed |= hbase_retry_may_be_executed (lane, error);
  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&retire->mutating, lane, error, retire_mutate);
  if (!retire->mutating.may_be_executed)
    return hbase_operation_fail (&retire->parent, error);
  if (decision == HBASE_RETRY_GIVE_UP)
    retire->refusal = g_steal_pointer (&error);
  g_clear_error (&error);
  return retire_read (&retire->parent, lane);
}

/* `false` means that another process retires the row, too, or that our own request was executed twice: the
 * row is read again. */
static HBaseNext
retire_mutated (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  g_clear_error (&retire->refusal);
  if (!hbase_lane_take_response (lane, &block, &error))
    return retire_failed (retire, lane, error);
  if (hbase_response_get_flag (block))
    return HBASE_DONE;
  retire->mutating.may_be_executed = TRUE;
  retire->mutating.n_losses++;
  return retire_read (operation, lane);
}

/* ---- reading the row ---- */

static HBaseNext retire_row_received (HBaseOperation *operation, HBaseLane *lane);

/* Without other families there is no content to get. */
static guint
retire_count_gets (const RetireOperation *retire)
{
  return retire->families->len > 0 ? 2 : 1;
}

/* Gets all of the guard's family, and of the other families the columns and timestamps, without values. */
static HBaseNext
retire_read (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  HBaseGet *guard = hbase_get_new (retire->row->data, retire->row->len);
  HBaseGet *content = hbase_get_new (retire->row->data, retire->row->len);

  g_ptr_array_add (gets, guard);
  g_ptr_array_add (gets, content);
  hbase_query_add_family (HBASE_QUERY (guard), retire->guard.family);
  hbase_query_set_filter_text (HBASE_QUERY (content), "KeyOnlyFilter()");
  for (guint i = 0; i < retire->families->len; i++)
    hbase_query_add_family (HBASE_QUERY (content), retire->families->pdata[i]);
  return hbase_lane_call (
      lane, HBASE_WIRE_METHOD_GET_MULTIPLE,
      hbase_arguments_of_gets (hbase_operation_get_target (operation), gets, 0, retire_count_gets (retire)),
      retire_row_received);
}

static gint64
find_newest (const HBaseBlock *block)
{
  gint64 newest = 0;
  HBaseCellView cell;

  for (guint i = 0; i < block->n_cells; i++)
    {
      hbase_block_cell (block, i, &cell);
      newest = MAX (newest, cell.timestamp);
    }
  return newest;
}

static HBaseDelete *
retire_delete_families (RetireOperation *retire, gint64 timestamp)
{
  HBaseDelete *content = hbase_delete_new (retire->row->data, retire->row->len);

  hbase_delete_set_delete_type (content, HBASE_DELETE_TYPE_FAMILY);
  for (guint i = 0; i < retire->families->len; i++)
    hbase_delete_add_family_with_timestamp (content, retire->families->pdata[i], timestamp);
  return content;
}

/* Deletes the other columns of the guard's family. */
static HBaseDelete *
retire_delete_columns (RetireOperation *retire, const HBaseBlock *block, gint64 timestamp)
{
  HBaseDelete *columns = hbase_delete_new (retire->row->data, retire->row->len);
  HBaseSlice guard = hbase_slice_text (retire->guard.qualifier);
  HBaseCellView cell;

  hbase_delete_set_delete_type (columns, HBASE_DELETE_TYPE_COLUMNS);
  for (guint i = 0; i < hbase_block_row_n_cells (block, 0); i++)
    {
      hbase_block_cell (block, block->rows[0].first_cell + i, &cell);
      if (!hbase_slice_equal (cell.qualifier, guard))
        hbase_delete_add_column_with_timestamp (columns, retire->guard.family, cell.qualifier.data,
                                                cell.qualifier.length, timestamp);
    }
  return columns;
}

/* Marks the guard as retired. */
static HBasePut *
retire_put_mark (RetireOperation *retire)
{
  HBasePut *mark = hbase_put_new (retire->row->data, retire->row->len);
  guint8 value[HBASE_GUARD_OWNER_LENGTH + 1] = { 0 };

  memcpy (value, retire->value->data, MIN (retire->value->len, HBASE_GUARD_OWNER_LENGTH));
  value[HBASE_GUARD_OWNER_LENGTH] = HBASE_GUARD_RETIRED;
  hbase_put_add (mark, retire->guard.family, (const guint8 *) retire->guard.qualifier,
                 strlen (retire->guard.qualifier), value, sizeof value);
  return mark;
}

/* Makes the changes. The other families are deleted even if nothing was read there: something may be written
 * meanwhile. A tombstone stays as it is: it names the token that it fences off. */
static void
retire_make_changes (RetireOperation *retire, const HBaseBlock *block)
{
  const gint64 timestamps[] = { LATEST, find_newest (block) };

  g_ptr_array_set_size (retire->changes, 0);
  for (guint i = 0; i < G_N_ELEMENTS (timestamps); i++)
    {
      if (retire->families->len > 0)
        g_ptr_array_add (retire->changes, retire_delete_families (retire, timestamps[i]));
      if (hbase_block_row_n_cells (block, 0) > 1)
        g_ptr_array_add (retire->changes, retire_delete_columns (retire, block, timestamps[i]));
    }
  if (!hbase_guard_is_tombstone (hbase_slice_of_array (retire->value)))
    g_ptr_array_add (retire->changes, retire_put_mark (retire));
}

/* Sends the change again after a loss, unless HBase refused it. */
static HBaseNext
retire_repeat (RetireOperation *retire, HBaseLane *lane)
{
  if (retire->refusal != NULL)
    return hbase_operation_fail (&retire->parent,
                                 retire_get_error (retire, g_steal_pointer (&retire->refusal)));
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&retire->mutating), retire_mutate);
}

static HBaseNext
retire_row_received (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice value;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return retire_read_failed (retire, lane, error, retire_read);
  if (!hbase_operation_check_count (operation, retire_count_gets (retire), block->n_rows, &error))
    return hbase_operation_fail (operation, error);
  hbase_retry_init (&retire->reading, HBASE_CALL_READ);
  value = hbase_guard_find (&retire->guard, block);
  if (value.data == NULL)
    return hbase_operation_fail (
        operation, hbase_operation_error (operation, HBASE_ERROR_ROW_NOT_FOUND,
                                          "there is no guard, so the row wasn't prepended, and can't "
                                          "be retired"));
  if (hbase_guard_is_tombstone (value) && block->n_cells == 1)
    return HBASE_DONE;
  g_clear_pointer (&retire->value, g_byte_array_unref);
  retire->value = hbase_slice_to_array (value);
  retire_make_changes (retire, block);
  return retire_repeat (retire, lane);
}

/* ---- the table ---- */

static HBaseNext retire_described (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
retire_describe (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, retire_described);
}

/* Lists the families that the row may have content in, besides the guard's. */
static void
list_other_families (RetireOperation *retire, HBaseTableDescriptor *table)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (table);

  for (guint i = 0; i < families->len; i++)
    {
      const char *name = hbase_family_descriptor_get_name (families->pdata[i]);

      if (strcmp (name, retire->guard.family) != 0)
        g_ptr_array_add (retire->families, g_strdup (name));
    }
}

static HBaseNext
retire_described (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (GObject) result = NULL;
  g_autoptr (HBaseTableDescriptor) table = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return retire_read_failed (retire, lane, error, retire_describe);
  table = hbase_result_make_table (result);
  if (!hbase_guard_check_table (&retire->guard, operation, table, &error))
    return hbase_operation_fail (operation, error);
  list_other_families (retire, table);
  return retire_read (operation, lane);
}

/* ---- the operation ---- */

static void
retire_clear (HBaseOperation *operation)
{
  RetireOperation *retire = (RetireOperation *) operation;

  hbase_guard_clear (&retire->guard);
  g_byte_array_unref (retire->row);
  g_ptr_array_unref (retire->families);
  g_clear_pointer (&retire->value, g_byte_array_unref);
  g_ptr_array_unref (retire->changes);
  g_clear_error (&retire->refusal);
}

static const HBaseOperationClass retire_class = {
  .size = sizeof (RetireOperation),
  .start = retire_describe,
  .clear = retire_clear,
  .interrupted = retire_interrupted,
};

HBaseOperation *
hbase_retire_operation_new (HBaseWireProtocol protocol,
                            const char *table,
                            const HBaseGuard *guard,
                            HBaseSlice row)
{
  RetireOperation *retire = hbase_operation_new (&retire_class, protocol, 1);

  hbase_operation_set_subject (&retire->parent, table, row);
  hbase_guard_copy (&retire->guard, guard);
  retire->row = hbase_slice_to_array (row);
  retire->families = g_ptr_array_new_with_free_func (g_free);
  retire->changes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  hbase_retry_init (&retire->reading, HBASE_CALL_READ);
  hbase_retry_init (&retire->mutating, HBASE_CALL_TOKEN);
  return &retire->parent;
}
