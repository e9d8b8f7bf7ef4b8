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
 *  2. So the other families are deleted completely, but in the guard's own family each column that was read.
 *  3. The content is deleted and the guard marked in one atomic change, while the guard is what was read.
 *     So a late request of this operation finds the mark, and does nothing.
 *  4. A delete without a timestamp is given the region server's time, and deletes only what isn't newer.
 *     That clock may be behind that of the server that had the region before. So everything is deleted once
 *     more, with the timestamp of the newest cell that was read. The mark needs none: HBase's check gives
 *     it the time of the guard at least.
 */

#include "hbase-retire-operation-private.h"

#include "hbase-attempt-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-wire-tables.h"

/* The timestamp that stands for the server's time when it executes the call. */
#define LATEST G_MAXINT64

typedef struct {
  HBaseOperation parent;
  HBaseGuard guard;
  GByteArray *row;
  GPtrArray *families; /* the table's, without the guard's; element-type utf8 */
  GByteArray *value;   /* the guard's, as it was read */
  GPtrArray *deletes;  /* of the content that was read; element-type HBaseDelete */
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
  g_error_free (error);
  return unknown;
}

static HBaseNext
retire_read_failed (RetireOperation *retire, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (hbase_retry_decide (&retire->reading, error, lane->sent) == HBASE_RETRY_REPEAT)
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

static void
retire_write_delete (HBaseDelete *what, HBaseWireWriter *writer)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_MUTATION_DELETE_SINGLE);
  hbase_delete_write (what, writer);
  hbase_wire_end_struct (writer);
}

static void
retire_write_mark (RetireOperation *retire, HBaseWireWriter *writer)
{
  g_autoptr (HBasePut) nothing = hbase_put_new (NULL, 0);
  guint8 value[HBASE_GUARD_OWNER_LENGTH + 1] = { 0 };

  memcpy (value, retire->value->data, MIN (retire->value->len, HBASE_GUARD_OWNER_LENGTH));
  value[HBASE_GUARD_OWNER_LENGTH] = HBASE_GUARD_RETIRED;
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_MUTATION_PUT);
  hbase_put_write_at (nothing, hbase_guard_slice (retire->row), hbase_guard_slice (retire->guard.family),
                      hbase_guard_slice (retire->guard.qualifier), hbase_slice (value, sizeof value), writer);
  hbase_wire_end_struct (writer);
}

/* A tombstone stays as it is: it names the token that it fences off. */
static void
retire_write_mutations (RetireOperation *retire, HBaseWireWriter *writer)
{
  gboolean is_marked = hbase_guard_is_tombstone (hbase_guard_slice (retire->value));

  hbase_wire_write_struct (writer, HBASE_CHECK_AND_MUTATE_ARGS_ROW_MUTATIONS);
  hbase_wire_write_binary (writer, HBASE_T_ROW_MUTATIONS_ROW, hbase_guard_slice (retire->row));
  hbase_wire_write_list (writer, HBASE_T_ROW_MUTATIONS_MUTATIONS, HBASE_WIRE_STRUCT,
                         retire->deletes->len + (is_marked ? 0 : 1));
  for (guint i = 0; i < retire->deletes->len; i++)
    retire_write_delete (retire->deletes->pdata[i], writer);
  if (!is_marked)
    retire_write_mark (retire, writer);
  hbase_wire_end_struct (writer);
}

static GBytes *
retire_write (RetireOperation *retire)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, retire->parent.protocol, 512);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_TABLE,
                           hbase_slice_text (retire->parent.table));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_ROW, hbase_guard_slice (retire->row));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_FAMILY,
                           hbase_guard_slice (retire->guard.family));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_QUALIFIER,
                           hbase_guard_slice (retire->guard.qualifier));
  hbase_wire_write_i32 (&writer, HBASE_CHECK_AND_MUTATE_ARGS_COMPARE_OP, HBASE_T_COMPARE_OP_EQUAL);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_VALUE, hbase_guard_slice (retire->value));
  retire_write_mutations (retire, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
retire_mutate (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_MUTATE],
                          retire_write ((RetireOperation *) operation), 0, retire_mutated);
}

static HBaseNext
retire_failed (RetireOperation *retire, HBaseLane *lane, GError *error)
{
  HBaseRetryDecision decision = hbase_retry_decide (&retire->mutating, error, lane->sent);

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

/* Gets all of the guard's family. */
static HBaseGet *
retire_get_guard (RetireOperation *retire)
{
  HBaseGet *get = hbase_get_new (retire->row->data, retire->row->len);
  g_autofree char *family = hbase_guard_dup_text (retire->guard.family);

  hbase_get_add_family (get, family);
  return get;
}

/* Gets the columns and timestamps of the other families, without values. */
static HBaseGet *
retire_get_content (RetireOperation *retire)
{
  HBaseGet *get = hbase_get_new (retire->row->data, retire->row->len);

  hbase_get_set_filter (get, "KeyOnlyFilter()");
  for (guint i = 0; i < retire->families->len; i++)
    hbase_get_add_family (get, retire->families->pdata[i]);
  return get;
}

static HBaseNext
retire_read (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);
  HBaseTarget target = { operation->protocol, operation->table };

  g_ptr_array_add (gets, retire_get_guard (retire));
  if (retire->families->len > 0)
    g_ptr_array_add (gets, retire_get_content (retire));
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE],
                          hbase_data_arguments_of_gets (target, gets, 0, gets->len), 0, retire_row_received);
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
  g_autofree char *family = hbase_guard_dup_text (retire->guard.family);
  HBaseCellView cell;

  hbase_delete_set_delete_type (columns, HBASE_DELETE_TYPE_COLUMNS);
  for (guint i = 0; i < hbase_block_row_n_cells (block, 0); i++)
    {
      hbase_block_cell (block, block->rows[0].first_cell + i, &cell);
      if (!hbase_slice_equal (cell.qualifier, hbase_guard_slice (retire->guard.qualifier)))
        hbase_delete_add_column_with_timestamp (columns, family, cell.qualifier.data, cell.qualifier.length,
                                                timestamp);
    }
  return columns;
}

/* Makes the deletes. The other families are deleted even if nothing was read there: something may be
 * written meanwhile. */
static void
retire_make_deletes (RetireOperation *retire, const HBaseBlock *block)
{
  const gint64 timestamps[] = { LATEST, find_newest (block) };

  g_ptr_array_set_size (retire->deletes, 0);
  for (guint i = 0; i < G_N_ELEMENTS (timestamps); i++)
    {
      if (retire->families->len > 0)
        g_ptr_array_add (retire->deletes, retire_delete_families (retire, timestamps[i]));
      if (hbase_block_row_n_cells (block, 0) > 1)
        g_ptr_array_add (retire->deletes, retire_delete_columns (retire, block, timestamps[i]));
    }
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
retire_fail_unguarded (RetireOperation *retire)
{
  return hbase_operation_fail (
      &retire->parent, hbase_operation_error (&retire->parent, HBASE_ERROR_ROW_NOT_FOUND,
                                              "there is no guard, so the row wasn't prepended, and can't "
                                              "be retired"));
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
  if (!hbase_data_check_count (operation, retire->families->len > 0 ? 2 : 1, block->n_rows, &error))
    return hbase_operation_fail (operation, error);
  hbase_retry_init (&retire->reading, HBASE_CALL_READ);
  value = hbase_guard_find (&retire->guard, block);
  if (value.data == NULL)
    return retire_fail_unguarded (retire);
  if (hbase_guard_is_tombstone (value) && block->n_cells == 1)
    return HBASE_DONE;
  g_clear_pointer (&retire->value, g_byte_array_unref);
  retire->value = hbase_guard_bytes (value);
  retire_make_deletes (retire, block);
  return retire_repeat (retire, lane);
}

/* ---- the table ---- */

static HBaseNext retire_described (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
retire_describe (HBaseOperation *operation, HBaseLane *lane)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR];

  return hbase_lane_send (lane, method,
                          hbase_wire_arguments_table_name (operation->protocol, method, operation->table), 0,
                          retire_described);
}

static void
retire_record_families (RetireOperation *retire, const HBaseWireTable *table)
{
  for (guint i = 0; i < table->n_families; i++)
    if (!hbase_slice_equal (hbase_slice_text (table->families[i].name),
                            hbase_guard_slice (retire->guard.family)))
      g_ptr_array_add (retire->families, g_strdup (table->families[i].name));
}

static HBaseNext
retire_described (HBaseOperation *operation, HBaseLane *lane)
{
  RetireOperation *retire = (RetireOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (HBaseWireTable) table = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return retire_read_failed (retire, lane, error, retire_describe);
  table = hbase_wire_result_table (block, &error);
  if (table == NULL || !hbase_guard_check_table (&retire->guard, operation, table, &error))
    return hbase_operation_fail (operation, error);
  retire_record_families (retire, table);
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
  g_ptr_array_unref (retire->deletes);
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
                            const HBaseGuardColumns *columns,
                            HBaseSlice row)
{
  RetireOperation *retire = hbase_operation_new (&retire_class, protocol, 1);

  hbase_operation_set_subject (&retire->parent, table, row);
  hbase_guard_init (&retire->guard, columns);
  retire->row = hbase_guard_bytes (row);
  retire->families = g_ptr_array_new_with_free_func (g_free);
  retire->deletes = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_delete_unref);
  hbase_retry_init (&retire->reading, HBASE_CALL_READ);
  hbase_retry_init (&retire->mutating, HBASE_CALL_TOKEN);
  return &retire->parent;
}
