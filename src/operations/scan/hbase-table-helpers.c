/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-chain-operation-private.h"
#include "hbase-descriptor-difference-private.h"
#include "hbase-retry-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"

/* This file implements operations that combine the calls for tables: they delete and truncate tables whether
 * enabled or not, ensure that a table exists, and wait until it is available. */

/* ---- chains ---- */

HBaseOperation *
hbase_disable_and_delete_table_operation_new (HBaseTarget target)
{
  HBaseOperation *chain = hbase_chain_operation_new (target);

  hbase_chain_operation_add (chain, hbase_disable_table_operation_new (target), HBASE_ERROR_TABLE_DISABLED);
  hbase_chain_operation_add (chain, hbase_delete_table_operation_new (target), HBASE_ERROR_FAILED);
  return chain;
}

HBaseOperation *
hbase_disable_and_truncate_table_operation_new (HBaseTarget target, gboolean preserve_splits)
{
  HBaseOperation *chain = hbase_chain_operation_new (target);

  hbase_chain_operation_add (chain, hbase_disable_table_operation_new (target), HBASE_ERROR_TABLE_DISABLED);
  hbase_chain_operation_add (chain, hbase_truncate_table_operation_new (target, preserve_splits),
                             HBASE_ERROR_FAILED);
  return chain;
}

/* ---- a table that must exist ---- */

typedef struct {
  HBaseOperation parent;
  HBaseTableDescriptor *wanted;
  HBaseOperation *create;
  HBaseOperation *child; /* the description, or the addition of a family; NULL: none */
  GPtrArray *missing;    /* (element-type HBaseFamilyDescriptor) not added yet */
  guint n_added;         /* families */
  GPtrArray *differences;
} HBaseEnsureOperation;

static HBaseNext ensure_describe (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext ensure_add_family (HBaseEnsureOperation *self);

static HBaseNext
ensure_run (HBaseEnsureOperation *self, HBaseOperation *child, HBaseChildStep ended)
{
  g_clear_pointer ((gpointer *) &self->child, hbase_operation_free);
  self->child = child;
  return hbase_operation_run_child (&self->parent, child, ended);
}

/* Another program may have added the family meanwhile. */
static HBaseNext
ensure_family_added (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBaseEnsureOperation *self = (HBaseEnsureOperation *) operation;

  if (error != NULL && !g_error_matches (error, HBASE_ERROR, HBASE_ERROR_FAMILY_EXISTS))
    return hbase_operation_fail (operation, error);
  g_clear_error (&error);
  self->n_added++;
  g_ptr_array_remove_index (self->missing, 0);
  return ensure_add_family (self);
}

static HBaseNext
ensure_add_family (HBaseEnsureOperation *self)
{
  HBaseTarget target = hbase_operation_get_target (&self->parent);

  if (self->missing->len == 0)
    return HBASE_DONE;
  return ensure_run (self, hbase_add_family_operation_new (target, self->missing->pdata[0]),
                     ensure_family_added);
}

/* Finds the missing families, and how the others differ from the wanted families. */
static void
ensure_compare (HBaseEnsureOperation *self, HBaseTableDescriptor *found)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (self->wanted);

  for (guint i = 0; i < families->len; i++)
    if (hbase_table_descriptor_get_family (found, hbase_family_descriptor_get_name (families->pdata[i]))
        == NULL)
      {
        g_ptr_array_add (self->missing, hbase_family_descriptor_ref (families->pdata[i]));
        hbase_table_descriptor_add_family (found, families->pdata[i]);
      }
  g_ptr_array_unref (self->differences);
  self->differences = hbase_table_descriptor_list_differences (self->wanted, found);
}

/* Another program may have created the table meanwhile. */
static HBaseNext
ensure_created (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS))
    {
      g_error_free (error);
      return ensure_describe (operation, NULL);
    }
  return error == NULL ? HBASE_DONE : hbase_operation_fail (operation, error);
}

static HBaseNext
ensure_described (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBaseEnsureOperation *self = (HBaseEnsureOperation *) operation;
  g_autoptr (HBaseTableDescriptor) found = NULL;

  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_error_free (error);
      return hbase_operation_run_child (operation, self->create, ensure_created);
    }
  if (error != NULL || !hbase_operation_take (child, &found, &error))
    return hbase_operation_fail (operation, error);
  ensure_compare (self, found);
  return ensure_add_family (self);
}

static HBaseNext
ensure_describe (HBaseOperation *operation, HBaseLane *lane)
{
  return ensure_run ((HBaseEnsureOperation *) operation,
                     hbase_describe_table_operation_new (hbase_operation_get_target (operation)),
                     ensure_described);
}

static GError *
ensure_interrupted (HBaseOperation *operation, GError *why)
{
  return hbase_retry_interrupted_after (((HBaseEnsureOperation *) operation)->n_added, why);
}

static void
ensure_clear (HBaseOperation *operation)
{
  HBaseEnsureOperation *self = (HBaseEnsureOperation *) operation;

  g_clear_pointer (&self->wanted, hbase_table_descriptor_unref);
  g_clear_pointer ((gpointer *) &self->create, hbase_operation_free);
  g_clear_pointer ((gpointer *) &self->child, hbase_operation_free);
  g_clear_pointer (&self->missing, g_ptr_array_unref);
  g_clear_pointer (&self->differences, g_ptr_array_unref);
}

static gboolean
ensure_take (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseEnsureOperation *self = (HBaseEnsureOperation *) operation;

  g_ptr_array_add (self->differences, NULL);
  if (result != NULL)
    *(char ***) result = g_strdupv ((char **) self->differences->pdata);
  return TRUE;
}

static const HBaseOperationClass ensure_class = {
  .size = sizeof (HBaseEnsureOperation),
  .start = ensure_describe,
  .clear = ensure_clear,
  .take = ensure_take,
  .interrupted = ensure_interrupted,
};

HBaseOperation *
hbase_ensure_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits)
{
  HBaseOperation *create = hbase_create_table_operation_new (target, descriptor, splits);
  HBaseEnsureOperation *self;

  if (create->problem != NULL)
    return create;
  self = hbase_operation_new (&ensure_class, target.protocol, 1);
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->create = create;
  self->parent.unframed = create->unframed;
  self->wanted = hbase_table_descriptor_copy (descriptor);
  self->missing = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_family_descriptor_unref);
  self->differences = g_ptr_array_new_with_free_func (g_free);
  return &self->parent;
}

/* ---- waiting ---- */

/* 1. When the table is available its regions are compared with the split keys, if there are some.
 * 2. That call says `false` of a region that isn't served at the moment, too. So the table must have been
 *    available with other regions several times before WRONG_REGIONS is returned. */

typedef struct {
  HBaseOperation parent;
  HBaseRetry retry;
  guint n_polls;
  GPtrArray *splits;  /* in order; NULL: the regions aren't compared */
  guint n_mismatches; /* since the table wasn't available */
} HBaseWaitOperation;

#define MAX_POLL_DELAY_MS 1000
#define MAX_MISMATCHES 3

static HBaseNext wait_check_existence (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext wait_poll (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext wait_compare (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
wait_again (HBaseWaitOperation *self, HBaseLane *lane)
{
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  return hbase_lane_sleep (lane, MIN (20u << MIN (self->n_polls++, 6), MAX_POLL_DELAY_MS), wait_poll);
}

static HBaseNext
wait_compared (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseWaitOperation *self = (HBaseWaitOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, wait_compare);
  if (hbase_result_get_flag (result))
    return HBASE_DONE;
  if (++self->n_mismatches < MAX_MISMATCHES)
    return wait_again (self, lane);
  return hbase_operation_fail (
      operation,
      hbase_operation_error (operation, HBASE_ERROR_WRONG_REGIONS,
                             "the table is available, but its regions don't begin at the split keys; "
                             "they may have been split or merged since it was created"));
}

static HBaseNext
wait_compare (HBaseOperation *operation, HBaseLane *lane)
{
  GPtrArray *splits = ((HBaseWaitOperation *) operation)->splits;
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_availability (operation->table, splits, &error);

  return hbase_lane_call_stub (lane, HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE_WITH_SPLIT, arguments, error,
                               wait_compared);
}

static HBaseNext
wait_polled (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseWaitOperation *self = (HBaseWaitOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, wait_poll);
  if (hbase_result_get_flag (result))
    return self->splits != NULL ? wait_compare (operation, lane) : HBASE_DONE;
  self->n_mismatches = 0;
  hbase_operation_record_failure (operation, hbase_operation_error (operation, HBASE_ERROR_UNAVAILABLE,
                                                                    "not all of its regions are available"));
  return wait_again (self, lane);
}

static HBaseNext
wait_poll (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE, wait_polled);
}

/* A missing table is never available, and the call for that doesn't say so. */
static HBaseNext
wait_existence_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseWaitOperation *self = (HBaseWaitOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, wait_check_existence);
  if (hbase_result_get_flag (result))
    return wait_poll (operation, lane);
  return hbase_operation_fail (operation, hbase_operation_error (operation, HBASE_ERROR_TABLE_NOT_FOUND,
                                                                 "there is no such table; create it first"));
}

static HBaseNext
wait_check_existence (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_TABLE_EXISTS, wait_existence_received);
}

static void
wait_clear (HBaseOperation *operation)
{
  g_clear_pointer (&((HBaseWaitOperation *) operation)->splits, g_ptr_array_unref);
}

static const HBaseOperationClass wait_class = {
  .size = sizeof (HBaseWaitOperation),
  .start = wait_check_existence,
  .clear = wait_clear,
};

HBaseOperation *
hbase_wait_available_operation_new (HBaseTarget target, GPtrArray *splits)
{
  HBaseWaitOperation *self = hbase_operation_new (&wait_class, target.protocol, 1);

  if (hbase_table_name_check (target.table, &self->parent.problem))
    hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  if (self->parent.problem == NULL && splits != NULL && splits->len > 0)
    self->splits = hbase_splits_sort (splits, target.table, &self->parent.problem);
  self->parent.unframed = self->splits != NULL;
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  return &self->parent;
}
