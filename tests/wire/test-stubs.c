/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-error.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"
#include "random-message.h"
#include "stub-oracle.h"
#include "test-seed.h"

/* The bridge to the generated code: calls whose arguments and results it encodes. */

static HBaseSlice
slice_of (GBytes *bytes)
{
  return hbase_slice (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Makes a block of a message with that body. */
static HBaseBlock *
block_of (HBaseWireProtocol protocol, HBaseWireMethodId method, gboolean is_call, GBytes *body)
{
  TestMessage message = { .protocol = protocol, .is_call = is_call, .method = &hbase_wire_methods[method] };
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *fault = NULL;
  HBaseWireWriter writer;
  HBaseBlock *block;

  hbase_wire_writer_init (&writer, protocol, 0);
  hbase_wire_write_message (&writer, hbase_slice_text (message.method->name),
                            is_call ? HBASE_WIRE_CALL : HBASE_WIRE_REPLY, 0);
  hbase_wire_put_raw (&writer, g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  bytes = hbase_wire_writer_end (&writer);
  block = test_read_block (&message, bytes, &fault);
  ck_assert_msg (block != NULL, "%s", fault);
  return block;
}

static GObject *
name_stub (const char *namespace, const char *qualifier)
{
  GObject *stub = stub_oracle_new ("TTableName");

  if (namespace != NULL)
    stub_oracle_set_binary (stub, "ns", hbase_slice_text (namespace));
  stub_oracle_set_binary (stub, "qualifier", hbase_slice_text (qualifier));
  return stub;
}

START_TEST (table_names_are_encoded_for_each_method)
{
  static const struct {
    HBaseWireMethodId method;
    const char *stub, *field;
  } calls[] = {
    { HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, "getTableDescriptorArgs", "table" },
    { HBASE_WIRE_METHOD_TABLE_EXISTS, "tableExistsArgs", "tableName" },
    { HBASE_WIRE_METHOD_DELETE_TABLE, "deleteTableArgs", "tableName" },
    { HBASE_WIRE_METHOD_ENABLE_TABLE, "enableTableArgs", "tableName" },
    { HBASE_WIRE_METHOD_DISABLE_TABLE, "disableTableArgs", "tableName" },
    { HBASE_WIRE_METHOD_IS_TABLE_ENABLED, "isTableEnabledArgs", "tableName" },
    { HBASE_WIRE_METHOD_IS_TABLE_DISABLED, "isTableDisabledArgs", "tableName" },
    { HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE, "isTableAvailableArgs", "tableName" },
  };
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (GObject) stub = stub_oracle_new (calls[i].stub), scoped = stub_oracle_new (calls[i].stub);
      const HBaseWireMethod *method = &hbase_wire_methods[calls[i].method];
      g_autoptr (GBytes) bytes = hbase_wire_arguments_table_name (protocol, method, "täble", NULL);
      g_autoptr (GBytes) scoped_bytes = hbase_wire_arguments_table_name (protocol, method, "ns:t", NULL);

      stub_oracle_set_struct (stub, calls[i].field, name_stub (NULL, "täble"));
      stub_oracle_assert_writes (stub, protocol, slice_of (bytes));
      stub_oracle_set_struct (scoped, calls[i].field, name_stub ("ns", "t"));
      stub_oracle_assert_writes (scoped, protocol, slice_of (scoped_bytes));
    }
}
END_TEST

/* The bytes end where the generated code needs more: an error at once. */
START_TEST (reading_beyond_the_end_is_an_error)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (GBytes) bytes = hbase_wire_arguments_table_name (
      protocol, &hbase_wire_methods[HBASE_WIRE_METHOD_TABLE_EXISTS], "t", NULL);
  g_autoptr (HBaseBlock) block = block_of (protocol, HBASE_WIRE_METHOD_TABLE_EXISTS, TRUE, bytes);
  g_autoptr (GObject) stub = stub_oracle_new ("tableExistsArgs");
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_wire_stub_read (stub, block, block->length, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert_ptr_nonnull (strstr (error->message, "tableExists"));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("stubs");

  tcase_add_loop_test (tcase, table_names_are_encoded_for_each_method, 0, 2);
  tcase_add_loop_test (tcase, reading_beyond_the_end_is_an_error, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("stubs", fill)
