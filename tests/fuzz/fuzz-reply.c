/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "any-result.h"
#include "fuzz.h"

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-row-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

/* A reply of a hostile gateway: a choice of protocol and frame, the method, the position where the bytes
 * are cut in two, the bytes. Whatever the reader accepts must be safe for everything that examines
 * replies. */

#define SEQUENCE_ID 1
#define MAX_SIZE (1 << 20)

typedef struct {
  HBaseWireProtocol protocol;
  gboolean framed;
  const HBaseWireMethod *method;
} Due;

/* Reads it from memory of exactly that length. Returns NULL if it isn't the expected reply, or incomplete. */
static HBaseBlock *
read_reply (const Due *due, HBaseSlice bytes, gsize cut)
{
  g_autofree guint8 *head = g_memdup2 (bytes.data, cut);
  guint8 *whole = g_memdup2 (bytes.data, bytes.length);
  HBaseBlock *block = NULL;
  HBaseWireStatus status = HBASE_WIRE_MORE;
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, due->protocol, due->framed, MAX_SIZE, due->method, SEQUENCE_ID);
  if (cut > 0)
    status = hbase_wire_reader_feed (&reader, head, cut);
  if (status == HBASE_WIRE_MORE)
    status = hbase_wire_reader_feed (&reader, whole, bytes.length);
  if (status == HBASE_WIRE_BAD)
    fuzz_assert_message (hbase_wire_reader_get_problem (&reader));
  if (status == HBASE_WIRE_WHOLE)
    block = hbase_wire_reader_take (&reader, g_steal_pointer (&whole));
  hbase_wire_reader_clear (&reader);
  g_free (whole);
  return block;
}

static void
check_row (HBaseBlock *block, guint index)
{
  g_autoptr (HBaseRow) row = hbase_row_new (block, index, hbase_slice (NULL, 0), NULL), copy = NULL;
  gsize length;

  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);

      fuzz_assert (cell != NULL);
    }
  copy = hbase_row_copy (row);
  fuzz_assert (hbase_row_get_n_cells (copy) == hbase_row_get_n_cells (row));
  hbase_row_get_key (copy, &length);
  fuzz_assert (hbase_row_is_partial (copy) == hbase_row_is_partial (row));
}

static HBaseNext
never (HBaseOperation *operation, HBaseLane *lane)
{
  g_assert_not_reached ();
}

/* Of a call that carries no cells the generated code decodes the result. */
static void
check_answer (HBaseBlock *block)
{
  static const HBaseOperationClass class = { .size = sizeof (HBaseOperation), .start = never };
  HBaseWireMethodId method = (HBaseWireMethodId) (block->method - hbase_wire_methods);
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&class, block->protocol, 1);
  g_autoptr (GObject) result = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLane *lane = &operation->lanes[0];
  gboolean is_of_stubs = any_result_is_of_stubs (method);

  hbase_operation_set_subject (operation, "t", hbase_slice (NULL, 0));
  lane->request = (HBaseRequest){ .method = block->method, .arguments = g_bytes_new_static ("", 1) };
  lane->block = hbase_block_ref (block);
  if (!(is_of_stubs ? hbase_lane_take_result (lane, &result, &error)
                    : hbase_lane_take_response (lane, NULL, &error)))
    fuzz_assert_message (error->message);
  else if (is_of_stubs)
    any_result_convert (method, result);
}

static void
check_block (HBaseBlock *block)
{
  HBaseWireDecoder decoder;

  for (guint i = 0; i < block->n_rows; i++)
    check_row (block, i);
  for (guint i = 0; i < block->n_cells; i++)
    {
      HBaseCellView one, other;

      hbase_block_cell (block, i, &one);
      hbase_block_decode_cell (block, block->cells[i], &other);
      fuzz_assert (hbase_slice_equal (one.value, other.value) && one.timestamp == other.timestamp);
    }
  hbase_wire_decoder_init (&decoder, block, block->body);
  hbase_wire_decoder_enter (&decoder);
  decoder.depth = 0;
  hbase_wire_decoder_skip (&decoder, HBASE_WIRE_STRUCT);
  fuzz_assert (hbase_wire_decoder_position (&decoder) == block->length);
  check_answer (block);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  uint8_t ways = fuzz_take_byte (&input);
  Due due = { .protocol = ways & 1 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY,
              .framed = ways >> 1 & 1,
              .method = &hbase_wire_methods[fuzz_take_byte (&input) % HBASE_WIRE_N_METHODS] };
  gsize cut = fuzz_take_byte (&input);
  g_autoptr (HBaseBlock) whole = NULL, sliced = NULL;

  if (input.length == 0)
    return 0;
  whole = read_reply (&due, input, 0);
  sliced = read_reply (&due, input, cut % input.length);
  fuzz_assert ((whole == NULL) == (sliced == NULL));
  if (whole == NULL)
    return 0;
  fuzz_assert (whole->length == sliced->length && whole->n_rows == sliced->n_rows
               && whole->n_cells == sliced->n_cells);
  check_block (whole);
  return 0;
}
