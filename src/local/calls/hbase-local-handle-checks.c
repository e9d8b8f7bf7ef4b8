/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements checkAndPut, checkAndDelete and checkAndMutate. They examine only the newest visible
 * version.
 *
 *   value sent           no such cell  empty cell   cell with bytes
 *   none                 true          true         false               (checkAndMutate: an error)
 *   empty                true          true         false               (NOT_EQUAL: false, false, true)
 *   some bytes           false         value OP cell
 *
 * The value sent is the left operand of the operator. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-reader-private.h"

/* The arguments of checkAndPut and checkAndDelete; the first arguments of checkAndMutate are the same. */
#define ROW HBASE_CHECK_AND_PUT_ARGS_ROW
#define FAMILY HBASE_CHECK_AND_PUT_ARGS_FAMILY
#define QUALIFIER HBASE_CHECK_AND_PUT_ARGS_QUALIFIER
#define VALUE HBASE_CHECK_AND_PUT_ARGS_VALUE
#define MUTATION HBASE_CHECK_AND_PUT_ARGS_TPUT

G_STATIC_ASSERT ((guint) HBASE_CHECK_AND_DELETE_ARGS_TDELETE == (guint) MUTATION);
G_STATIC_ASSERT ((guint) HBASE_T_DELETE_ROW == (guint) HBASE_T_PUT_ROW);
G_STATIC_ASSERT ((guint) HBASE_CHECK_AND_MUTATE_ARGS_QUALIFIER == (guint) QUALIFIER);

static gboolean
evaluate_operator (gint64 operator, HBaseSlice value, HBaseSlice cell, gboolean *matches, GError **error)
{
  int order = hbase_slice_compare (value, cell);
  gboolean results[] = {
    [HBASE_T_COMPARE_OP_LESS]
    = order<0, [HBASE_T_COMPARE_OP_LESS_OR_EQUAL] = order <= 0, [HBASE_T_COMPARE_OP_EQUAL] = order == 0,
            [HBASE_T_COMPARE_OP_NOT_EQUAL] = order != 0, [HBASE_T_COMPARE_OP_GREATER_OR_EQUAL] = order >= 0,
            [HBASE_T_COMPARE_OP_GREATER] = order> 0,
  };

  if (operator== HBASE_T_COMPARE_OP_NO_OP)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "java.lang.RuntimeException: Unknown Compare op NO_OP");
  *matches = results[operator];
  return TRUE;
}

/* What is put isn't older than the examined cell, as in HBase. But a cell that is too far ahead for the row's
 * clock counts for its own column only, where it would hide the put: in other columns, puts and deletes
 * without timestamps could never reach a cell with such a timestamp. */
static void
set_put_time (HBaseLocalCall *call, gint64 examined)
{
  if (call->is_strict || examined <= hbase_local_row_clock_limit (call))
    call->put_time = MAX (call->now, examined);
  else
    call->far_put = (HBaseLocalColumnTime){ .family = call->arguments[FAMILY].bytes,
                                            .qualifier = call->arguments[QUALIFIER].bytes,
                                            .timestamp = examined };
}

static gboolean
evaluate_condition (
    HBaseLocalCall *call, gint64 operator, HBaseSlice value, gboolean *matches, GError **error)
{
  g_auto (HBaseLocalQuery) query;
  g_auto (HBaseLocalRow) row;
  HBaseCellView cell = { .value = { NULL, 0 } };
  gboolean found;

  hbase_local_query_init (&query);
  hbase_local_row_init (&row);
  hbase_local_query_add_column (&query, call->arguments[FAMILY].bytes, call->arguments[QUALIFIER].bytes);
  if (!hbase_local_query_check (&query, call->table, error)
      || !hbase_local_get_row (call, call->arguments[ROW].bytes, &query, &row, error))
    return FALSE;
  found = hbase_local_row_n_cells (&row) > 0;
  if (found)
    {
      cell = hbase_local_row_get_cell (&row, 0);
      set_put_time (call, cell.timestamp);
    }
  if (value.length == 0)
    {
      *matches = (cell.value.length == 0) == (operator!= HBASE_T_COMPARE_OP_NOT_EQUAL);
      return TRUE;
    }
  *matches = FALSE;
  return !found || evaluate_operator (operator, value, cell.value, matches, error);
}

static gboolean
check_row_of_action (HBaseLocalCall *call, HBaseSlice row, GError **error)
{
  return hbase_local_check_same_row (row, call->arguments[ROW].bytes, HBASE_LOCAL_ERROR_IO,
                                     HBASE_LOCAL_DO_NOT_RETRY "The row of the action", error);
}

static gboolean
check_and_apply (HBaseLocalCall *call, const HBaseLocalMutationKind *kind, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
  g_auto (HBaseLocalMutations) mutations;
  gboolean matches;

  hbase_local_mutations_init (&mutations);
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[MUTATION]);
  return hbase_local_mutations_add (&mutations, kind, fields, error)
         && check_row_of_action (call, fields[HBASE_T_PUT_ROW].bytes, error)
         && hbase_local_call_find_table (call, error) && hbase_local_call_check_writable (call, error)
         && evaluate_condition (call, HBASE_T_COMPARE_OP_EQUAL, call->arguments[VALUE].bytes, &matches, error)
         && (!matches || hbase_local_mutations_apply (&mutations, call, error))
         && hbase_local_reply_bool (call, matches);
}

gboolean
hbase_local_handle_check_and_put (HBaseLocalCall *call, GError **error)
{
  return check_and_apply (call, &hbase_local_put, error);
}

gboolean
hbase_local_handle_check_and_delete (HBaseLocalCall *call, GError **error)
{
  return check_and_apply (call, &hbase_local_delete, error);
}

static gboolean
read_mutations (HBaseLocalCall *call,
                const HBaseLocalField *fields,
                HBaseLocalMutations *mutations,
                GError **error)
{
  gint64 operator= call->arguments[HBASE_CHECK_AND_MUTATE_ARGS_COMPARE_OP].number;

  if (!call->arguments[HBASE_CHECK_AND_MUTATE_ARGS_VALUE].given)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no value to compare with");
  if (operator<HBASE_T_COMPARE_OP_LESS || operator> HBASE_T_COMPARE_OP_NO_OP)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_PROTOCOL,
                                  "Required field 'compareOp' was not present! Struct: checkAndMutate_args");
  return hbase_local_mutations_add_row (mutations, fields, error);
}

static gboolean
check_and_mutate (HBaseLocalCall *call,
                  HBaseSlice row,
                  const HBaseLocalMutations *mutations,
                  gboolean *matches,
                  GError **error)
{
  if (!check_row_of_action (call, row, error) || !hbase_local_call_check_writable (call, error)
      || !evaluate_condition (call, call->arguments[HBASE_CHECK_AND_MUTATE_ARGS_COMPARE_OP].number,
                              call->arguments[HBASE_CHECK_AND_MUTATE_ARGS_VALUE].bytes, matches, error))
    return FALSE;
  return !*matches || hbase_local_mutations_apply (mutations, call, error);
}

gboolean
hbase_local_handle_check_and_mutate (HBaseLocalCall *call, GError **error)
{
  HBaseLocalField fields[HBASE_T_ROW_MUTATIONS_MUTATIONS + 1];
  g_auto (HBaseLocalMutations) mutations;
  guint failed = 1;
  gboolean matches;

  hbase_local_mutations_init (&mutations);
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields),
                           &call->arguments[HBASE_CHECK_AND_MUTATE_ARGS_ROW_MUTATIONS]);
  if (!read_mutations (call, fields, &mutations, error))
    return FALSE;
  if (hbase_local_call_find_table (call, error))
    {
      if (check_and_mutate (call, fields[HBASE_T_ROW_MUTATIONS_ROW].bytes, &mutations, &matches, error))
        return hbase_local_reply_bool (call, matches);
      failed = mutations.list->len;
    }
  hbase_local_error_in_batch (error, failed);
  return FALSE;
}
