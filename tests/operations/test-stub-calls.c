/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "any-result.h"
#include "check-main.h"
#include "random-message.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-records-private.h"
#include "hbase-wire-stubs-private.h"

/* The calls that carry no cells, whose arguments the generated code encodes, and whose results it decodes.
 * What it writes is compared with what the writer writes, which follows the tables of the IDL. */

/* ---- which calls these are ---- */

/* Those that carry cells, or belong to a scan of them. */
static const char *const codec_calls[] = { "append",
                                           "checkAndDelete",
                                           "checkAndMutate",
                                           "checkAndPut",
                                           "closeScanner",
                                           "deleteMultiple",
                                           "deleteSingle",
                                           "exists",
                                           "existsAll",
                                           "get",
                                           "getMultiple",
                                           "getScannerResults",
                                           "getScannerRows",
                                           "increment",
                                           "mutateRow",
                                           "openScanner",
                                           "put",
                                           "putMultiple",
                                           NULL };

START_TEST (each_call_is_either_of_the_codec_or_of_the_generated_code)
{
  guint n_stubs = 0;

  for (guint i = 0; i < HBASE_WIRE_N_METHODS; i++)
    {
      const char *name = hbase_wire_methods[i].name;
      gboolean is_of_stubs = any_result_is_of_stubs (i);

      ck_assert_msg (is_of_stubs != g_strv_contains (codec_calls, name), "%s is of both or none", name);
      n_stubs += is_of_stubs;
    }
  ck_assert_uint_eq (HBASE_WIRE_N_METHODS, 50);
  ck_assert_uint_eq (n_stubs, 32);
}
END_TEST

/* ---- arguments ---- */

static void
assert_written (GObject *arguments, HBaseWireWriter *expected)
{
  g_autoptr (GBytes) written = hbase_arguments_encode (arguments, expected->protocol), bytes = NULL;

  ck_assert_ptr_nonnull (written);
  hbase_wire_end_struct (expected);
  bytes = hbase_wire_writer_end (expected);
  ck_assert (g_bytes_equal (written, bytes));
}

static void
expect (HBaseWireWriter *writer, HBaseWireProtocol protocol)
{
  hbase_wire_writer_init (writer, protocol, 64);
  hbase_wire_begin_struct (writer);
}

static void
write_name (HBaseWireWriter *writer, const char *namespace, const char *qualifier)
{
  if (namespace != NULL)
    hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_NS, hbase_slice_text (namespace));
  hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (qualifier));
  hbase_wire_end_struct (writer);
}

static void
expect_table (HBaseWireWriter *writer, HBaseWireProtocol protocol, const char *namespace)
{
  expect (writer, protocol);
  hbase_wire_write_struct (writer, 1);
  write_name (writer, namespace, "täble");
}

START_TEST (table_names_are_encoded_for_each_call)
{
  static const HBaseWireMethodId calls[] = {
    HBASE_WIRE_METHOD_DELETE_TABLE,       HBASE_WIRE_METHOD_DISABLE_TABLE,
    HBASE_WIRE_METHOD_ENABLE_TABLE,       HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR,
    HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE, HBASE_WIRE_METHOD_IS_TABLE_DISABLED,
    HBASE_WIRE_METHOD_IS_TABLE_ENABLED,   HBASE_WIRE_METHOD_TABLE_EXISTS,
  };
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  HBaseWireWriter writer;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      expect_table (&writer, protocol, NULL);
      assert_written (hbase_arguments_of_table_name (calls[i], "täble", NULL), &writer);
      expect_table (&writer, protocol, "ns");
      assert_written (hbase_arguments_of_table_name (calls[i], "ns:täble", NULL), &writer);
    }
}
END_TEST

static GPtrArray *
make_splits (void)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (splits, g_bytes_new_static ("b\0\xff", 3));
  g_ptr_array_add (splits, g_bytes_new_static ("m", 1));
  return splits;
}

static void
write_splits (HBaseWireWriter *writer)
{
  hbase_wire_write_list (writer, 2, HBASE_WIRE_BINARY, 2);
  hbase_wire_put_binary (writer, HBASE_SLICE_LITERAL ("b\0\xff"));
  hbase_wire_put_binary (writer, HBASE_SLICE_LITERAL ("m"));
}

START_TEST (arguments_besides_the_name_are_encoded)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (GPtrArray) splits = make_splits ();
  HBaseWireWriter writer;

  expect_table (&writer, protocol, NULL);
  hbase_wire_write_bool (&writer, HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS, TRUE);
  assert_written (hbase_arguments_of_truncation ("täble", TRUE, NULL), &writer);
  expect_table (&writer, protocol, NULL);
  write_splits (&writer);
  assert_written (hbase_arguments_of_availability ("täble", splits, NULL), &writer);
  expect_table (&writer, protocol, NULL);
  hbase_wire_write_binary (&writer, HBASE_DELETE_COLUMN_FAMILY_ARGS_COLUMN, HBASE_SLICE_LITERAL ("f"));
  assert_written (hbase_arguments_of_family_name ("täble", "f", NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_list (&writer, HBASE_GET_TABLE_DESCRIPTORS_ARGS_TABLES, HBASE_WIRE_STRUCT, 0);
  assert_written (hbase_arguments_of_all_tables (NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_binary (&writer, HBASE_GET_ALL_REGION_LOCATIONS_ARGS_TABLE, hbase_slice_text ("täble"));
  assert_written (hbase_arguments_of_regions ("täble", NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_binary (&writer, HBASE_GET_REGION_LOCATION_ARGS_TABLE, hbase_slice_text ("täble"));
  hbase_wire_write_binary (&writer, HBASE_GET_REGION_LOCATION_ARGS_ROW, HBASE_SLICE_LITERAL ("a\0b"));
  hbase_wire_write_bool (&writer, HBASE_GET_REGION_LOCATION_ARGS_RELOAD, TRUE);
  assert_written (hbase_arguments_of_region ("täble", HBASE_SLICE_LITERAL ("a\0b"), NULL), &writer);
  expect (&writer, protocol);
  assert_written (hbase_arguments_of_nothing (HBASE_WIRE_METHOD_LIST_NAMESPACES, NULL), &writer);
}
END_TEST

START_TEST (patterns_and_names_of_namespaces_are_encoded)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  HBaseWireMethodId by_pattern = HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN;
  HBaseWireWriter writer;

  expect (&writer, protocol);
  hbase_wire_write_binary (&writer, 1, HBASE_SLICE_LITERAL ("a.*"));
  hbase_wire_write_bool (&writer, 2, TRUE);
  assert_written (hbase_arguments_of_pattern (by_pattern, "a.*", 7, NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_binary (&writer, 1, HBASE_SLICE_LITERAL (".*"));
  hbase_wire_write_bool (&writer, 2, FALSE);
  assert_written (hbase_arguments_of_pattern (by_pattern, NULL, FALSE, NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_binary (&writer, 1, HBASE_SLICE_LITERAL ("ns"));
  assert_written (hbase_arguments_of_namespace_name (HBASE_WIRE_METHOD_DELETE_NAMESPACE, "ns", NULL),
                  &writer);
}
END_TEST

START_TEST (a_query_of_slow_calls_is_encoded)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  static const char *const servers[] = { "host,16020,1700000000000", NULL };
  g_autoptr (GVariant) query = g_variant_ref_sink (g_variant_new_parsed (
      "{'userName': <'ada'>, 'limit': <7>, 'logType': <'large'>, 'filterByOperator': <'and'>}"));
  HBaseWireWriter writer;

  expect (&writer, protocol);
  hbase_wire_write_set (&writer, 1, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("host"));
  hbase_wire_write_i32 (&writer, HBASE_T_SERVER_NAME_PORT, 16020);
  hbase_wire_write_i64 (&writer, HBASE_T_SERVER_NAME_START_CODE, G_GINT64_CONSTANT (1700000000000));
  hbase_wire_end_struct (&writer);
  hbase_wire_write_struct (&writer, HBASE_GET_SLOW_LOG_RESPONSES_ARGS_LOG_QUERY_FILTER);
  hbase_wire_write_binary (&writer, HBASE_T_LOG_QUERY_FILTER_USER_NAME, HBASE_SLICE_LITERAL ("ada"));
  hbase_wire_write_i32 (&writer, HBASE_T_LOG_QUERY_FILTER_LIMIT, 7);
  hbase_wire_write_i32 (&writer, HBASE_T_LOG_QUERY_FILTER_LOG_TYPE, HBASE_T_LOG_TYPE_LARGE_LOG);
  hbase_wire_write_i32 (&writer, HBASE_T_LOG_QUERY_FILTER_FILTER_BY_OPERATOR, HBASE_T_FILTER_BY_OPERATOR_AND);
  hbase_wire_end_struct (&writer);
  assert_written (hbase_arguments_of_servers (servers, query, NULL), &writer);
  expect (&writer, protocol);
  hbase_wire_write_set (&writer, 1, HBASE_WIRE_STRUCT, 0);
  assert_written (hbase_arguments_of_servers (servers + 1, NULL, NULL), &writer);
}
END_TEST

/* ---- descriptors ---- */

static HBaseTableDescriptor *
parse_table (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseTableDescriptor *table = hbase_table_descriptor_new_from_string (text, &error);

  ck_assert_no_error (error);
  return table;
}

#define EVERYTHING                                                                                           \
  "f {VERSIONS 3, MIN_VERSIONS 2, TTL 7d, COMPRESSION snappy, BLOOMFILTER rowcol, BLOCKSIZE 16K, "           \
  "DATA_BLOCK_ENCODING fast-diff, IN_MEMORY true, KEEP_DELETED_CELLS ttl, REPLICATION_SCOPE 1, "             \
  "BLOCKCACHE false, CACHE_DATA_ON_WRITE true, CACHE_INDEX_ON_WRITE true, CACHE_BLOOMS_ON_WRITE true, "      \
  "EVICT_BLOCKS_ON_CLOSE true, COMPRESS_TAGS false, DFS_REPLICATION 2, METADATA {IS_MOB true}, "             \
  "CONFIGURATION {hbase.hstore.blockingStoreFiles 20}}"

#define FIELD(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name

static void
write_map (HBaseWireWriter *writer, guint id, const char *key, const char *value)
{
  hbase_wire_write_map (writer, id, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, 1);
  hbase_wire_put_binary (writer, hbase_slice_text (key));
  hbase_wire_put_binary (writer, hbase_slice_text (value));
}

static void
write_everything (HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, FIELD (NAME), HBASE_SLICE_LITERAL ("f"));
  write_map (writer, FIELD (ATTRIBUTES), "IS_MOB", "true");
  write_map (writer, FIELD (CONFIGURATION), "hbase.hstore.blockingStoreFiles", "20");
  hbase_wire_write_i32 (writer, FIELD (BLOCK_SIZE), 16384);
  hbase_wire_write_i32 (writer, FIELD (BLOOMN_FILTER_TYPE), HBASE_T_BLOOM_FILTER_TYPE_ROWCOL);
  hbase_wire_write_i32 (writer, FIELD (COMPRESSION_TYPE), HBASE_T_COMPRESSION_ALGORITHM_SNAPPY);
  hbase_wire_write_i16 (writer, FIELD (DFS_REPLICATION), 2);
  hbase_wire_write_i32 (writer, FIELD (DATA_BLOCK_ENCODING), HBASE_T_DATA_BLOCK_ENCODING_FAST_DIFF);
  hbase_wire_write_i32 (writer, FIELD (KEEP_DELETED_CELLS), HBASE_T_KEEP_DELETED_CELLS_TTL);
  hbase_wire_write_i32 (writer, FIELD (MAX_VERSIONS), 3);
  hbase_wire_write_i32 (writer, FIELD (MIN_VERSIONS), 2);
  hbase_wire_write_i32 (writer, FIELD (SCOPE), 1);
  hbase_wire_write_i32 (writer, FIELD (TIME_TO_LIVE), 604800);
  hbase_wire_write_bool (writer, FIELD (BLOCK_CACHE_ENABLED), FALSE);
  for (guint id = FIELD (CACHE_BLOOMS_ON_WRITE); id <= FIELD (IN_MEMORY); id++)
    hbase_wire_write_bool (writer, id, id != FIELD (COMPRESS_TAGS));
  hbase_wire_end_struct (writer);
}

START_TEST (a_family_is_encoded)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new_from_string (EVERYTHING, NULL);
  HBaseWireWriter writer;

  expect_table (&writer, protocol, NULL);
  hbase_wire_write_struct (&writer, HBASE_ADD_COLUMN_FAMILY_ARGS_COLUMN);
  write_everything (&writer);
  assert_written (hbase_arguments_of_family (HBASE_WIRE_METHOD_ADD_COLUMN_FAMILY, "täble", family, NULL),
                  &writer);
}
END_TEST

START_TEST (a_table_is_encoded)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (HBaseTableDescriptor) table
      = parse_table ("ns:t {DURABILITY async-wal, METADATA {MAX_FILESIZE 1}} " EVERYTHING);
  g_autoptr (GPtrArray) splits = make_splits ();
  HBaseWireWriter writer;

  expect (&writer, protocol);
  hbase_wire_write_struct (&writer, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (&writer, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  write_name (&writer, "ns", "t");
  hbase_wire_write_list (&writer, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (&writer);
  write_everything (&writer);
  write_map (&writer, HBASE_T_TABLE_DESCRIPTOR_ATTRIBUTES, "MAX_FILESIZE", "1");
  hbase_wire_write_i32 (&writer, HBASE_T_TABLE_DESCRIPTOR_DURABILITY, HBASE_T_DURABILITY_ASYNC_WAL);
  hbase_wire_end_struct (&writer);
  write_splits (&writer);
  assert_written (hbase_arguments_of_descriptor (table, splits, NULL), &writer);
}
END_TEST

/* ---- results ---- */

/* Reads the response to the call, whose result was written. */
static GObject *
respond (HBaseWireProtocol protocol, HBaseWireMethodId method, HBaseWireWriter *result)
{
  TestMessage message = { .protocol = protocol, .method = &hbase_wire_methods[method] };
  g_autoptr (GBytes) body = NULL, bytes = NULL;
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *fault = NULL;
  HBaseWireWriter writer;
  GObject *stub;

  hbase_wire_end_struct (result);
  body = hbase_wire_writer_end (result);
  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_write_message (&writer, hbase_slice_text (message.method->name), HBASE_WIRE_REPLY, 0);
  hbase_wire_put_raw (&writer, g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  bytes = hbase_wire_writer_end (&writer);
  block = test_read_block (&message, bytes, &fault);
  ck_assert_msg (block != NULL, "%s", fault);
  stub = hbase_result_read (block, &error);
  ck_assert_no_error (error);
  return stub;
}

/* Returns what is received of the table. */
static HBaseTableDescriptor *
receive (HBaseWireProtocol protocol, HBaseTableDescriptor *table, gboolean has_unknown_field)
{
  g_autoptr (GObject) stub = hbase_stub_of_table (table), result = NULL;
  g_autoptr (GBytes) bytes = hbase_stubs_load (NULL)->write (stub, protocol, NULL);
  HBaseWireWriter writer;

  expect (&writer, protocol);
  hbase_wire_write_struct (&writer, HBASE_GET_TABLE_DESCRIPTOR_RESULT_SUCCESS);
  hbase_wire_cancel_struct (&writer);
  hbase_wire_put_raw (&writer, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (has_unknown_field)
    hbase_wire_write_i64 (&writer, 50, 1);
  result = respond (protocol, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, &writer);
  return hbase_result_make_table (result);
}

START_TEST (a_descriptor_is_sent_and_received)
{
  static const char *const names[] = { "t", "n:t" };
  HBaseWireProtocol protocol = (HBaseWireProtocol) (_i % 2);
  g_autofree char *text
      = g_strconcat (names[_i / 2], " {DURABILITY async-wal, METADATA {MAX_FILESIZE 1}} g " EVERYTHING, NULL);
  g_autoptr (HBaseTableDescriptor) table = parse_table (text);
  g_autoptr (HBaseTableDescriptor) received = receive (protocol, table, _i / 2 == 1);

  ck_assert (hbase_table_descriptor_equal (table, received));
  ck_assert (!hbase_family_descriptor_is_set (hbase_table_descriptor_get_family (received, "g"), "TTL"));
  ck_assert (hbase_table_descriptor_has_attributes (received));
}
END_TEST

/* What a gateway of HBase 2.6 sends besides the fields. */
START_TEST (attributes_that_repeat_settings_are_dropped)
{
  g_autoptr (HBaseTableDescriptor) table
      = parse_table ("default:t {DURABILITY async-wal, METADATA {IS_META false, DURABILITY ASYNC_WAL, "
                     "hbase.store.file-tracker.impl DEFAULT}} "
                     "f {VERSIONS 3, METADATA {VERSIONS 3, TTL 2147483647, INDEX_BLOCK_ENCODING NONE}}");
  g_autoptr (HBaseTableDescriptor) received = receive (HBASE_WIRE_PROTOCOL_BINARY, table, FALSE);
  g_autofree char *text = hbase_table_descriptor_to_string (received);

  ck_assert_str_eq (text, "t {DURABILITY async-wal}\n  f {VERSIONS 3}");
  ck_assert (!hbase_table_descriptor_has_attributes (received));
}
END_TEST

/* A gateway has no name for some of HBase's values, and sends another one in the field. */
START_TEST (an_attribute_is_right_where_its_field_is_wrong)
{
  g_autoptr (HBaseTableDescriptor) table
      = parse_table ("t f {BLOOMFILTER row, COMPRESSION none, VERSIONS 1, TTL 1d, METADATA {BLOOMFILTER "
                     "ROWPREFIX_FIXED_LENGTH, "
                     "COMPRESSION LZMA, VERSIONS 3, TTL FOREVER}}");
  g_autoptr (HBaseTableDescriptor) received = receive (HBASE_WIRE_PROTOCOL_BINARY, table, FALSE);
  g_autofree char *text = hbase_table_descriptor_to_string (received);

  ck_assert_str_eq (text, "t\n  f {VERSIONS 3, BLOOMFILTER rowprefix-fixed-length, "
                          "METADATA {COMPRESSION LZMA}}");
}
END_TEST

/* Some versions of Thrift's run-time library have no text where an empty one was sent. */
START_TEST (an_empty_text_is_a_text)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (GObject) result = NULL, list = NULL;
  g_autoptr (HBaseNamespaceDescriptor) namespace = NULL;
  g_autofree char *value = NULL;
  g_auto (GStrv) names = NULL;
  HBaseWireWriter writer;

  expect (&writer, protocol);
  hbase_wire_write_struct (&writer, HBASE_GET_NAMESPACE_DESCRIPTOR_RESULT_SUCCESS);
  hbase_wire_write_binary (&writer, HBASE_T_NAMESPACE_DESCRIPTOR_NAME, HBASE_SLICE_LITERAL (""));
  write_map (&writer, HBASE_T_NAMESPACE_DESCRIPTOR_CONFIGURATION, "", "");
  hbase_wire_end_struct (&writer);
  result = respond (protocol, HBASE_WIRE_METHOD_GET_NAMESPACE_DESCRIPTOR, &writer);
  namespace = hbase_result_make_namespace (result);
  ck_assert_str_eq (hbase_namespace_descriptor_get_name (namespace), "");
  value = hbase_namespace_descriptor_dup_configuration (namespace, "");
  ck_assert_str_eq (value, "");
  expect (&writer, protocol);
  hbase_wire_write_list (&writer, HBASE_LIST_NAMESPACES_RESULT_SUCCESS, HBASE_WIRE_BINARY, 3);
  hbase_wire_put_binary (&writer, HBASE_SLICE_LITERAL ("b\xff"));
  hbase_wire_put_binary (&writer, HBASE_SLICE_LITERAL (""));
  hbase_wire_put_binary (&writer, HBASE_SLICE_LITERAL ("a"));
  list = respond (protocol, HBASE_WIRE_METHOD_LIST_NAMESPACES, &writer);
  names = hbase_result_dup_texts (list);
  ck_assert_uint_eq (g_strv_length (names), 3);
  ck_assert_str_eq (names[0], "");
  ck_assert_str_eq (names[1], "a");
  ck_assert_str_eq (names[2], "b\xef\xbf\xbd");
}
END_TEST

static void
write_region (HBaseWireWriter *writer, const char *start, const char *end, gint32 replica, gboolean is_split)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_SERVER_NAME);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("host"));
  hbase_wire_write_i32 (writer, HBASE_T_SERVER_NAME_PORT, 16020);
  hbase_wire_write_i64 (writer, HBASE_T_SERVER_NAME_START_CODE, 17);
  hbase_wire_end_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_REGION_INFO);
  hbase_wire_write_i64 (writer, HBASE_T_H_REGION_INFO_REGION_ID, 0);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_TABLE_NAME, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_START_KEY, hbase_slice_text (start));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_END_KEY, hbase_slice_text (end));
  hbase_wire_write_bool (writer, HBASE_T_H_REGION_INFO_SPLIT, is_split);
  hbase_wire_write_i32 (writer, HBASE_T_H_REGION_INFO_REPLICA_ID, replica);
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

START_TEST (regions_are_sorted_without_replicas_and_split_ones)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  g_autoptr (GObject) result = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  g_autofree char *server = NULL;
  HBaseWireWriter writer;
  gsize length;

  expect (&writer, protocol);
  hbase_wire_write_list (&writer, HBASE_GET_ALL_REGION_LOCATIONS_RESULT_SUCCESS, HBASE_WIRE_STRUCT, 4);
  write_region (&writer, "m", "", 0, FALSE);
  write_region (&writer, "", "", 0, TRUE);
  write_region (&writer, "", "m", 1, FALSE);
  write_region (&writer, "", "m", 0, FALSE);
  result = respond (protocol, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, &writer);
  regions = hbase_result_make_regions (result);
  ck_assert_uint_eq (regions->len, 2);
  ck_assert_mem_eq (hbase_region_get_end_key (regions->pdata[0], &length), "m", 1);
  ck_assert_mem_eq (hbase_region_get_start_key (regions->pdata[1], &length), "m", 1);
  server = hbase_region_dup_server_name (regions->pdata[1]);
  ck_assert_str_eq (server, "host,16020,17");
}
END_TEST

/* Of records of newer versions, and of hostile gateways. */
START_TEST (any_result_is_converted)
{
  HBaseWireMethodId method = (HBaseWireMethodId) (_i / 2);
  TestMessage message = { .protocol = (HBaseWireProtocol) (_i % 2), .method = &hbase_wire_methods[method] };
  g_autoptr (GRand) rand = test_rand_new (message.method->name);

  for (guint i = 0; any_result_is_of_stubs (method) && i < test_times (200); i++)
    {
      g_autoptr (GBytes) bytes = test_message_make (&message, rand);
      g_autofree char *fault = NULL;
      g_autoptr (HBaseBlock) block = test_read_block (&message, bytes, &fault);
      g_autoptr (GError) error = NULL;
      g_autoptr (GObject) result = NULL;

      ck_assert_msg (block != NULL, "%s", fault);
      result = hbase_result_read (block, &error);
      ck_assert_no_error (error);
      any_result_convert (method, result);
    }
}
END_TEST

/* Ends the reply of a struct with one field, and has it read. */
static void
expect_too_large (HBaseWireWriter *writer, const HBaseWireMethod *method)
{
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (GError) error = NULL;
  HBaseWireReader reader;
  guint8 *bytes;
  gsize length;

  hbase_wire_end_struct (writer);
  bytes = g_bytes_unref_to_data (hbase_wire_writer_end (writer), &length);
  hbase_wire_reader_init_reply (&reader, HBASE_WIRE_PROTOCOL_COMPACT, FALSE, length, method, 1);
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, bytes, length), HBASE_WIRE_WHOLE);
  block = hbase_wire_reader_take (&reader, bytes);
  ck_assert_ptr_null (hbase_result_read (block, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
}

static void
begin_large_reply (HBaseWireWriter *writer, const HBaseWireMethod *method)
{
  hbase_wire_writer_init (writer, HBASE_WIRE_PROTOCOL_COMPACT, 1 << 24);
  hbase_wire_write_message (writer, hbase_slice_text (method->name), HBASE_WIRE_REPLY, 1);
  hbase_wire_begin_struct (writer);
}

/* Three bytes of each name would become 500. */
START_TEST (a_result_of_too_many_structs_is_refused)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN];
  guint n_names = 1 << 21;
  HBaseWireWriter writer;

  begin_large_reply (&writer, method);
  hbase_wire_write_list (&writer, HBASE_GET_TABLE_NAMES_BY_PATTERN_RESULT_SUCCESS, HBASE_WIRE_STRUCT,
                         n_names);
  for (guint i = 0; i < n_names; i++)
    {
      hbase_wire_begin_struct (&writer);
      write_name (&writer, NULL, "");
    }
  expect_too_large (&writer, method);
}
END_TEST

/* One byte of each text would become some hundred. */
START_TEST (a_result_of_too_many_texts_is_refused)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_LIST_NAMESPACES];
  guint n_names = 11 << 20;
  HBaseWireWriter writer;

  begin_large_reply (&writer, method);
  hbase_wire_write_list (&writer, HBASE_LIST_NAMESPACES_RESULT_SUCCESS, HBASE_WIRE_BINARY, n_names);
  for (guint i = 0; i < n_names; i++)
    hbase_wire_put_binary (&writer, hbase_slice_text (""));
  expect_too_large (&writer, method);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("stub-calls");

  tcase_add_test (tests, each_call_is_either_of_the_codec_or_of_the_generated_code);
  tcase_add_loop_test (tests, table_names_are_encoded_for_each_call, 0, 2);
  tcase_add_loop_test (tests, arguments_besides_the_name_are_encoded, 0, 2);
  tcase_add_loop_test (tests, patterns_and_names_of_namespaces_are_encoded, 0, 2);
  tcase_add_loop_test (tests, a_query_of_slow_calls_is_encoded, 0, 2);
  tcase_add_loop_test (tests, a_family_is_encoded, 0, 2);
  tcase_add_loop_test (tests, a_table_is_encoded, 0, 2);
  tcase_add_loop_test (tests, a_descriptor_is_sent_and_received, 0, 4);
  tcase_add_test (tests, attributes_that_repeat_settings_are_dropped);
  tcase_add_test (tests, an_attribute_is_right_where_its_field_is_wrong);
  tcase_add_loop_test (tests, an_empty_text_is_a_text, 0, 2);
  tcase_add_loop_test (tests, regions_are_sorted_without_replicas_and_split_ones, 0, 2);
  tcase_add_test (tests, a_result_of_too_many_structs_is_refused);
  tcase_add_test (tests, a_result_of_too_many_texts_is_refused);
  tcase_add_loop_test (tests, any_result_is_converted, 0, 2 * HBASE_WIRE_N_METHODS);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("stub-calls", fill)
