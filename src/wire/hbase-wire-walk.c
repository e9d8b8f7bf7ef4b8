/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-walk-private.h"

#include "hbase-wire-cell-private.h"

/* The one walk over a message's body: it checks and indexes.
 *
 * 1. A unit is a struct's field (header and value), an element, or a stop byte; of a struct or container, only its
 *    header: what it holds are units of their own, one level deeper.
 * 2. Nothing is noted of a unit before it is there whole: `position`, the stack and the index change at its end only.
 *    So a walk that ran out of bytes goes on at the last whole unit.
 * 3. No byte beyond the message's limit is ever due: a size that reaches beyond it is BAD when it is read.
 * 4. The stack is `depth` levels high; level 0 is the arguments or result struct; the walk ends when it is closed.
 * 5. The protocol is a constant in each copy of the walk: the functions are inlined into two. */

#define TRY(step)                                                                                            \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    HBaseWireStatus status_ = (step);                                                                        \
    if (G_UNLIKELY (status_ != HBASE_WIRE_WHOLE))                                                            \
      return status_;                                                                                        \
  }                                                                                                          \
  G_STMT_END

typedef struct {
  HBaseWireReader *reader;
  const guint8 *data;
  const guint8 *message; /* `data` without the frame's header */
  const guint8 *p;       /* how far the unit has been taken */
  const guint8 *end;
} Walk;

/* Where a cell begins depends on three lengths in memory, one after the other, of the cell before it. Cells are often as
 * long as their neighbours: the processor goes on with that length and compares it later, but only if the compiler
 * doesn't see that the two are equal. */
#define KEEP_APART(variable) __asm__ volatile("" : "+r"(variable))

/* What a unit turned out to be. */
typedef struct {
  gint id; /* of a struct's field */
  HBaseWireType type;
  gboolean value_in_header;    /* compact's booleans */
  const HBaseWireField *field; /* NULL: not in the schema */
  const HBaseWireSchema *sub;
} Unit;

/* The shortest encodings; 0: there is no such type. */
static const guint8 least_binary[16] = { 0, 0, 1, 1, 8, 0, 2, 0, 4, 0, 8, 4, 1, 6, 5, 5 };
static const guint8 least_compact[16] = { 0, 0, 1, 1, 8, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1 };

/* ---- bytes and numbers ---- */

#define wrong(walk, format, ...)                                                                             \
  hbase_wire_reader_bad ((walk)->reader, format " (at byte %" G_GSIZE_FORMAT ")", __VA_ARGS__,               \
                         (gsize) ((walk)->p - (walk)->data))

HBASE_WIRE_INLINE HBaseWireStatus
need (Walk *walk, gsize count)
{
  if (G_LIKELY ((gsize) (walk->end - walk->p) >= count))
    return HBASE_WIRE_WHOLE;
  return hbase_wire_reader_more (walk->reader, (gsize) (walk->p - walk->data), count);
}

HBASE_WIRE_INLINE HBaseWireStatus
pass (Walk *walk, gsize count)
{
  TRY (need (walk, count));
  walk->p += count;
  return HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
take_varint (Walk *walk, guint most, guint64 *value)
{
  *value = 0;
  for (guint i = 0; i < most; i++)
    {
      TRY (need (walk, i + 1));
      *value |= (guint64) (walk->p[i] & 0x7f) << (7 * i);
      if ((walk->p[i] & 0x80) == 0)
        {
          walk->p += i + 1;
          return HBASE_WIRE_WHOLE;
        }
    }
  return wrong (walk, "a number of more than %u bytes", most);
}

HBASE_WIRE_INLINE HBaseWireStatus
take_size (Walk *walk, HBaseWireProtocol protocol, guint32 *size)
{
  guint64 value;

  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    {
      TRY (need (walk, 4));
      value = hbase_wire_load_32 (walk->p);
      walk->p += 4;
    }
  else
    TRY (take_varint (walk, 5, &value));
  if (G_UNLIKELY (value > G_MAXINT32))
    return wrong (walk, "a length of %" G_GINT64_FORMAT, (gint64) (gint32) value);
  *size = (guint32) value;
  return HBASE_WIRE_WHOLE;
}

/* ---- a field's header ---- */

static HBaseWireStatus
take_compact_id (Walk *walk, const HBaseWireFrame *frame, guint distance, gint *id)
{
  guint64 value;

  if (G_LIKELY (distance != 0))
    *id = frame->last_id + (gint) distance;
  else
    {
      TRY (take_varint (walk, 5, &value));
      *id = (gint) hbase_wire_unzigzag (value & G_MAXUINT32);
    }
  if (*id < G_MININT16 || *id > G_MAXINT16)
    return wrong (walk, "a field id of %d", *id);
  return HBASE_WIRE_WHOLE;
}

HBASE_WIRE_INLINE HBaseWireStatus
take_field_header (Walk *walk, HBaseWireProtocol protocol, const HBaseWireFrame *frame, Unit *unit)
{
  guint8 byte;

  TRY (need (walk, 1));
  byte = walk->p[0];
  unit->type = byte;
  if (byte == HBASE_WIRE_STOP)
    return pass (walk, 1);
  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    {
      TRY (need (walk, 3));
      unit->id = (gint16) hbase_wire_load_16 (walk->p + 1);
      walk->p += 3;
      return HBASE_WIRE_WHOLE;
    }
  unit->type = hbase_wire_type_from_compact (byte);
  unit->value_in_header = unit->type == HBASE_WIRE_BOOL;
  if (G_UNLIKELY (unit->type == 0))
    return wrong (walk, "a field of type %u, which Thrift doesn't have", byte & 15u);
  walk->p++;
  return take_compact_id (walk, frame, byte >> 4, &unit->id);
}

/* The field must be new to the struct, and what the schema says. */
HBASE_WIRE_INLINE HBaseWireStatus
check_field (Walk *walk, const HBaseWireFrame *frame, Unit *unit)
{
  const HBaseWireSchema *schema = frame->schema;
  const char *name = schema != NULL ? schema->name : "an unknown struct";

  if (unit->id < 0 || unit->id > 63)
    return HBASE_WIRE_WHOLE;
  if (G_UNLIKELY (frame->seen >> unit->id & 1))
    return wrong (walk, "field %d of %s came twice", unit->id, name);
  if (schema == NULL || unit->id >= schema->n_fields || schema->fields[unit->id].name == NULL)
    return HBASE_WIRE_WHOLE;
  unit->field = &schema->fields[unit->id];
  unit->sub = unit->field->sub;
  if (G_UNLIKELY (unit->field->type != unit->type))
    return wrong (walk, "%s.%s is of type %u, not %u", name, unit->field->name, unit->field->type,
                  unit->type);
  return HBASE_WIRE_WHOLE;
}

/* ---- values ---- */

HBASE_WIRE_INLINE HBaseWireStatus
take_list_header (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *child)
{
  guint8 byte;

  TRY (need (walk, 1));
  byte = *walk->p++;
  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    {
      child->element = byte;
      return take_size (walk, protocol, &child->left);
    }
  child->element = hbase_wire_type_from_compact (byte);
  child->left = byte >> 4;
  return child->left < 15 ? HBASE_WIRE_WHOLE : take_size (walk, protocol, &child->left);
}

HBASE_WIRE_INLINE HBaseWireStatus
take_map_header (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *child)
{
  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    {
      TRY (need (walk, 6));
      child->key = walk->p[0];
      child->element = walk->p[1];
      walk->p += 2;
      return take_size (walk, protocol, &child->left);
    }
  TRY (take_size (walk, protocol, &child->left));
  if (child->left == 0)
    return HBASE_WIRE_WHOLE;
  TRY (need (walk, 1));
  child->key = hbase_wire_type_from_compact (*walk->p >> 4);
  child->element = hbase_wire_type_from_compact (*walk->p);
  walk->p++;
  return HBASE_WIRE_WHOLE;
}

/* An empty container's element types are free: some peers send none that means anything. */
static HBaseWireStatus
check_container (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *child, const HBaseWireField *field)
{
  const guint8 *least = protocol == HBASE_WIRE_PROTOCOL_BINARY ? least_binary : least_compact;
  gboolean is_map = child->kind == HBASE_WIRE_MAP;
  guint64 each;

  if (child->left == 0)
    return HBASE_WIRE_WHOLE;
  if (child->element > 15 || least[child->element] == 0
      || (is_map && (child->key > 15 || least[child->key] == 0)))
    return wrong (walk, "elements of type %u, which Thrift doesn't have", child->element);
  if (field != NULL && (field->element != child->element || (is_map && field->key != child->key)))
    return wrong (walk, "%s has elements of type %u, not %u", field->name, field->element, child->element);
  each = least[child->element] + (is_map ? least[child->key] : 0);
  if (child->left * each > hbase_wire_reader_limit (walk->reader) - (gsize) (walk->p - walk->data))
    return hbase_wire_reader_more (walk->reader, (gsize) (walk->p - walk->data), child->left * each);
  if (is_map)
    child->left *= 2;
  else
    child->key = child->element;
  return HBASE_WIRE_WHOLE;
}

HBASE_WIRE_INLINE HBaseWireStatus
take_container (Walk *walk, HBaseWireProtocol protocol, const Unit *unit, HBaseWireFrame *child)
{
  *child = (HBaseWireFrame){ .kind = (guint8) unit->type, .schema = unit->sub };
  if (unit->type == HBASE_WIRE_STRUCT)
    return HBASE_WIRE_WHOLE;
  if (unit->type == HBASE_WIRE_MAP)
    TRY (take_map_header (walk, protocol, child));
  else
    TRY (take_list_header (walk, protocol, child));
  return check_container (walk, protocol, child, unit->field);
}

HBASE_WIRE_INLINE HBaseWireStatus
take_number (Walk *walk, HBaseWireProtocol protocol, gsize size)
{
  guint64 value;

  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    return pass (walk, size);
  return take_varint (walk, size == 8 ? HBASE_WIRE_VARINT_MAX : 5, &value);
}

HBASE_WIRE_INLINE HBaseWireStatus
take_binary (Walk *walk, HBaseWireProtocol protocol)
{
  guint32 size = 0;

  TRY (take_size (walk, protocol, &size));
  return pass (walk, size);
}

/* `child` is filled for a struct or a container: the level that begins behind the unit. */
HBASE_WIRE_INLINE HBaseWireStatus
take_value (Walk *walk, HBaseWireProtocol protocol, const Unit *unit, HBaseWireFrame *child)
{
  switch (unit->type)
    {
    case HBASE_WIRE_BOOL:
      return unit->value_in_header ? HBASE_WIRE_WHOLE : pass (walk, 1);
    case HBASE_WIRE_I8:
      return pass (walk, 1);
    case HBASE_WIRE_DOUBLE:
      return pass (walk, 8);
    case HBASE_WIRE_I16:
      return take_number (walk, protocol, 2);
    case HBASE_WIRE_I32:
      return take_number (walk, protocol, 4);
    case HBASE_WIRE_I64:
      return take_number (walk, protocol, 8);
    case HBASE_WIRE_BINARY:
      return take_binary (walk, protocol);
    case HBASE_WIRE_STRUCT:
    case HBASE_WIRE_MAP:
    case HBASE_WIRE_SET:
    case HBASE_WIRE_LIST:
      return take_container (walk, protocol, unit, child);
    case HBASE_WIRE_STOP:
    default:
      return wrong (walk, "a value of type %u, which Thrift doesn't have", unit->type);
    }
}

/* ---- the ends ---- */

static HBaseWireStatus
lacks (Walk *walk, const HBaseWireSchema *schema, guint64 incomplete)
{
  HBaseWireReader *reader = walk->reader;
  const char *name = schema->fields[g_bit_nth_lsf (incomplete, -1)].name;

  if (!reader->is_call)
    return wrong (walk, "%s lacks its field %s", schema->name, name);
  if (reader->missing == NULL)
    {
      reader->incomplete = schema;
      reader->missing = name;
    }
  return HBASE_WIRE_WHOLE;
}

static inline HBaseWireStatus
check_whole_struct (Walk *walk, const HBaseWireFrame *frame)
{
  guint64 incomplete = frame->schema != NULL ? frame->schema->required & ~frame->seen : 0;

  return G_LIKELY (incomplete == 0) ? HBASE_WIRE_WHOLE : lacks (walk, frame->schema, incomplete);
}

/* A call that gives something answers with that or an exception. */
static gboolean
is_empty_result (const HBaseWireReader *reader)
{
  const HBaseWireSchema *schema = reader->stack[0].schema;

  return !reader->is_call && reader->type == HBASE_WIRE_REPLY && schema->fields[0].name != NULL
         && (reader->stack[0].seen & ((G_GUINT64_CONSTANT (1) << schema->n_fields) - 1)) == 0;
}

static HBaseWireStatus
finish (Walk *walk)
{
  HBaseWireReader *reader = walk->reader;

  if (is_empty_result (reader))
    return wrong (walk, "the reply to %s has neither a result nor an exception", reader->method->name);
  if (reader->end != 0 && reader->position != reader->end)
    return wrong (walk, "%" G_GSIZE_FORMAT " bytes too many in the message's frame",
                  reader->end - reader->position);
  reader->wanted = reader->position;
  return HBASE_WIRE_WHOLE;
}

/* ---- the walk ---- */

static inline gboolean
holds_cells (const HBaseWireFrame *frame)
{
  return frame->kind == HBASE_WIRE_LIST && frame->schema != NULL
         && frame->schema->mark == HBASE_WIRE_MARK_CELL;
}

/* As many of a list's cells as are there whole in the usual form and have room in the index: the hot loop of a big
 * reply. What it counts it keeps in registers. */
HBASE_WIRE_INLINE void
take_some_cells (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *frame)
{
  HBaseWireReader *reader = walk->reader;
  const guint8 *p = walk->p, *end = walk->end, *message = walk->message;
  guint32 *mark = reader->cells + reader->n_cells;
  guint most = MIN (frame->left, reader->room_cells - reader->n_cells), n;
  HBaseCellView ignored;
  gsize guess = 0;

  for (n = 0; n < most; n++)
    {
      gsize length = hbase_wire_cell (protocol, p, end, &ignored), step = guess;

      if (length == 0)
        break;
      mark[n] = (guint32) (p - message);
      KEEP_APART (step);
      if (G_UNLIKELY (length != guess))
        {
          step = guess = length;
          KEEP_APART (step);
        }
      p += step;
    }
  walk->p = p;
  reader->position = (gsize) (p - walk->data);
  reader->n_cells += n;
  frame->left -= n;
}

HBASE_WIRE_INLINE void
take_cells (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *frame)
{
  guint32 left;

  do
    {
      left = frame->left;
      if (walk->reader->n_cells == walk->reader->room_cells)
        hbase_wire_reader_grow_cells (walk->reader);
      take_some_cells (walk, protocol, frame);
      /* A call's cells aren't indexed: the marks are only where the loop wants them. */
      if (walk->reader->is_call)
        walk->reader->n_cells = 0;
    }
  while (frame->left > 0 && frame->left < left);
}

/* Whether such a value holds units of its own. */
static inline gboolean
is_level (HBaseWireType type)
{
  return type >= HBASE_WIRE_STRUCT;
}

HBASE_WIRE_INLINE HBaseWireStatus
take_unit_header (Walk *walk, HBaseWireProtocol protocol, const HBaseWireFrame *frame, Unit *unit)
{
  if (frame->kind == HBASE_WIRE_STRUCT)
    {
      TRY (take_field_header (walk, protocol, frame, unit));
      return unit->type == HBASE_WIRE_STOP ? check_whole_struct (walk, frame)
                                           : check_field (walk, frame, unit);
    }
  unit->sub = frame->schema;
  /* Of a map keys and values are counted: before a key, an even number is left. */
  if (frame->left > 0)
    unit->type = frame->left & 1 ? frame->element : frame->key;
  return HBASE_WIRE_WHOLE;
}

/* The unit is whole: its level knows it, and what it opens becomes a level. */
HBASE_WIRE_INLINE void
commit (Walk *walk, HBaseWireFrame *frame, const Unit *unit)
{
  HBaseWireReader *reader = walk->reader;

  if (frame->kind != HBASE_WIRE_STRUCT)
    frame->left--;
  else
    {
      frame->last_id = (gint16) unit->id;
      if (unit->id >= 0 && unit->id <= 63)
        frame->seen |= G_GUINT64_CONSTANT (1) << unit->id;
    }
  reader->position = (gsize) (walk->p - walk->data);
  if (!is_level (unit->type))
    return;
  if (unit->type == HBASE_WIRE_STRUCT)
    hbase_wire_reader_mark (reader, unit->sub, (gsize) (walk->p - walk->message));
  reader->depth++;
}

HBASE_WIRE_INLINE HBaseWireStatus
walk_units (Walk *walk, HBaseWireProtocol protocol)
{
  HBaseWireReader *reader = walk->reader;

  while (reader->depth > 0)
    {
      HBaseWireFrame *frame = &reader->stack[reader->depth - 1];
      Unit unit = { 0 };

      if (holds_cells (frame))
        take_cells (walk, protocol, frame);
      TRY (take_unit_header (walk, protocol, frame, &unit));
      if (unit.type == HBASE_WIRE_STOP)
        {
          reader->position = (gsize) (walk->p - walk->data);
          reader->depth--;
          continue;
        }
      /* What the unit opens is made above the stack's top. */
      TRY (take_value (walk, protocol, &unit, frame + 1));
      if (G_UNLIKELY (is_level (unit.type) && reader->depth == HBASE_WIRE_MAX_DEPTH))
        return wrong (walk, "more than %d levels of nesting", HBASE_WIRE_MAX_DEPTH);
      commit (walk, frame, &unit);
    }
  return finish (walk);
}

HBaseWireStatus
hbase_wire_walk (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  Walk walk = { .reader = reader,
                .data = data,
                .message = data + (reader->framed ? 4 : 0),
                .p = data + reader->position,
                .end = data + MIN (length, hbase_wire_reader_limit (reader)) };

  return reader->protocol == HBASE_WIRE_PROTOCOL_BINARY ? walk_units (&walk, HBASE_WIRE_PROTOCOL_BINARY)
                                                        : walk_units (&walk, HBASE_WIRE_PROTOCOL_COMPACT);
}
