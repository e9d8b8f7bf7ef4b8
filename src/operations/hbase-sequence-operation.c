/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sequence-operation-private.h"

#include "hbase-data-operations-private.h"
#include "hbase-retry-private.h"
#include "hbase-wire-tables.h"

#define COUNTER "counter"
#define DEFINITION "definition"

/* read the definition ─┬─ ours ──────────────→ increment ─→ above the base: DONE
 *                      ├─ another's: FAIL          ↑ └─ lost: maybe a block more is gone; again
 *                      └─ nothing ─┬─ creation: put it if absent ─→ read again
 *                                  └─ else: FAIL
 *
 *  1. What an increment answered is ours alone: the numbers (answer − block, answer] are nobody else's.
 *  2. An increment without an answer may have been carried out, or may be yet. Its numbers are given up, and
 *     it is asked for others: nothing is handed out twice, and `unknown` counts what may be lost.
 *  3. The row is only ever made by a creation, and never by an increment: an answer below the base means that
 *     the row was gone, whoever finds it.
 *  4. A creation ends when the definition was read: neither `true` nor `false` is taken for more than a hint.
 */
typedef struct {
  HBaseOperation parent;
  char *row, *family, *definition;
  gint64 block; /* 0: a creation */
  gboolean checked;
  gint64 taken;
  guint unknown;
  HBaseRetry retry;
} SequenceOperation;

static HBaseNext sequence_read (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext sequence_create (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext sequence_increment (HBaseOperation *operation, HBaseLane *lane);

/* What can be asked again, whatever became of it; takes `error`. `retry.left` says whether it may have been
 * carried out. */
static HBaseNext
again_or_fail (SequenceOperation *self, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (hbase_retry_decide (&self->retry, error, lane->sent) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, again);
  return hbase_operation_fail (&self->parent, error);
}

static HBaseNext
fail_missing (SequenceOperation *self)
{
  return hbase_operation_fail (
      &self->parent,
      hbase_operation_error (&self->parent, HBASE_ERROR_SEQUENCE_MISSING,
                             "the sequence's counter isn't there: it was never created, or somebody deleted "
                             "it, and to begin again would hand out the same numbers twice; create it with "
                             "a start beyond all that are in use"));
}

/* ---- the definition ---- */

static void
begin (SequenceOperation *self, HBaseWireWriter *writer)
{
  hbase_wire_writer_init (writer, self->parent.protocol, 256);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (self->parent.table));
}

static GBytes *
write_get (SequenceOperation *self)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (self->row);
  HBaseWireWriter writer;

  hbase_get_add_column (get, self->family, (const guint8 *) DEFINITION, strlen (DEFINITION));
  begin (self, &writer);
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

/* The value of the reply's only cell; data NULL: it has none. */
static HBaseSlice
value_of (const HBaseBlock *block)
{
  HBaseCellView cell = { 0 };

  if (block->n_cells > 0)
    hbase_block_cell (block, 0, &cell);
  return cell.value;
}

static HBaseNext
fail_definition (SequenceOperation *self, HBaseSlice found)
{
  return hbase_operation_fail (
      &self->parent, hbase_operation_error (
                         &self->parent, HBASE_ERROR_INVALID_ARGUMENT,
                         "the sequence was created as “%.*s”, and is used as “%s”: both would hand out the "
                         "same numbers",
                         (int) found.length, (const char *) hbase_slice_bytes (found), self->definition));
}

static HBaseNext
sequence_was_read (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseSlice found;

  if (!hbase_lane_take_response (lane, &block, &error))
    return again_or_fail (self, lane, error, sequence_read);
  found = value_of (block);
  if (found.length == 0)
    return self->block == 0 ? sequence_create (operation, lane) : fail_missing (self);
  if (!hbase_slice_equal (found, hbase_slice_text (self->definition)))
    return fail_definition (self, found);
  self->checked = TRUE;
  return self->block == 0 ? HBASE_DONE : sequence_increment (operation, lane);
}

static HBaseNext
sequence_read (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                          write_get ((SequenceOperation *) operation), 0, sequence_was_read);
}

/* ---- creation ---- */

static GBytes *
write_creation (SequenceOperation *self)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (self->row);
  guint64 base = GUINT64_TO_BE ((guint64) HBASE_SEQUENCE_BASE);
  HBaseWireWriter writer;

  hbase_put_add (put, self->family, (const guint8 *) COUNTER, strlen (COUNTER), (const guint8 *) &base,
                 sizeof base);
  hbase_put_add_utf8 (put, self->family, DEFINITION, self->definition);
  begin (self, &writer);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_ROW, hbase_slice_text (self->row));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, hbase_slice_text (self->family));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, hbase_slice_text (DEFINITION));
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_put_write (put, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
sequence_was_created (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return again_or_fail (self, lane, error, sequence_read);
  return sequence_read (operation, lane);
}

static HBaseNext
sequence_create (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT],
                          write_creation ((SequenceOperation *) operation), 0, sequence_was_created);
}

/* ---- a block ---- */

static GBytes *
write_increment (SequenceOperation *self)
{
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (self->row);
  HBaseWireWriter writer;

  hbase_increment_add (increment, self->family, (const guint8 *) COUNTER, strlen (COUNTER), self->block);
  begin (self, &writer);
  hbase_wire_write_struct (&writer, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_increment_write (increment, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
sequence_was_incremented (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseSlice value;

  if (!hbase_lane_take_response (lane, &block, &error))
    {
      gboolean late = hbase_retry_may_be_executed (lane, error);
      HBaseNext next = again_or_fail (self, lane, error, sequence_increment);

      self->retry.left |= late;
      self->unknown += self->retry.left;
      self->retry.left = FALSE;
      return next;
    }
  value = value_of (block);
  if (value.length != sizeof (gint64))
    return hbase_operation_fail (
        operation,
        hbase_operation_error (operation, HBASE_ERROR_PROTOCOL, "the answer to an increment has no number"));
  self->taken = (gint64) hbase_wire_load_64 (value.data) - HBASE_SEQUENCE_BASE;
  return self->taken >= self->block ? HBASE_DONE : fail_missing (self);
}

static HBaseNext
sequence_increment (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_INCREMENT],
                          write_increment ((SequenceOperation *) operation), 0, sequence_was_incremented);
}

/* ---- the operation ---- */

static HBaseNext
sequence_start (HBaseOperation *operation, HBaseLane *lane)
{
  return ((SequenceOperation *) operation)->checked ? sequence_increment (operation, lane)
                                                    : sequence_read (operation, lane);
}

/* Time is over: an increment that has left may have taken a block. */
static GError *
sequence_interrupted (HBaseOperation *operation, GError *why)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  HBaseLane *lane = &operation->lanes[0];

  if (lane->next == sequence_was_incremented && hbase_retry_is_under_way (lane))
    self->unknown++;
  return why;
}

static void
sequence_clear (HBaseOperation *operation)
{
  SequenceOperation *self = (SequenceOperation *) operation;

  g_free (self->row);
  g_free (self->family);
  g_free (self->definition);
}

static const HBaseOperationClass sequence_class = {
  .size = sizeof (SequenceOperation),
  .start = sequence_start,
  .clear = sequence_clear,
  .interrupted = sequence_interrupted,
};

static HBaseOperation *
operation_new (const HBaseSequenceKey *place, gint64 block, gboolean checked, GError **error)
{
  SequenceOperation *self;

  if (!hbase_table_name_check (place->target.table, error)
      || !hbase_row_key_check (hbase_slice_text (place->row), error))
    return NULL;
  self = hbase_operation_new (&sequence_class, place->target.protocol, 1);
  hbase_operation_set_subject (&self->parent, place->target.table, hbase_slice_text (place->row));
  self->row = g_strdup (place->row);
  self->family = g_strdup (place->family);
  self->definition = g_strdup (place->definition);
  self->block = block;
  self->checked = checked;
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  return &self->parent;
}

HBaseOperation *
hbase_sequence_operation_new (const HBaseSequenceKey *place, gint64 block, gboolean checked, GError **error)
{
  return operation_new (place, block, checked, error);
}

HBaseOperation *
hbase_sequence_creation_new (const HBaseSequenceKey *place, GError **error)
{
  return operation_new (place, 0, FALSE, error);
}

gint64
hbase_sequence_operation_get_taken (HBaseOperation *operation)
{
  return ((SequenceOperation *) operation)->taken;
}

guint
hbase_sequence_operation_get_unknown (HBaseOperation *operation)
{
  return ((SequenceOperation *) operation)->unknown;
}

void
hbase_sequence_operation_note_unknown (HBaseOperation *operation)
{
  ((SequenceOperation *) operation)->unknown++;
}
