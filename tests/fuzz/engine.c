/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "engine.h"
#include "fuzz.h"

#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

#define NOW 1000000
#define ROWS_MAX 10000 /* the rows that a call may examine */
#define CALL_MAX (1 << 20)
#define REPLY_MAX (1u << 30)

static gint64
stand (gpointer unused)
{
  return NOW;
}

static HBaseBlock *
answer (HBaseLocalClient *client, const HBaseBlock *call)
{
  g_autofree char *name = g_strndup ((const char *) call->name.data, call->name.length);
  HBaseWireMethod unknown
      = { name, &hbase_wire_t_application_exception, &hbase_wire_t_application_exception };
  HBaseLocalBudget budget = { .max_rows = ROWS_MAX };
  HBaseWireWriter writer;
  HBaseWireReader reader;
  gsize length;

  hbase_wire_writer_init (&writer, call->protocol, 256);
  hbase_local_client_execute (client, &budget, call, &writer);
  length = writer.length;
  hbase_wire_reader_init_reply (&reader, call->protocol, FALSE, REPLY_MAX,
                                call->method != NULL ? call->method : &unknown, call->sequence_id);
  /* The client sends no name that holds a NUL. */
  if (strlen (name) < call->name.length)
    {
      hbase_wire_reader_clear (&reader);
      hbase_wire_writer_clear (&writer);
      return NULL;
    }
  if (hbase_wire_reader_feed (&reader, writer.data, length) != HBASE_WIRE_WHOLE)
    fuzz_fail (__FILE__, __LINE__, hbase_wire_reader_get_problem (&reader));
  fuzz_assert (hbase_wire_reader_consumed (&reader) == length);
  return hbase_wire_reader_take (&reader, g_steal_pointer (&writer.data));
}

HBaseBlock *
engine_call (HBaseLocalClient *client, HBaseWireProtocol protocol, HBaseSlice bytes, gsize *length)
{
  g_autoptr (HBaseBlock) call = NULL;
  HBaseWireReader reader;

  hbase_wire_reader_init_call (&reader, protocol, FALSE, CALL_MAX);
  if (bytes.length == 0 || hbase_wire_reader_feed (&reader, bytes.data, bytes.length) != HBASE_WIRE_WHOLE)
    {
      hbase_wire_reader_clear (&reader);
      return NULL;
    }
  *length = hbase_wire_reader_consumed (&reader);
  call = hbase_wire_reader_take (&reader, g_memdup2 (bytes.data, *length));
  return answer (client, call);
}

static void
begin (HBaseWireWriter *writer, HBaseWireMethodId method)
{
  hbase_wire_writer_init (writer, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_wire_write_message (writer, hbase_slice_text (hbase_wire_methods[method].name), HBASE_WIRE_CALL, 1);
  hbase_wire_begin_struct (writer);
}

static void
end (HBaseWireWriter *writer, HBaseLocalClient *client)
{
  g_autoptr (HBaseBlock) reply = NULL;
  gsize length;

  hbase_wire_end_struct (writer);
  reply
      = engine_call (client, HBASE_WIRE_PROTOCOL_BINARY, hbase_slice (writer->data, writer->length), &length);
  fuzz_assert (reply != NULL && reply->type == HBASE_WIRE_REPLY);
  hbase_wire_writer_clear (writer);
}

static void
write_family (HBaseWireWriter *writer, const char *name, gint32 versions)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice_text (name));
  hbase_wire_write_i32 (writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS, versions);
  hbase_wire_end_struct (writer);
}

static void
create_table (HBaseLocalClient *client)
{
  HBaseWireWriter writer;

  begin (&writer, HBASE_WIRE_METHOD_CREATE_TABLE);
  hbase_wire_write_struct (&writer, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_wire_write_struct (&writer, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (&writer, HBASE_T_TABLE_NAME_QUALIFIER, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_end_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, 2);
  write_family (&writer, "f", 3);
  write_family (&writer, "g", 1);
  hbase_wire_end_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS, HBASE_WIRE_BINARY, 1);
  hbase_wire_put_binary (&writer, HBASE_SLICE_LITERAL ("m"));
  end (&writer, client);
}

static void
put_row (HBaseLocalClient *client, const char *row, guint n)
{
  static const HBaseSlice qualifiers[] = { HBASE_SLICE_LITERAL ("a"), HBASE_SLICE_LITERAL (""),
                                           HBASE_SLICE_LITERAL ("ab"), HBASE_SLICE_LITERAL ("\xff\0") };
  HBaseWireWriter writer;

  begin (&writer, HBASE_WIRE_METHOD_PUT);
  hbase_wire_write_binary (&writer, HBASE_PUT_ARGS_TABLE, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_struct (&writer, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (&writer, HBASE_T_PUT_ROW, hbase_slice_text (row));
  hbase_wire_write_list (&writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    hbase_wire_put_cell (&writer, i % 3 == 0 ? HBASE_SLICE_LITERAL ("g") : HBASE_SLICE_LITERAL ("f"),
                         qualifiers[i % G_N_ELEMENTS (qualifiers)], hbase_slice_text (row), 100 + i / 4, 4);
  hbase_wire_end_struct (&writer);
  end (&writer, client);
}

HBaseLocalService *
engine_new (void)
{
  HBaseLocalService *service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, NULL);
  HBaseLocalClock clock = { stand, stand, NULL };
  HBaseLocalClient *client;

  fuzz_assert (service != NULL);
  hbase_local_service_set_clock (service, &clock);
  client = hbase_local_client_new (service);
  create_table (client);
  put_row (client, "a", 1);
  put_row (client, "b", 12);
  put_row (client, "m", 3);
  put_row (client, "zz", 5);
  hbase_local_client_free (client);
  return service;
}
