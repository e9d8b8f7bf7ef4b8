/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that read and write rows by their keys: one request each, unless keys without
 * salts must be looked up. */

#include "hbase-data-operations-private.h"

#include "hbase-arguments-private.h"
#include "hbase-object-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-write-operations-private.h"

static HBaseOperation *
fail (HBaseTarget target, GError *error)
{
  return hbase_call_operation_new_failed (target.protocol, error);
}

static gboolean
check_elements (HBaseTarget target, GPtrArray *list, GError **error)
{
  return hbase_target_prefix_error (target, hbase_elements_check (list->pdata, list->len, error), error);
}

/* ---- reads ---- */

static HBaseOperation *
one_get (HBaseTarget target, HBaseWireMethodId method, HBaseGet *get)
{
  HBaseOperation *operation;
  GError *error = NULL;

  if (!hbase_target_prefix_error (target, hbase_get_check (get, &error), &error)
      || !hbase_table_name_check (target.table, &error))
    return fail (target, error);
  operation
      = hbase_call_operation_new (target, method, hbase_arguments_of_get (target, get), HBASE_CALL_READ);
  hbase_operation_set_subject (operation, operation->table, hbase_get_row_slice (get));
  return operation;
}

HBaseOperation *
hbase_get_operation_new (HBaseTarget target, HBaseGet *get)
{
  HBaseOperation *operation;

  if (target.unsalted)
    return hbase_unsalted_get_operation_new (target, get);
  operation = one_get (target, HBASE_WIRE_METHOD_GET, get);
  hbase_call_operation_return_row (operation);
  return operation;
}

HBaseOperation *
hbase_exists_operation_new (HBaseTarget target, HBaseGet *get)
{
  HBaseOperation *operation;

  if (target.unsalted)
    return hbase_unsalted_exists_operation_new (target, get);
  operation = one_get (target, HBASE_WIRE_METHOD_EXISTS, get);
  hbase_call_operation_set_take (operation, hbase_call_operation_take_flag);
  return operation;
}

static gboolean
check_gets (HBaseTarget target, GPtrArray *gets, GError **error)
{
  if (!hbase_table_name_check (target.table, error))
    return FALSE;
  for (guint i = 0; i < gets->len; i++)
    if (!hbase_target_prefix_error (target, hbase_get_check (gets->pdata[i], error), error))
      return FALSE;
  return TRUE;
}

/* Makes the call of gets that were checked. */
static HBaseOperation *
multiple_gets (HBaseTarget target, HBaseWireMethodId method, GPtrArray *gets)
{
  GBytes *arguments = gets->len > 0 ? hbase_arguments_of_gets (target, gets, 0, gets->len) : NULL;

  return hbase_call_operation_new (target, method, arguments, HBASE_CALL_READ);
}

HBaseOperation *
hbase_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets)
{
  GPtrArray *keys;
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check_elements (target, gets, &error))
    return fail (target, error);
  if (target.unsalted)
    return hbase_unsalted_get_multiple_operation_new (target, gets);
  if (!check_gets (target, gets, &error))
    return fail (target, error);
  keys = g_ptr_array_new_full (gets->len, (GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < gets->len; i++)
    {
      HBaseSlice row = hbase_get_row_slice (gets->pdata[i]);

      g_ptr_array_add (keys, g_bytes_new (row.data, row.length));
    }
  operation = multiple_gets (target, HBASE_WIRE_METHOD_GET_MULTIPLE, gets);
  hbase_call_operation_return_rows (operation, keys);
  return operation;
}

HBaseOperation *
hbase_exists_multiple_operation_new (HBaseTarget target, GPtrArray *gets)
{
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check_elements (target, gets, &error))
    return fail (target, error);
  if (target.unsalted)
    return hbase_unsalted_exists_multiple_operation_new (target, gets);
  if (!check_gets (target, gets, &error))
    return fail (target, error);
  operation = multiple_gets (target, HBASE_WIRE_METHOD_EXISTS_ALL, gets);
  hbase_call_operation_return_flags (operation, gets->len);
  return operation;
}

/* ---- writes ---- */

HBaseOperation *
hbase_put_operation_new (HBaseTarget target, HBasePut *put)
{
  GPtrArray one = { (gpointer *) &put, 1 };
  g_autoptr (HBaseMutation) placed = NULL;
  GError *error = NULL;

  if (hbase_unsalted_needs_lookup (target, &one))
    return hbase_unsalted_put_operation_new (target, &one);
  placed = hbase_unsalted_place (target, HBASE_MUTATION (put), &error);
  return placed != NULL ? hbase_write_operation_new (target, placed) : fail (target, error);
}

HBaseOperation *
hbase_put_multiple_operation_new (HBaseTarget target, GPtrArray *puts)
{
  g_autoptr (GPtrArray) placed = NULL;
  GError *error = NULL;

  if (!check_elements (target, puts, &error))
    return fail (target, error);
  if (hbase_unsalted_needs_lookup (target, puts))
    return hbase_unsalted_put_operation_new (target, puts);
  placed = hbase_unsalted_place_all (target, puts, &error);
  return placed != NULL ? hbase_write_multiple_operation_new (target, placed) : fail (target, error);
}

/* One row is deleted by one request, under however many keys it may be stored. */
HBaseOperation *
hbase_delete_operation_new (HBaseTarget target, HBaseDelete *delete_)
{
  GPtrArray one = { (gpointer *) &delete_, 1 };
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = hbase_unsalted_place_all (target, &one, &error);
  HBaseOperation *operation;

  if (placed == NULL)
    return fail (target, error);
  if (placed->len == 1)
    return hbase_write_operation_new (target, placed->pdata[0]);
  operation = hbase_write_multiple_operation_new (target, placed);
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (HBASE_MUTATION (delete_)));
  return operation;
}

HBaseOperation *
hbase_delete_multiple_operation_new (HBaseTarget target, GPtrArray *deletes)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) placed
      = check_elements (target, deletes, &error) ? hbase_unsalted_place_all (target, deletes, &error) : NULL;

  return placed != NULL ? hbase_write_multiple_operation_new (target, placed) : fail (target, error);
}

/* A write whose result is the row's new values. */
static HBaseOperation *
write_returning_row (HBaseTarget target, HBaseMutation *mutation)
{
  GError *error = NULL;
  g_autoptr (HBaseMutation) placed = hbase_unsalted_place (target, mutation, &error);
  HBaseOperation *operation;

  if (placed == NULL)
    return fail (target, error);
  operation = hbase_write_operation_new (target, placed);
  hbase_call_operation_return_row (operation);
  return operation;
}

HBaseOperation *
hbase_increment_operation_new (HBaseTarget target, HBaseIncrement *increment)
{
  return write_returning_row (target, HBASE_MUTATION (increment));
}

HBaseOperation *
hbase_append_operation_new (HBaseTarget target, HBaseAppend *append)
{
  return write_returning_row (target, HBASE_MUTATION (append));
}

static gboolean
check_family (HBaseSlice family, GError **error)
{
  if (family.length > 0)
    return TRUE;
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       "the column to look at has no family; name one of the table's");
  return FALSE;
}

static HBaseOperation *
check_and_change (HBaseTarget target,
                  HBaseWireMethodId method,
                  HBaseSlice family,
                  HBaseSlice qualifier,
                  HBaseSlice value,
                  HBaseMutation *change)
{
  HBaseOperation *operation;
  GError *error = NULL;
  g_autoptr (HBaseMutation) at_key = hbase_unsalted_place (target, change, &error);
  g_autoptr (HBaseMutation) placed = at_key != NULL ? hbase_write_stamp (target, at_key) : NULL;

  if (placed == NULL
      || !hbase_target_prefix_error (
          target, check_family (family, &error) && hbase_mutation_check (placed, &error), &error)
      || !hbase_table_name_check (target.table, &error))
    return fail (target, error);
  operation = hbase_call_operation_new (
      target, method, hbase_arguments_of_check_and_change (target, family, qualifier, value, placed),
      hbase_write_classify_conditional (&(GPtrArray){ (gpointer *) &placed, 1 }));
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (placed));
  hbase_call_operation_set_take (operation, hbase_call_operation_take_flag);
  return operation;
}

HBaseOperation *
hbase_check_and_put_operation_new (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBasePut *put)
{
  return check_and_change (target, HBASE_WIRE_METHOD_CHECK_AND_PUT, family, qualifier, value,
                           HBASE_MUTATION (put));
}

HBaseOperation *
hbase_check_and_delete_operation_new (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBaseDelete *delete_)
{
  return check_and_change (target, HBASE_WIRE_METHOD_CHECK_AND_DELETE, family, qualifier, value,
                           HBASE_MUTATION (delete_));
}

/* ---- several changes of one row ---- */

/* Returns the changes of the row's stored key; NULL: an error. */
static GPtrArray *
place_row_mutations (HBaseTarget target, HBaseRowMutations *mutations, GError **error)
{
  GPtrArray *list = hbase_row_mutations_get_list (mutations);
  g_autoptr (GPtrArray) placed = g_ptr_array_new_full (list->len, hbase_mutation_unref);

  for (guint i = 0; i < list->len; i++)
    {
      g_autoptr (HBaseMutation) at_key = hbase_unsalted_place (target, list->pdata[i], error);

      if (at_key == NULL)
        return NULL;
      g_ptr_array_add (placed, hbase_write_stamp (target, at_key));
    }
  if (!hbase_target_prefix_error (target, hbase_row_mutations_check (placed, error), error)
      || !hbase_table_name_check (target.table, error))
    return NULL;
  return g_steal_pointer (&placed);
}

HBaseOperation *
hbase_mutate_row_operation_new (HBaseTarget target, HBaseRowMutations *mutations)
{
  HBaseOperation *operation;
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = place_row_mutations (target, mutations, &error);

  if (placed == NULL)
    return fail (target, error);
  operation = hbase_call_operation_new (target, HBASE_WIRE_METHOD_MUTATE_ROW,
                                        hbase_arguments_of_mutate_row (target, placed),
                                        hbase_write_classify (placed));
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (placed->pdata[0]));
  return operation;
}

/* HBase compares with an empty value in the same way for each operator except NOT_EQUAL. */
static gboolean
check_comparison (HBaseCompareOperator operator, HBaseSlice value, GError **error)
{
  if (value.length > 0
      || operator== HBASE_COMPARE_OPERATOR_EQUAL || operator== HBASE_COMPARE_OPERATOR_NOT_EQUAL)
    return TRUE;
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       "the value to compare with is empty, and no column's value is less or greater: use "
                       "EQUAL for a column that is missing or empty, NOT_EQUAL for one that has bytes");
  return FALSE;
}

HBaseOperation *
hbase_check_and_mutate_operation_new (HBaseTarget target,
                                      HBaseSlice family,
                                      HBaseSlice qualifier,
                                      HBaseCompareOperator
                                      operator,
                                      HBaseSlice value,
                                      HBaseRowMutations *mutations)
{
  HBaseOperation *operation;
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = place_row_mutations (target, mutations, &error);

  if (placed == NULL
      || !hbase_target_prefix_error (
          target, check_family (family, &error) && check_comparison (operator, value, &error), &error))
    return fail (target, error);
  operation = hbase_call_operation_new (
      target, HBASE_WIRE_METHOD_CHECK_AND_MUTATE,
      hbase_arguments_of_check_and_mutate (target, family, qualifier, operator, value, placed),
      hbase_write_classify_conditional (placed));
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (placed->pdata[0]));
  hbase_call_operation_set_take (operation, hbase_call_operation_take_flag);
  return operation;
}
