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

/* The bridge to the generated code. */

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

/* The bytes end where the generated code needs more: an error at once. */
START_TEST (reading_beyond_the_end_is_an_error)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (GObject) empty = stub_oracle_new ("listNamespacesArgs");
  g_autoptr (GBytes) bytes = hbase_wire_stub_write (empty, protocol, NULL);
  g_autoptr (HBaseBlock) block = block_of (protocol, HBASE_WIRE_METHOD_LIST_NAMESPACES, TRUE, bytes);
  g_autoptr (GObject) stub = stub_oracle_new ("listNamespacesArgs");
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_wire_stub_read (stub, block, block->length, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert_ptr_nonnull (strstr (error->message, "listNamespaces"));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("stubs");

  tcase_add_loop_test (tcase, reading_beyond_the_end_is_an_error, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("stubs", fill)
