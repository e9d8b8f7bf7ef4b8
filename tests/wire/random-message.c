/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-message.h"

#include "hbase-wire-bytes-private.h"

gboolean test_for_stubs = FALSE;

void
test_message_draw (TestMessage *message, GRand *rand)
{
  message->protocol = g_rand_boolean (rand) ? HBASE_WIRE_PROTOCOL_BINARY : HBASE_WIRE_PROTOCOL_COMPACT;
  message->framed = g_rand_boolean (rand);
  message->is_call = g_rand_boolean (rand);
  message->method = &hbase_wire_methods[g_rand_int_range (rand, 0, HBASE_WIRE_N_METHODS)];
  message->sequence_id = (gint32) g_rand_int (rand) >> g_rand_int_range (rand, 0, 32);
}

/* Mostly short; sometimes longer than one byte of a varint can say. */
static void
put_random_binary (HBaseWireWriter *writer, GRand *rand, guint id, gboolean is_field)
{
  gsize length = (gsize) g_rand_int_range (rand, 0, g_rand_int_range (rand, 0, 20) == 0 ? 300 : 12);
  g_autofree guint8 *data = g_malloc (length + 1);

  for (gsize i = 0; i < length; i++)
    data[i] = (guint8) g_rand_int_range (rand, test_for_stubs ? 1 : 0, 256);
  if (is_field)
    hbase_wire_write_binary (writer, id, hbase_slice (data, length));
  else
    hbase_wire_put_binary (writer, hbase_slice (data, length));
}

static gint64
random_number (GRand *rand)
{
  gint64 number = (gint64) ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand));

  return number >> g_rand_int_range (rand, 0, 64);
}

/* In the tables enums are numbers, but the generated code refuses values that an enum doesn't have. All
 * enums have 1. */
static gint32
random_i32 (const char *name, GRand *rand)
{
  static const char *const enums[] = { "bloomnFilterType",
                                       "compareOp",
                                       "compressionType",
                                       "consistency",
                                       "dataBlockEncoding",
                                       "deleteType",
                                       "durability",
                                       "filterByOperator",
                                       "keepDeletedCells",
                                       "logType",
                                       "readType",
                                       "success",
                                       NULL };

  return test_for_stubs && g_strv_contains (enums, name) ? 1 : (gint32) random_number (rand);
}

static void
put_element (HBaseWireWriter *writer, HBaseWireType type, const HBaseWireSchema *sub, GRand *rand)
{
  if (type == HBASE_WIRE_BOOL)
    hbase_wire_put_bool (writer, g_rand_boolean (rand));
  else if (type == HBASE_WIRE_I32)
    hbase_wire_put_i32 (writer, (gint32) random_number (rand));
  else if (type == HBASE_WIRE_BINARY)
    put_random_binary (writer, rand, 0, FALSE);
  else
    {
      g_assert (type == HBASE_WIRE_STRUCT);
      hbase_wire_begin_struct (writer);
      test_write_struct (writer, sub, rand);
    }
}

static void
write_container (HBaseWireWriter *writer, guint id, const HBaseWireField *field, GRand *rand)
{
  gint most = g_rand_int_range (rand, 0, 8) == 0 ? 20 : 4;
  guint count = (guint) g_rand_int_range (rand, 0, most);

  if (field->type == HBASE_WIRE_MAP && test_for_stubs)
    count = MIN (count, 1);
  if (field->type == HBASE_WIRE_MAP)
    hbase_wire_write_map (writer, id, field->key, field->element, count);
  else
    hbase_wire_write_list (writer, id, field->element, count);
  for (guint i = 0; i < count; i++)
    {
      if (field->type == HBASE_WIRE_MAP)
        put_element (writer, field->key, NULL, rand);
      put_element (writer, field->element, field->sub, rand);
    }
}

static void
write_field (HBaseWireWriter *writer, guint id, const HBaseWireField *field, GRand *rand)
{
  switch (field->type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_write_bool (writer, id, g_rand_boolean (rand));
      break;
    case HBASE_WIRE_I8:
      hbase_wire_write_i8 (writer, id, (gint8) random_number (rand));
      break;
    case HBASE_WIRE_I16:
      hbase_wire_write_i16 (writer, id, (gint16) random_number (rand));
      break;
    case HBASE_WIRE_I32:
      hbase_wire_write_i32 (writer, id, random_i32 (field->name, rand));
      break;
    case HBASE_WIRE_I64:
      hbase_wire_write_i64 (writer, id, random_number (rand));
      break;
    case HBASE_WIRE_BINARY:
      put_random_binary (writer, rand, id, TRUE);
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_write_struct (writer, id);
      test_write_struct (writer, field->sub, rand);
      break;
    default:
      write_container (writer, id, field, rand);
    }
}

/* Sets are written like lists: binary's type number differs. */
static gboolean
can_write (const HBaseWireField *field)
{
  return field->name != NULL && field->type != HBASE_WIRE_SET;
}

static guint
draw_result (const HBaseWireSchema *schema, GRand *rand)
{
  guint id;

  do
    id = (guint) g_rand_int_range (rand, 0, schema->n_fields);
  while (!can_write (&schema->fields[id]));
  return id;
}

static gboolean
is_needed (const HBaseWireSchema *schema, guint id)
{
  return schema->required >> id & 1 || (test_for_stubs && g_str_has_suffix (schema->name, "Args"));
}

/* ---- fields of a newer IDL: containers of any type, which readers have to skip ---- */

#define UNKNOWN_DEPTH 4

static HBaseWireType
draw_type (GRand *rand, guint depth)
{
  static const HBaseWireType types[]
      = { HBASE_WIRE_BOOL, HBASE_WIRE_I8,     HBASE_WIRE_I16,    HBASE_WIRE_I32,
          HBASE_WIRE_I64,  HBASE_WIRE_DOUBLE, HBASE_WIRE_BINARY, HBASE_WIRE_STRUCT,
          HBASE_WIRE_LIST, HBASE_WIRE_SET,    HBASE_WIRE_MAP };

  return types[g_rand_int_range (rand, 0, depth < UNKNOWN_DEPTH ? G_N_ELEMENTS (types) : 7)];
}

static void put_unknown (HBaseWireWriter *writer, HBaseWireType type, guint depth, GRand *rand);

static void
put_unknown_elements (
    HBaseWireWriter *writer, HBaseWireType key, HBaseWireType element, guint count, guint depth, GRand *rand)
{
  for (guint i = 0; i < count; i++)
    {
      if (key != HBASE_WIRE_STOP)
        put_unknown (writer, key, depth + 1, rand);
      put_unknown (writer, element, depth + 1, rand);
    }
}

/* A list or a set; with a key type, a map. */
static void
put_unknown_container (HBaseWireWriter *writer, HBaseWireType key, guint depth, GRand *rand)
{
  HBaseWireType element = draw_type (rand, depth);
  guint count = (guint) g_rand_int_range (rand, 0, 4);
  guint8 binary[] = { (guint8) key, (guint8) element, 0, 0, 0, (guint8) count };
  guint8 compact[] = { (guint8) count, (guint8) (hbase_wire_type_to_compact (key) << 4
                                                 | hbase_wire_type_to_compact (element)) };

  if (writer->protocol == HBASE_WIRE_PROTOCOL_BINARY)
    hbase_wire_put_raw (writer, binary + (key == HBASE_WIRE_STOP), sizeof binary - (key == HBASE_WIRE_STOP));
  else if (key != HBASE_WIRE_STOP)
    hbase_wire_put_raw (writer, compact, count > 0 ? 2 : 1);
  else
    hbase_wire_put_raw (writer, (const guint8[]){ (guint8) (count << 4 | compact[1]) }, 1);
  put_unknown_elements (writer, key, element, count, depth, rand);
}

static void
write_unknown (HBaseWireWriter *writer, guint id, guint depth, GRand *rand)
{
  HBaseWireType key = draw_type (rand, depth), element = draw_type (rand, depth);
  guint count = (guint) g_rand_int_range (rand, 0, 18);

  if (g_rand_boolean (rand))
    {
      hbase_wire_write_list (writer, id, element, count);
      put_unknown_elements (writer, HBASE_WIRE_STOP, element, count, depth, rand);
      return;
    }
  hbase_wire_write_map (writer, id, key, element, count / 4);
  put_unknown_elements (writer, key, element, count / 4, depth, rand);
}

static void
put_unknown (HBaseWireWriter *writer, HBaseWireType type, guint depth, GRand *rand)
{
  guint8 number[8] = { 0 };

  switch (type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_put_bool (writer, g_rand_boolean (rand));
      break;
    case HBASE_WIRE_I16:
      hbase_wire_put_raw (writer, number, writer->protocol == HBASE_WIRE_PROTOCOL_BINARY ? 2 : 1);
      break;
    case HBASE_WIRE_I8:
      hbase_wire_put_raw (writer, number, 1);
      break;
    case HBASE_WIRE_I64:
      hbase_wire_put_i64 (writer, random_number (rand));
      break;
    case HBASE_WIRE_DOUBLE:
      hbase_wire_put_raw (writer, number, 8);
      break;
    case HBASE_WIRE_STRUCT:
      hbase_wire_begin_struct (writer);
      write_unknown (writer, 3, depth + 1, rand);
      hbase_wire_end_struct (writer);
      break;
    case HBASE_WIRE_LIST:
    case HBASE_WIRE_SET:
      put_unknown_container (writer, HBASE_WIRE_STOP, depth, rand);
      break;
    case HBASE_WIRE_MAP:
      put_unknown_container (writer, draw_type (rand, UNKNOWN_DEPTH), depth, rand);
      break;
    default:
      put_element (writer, type, NULL, rand);
    }
}

void
test_write_unknown (HBaseWireWriter *writer, guint id, GRand *rand)
{
  write_unknown (writer, id, 0, rand);
}

void
test_write_struct (HBaseWireWriter *writer, const HBaseWireSchema *schema, GRand *rand)
{
  for (guint id = 0; id < schema->n_fields; id++)
    if (can_write (&schema->fields[id]) && (is_needed (schema, id) || g_rand_int_range (rand, 0, 3) > 0))
      write_field (writer, id, &schema->fields[id], rand);
  if (!test_for_stubs && g_rand_int_range (rand, 0, 16) == 0)
    write_unknown (writer, (guint) g_rand_int_range (rand, 50, 80), 0, rand);
  hbase_wire_end_struct (writer);
}

GBytes *
test_frame (gboolean framed, const HBaseWireWriter *writer)
{
  guint32 length = GUINT32_TO_BE ((guint32) writer->length);
  GByteArray *bytes = g_byte_array_new ();

  if (framed)
    g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, writer->data, (guint) writer->length);
  return g_byte_array_free_to_bytes (bytes);
}

GBytes *
test_message_make (const TestMessage *message, GRand *rand)
{
  HBaseWireWriter writer;
  GBytes *bytes;

  hbase_wire_writer_init (&writer, message->protocol, 0);
  hbase_wire_write_message (&writer, hbase_slice_text (message->method->name),
                            message->is_call ? HBASE_WIRE_CALL : HBASE_WIRE_REPLY, message->sequence_id);
  hbase_wire_begin_struct (&writer);
  if (message->is_call)
    test_write_struct (&writer, message->method->arguments, rand);
  else
    {
      guint id = draw_result (message->method->result, rand);

      write_field (&writer, id, &message->method->result->fields[id], rand);
      hbase_wire_end_struct (&writer);
    }
  bytes = test_frame (message->framed, &writer);
  hbase_wire_writer_clear (&writer);
  return bytes;
}

void
test_reader_init (HBaseWireReader *reader, const TestMessage *message)
{
  if (message->is_call)
    hbase_wire_reader_init_call (reader, message->protocol, message->framed, TEST_MAX_SIZE);
  else
    hbase_wire_reader_init_reply (reader, message->protocol, message->framed, TEST_MAX_SIZE, message->method,
                                  message->sequence_id);
}

/* ---- reading ---- */

/* A copy of exactly that length, so that the address sanitizer detects reads beyond it. */
static HBaseWireStatus
feed_copy (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  g_autofree guint8 *copy = g_memdup2 (data, length);

  return hbase_wire_reader_feed (reader, copy, length);
}

static char *
describe_block (HBaseBlock *block, gsize consumed)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, "%" G_GSIZE_FORMAT " bytes, type %u, method %s, id %d, body %" G_GSIZE_FORMAT ", missing %s.%s:",
      consumed, block->type, block->method != NULL ? block->method->name : "?", block->sequence_id,
      block->body, block->incomplete != NULL ? block->incomplete->name : "", block->missing);
  for (guint i = 0; i <= block->n_rows; i++)
    g_string_append_printf (text, " row %u/%u", block->rows[i].at, block->rows[i].first_cell);
  for (guint i = 0; i < block->n_cells; i++)
    g_string_append_printf (text, " cell %u", block->cells[i]);
  return g_string_free (text, FALSE);
}

static char *
describe (HBaseWireReader *reader, HBaseWireStatus status, const guint8 *data, gsize length)
{
  g_autoptr (HBaseBlock) block = NULL;
  g_autofree char *text = NULL;
  gsize consumed = hbase_wire_reader_consumed (reader);

  if (status == HBASE_WIRE_MORE)
    text = g_strdup_printf ("more: %" G_GSIZE_FORMAT, reader->wanted);
  else if (status == HBASE_WIRE_BAD)
    text = g_strdup (reader->block.body > 0 ? hbase_wire_reader_get_problem (reader) : "a bad header");
  if (text != NULL)
    {
      hbase_wire_reader_clear (reader);
      return g_steal_pointer (&text);
    }
  block = hbase_wire_reader_take (reader, g_memdup2 (data, length));
  return describe_block (block, consumed);
}

char *
test_read_all (const TestMessage *message, GBytes *bytes)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  HBaseWireReader reader;
  HBaseWireStatus status;

  test_reader_init (&reader, message);
  status = feed_copy (&reader, data, length);
  return describe (&reader, status, data, length);
}

char *
test_read_sliced (const TestMessage *message, GBytes *bytes, GRand *rand)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  gint32 step = g_rand_int_range (rand, 1, 100);
  HBaseWireStatus status = HBASE_WIRE_MORE;
  HBaseWireReader reader;
  gsize fed = 0;

  test_reader_init (&reader, message);
  do
    {
      gsize more = (gsize) g_rand_int_range (rand, 1, step + 1);

      fed = MIN (length, fed + more);
      status = feed_copy (&reader, data, fed);
    }
  while (status == HBASE_WIRE_MORE && fed < length);
  return describe (&reader, status, data, length);
}

HBaseBlock *
test_read_block (const TestMessage *message, GBytes *bytes, char **fault)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  HBaseWireReader reader;
  HBaseWireStatus status;

  test_reader_init (&reader, message);
  status = feed_copy (&reader, data, length);
  if (status == HBASE_WIRE_WHOLE && hbase_wire_reader_consumed (&reader) == length)
    return hbase_wire_reader_take (&reader, g_memdup2 (data, length));
  if (fault != NULL)
    *fault = g_strdup (status == HBASE_WIRE_BAD ? hbase_wire_reader_get_problem (&reader)
                                                : "not the length that was due");
  hbase_wire_reader_clear (&reader);
  return NULL;
}
