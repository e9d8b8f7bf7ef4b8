/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-bytes.h"
#include "hbase-call-operation-private.h"
#include "hbase-wire-tables.h"

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
  GBytes *arguments;
  GBytes *name_arguments;
  GBytes *regions_arguments;
  HBaseWireTable *wanted;
  GPtrArray *splits; /* in order; empty: the regions aren't compared */
  HBaseRetry retry;
  HBaseRetry look_retry;
  gboolean asked;   /* the creation was sent */
  gboolean is_ours; /* its response was received: this operation has created the table */
} HBaseCreateOperation;

static HBaseNext create_start (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_ask (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_look (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_read_back (HBaseOperation *operation, HBaseLane *lane);

/* ---- comparing the table with the request ---- */

/* Compares a setting. If the request doesn't have it, HBase chooses its value. */
static gboolean
is_as_asked (gint32 asked, gint32 found)
{
  return asked == 0 || asked == found;
}

static gboolean
has_family (const HBaseWireTable *found, const HBaseWireFamily *asked)
{
  for (guint i = 0; i < found->n_families; i++)
    if (g_strcmp0 (found->families[i].name, asked->name) == 0)
      return is_as_asked (asked->max_versions, found->families[i].max_versions)
             && is_as_asked (asked->time_to_live, found->families[i].time_to_live);
  return FALSE;
}

static gboolean
has_same_families (const HBaseWireTable *found, const HBaseWireTable *asked)
{
  for (guint i = 0; i < asked->n_families; i++)
    if (!has_family (found, &asked->families[i]))
      return FALSE;
  return found->n_families == asked->n_families;
}

static HBaseSlice
start_of (const GPtrArray *regions, guint index)
{
  gsize length;
  const guint8 *key = hbase_region_get_start_key (regions->pdata[index], &length);

  return hbase_slice (key, length);
}

static HBaseSlice
end_of (const GPtrArray *regions, guint index)
{
  gsize length;
  const guint8 *key = hbase_region_get_end_key (regions->pdata[index], &length);

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
  HBaseSlice reached = hbase_slice ("", 0);

  for (guint i = 0; i < regions->len; i++)
    {
      if (!hbase_slice_equal (start_of (regions, i), reached) || (i > 0 && reached.length == 0))
        return FALSE;
      reached = end_of (regions, i);
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

  g_error_free (error);
  return unknown;
}

/* ---- the steps ---- */

static HBaseNext
ask (HBaseLane *lane, HBaseWireMethodId method, GBytes *arguments, HBaseStep next)
{
  return hbase_lane_send (lane, &hbase_wire_methods[method], g_bytes_ref (arguments), 0, next);
}

/* Reads the regions again later, because some of them aren't reported yet. */
static HBaseNext
read_back_later (HBaseCreateOperation *self, HBaseLane *lane)
{
  GError *error = hbase_operation_error (&self->parent, HBASE_ERROR_UNAVAILABLE,
                                         "some of its regions aren't there yet");

  hbase_retry_decide (&self->look_retry, error, lane->sent);
  return hbase_retry_back_off (&self->look_retry, lane, error, create_read_back);
}

static HBaseNext
compare_regions (HBaseCreateOperation *self, HBaseLane *lane, const HBaseBlock *seen)
{
  g_autoptr (GPtrArray) regions = hbase_regions_read (seen);
  HBaseSlice key;
  gboolean is_missing;

  if (!covers_all_keys (regions))
    return read_back_later (self, lane);
  if (!find_wrong_key (regions, self->splits, &key, &is_missing))
    return HBASE_DONE;
  return self->is_ours ? fail_for_key (self, key, is_missing)
                       : fail_as_existing (self, ", with other regions");
}

static HBaseNext
create_read_back_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (HBaseBlock) seen = NULL;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, &seen, &error))
    return compare_regions (self, lane, seen);
  if (hbase_retry_decide (&self->look_retry, error, lane->sent) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->look_retry, lane, error, create_read_back);
  return hbase_operation_fail (operation, self->is_ours ? unverified (self, error)
                                                        : hbase_retry_outcome_unknown (error));
}

static HBaseNext
create_read_back (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  return ask (lane, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, self->regions_arguments,
              create_read_back_answered);
}

/* Continues when the table exists with the requested families. */
static HBaseNext
check_regions (HBaseCreateOperation *self, HBaseLane *lane)
{
  if (self->splits->len == 0)
    return HBASE_DONE;
  hbase_retry_init (&self->look_retry, HBASE_CALL_READ);
  return create_read_back (&self->parent, lane);
}

static HBaseNext
create_looked (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (HBaseBlock) seen = NULL;
  g_autoptr (HBaseWireTable) table = NULL;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, &seen, &error))
    {
      table = hbase_wire_result_table (seen, NULL);
      return table != NULL && has_same_families (table, self->wanted)
                 ? check_regions (self, lane)
                 : fail_as_existing (self, ", with other families");
    }
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_error_free (error);
      return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&self->retry), create_ask);
    }
  if (hbase_retry_decide (&self->look_retry, error, lane->sent) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->look_retry, lane, error, create_look);
  return hbase_operation_fail (operation, hbase_retry_outcome_unknown (error));
}

static HBaseNext
create_look (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  return ask (lane, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, self->name_arguments, create_looked);
}

static HBaseNext
create_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  GError *error = NULL;
  HBaseRetryDecision verdict;

  self->is_ours = hbase_lane_take_response (lane, NULL, &error);
  if (self->is_ours)
    return check_regions (self, lane);
  verdict = hbase_retry_decide (&self->retry, error, lane->sent);
  if (verdict == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, create_ask);
  if (verdict == HBASE_RETRY_UNKNOWN
      || (self->retry.may_be_executed && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS)))
    return hbase_retry_back_off (&self->retry, lane, error, create_look);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
create_ask (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  self->asked = TRUE;
  return ask (lane, HBASE_WIRE_METHOD_CREATE_TABLE, self->arguments, create_answered);
}

static HBaseNext
create_begun (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;
  g_autoptr (HBaseBlock) seen = NULL;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, &seen, &error))
    return hbase_response_get_flag (seen) ? fail_as_existing (self, "") : create_ask (operation, lane);
  if (hbase_retry_decide (&self->look_retry, error, lane->sent) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->look_retry, lane, error, create_start);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
create_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  return ask (lane, HBASE_WIRE_METHOD_TABLE_EXISTS, self->name_arguments, create_begun);
}

static GError *
create_interrupted (HBaseOperation *operation, GError *why)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  if (!self->asked)
    return why;
  if (self->is_ours && g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
    return unverified (self, why);
  return hbase_retry_interrupted (&self->retry, &operation->lanes[0], why);
}

static void
create_clear (HBaseOperation *operation)
{
  HBaseCreateOperation *self = (HBaseCreateOperation *) operation;

  g_bytes_unref (self->arguments);
  g_bytes_unref (self->name_arguments);
  g_bytes_unref (self->regions_arguments);
  hbase_wire_table_free (self->wanted);
  g_ptr_array_unref (self->splits);
}

static const HBaseOperationClass create_class = {
  .size = sizeof (HBaseCreateOperation),
  .start = create_start,
  .clear = create_clear,
  .interrupted = create_interrupted,
};

/* ---- the constructor ---- */

static GPtrArray *
sort_splits (GPtrArray *splits, const char *table, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  return hbase_splits_sort (splits != NULL ? splits : none, table, error);
}

HBaseOperation *
hbase_create_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor, GPtrArray *splits)
{
  const HBaseWireMethod *by_name = &hbase_wire_methods[HBASE_WIRE_METHOD_TABLE_EXISTS];
  g_autoptr (GPtrArray) sorted = NULL;
  HBaseCreateOperation *self;
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error) || !hbase_table_descriptor_check (descriptor, &error)
      || (sorted = sort_splits (splits, target.table, &error)) == NULL)
    return hbase_call_operation_new_failed (target.protocol, error);
  self = hbase_operation_new (&create_class, target.protocol, 1);
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->parent.unframed = sorted->len > 0;
  self->wanted = hbase_table_descriptor_to_wire (descriptor);
  self->arguments = hbase_wire_arguments_create_table (target.protocol, self->wanted, sorted);
  self->name_arguments = hbase_wire_arguments_table_name (target.protocol, by_name, target.table);
  self->regions_arguments = hbase_list_regions_arguments (target);
  self->splits = g_steal_pointer (&sorted);
  hbase_retry_init (&self->retry, HBASE_CALL_DESCRIBE);
  hbase_retry_init (&self->look_retry, HBASE_CALL_READ);
  return &self->parent;
}
