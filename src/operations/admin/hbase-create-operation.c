/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-descriptor-difference-private.h"
#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-retry-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"

/* This file implements the operation that creates a table (createTable). Another program may create a table
 * of the same name at the same time, and some gateways create wrong regions.
 *
 *  1. The first request checks that no table has that name. Otherwise a table that is found after a lost
 *     response couldn't be known to be this operation's.
 *  2. After a lost response the table may have been created, may be created later, or may never be. So the
 *     operation reads the descriptor: a table with the same families and regions is considered its own; if
 *     there is no table, the creation is sent again.
 *  3. If there are split keys, the regions are read until they cover all keys, and are compared with the
 *     requested ones. If they differ, the operation fails with WRONG_REGIONS if it is known to have created
 *     the table, and with TABLE_EXISTS otherwise, since another program has created it.
 *  4. The operation never drops a table that it has created, because others may have written to it meanwhile.
 *  5. If the timeout expires after the creation was sent, the operation fails with OUTCOME_UNKNOWN. */

#define SHOWN_LENGTH 256

typedef struct {
  HBaseOperation parent;
  HBaseTableDescriptor *wanted;
  GPtrArray *splits; /* in order; empty: the regions aren't compared */
  HBaseRetry retry;
  HBaseRetry read_retry;
  gboolean is_sent; /* the creation was sent */
  gboolean is_ours; /* its response was received: this operation has created the table */
} HBaseCreateOperation;

static HBaseNext create_start (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_send (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_read_descriptor (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_read_regions (HBaseOperation *operation, HBaseLane *lane);

/* ---- comparing the table with the request ---- */

/* Compares the families; a setting that the request doesn't have is HBase's choice. */
static gboolean
has_same_families (HBaseTableDescriptor *found, HBaseTableDescriptor *requested)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (requested);
  g_autoptr (GPtrArray) found_families = hbase_table_descriptor_get_families (found);
  g_autoptr (GPtrArray) differences = hbase_table_descriptor_list_differences (requested, found);

  return families->len == found_families->len && differences->len == 0;
}

static HBaseSlice
start_of (const GPtrArray *regions, guint index)
{
  gsize length;
  const guint8 *key = hbase_region_get_start_key (regions->pdata[index], &length);

  return hbase_slice (key, length);
}

static HBaseSlice
split_at (const GPtrArray *splits, guint index)
{
  return hbase_slice_of_bytes (splits->pdata[index]);
}

/* While a table is being created, only some of its regions may be reported: then there are gaps between
 * them. */
static gboolean
covers_all_keys (const GPtrArray *regions)
{
  HBaseSlice reached = HBASE_SLICE_LITERAL ("");

  for (guint i = 0; i < regions->len; i++)
    {
      if (!hbase_slice_equal (start_of (regions, i), reached) || (i > 0 && reached.length == 0))
        return FALSE;
      reached.data = hbase_region_get_end_key (regions->pdata[i], &reached.length);
    }
  return regions->len > 0 && reached.length == 0;
}

/* Finds the smallest key at which a region wrongly begins, or is missing. Returns FALSE if there is none. */
static gboolean
find_wrong_key (const GPtrArray *regions, const GPtrArray *splits, HBaseSlice *key, gboolean *is_missing)
{
  guint i = 0;

  while (i < splits->len && i + 1 < regions->len
         && hbase_slice_equal (split_at (splits, i), start_of (regions, i + 1)))
    i++;
  if (i == splits->len && i + 1 == regions->len)
    return FALSE;
  *is_missing
      = i + 1 == regions->len
        || (i < splits->len && hbase_slice_compare (split_at (splits, i), start_of (regions, i + 1)) < 0);
  *key = *is_missing ? split_at (splits, i) : start_of (regions, i + 1);
  return TRUE;
}

/* ---- errors ---- */

static HBaseNext
fail_as_existing (HBaseCreateOperation *self, const char *what)
{
  return hbase_operation_fail (&self->parent,
                               hbase_operation_error (&self->parent, HBASE_ERROR_TABLE_EXISTS,
                                                      "there is a table of that name already%s", what));
}

static HBaseNext
fail_for_key (HBaseCreateOperation *self, HBaseSlice key, gboolean is_missing)
{
  g_autofree char *text = hbase_bytes_to_escaped (key.data, MIN (key.length, SHOWN_LENGTH));

  return hbase_operation_fail (
      &self->parent, hbase_operation_error (
                         &self->parent, HBASE_ERROR_WRONG_REGIONS,
                         "the table was made, but %s region begins at “%s%s”: it is there now, with other "
                         "regions than asked for; drop it, and create it through an unframed gateway",
                         is_missing ? "no" : "another", text, key.length > SHOWN_LENGTH ? "…" : ""));
}

/* Makes the error for a table that this operation has certainly created. Takes `error`. */
static GError *
unverified (HBaseCreateOperation *self, GError *error)
{
  GError *unknown = g_error_new (HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN,
                                 "%s; the table was made, but its regions couldn't be compared with the "
                                 "split keys: read them before you write to it",
                                 error->message);

  hbase_error_with_details_of (unknown, error);
  g_error_free (error);
  return unknown;
}

/* ---- the steps ---- */

static HBaseNext
compare_regions (HBaseCreateOperation *self, HBaseLane *lane, GObject *result)
{
  g_autoptr (GPtrArray) regions = hbase_result_make_regions (result);
  HBaseSlice key;
  gboolean is_missing;

  if (!covers_all_keys (regions))
    {
      GError *error = hbase_operation_error (&self->parent, HBASE_ERROR_UNAVAILABLE,
                                             "some of its regions aren't there yet");

      self->read_retry.n_losses++;
      return hbase_retry_back_off (&self->read_retry, lane, error, create_read_regions);
    }
  if (!find_wrong_key (regions, self->splits, &key, &is_missing))
    return HBASE_DONE;
  return self->is_ours ? fail_for_key (self, key, is_missing)
                       : fail_as_existing (self, ", with other regions");
}

static HBaseNext
create_regions_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (hbase_lane_take_result (lane, &result, &error))
    return compare_regions (self, lane, result);
  if (hbase_retry_decide (&self->read_retry, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->read_retry, lane, error, create_read_regions);
  return hbase_operation_fail (operation, self->is_ours ? unverified (self, error)
                                                        : hbase_retry_outcome_unknown (error));
}

static HBaseNext
create_read_regions (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_regions (operation->table, &error);

  return hbase_lane_call_stub (lane, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, arguments, error,
                               create_regions_received);
}

/* Continues when the table exists with the requested families. */
static HBaseNext
check_regions (HBaseCreateOperation *self, HBaseLane *lane)
{
  if (self->splits->len == 0)
    return HBASE_DONE;
  hbase_retry_init (&self->read_retry, HBASE_CALL_READ);
  return create_read_regions (&self->parent, lane);
}

static HBaseNext
create_descriptor_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (GObject) result = NULL;
  g_autoptr (HBaseTableDescriptor) table = NULL;
  GError *error = NULL;

  if (hbase_lane_take_result (lane, &result, &error))
    {
      table = hbase_result_make_table (result);
      return has_same_families (table, self->wanted) ? check_regions (self, lane)
                                                     : fail_as_existing (self, ", with other families");
    }
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_error_free (error);
      return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&self->retry), create_send);
    }
  if (hbase_retry_decide (&self->read_retry, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->read_retry, lane, error, create_read_descriptor);
  return hbase_operation_fail (operation, hbase_retry_outcome_unknown (error));
}

static HBaseNext
create_read_descriptor (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, create_descriptor_received);
}

static HBaseNext
create_responded (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  GError *error = NULL;
  HBaseRetryDecision decision;

  self->is_ours = hbase_lane_take_response (lane, NULL, &error);
  if (self->is_ours)
    return check_regions (self, lane);
  decision = hbase_retry_decide (&self->retry, lane, &error);
  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, create_send);
  if (decision == HBASE_RETRY_UNKNOWN
      || (self->retry.may_be_executed && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS)))
    return hbase_retry_back_off (&self->retry, lane, error, create_read_descriptor);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
create_send (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_descriptor (self->wanted, self->splits, &error);

  self->is_sent = TRUE;
  return hbase_lane_call_stub (lane, HBASE_WIRE_METHOD_CREATE_TABLE, arguments, error, create_responded);
}

static HBaseNext
create_existence_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (hbase_lane_take_result (lane, &result, &error))
    return hbase_result_get_flag (result) ? fail_as_existing (self, "") : create_send (operation, lane);
  if (hbase_retry_decide (&self->read_retry, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->read_retry, lane, error, create_start);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
create_start (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, HBASE_WIRE_METHOD_TABLE_EXISTS, create_existence_received);
}

static GError *
create_interrupted (HBaseOperation *operation, GError *why)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  if (!self->is_sent)
    return why;
  if (self->is_ours && g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
    return unverified (self, why);
  return hbase_retry_interrupted (&self->retry, &operation->lanes[0], why);
}

static void
create_clear (HBaseOperation *operation)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  g_clear_pointer (&self->wanted, hbase_table_descriptor_unref);
  g_clear_pointer (&self->splits, g_ptr_array_unref);
}

static const HBaseOperationClass create_class = {
  .size = sizeof (HBaseCreateOperation),
  .start = create_start,
  .clear = create_clear,
  .interrupted = create_interrupted,
};

/* ---- the constructor ---- */

HBaseOperation *
hbase_create_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits)
{
  HBaseCreateOperation *self = hbase_operation_new (&create_class, target.protocol, 1);
  GError **problem = &self->parent.problem;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  if (hbase_table_name_check (target.table, problem)
      && hbase_table_descriptor_check (descriptor, NULL, problem))
    self->splits = hbase_splits_sort (splits != NULL ? splits : none, target.table, problem);
  if (*problem != NULL)
    return &self->parent;
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->wanted = hbase_table_descriptor_copy (descriptor);
  self->parent.unframed = self->splits->len > 0 || hbase_table_descriptor_has_attributes (self->wanted);
  hbase_retry_init (&self->retry, HBASE_CALL_DESCRIBE);
  hbase_retry_init (&self->read_retry, HBASE_CALL_READ);
  return &self->parent;
}
