/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "engine.h"
#include "fuzz.h"

#include "hbase-filter-bytes-private.h"
#include "hbase-filter-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-private.h"
#include "hbase-wire-tables.h"

/* The text of a filter: it is parsed, serialized, evaluated by the engine forwards and backwards, and sent
 * with a scan. The same bytes are also read as a serialized filter. */

/* The tree as unambiguous text. */
static void
render (const HBaseFilterNode *node, GString *text)
{
  g_string_append_printf (text, "%u %u %u(", (guint) node->kind, node->arguments->len, node->depth);
  for (guint i = 0; i < node->arguments->len; i++)
    {
      const HBaseFilterArgument *argument = &g_array_index (node->arguments, HBaseFilterArgument, i);

      g_string_append_printf (text, "%d:%u,", argument->quoted, g_bytes_hash (argument->bytes));
    }
  for (guint i = 0; i < node->children->len; i++)
    render (hbase_filter_node_child (node, i), text);
  g_string_append_c (text, ')');
}

static gboolean
is_page_filter (const HBaseFilterNode *node)
{
  return hbase_filter_node_is (node, "PageFilter");
}

/* What a scan sends, when it gets the filter in its printable form, means the same, except for page filters,
 * which become its limit. */
static void
check_sent (const HBaseFilterNode *tree, HBaseSlice input)
{
  g_autoptr (HBaseFilter) filter = hbase_filter_new_from_text (input);
  g_autofree char *text = hbase_filter_to_string (filter);
  g_autoptr (HBaseScan) scan = hbase_scan_new (), resolved = NULL;
  g_autoptr (HBaseFilterNode) again = NULL;
  g_autoptr (GString) one = g_string_new (NULL), other = g_string_new (NULL);
  gboolean remembers = FALSE, has_page = is_page_filter (tree);

  for (guint i = 0; i < tree->children->len; i++)
    has_page |= is_page_filter (hbase_filter_node_child (tree, i));
  hbase_query_set_filter_text (HBASE_QUERY (scan), text);
  resolved = hbase_scan_resolve (scan, &remembers, NULL);
  fuzz_assert (resolved != NULL);
  if (has_page)
    return;
  again = hbase_filter_text_read (hbase_filter_get_text (hbase_scan_get_sent_filter (resolved)), NULL);
  fuzz_assert (again != NULL);
  render (tree, one);
  render (again, other);
  fuzz_assert (strcmp (one->str, other->str) == 0);
}

static void
read_serialized (HBaseSlice bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = hbase_filter_text_of_bytes (bytes, &error);
  g_autoptr (HBaseFilterNode) tree = NULL;

  fuzz_assert_error (text != NULL, error);
  if (text != NULL)
    tree = hbase_filter_text_read (hbase_slice_of_bytes (text), NULL);
}

/* What is written can be read. */
static void
check_serialized (const HBaseFilterNode *tree, HBaseSlice text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = hbase_filter_node_serialize (tree, text, &error), again = NULL;

  fuzz_assert_error (bytes != NULL, error);
  if (bytes == NULL)
    return;
  again = hbase_filter_text_of_bytes (hbase_slice_of_bytes (bytes), NULL);
  fuzz_assert (again != NULL);
}

static void
evaluate (HBaseLocalClient *client, HBaseSlice text, gboolean reversed)
{
  g_autoptr (HBaseBlock) reply = NULL;
  HBaseWireWriter writer;
  gsize length;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_wire_write_message (&writer, HBASE_SLICE_LITERAL ("getScannerResults"), HBASE_WIRE_CALL, 1);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TABLE, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_wire_write_i32 (&writer, HBASE_T_SCAN_MAX_VERSIONS, 3);
  hbase_wire_write_binary (&writer, HBASE_T_SCAN_FILTER_STRING, text);
  hbase_wire_write_bool (&writer, HBASE_T_SCAN_REVERSED, reversed);
  hbase_wire_end_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, 100);
  hbase_wire_end_struct (&writer);
  reply = engine_call (client, HBASE_WIRE_PROTOCOL_BINARY, hbase_slice (writer.data, writer.length), &length);
  fuzz_assert (reply != NULL);
  hbase_wire_writer_clear (&writer);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static HBaseLocalService *service;
  static HBaseLocalClient *client;
  HBaseSlice input = hbase_slice (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilterNode) tree = hbase_filter_text_read (input, &error);

  if (service == NULL)
    {
      service = engine_new ();
      client = hbase_local_client_new (service);
    }
  read_serialized (input);
  fuzz_assert_error (tree != NULL, error);
  if (tree == NULL)
    return 0;
  check_serialized (tree, input);
  if (!hbase_filter_check_names (tree, input, &error))
    fuzz_assert_message (error->message);
  evaluate (client, input, FALSE);
  evaluate (client, input, TRUE);
  check_sent (tree, input);
  return 0;
}
