/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-bytes.h"
#include "hbase-call-operation-private.h"
#include "hbase-wire-tables.h"

/* createTable: the one change to tables that may meet another's of the same name, and that some gateways get
 * wrong.
 *
 *  1. Whether there is such a table is asked first: only so can what is found after a loss be our own.
 *  2. A creation whose answer was lost may have been done, may be under way, or may not have been heard of.
 *     So the operation looks: a table with the same families and regions is taken for its own; where there is
 *     none, it asks again.
 *  3. Of a table with split keys the regions are read back until they cover all keys, and compared. Others
 *     than were asked for are WRONG_REGIONS if this call is known to have made the table, else the table is
 *     another's: TABLE_EXISTS.
 *  4. What was made is never dropped again here: others may have written to it meanwhile.
 *  5. A total deadline ends all that, with OUTCOME_UNKNOWN once the creation has left. */

#define SHOWN_LENGTH 256

typedef struct {
  HBaseOperation parent;
  GBytes *arguments;
  GBytes *name_arguments;
  GBytes *regions_arguments;
  HBaseWireTable *wanted;
  GPtrArray *splits; /* in order; none: the regions don't matter */
  HBaseRetry retry;
  HBaseRetry look_retry;
  gboolean asked;   /* for the creation */
  gboolean is_ours; /* it was answered: the table is this call's */
} HBaseCreateOperation;

static HBaseNext create_start (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_ask (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_look (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext create_read_back (HBaseOperation *operation, HBaseLane *lane);

/* ---- what was found, compared with what was wanted ---- */

/* What wasn't asked for is as the service likes. */
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

/* A table that is being made may show some of its regions: then there are gaps between them. */
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

/* The least key at which a region begins and shouldn't, or should and doesn't. FALSE: there is none. */
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

/* ---- how it ends ---- */

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
  g_autofree char *text = hbase_bytes_to_text (key.data, MIN (key.length, SHOWN_LENGTH));

  return hbase_operation_fail (
      &self->parent, hbase_operation_error (
                         &self->parent, HBASE_ERROR_WRONG_REGIONS,
                         "the table was made, but %s region begins at “%s%s”: it is there now, with other "
                         "regions than asked for; drop it, and create it through an unframed gateway",
                         is_missing ? "no" : "another", text, key.length > SHOWN_LENGTH ? "…" : ""));
}

/* Of a table that this call has made for certain: takes `error`. */
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

/* Some of them aren't there yet. */
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

/* The table is there, with the right families. */
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

/* ---- making one ---- */

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
