/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "rendering.h"

#include <check.h>
#include <string.h>

#include "hbase-bytes.h"
#include "hbase-block-private.h"

/* Longer values are shown by their length. */
#define LONGEST_SHOWN 100
#define NOW_MS (10 * 60 * 1000)

static void
append_bytes (GString *out, HBaseSlice bytes)
{
  g_autofree char *text = NULL;

  if (bytes.length > LONGEST_SHOWN)
    {
      g_string_append_printf (out, "<%" G_GSIZE_FORMAT " bytes>", bytes.length);
      return;
    }
  text = hbase_bytes_to_escaped (hbase_slice_bytes (bytes), bytes.length);
  g_string_append (out, text);
}

static void
append_timestamp (GString *out, gint64 timestamp)
{
  gint64 now = g_get_real_time () / 1000;

  if (timestamp > now - NOW_MS && timestamp < now + NOW_MS)
    g_string_append (out, "@now");
  else
    g_string_append_printf (out, "@%" G_GINT64_FORMAT, timestamp);
}

static void
append_cell (GString *out, const HBaseCellView *cell)
{
  append_bytes (out, cell->family);
  g_string_append_c (out, ':');
  append_bytes (out, cell->qualifier);
  append_timestamp (out, cell->timestamp);
  if (cell->type != HBASE_WIRE_CELL_PUT)
    g_string_append_printf (out, "/%u", cell->type);
  g_string_append_c (out, '=');
  append_bytes (out, cell->value);
}

static void
append_row (GString *out, const HBaseBlock *block, guint row)
{
  HBaseSlice key = hbase_block_row_key (block, row);

  if (key.data == NULL)
    g_string_append_c (out, '-');
  else
    append_bytes (out, key);
  for (guint i = block->rows[row].first_cell; i < block->rows[row + 1].first_cell; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (block, i, &cell);
      g_string_append_c (out, ' ');
      append_cell (out, &cell);
    }
  if (hbase_block_row_is_partial (block, row))
    g_string_append (out, " (partial)");
}

/* Returns the first line of a message: what follows is the peer's stack trace. */
static void
append_message (GString *out, HBaseSlice message)
{
  const guint8 *end = message.length > 0 ? memchr (message.data, '\n', message.length) : NULL;

  g_string_append (out, ": ");
  g_string_append_len (out, (const char *) hbase_slice_bytes (message),
                       end != NULL ? end - message.data : (gssize) message.length);
}

/* Gateways report only that there was an internal error; the engine adds ": " and the reason. */
static HBaseSlice
without_reason (HBaseSlice message)
{
  static const HBaseSlice words = HBASE_SLICE_LITERAL ("Internal error processing ");
  const guint8 *colon = message.length > 0 ? memchr (message.data, ':', message.length) : NULL;

  if (colon == NULL || message.length < words.length || memcmp (message.data, words.data, words.length) != 0)
    return message;
  return hbase_slice (message.data, (gsize) (colon - message.data));
}

static void
append_application_exception (GString *out, const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  HBaseSlice message = hbase_slice_text ("");
  gint32 kind = 0;
  guint id;
  HBaseWireType type;

  hbase_wire_decoder_init (&decoder, block, block->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == 1)
      message = hbase_wire_decoder_binary (&decoder);
    else if (id == 2)
      kind = hbase_wire_decoder_i32 (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  g_string_append_printf (out, "TApplicationException(%d)", kind);
  append_message (out, without_reason (message));
}

/* TIOError {1: message, 2: canRetry}, TIllegalArgument {1: message}. */
static void
append_exception (GString *out, HBaseWireDecoder *decoder, const HBaseWireSchema *schema)
{
  HBaseSlice message = hbase_slice_text ("");
  guint id;
  HBaseWireType type;

  g_string_append (out, schema->name);
  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == 1)
      message = hbase_wire_decoder_binary (decoder);
    else if (id == 2)
      g_string_append_printf (out, "(retry=%s)", hbase_wire_decoder_bool (decoder) ? "true" : "false");
    else
      hbase_wire_decoder_skip (decoder, type);
  append_message (out, message);
}

/* ---- all other structs, by the schema ---- */

static void
append_value (GString *out, HBaseWireDecoder *decoder, HBaseWireType type, const HBaseWireField *field);

static void
append_struct (GString *out, HBaseWireDecoder *decoder, const HBaseWireSchema *schema)
{
  const char *separator = "";
  guint id;
  HBaseWireType type;

  g_string_append_c (out, '{');
  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    {
      g_string_append_printf (out, "%s%s=", separator, schema->fields[id].name);
      append_value (out, decoder, type, &schema->fields[id]);
      separator = " ";
    }
  g_string_append_c (out, '}');
}

static void
append_list (GString *out, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  HBaseWireType element;
  guint count = hbase_wire_decoder_list (decoder, &element);

  g_string_append_c (out, '[');
  for (guint i = 0; i < count; i++)
    {
      g_string_append (out, i > 0 ? " " : "");
      append_value (out, decoder, element, field);
    }
  g_string_append_c (out, ']');
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The pairs are sorted, because HBase's maps aren't. */
static void
append_map (GString *out, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);
  HBaseWireType key, value;
  guint count = hbase_wire_decoder_map (decoder, &key, &value);

  for (guint i = 0; i < count; i++)
    {
      GString *pair = g_string_new (NULL);

      append_value (pair, decoder, key, field);
      g_string_append_c (pair, '=');
      append_value (pair, decoder, value, field);
      g_ptr_array_add (pairs, g_string_free (pair, FALSE));
    }
  g_ptr_array_sort (pairs, compare_texts);
  g_string_append_c (out, '{');
  for (guint i = 0; i < count; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", (const char *) pairs->pdata[i]);
  g_string_append_c (out, '}');
}

static void
append_value (GString *out, HBaseWireDecoder *decoder, HBaseWireType type, const HBaseWireField *field)
{
  switch (type)
    {
    case HBASE_WIRE_BOOL:
      g_string_append (out, hbase_wire_decoder_bool (decoder) ? "true" : "false");
      break;
    case HBASE_WIRE_I8:
      g_string_append_printf (out, "%d", hbase_wire_decoder_i8 (decoder));
      break;
    case HBASE_WIRE_I16:
      g_string_append_printf (out, "%d", hbase_wire_decoder_i16 (decoder));
      break;
    case HBASE_WIRE_I32:
      g_string_append_printf (out, "%d", hbase_wire_decoder_i32 (decoder));
      break;
    case HBASE_WIRE_I64:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, hbase_wire_decoder_i64 (decoder));
      break;
    case HBASE_WIRE_BINARY:
      append_bytes (out, hbase_wire_decoder_binary (decoder));
      break;
    case HBASE_WIRE_STRUCT:
      append_struct (out, decoder, field->sub);
      break;
    case HBASE_WIRE_LIST:
      append_list (out, decoder, field);
      break;
    case HBASE_WIRE_MAP:
      append_map (out, decoder, field);
      break;
    default:
      ck_abort_msg ("no rendering for the type of '%s'", field->name);
    }
}

/* A list that is the whole result is shown with one line for each element. */
static void
append_lines (GString *out, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  HBaseWireType element;
  guint count = hbase_wire_decoder_list (decoder, &element);

  for (guint i = 0; i < count; i++)
    {
      g_string_append (out, i > 0 ? "\n" : "");
      append_value (out, decoder, element, field);
    }
  if (count == 0)
    g_string_append (out, "[]");
}

static gboolean
has_rows (const HBaseWireField *field)
{
  return field->sub != NULL && field->sub->mark == HBASE_WIRE_MARK_ROW;
}

static void
append_rows (GString *out, const HBaseBlock *block)
{
  for (guint row = 0; row < block->n_rows; row++)
    {
      g_string_append (out, row > 0 ? "\n" : "");
      append_row (out, block, row);
    }
  if (block->n_rows == 0)
    g_string_append (out, "[]");
}

static void
append_reply (GString *out, const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  guint id;
  HBaseWireType type;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (!hbase_wire_decoder_next (&decoder, &id, &type))
    g_string_append (out, "ok");
  else if (id > 0)
    append_exception (out, &decoder, block->method->result->fields[id].sub);
  else if (has_rows (&block->method->result->fields[0]))
    append_rows (out, block);
  else if (type == HBASE_WIRE_LIST)
    append_lines (out, &decoder, &block->method->result->fields[0]);
  else
    append_value (out, &decoder, type, &block->method->result->fields[0]);
}

char *
rendering_of (const HBaseBlock *reply)
{
  GString *out = g_string_new (NULL);

  if (reply->type == HBASE_WIRE_EXCEPTION)
    append_application_exception (out, reply);
  else
    append_reply (out, reply);
  return g_string_free (out, FALSE);
}
