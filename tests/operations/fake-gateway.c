/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fake-gateway.h"

#include "hbase-operation-stack-private.h"

#include "hbase-bytes.h"

#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

#define MAX_MESSAGE (16 * 1024 * 1024)

/* ---- rows ---- */

typedef struct {
  char *family;
  char *qualifier;
  GBytes *value;
} FakeCell;

struct _FakeRow {
  GBytes *key;
  GPtrArray *cells; /* in the order of their columns */
};

static void
fake_cell_free (FakeCell *cell)
{
  g_free (cell->family);
  g_free (cell->qualifier);
  g_bytes_unref (cell->value);
  g_free (cell);
}

static void
fake_row_free (FakeRow *row)
{
  g_bytes_unref (row->key);
  g_ptr_array_unref (row->cells);
  g_free (row);
}

static HBaseSlice
slice_of (GBytes *bytes)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  return hbase_slice (data != NULL ? data : (const guint8 *) "", length);
}

/* Returns the index of the row, or where it would be inserted. */
static gboolean
find_row (FakeGateway *gateway, HBaseSlice key, guint *index)
{
  guint low = 0, high = gateway->rows->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      FakeRow *row = g_ptr_array_index (gateway->rows, middle);
      int order = hbase_slice_compare (slice_of (row->key), key);

      if (order == 0)
        high = low = middle;
      else if (order < 0)
        low = middle + 1;
      else
        high = middle;
      if (order == 0)
        break;
    }
  *index = low;
  return low < gateway->rows->len
         && hbase_slice_equal (slice_of (((FakeRow *) g_ptr_array_index (gateway->rows, low))->key), key);
}

static int
compare_columns (const FakeCell *cell, const char *family, const char *qualifier)
{
  int order = strcmp (cell->family, family);

  return order != 0 ? order : strcmp (cell->qualifier, qualifier);
}

static void
row_put (FakeRow *row, const char *family, const char *qualifier, HBaseSlice value)
{
  FakeCell *cell = g_new (FakeCell, 1);
  guint at = 0;

  *cell = (FakeCell){ g_strdup (family), g_strdup (qualifier), g_bytes_new (value.data, value.length) };
  while (at < row->cells->len && compare_columns (g_ptr_array_index (row->cells, at), family, qualifier) < 0)
    at++;
  if (at < row->cells->len && compare_columns (g_ptr_array_index (row->cells, at), family, qualifier) == 0)
    g_ptr_array_remove_index (row->cells, at);
  g_ptr_array_insert (row->cells, (gint) at, cell);
}

void
fake_gateway_put (
    FakeGateway *gateway, HBaseSlice key, const char *family, const char *qualifier, HBaseSlice value)
{
  guint index;

  if (!find_row (gateway, key, &index))
    {
      FakeRow *row = g_new (FakeRow, 1);

      row->key = g_bytes_new (key.data, key.length);
      row->cells = g_ptr_array_new_with_free_func ((GDestroyNotify) fake_cell_free);
      g_ptr_array_insert (gateway->rows, (gint) index, row);
    }
  row_put (g_ptr_array_index (gateway->rows, index), family, qualifier, value);
}

void
fake_gateway_delete (FakeGateway *gateway, HBaseSlice key)
{
  guint index;

  if (find_row (gateway, key, &index))
    g_ptr_array_remove_index (gateway->rows, index);
}

HBaseSlice
fake_gateway_get_guard (FakeGateway *gateway, HBaseSlice key)
{
  guint index;

  if (find_row (gateway, key, &index))
    {
      FakeRow *row = g_ptr_array_index (gateway->rows, index);

      for (guint i = 0; i < row->cells->len; i++)
        if (compare_columns (g_ptr_array_index (row->cells, i), "g", "") == 0)
          return slice_of (((FakeCell *) g_ptr_array_index (row->cells, i))->value);
    }
  return hbase_slice (NULL, 0);
}

guint
fake_gateway_get_n_rows (FakeGateway *gateway)
{
  return gateway->rows->len;
}

HBaseSlice
fake_gateway_get_key (FakeGateway *gateway, guint index)
{
  return slice_of (((FakeRow *) g_ptr_array_index (gateway->rows, index))->key);
}

/* ---- scanners ---- */

typedef struct {
  GBytes *start, *stop; /* NULL: none */
  gboolean reversed;
  gboolean keys_only; /* by a filter: only the first cell, without its value */
  guint batch_size;   /* 0: whole rows */
  guint left;         /* rows; G_MAXUINT: no limit */
  GBytes *last;       /* the row of the last partial row; NULL: none */
  guint next_cell;    /* of that row; 0: it is complete */
} FakeScanner;

static void
fake_scanner_free (FakeScanner *scanner)
{
  g_clear_pointer (&scanner->start, g_bytes_unref);
  g_clear_pointer (&scanner->stop, g_bytes_unref);
  g_clear_pointer (&scanner->last, g_bytes_unref);
  g_free (scanner);
}

guint
fake_gateway_get_n_scanners (FakeGateway *gateway)
{
  return g_hash_table_size (gateway->scanners);
}

/* As in HBase, a stop equal to the start stands for that row. */
static gboolean
scanner_is_past_stop (const FakeScanner *scanner, HBaseSlice key)
{
  int order;

  if (scanner->stop == NULL)
    return FALSE;
  if (scanner->start != NULL && g_bytes_equal (scanner->start, scanner->stop))
    return !hbase_slice_equal (key, slice_of (scanner->stop));
  order = hbase_slice_compare (key, slice_of (scanner->stop));
  return scanner->reversed ? order <= 0 : order >= 0;
}

static FakeRow *
scanner_find_row (FakeGateway *gateway, FakeScanner *scanner)
{
  GBytes *from = scanner->last != NULL ? scanner->last : scanner->start;
  gboolean there = FALSE, inclusive = scanner->last == NULL || scanner->next_cell > 0;
  guint index = scanner->reversed ? gateway->rows->len : 0;
  FakeRow *row;

  if (from != NULL)
    there = find_row (gateway, slice_of (from), &index);
  if (scanner->reversed)
    index = there && inclusive ? index : index - 1;
  else if (there && !inclusive)
    index++;
  if (index >= gateway->rows->len)
    return NULL;
  row = g_ptr_array_index (gateway->rows, index);
  return scanner_is_past_stop (scanner, slice_of (row->key)) ? NULL : row;
}

/* As in HBase 2.6, a full partial row is marked as partial if its row has more cells, visible or not; and the
 * limit counts a row twice if its last part isn't full. */
static void
scanner_cut (FakeGateway *gateway, FakeScanner *scanner, FakePiece *piece)
{
  gboolean is_full = scanner->batch_size > 0 && piece->n_cells >= scanner->batch_size;

  piece->partial = is_full && (piece->n_cells > scanner->batch_size || gateway->hides_cells);
  if (is_full)
    piece->n_cells = scanner->batch_size;
  else if (piece->first_cell > 0 && scanner->left != G_MAXUINT && scanner->left > 0)
    scanner->left--;
}

static FakePiece *
scanner_next (FakeGateway *gateway, FakeScanner *scanner)
{
  FakeRow *row = scanner->left > 0 || scanner->next_cell > 0 ? scanner_find_row (gateway, scanner) : NULL;
  FakePiece *piece;

  if (row == NULL)
    return NULL;
  if (scanner->last == NULL || !g_bytes_equal (scanner->last, row->key))
    scanner->next_cell = 0;
  if (scanner->next_cell == 0 && scanner->left != G_MAXUINT)
    scanner->left--;
  piece = g_new (FakePiece, 1);
  *piece = (FakePiece){ .row = row,
                        .key = slice_of (row->key),
                        .first_cell = scanner->next_cell,
                        .n_cells = row->cells->len - scanner->next_cell };
  scanner_cut (gateway, scanner, piece);
  g_clear_pointer (&scanner->last, g_bytes_unref);
  scanner->last = g_bytes_ref (row->key);
  scanner->next_cell
      = piece->first_cell + piece->n_cells < row->cells->len ? piece->first_cell + piece->n_cells : 0;
  return piece;
}

static GBytes *
decode_bytes (HBaseWireDecoder *decoder)
{
  HBaseSlice slice = hbase_wire_decoder_binary (decoder);

  return slice.length > 0 ? g_bytes_new (slice.data, slice.length) : NULL;
}

static void
append_bound (GString *text, GBytes *key)
{
  HBaseSlice slice = hbase_slice_of_bytes (key);
  g_autofree char *escaped = hbase_bytes_to_escaped (hbase_slice_bytes (slice), slice.length);

  g_string_append (text, escaped);
}

static void
note_range (GString *ranges, const FakeScanner *scanner)
{
  append_bound (ranges, scanner->start);
  g_string_append_c (ranges, '-');
  append_bound (ranges, scanner->stop);
  g_string_append_c (ranges, ' ');
}

static FakeScanner *
decode_scan (FakeGateway *gateway, HBaseWireDecoder *decoder)
{
  FakeScanner *scanner = g_new0 (FakeScanner, 1);
  HBaseWireType type;
  guint id;

  scanner->left = G_MAXUINT;
  gateway->last_caching = gateway->last_limit = 0;
  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_T_SCAN_START_ROW)
      scanner->start = decode_bytes (decoder);
    else if (id == HBASE_T_SCAN_STOP_ROW)
      scanner->stop = decode_bytes (decoder);
    else if (id == HBASE_T_SCAN_REVERSED)
      scanner->reversed = hbase_wire_decoder_bool (decoder);
    else if (id == HBASE_T_SCAN_FILTER_STRING)
      scanner->keys_only
          = hbase_slice_equal (hbase_wire_decoder_binary (decoder),
                               HBASE_SLICE_LITERAL ("FirstKeyOnlyFilter() AND KeyOnlyFilter()"));
    else if (id == HBASE_T_SCAN_BATCH_SIZE)
      scanner->batch_size = (guint) hbase_wire_decoder_i32 (decoder);
    else if (id == HBASE_T_SCAN_LIMIT)
      scanner->left = gateway->last_limit = (guint) hbase_wire_decoder_i32 (decoder);
    else if (id == HBASE_T_SCAN_CACHING)
      gateway->last_caching = (guint) hbase_wire_decoder_i32 (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  if (gateway->ignores_limit)
    scanner->left = G_MAXUINT;
  if (gateway->ranges != NULL)
    note_range (gateway->ranges, scanner);
  return scanner;
}

/* ---- replies ---- */

static void
write_piece (HBaseWireWriter *writer, const FakePiece *piece, gboolean keys_only)
{
  guint n_cells = keys_only ? 1 : piece->n_cells;

  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, piece->key);
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n_cells);
  for (guint i = 0; i < n_cells; i++)
    {
      FakeCell *cell = g_ptr_array_index (piece->row->cells, piece->first_cell + i);
      const char *version = strchr (cell->qualifier, '@');
      gsize length = version != NULL ? (gsize) (version - cell->qualifier) : strlen (cell->qualifier);

      hbase_wire_put_cell (writer, hbase_slice_text (cell->family),
                           hbase_slice ((const guint8 *) cell->qualifier, length),
                           keys_only ? HBASE_SLICE_LITERAL ("") : slice_of (cell->value),
                           1000 - (version != NULL ? version[1] : 0), HBASE_WIRE_CELL_PUT);
    }
  hbase_wire_write_bool (writer, HBASE_T_RESULT_PARTIAL, piece->partial);
  hbase_wire_end_struct (writer);
}

static void
write_exception (HBaseWireWriter *writer, guint id, const char *message)
{
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_binary (writer, 1, hbase_slice_text (message));
  hbase_wire_end_struct (writer);
}

static void
write_final_exception (HBaseWireWriter *writer)
{
  hbase_wire_write_struct (writer, 1);
  hbase_wire_write_binary (writer, HBASE_T_IO_ERROR_MESSAGE,
                           HBASE_SLICE_LITERAL ("org.apache.hadoop.hbase.DoNotRetryIOException: too large"));
  hbase_wire_write_bool (writer, HBASE_T_IO_ERROR_CAN_RETRY, FALSE);
  hbase_wire_end_struct (writer);
}

static void
write_rows (FakeGateway *gateway, HBaseWireWriter *writer, FakeScanner *scanner, guint count)
{
  g_autoptr (GPtrArray) pieces = g_ptr_array_new_with_free_func (g_free);
  FakePiece *piece;

  gateway->last_num_rows = count;
  while (pieces->len < count && (piece = scanner_next (gateway, scanner)) != NULL)
    g_ptr_array_add (pieces, piece);
  if (gateway->tamper != NULL)
    gateway->tamper (gateway, pieces);
  hbase_wire_write_list (writer, 0, HBASE_WIRE_STRUCT, pieces->len);
  for (guint i = 0; i < pieces->len; i++)
    write_piece (writer, g_ptr_array_index (pieces, i), scanner->keys_only);
  gateway->n_whole_rows += scanner->keys_only ? 0 : pieces->len;
}

/* ---- calls ---- */

static void
answer_open_scanner (FakeGateway *gateway, HBaseWireDecoder *decoder, HBaseWireWriter *writer)
{
  FakeScanner *scanner = NULL;
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_OPEN_SCANNER_ARGS_TSCAN)
      scanner = decode_scan (gateway, decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  g_hash_table_insert (gateway->scanners, GUINT_TO_POINTER (gateway->next_scanner), scanner);
  gateway->n_opened++;
  hbase_wire_write_i32 (writer, 0, (gint32) gateway->next_scanner++);
}

static void
answer_get_scanner_rows (FakeGateway *gateway, HBaseWireDecoder *decoder, HBaseWireWriter *writer)
{
  gint32 numbers[3] = { 0, 0, 1 };
  FakeScanner *scanner;
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    numbers[id] = hbase_wire_decoder_i32 (decoder);
  scanner = g_hash_table_lookup (gateway->scanners,
                                 GINT_TO_POINTER (numbers[HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID]));
  if (scanner != NULL)
    write_rows (gateway, writer, scanner, (guint) numbers[HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS]);
  else
    write_exception (writer, 2, "Invalid scanner Id");
}

static void
answer_close_scanner (FakeGateway *gateway, HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    g_hash_table_remove (gateway->scanners, GINT_TO_POINTER (hbase_wire_decoder_i32 (decoder)));
}

static void
write_location (HBaseWireWriter *writer, const char *start, const char *end)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_SERVER_NAME);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("host"));
  hbase_wire_end_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_REGION_INFO);
  hbase_wire_write_i64 (writer, HBASE_T_H_REGION_INFO_REGION_ID, 0);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_TABLE_NAME, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_START_KEY, hbase_slice_text (start));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_END_KEY, hbase_slice_text (end));
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

static void
answer_get_regions (FakeGateway *gateway, HBaseWireWriter *writer)
{
  g_auto (GStrv) splits = g_strsplit (gateway->splits != NULL ? gateway->splits : "", " ", -1);
  guint n = g_strv_length (splits);

  hbase_wire_write_list (writer, 0, HBASE_WIRE_STRUCT, n + 1);
  for (guint i = 0; i <= n; i++)
    write_location (writer, i > 0 ? splits[i - 1] : "", i < n ? splits[i] : "");
}

static void
answer_get_scanner_results (FakeGateway *gateway, HBaseWireDecoder *decoder, HBaseWireWriter *writer)
{
  FakeScanner *scanner = NULL;
  HBaseWireType type;
  gint32 count = 1;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN)
      scanner = decode_scan (gateway, decoder);
    else if (id == HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS)
      count = hbase_wire_decoder_i32 (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  if (scanner->reversed && gateway->refuses_reversed)
    write_exception (writer, 1, "java.lang.UnsupportedOperationException: reversed scans");
  else
    write_rows (gateway, writer, scanner, (guint) count);
  fake_scanner_free (scanner);
}

static void
put_cell (FakeGateway *gateway, HBaseSlice row, HBaseWireDecoder *decoder)
{
  HBaseSlice parts[4] = { { NULL, 0 } };
  g_autofree char *family = NULL, *qualifier = NULL;
  g_autofree guint8 *value = NULL;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id <= HBASE_T_COLUMN_VALUE_VALUE)
      parts[id] = hbase_wire_decoder_binary (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  family = g_strndup ((const char *) parts[1].data, parts[1].length);
  qualifier = g_strndup ((const char *) hbase_slice_bytes (parts[2]), parts[2].length);
  value = g_memdup2 (parts[3].data, parts[3].length);
  if (gateway->salts_guards && strcmp (family, "g") == 0)
    value[parts[3].length - 1] ^= (guint8) gateway->n_calls;
  fake_gateway_put (gateway, row, family, qualifier, hbase_slice (value, parts[3].length));
}

/* Reads a put, whose struct is next. */
static void
put_cells (FakeGateway *gateway, HBaseSlice row, HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    {
      guint n = id == HBASE_T_PUT_COLUMN_VALUES ? hbase_wire_decoder_list (decoder, &type) : 0;

      for (guint i = 0; i < n; i++)
        put_cell (gateway, row, decoder);
      if (id != HBASE_T_PUT_COLUMN_VALUES)
        hbase_wire_decoder_skip (decoder, type);
    }
}

static void
answer_check_and_put (FakeGateway *gateway, const HBaseBlock *call, FakeFault fault, HBaseWireWriter *writer)
{
  HBaseWireDecoder decoder;
  HBaseSlice row = { NULL, 0 };
  HBaseWireType type;
  gboolean applied = FALSE;
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_CHECK_AND_PUT_ARGS_ROW)
      {
        row = hbase_wire_decoder_binary (&decoder);
        applied = fake_gateway_get_guard (gateway, row).data == NULL;
      }
    else if (id == HBASE_CHECK_AND_PUT_ARGS_TPUT && applied)
      put_cells (gateway, row, &decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  if (fault == FAKE_REFUSED_THOUGH_DONE)
    write_final_exception (writer);
  else if (fault == FAKE_FAILED_THOUGH_DONE)
    write_exception (writer, 1, "java.io.IOException: Failed to get sync result after 300000 ms");
  else
    hbase_wire_write_bool (writer, 0, applied && fault != FAKE_FALSE_THOUGH_DONE);
}

static void
answer_get (FakeGateway *gateway, HBaseWireDecoder *decoder, HBaseWireWriter *writer)
{
  HBaseSlice row = { NULL, 0 }, guard;
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (type == HBASE_WIRE_STRUCT)
      hbase_wire_decoder_enter (decoder);
    else if (id == HBASE_T_GET_ROW && decoder->depth > 0)
      row = hbase_wire_decoder_binary (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  guard = fake_gateway_get_guard (gateway, row);
  if (guard.data == NULL && gateway->shows_guards)
    guard = HBASE_SLICE_LITERAL ("somebody's-guard");
  hbase_wire_write_struct (writer, 0);
  if (guard.data != NULL)
    hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, row);
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, guard.data != NULL);
  if (guard.data != NULL)
    hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("g"), HBASE_SLICE_LITERAL (""), guard, 1000,
                         HBASE_WIRE_CELL_PUT);
  hbase_wire_end_struct (writer);
}

static void
answer (FakeGateway *gateway, const HBaseBlock *call, FakeFault fault, HBaseWireWriter *writer)
{
  HBaseWireDecoder decoder;

  hbase_wire_decoder_init (&decoder, call, call->body);
  hbase_wire_begin_struct (writer);
  if (fault == FAKE_REFUSED)
    write_final_exception (writer);
  else if (fault == FAKE_REFUSED_FOR_NOW)
    write_exception (writer, 1, "org.apache.hadoop.hbase.RegionTooBusyException: over the memstore limit");
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    answer_open_scanner (gateway, &decoder, writer);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS])
    answer_get_scanner_rows (gateway, &decoder, writer);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER])
    answer_close_scanner (gateway, &decoder);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_RESULTS])
    answer_get_scanner_results (gateway, &decoder, writer);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS])
    answer_get_regions (gateway, writer);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT])
    answer_check_and_put (gateway, call, fault, writer);
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET])
    answer_get (gateway, &decoder, writer);
  else
    g_error ("the fake gateway has no %s", call->method->name);
  hbase_wire_end_struct (writer);
}

/* ---- messages ---- */

static HBaseBlock *
read_call (FakeGateway *gateway, const HBaseWireMethod *method, GBytes *arguments)
{
  HBaseSlice bytes = slice_of (arguments);
  HBaseWireWriter writer;
  HBaseWireReader reader;
  g_autoptr (GBytes) message = NULL;

  hbase_wire_writer_init (&writer, gateway->protocol, 64 + bytes.length);
  hbase_wire_write_message (&writer, hbase_slice_text (method->name), HBASE_WIRE_CALL, 7);
  hbase_wire_put_raw (&writer, bytes.data, bytes.length);
  message = hbase_wire_writer_end (&writer);
  hbase_wire_reader_init_call (&reader, gateway->protocol, FALSE, MAX_MESSAGE);
  if (hbase_wire_reader_feed (&reader, slice_of (message).data, g_bytes_get_size (message))
      != HBASE_WIRE_WHOLE)
    g_error ("%s: %s", method->name, hbase_wire_reader_get_problem (&reader));
  return hbase_wire_reader_take (&reader, g_memdup2 (slice_of (message).data, g_bytes_get_size (message)));
}

static HBaseBlock *
read_reply (FakeGateway *gateway, const HBaseWireMethod *method, GBytes *message)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, gateway->protocol, FALSE, MAX_MESSAGE, method, 7);
  if (hbase_wire_reader_feed (&reader, slice_of (message).data, g_bytes_get_size (message))
      != HBASE_WIRE_WHOLE)
    g_error ("%s: %s", method->name, hbase_wire_reader_get_problem (&reader));
  return hbase_wire_reader_take (&reader, g_memdup2 (slice_of (message).data, g_bytes_get_size (message)));
}

static HBaseBlock *
execute_call (FakeGateway *gateway, const HBaseWireMethod *method, GBytes *arguments, FakeFault fault)
{
  g_autoptr (HBaseBlock) call = read_call (gateway, method, arguments);
  g_autoptr (GBytes) message = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, gateway->protocol, 256);
  hbase_wire_write_message (&writer, hbase_slice_text (method->name), HBASE_WIRE_REPLY, 7);
  answer (gateway, call, fault, &writer);
  message = hbase_wire_writer_end (&writer);
  return read_reply (gateway, method, message);
}

/* ---- late requests ---- */

typedef struct {
  const HBaseWireMethod *method;
  GBytes *arguments;
  guint calls; /* that are executed before it */
} LateCall;

static void
late_call_free (LateCall *late)
{
  g_bytes_unref (late->arguments);
  g_free (late);
}

static void
execute_late_call (FakeGateway *gateway, LateCall *late)
{
  g_autoptr (HBaseBlock) reply = execute_call (gateway, late->method, late->arguments, FAKE_FINE);

  late_call_free (late);
}

static void
delay (FakeGateway *gateway, const HBaseRequest *request, guint calls)
{
  LateCall *late = g_new (LateCall, 1);

  *late = (LateCall){ request->method, g_bytes_ref (request->arguments), calls };
  g_queue_push_tail (&gateway->late, late);
}

static void
execute_late_calls (FakeGateway *gateway)
{
  for (GList *link = gateway->late.head, *next; link != NULL; link = next)
    {
      LateCall *late = link->data;

      next = link->next;
      if (--late->calls > 0)
        continue;
      g_queue_delete_link (&gateway->late, link);
      execute_late_call (gateway, late);
    }
}

void
fake_gateway_settle (FakeGateway *gateway)
{
  LateCall *late;

  while ((late = g_queue_pop_head (&gateway->late)) != NULL)
    execute_late_call (gateway, late);
}

/* ---- driving ---- */

static void
lose (FakeGateway *gateway, HBaseLane *lane, HBaseError code, gsize sent)
{
  gateway->channel++;
  lane->sent = sent;
  lane->error = g_error_new (HBASE_ERROR, (int) code, "the fake gateway broke the channel");
}

static gboolean
is_lost (FakeFault fault)
{
  return fault == FAKE_LOST_BEFORE || fault == FAKE_LOST_AFTER || fault == FAKE_LATE_2
         || fault == FAKE_LATE_3;
}

static void
exchange (FakeGateway *gateway, HBaseLane *lane, FakeFault fault)
{
  const HBaseRequest *request = &lane->request;
  g_autoptr (HBaseBlock) reply = NULL;

  if (request->channel != 0 && request->channel != gateway->channel)
    {
      lose (gateway, lane, HBASE_ERROR_UNAVAILABLE, 0);
      return;
    }
  if (fault == FAKE_UNREACHABLE)
    {
      lose (gateway, lane, HBASE_ERROR_UNREACHABLE, 0);
      return;
    }
  if (fault == FAKE_FORGETFUL)
    g_hash_table_remove_all (gateway->scanners);
  if (fault == FAKE_LATE_2 || fault == FAKE_LATE_3)
    delay (gateway, request, fault == FAKE_LATE_2 ? 2 : 3);
  else if (fault != FAKE_LOST_BEFORE)
    reply = execute_call (gateway, request->method, request->arguments, fault);
  lane->sent = g_bytes_get_size (request->arguments);
  lane->channel_id = gateway->channel;
  if (is_lost (fault))
    lose (gateway, lane, HBASE_ERROR_UNAVAILABLE, lane->sent);
  else if (gateway->max_rows > 0 && reply->n_rows > gateway->max_rows)
    lose (gateway, lane, gateway->is_slow ? HBASE_ERROR_TIMED_OUT : HBASE_ERROR_TOO_LARGE, lane->sent);
  else
    lane->block = g_steal_pointer (&reply);
}

/* Returns FALSE at the deadline. */
static gboolean
serve (FakeGateway *gateway, HBaseLane *lane)
{
  FakeFault fault = FAKE_FINE;

  gateway->n_calls++;
  execute_late_calls (gateway);
  if (gateway->fault != NULL)
    fault = gateway->fault (gateway, lane->request.method);
  gateway->n_faults += fault != FAKE_FINE;
  if (fault == FAKE_TIME_OVER)
    {
      lane->state = HBASE_LANE_AWAITING;
      lane->sent = g_bytes_get_size (lane->request.arguments);
      return FALSE;
    }
  if (fault == FAKE_RIVAL_FIRST)
    gateway->rival (gateway);
  exchange (gateway, lane, fault);
  return TRUE;
}

/* Returns the first lane that is ready; NULL: none is. */
static HBaseLane *
find_busy_lane (HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    if (operation->lanes[i].state != HBASE_LANE_IDLE)
      return &operation->lanes[i];
  return NULL;
}

static void
time_out (HBaseOperationStack *stack)
{
  hbase_operation_stack_interrupt (stack,
                                   g_error_new_literal (HBASE_ERROR, HBASE_ERROR_TIMED_OUT, "time is over"));
  hbase_operation_stack_advance (stack);
  hbase_operation_stack_finish (stack, NULL);
}

HBaseNext
fake_gateway_drive (FakeGateway *gateway, HBaseOperation *operation)
{
  HBaseOperationStack stack;

  hbase_operation_stack_init (&stack, operation, NULL, NULL);
  hbase_operation_stack_start (&stack);
  while (!hbase_operation_stack_advance (&stack))
    {
      HBaseLane *lane = find_busy_lane (stack.operation);

      if (lane->state != HBASE_LANE_SLEEPING && !serve (gateway, lane))
        {
          time_out (&stack);
          return HBASE_WAIT;
        }
      hbase_operation_stack_call_step (&stack, lane);
    }
  operation->error = g_steal_pointer (&stack.error);
  return stack.next;
}

void
fake_gateway_post (FakeGateway *gateway, const HBaseRequest *request)
{
  g_autoptr (HBaseBlock) reply = NULL;

  if (request->channel == gateway->channel)
    reply = execute_call (gateway, request->method, request->arguments, FAKE_FINE);
}

FakeGateway *
fake_gateway_new (HBaseWireProtocol protocol)
{
  FakeGateway *gateway = g_new0 (FakeGateway, 1);

  gateway->protocol = protocol;
  gateway->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) fake_row_free);
  gateway->scanners = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) fake_scanner_free);
  gateway->channel = 1;
  g_queue_init (&gateway->late);
  return gateway;
}

void
fake_gateway_free (FakeGateway *gateway)
{
  g_queue_clear_full (&gateway->late, (GDestroyNotify) late_call_free);
  g_hash_table_unref (gateway->scanners);
  g_ptr_array_unref (gateway->rows);
  g_free (gateway);
}
