/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the operation that sends the changes of a batch.
 *
 *   look up unknown stored keys ── send requests on all lanes … ── every change is settled: done
 *
 *  1. Changes of one row are sent in the order of the items, each after the change before it is settled:
 *     written or failed. So no request has two changes of one row, and no two requests in flight have.
 *  2. A change that isn't settled is in one place: waiting for the change of its row before it, in the list
 *     of its kind, or in the request of one lane.
 *  3. The changes of a request are of one kind. An increment, an append, and a delete of a column's
 *     newest version are sent alone: executing such a change twice isn't the same as executing it once.
 *  4. If HBase refuses a request with several changes, some may be written: it doesn't report which. They
 *     are sent again, each alone. Executing a put or a delete of invariant 3 once more leaves the row as
 *     it was, except that a put without a timestamp may be stored as two versions.
 *  5. After a loss a request, as any other write, is repeated only if all its changes have timestamps. If
 *     not, the outcome of each is unknown.
 *  6. An error that concerns the table or the connection fails all changes of its request: none is sent
 *     again.
 *  7. Each item has an error if and only if it failed. A change that was sent, and whose response didn't
 *     come before the run was interrupted, fails with OUTCOME_UNKNOWN. */

#include "config.h"

#include "hbase-batch-operation-private.h"

#include "hbase-arguments-private.h"
#include "hbase-delete-private.h"
#include "hbase-retry-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-write-operations-private.h"

/* In this order they are sent. */
typedef enum {
  KIND_ALONE,
  KIND_PUT,
  KIND_TIMESTAMPED_PUT,
  KIND_DELETE,
  KIND_TIMESTAMPED_DELETE,
  N_KINDS,
} Kind;

/* What a lane has sent. */
typedef struct {
  GPtrArray *items;   /* (element-type HBaseBatchItem), not owned */
  GPtrArray *changes; /* of these items (element-type HBaseMutation), with their timestamps */
  HBaseRetry retry;
} Request;

typedef struct {
  HBaseOperation parent;
  HBaseTarget target; /* of the operation's own table name and schema */
  GPtrArray *items;
  guint max_count;
  gsize max_bytes;
  GQueue ready[N_KINDS]; /* of HBaseBatchItem */
  Request *requests;     /* one for each lane */
  /* the lookup of stored keys */
  GPtrArray *unplaced;    /* of HBaseBatchItem: the items whose keys must be looked up */
  guint n_looked_up;      /* the first items, whose lookup has ended */
  guint n_in_lookup;      /* the items after these, whose keys … */
  HBaseOperation *lookup; /* … this child looks up; NULL: there is none */
} BatchOperation;

/* ---- items ---- */

/* Of a put whose stored key must be looked up: the keys that it may have are about as long as any of
 * them. */
static gboolean
measure_unplaced (HBaseTarget target, HBaseBatchItem *item, GError **error)
{
  const HBaseMutation *put = item->mutation;
  g_autoptr (GBytes) key
      = hbase_key_schema_salt_with_random (target.schema, put->row, put->row_length, 0, error);

  if (!hbase_target_prefix_error (target, key != NULL, error))
    return FALSE;
  item->length = hbase_mutation_get_max_length (put, FALSE) + g_bytes_get_size (key);
  return TRUE;
}

static gboolean
place (HBaseTarget target, HBaseBatchItem *item, GError **error)
{
  GPtrArray one = { (gpointer *) &item->mutation, 1 };

  if (item->mutation->class->method == HBASE_WIRE_METHOD_PUT && hbase_unsalted_needs_lookup (target, &one))
    return measure_unplaced (target, item, error);
  item->changes = hbase_unsalted_place_all (target, &one, error);
  if (item->changes == NULL
      || !hbase_target_prefix_error (target, hbase_mutation_check (item->changes->pdata[0], error), error))
    return FALSE;
  for (guint i = 0; i < item->changes->len; i++)
    item->length += hbase_mutation_get_max_length (item->changes->pdata[i], FALSE);
  return TRUE;
}

HBaseBatchItem *
hbase_batch_item_new (HBaseTarget target, HBaseMutation *mutation, GError **error)
{
  HBaseBatchItem *item;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_mutation_check (mutation, error), error))
    return NULL;
  item = g_new0 (HBaseBatchItem, 1);
  item->mutation = hbase_mutation_copy (mutation);
  if (mutation->stored_key != NULL)
    item->mutation->stored_key = g_bytes_ref (mutation->stored_key);
  item->mutation->return_results = FALSE;
  if (place (target, item, error))
    return item;
  hbase_batch_item_free (item);
  return NULL;
}

void
hbase_batch_item_free (gpointer data)
{
  HBaseBatchItem *item = data;

  hbase_mutation_unref (item->mutation);
  g_clear_pointer (&item->changes, g_ptr_array_unref);
  g_clear_error (&item->error);
  g_free (item);
}

static Kind
get_kind (const HBaseBatchItem *item)
{
  const HBaseMutation *mutation = item->mutation;
  gboolean timestamped = hbase_mutation_is_timestamped (mutation) || mutation->idempotent;

  if (item->alone || mutation->class->method_of_several == 0 || hbase_delete_is_of_newest (mutation))
    return KIND_ALONE;
  if (mutation->class->method == HBASE_WIRE_METHOD_PUT)
    return timestamped ? KIND_TIMESTAMPED_PUT : KIND_PUT;
  return timestamped ? KIND_TIMESTAMPED_DELETE : KIND_DELETE;
}

/* Returns the key that two changes of one row have in common. */
static HBaseSlice
get_row (const BatchOperation *self, const HBaseBatchItem *item)
{
  const HBaseMutation *mutation = item->mutation;

  return self->target.unsalted || mutation->stored_key == NULL ? hbase_mutation_row_slice (mutation)
                                                               : hbase_slice_of_bytes (mutation->stored_key);
}

static void
add_to_ready (BatchOperation *self, HBaseBatchItem *item)
{
  g_queue_push_tail (&self->ready[get_kind (item)], item);
}

/* Returns a copy that names the item's row. */
static GError *
error_of_item (const BatchOperation *self, const HBaseBatchItem *item, const GError *error)
{
  return hbase_operation_error_of_row (&self->parent, error, hbase_mutation_row_slice (item->mutation));
}

/* Takes `error`; NULL: the item is written. The next change of its row may be sent then. */
static void
settle (BatchOperation *self, HBaseBatchItem *item, GError *error)
{
  item->state = error == NULL ? HBASE_BATCH_ITEM_WRITTEN : HBASE_BATCH_ITEM_FAILED;
  item->error = error;
  if (item->next_of_row != 0)
    add_to_ready (self, self->items->pdata[item->next_of_row]);
}

/* ---- requests ---- */

static Request *
get_request (BatchOperation *self, const HBaseLane *lane)
{
  return &self->requests[lane - self->parent.lanes];
}

static void
add_item (Request *request, HBaseBatchItem *item)
{
  g_ptr_array_add (request->items, item);
  for (guint i = 0; i < item->changes->len; i++)
    g_ptr_array_add (request->changes, hbase_mutation_ref (item->changes->pdata[i]));
}

/* Moves items of the first kind that has any into the request. */
static void
fill_request (BatchOperation *self, Request *request)
{
  gsize length = hbase_arguments_get_overhead (self->target);
  GPtrArray *changes;
  guint kind = 0;

  g_ptr_array_set_size (request->items, 0);
  g_ptr_array_set_size (request->changes, 0);
  while (kind < N_KINDS && g_queue_is_empty (&self->ready[kind]))
    kind++;
  while (kind < N_KINDS && !g_queue_is_empty (&self->ready[kind]))
    {
      HBaseBatchItem *item = g_queue_peek_head (&self->ready[kind]);

      length += item->length;
      if (request->items->len > 0
          && (kind == KIND_ALONE || request->changes->len + item->changes->len > self->max_count
              || length > self->max_bytes))
        break;
      add_item (request, g_queue_pop_head (&self->ready[kind]));
    }
  changes = request->changes;
  request->changes = hbase_write_stamp_all (self->target, changes);
  g_ptr_array_unref (changes);
  hbase_retry_init (&request->retry, hbase_write_classify (request->changes));
}

static HBaseNext handle_response (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext handle_state (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
send_request (HBaseOperation *operation, HBaseLane *lane)
{
  Request *request = get_request ((BatchOperation *) operation, lane);
  GPtrArray *changes = request->changes;
  HBaseTarget target = hbase_operation_get_target (operation);
  const HBaseMutationClass *class = HBASE_MUTATION (changes->pdata[0])->class;
  GArray *segments = NULL;
  GBytes *arguments;

  if (hbase_retry_wants_state (&request->retry))
    return hbase_retry_ask_for_state (&request->retry, lane, handle_state);
  arguments = changes->len == 1 ? hbase_arguments_of_mutation (target, changes->pdata[0])
                                : hbase_arguments_of_mutations (target, changes, &segments);

  hbase_lane_call (lane, changes->len == 1 ? class->method : class->method_of_several, arguments,
                   handle_response);
  lane->request.segments = segments;
  return HBASE_WAIT;
}

/* Gives every idle lane a request. */
static HBaseNext
send_requests (BatchOperation *self)
{
  gboolean busy = FALSE;

  for (guint i = 0; i < self->parent.n_lanes; i++)
    {
      HBaseLane *lane = &self->parent.lanes[i];

      if (lane->state == HBASE_LANE_IDLE)
        {
          fill_request (self, &self->requests[i]);
          if (self->requests[i].items->len > 0)
            send_request (&self->parent, lane);
        }
      busy |= lane->state != HBASE_LANE_IDLE;
    }
  return busy ? HBASE_WAIT : HBASE_DONE;
}

/* ---- responses ---- */

/* Takes `error`. */
static void
settle_all (BatchOperation *self, const Request *request, GError *error)
{
  for (guint i = 0; i < request->items->len; i++)
    {
      HBaseBatchItem *item = request->items->pdata[i];

      settle (self, item, error != NULL ? error_of_item (self, item, error) : NULL);
    }
  g_clear_error (&error);
}

gboolean
hbase_batch_error_concerns_some (const GError *error)
{
  switch ((HBaseError) error->code)
    {
    case HBASE_ERROR_INVALID_ARGUMENT:
    case HBASE_ERROR_FAMILY_NOT_FOUND:
    case HBASE_ERROR_ACCESS_DENIED:
    case HBASE_ERROR_DUPLICATE_KEY:
    case HBASE_ERROR_REMOTE:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
send_each_alone (BatchOperation *self, const Request *request)
{
  for (guint i = 0; i < request->items->len; i++)
    {
      HBaseBatchItem *item = request->items->pdata[i];

      item->alone = TRUE;
      add_to_ready (self, item);
    }
}

/* Returns whether the request's only change was in another request, which HBase refused and may have
 * executed. */
static gboolean
is_repeated (const Request *request)
{
  return ((const HBaseBatchItem *) request->items->pdata[0])->alone;
}

/* Handles the error, which is taken, of a request that isn't repeated as a whole. */
static void
handle_failure (BatchOperation *self, HBaseLane *lane, HBaseRetryDecision decision, GError *error)
{
  Request *request = get_request (self, lane);

  if (decision == HBASE_RETRY_GIVE_UP && request->items->len > 1 && hbase_batch_error_concerns_some (error))
    {
      hbase_operation_record_failure (&self->parent, error);
      send_each_alone (self, request);
      return;
    }
  if (decision == HBASE_RETRY_UNKNOWN || hbase_retry_leaves_doubt (&request->retry, lane, error)
      || (is_repeated (request) && !hbase_batch_error_concerns_some (error)))
    error = hbase_retry_outcome_unknown (error);
  settle_all (self, request, error);
}

/* Makes errors name the row of a request's only item. */
static void
set_subject (BatchOperation *self, const Request *request)
{
  const HBaseBatchItem *item = request->items->pdata[0];

  hbase_operation_set_subject (&self->parent, self->parent.table,
                               request->items->len == 1 ? hbase_mutation_row_slice (item->mutation)
                                                        : hbase_slice (NULL, 0));
}

static HBaseNext
handle_response (HBaseOperation *operation, HBaseLane *lane)
{
  BatchOperation *self = (BatchOperation *) operation;
  Request *request = get_request (self, lane);
  HBaseRetryDecision decision;
  GError *error = NULL;

  set_subject (self, request);
  if (hbase_lane_take_response (lane, NULL, &error))
    settle_all (self, request, NULL);
  else
    {
      decision = hbase_retry_decide (&request->retry, lane, &error);
      if (decision == HBASE_RETRY_REPEAT)
        return hbase_retry_back_off (&request->retry, lane, error, send_request);
      handle_failure (self, lane, decision, error);
    }
  return send_requests (self);
}

/* The answer to a request that asked whether the table is disabled. */
static HBaseNext
handle_state (HBaseOperation *operation, HBaseLane *lane)
{
  BatchOperation *self = (BatchOperation *) operation;
  GError *error = NULL;

  set_subject (self, get_request (self, lane));
  if (hbase_retry_check_state (lane, &error))
    return send_request (operation, lane);
  handle_failure (self, lane, HBASE_RETRY_GIVE_UP, error);
  return send_requests (self);
}

/* ---- the lookup of stored keys ---- */

static GBytes *
make_row_key (const BatchOperation *self, const HBaseBatchItem *item)
{
  HBaseSlice row = get_row (self, item);

  return g_bytes_new_static (row.data, row.length);
}

/* Lets each change wait for the change of its row before it, and sends the others. */
static HBaseNext
send_all (BatchOperation *self)
{
  g_autoptr (GHashTable) last_of_row
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      HBaseBatchItem *item = self->items->pdata[i], *before;
      GBytes *row;

      if (item->state != HBASE_BATCH_ITEM_PENDING)
        continue;
      row = make_row_key (self, item);
      before = g_hash_table_lookup (last_of_row, row);
      if (before != NULL)
        before->next_of_row = i;
      else
        add_to_ready (self, item);
      g_hash_table_replace (last_of_row, row, item);
    }
  return send_requests (self);
}

static HBaseNext look_up (BatchOperation *self, guint first, guint count);

/* Continues with the items after those whose lookup has ended. */
static HBaseNext
continue_lookup (BatchOperation *self)
{
  return self->n_looked_up < self->unplaced->len ? look_up (self, self->n_looked_up, 1) : send_all (self);
}

/* Takes `error`. */
static void
fail_unplaced (BatchOperation *self, guint first, GError *error)
{
  for (guint i = 0; i < self->n_in_lookup; i++)
    {
      HBaseBatchItem *item = self->unplaced->pdata[first + i];

      item->state = HBASE_BATCH_ITEM_FAILED;
      item->error = error_of_item (self, item, error);
    }
  g_error_free (error);
}

static void
place_found (BatchOperation *self, guint first, GPtrArray *puts)
{
  for (guint i = 0; i < puts->len; i++)
    {
      HBaseBatchItem *item = self->unplaced->pdata[first + i];

      item->changes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
      g_ptr_array_add (item->changes, hbase_mutation_ref (puts->pdata[i]));
    }
}

/* If the lookup of several rows fails because of one of them, they are looked up one by one. */
static HBaseNext
handle_lookup (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  BatchOperation *self = (BatchOperation *) operation;
  guint first = self->n_looked_up;
  g_autoptr (GPtrArray) puts = NULL;
  gboolean again;

  if (error == NULL)
    hbase_operation_take (child, &puts, &error);
  again = error != NULL && self->n_in_lookup > 1 && hbase_batch_error_concerns_some (error);
  if (again)
    hbase_operation_record_failure (operation, error);
  else if (error != NULL)
    fail_unplaced (self, first, error);
  else
    place_found (self, first, puts);
  if (!again)
    self->n_looked_up += self->n_in_lookup;
  g_clear_pointer (&self->lookup, hbase_operation_free);
  return continue_lookup (self);
}

static HBaseNext
look_up (BatchOperation *self, guint first, guint count)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_full (count, NULL);

  for (guint i = 0; i < count; i++)
    g_ptr_array_add (puts, ((HBaseBatchItem *) self->unplaced->pdata[first + i])->mutation);
  self->n_in_lookup = count;
  self->lookup = hbase_unsalted_place_puts_operation_new (self->target, puts);
  return hbase_operation_run_child (&self->parent, self->lookup, handle_lookup);
}

/* ---- the operation ---- */

static HBaseNext
start (HBaseOperation *operation, HBaseLane *lane)
{
  BatchOperation *self = (BatchOperation *) operation;

  for (guint i = 0; i < self->items->len; i++)
    if (((HBaseBatchItem *) self->items->pdata[i])->changes == NULL)
      g_ptr_array_add (self->unplaced, self->items->pdata[i]);
  return self->unplaced->len > 0 ? look_up (self, 0, self->unplaced->len) : send_all (self);
}

/* Returns whether the lane's request may have been executed. */
static gboolean
may_be_executed (const Request *request, const HBaseLane *lane)
{
  return request->retry.may_be_executed || hbase_retry_is_under_way (lane)
         || (lane->state == HBASE_LANE_READY && lane->sent > 0);
}

/* What was sent may have been executed, whether the deadline or the caller ended the run. */
static GError *
interrupted (HBaseOperation *operation, GError *why)
{
  BatchOperation *self = (BatchOperation *) operation;

  for (guint i = 0; i < operation->n_lanes; i++)
    {
      const Request *request = &self->requests[i];

      if (may_be_executed (request, &operation->lanes[i]))
        settle_all (self, request, hbase_retry_outcome_unknown (g_error_copy (why)));
    }
  return why;
}

static void
clear (HBaseOperation *operation)
{
  BatchOperation *self = (BatchOperation *) operation;

  for (guint i = 0; i < operation->n_lanes; i++)
    {
      g_ptr_array_unref (self->requests[i].items);
      g_ptr_array_unref (self->requests[i].changes);
    }
  g_free (self->requests);
  for (guint i = 0; i < N_KINDS; i++)
    g_queue_clear (&self->ready[i]);
  hbase_operation_free (self->lookup);
  g_ptr_array_unref (self->unplaced);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->target.schema, hbase_key_schema_unref);
}

static const HBaseOperationClass batch_class = {
  .size = sizeof (BatchOperation),
  .start = start,
  .clear = clear,
  .interrupted = interrupted,
};

HBaseOperation *
hbase_batch_operation_new (
    HBaseTarget target, GPtrArray *items, guint n_lanes, guint max_count, gsize max_bytes)
{
  BatchOperation *self = hbase_operation_new (&batch_class, target.protocol, n_lanes);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->target = target;
  self->target.table = self->parent.table;
  self->target.schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->items = items;
  self->max_count = max_count;
  self->max_bytes = max_bytes;
  self->unplaced = g_ptr_array_new ();
  self->requests = g_new0 (Request, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    {
      self->requests[i].items = g_ptr_array_new ();
      self->requests[i].changes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
    }
  return &self->parent;
}

/* A change of a refused request may have been executed by that request. */
static GError *
unsent_error (const BatchOperation *self, const HBaseBatchItem *item, const GError *why)
{
  GError *error = error_of_item (self, item, why);

  return item->alone ? hbase_retry_outcome_unknown (error) : error;
}

GPtrArray *
hbase_batch_operation_take_items (HBaseOperation *operation, const GError *why)
{
  BatchOperation *self = (BatchOperation *) operation;

  for (guint i = 0; i < self->items->len; i++)
    {
      HBaseBatchItem *item = self->items->pdata[i];

      if (item->state == HBASE_BATCH_ITEM_PENDING)
        {
          item->state = HBASE_BATCH_ITEM_FAILED;
          item->error = unsent_error (self, item, why);
        }
    }
  return g_steal_pointer (&self->items);
}
