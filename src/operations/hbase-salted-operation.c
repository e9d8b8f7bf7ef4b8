/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-salted-operations-private.h"

#include "hbase-bytes.h"
#include "hbase-data-operations-private.h"
#include "hbase-retry-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

/* Looks at all places where rows can be, and maybe writes one of them.
 *
 * 1. places[i] is a place of the row finds[owners[i]]; those before `next` were looked at.
 * 2. A find has the row of its place, the newest of several where that is wanted; where none was found, an
 * empty    row. Where only flags are asked for there are no rows. 3. The put is written once all places were
 * looked at, and only to one of these: to that of its find, or to    `fresh`, which doesn't change over
 * attempts. */

/* More places are asked for one request after the other. */
#define PLACES_A_REQUEST 4096

typedef struct {
  GBytes *key; /* unsalted */
  guint hits;  /* how often it is there */
  guint place;
  HBaseRow *row;
} Find;

typedef struct {
  HBaseOperation parent;
  HBaseKeySchema *schema;
  GPtrArray *places; /* of HBaseGet */
  GArray *owners;    /* of guint */
  GArray *finds;     /* of Find */
  guint next;
  gboolean flags_only;
  HBaseDuplicates duplicates;
  HBaseRetry retry;
  HBasePut *put; /* NULL: nothing is written */
  GBytes *fresh; /* where it is written if the row isn't there; NULL: nowhere */
} HBaseSaltedOperation;

static Find *
find_at (HBaseSaltedOperation *self, guint index)
{
  return &g_array_index (self->finds, Find, index);
}

static HBaseSlice
place_key (HBaseSaltedOperation *self, guint place)
{
  HBaseSlice key;

  key.data = hbase_get_get_row (self->places->pdata[place], &key.length);
  return key;
}

/* ---- what was found ---- */

static gint64
newest_timestamp (HBaseRow *row)
{
  gint64 newest = G_MININT64;
  HBaseCellIter iter;

  hbase_cell_iter_init (&iter, row);
  while (hbase_cell_iter_next (&iter))
    newest = MAX (newest, iter.timestamp);
  return newest;
}

static gboolean
fail_twice (HBaseSaltedOperation *self, const Find *find, guint place, GError **error)
{
  HBaseSlice first = place_key (self, find->place), second = place_key (self, place);
  g_autofree char *first_text = hbase_bytes_to_text (first.data, first.length);
  g_autofree char *second_text = hbase_bytes_to_text (second.data, second.length);

  hbase_operation_set_subject (&self->parent, self->parent.table, hbase_slice_of_bytes (find->key));
  g_propagate_error (error, hbase_operation_error (
                                &self->parent, HBASE_ERROR_DUPLICATE_KEY,
                                "it is there twice, as “%s” and as “%s”: delete one of them by its row key, "
                                "or say that the newest one counts",
                                first_text, second_text));
  return FALSE;
}

/* Takes the row, which may be NULL. */
static gboolean
note_hit (HBaseSaltedOperation *self, guint place, HBaseRow *row, GError **error)
{
  Find *find = find_at (self, g_array_index (self->owners, guint, place));
  g_autoptr (HBaseRow) held = row;

  if (find->hits > 0 && self->duplicates == HBASE_DUPLICATES_REFUSED)
    return fail_twice (self, find, place, error);
  find->hits++;
  if (find->hits > 1 && (row == NULL || newest_timestamp (row) <= newest_timestamp (find->row)))
    return TRUE;
  g_clear_pointer (&find->row, hbase_row_unref);
  find->row = g_steal_pointer (&held);
  find->place = place;
  return TRUE;
}

static gboolean
note_row (HBaseSaltedOperation *self, HBaseBlock *block, guint index, GError **error)
{
  guint place = self->next + index;
  Find *find = find_at (self, g_array_index (self->owners, guint, place));

  if (hbase_block_row_n_cells (block, index) > 0)
    return note_hit (self, place, hbase_row_new (block, index, place_key (self, place), self->schema), error);
  if (find->row == NULL)
    find->row = hbase_row_new_missing (block, index, hbase_slice_of_bytes (find->key), self->schema);
  return TRUE;
}

static gboolean
note_rows (HBaseSaltedOperation *self, HBaseBlock *block, guint n_asked, GError **error)
{
  if (!hbase_data_check_count (&self->parent, n_asked, block->n_rows, error))
    return FALSE;
  for (guint i = 0; i < n_asked; i++)
    if (!note_row (self, block, i, error))
      return FALSE;
  return TRUE;
}

static gboolean
note_flags (HBaseSaltedOperation *self, HBaseBlock *block, guint n_asked, GError **error)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id, count = 0;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (hbase_wire_decoder_next (&decoder, &id, &type) && type == HBASE_WIRE_LIST)
    count = hbase_wire_decoder_list (&decoder, &type);
  if (!hbase_data_check_count (&self->parent, n_asked, count, error))
    return FALSE;
  for (guint i = 0; i < count; i++)
    if (hbase_wire_decoder_bool (&decoder) && !note_hit (self, self->next + i, NULL, error))
      return FALSE;
  return TRUE;
}

/* ---- steps ---- */

static HBaseTarget
target_of (HBaseSaltedOperation *self)
{
  return (HBaseTarget){ self->parent.protocol, self->parent.table };
}

static HBaseNext write_put (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
put_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, NULL, &error))
    return HBASE_DONE;
  return hbase_retry_or_fail (&self->retry, lane, error, write_put);
}

static HBaseNext
write_put (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;
  Find *find = find_at (self, 0);
  HBaseSlice row = find->hits > 0 ? place_key (self, find->place) : hbase_slice_of_bytes (self->fresh);
  g_autoptr (HBasePut) put = hbase_put_copy_to (self->put, row);

  hbase_operation_set_subject (operation, operation->table, row);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_PUT],
                          hbase_data_arguments_of_put (target_of (self), put), 0, put_answered);
}

static HBaseNext
looked (HBaseSaltedOperation *self, HBaseLane *lane)
{
  if (self->put == NULL)
    return HBASE_DONE;
  if (find_at (self, 0)->hits == 0 && self->fresh == NULL)
    return hbase_operation_fail (&self->parent,
                                 hbase_operation_error (&self->parent, HBASE_ERROR_ROW_NOT_FOUND,
                                                        "there is no such row to be updated; put it, or let "
                                                        "the update insert it"));
  hbase_retry_init (&self->retry,
                    hbase_put_is_timestamped (self->put) ? HBASE_CALL_TIMESTAMPED : HBASE_CALL_ONCE);
  return write_put (&self->parent, lane);
}

static guint
count_asked (HBaseSaltedOperation *self)
{
  return MIN (self->places->len - self->next, PLACES_A_REQUEST);
}

static HBaseNext look (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
look_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  guint n_asked = count_asked (self);
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, look);
  if (!(self->flags_only ? note_flags : note_rows) (self, block, n_asked, &error))
    return hbase_operation_fail (operation, error);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  self->next += n_asked;
  return look (operation, lane);
}

static HBaseNext
look (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;
  HBaseWireMethodId method = self->flags_only ? HBASE_WIRE_METHOD_EXISTS_ALL : HBASE_WIRE_METHOD_GET_MULTIPLE;

  if (self->next == self->places->len)
    return looked (self, lane);
  return hbase_lane_send (
      lane, &hbase_wire_methods[method],
      hbase_data_arguments_of_gets (target_of (self), self->places, self->next, count_asked (self)), 0,
      look_answered);
}

/* ---- the whole ---- */

static GError *
interrupted (HBaseOperation *operation, GError *why)
{
  return hbase_retry_interrupted (&((HBaseSaltedOperation *) operation)->retry, &operation->lanes[0], why);
}

static void
clear (HBaseOperation *operation)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;

  hbase_key_schema_unref (self->schema);
  g_ptr_array_unref (self->places);
  g_array_unref (self->owners);
  g_array_unref (self->finds);
  g_clear_pointer (&self->put, hbase_put_unref);
  g_clear_pointer (&self->fresh, g_bytes_unref);
}

static const HBaseOperationClass salted_class = {
  .size = sizeof (HBaseSaltedOperation),
  .start = look,
  .clear = clear,
  .interrupted = interrupted,
};

static void
find_clear (gpointer data)
{
  Find *find = data;

  g_bytes_unref (find->key);
  g_clear_pointer (&find->row, hbase_row_unref);
}

static HBaseSaltedOperation *
salted_operation_new (HBaseTarget target, HBaseKeySchema *schema, HBaseDuplicates duplicates)
{
  HBaseSaltedOperation *self = hbase_operation_new (&salted_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->schema = hbase_key_schema_ref (schema);
  self->places = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);
  self->owners = g_array_new (FALSE, FALSE, sizeof (guint));
  self->finds = g_array_new (FALSE, TRUE, sizeof (Find));
  self->duplicates = duplicates;
  g_array_set_clear_func (self->finds, find_clear);
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  return self;
}

/* One more row to be looked for. */
static gboolean
add_get (HBaseSaltedOperation *self, HBaseGet *get, GError **error)
{
  g_autoptr (GPtrArray) gets = hbase_get_fan_out (get, self->schema, error);
  guint owner = self->finds->len;
  Find find = { NULL, 0, 0, NULL };
  const guint8 *row;
  gsize length;

  if (gets == NULL || !hbase_get_check (gets->pdata[0], error))
    return FALSE;
  row = hbase_get_get_row (get, &length);
  find.key = g_bytes_new (row, length);
  g_array_append_val (self->finds, find);
  for (guint i = 0; i < gets->len; i++)
    g_array_append_val (self->owners, owner);
  g_ptr_array_extend_and_steal (self->places, g_steal_pointer (&gets));
  return TRUE;
}

HBaseOperation *
hbase_salted_get_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, GPtrArray *gets, HBaseDuplicates duplicates, GError **error)
{
  HBaseSaltedOperation *self;

  if (!hbase_table_name_check (target.table, error))
    return NULL;
  self = salted_operation_new (target, schema, duplicates);
  for (guint i = 0; i < gets->len; i++)
    if (!hbase_target_prefix_error (target, add_get (self, gets->pdata[i], error), error))
      {
        hbase_operation_free (self);
        return NULL;
      }
  if (gets->len == 1)
    hbase_operation_set_subject (&self->parent, self->parent.table,
                                 hbase_slice_of_bytes (find_at (self, 0)->key));
  return &self->parent;
}

GPtrArray *
hbase_salted_operation_take_rows (HBaseOperation *operation)
{
  HBaseSaltedOperation *self = (HBaseSaltedOperation *) operation;
  GPtrArray *rows = g_ptr_array_new_full (self->finds->len, (GDestroyNotify) hbase_row_unref);

  for (guint i = 0; i < self->finds->len; i++)
    g_ptr_array_add (rows, g_steal_pointer (&find_at (self, i)->row));
  return rows;
}

/* Whether the row is there is all that is wanted. */
static HBaseSaltedOperation *
look_for (
    HBaseTarget target, HBaseKeySchema *schema, HBaseGet *get, HBaseDuplicates duplicates, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new ();
  HBaseOperation *operation;

  g_ptr_array_add (gets, get);
  operation = hbase_salted_get_operation_new (target, schema, gets, duplicates, error);
  if (operation != NULL)
    ((HBaseSaltedOperation *) operation)->flags_only = TRUE;
  return (HBaseSaltedOperation *) operation;
}

HBaseOperation *
hbase_salted_exists_operation_new (HBaseTarget target, HBaseKeySchema *schema, HBaseGet *get, GError **error)
{
  HBaseSaltedOperation *self = look_for (target, schema, get, HBASE_DUPLICATES_NEWEST, error);

  return self != NULL ? &self->parent : NULL;
}

gboolean
hbase_salted_operation_get_exists (HBaseOperation *operation)
{
  return find_at ((HBaseSaltedOperation *) operation, 0)->hits > 0;
}

HBaseOperation *
hbase_salted_update_operation_new (HBaseTarget target,
                                   HBaseKeySchema *schema,
                                   HBasePut *put,
                                   const guint32 *draw,
                                   HBaseDuplicates duplicates,
                                   GError **error)
{
  gsize length;
  const guint8 *row = hbase_put_get_row (put, &length);
  g_autoptr (HBaseGet) get = hbase_get_new (row, length);
  HBaseSaltedOperation *self;

  if (!hbase_target_prefix_error (target, hbase_put_check (put, error), error))
    return NULL;
  self = look_for (target, schema, get, duplicates, error);
  if (self == NULL)
    return NULL;
  self->flags_only = duplicates == HBASE_DUPLICATES_REFUSED; /* cells tell which one is the newest */
  self->put = hbase_put_copy (put);
  if (draw != NULL)
    self->fresh = hbase_key_schema_salt_with_draw (schema, row, length, *draw, NULL);
  return &self->parent;
}
