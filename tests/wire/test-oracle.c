/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-wire-tables.h"
#include "hbt_hbase_types.h"
#include "random-message.h"
#include "stub-oracle.h"
#include "test-seed.h"

/* Our writer and reader against the generated stubs, in both protocols.
 *
 * 1. Values: each of the writer's functions gets a value, a stub the same one, and the bytes are equal.
 * 2. Messages of every method, arguments and results, written by our writer and read by our decoder into
 *    stubs: these write the same bytes. With 1 this says that the decoder gave the values that were written.
 * 3. Replies with rows: the cell views equal what the stubs read from the same bytes. */

static const HBaseWireProtocol protocols[] = { HBASE_WIRE_PROTOCOL_BINARY, HBASE_WIRE_PROTOCOL_COMPACT };

static gint64
draw_number (GRand *rand)
{
  return (gint64) test_rand_uint64 (rand) >> g_rand_int_range (rand, 0, 64);
}

static GBytes *
draw_bytes (GRand *rand)
{
  gsize length = (gsize) g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 10 : 400);
  guint8 *data = g_malloc (length + 1);

  for (gsize i = 0; i < length; i++)
    data[i] = (guint8) g_rand_int (rand);
  return g_bytes_new_take (data, length);
}

static HBaseSlice
slice_of (GBytes *bytes)
{
  return hbase_slice (hbase_slice_bytes (hbase_slice (g_bytes_get_data (bytes, NULL), 0)),
                      g_bytes_get_size (bytes));
}

static void
assert_written (gpointer stub, HBaseWireWriter *writer)
{
  stub_oracle_assert_writes (stub, writer->protocol, hbase_slice (writer->data, writer->length));
  hbase_wire_writer_clear (writer);
}

/* ---- 1: values ---- */

static void
check_numbers (HBaseWireProtocol protocol, gint64 number)
{
  g_autoptr (GObject) family = stub_oracle_new ("TColumnFamilyDescriptor");
  HBaseWireWriter writer;

  stub_oracle_set_binary (family, "name", HBASE_SLICE_LITERAL ("f"));
  stub_oracle_set_number (family, "blockSize", (gint32) number);
  stub_oracle_set_number (family, "dfsReplication", (gint16) number);
  stub_oracle_set_number (family, "timeToLive", (gint32) (number >> 7));
  stub_oracle_set_number (family, "inMemory", number & 1);
  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_write_i32 (&writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_BLOCK_SIZE, (gint32) number);
  hbase_wire_write_i16 (&writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_DFS_REPLICATION, (gint16) number);
  hbase_wire_write_i32 (&writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE, (gint32) (number >> 7));
  hbase_wire_write_bool (&writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_IN_MEMORY, (gboolean) (number & 1));
  hbase_wire_end_struct (&writer);
  assert_written (family, &writer);
}

/* A difference of ids beyond 15 has another header in the compact protocol. */
static void
check_far_field (HBaseWireProtocol protocol, gint64 number)
{
  g_autoptr (GObject) scan = stub_oracle_new ("TScan");
  HBaseWireWriter writer;

  stub_oracle_set_number (scan, "targetReplicaId", (gint32) number);
  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_T_SCAN_TARGET_REPLICA_ID, (gint32) number);
  hbase_wire_end_struct (&writer);
  assert_written (scan, &writer);
}

static void
put_binary_cell (
    HBaseWireWriter *writer, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  guint8 *p;

  hbase_wire_writer_grow (writer,
                          hbase_wire_binary_cell_max (family.length + qualifier.length + value.length));
  p = writer->data + writer->length;
  writer->length
      = (gsize) (hbase_wire_store_binary_cell (p, family, qualifier, value, timestamp) - writer->data);
}

static void
check_cell (HBaseWireProtocol protocol, GRand *rand)
{
  g_autoptr (GObject) cell = stub_oracle_new ("TColumnValue");
  g_autoptr (GBytes) family = draw_bytes (rand), qualifier = draw_bytes (rand), value = draw_bytes (rand);
  gint64 timestamp = g_rand_boolean (rand) ? draw_number (rand) : HBASE_CELL_NO_TIMESTAMP;
  guint8 type = g_rand_boolean (rand) ? (guint8) g_rand_int_range (rand, 1, 128) : 0;
  HBaseWireWriter writer;

  stub_oracle_set_binary (cell, "family", slice_of (family));
  stub_oracle_set_binary (cell, "qualifier", slice_of (qualifier));
  stub_oracle_set_binary (cell, "value", slice_of (value));
  if (timestamp != HBASE_CELL_NO_TIMESTAMP)
    stub_oracle_set_number (cell, "timestamp", timestamp);
  if (type != 0)
    stub_oracle_set_number (cell, "type", type);
  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_put_cell (&writer, slice_of (family), slice_of (qualifier), slice_of (value), timestamp, type);
  assert_written (cell, &writer);
  if (protocol != HBASE_WIRE_PROTOCOL_BINARY || type != 0)
    return;
  /* The inline function. */
  hbase_wire_writer_init (&writer, protocol, 0);
  put_binary_cell (&writer, slice_of (family), slice_of (qualifier), slice_of (value), timestamp);
  assert_written (cell, &writer);
}

static void
check_column (HBaseWireProtocol protocol, GRand *rand)
{
  g_autoptr (GObject) column = stub_oracle_new ("TColumn");
  g_autoptr (GBytes) family = draw_bytes (rand), qualifier = draw_bytes (rand);
  gboolean has_qualifier = g_rand_boolean (rand);
  gint64 timestamp = g_rand_boolean (rand) ? draw_number (rand) : HBASE_CELL_NO_TIMESTAMP;
  HBaseWireWriter writer;

  stub_oracle_set_binary (column, "family", slice_of (family));
  if (has_qualifier)
    stub_oracle_set_binary (column, "qualifier", slice_of (qualifier));
  if (timestamp != HBASE_CELL_NO_TIMESTAMP)
    stub_oracle_set_number (column, "timestamp", timestamp);
  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_COLUMN_FAMILY, slice_of (family));
  if (has_qualifier)
    hbase_wire_write_binary (&writer, HBASE_T_COLUMN_QUALIFIER, slice_of (qualifier));
  if (timestamp != HBASE_CELL_NO_TIMESTAMP)
    hbase_wire_write_i64 (&writer, HBASE_T_COLUMN_TIMESTAMP, timestamp);
  hbase_wire_end_struct (&writer);
  assert_written (column, &writer);
}

/* A put as records pack it: a struct in a field, a list, raw bytes. */
static void
check_put (HBaseWireProtocol protocol, GRand *rand, guint n_cells)
{
  g_autoptr (GObject) put = stub_oracle_new ("TPut");
  g_autoptr (GBytes) row = draw_bytes (rand);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 timestamp = draw_number (rand);
  HBaseWireWriter writer, cells;

  hbase_wire_writer_init (&cells, protocol, 0);
  for (guint i = 0; i < n_cells; i++)
    {
      g_autoptr (GBytes) value = draw_bytes (rand);
      GObject *cell = stub_oracle_new ("TColumnValue");

      stub_oracle_set_binary (cell, "family", HBASE_SLICE_LITERAL ("f"));
      stub_oracle_set_binary (cell, "qualifier", HBASE_SLICE_LITERAL ("q\0q"));
      stub_oracle_set_binary (cell, "value", slice_of (value));
      g_ptr_array_add (list, cell);
      hbase_wire_put_cell (&cells, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q\0q"), slice_of (value),
                           HBASE_CELL_NO_TIMESTAMP, 0);
    }
  stub_oracle_set_binary (put, "row", slice_of (row));
  stub_oracle_set_list (put, "columnValues", g_steal_pointer (&list));
  stub_oracle_set_number (put, "timestamp", timestamp);
  hbase_wire_writer_init (&writer, protocol, 16);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_PUT_ROW, slice_of (row));
  hbase_wire_write_list (&writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n_cells);
  hbase_wire_put_raw (&writer, cells.data, cells.length);
  hbase_wire_write_i64 (&writer, HBASE_T_PUT_TIMESTAMP, timestamp);
  hbase_wire_end_struct (&writer);
  hbase_wire_writer_clear (&cells);
  assert_written (put, &writer);
}

/* The list's length is written before its elements or after them. */
static void
check_bools (HBaseWireProtocol protocol, GRand *rand, guint count, gboolean length_first)
{
  g_autoptr (GObject) result = stub_oracle_new ("existsAllResult");
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (gboolean));
  HBaseWireWriter writer;
  gsize start = 0;

  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_begin_struct (&writer);
  if (length_first)
    hbase_wire_write_list (&writer, HBASE_EXISTS_ALL_RESULT_SUCCESS, HBASE_WIRE_BOOL, count);
  else
    start = hbase_wire_begin_list (&writer, HBASE_EXISTS_ALL_RESULT_SUCCESS);
  for (guint i = 0; i < count; i++)
    {
      gboolean value = g_rand_boolean (rand);

      g_array_append_val (array, value);
      hbase_wire_put_bool (&writer, value);
    }
  if (!length_first)
    hbase_wire_end_list (&writer, start, HBASE_WIRE_BOOL, count);
  hbase_wire_end_struct (&writer);
  g_object_set (result, "success", array, NULL);
  assert_written (result, &writer);
}

START_TEST (values_are_written_as_by_the_generated_code)
{
  g_autoptr (GRand) rand = test_rand_new ("oracle/values");

  for (guint i = 0; i < test_times (1500); i++)
    {
      HBaseWireProtocol protocol = protocols[i % 2];

      check_numbers (protocol, draw_number (rand));
      check_far_field (protocol, draw_number (rand));
      check_cell (protocol, rand);
      check_column (protocol, rand);
      check_put (protocol, rand, (guint) g_rand_int_range (rand, 0, 20));
      check_bools (protocol, rand, (guint) g_rand_int_range (rand, 0, 300), g_rand_boolean (rand));
    }
}
END_TEST

/* ---- 2: messages ---- */

static gboolean
has_sets (const HBaseWireSchema *schema)
{
  for (guint id = 0; id < schema->n_fields; id++)
    if (schema->fields[id].type == HBASE_WIRE_SET)
      return TRUE;
  return FALSE;
}

static void
check_message (const TestMessage *message, GRand *rand)
{
  const HBaseWireSchema *schema = message->is_call ? message->method->arguments : message->method->result;
  g_autoptr (GBytes) bytes = test_message_make (message, rand);
  g_autofree char *fault = NULL;
  g_autoptr (HBaseBlock) block = test_read_block (message, bytes, &fault);
  g_autoptr (GObject) stub = NULL;
  HBaseWireDecoder decoder;

  ck_assert_msg (block != NULL, "%s: %s", message->method->name, fault);
  hbase_wire_decoder_init (&decoder, block, block->body);
  stub = stub_oracle_decode (&decoder, schema);
  ck_assert_uint_eq (hbase_wire_decoder_position (&decoder), block->length);
  stub_oracle_assert_writes (stub, message->protocol,
                             hbase_slice (block->data + block->body, block->length - block->body));
}

START_TEST (messages_are_read_as_by_the_generated_code)
{
  g_autoptr (GRand) rand = test_rand_new ("oracle/messages");
  TestMessage message = { .framed = FALSE };

  test_for_stubs = TRUE;
  for (guint i = 0; i < test_times (30); i++)
    for (guint j = 0; j < 4 * HBASE_WIRE_N_METHODS; j++)
      {
        message.method = &hbase_wire_methods[j / 4];
        message.protocol = protocols[j & 1];
        message.is_call = j >> 1 & 1;
        if (!message.is_call || !has_sets (message.method->arguments))
          check_message (&message, rand);
      }
}
END_TEST

/* ---- 3: rows and cells ---- */

static void
assert_binary (HBaseSlice ours, const GByteArray *theirs)
{
  ck_assert_uint_eq (ours.length, theirs->len);
  ck_assert (ours.length == 0 || memcmp (ours.data, theirs->data, ours.length) == 0);
}

static void
assert_cell (const HBaseBlock *block, guint index, const HbtTColumnValue *stub)
{
  HBaseCellView view;

  hbase_block_cell (block, index, &view);
  assert_binary (view.family, stub->family);
  assert_binary (view.qualifier, stub->qualifier);
  assert_binary (view.value, stub->value);
  ck_assert_int_eq (view.timestamp, stub->__isset_timestamp ? stub->timestamp : HBASE_CELL_NO_TIMESTAMP);
  ck_assert_int_eq (view.tags.data != NULL, stub->__isset_tags);
  if (stub->__isset_tags)
    assert_binary (view.tags, stub->tags);
  ck_assert_int_eq ((gint8) view.type, stub->__isset_type ? stub->type : HBASE_WIRE_CELL_PUT);
}

static void
assert_row (const HBaseBlock *block, guint row, const HbtTResult *stub)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  guint first = block->rows[row].first_cell;

  ck_assert_int_eq (key.data != NULL, stub->__isset_row);
  if (stub->__isset_row)
    assert_binary (key, stub->row);
  ck_assert_int_eq (hbase_block_row_is_partial (block, row), stub->__isset_partial && stub->partial);
  ck_assert_uint_eq (hbase_block_row_n_cells (block, row), stub->columnValues->len);
  for (guint i = 0; i < stub->columnValues->len; i++)
    assert_cell (block, first + i, g_ptr_array_index (stub->columnValues, i));
}

START_TEST (rows_are_read_as_by_the_generated_code)
{
  g_autoptr (GRand) rand = test_rand_new ("oracle/rows");

  for (guint i = 0; i < test_times (3000); i++)
    {
      TestMessage message = { .protocol = protocols[i & 1],
                              .framed = i >> 1 & 1,
                              .method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE] };
      g_autoptr (GBytes) bytes = test_message_make (&message, rand);
      g_autoptr (HBaseBlock) block = test_read_block (&message, bytes, NULL);
      g_autoptr (GObject) stub = stub_oracle_new ("getMultipleResult");
      g_autoptr (GError) error = NULL;
      GPtrArray *rows;

      ck_assert_ptr_nonnull (block);
      ck_assert (hbase_wire_stub_read (stub, block, block->body, &error));
      rows = ((HbtTHBaseServiceGetMultipleResult *) stub)->success;
      ck_assert_uint_eq (block->n_rows, rows->len);
      for (guint j = 0; j < rows->len; j++)
        assert_row (block, j, g_ptr_array_index (rows, j));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("oracle");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, values_are_written_as_by_the_generated_code);
  tcase_add_test (tcase, messages_are_read_as_by_the_generated_code);
  tcase_add_test (tcase, rows_are_read_as_by_the_generated_code);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("oracle", fill)
