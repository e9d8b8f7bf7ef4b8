/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-reader-private.h"

#include "hbase-wire-envelope-private.h"
#include "hbase-wire-walk-private.h"

/* One message: its header by the envelope, its body by the walk.
 *
 * 1. depth 0 and body 0: the header isn't whole yet. body > 0: it is, and the walk is under way.
 * 2. position ≤ the bytes fed; position, and all that was noted of the bytes before it, is never taken back.
 * 3. Once there is a fault, the answer stays BAD. */

/* Nobody's limit is smaller: a header has to go into it. */
#define LEAST_MAX_SIZE 512

static void
reader_init (HBaseWireReader *reader, HBaseWireProtocol protocol, gboolean framed, gsize max_size)
{
  memset (reader, 0, G_STRUCT_OFFSET (HBaseWireReader, stack));
  reader->protocol = protocol;
  reader->framed = framed;
  /* The index counts in 32 bits. */
  reader->max_size = CLAMP (max_size, LEAST_MAX_SIZE, G_MAXUINT32);
  reader->cells = NULL;
  reader->rows = NULL;
  reader->n_cells = reader->n_rows = reader->room_cells = reader->room_rows = 0;
}

void
hbase_wire_reader_init_reply (HBaseWireReader *reader,
                              HBaseWireProtocol protocol,
                              gboolean framed,
                              gsize max_size,
                              const HBaseWireMethod *method,
                              gint32 sequence_id)
{
  reader_init (reader, protocol, framed, max_size);
  reader->method = method;
  reader->sequence_id = sequence_id;
}

void
hbase_wire_reader_init_call (HBaseWireReader *reader,
                             HBaseWireProtocol protocol,
                             gboolean framed,
                             gsize max_size)
{
  reader_init (reader, protocol, framed, max_size);
  reader->is_call = TRUE;
}

void
hbase_wire_reader_clear (HBaseWireReader *reader)
{
  g_clear_pointer (&reader->problem, g_free);
  g_clear_pointer (&reader->cells, g_free);
  g_clear_pointer (&reader->rows, g_free);
  reader->n_cells = reader->n_rows = reader->room_cells = reader->room_rows = 0;
}

const char *
hbase_wire_reader_get_problem (const HBaseWireReader *reader)
{
  return reader->problem;
}

HBaseWireStatus
hbase_wire_reader_bad (HBaseWireReader *reader, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (reader->problem == NULL)
    reader->problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return HBASE_WIRE_BAD;
}

HBaseWireStatus
hbase_wire_reader_more (HBaseWireReader *reader, gsize at, gsize count)
{
  gsize limit = hbase_wire_reader_limit (reader);

  if (count <= limit - at)
    {
      reader->wanted = reader->end != 0 ? reader->end : at + count;
      return HBASE_WIRE_MORE;
    }
  reader->too_large = reader->end == 0;
  if (reader->too_large)
    return hbase_wire_reader_bad (reader,
                                  "%" G_GSIZE_FORMAT " bytes more are announced at byte %" G_GSIZE_FORMAT
                                  ", beyond the limit of %" G_GSIZE_FORMAT,
                                  count, at, limit);
  return hbase_wire_reader_bad (reader,
                                "%" G_GSIZE_FORMAT " bytes more are announced at byte %" G_GSIZE_FORMAT
                                ", but the frame ends at %" G_GSIZE_FORMAT,
                                count, at, limit);
}

void
hbase_wire_reader_grow_cells (HBaseWireReader *reader)
{
  reader->room_cells = MAX (16, reader->room_cells * 2);
  reader->cells = g_renew (guint32, reader->cells, reader->room_cells);
}

static void
mark_cell (HBaseWireReader *reader, gsize at)
{
  if (G_UNLIKELY (reader->n_cells == reader->room_cells))
    hbase_wire_reader_grow_cells (reader);
  reader->cells[reader->n_cells++] = (guint32) at;
}

static void
mark_row (HBaseWireReader *reader, gsize at)
{
  /* One is kept free: the sentinel's. */
  if (G_UNLIKELY (reader->n_rows + 1 >= reader->room_rows))
    {
      reader->room_rows = MAX (4, reader->room_rows * 2);
      reader->rows = g_renew (HBaseRowMark, reader->rows, reader->room_rows);
    }
  reader->rows[reader->n_rows++] = (HBaseRowMark){ (guint32) at, reader->n_cells };
}

void
hbase_wire_reader_mark (HBaseWireReader *reader, const HBaseWireSchema *schema, gsize at)
{
  if (schema == NULL || schema->mark == HBASE_WIRE_MARK_NONE || reader->is_call)
    return;
  if (schema->mark == HBASE_WIRE_MARK_CELL)
    mark_cell (reader, at);
  else
    mark_row (reader, at);
}

static const HBaseWireSchema *
body_schema (const HBaseWireReader *reader)
{
  if (reader->type == HBASE_WIRE_EXCEPTION)
    return &hbase_wire_t_application_exception;
  if (reader->method == NULL)
    return NULL;
  return reader->is_call ? reader->method->arguments : reader->method->result;
}

static void
begin_body (HBaseWireReader *reader)
{
  reader->body = reader->position;
  reader->depth = 1;
  reader->stack[0] = (HBaseWireFrame){ .kind = HBASE_WIRE_STRUCT, .schema = body_schema (reader) };
}

HBaseWireStatus
hbase_wire_reader_feed (HBaseWireReader *reader, const guint8 *memory, gsize length)
{
  if (reader->problem != NULL)
    return HBASE_WIRE_BAD;
  if (length == 0)
    return hbase_wire_reader_more (reader, 0, 1);
  if (reader->body == 0)
    {
      HBaseWireStatus status = hbase_wire_envelope_read (reader, memory, length);

      if (status != HBASE_WIRE_WHOLE)
        return status;
      begin_body (reader);
    }
  return hbase_wire_walk (reader, memory, length);
}

static HBaseRowMark *
end_rows (HBaseWireReader *reader, gsize length)
{
  if (reader->rows == NULL)
    reader->rows = g_new (HBaseRowMark, 1);
  reader->rows[reader->n_rows] = (HBaseRowMark){ (guint32) length, reader->n_cells };
  return g_steal_pointer (&reader->rows);
}

HBaseBlock *
hbase_wire_reader_take (HBaseWireReader *reader, guint8 *memory)
{
  HBaseBlock *block = g_new0 (HBaseBlock, 1);
  gsize frame = reader->framed ? 4 : 0;

  g_assert (reader->body > 0 && reader->depth == 0 && reader->problem == NULL);
  g_atomic_ref_count_init (&block->ref_count);
  block->protocol = reader->protocol;
  block->type = reader->type;
  block->sequence_id = reader->sequence_id;
  block->method = reader->method;
  block->memory = memory;
  block->data = memory + frame;
  block->length = reader->position - frame;
  block->body = reader->body - frame;
  block->name = reader->is_call ? hbase_slice (memory + reader->name_at, reader->name_length)
                                : hbase_slice_text (reader->method->name);
  block->n_cells = reader->n_cells;
  block->n_rows = reader->n_rows;
  block->incomplete = reader->incomplete;
  block->missing = reader->missing;
  block->rows = end_rows (reader, block->length);
  block->cells = g_steal_pointer (&reader->cells);
  hbase_wire_reader_clear (reader);
  return block;
}
