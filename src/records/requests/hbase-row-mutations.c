/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-row-mutations-private.h"

#include "hbase-delete-private.h"
#include "hbase-record-check-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements lists of puts and deletes of one row that are executed at once. */

/**
 * HBaseRowMutations:
 *
 * Holds puts and deletes of one row that are executed in one atomic step: all of them or none.
 *
 * ```c
 * g_autoptr (HBaseRowMutations) renaming = hbase_row_mutations_new ();
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 * g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("row-1");
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * hbase_delete_add_column_utf8 (delete_, "content", "nick");
 * hbase_row_mutations_add (renaming, HBASE_MUTATION (put));
 * hbase_row_mutations_add (renaming, HBASE_MUTATION (delete_));
 * if (!hbase_table_mutate_row (table, renaming, NULL, &error))
 *   return FALSE;
 * ```
 *
 * All puts and deletes must be of the same row. HBase gives all that have no timestamps of their own the same
 * one, at which a delete hides a put, whichever was added first. So a call fails with
 * %HBASE_ERROR_INVALID_ARGUMENT, and sends nothing, if a delete covers the column of a put, unless both have
 * explicit timestamps and the put's is the greater one. Their order has an effect only where two puts write
 * the same column with the same timestamp: the value of the one that was added later is kept.
 *
 * A list may be changed and used again after a call. It must not be changed by several threads at the same
 * time.
 */
struct _HBaseRowMutations {
  gatomicrefcount ref_count;
  GPtrArray *list; /* (element-type HBaseMutation) */
};

static void
row_mutations_free (HBaseRowMutations *mutations)
{
  g_ptr_array_unref (mutations->list);
  g_free (mutations);
}

HBASE_DEFINE_REF_COUNTED (HBaseRowMutations, hbase_row_mutations, row_mutations_free)

/**
 * hbase_row_mutations_new:
 *
 * Makes an empty list.
 *
 * Returns: (transfer full): the list
 */
HBaseRowMutations *
hbase_row_mutations_new (void)
{
  HBaseRowMutations *mutations = g_new (HBaseRowMutations, 1);

  g_atomic_ref_count_init (&mutations->ref_count);
  mutations->list = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  return mutations;
}

/**
 * hbase_row_mutations_ref: (skip)
 * @mutations: a list of puts and deletes
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @mutations
 */

/**
 * hbase_row_mutations_unref: (skip)
 * @mutations: (transfer full): a list of puts and deletes
 *
 * Releases a reference; the last one frees the list.
 */

/**
 * hbase_row_mutations_add:
 * @mutations: a list of puts and deletes
 * @mutation: a put or delete
 *
 * Adds a put or delete. The list refers to it: later changes of @mutation count. With anything else a call
 * fails with %HBASE_ERROR_INVALID_ARGUMENT: HBase executes no appends and increments together with others.
 */
void
hbase_row_mutations_add (HBaseRowMutations *mutations, HBaseMutation *mutation)
{
  g_return_if_fail (mutations != NULL);
  g_return_if_fail (mutation != NULL);

  g_ptr_array_add (mutations->list, hbase_mutation_ref (mutation));
}

/**
 * hbase_row_mutations_get_n_mutations:
 * @mutations: a list of puts and deletes
 *
 * Returns the number of puts and deletes that were added.
 *
 * Returns: the number of puts and deletes
 */
guint
hbase_row_mutations_get_n_mutations (HBaseRowMutations *mutations)
{
  g_return_val_if_fail (mutations != NULL, 0);

  return mutations->list->len;
}

static gboolean
is_put (const HBaseMutation *mutation)
{
  return mutation->class->method == HBASE_WIRE_METHOD_PUT;
}

static gboolean
is_delete (const HBaseMutation *mutation)
{
  return mutation->class->method == HBASE_WIRE_METHOD_DELETE_SINGLE;
}

static GPtrArray *
list_of (HBaseRowMutations *mutations, gboolean (*is_listed) (const HBaseMutation *mutation))
{
  GPtrArray *list = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint i = 0; i < mutations->list->len; i++)
    if (is_listed (mutations->list->pdata[i]))
      g_ptr_array_add (list, hbase_mutation_ref (mutations->list->pdata[i]));
  return list;
}

/**
 * hbase_row_mutations_list_puts:
 * @mutations: a list of puts and deletes
 *
 * Returns the puts that were added, in this order.
 *
 * Returns: (transfer container) (element-type HBasePut): the puts, not copies
 */
GPtrArray *
hbase_row_mutations_list_puts (HBaseRowMutations *mutations)
{
  g_return_val_if_fail (mutations != NULL, NULL);

  return list_of (mutations, is_put);
}

/**
 * hbase_row_mutations_list_deletes:
 * @mutations: a list of puts and deletes
 *
 * Returns the deletes that were added, in this order.
 *
 * Returns: (transfer container) (element-type HBaseDelete): the deletes, not copies
 */
GPtrArray *
hbase_row_mutations_list_deletes (HBaseRowMutations *mutations)
{
  g_return_val_if_fail (mutations != NULL, NULL);

  return list_of (mutations, is_delete);
}

GPtrArray *
hbase_row_mutations_get_list (HBaseRowMutations *mutations)
{
  return mutations->list;
}

/* ---- checks ---- */

static gboolean
fail_hidden (const HBaseMutation *put, const HBasePackedElement *cell, GError **error)
{
  g_autofree char *column = hbase_record_show_column (cell->family, cell->qualifier);

  return hbase_record_fail (error, "mutations", hbase_mutation_row_slice (put),
                            "a delete would hide the put of column “%s”, since HBase gives both the same "
                            "timestamp: give both timestamps of their own, the put the greater one",
                            column);
}

static gboolean
check_put_is_visible (const HBaseMutation *put, const HBaseMutation *delete_, GError **error)
{
  const guint8 *p = put->cells.data;

  for (guint i = 0; i < put->cells.count; i++)
    {
      HBasePackedElement cell;

      p = hbase_packed_load (p, &cell);
      if (cell.timestamp == HBASE_CELL_NO_TIMESTAMP)
        cell.timestamp = put->timestamp;
      if (hbase_delete_may_hide (delete_, &cell))
        return fail_hidden (put, &cell, error);
    }
  return TRUE;
}

static gboolean
check_all_puts (GPtrArray *mutations, const HBaseMutation *delete_, GError **error)
{
  for (guint i = 0; i < mutations->len; i++)
    if (is_put (mutations->pdata[i]) && !check_put_is_visible (mutations->pdata[i], delete_, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_kind (const HBaseMutation *mutation, GError **error)
{
  return is_put (mutation) || is_delete (mutation)
         || hbase_record_fail (error, "mutations", hbase_mutation_row_slice (mutation),
                               "one of them is an %s: HBase executes only puts and deletes together; send it "
                               "alone",
                               mutation->class->name);
}

static gboolean
check_row (const HBaseMutation *mutation, const HBaseMutation *first, GError **error)
{
  g_autofree char *row = NULL;

  if (hbase_slice_equal (hbase_mutation_row_slice (mutation), hbase_mutation_row_slice (first)))
    return TRUE;
  row = hbase_record_show_row (hbase_mutation_row_slice (mutation));
  return hbase_record_fail (
      error, "mutations", hbase_mutation_row_slice (first),
      "one of them is a %s of row %s: only changes of one row are atomic; send one list "
      "for each row",
      mutation->class->name, row);
}

gboolean
hbase_row_mutations_check (GPtrArray *mutations, GError **error)
{
  if (mutations->len == 0)
    return hbase_record_fail (error, "mutations", hbase_slice (NULL, 0),
                              "there are none: add at least one put or delete");
  for (guint i = 0; i < mutations->len; i++)
    if (!check_kind (mutations->pdata[i], error) || !hbase_mutation_check (mutations->pdata[i], error)
        || !check_row (mutations->pdata[i], mutations->pdata[0], error))
      return FALSE;
  for (guint i = 0; i < mutations->len; i++)
    if (is_delete (mutations->pdata[i]) && !check_all_puts (mutations, mutations->pdata[i], error))
      return FALSE;
  return TRUE;
}
