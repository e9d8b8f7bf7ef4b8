/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-operation-private.h"

#include "hbase-bytes.h"
#include "hbase-retry-private.h"
#include "hbase-wire-decoder-private.h"
#include "hbase-wire-tables.h"

/* After so many keys in a row that others had taken, the first row is looked up again instead of going down
 * key by key. */
#define MISSES 3

/* [checkTable ──] findFirst ── put at the key below ─┬─ true: DONE
 *                     ↑                              └─ false, lost: read the guard ─┬─ ours: DONE
 *                     └───── one down (or look again) ←── another's ─────────────────┤
 *                            the same put again ←──────── nothing ───────────────────┘
 *
 *  1. One token a row, the same on every attempt and at every key: who finds it in a guard has found the row.
 *  2. A key is attempted only after the key above it was seen taken, or if it is the start: guards leave no
 *     gap.
 *  3. A key is never left before its guard is occupied. Neither `false`, nor an error, nor a lost reply, nor
 *     an empty guard proves that nothing was or will be written there: a request may be carried out long
 *     after its sender gave up. Only another's guard makes our late requests at that key harmless, for ever.
 *  4. No stamps are sent: the servers set them.
 */
struct _HBasePrependOperation {
  HBaseOperation parent;
  HBaseKeySchema *schema;
  GByteArray *prefix;
  gint64 start;
  GByteArray *guard_family, *guard_qualifier;
  HBasePut *cells;
  guint8 token[HBASE_GUARD_OWNER_LENGTH];
  GByteArray *key;    /* the row being attempted, NULL before; and its counter */
  gint64 counter;
  gint64 taken;       /* lowest seen taken; < 0: none */
  guint misses;
  HBaseRetry putting; /* `left`: something may have been, or may yet be, written at the key */
  HBaseRetry reading;
  GError *refusal;    /* of the last put: it isn't sent again */
  gboolean checked;
  gboolean settled;
};

static HBaseNext prepend_find_first (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext prepend_put (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext prepend_read_guard (HBaseOperation *operation, HBaseLane *lane);

/* Empty ones are there all the same: a guard's column may have no qualifier but the empty one. */
static HBaseSlice
slice_of (const GByteArray *bytes)
{
  return hbase_slice (bytes->data != NULL ? bytes->data : (const guint8 *) "", bytes->len);
}

static GByteArray *
bytes_of (HBaseSlice slice)
{
  return g_byte_array_append (g_byte_array_new (), slice.data, (guint) slice.length);
}

static char *
dup_guard_family (const HBasePrependOperation *prepend)
{
  return g_strndup ((const char *) slice_of (prepend->guard_family).data, prepend->guard_family->len);
}

/* ---- how it ends ---- */

static HBaseNext
prepend_done (HBasePrependOperation *prepend)
{
  prepend->settled = TRUE;
  prepend->taken = prepend->counter;
  return HBASE_DONE;
}

/* With something under way to the key, the row may be there, or get there. */
static GError *
prepend_unsettled (HBasePrependOperation *prepend, GError *why)
{
  GError *unknown = hbase_operation_error (&prepend->parent, HBASE_ERROR_OUTCOME_UNKNOWN,
                                           "whether the row was prepended here isn't known yet (%s); "
                                           "settle it with its token before it is given up",
                                           why->message);

  g_error_free (why);
  return unknown;
}

static HBaseNext
prepend_fail (HBasePrependOperation *prepend, GError *error)
{
  return hbase_operation_fail (&prepend->parent,
                               prepend->putting.left ? prepend_unsettled (prepend, error) : error);
}

/* A read that brought no answer: again, or the end. Takes `error`. */
static HBaseNext
prepend_read_failed (HBasePrependOperation *prepend, HBaseLane *lane, GError *error, HBaseStep again)
{
  if (hbase_retry_judge (&prepend->reading, error, lane->sent) == HBASE_VERDICT_REPEAT)
    return hbase_retry_nap (&prepend->reading, lane, error, again);
  return prepend_fail (prepend, error);
}

/* ---- a key ---- */

static void
prepend_set_key (HBasePrependOperation *prepend, HBaseSlice key, gint64 counter)
{
  g_clear_pointer (&prepend->key, g_byte_array_unref);
  prepend->key = bytes_of (key);
  prepend->counter = counter;
  hbase_retry_init (&prepend->putting, HBASE_CALL_TOKEN);
  hbase_operation_set_subject (&prepend->parent, prepend->parent.table, slice_of (prepend->key));
}

static HBaseNext
prepend_put_at (HBasePrependOperation *prepend, HBaseLane *lane, gint64 counter)
{
  g_autoptr (GByteArray) key = bytes_of (slice_of (prepend->prefix));

  g_byte_array_set_size (key, (guint) hbase_key_schema_get_key_length (prepend->schema));
  hbase_key_schema_set_counter (prepend->schema, key->data, counter);
  prepend_set_key (prepend, slice_of (key), counter);
  return prepend_put (&prepend->parent, lane);
}

static HBaseNext
prepend_put_below (HBasePrependOperation *prepend, HBaseLane *lane, gint64 taken)
{
  prepend->taken = taken;
  if (taken > 0)
    return prepend_put_at (prepend, lane, taken - 1);
  return prepend_fail (prepend,
                       hbase_operation_error (&prepend->parent, HBASE_ERROR_KEY_SPACE_EXHAUSTED,
                                              "the counter has come down to 0: no key is left below"));
}

/* ---- is the table fit for guards? ---- */

static const HBaseWireFamily *
table_find_family (const HBaseWireTable *table, HBaseSlice name)
{
  for (guint i = 0; i < table->n_families; i++)
    if (hbase_slice_equal (hbase_slice_text (table->families[i].name), name))
      return &table->families[i];
  return NULL;
}

static gboolean
prepend_check_table (HBasePrependOperation *prepend, const HBaseWireTable *table, GError **error)
{
  const HBaseWireFamily *family = table_find_family (table, slice_of (prepend->guard_family));
  g_autofree char *name = dup_guard_family (prepend);
  HBaseOperation *operation = &prepend->parent;

  if (family == NULL)
    g_propagate_error (error, hbase_operation_error (
                                  operation, HBASE_ERROR_FAMILY_NOT_FOUND,
                                  "there is no column family “%s” to hold the guards; add it to the table, "
                                  "or name another as guard family",
                                  name));
  else if (family->time_to_live > 0 && family->time_to_live < G_MAXINT32)
    g_propagate_error (error, hbase_operation_error (
                                  operation, HBASE_ERROR_UNSUPPORTED,
                                  "guards in family “%s” would vanish after %d s, and rows be overwritten; "
                                  "give it no time to live",
                                  name, family->time_to_live));
  else if (table->durability == HBASE_DURABILITY_SKIP_WAL || table->durability == HBASE_DURABILITY_ASYNC_WAL)
    g_propagate_error (error,
                       hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED,
                                              "the table's durability lets acknowledged rows get lost; "
                                              "make it SYNC_WAL or more"));
  else
    prepend->checked = TRUE;
  return prepend->checked;
}

static HBaseNext prepend_begin (HBasePrependOperation *prepend, HBaseLane *lane);
static HBaseNext prepend_described (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
prepend_describe (HBaseOperation *operation, HBaseLane *lane)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR];

  return hbase_lane_ask (lane, method,
                         hbase_wire_arguments_table_name (operation->protocol, method, operation->table), 0,
                         prepend_described);
}

static HBaseNext
prepend_described (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (HBaseWireTable) table = NULL;
  GError *error = NULL;

  if (!hbase_lane_answer (lane, &block, &error))
    return prepend_read_failed (prepend, lane, error, prepend_describe);
  table = hbase_wire_result_table (block, &error);
  if (table == NULL || !prepend_check_table (prepend, table, &error))
    return prepend_fail (prepend, error);
  return prepend_begin (prepend, lane);
}

/* ---- where is the first row? ---- */

static HBaseNext prepend_first_known (HBaseOperation *operation, HBaseLane *lane);

static GBytes *
prepend_write_find_first (HBasePrependOperation *prepend)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;
  HBaseWireWriter writer;

  hbase_scan_set_prefix (scan, slice_of (prepend->prefix).data, prepend->prefix->len);
  hbase_scan_get_bounds (scan, &bounds);
  bounds.limit = bounds.caching = 1;
  hbase_wire_writer_init (&writer, prepend->parent.protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TABLE,
                           hbase_slice_text (prepend->parent.table));
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_scan_write (scan, &bounds, &writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, 1);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

/* All columns of the first row are read: one without a guard must be seen, too. */
static HBaseNext
prepend_find_first (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_RESULTS],
                         prepend_write_find_first ((HBasePrependOperation *) operation), 0,
                         prepend_first_known);
}

/* The guard's value in the block's first row; data NULL: it has none. */
static HBaseSlice
prepend_find_guard (HBasePrependOperation *prepend, const HBaseBlock *block)
{
  HBaseCellView cell;

  for (guint i = 0; block->n_rows > 0 && i < hbase_block_row_n_cells (block, 0); i++)
    {
      hbase_block_cell (block, block->rows[0].first_cell + i, &cell);
      if (hbase_slice_equal (cell.family, slice_of (prepend->guard_family))
          && hbase_slice_equal (cell.qualifier, slice_of (prepend->guard_qualifier)) && cell.value.length > 0)
        return cell.value;
    }
  return hbase_slice (NULL, 0);
}

static HBaseNext
prepend_first_known (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice first;
  gint64 counter;
  GError *error = NULL;

  if (!hbase_lane_answer (lane, &block, &error))
    return prepend_read_failed (prepend, lane, error, prepend_find_first);
  if (block->n_rows == 0)
    return prepend_put_at (prepend, lane, prepend->start);

  first = hbase_block_row_key (block, 0);
  hbase_operation_set_subject (operation, operation->table, first);
  if (prepend_find_guard (prepend, block).data == NULL)
    return hbase_operation_fail (
        operation, hbase_operation_error (operation, HBASE_ERROR_UNGUARDED_ROW,
                                          "the first row has no guard, so another program wrote "
                                          "it: a row prepended might overwrite its next one"));
  if (!hbase_key_schema_get_counter (prepend->schema, first, &counter, &error))
    return hbase_operation_fail (operation, error);
  return prepend_put_below (prepend, lane, counter);
}

/* ---- the put ---- */

static HBaseNext prepend_put_answered (HBaseOperation *operation, HBaseLane *lane);

static GBytes *
prepend_write_put (HBasePrependOperation *prepend)
{
  HBaseSlice family = slice_of (prepend->guard_family), qualifier = slice_of (prepend->guard_qualifier);
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, prepend->parent.protocol, 512);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_TABLE, hbase_slice_text (prepend->parent.table));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_ROW, slice_of (prepend->key));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, family);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, qualifier);
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_put_write_at (prepend->cells, slice_of (prepend->key), family, qualifier,
                      hbase_slice (prepend->token, sizeof prepend->token), &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
prepend_put (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT],
                         prepend_write_put ((HBasePrependOperation *) operation), 0, prepend_put_answered);
}

static gboolean
reply_is_true (const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, block, block->body);
  return hbase_wire_decoder_next (&decoder, &id, &type) && hbase_wire_decoder_bool (&decoder);
}

/* HBase's final word comes before the write. Of a failure that says nothing of the kind (the log couldn't be
 * synced, say) nobody can tell on which side of it that was. */
static gboolean
may_have_failed_late (const HBaseLane *lane, const GError *error)
{
  return lane->sent > 0 && !lane->refused && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}

static HBaseNext
prepend_put_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseVerdict verdict;
  GError *error = NULL;

  g_clear_error (&prepend->refusal);
  if (hbase_lane_answer (lane, &block, &error))
    {
      if (reply_is_true (block))
        return prepend_done (prepend);
      /* A gateway that lost HBase's answer asks again by itself, and is told that the guard is there:
       * ours. */
      prepend->putting.left = TRUE;
      prepend->putting.losses++;
      return prepend_read_guard (operation, lane);
    }
  verdict = hbase_retry_judge (&prepend->putting, error, lane->sent);
  prepend->putting.left |= may_have_failed_late (lane, error);
  if (verdict == HBASE_VERDICT_REPEAT)
    return hbase_retry_nap (&prepend->putting, lane, error, prepend_put);
  if (!prepend->putting.left)
    return hbase_operation_fail (operation, error);
  if (verdict == HBASE_VERDICT_GIVE_UP)
    prepend->refusal = g_steal_pointer (&error);
  g_clear_error (&error);
  return prepend_read_guard (operation, lane);
}

/* ---- the guard ---- */

static HBaseNext prepend_guard_read (HBaseOperation *operation, HBaseLane *lane);

static GBytes *
prepend_write_read_guard (HBasePrependOperation *prepend)
{
  g_autoptr (HBaseGet) get = hbase_get_new (prepend->key->data, prepend->key->len);
  g_autofree char *family = dup_guard_family (prepend);
  HBaseSlice qualifier = slice_of (prepend->guard_qualifier);
  HBaseWireWriter writer;

  hbase_get_add_column (get, family, qualifier.data, qualifier.length);
  hbase_wire_writer_init (&writer, prepend->parent.protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (prepend->parent.table));
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
prepend_read_guard (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                         prepend_write_read_guard ((HBasePrependOperation *) operation), 0,
                         prepend_guard_read);
}

static gboolean
guard_is_ours (HBasePrependOperation *prepend, HBaseSlice guard)
{
  return guard.length >= HBASE_GUARD_OWNER_LENGTH
         && memcmp (guard.data, prepend->token, HBASE_GUARD_OWNER_LENGTH) == 0;
}

/* Somebody else has the key: whatever of ours is still under way to it finds the guard there, and fails. */
static HBaseNext
prepend_miss (HBasePrependOperation *prepend, HBaseLane *lane)
{
  hbase_retry_init (&prepend->putting, HBASE_CALL_TOKEN);
  prepend->taken = prepend->counter;
  if (prepend->refusal != NULL)
    return hbase_operation_fail (&prepend->parent, g_steal_pointer (&prepend->refusal));
  if (++prepend->misses % MISSES == 0)
    return prepend_find_first (&prepend->parent, lane);
  return prepend_put_below (prepend, lane, prepend->counter);
}

/* Nothing there yet: the same key again, so that a put still on its way can't make a second row. */
static HBaseNext
prepend_still_empty (HBasePrependOperation *prepend, HBaseLane *lane)
{
  if (prepend->refusal != NULL)
    return prepend_fail (prepend, g_steal_pointer (&prepend->refusal));
  return hbase_lane_nap (lane, hbase_retry_delay (&prepend->putting), prepend_put);
}

static HBaseNext
prepend_guard_read (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  HBaseSlice guard;
  GError *error = NULL;

  if (!hbase_lane_answer (lane, &block, &error))
    return prepend_read_failed (prepend, lane, error, prepend_read_guard);
  hbase_retry_init (&prepend->reading, HBASE_CALL_READ);
  guard = prepend_find_guard (prepend, block);
  if (guard_is_ours (prepend, guard))
    return prepend_done (prepend);
  return guard.data != NULL ? prepend_miss (prepend, lane) : prepend_still_empty (prepend, lane);
}

/* ---- a run ---- */

static HBaseNext
prepend_begin (HBasePrependOperation *prepend, HBaseLane *lane)
{
  if (prepend->key != NULL)
    return prepend_read_guard (&prepend->parent, lane);
  if (prepend->taken >= 0)
    return prepend_put_below (prepend, lane, prepend->taken);
  return prepend_find_first (&prepend->parent, lane);
}

static HBaseNext
prepend_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  return prepend->checked ? prepend_begin (prepend, lane) : prepend_describe (operation, lane);
}

static gboolean
prepend_may_be_written (HBasePrependOperation *prepend)
{
  HBaseLane *lane = &prepend->parent.lanes[0];
  gboolean putting = lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT];
  gboolean under_way = lane->state == HBASE_LANE_DUE || (lane->state == HBASE_LANE_ASKING && lane->sent > 0);

  return prepend->putting.left || (putting && under_way);
}

static GError *
prepend_interrupted (HBaseOperation *operation, GError *why)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;
  gboolean by_time = g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  prepend->putting.left = prepend_may_be_written (prepend);
  return by_time && prepend->putting.left ? prepend_unsettled (prepend, why) : why;
}

static void
prepend_clear (HBaseOperation *operation)
{
  HBasePrependOperation *prepend = (HBasePrependOperation *) operation;

  g_byte_array_unref (prepend->prefix);
  g_byte_array_unref (prepend->guard_family);
  g_byte_array_unref (prepend->guard_qualifier);
  g_clear_pointer (&prepend->key, g_byte_array_unref);
  hbase_key_schema_unref (prepend->schema);
  hbase_put_unref (prepend->cells);
  g_clear_error (&prepend->refusal);
}

static const HBaseOperationClass prepend_class = {
  .size = sizeof (HBasePrependOperation),
  .start = prepend_start,
  .clear = prepend_clear,
  .interrupted = prepend_interrupted,
};

/* A row of another list says nothing about the keys of this one. */
static gboolean
check_row (const HBasePrependRequest *request, gint64 *counter, GError **error)
{
  gsize length = request->prefix.length;
  g_autofree char *text = NULL;

  if (!hbase_key_schema_get_counter (request->schema, request->row, counter, error))
    return FALSE;
  if (length == 0 || memcmp (request->row.data, request->prefix.data, length) == 0)
    return TRUE;
  text = hbase_bytes_to_text (request->row.data, request->row.length);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY,
               "table “%s”, row “%s”: it hasn't the prepender's prefix; go on with the prefix it was begun with",
               request->table, text);
  return FALSE;
}

HBasePrependOperation *
hbase_prepend_operation_new (HBaseWireProtocol protocol, const HBasePrependRequest *request, GError **error)
{
  HBasePrependOperation *prepend;
  gint64 counter = -1;

  if (request->row.data != NULL && !check_row (request, &counter, error))
    return NULL;
  prepend = hbase_operation_new (&prepend_class, protocol, 1);
  hbase_operation_set_subject (&prepend->parent, request->table, hbase_slice (NULL, 0));
  prepend->schema = hbase_key_schema_ref (request->schema);
  prepend->prefix = bytes_of (request->prefix);
  prepend->start = request->start;
  prepend->guard_family = bytes_of (request->guard_family);
  prepend->guard_qualifier = bytes_of (request->guard_qualifier);
  prepend->cells = hbase_put_ref (request->cells);
  memcpy (prepend->token, request->token, sizeof prepend->token);
  prepend->checked = request->checked;
  prepend->taken = request->taken;
  hbase_retry_init (&prepend->putting, HBASE_CALL_TOKEN);
  hbase_retry_init (&prepend->reading, HBASE_CALL_READ);
  if (request->row.data != NULL)
    prepend_set_key (prepend, request->row, counter);
  prepend->putting.left = request->row.data != NULL;
  return prepend;
}

gboolean
hbase_prepend_operation_get_checked (HBasePrependOperation *prepend)
{
  return prepend->checked;
}

HBaseSlice
hbase_prepend_operation_get_row (HBasePrependOperation *prepend)
{
  return prepend->settled || prepend->putting.left ? slice_of (prepend->key) : hbase_slice (NULL, 0);
}

gboolean
hbase_prepend_operation_is_settled (HBasePrependOperation *prepend)
{
  return prepend->settled;
}

gint64
hbase_prepend_operation_get_taken (HBasePrependOperation *prepend)
{
  return prepend->taken;
}
