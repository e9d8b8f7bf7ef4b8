/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the calls on rows that are named by their keys without salts.
 *
 *   look up all stored keys that the rows may have ── done: gets
 *                                                  └─ write each put to the key found, or to a new key: puts
 *
 * 1. candidates[i] is a stored key that rows[owners[i]] may have; those before `next` were looked up.
 * 2. A row that was found has the data of its stored key, or of the newest of several, if the target prefers
 *    that. A row that wasn't found is empty, and has the key without salts. If only flags are requested there
 *    is no data.
 * 3. The puts are written by one child, after all lookups, and each only to one key: the key under which its
 *    row was found, or else the key made with the target's random number. Repetitions go to the same key. */

#include "hbase-unsalted-operations-private.h"

#include "hbase-bytes.h"
#include "hbase-arguments-private.h"
#include "hbase-filter-text-private.h"
#include "hbase-write-operations-private.h"

/* Stored keys in one request; more are requested one request after the other. */
#define MAX_KEYS_A_REQUEST 4096

/* ---- what isn't supported ---- */

gboolean
hbase_unsalted_refuse (HBaseTarget target, const char *what, GError **error)
{
  if (target.unsalted)
    hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                     "table “%s”: %s on a handle whose keys have no salts: use one made by hbase_table_new()",
                     target.table, what);
  return !target.unsalted;
}

static gboolean
check_schema (HBaseTarget target, GError **error)
{
  if (target.schema == NULL)
    hbase_error_set (
        error, HBASE_ERROR_INVALID_ARGUMENT,
        "table “%s”: a handle whose keys have no salts needs a key schema, as “salt:random(4),name:text”",
        target.table);
  return target.schema != NULL;
}

gboolean
hbase_unsalted_check_scan (HBaseTarget target, HBaseScan *scan, GError **error)
{
  const char *filter = hbase_scan_find_key_filter (scan);
  gboolean ordered;

  if (!target.unsalted)
    return TRUE;
  if (filter != NULL)
    hbase_error_set (
        error, HBASE_ERROR_UNSUPPORTED,
        "table “%s”: %s compares stored keys, but this handle's keys have no salts: set the scan's start, "
        "stop or prefix, or use a handle made by hbase_table_new()",
        target.table, filter);
  return filter == NULL && check_schema (target, error)
         && (hbase_scan_get_parallelism (scan, &ordered) < 2 || ordered
             || hbase_unsalted_refuse (target, "unordered parallel ranges aren't supported", error));
}

/* ---- stored keys ---- */

/* Of a change that was made for a row: whether it has the row's key. */
static gboolean
check_stored_key (HBaseTarget target, const HBaseMutation *mutation, GError **error)
{
  HBaseSlice stored = hbase_slice_of_bytes (mutation->stored_key);
  g_autoptr (GBytes) key = NULL;

  if (!target.unsalted)
    return TRUE;
  key = hbase_key_schema_unsalt (target.schema, stored.data, stored.length, error);
  if (key == NULL)
    return FALSE;
  if (hbase_slice_equal (hbase_slice_of_bytes (key), hbase_mutation_row_slice (mutation)))
    return TRUE;
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       "the row was read by a handle with other keys: read it by this one");
  return FALSE;
}

/* Makes the stored key of a new row. All changes of one row that a target makes choose the same key. */
static GBytes *
make_stored_key (HBaseTarget target, HBaseSlice key, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (key.data, key.length);

  return hbase_key_schema_salt_with_random (target.schema, key.data, key.length,
                                            target.random ^ g_bytes_hash (bytes), error);
}

static GBytes *
find_stored_key (HBaseTarget target, const HBaseMutation *mutation, GError **error)
{
  HBaseSlice key = hbase_mutation_row_slice (mutation);

  if (mutation->stored_key != NULL)
    return check_stored_key (target, mutation, error) ? g_bytes_ref (mutation->stored_key) : NULL;
  if (mutation->assume_new)
    return make_stored_key (target, key, error);
  if (!hbase_key_schema_has_random_salt (target.schema))
    return hbase_key_schema_salt (target.schema, key.data, key.length, error);
  hbase_error_set (
      error, HBASE_ERROR_UNSUPPORTED,
      "a salt of “%s” is random, so the row's stored key isn't known: get the row, and make the %s of it by "
      "hbase_%s_new_for_row()",
      hbase_key_schema_get_text (target.schema), mutation->class->name, mutation->class->name);
  return NULL;
}

HBaseMutation *
hbase_unsalted_place (HBaseTarget target, HBaseMutation *mutation, GError **error)
{
  g_autoptr (GBytes) stored = NULL;

  if (!target.unsalted && mutation->stored_key == NULL)
    return hbase_mutation_ref (mutation);
  if (target.unsalted && !check_schema (target, error))
    return NULL;
  stored = find_stored_key (target, mutation, error);
  return hbase_target_prefix_error (target, stored != NULL, error)
             ? hbase_mutation_copy_to (mutation, hbase_slice_of_bytes (stored))
             : NULL;
}

static gboolean
add_placed (HBaseTarget target, HBaseMutation *mutation, GPtrArray *all, GError **error)
{
  HBaseMutation *placed = hbase_unsalted_place (target, mutation, error);

  if (placed != NULL)
    g_ptr_array_add (all, placed);
  return placed != NULL;
}

/* Adds the deletes of all keys under which the row may be stored. */
static gboolean
add_deletes (HBaseTarget target, HBaseMutation *delete_, GPtrArray *all, GError **error)
{
  g_autoptr (GPtrArray) keys = NULL;

  if (!check_schema (target, error))
    return FALSE;
  keys = hbase_key_schema_list_salted_keys (target.schema, delete_->row, delete_->row_length, error);
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    g_ptr_array_add (all, hbase_mutation_copy_to (delete_, hbase_slice_of_bytes (keys->pdata[i])));
  return hbase_target_prefix_error (target, keys != NULL, error);
}

GPtrArray *
hbase_unsalted_place_all (HBaseTarget target, GPtrArray *mutations, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_full (mutations->len, hbase_mutation_unref);

  for (guint i = 0; i < mutations->len; i++)
    {
      HBaseMutation *mutation = mutations->pdata[i];
      gboolean has_any_key = target.unsalted && mutation->stored_key == NULL
                             && mutation->class->method == HBASE_WIRE_METHOD_DELETE_SINGLE;

      if (!(has_any_key ? add_deletes : add_placed) (target, mutation, all, error))
        return NULL;
    }
  return g_steal_pointer (&all);
}

/* ---- the rows that are looked up ---- */

typedef struct {
  GBytes *key;     /* without salts */
  guint n_found;   /* under how many stored keys it was found */
  guint candidate; /* the index of the key that counts */
  HBaseRow *row;
} Lookup;

typedef struct {
  HBaseOperation parent;
  HBaseTarget target;    /* of the operation's own table name and schema */
  GPtrArray *candidates; /* of HBaseGet */
  GArray *owners;        /* of guint */
  GArray *rows;          /* of Lookup */
  guint next;
  gboolean flags_only;
  HBaseRetry retry;
  GPtrArray *puts;  /* of HBaseMutation; NULL: it has none */
  GArray *put_rows; /* of guint: the row of each put; NOT_LOOKED_UP: the put has its stored key */
  gboolean writes;  /* the puts are written */
  HBaseOperation *child;
} HBaseUnsaltedOperation;

#define NOT_LOOKED_UP G_MAXUINT

static Lookup *
get_lookup (HBaseUnsaltedOperation *self, guint index)
{
  return &g_array_index (self->rows, Lookup, index);
}

static HBaseSlice
get_candidate_key (HBaseUnsaltedOperation *self, guint candidate)
{
  return hbase_get_row_slice (self->candidates->pdata[candidate]);
}

static gint64
find_newest_timestamp (HBaseRow *row)
{
  gint64 newest = G_MININT64;
  HBaseCellIter iter;

  hbase_cell_iter_init (&iter, row);
  while (hbase_cell_iter_next (&iter))
    newest = MAX (newest, iter.timestamp);
  return newest;
}

static gboolean
fail_duplicate (HBaseUnsaltedOperation *self, const Lookup *lookup, guint candidate, GError **error)
{
  HBaseSlice first = get_candidate_key (self, lookup->candidate),
             second = get_candidate_key (self, candidate);
  g_autofree char *first_text = hbase_bytes_to_escaped (first.data, first.length);
  g_autofree char *second_text = hbase_bytes_to_escaped (second.data, second.length);

  hbase_operation_set_subject (&self->parent, self->parent.table, hbase_slice_of_bytes (lookup->key));
  g_propagate_error (
      error,
      hbase_operation_error (&self->parent, HBASE_ERROR_DUPLICATE_KEY,
                             "it is stored twice, as “%s” and as “%s”: delete one of them by its stored key, "
                             "or set prefer-newest on the table's handle",
                             first_text, second_text));
  return FALSE;
}

/* Takes the row, which may be NULL. */
static gboolean
record_found (HBaseUnsaltedOperation *self, guint candidate, HBaseRow *row, GError **error)
{
  Lookup *lookup = get_lookup (self, g_array_index (self->owners, guint, candidate));
  g_autoptr (HBaseRow) held = row;

  if (lookup->n_found > 0 && !self->target.prefer_newest)
    return fail_duplicate (self, lookup, candidate, error);
  lookup->n_found++;
  if (lookup->n_found > 1
      && (row == NULL || find_newest_timestamp (row) <= find_newest_timestamp (lookup->row)))
    return TRUE;
  g_clear_pointer (&lookup->row, hbase_row_unref);
  lookup->row = g_steal_pointer (&held);
  lookup->candidate = candidate;
  return TRUE;
}

static gboolean
record_row (HBaseUnsaltedOperation *self, HBaseBlock *block, guint index, GError **error)
{
  guint candidate = self->next + index;
  Lookup *lookup = get_lookup (self, g_array_index (self->owners, guint, candidate));

  if (hbase_block_row_n_cells (block, index) > 0)
    return record_found (
        self, candidate,
        hbase_row_new_unsalted (block, index, get_candidate_key (self, candidate), self->target.schema),
        error);
  if (lookup->row == NULL)
    lookup->row = hbase_row_new_missing (hbase_slice_of_bytes (lookup->key), self->target.schema);
  return TRUE;
}

static gboolean
record_rows (HBaseUnsaltedOperation *self, HBaseBlock *block, guint n_requested, GError **error)
{
  if (!hbase_operation_check_count (&self->parent, n_requested, block->n_rows, error))
    return FALSE;
  for (guint i = 0; i < n_requested; i++)
    if (!record_row (self, block, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
record_flags (HBaseUnsaltedOperation *self, HBaseBlock *block, guint n_requested, GError **error)
{
  g_autoptr (GArray) flags = hbase_response_get_flags (block);

  if (!hbase_operation_check_count (&self->parent, n_requested, flags->len, error))
    return FALSE;
  for (guint i = 0; i < n_requested; i++)
    if (g_array_index (flags, gboolean, i) && !record_found (self, self->next + i, NULL, error))
      return FALSE;
  return TRUE;
}

/* ---- steps ---- */

/* Returns the put of its row's stored key; NULL: the row's key isn't of the schema. */
static HBaseMutation *
place_put (HBaseUnsaltedOperation *self, guint index, GError **error)
{
  HBaseMutation *put = self->puts->pdata[index];
  guint row = g_array_index (self->put_rows, guint, index);
  g_autoptr (GBytes) fresh = NULL;
  const Lookup *lookup;

  if (row == NOT_LOOKED_UP)
    return hbase_mutation_ref (put);
  lookup = get_lookup (self, row);
  if (lookup->n_found > 0)
    return hbase_mutation_copy_to (put, get_candidate_key (self, lookup->candidate));
  fresh = make_stored_key (self->target, hbase_slice_of_bytes (lookup->key), error);
  return fresh != NULL ? hbase_mutation_copy_to (put, hbase_slice_of_bytes (fresh)) : NULL;
}

static HBaseNext
handle_written (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  return error == NULL ? HBASE_DONE : hbase_operation_fail (operation, error);
}

/* Returns all puts of their rows' stored keys; NULL: an error. */
static GPtrArray *
place_puts (HBaseUnsaltedOperation *self, GError **error)
{
  g_autoptr (GPtrArray) placed = g_ptr_array_new_full (self->puts->len, hbase_mutation_unref);

  for (guint i = 0; i < self->puts->len; i++)
    {
      HBaseMutation *put = place_put (self, i, error);

      if (put == NULL)
        return NULL;
      g_ptr_array_add (placed, put);
    }
  return g_steal_pointer (&placed);
}

static HBaseNext
write_puts (HBaseUnsaltedOperation *self)
{
  HBaseTarget stored = hbase_operation_get_target (&self->parent);
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = place_puts (self, &error);

  stored.draw_timestamp = self->target.draw_timestamp;
  stored.timestamps = self->target.timestamps;
  if (placed == NULL)
    return hbase_operation_fail (&self->parent, error);
  self->child = placed->len == 1 ? hbase_write_operation_new (stored, placed->pdata[0])
                                 : hbase_write_multiple_operation_new (stored, placed);
  return hbase_operation_run_child (&self->parent, self->child, handle_written);
}

/* Returns how many of the next candidates one request has, at least one. */
static guint
count_requested (HBaseUnsaltedOperation *self)
{
  guint most = MIN (self->candidates->len - self->next, MAX_KEYS_A_REQUEST), n = 0;
  gsize length = hbase_arguments_get_overhead (self->target);

  for (; n < most; n++)
    {
      length += hbase_get_get_max_length (self->candidates->pdata[self->next + n]);
      if (n > 0 && length > HBASE_ARGUMENTS_MAX_BYTES)
        break;
    }
  return n;
}

static HBaseNext send_lookup (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
handle_lookup (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseUnsaltedOperation *self = (HBaseUnsaltedOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  guint n_requested = count_requested (self);
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, send_lookup);
  if (!(self->flags_only ? record_flags : record_rows) (self, block, n_requested, &error))
    return hbase_operation_fail (operation, error);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  self->next += n_requested;
  return send_lookup (operation, lane);
}

static HBaseNext
send_lookup (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseUnsaltedOperation *self = (HBaseUnsaltedOperation *) operation;
  HBaseWireMethodId method = self->flags_only ? HBASE_WIRE_METHOD_EXISTS_ALL : HBASE_WIRE_METHOD_GET_MULTIPLE;

  if (self->next == self->candidates->len)
    return self->writes ? write_puts (self) : HBASE_DONE;
  return hbase_lane_call (lane, method,
                          hbase_arguments_of_gets (hbase_operation_get_target (operation), self->candidates,
                                                   self->next, count_requested (self)),
                          handle_lookup);
}

/* ---- the operations ---- */

static void
clear (HBaseOperation *operation)
{
  HBaseUnsaltedOperation *self = (HBaseUnsaltedOperation *) operation;

  hbase_operation_free (self->child);
  g_clear_pointer (&self->target.schema, hbase_key_schema_unref);
  g_ptr_array_unref (self->candidates);
  g_array_unref (self->owners);
  g_array_unref (self->rows);
  g_array_unref (self->put_rows);
  g_clear_pointer (&self->puts, g_ptr_array_unref);
}

/* To GPtrArray **. */
static gboolean
take_rows (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseUnsaltedOperation *self = (HBaseUnsaltedOperation *) operation;
  GPtrArray *rows = g_ptr_array_new_full (self->rows->len, (GDestroyNotify) hbase_row_unref);

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (rows, g_steal_pointer (&get_lookup (self, i)->row));
  *(GPtrArray **) result = rows;
  return TRUE;
}

/* To HBaseRow **. */
static gboolean
take_row (HBaseOperation *operation, gpointer result, GError **error)
{
  *(HBaseRow **) result = g_steal_pointer (&get_lookup ((HBaseUnsaltedOperation *) operation, 0)->row);
  return TRUE;
}

/* To gboolean *, which may be NULL. */
static gboolean
take_flag (HBaseOperation *operation, gpointer result, GError **error)
{
  if (result != NULL)
    *(gboolean *) result = get_lookup ((HBaseUnsaltedOperation *) operation, 0)->n_found > 0;
  return TRUE;
}

/* To GArray **. */
static gboolean
take_flags (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseUnsaltedOperation *self = (HBaseUnsaltedOperation *) operation;
  GArray *flags = g_array_sized_new (FALSE, FALSE, sizeof (gboolean), self->rows->len);

  for (guint i = 0; i < self->rows->len; i++)
    {
      gboolean exists = get_lookup (self, i)->n_found > 0;

      g_array_append_val (flags, exists);
    }
  *(GArray **) result = flags;
  return TRUE;
}

/* To GPtrArray **. */
static gboolean
take_puts (HBaseOperation *operation, gpointer result, GError **error)
{
  GPtrArray *puts = place_puts ((HBaseUnsaltedOperation *) operation, error);

  *(GPtrArray **) result = puts;
  return puts != NULL;
}

#define UNSALTED_CLASS(take_function)                                                                        \
  {                                                                                                          \
    .size = sizeof (HBaseUnsaltedOperation), .start = send_lookup, .clear = clear, .take = take_function     \
  }

static const HBaseOperationClass get_class = UNSALTED_CLASS (take_row);
static const HBaseOperationClass get_multiple_class = UNSALTED_CLASS (take_rows);
static const HBaseOperationClass exists_class = UNSALTED_CLASS (take_flag);
static const HBaseOperationClass exists_multiple_class = UNSALTED_CLASS (take_flags);
static const HBaseOperationClass put_class = UNSALTED_CLASS (NULL);
static const HBaseOperationClass place_puts_class = UNSALTED_CLASS (take_puts);

static void
clear_lookup (gpointer data)
{
  Lookup *lookup = data;

  g_bytes_unref (lookup->key);
  g_clear_pointer (&lookup->row, hbase_row_unref);
}

/* Its rows are added then, if the target is valid. */
static HBaseUnsaltedOperation *
operation_new (const HBaseOperationClass *class, HBaseTarget target)
{
  HBaseUnsaltedOperation *self = hbase_operation_new (class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->target = target;
  self->target.schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->candidates = g_ptr_array_new_with_free_func (hbase_query_unref);
  self->owners = g_array_new (FALSE, FALSE, sizeof (guint));
  self->rows = g_array_new (FALSE, TRUE, sizeof (Lookup));
  self->put_rows = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_set_clear_func (self->rows, clear_lookup);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  if (hbase_table_name_check (target.table, &self->parent.problem))
    check_schema (target, &self->parent.problem);
  return self;
}

/* Adds a row to the rows that are looked up. */
static gboolean
add_get (HBaseUnsaltedOperation *self, HBaseGet *get, GError **error)
{
  HBaseSlice row = hbase_get_row_slice (get);
  Lookup lookup = { .key = g_bytes_new (row.data, row.length) };
  guint owner = self->rows->len;
  g_autoptr (GPtrArray) keys = NULL;

  g_array_append_val (self->rows, lookup);
  keys = hbase_key_schema_list_salted_keys (self->target.schema, row.data, row.length, error);
  if (keys == NULL)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      g_ptr_array_add (self->candidates, hbase_get_copy_to (get, hbase_slice_of_bytes (keys->pdata[i])));
      g_array_append_val (self->owners, owner);
    }
  return hbase_get_check (g_ptr_array_index (self->candidates, self->candidates->len - 1), error);
}

static HBaseUnsaltedOperation *
lookup_new (const HBaseOperationClass *class, HBaseTarget target, GPtrArray *gets)
{
  HBaseUnsaltedOperation *self = operation_new (class, target);
  GError **problem = &self->parent.problem;

  for (guint i = 0; i < gets->len && *problem == NULL; i++)
    hbase_target_prefix_error (target, add_get (self, gets->pdata[i], problem), problem);
  if (gets->len == 1)
    hbase_operation_set_subject (&self->parent, target.table, hbase_get_row_slice (gets->pdata[0]));
  return self;
}

HBaseOperation *
hbase_unsalted_get_operation_new (HBaseTarget target, HBaseGet *get)
{
  return &lookup_new (&get_class, target, &(GPtrArray){ (gpointer *) &get, 1 })->parent;
}

HBaseOperation *
hbase_unsalted_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets)
{
  return &lookup_new (&get_multiple_class, target, gets)->parent;
}

/* A row that is stored twice exists, too. */
static HBaseOperation *
exists_new (const HBaseOperationClass *class, HBaseTarget target, GPtrArray *gets)
{
  HBaseUnsaltedOperation *self;

  target.prefer_newest = TRUE;
  self = lookup_new (class, target, gets);
  self->flags_only = TRUE;
  return &self->parent;
}

HBaseOperation *
hbase_unsalted_exists_operation_new (HBaseTarget target, HBaseGet *get)
{
  return exists_new (&exists_class, target, &(GPtrArray){ (gpointer *) &get, 1 });
}

HBaseOperation *
hbase_unsalted_exists_multiple_operation_new (HBaseTarget target, GPtrArray *gets)
{
  return exists_new (&exists_multiple_class, target, gets);
}

/* ---- puts ---- */

static gboolean
put_needs_lookup (HBaseTarget target, const HBaseMutation *put)
{
  return target.unsalted && target.schema != NULL && put->stored_key == NULL && !put->assume_new
         && hbase_key_schema_has_random_salt (target.schema);
}

gboolean
hbase_unsalted_needs_lookup (HBaseTarget target, GPtrArray *puts)
{
  for (guint i = 0; i < puts->len; i++)
    if (put_needs_lookup (target, puts->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
add_put (HBaseUnsaltedOperation *self, HBaseMutation *put, GError **error)
{
  g_autoptr (HBaseGet) get = hbase_get_new (put->row, put->row_length);
  guint row = put_needs_lookup (self->target, put) ? self->rows->len : NOT_LOOKED_UP;

  if (!hbase_mutation_check (put, error))
    return FALSE;
  g_array_append_val (self->put_rows, row);
  if (row == NOT_LOOKED_UP)
    return add_placed (self->target, put, self->puts, error);
  g_ptr_array_add (self->puts, hbase_mutation_copy (put));
  return add_get (self, get, error);
}

static HBaseUnsaltedOperation *
puts_new (const HBaseOperationClass *class, HBaseTarget target, GPtrArray *puts)
{
  HBaseUnsaltedOperation *self = operation_new (class, target);
  GError **problem = &self->parent.problem;

  self->flags_only = !target.prefer_newest; /* cells show which row is the newest */
  self->puts = g_ptr_array_new_full (puts->len, hbase_mutation_unref);
  for (guint i = 0; i < puts->len && *problem == NULL; i++)
    hbase_target_prefix_error (target, add_put (self, puts->pdata[i], problem), problem);
  if (puts->len == 1)
    hbase_operation_set_subject (&self->parent, target.table, hbase_mutation_row_slice (puts->pdata[0]));
  return self;
}

HBaseOperation *
hbase_unsalted_put_operation_new (HBaseTarget target, GPtrArray *puts)
{
  HBaseUnsaltedOperation *self = puts_new (&put_class, target, puts);

  self->writes = TRUE;
  return &self->parent;
}

HBaseOperation *
hbase_unsalted_place_puts_operation_new (HBaseTarget target, GPtrArray *puts)
{
  return &puts_new (&place_puts_class, target, puts)->parent;
}
