/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-sequence-operation-private.h"

#include "hbase-arguments-private.h"
#include "hbase-retry-private.h"

/* This file implements the operations on a sequence's counter: taking a block of numbers, and creating the
 * counter's row.
 *
 * read the definition ─┬─ ours ──────────────→ increment ─→ above the base: DONE
 *                      ├─ another: FAIL            ↑ └─ lost: a block may be lost; increment again
 *                      └─ none ─┬─ creation: put it if absent ─→ read again
 *                               └─ else: FAIL
 *
 *  1. The numbers (response − block, response] belong to the sender of the increment alone.
 *  2. An increment without a response may have been executed, or may be executed later. Its numbers are
 *     abandoned, and another increment is sent: no number is handed out twice, and `unknown` counts the
 *     blocks that may be lost. The same holds for a response without a number.
 *  3. Only a creation creates the row. A response below the base means that the row was deleted, and that an
 *     increment has created another row. A response that isn't above what was taken before the increment was
 *     sent means that the counter went back, as if the table was restored from a snapshot.
 *  4. A creation ends when the definition was read: neither `true` nor `false` proves which definition is
 *     stored.
 */

#define COUNTER "counter"
#define DEFINITION "definition"

typedef struct {
  HBaseOperation parent;
  char *row, *family, *definition;
  gint64 block; /* 0: a creation */
  gboolean checked;
  gint64 taken;
  gint64 floor; /* so many numbers had been taken before the operation began */
  guint unknown;
  HBaseRetry retry; /* every request may be repeated, even if it was executed */
} SequenceOperation;

static HBaseNext sequence_read (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext sequence_create (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext sequence_increment (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
fail_missing (SequenceOperation *self)
{
  return hbase_operation_fail (
      &self->parent,
      hbase_operation_error (&self->parent, HBASE_ERROR_SEQUENCE_MISSING,
                             "the sequence has no counter: it was never created, or it was deleted, and "
                             "a new one would hand out the same numbers twice; create it with a start "
                             "beyond all numbers in use"));
}

static HBaseNext
fail_gone_back (SequenceOperation *self, gint64 taken, gint64 floor)
{
  return hbase_operation_fail (
      &self->parent,
      hbase_operation_error (&self->parent, HBASE_ERROR_SEQUENCE_MISSING,
                             "the sequence's counter went back, to %" G_GINT64_FORMAT
                             " numbers, after %" G_GINT64_FORMAT
                             " had been taken: was the table restored, or the counter written? It would "
                             "hand out the same numbers twice; create the sequence under another name, or "
                             "with a start beyond all numbers in use",
                             taken, floor));
}

/* ---- the definition ---- */

/* Returns the value of the response's only cell; data NULL: it has none. */
static HBaseSlice
find_value (const HBaseBlock *block)
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
                         "the sequence was created as “%.*s”, but is used as “%s”: these would hand out the "
                         "same numbers",
                         (int) found.length, (const char *) hbase_slice_bytes (found), self->definition));
}

static HBaseNext
definition_received (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseSlice found;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&self->retry, lane, error, sequence_read);
  found = find_value (block);
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
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (self->row);

  hbase_query_add_column (HBASE_QUERY (get), self->family, (const guint8 *) DEFINITION, strlen (DEFINITION));
  return hbase_lane_call (lane, HBASE_WIRE_METHOD_GET,
                          hbase_arguments_of_get (hbase_operation_get_target (operation), get),
                          definition_received);
}

/* ---- creation ---- */

static HBaseNext
creation_responded (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_retry_or_fail (&((SequenceOperation *) operation)->retry, lane, error, sequence_read);
  return sequence_read (operation, lane);
}

static HBaseNext
sequence_create (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (self->row);
  guint64 base = GUINT64_TO_BE ((guint64) HBASE_SEQUENCE_BASE);

  hbase_put_add (put, self->family, (const guint8 *) COUNTER, strlen (COUNTER), (const guint8 *) &base,
                 sizeof base);
  hbase_put_add_utf8 (put, self->family, DEFINITION, self->definition);
  return hbase_lane_call (lane, HBASE_WIRE_METHOD_CHECK_AND_PUT,
                          hbase_arguments_of_check_and_change (
                              hbase_operation_get_target (operation), hbase_slice_text (self->family),
                              hbase_slice_text (DEFINITION), hbase_slice (NULL, 0), HBASE_MUTATION (put)),
                          creation_responded);
}

/* ---- a block ---- */

/* A response without a cell counts as none: HBase has executed the increment, but no longer knows the
 * result. */
static gboolean
take_counter (HBaseOperation *operation, HBaseLane *lane, HBaseBlock **block, GError **error)
{
  if (!hbase_lane_take_response (lane, block, error))
    return FALSE;
  if ((*block)->n_cells > 0)
    return TRUE;
  g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_UNAVAILABLE,
                                                   "HBase no longer knows the result of an increment"));
  return FALSE;
}

static HBaseNext
increment_responded (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseSlice value;
  gint64 counter, taken, floor;

  if (!take_counter (operation, lane, &block, &error))
    {
      gboolean late = hbase_retry_may_be_executed (lane, error);
      HBaseNext next = hbase_retry_or_fail (&self->retry, lane, error, sequence_increment);

      self->retry.may_be_executed |= late;
      self->unknown += self->retry.may_be_executed;
      self->retry.may_be_executed = FALSE;
      return next;
    }
  value = find_value (block);
  if (value.length != sizeof (gint64))
    return hbase_operation_fail (operation,
                                 hbase_operation_error (operation, HBASE_ERROR_PROTOCOL,
                                                        "the response to an increment has no number"));
  counter = (gint64) hbase_wire_load_64 (value.data);
  if (counter < HBASE_SEQUENCE_BASE + self->block)
    return fail_missing (self);
  floor = MAX (self->floor, self->taken);
  taken = counter - HBASE_SEQUENCE_BASE;
  if (taken - self->block < floor)
    return fail_gone_back (self, taken, floor);
  self->taken = taken;
  return HBASE_DONE;
}

static HBaseNext
sequence_increment (HBaseOperation *operation, HBaseLane *lane)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (self->row);

  hbase_increment_add (increment, self->family, (const guint8 *) COUNTER, strlen (COUNTER), self->block);
  return hbase_lane_call (
      lane, HBASE_WIRE_METHOD_INCREMENT,
      hbase_arguments_of_mutation (hbase_operation_get_target (operation), HBASE_MUTATION (increment)),
      increment_responded);
}

/* ---- the operation ---- */

static HBaseNext
sequence_start (HBaseOperation *operation, HBaseLane *lane)
{
  return ((SequenceOperation *) operation)->checked ? sequence_increment (operation, lane)
                                                    : sequence_read (operation, lane);
}

static GError *
sequence_interrupted (HBaseOperation *operation, GError *why)
{
  SequenceOperation *self = (SequenceOperation *) operation;
  HBaseLane *lane = &operation->lanes[0];

  self->unknown += lane->next == increment_responded && hbase_retry_is_under_way (lane);
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

HBaseOperation *
hbase_sequence_operation_new (const HBaseSequenceKey *key, gint64 block, gboolean checked)
{
  SequenceOperation *self = hbase_operation_new (&sequence_class, key->target.protocol, 1);

  hbase_operation_set_subject (&self->parent, key->target.table, hbase_slice_text (key->row));
  self->row = g_strdup (key->row);
  self->family = g_strdup (key->family);
  self->definition = g_strdup (key->definition);
  self->block = block;
  self->checked = checked;
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  if (hbase_table_name_check (key->target.table, &self->parent.problem)
      && hbase_row_key_check (hbase_slice_text (key->row), &self->parent.problem))
    hbase_family_name_check (key->target.table, key->family, &self->parent.problem);
  return &self->parent;
}

HBaseOperation *
hbase_sequence_creation_new (const HBaseSequenceKey *key)
{
  return hbase_sequence_operation_new (key, 0, FALSE);
}

void
hbase_sequence_operation_set_floor (HBaseOperation *operation, gint64 floor)
{
  ((SequenceOperation *) operation)->floor = floor;
}

gint64
hbase_sequence_operation_get_block (HBaseOperation *operation)
{
  return ((SequenceOperation *) operation)->block;
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
