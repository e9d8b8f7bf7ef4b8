/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "local-call.h"

#include <check.h>
#include <stdlib.h>
#include <glib/gstdio.h>

#include <sqlite3.h>

#include "hbase-block-private.h"
#include "hbase-local-vfs-private.h"

#define REPLY_MAX (1u << 30)
#define CALL_MAX (1u << 30)

static HBaseWireWriter writer;

static gint64
now_of (gpointer local)
{
  return ((Local *) local)->now;
}

static gint64
ticks_of (gpointer local)
{
  return ((Local *) local)->ticks;
}

static guint32
next_id (gpointer local)
{
  return ((Local *) local)->n_ids++;
}

void
local_open_at (Local *local, const char *directory)
{
  local_open_how (local, directory, HBASE_LOCAL_OPEN_CREATE);
}

char *
local_try_open (Local *local, const char *directory, HBaseLocalOpen how)
{
  g_autoptr (GError) error = NULL;
  HBaseLocalClock clock = { now_of, ticks_of, local, next_id };

  local->service = hbase_local_service_open (directory, how, NULL, &error);
  if (local->service == NULL)
    return g_strdup (error->message);
  local->client = hbase_local_client_new (local->service);
  local->protocol = HBASE_WIRE_PROTOCOL_BINARY;
  local->now = 1000000;
  local->ticks = 1000;
  local->n_ids = 0;
  hbase_local_service_set_clock (local->service, &clock);
  return NULL;
}

void
local_open_how (Local *local, const char *directory, HBaseLocalOpen how)
{
  g_autofree char *error = local_try_open (local, directory, how);

  ck_assert_msg (error == NULL, "%s", error);
}

void
local_open (Local *local)
{
  local_open_at (local, NULL);
  make_table (local, TABLE, "f:3 g:1");
}

void
local_close (Local *local)
{
  hbase_local_client_free (local->client);
  hbase_local_service_unref (local->service);
}

char *
local_directory (void)
{
  char *directory = g_dir_make_tmp ("hbase-local-XXXXXX", NULL);

  ck_assert_ptr_nonnull (directory);
  return directory;
}

void
local_remove (char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      g_unlink (path);
    }
  g_rmdir (directory);
  g_free (directory);
}

gint64
local_run_sql (const char *directory, const char *sql)
{
  g_autofree char *path = g_strconcat (directory, "/hbase-glib.sqlite", NULL);
  sqlite3_stmt *statement;
  gint64 number = 0;
  sqlite3 *db;

  ck_assert_int_eq (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, hbase_local_vfs_name ()), SQLITE_OK);
  ck_assert_int_eq (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  ck_assert_int_eq (sqlite3_close (db), SQLITE_OK);
  return number;
}

/* ---- calls ---- */

HBaseWireWriter *
call_begin (Local *local)
{
  hbase_wire_writer_init (&writer, local->protocol, 256);
  hbase_wire_begin_struct (&writer);
  return &writer;
}

HBaseWireWriter *
call_begin_table (Local *local, const char *table)
{
  call_begin (local);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (table));
  return &writer;
}

GBytes *
call_message (Local *local, HBaseWireMethodId method)
{
  g_autoptr (GBytes) arguments = NULL;
  HBaseWireWriter message;
  gsize length;
  gconstpointer data;

  hbase_wire_end_struct (&writer);
  arguments = hbase_wire_writer_end (&writer);
  data = g_bytes_get_data (arguments, &length);
  hbase_wire_writer_init (&message, local->protocol, 256);
  hbase_wire_write_message (&message, hbase_slice_text (hbase_wire_methods[method].name), HBASE_WIRE_CALL, 7);
  hbase_wire_put_raw (&message, data, length);
  return hbase_wire_writer_end (&message);
}

HBaseBlock *
call_read_reply (const HBaseBlock *call, HBaseWireWriter *reply)
{
  HBaseWireReader reader;
  g_autoptr (GBytes) bytes = hbase_wire_writer_end (reply);
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  HBaseWireMethod unknown
      = { "unknown", &hbase_wire_t_application_exception, &hbase_wire_t_application_exception };
  g_autofree char *name = g_strndup ((const char *) call->name.data, call->name.length);

  unknown.name = name;
  hbase_wire_reader_init_reply (&reader, call->protocol, FALSE, REPLY_MAX,
                                call->method != NULL ? call->method : &unknown, call->sequence_id);
  if (strlen (name) < call->name.length)
    {
      hbase_wire_reader_clear (&reader);
      return NULL;
    }
  ck_assert_msg (hbase_wire_reader_feed (&reader, data, length) == HBASE_WIRE_WHOLE, "the reply to %s: %s",
                 name, hbase_wire_reader_get_problem (&reader));
  ck_assert_uint_eq (hbase_wire_reader_consumed (&reader), length);
  return hbase_wire_reader_take (&reader, g_memdup2 (data, length));
}

HBaseBlock *
call_read (HBaseWireProtocol protocol, gconstpointer data, gsize length)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_call (&reader, protocol, FALSE, CALL_MAX);
  if (hbase_wire_reader_feed (&reader, data, length) == HBASE_WIRE_WHOLE)
    return hbase_wire_reader_take (&reader, g_memdup2 (data, length));
  hbase_wire_reader_clear (&reader);
  return NULL;
}

HBaseBlock *
call_raw (Local *local, HBaseWireProtocol protocol, const guint8 *data, gsize length)
{
  g_autoptr (HBaseBlock) call = call_read (protocol, data, length);
  HBaseWireWriter reply;

  if (call == NULL)
    return NULL;
  hbase_wire_writer_init (&reply, protocol, 256);
  hbase_local_client_execute (local->client, NULL, call, &reply);
  return call_read_reply (call, &reply);
}

HBaseBlock *
call_block (Local *local, HBaseWireMethodId method)
{
  g_autoptr (GBytes) message = call_message (local, method);
  HBaseBlock *call
      = call_read (local->protocol, g_bytes_get_data (message, NULL), g_bytes_get_size (message));

  ck_assert_ptr_nonnull (call);
  return call;
}

HBaseBlock *
call_on (HBaseLocalClient *client, Local *local, HBaseWireMethodId method)
{
  g_autoptr (HBaseBlock) call = call_block (local, method);
  HBaseWireWriter reply;

  hbase_wire_writer_init (&reply, local->protocol, 256);
  ck_assert (hbase_local_client_execute (client, NULL, call, &reply));
  return call_read_reply (call, &reply);
}

char *
call_within (Local *local, HBaseWireMethodId method, HBaseLocalBudget *budget, gboolean *is_whole)
{
  g_autoptr (HBaseBlock) call = call_block (local, method), answer = NULL;
  HBaseWireWriter reply;

  hbase_wire_writer_init (&reply, local->protocol, 256);
  *is_whole = hbase_local_client_execute (local->client, budget, call, &reply);
  answer = call_read_reply (call, &reply);
  return reply_text (answer);
}

HBaseBlock *
call_end (Local *local, HBaseWireMethodId method)
{
  g_autoptr (GBytes) message = call_message (local, method);
  gsize length;
  gconstpointer data = g_bytes_get_data (message, &length);
  HBaseBlock *reply = call_raw (local, local->protocol, data, length);

  ck_assert_ptr_nonnull (reply);
  return reply;
}

char *
call_text (Local *local, HBaseWireMethodId method)
{
  g_autoptr (HBaseBlock) reply = call_end (local, method);

  return reply_text (reply);
}

/* ---- replies ---- */

static void
append_row (GString *text, const HBaseBlock *reply, guint row)
{
  HBaseSlice key = hbase_block_row_key (reply, row);

  if (key.data == NULL)
    g_string_append_c (text, '-');
  g_string_append_len (text, (const char *) hbase_slice_bytes (key), (gssize) key.length);
  for (guint i = reply->rows[row].first_cell; i < reply->rows[row + 1].first_cell; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (reply, i, &cell);
      ck_assert_uint_eq (cell.type, HBASE_WIRE_CELL_PUT);
      g_string_append_printf (text, " %.*s:%.*s@%" G_GINT64_FORMAT "=%.*s", (int) cell.family.length,
                              cell.family.data, (int) cell.qualifier.length, cell.qualifier.data,
                              cell.timestamp, (int) cell.value.length, cell.value.data);
    }
  if (hbase_block_row_is_partial (reply, row))
    g_string_append_c (text, '+');
}

static void append_struct (GString *text, HBaseWireDecoder *decoder);

/* A map of bytes: {name=value name=value} */
static void
append_map (GString *text, HBaseWireDecoder *decoder)
{
  HBaseWireType key, value;
  guint count = hbase_wire_decoder_map (decoder, &key, &value);

  g_string_append_c (text, '{');
  for (guint i = 0; i < 2 * count; i++)
    {
      HBaseSlice bytes = hbase_wire_decoder_binary (decoder);

      g_string_append_printf (text, "%s%.*s",
                              i % 2 > 0 ? "="
                              : i > 0   ? " "
                                        : "",
                              (int) bytes.length, (const char *) hbase_slice_bytes (bytes));
    }
  g_string_append_c (text, '}');
}

static void
append_value (GString *text, HBaseWireDecoder *decoder, HBaseWireType type)
{
  HBaseWireType element;
  HBaseSlice bytes;
  guint count;

  switch ((int) type)
    {
    case HBASE_WIRE_BOOL:
      g_string_append (text, hbase_wire_decoder_bool (decoder) ? "true" : "false");
      break;
    case HBASE_WIRE_I16:
      g_string_append_printf (text, "%d", hbase_wire_decoder_i16 (decoder));
      break;
    case HBASE_WIRE_I32:
      g_string_append_printf (text, "%d", hbase_wire_decoder_i32 (decoder));
      break;
    case HBASE_WIRE_I64:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, hbase_wire_decoder_i64 (decoder));
      break;
    case HBASE_WIRE_BINARY:
      bytes = hbase_wire_decoder_binary (decoder);
      g_string_append_len (text, (const char *) bytes.data, (gssize) bytes.length);
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_decoder_enter (decoder);
      append_struct (text, decoder);
      break;
    case HBASE_WIRE_LIST:
      count = hbase_wire_decoder_list (decoder, &element);
      g_string_append_c (text, '[');
      for (guint i = 0; i < count; i++)
        {
          g_string_append (text, i > 0 ? ", " : "");
          append_value (text, decoder, element);
        }
      g_string_append_c (text, ']');
      break;
    case HBASE_WIRE_MAP:
      append_map (text, decoder);
      break;
    default:
      ck_abort_msg ("a value of type %d", (int) type);
    }
}

/* {id=value id=value} */
static void
append_struct (GString *text, HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;
  const char *before = "{";

  while (hbase_wire_decoder_next (decoder, &id, &type))
    {
      g_string_append_printf (text, "%s%u=", before, id);
      append_value (text, decoder, type);
      before = " ";
    }
  g_string_append_c (text, '}');
}

static void
append_fault (GString *text, HBaseWireDecoder *decoder, guint fault)
{
  HBaseWireType type;
  guint id;
  g_autofree char *message = NULL;
  gboolean retry = FALSE;

  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_T_IO_ERROR_MESSAGE)
      {
        HBaseSlice bytes = hbase_wire_decoder_binary (decoder);

        message = g_strndup ((const char *) bytes.data, bytes.length);
      }
    else
      retry = hbase_wire_decoder_bool (decoder);
  g_string_append_printf (text, "%s%s: %s", fault == 1 ? "IO" : "ARGUMENT", retry ? "?" : "", message);
}

static void
append_exception (GString *text, HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;
  g_autofree char *message = NULL;
  int kind = 0;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_T_APPLICATION_EXCEPTION_MESSAGE)
      {
        HBaseSlice bytes = hbase_wire_decoder_binary (decoder);

        message = g_strndup ((const char *) bytes.data, bytes.length);
      }
    else
      kind = hbase_wire_decoder_i32 (decoder);
  /* The part of the message that a gateway sends, too; the reason of the engine follows it. */
  if (g_str_has_prefix (message, "Internal error processing "))
    message[strcspn (message, ":")] = '\0';
  g_string_append_printf (text, "EXCEPTION %d: %s", kind, message);
}

static void
append_rows (GString *text, const HBaseBlock *reply, gboolean is_list)
{
  g_string_append (text, is_list ? "[" : "");
  for (guint i = 0; i < reply->n_rows; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_row (text, reply, i);
    }
  g_string_append (text, is_list ? "]" : "");
}

static void
append_result (GString *text, const HBaseBlock *reply, HBaseWireDecoder *decoder)
{
  const HBaseWireField *success = reply->method->result->fields;
  HBaseWireType type;
  guint id;

  if (!hbase_wire_decoder_next (decoder, &id, &type))
    g_string_append (text, "ok");
  else if (id > 0)
    append_fault (text, decoder, id);
  else if (success->sub == &hbase_wire_t_result)
    append_rows (text, reply, type == HBASE_WIRE_LIST);
  else
    append_value (text, decoder, type);
}

char *
reply_text (HBaseBlock *reply)
{
  GString *text = g_string_new (NULL);
  HBaseWireDecoder decoder;

  hbase_wire_decoder_init (&decoder, reply, reply->body);
  if (reply->type == HBASE_WIRE_EXCEPTION)
    append_exception (text, &decoder);
  else
    append_result (text, reply, &decoder);
  return g_string_free (text, FALSE);
}

/* ---- whole calls ---- */

static void
write_family (HBaseWireWriter *out, const char *name, int versions)
{
  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (name));
  if (versions > 0)
    hbase_wire_write_i32 (out, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS, versions);
  hbase_wire_end_struct (out);
}

char *
create_table (Local *local, const char *name, const char *families)
{
  g_auto (GStrv) parts = g_strsplit (families, " ", -1);
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (out, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (name));
  hbase_wire_end_struct (out);
  hbase_wire_write_list (out, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, g_strv_length (parts));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) family = g_strsplit (parts[i], ":", 2);

      write_family (out, family[0], family[1] != NULL ? atoi (family[1]) : 0);
    }
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_CREATE_TABLE);
}

void
make_table (Local *local, const char *name, const char *families)
{
  ck_text (create_table (local, name, families), "ok");
}

static HBaseSlice
range (const char *from, const char *to)
{
  return hbase_slice (from, (gsize) (to - from));
}

/* "f:q@100=v" */
static void
write_cell (HBaseWireWriter *out, const char *text)
{
  const char *colon = strchr (text, ':'), *equals = strchr (colon, '=');
  const char *at = memchr (colon, '@', (gsize) (equals - colon));

  hbase_wire_put_cell (out, range (text, colon), range (colon + 1, at != NULL ? at : equals),
                       hbase_slice_text (equals + 1),
                       at != NULL ? g_ascii_strtoll (at + 1, NULL, 10) : HBASE_CELL_NO_TIMESTAMP, 0);
}

void
write_cells (HBaseWireWriter *out, guint field, const char *cells)
{
  g_auto (GStrv) parts = *cells != '\0' ? g_strsplit (cells, " ", -1) : g_new0 (char *, 1);

  hbase_wire_write_list (out, field, HBASE_WIRE_STRUCT, g_strv_length (parts));
  for (guint i = 0; parts[i] != NULL; i++)
    write_cell (out, parts[i]);
}

/* "f:q@100", "f:q", "f", "f@100" */
static void
write_column (HBaseWireWriter *out, const char *text)
{
  const char *end = text + strlen (text), *colon = strchr (text, ':'), *at = strchr (text, '@');
  const char *stop = at != NULL ? at : end;

  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_COLUMN_FAMILY, range (text, colon != NULL ? colon : stop));
  if (colon != NULL)
    hbase_wire_write_binary (out, HBASE_T_COLUMN_QUALIFIER, range (colon + 1, stop));
  if (at != NULL)
    hbase_wire_write_i64 (out, HBASE_T_COLUMN_TIMESTAMP, g_ascii_strtoll (at + 1, NULL, 10));
  hbase_wire_end_struct (out);
}

void
write_columns (HBaseWireWriter *out, guint field, const char *columns)
{
  g_auto (GStrv) parts = NULL;

  if (columns == NULL)
    return;
  parts = *columns != '\0' ? g_strsplit (columns, " ", -1) : g_new0 (char *, 1);
  hbase_wire_write_list (out, field, HBASE_WIRE_STRUCT, g_strv_length (parts));
  for (guint i = 0; parts[i] != NULL; i++)
    write_column (out, parts[i]);
}

char *
put (Local *local, const char *row, const char *cells)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cells);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_PUT);
}

void
write_put (HBaseWireWriter *out, const char *row, const char *cells)
{
  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cells);
  hbase_wire_end_struct (out);
}

void
write_mutations (HBaseWireWriter *out, guint field, const char *row, const char *mutations)
{
  g_auto (GStrv) parts = *mutations != '\0' ? g_strsplit (mutations, "|", -1) : g_new0 (char *, 1);

  hbase_wire_write_struct (out, field);
  hbase_wire_write_binary (out, HBASE_T_ROW_MUTATIONS_ROW, hbase_slice_text (row));
  hbase_wire_write_list (out, HBASE_T_ROW_MUTATIONS_MUTATIONS, HBASE_WIRE_STRUCT, g_strv_length (parts));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean is_put = *parts[i] == '+';

      hbase_wire_begin_struct (out);
      hbase_wire_write_struct (out, is_put ? HBASE_T_MUTATION_PUT : HBASE_T_MUTATION_DELETE_SINGLE);
      hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
      if (is_put)
        write_cells (out, HBASE_T_PUT_COLUMN_VALUES, parts[i] + 1);
      else
        write_columns (out, HBASE_T_DELETE_COLUMNS, parts[i] + 1);
      hbase_wire_end_struct (out);
      hbase_wire_end_struct (out);
    }
  hbase_wire_end_struct (out);
}

char *
mutate_row (Local *local, const char *row, const char *mutations)
{
  write_mutations (call_begin_table (local, TABLE), HBASE_MUTATE_ROW_ARGS_TROW_MUTATIONS, row, mutations);
  return call_text (local, HBASE_WIRE_METHOD_MUTATE_ROW);
}

char *
get (Local *local, const char *row, const char *columns, int max_versions)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (out, HBASE_T_GET_ROW, hbase_slice_text (row));
  write_columns (out, HBASE_T_GET_COLUMNS, columns);
  if (max_versions != 1)
    hbase_wire_write_i32 (out, HBASE_T_GET_MAX_VERSIONS, max_versions);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_GET);
}

char *
delete_columns (Local *local, const char *row, int type, const char *columns)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_DELETE_SINGLE_ARGS_TDELETE);
  hbase_wire_write_binary (out, HBASE_T_DELETE_ROW, hbase_slice_text (row));
  write_columns (out, HBASE_T_DELETE_COLUMNS, columns);
  if (type >= 0)
    hbase_wire_write_i32 (out, HBASE_T_DELETE_DELETE_TYPE, type);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_DELETE_SINGLE);
}

static void
write_scan_option (HBaseWireWriter *out, const char *name, const char *value)
{
  static const struct {
    const char *name;
    guint field;
  } numbers[] = { { "versions", HBASE_T_SCAN_MAX_VERSIONS },
                  { "batch", HBASE_T_SCAN_BATCH_SIZE },
                  { "caching", HBASE_T_SCAN_CACHING },
                  { "limit", HBASE_T_SCAN_LIMIT } };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (name, numbers[i].name) == 0)
      hbase_wire_write_i32 (out, numbers[i].field, atoi (value));
  if (strcmp (name, "start") == 0)
    hbase_wire_write_binary (out, HBASE_T_SCAN_START_ROW, hbase_slice_text (value));
  else if (strcmp (name, "stop") == 0)
    hbase_wire_write_binary (out, HBASE_T_SCAN_STOP_ROW, hbase_slice_text (value));
  else if (strcmp (name, "filter") == 0)
    hbase_wire_write_binary (out, HBASE_T_SCAN_FILTER_STRING, hbase_slice_text (value));
  else if (strcmp (name, "reversed") == 0)
    hbase_wire_write_bool (out, HBASE_T_SCAN_REVERSED, TRUE);
  else if (strcmp (name, "columns") == 0)
    {
      g_autofree char *columns = g_strdelimit (g_strdup (value), ",", ' ');

      write_columns (out, HBASE_T_SCAN_COLUMNS, columns);
    }
}

void
write_scan (HBaseWireWriter *out, guint field, const char *options)
{
  g_auto (GStrv) parts = g_strsplit (options, " ", -1);

  hbase_wire_write_struct (out, field);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) option = g_strsplit (parts[i], "=", 2);

      if (option[0] != NULL)
        write_scan_option (out, option[0], option[1]);
    }
  hbase_wire_end_struct (out);
}

char *
scan (Local *local, const char *options)
{
  const char *rows = strstr (options, "rows=");

  write_scan (call_begin_table (local, TABLE), HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN, options);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS,
                        rows != NULL ? atoi (rows + 5) : 100);
  return call_text (local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
}

char *
open_scanner (Local *local, const char *table, const char *options)
{
  write_scan (call_begin_table (local, table), HBASE_OPEN_SCANNER_ARGS_TSCAN, options);
  return call_text (local, HBASE_WIRE_METHOD_OPEN_SCANNER);
}

HBaseBlock *
ask_rows (Local *local, gint32 id, gint32 rows)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, id);
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, rows);
  return call_end (local, HBASE_WIRE_METHOD_GET_SCANNER_ROWS);
}

char *
call_of_table (Local *local, HBaseWireMethodId method, const char *name)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_ENABLE_TABLE_ARGS_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (name));
  hbase_wire_end_struct (out);
  if (method == HBASE_WIRE_METHOD_TRUNCATE_TABLE)
    hbase_wire_write_bool (out, HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS, TRUE);
  return call_text (local, method);
}

static void
write_field (HBaseWireWriter *out, guint id, const HBaseWireField *field)
{
  switch ((int) field->type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_write_bool (out, id, TRUE);
      break;
    case HBASE_WIRE_I32:
      hbase_wire_write_i32 (out, id, 1);
      break;
    case HBASE_WIRE_I64:
      hbase_wire_write_i64 (out, id, 1);
      break;
    case HBASE_WIRE_BINARY:
      hbase_wire_write_binary (out, id, HBASE_SLICE_LITERAL (TABLE));
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_write_struct (out, id);
      write_required_fields (out, field->sub);
      hbase_wire_end_struct (out);
      break;
    default:
      ck_assert_int_eq (field->type, HBASE_WIRE_LIST);
      hbase_wire_write_list (out, id, field->element, 0);
      break;
    }
}

void
write_required_fields (HBaseWireWriter *out, const HBaseWireSchema *schema)
{
  for (guint id = 0; id < schema->n_fields; id++)
    if ((schema->required >> id & 1) != 0)
      write_field (out, id, &schema->fields[id]);
}
