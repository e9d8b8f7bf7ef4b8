/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "hbase-batch-operation-private.h"
#include "hbase-data-operations-private.h"
#include "network.h"

/* Writers make writes of every kind, each to rows of its own, while regions move between servers whose clocks
 * differ, and gateways lose responses, fail, and refuse what is executed. The guarantees:
 *
 *  1. A write that is reported as done was executed.
 *  2. One that failed was not, and never will be, unless its outcome is reported as unknown, or its caller
 *     has cancelled it.
 *  3. At most one request with it is executed, unless it has timestamps or is marked as idempotent. The puts
 *     and deletes of a batch are sent once more if HBase refuses several at a time.
 *  4. Afterwards its rows are as they were, or as the write makes them, wholly.
 *  5. A condition that holds is reported as not fulfilled only if the write was executed before.
 *
 * Where servers set the timestamps and their clocks differ, a put or a delete may have no effect, as in
 * HBase. */

#define MAX_WRITERS 3
#define MAX_CALLS 5
#define MAX_ROWS 4
#define OLD "old"

typedef enum {
  KIND_PUT,
  KIND_PUT_MULTIPLE,
  KIND_DELETE,
  KIND_DELETE_MULTIPLE,
  KIND_MUTATE_ROW,
  KIND_INCREMENT,
  KIND_APPEND,
  KIND_CHECK_AND_PUT,
  KIND_CHECK_AND_DELETE,
  KIND_CHECK_AND_MUTATE,
  KIND_BATCH,
  N_KINDS,
} Kind;

typedef enum {
  OUTCOME_UNKNOWN,
  OUTCOME_DONE,
  OUTCOME_NEVER,
} Outcome;

/* A row, and what one write does with it. */
typedef struct {
  char *key;
  Kind kind; /* in a batch that of the item */
  gboolean may_be_repeated;
  Outcome outcome;
  guint n_executions;
  guint n_requests; /* that were executed; a gateway may execute one twice */
  guint last_request;
} Target;

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  gboolean has_timestamps;       /* which the client draws */
  gboolean has_different_clocks; /* and regions move between them */
  gint64 last_timestamp;
  GHashTable *targets; /* key → Target */
} WriteHistory;

typedef struct {
  WriteHistory *history;
  guint to_come;
  Kind kind;
  GPtrArray *targets; /* of the write that is being made; unowned */
  HBaseOperation *operation;
} Writer;

static gboolean
one_in (WriteHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

static gint64
draw_timestamp (gpointer data)
{
  WriteHistory *history = data;

  history->last_timestamp = MAX (history->last_timestamp, world_get_now (history->world) + 1000) + 1;
  return history->last_timestamp;
}

static HBaseTarget
target_of (WriteHistory *history)
{
  return (HBaseTarget){ .protocol = network_get_protocol (history->network),
                        .table = world_get_table (history->world),
                        .draw_timestamp = history->has_timestamps ? draw_timestamp : NULL,
                        .timestamps = history };
}

/* ---- what is executed ---- */

static void
see (gpointer data, HBaseSlice row)
{
  WriteHistory *history = data;
  g_autofree char *key = g_strndup ((const char *) row.data, row.length);
  Target *target = g_hash_table_lookup (history->targets, key);
  guint request = world_get_n_calls (history->world);

  if (target == NULL)
    return;
  target->n_executions++;
  target->n_requests += target->last_request != request;
  target->last_request = request;
  promise (target->outcome != OUTCOME_NEVER, "%s was reported as not written, and is written", key);
  promise (target->n_requests == 1 || target->may_be_repeated, "a second request that writes %s was executed",
           key);
}

static void
target_free (gpointer data)
{
  Target *target = data;

  g_free (target->key);
  g_free (target);
}

/* Rows that are deleted or compared have a cell. */
static gboolean
needs_old_cell (Kind kind)
{
  return kind != KIND_PUT && kind != KIND_PUT_MULTIPLE && kind != KIND_INCREMENT && kind != KIND_APPEND;
}

static Target *
add_target (Writer *writer, Kind kind)
{
  WriteHistory *history = writer->history;
  Target *target = g_new0 (Target, 1);

  target->kind = kind;
  target->key = g_strdup_printf ("row%u", g_hash_table_size (history->targets));
  if (needs_old_cell (kind))
    world_put (history->world, hbase_slice_text (target->key), 1, OLD);
  g_hash_table_insert (history->targets, target->key, target);
  g_ptr_array_add (writer->targets, target);
  return target;
}

/* ---- the writes ---- */

static HBasePut *
make_put (Writer *writer, Target *target)
{
  HBasePut *put = hbase_put_new_utf8 (target->key);

  hbase_put_add_utf8 (put, "f", "v", "new");
  hbase_put_add_utf8 (put, "g", "v", "new");
  hbase_mutation_set_idempotent (HBASE_MUTATION (put), one_in (writer->history, 3));
  target->may_be_repeated
      |= hbase_mutation_get_idempotent (HBASE_MUTATION (put)) || writer->history->has_timestamps;
  return put;
}

static HBaseDelete *
make_delete (Writer *writer, Target *target)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 (target->key);

  hbase_mutation_set_idempotent (HBASE_MUTATION (delete_), one_in (writer->history, 3));
  target->may_be_repeated
      |= hbase_mutation_get_idempotent (HBASE_MUTATION (delete_)) || writer->history->has_timestamps;
  return delete_;
}

static HBaseIncrement *
make_increment (Writer *writer, Target *target)
{
  HBaseIncrement *increment = hbase_increment_new_utf8 (target->key);

  hbase_increment_add_utf8 (increment, "f", "n", 1);
  return increment;
}

static HBaseAppend *
make_append (Writer *writer, Target *target)
{
  HBaseAppend *append = hbase_append_new_utf8 (target->key);

  hbase_append_add_utf8 (append, "f", "a", "x");
  return append;
}

/* Replaces the old cell by new ones. */
static HBaseRowMutations *
make_mutations (Writer *writer, Target *target)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = make_put (writer, target);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (target->key);
  gboolean idempotent = hbase_mutation_get_idempotent (HBASE_MUTATION (put));

  hbase_delete_add_column_utf8 (delete_, "f", "0");
  hbase_mutation_set_idempotent (HBASE_MUTATION (delete_), idempotent);
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  return mutations;
}

static void
add_put (Writer *writer, GPtrArray *puts)
{
  g_ptr_array_add (puts, make_put (writer, add_target (writer, KIND_PUT)));
}

static void
add_delete (Writer *writer, GPtrArray *deletes)
{
  g_ptr_array_add (deletes, make_delete (writer, add_target (writer, KIND_DELETE)));
}

/* A request is repeated as a whole, if all of its mutations may be. */
static void
allow_repetition_of_all (GPtrArray *targets)
{
  gboolean all = TRUE;

  for (guint i = 0; i < targets->len; i++)
    all &= ((Target *) targets->pdata[i])->may_be_repeated;
  for (guint i = 0; i < targets->len; i++)
    ((Target *) targets->pdata[i])->may_be_repeated = all;
}

static guint
choose_n_rows (Writer *writer)
{
  return (guint) g_rand_int_range (writer->history->rand, 1, MAX_ROWS + 1);
}

static HBaseOperation *
begin_several (Writer *writer, gboolean deletes)
{
  g_autoptr (GPtrArray) mutations = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  HBaseTarget target = target_of (writer->history);

  for (guint n = choose_n_rows (writer); n > 0; n--)
    (deletes ? add_delete : add_put) (writer, mutations);
  allow_repetition_of_all (writer->targets);
  return deletes ? hbase_delete_multiple_operation_new (target, mutations)
                 : hbase_put_multiple_operation_new (target, mutations);
}

static gpointer
make_item (Writer *writer)
{
  WriteHistory *history = writer->history;
  Target *target;
  gpointer mutation;

  if (one_in (history, 4))
    return make_increment (writer, add_target (writer, KIND_INCREMENT));
  if (one_in (history, 4))
    return make_append (writer, add_target (writer, KIND_APPEND));
  target = add_target (writer, one_in (history, 2) ? KIND_PUT : KIND_DELETE);
  mutation = target->kind == KIND_PUT ? (gpointer) make_put (writer, target) : make_delete (writer, target);
  target->may_be_repeated = TRUE;
  return mutation;
}

static HBaseOperation *
begin_batch (Writer *writer)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (hbase_batch_item_free);
  HBaseTarget target = target_of (writer->history);

  for (guint n = choose_n_rows (writer); n > 0; n--)
    {
      g_autoptr (HBaseMutation) mutation = make_item (writer);

      g_ptr_array_add (items, hbase_batch_item_new (target, mutation, NULL));
    }
  return hbase_batch_operation_new (target, items, 1 + g_rand_int (writer->history->rand) % 2,
                                    1 + g_rand_int (writer->history->rand) % 3, 100000);
}

static HBaseOperation *
begin_conditional (Writer *writer, Target *row)
{
  HBaseTarget target = target_of (writer->history);
  HBaseSlice family = HBASE_SLICE_LITERAL ("f"), qualifier = HBASE_SLICE_LITERAL ("0"),
             old = HBASE_SLICE_LITERAL (OLD);

  if (row->kind == KIND_CHECK_AND_DELETE)
    {
      g_autoptr (HBaseDelete) delete_ = make_delete (writer, row);

      return hbase_check_and_delete_operation_new (target, family, qualifier, old, delete_);
    }
  else if (row->kind == KIND_CHECK_AND_MUTATE)
    {
      g_autoptr (HBaseRowMutations) mutations = make_mutations (writer, row);

      return hbase_check_and_mutate_operation_new (target, family, qualifier, HBASE_COMPARE_OPERATOR_EQUAL,
                                                   old, mutations);
    }
  else
    {
      g_autoptr (HBasePut) put = make_put (writer, row);

      hbase_put_add_utf8 (put, "f", "0", "new");
      return hbase_check_and_put_operation_new (target, family, qualifier, old, put);
    }
}

static HBaseOperation *
begin_one (Writer *writer, Target *row)
{
  HBaseTarget target = target_of (writer->history);
  g_autoptr (HBaseMutation) mutation = NULL;

  switch (row->kind)
    {
    case KIND_PUT:
      mutation = (HBaseMutation *) make_put (writer, row);
      return hbase_put_operation_new (target, (HBasePut *) mutation);
    case KIND_DELETE:
      mutation = (HBaseMutation *) make_delete (writer, row);
      return hbase_delete_operation_new (target, (HBaseDelete *) mutation);
    case KIND_INCREMENT:
      mutation = (HBaseMutation *) make_increment (writer, row);
      return hbase_increment_operation_new (target, (HBaseIncrement *) mutation);
    case KIND_APPEND:
      mutation = (HBaseMutation *) make_append (writer, row);
      return hbase_append_operation_new (target, (HBaseAppend *) mutation);
    default:
      return begin_conditional (writer, row);
    }
}

static HBaseOperation *
begin_mutate_row (Writer *writer, Target *row)
{
  g_autoptr (HBaseRowMutations) mutations = make_mutations (writer, row);

  return hbase_mutate_row_operation_new (target_of (writer->history), mutations);
}

static HBaseOperation *
begin_write (Writer *writer)
{
  switch (writer->kind)
    {
    case KIND_PUT_MULTIPLE:
    case KIND_DELETE_MULTIPLE:
      return begin_several (writer, writer->kind == KIND_DELETE_MULTIPLE);
    case KIND_BATCH:
      return begin_batch (writer);
    case KIND_MUTATE_ROW:
      return begin_mutate_row (writer, add_target (writer, writer->kind));
    default:
      return begin_one (writer, add_target (writer, writer->kind));
    }
}

/* ---- what is reported ---- */

static Outcome
outcome_of_error (const GError *error)
{
  return error == NULL ? OUTCOME_DONE
         : g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN)
                 || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? OUTCOME_UNKNOWN
             : OUTCOME_NEVER;
}

static void
report (Target *target, const GError *error)
{
  target->outcome = outcome_of_error (error);
  promise (target->outcome != OUTCOME_DONE || target->n_executions > 0,
           "%s was reported as written, and isn't", target->key);
  promise (target->outcome != OUTCOME_NEVER || target->n_executions == 0,
           "%s was written, but reported as not: %s", target->key, error->message);
}

static void
report_items (Writer *writer, const GError *why)
{
  g_autoptr (GPtrArray) items = hbase_batch_operation_take_items (writer->operation, why);

  for (guint i = 0; i < items->len; i++)
    {
      const HBaseBatchItem *item = items->pdata[i];

      promise (item->state != HBASE_BATCH_ITEM_PENDING, "an item of a batch has no result");
      report (writer->targets->pdata[i], item->error);
    }
}

/* The condition held until it was executed. */
static void
check_condition (Writer *writer)
{
  Target *target = writer->targets->pdata[0];
  gboolean fulfilled = FALSE;

  hbase_operation_take (writer->operation, &fulfilled, NULL);
  promise (fulfilled || target->n_executions > 1, "a condition that holds is reported as not fulfilled");
}

static void
check_counter (Writer *writer)
{
  g_autoptr (HBaseRow) row = NULL;
  gint64 value = 0;

  hbase_operation_take (writer->operation, &row, NULL);
  promise (hbase_row_get_counter (row, "f:n", &value, NULL) && value == 1,
           "an increment returns another value");
}

static void
check_result (Writer *writer)
{
  if (writer->kind == KIND_CHECK_AND_PUT || writer->kind == KIND_CHECK_AND_DELETE
      || writer->kind == KIND_CHECK_AND_MUTATE)
    check_condition (writer);
  else if (writer->kind == KIND_INCREMENT)
    check_counter (writer);
}

static void writer_next (Writer *writer);

static void
writer_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;

  if (writer->kind == KIND_BATCH)
    report_items (writer, why);
  else
    for (guint i = 0; i < writer->targets->len; i++)
      report (writer->targets->pdata[i], why);
  if (why == NULL)
    check_result (writer);
  hbase_operation_free (g_steal_pointer (&writer->operation));
  writer_next (writer);
}

static void
writer_next (Writer *writer)
{
  if (writer->to_come == 0)
    return;
  writer->to_come--;
  g_ptr_array_set_size (writer->targets, 0);
  writer->kind = (Kind) g_rand_int_range (writer->history->rand, 0, N_KINDS);
  writer->operation = begin_write (writer);
  network_begin (writer->history->network, writer->operation, writer_ran, writer);
}

/* ---- afterwards ---- */

/* Returns "0" for the old cell, "v" for the new ones, "n" and "a" with their values. */
static char *
describe_row (HBaseRow *row)
{
  g_autofree char *old = hbase_row_dup_value_utf8 (row, "f:0"), *f = hbase_row_dup_value_utf8 (row, "f:v"),
                  *g = hbase_row_dup_value_utf8 (row, "g:v"), *a = hbase_row_dup_value_utf8 (row, "f:a");
  gint64 n = 0;

  promise ((f != NULL) == (g != NULL), "a half of a write is in the table");
  hbase_row_get_counter (row, "f:n", &n, NULL);
  return g_strdup_printf ("%s%s%.*s%s", g_strcmp0 (old, OLD) == 0 ? "0" : "", f != NULL ? "v" : "", (int) n,
                          "nnn", a != NULL ? a : "");
}

static const char *
expect_row (Kind kind, gboolean done)
{
  if (!done)
    return needs_old_cell (kind) ? "0" : "";
  switch (kind)
    {
    case KIND_DELETE:
    case KIND_CHECK_AND_DELETE:
      return "";
    case KIND_INCREMENT:
      return "n";
    case KIND_APPEND:
      return "x";
    default:
      return "v";
    }
}

static void
check_target (WriteHistory *history, const Target *target)
{
  g_autoptr (HBaseRow) row = world_get (history->world, hbase_slice_text (target->key));
  g_autofree char *found = describe_row (row);
  gboolean is_counter = target->kind == KIND_INCREMENT || target->kind == KIND_APPEND;

  if (history->has_different_clocks && !history->has_timestamps && !is_counter)
    return;
  promise (strcmp (found, expect_row (target->kind, target->n_executions > 0)) == 0,
           "%s is “%s” after %u executions of a write of kind %d", target->key, found, target->n_executions,
           (int) target->kind);
}

static void
check_all (WriteHistory *history)
{
  GHashTableIter targets;
  gpointer target;

  g_hash_table_iter_init (&targets, history->targets);
  while (g_hash_table_iter_next (&targets, NULL, &target))
    check_target (history, target);
}

static void
begin (WriteHistory *history, Writer *writers)
{
  guint n_writers = (guint) g_rand_int_range (history->rand, 1, MAX_WRITERS + 1);

  for (guint i = 0; i < n_writers; i++)
    {
      writers[i].history = history;
      writers[i].to_come = (guint) g_rand_int_range (history->rand, 1, MAX_CALLS + 1);
      writers[i].targets = g_ptr_array_new ();
      writer_next (&writers[i]);
    }
}

void
history_of_writes (World *world, GRand *rand)
{
  WriteHistory history = { .world = world, .rand = rand };
  Writer writers[MAX_WRITERS] = { 0 };

  world_begin_history (world, NULL);
  history.has_timestamps = g_rand_boolean (rand);
  history.has_different_clocks = g_rand_boolean (rand);
  history.network = network_new (world, rand);
  history.targets = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, target_free);
  if (history.has_different_clocks)
    world_let_regions_move (world);
  world_set_observer (world, see, &history);
  begin (&history, writers);
  while (network_step (history.network))
    continue;
  network_settle (history.network);
  world_set_observer (world, NULL, NULL);
  check_all (&history);
  for (guint i = 0; i < MAX_WRITERS; i++)
    g_clear_pointer (&writers[i].targets, g_ptr_array_unref);
  g_hash_table_unref (history.targets);
  network_free (history.network);
}
