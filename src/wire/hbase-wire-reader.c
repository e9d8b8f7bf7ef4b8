/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the reader of messages, which are checked while their bytes arrive. It records where
 * the rows and cells of a response begin.
 *
 * A message is its header (frame length, type, method, sequence id) and its body, which is walked in units: a
 * field of a struct (header and value), an element, or a stop byte. Of a struct or container a unit is only
 * the header; its content consists of units of their own, one level deeper.
 *
 * 1. While `body` is 0 the header is incomplete. After that `depth` levels of structs and containers are
 *    open; level 0 is the arguments or result struct, and the message ends when that is closed.
 * 2. `position`, the stack and the index change only at the end of a unit, so a walk that ran out of bytes
 *    continues after the last complete unit. Nothing that was recorded is ever taken back.
 * 3. A size that reaches beyond the message's limit is an error as soon as it is read; no byte after it is
 *    waited for.
 * 4. Once there is an error, the status stays BAD.
 * 5. The walk is compiled once for each protocol: the functions are inlined into two copies, in which the
 *    protocol is a constant. */

#include "config.h"

#include "hbase-wire-reader-private.h"

#include "hbase-wire-bytes-private.h"
#include "hbase-wire-cell-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* A smaller limit is raised to this: a header must fit. */
#define LEAST_MAX_SIZE 512

/* Returns the status of a step unless that is WHOLE. */
#define TRY(step)                                                                                            \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    HBaseWireStatus status_ = (step);                                                                        \
    if (G_UNLIKELY (status_ != HBASE_WIRE_WHOLE))                                                            \
      return status_;                                                                                        \
  }                                                                                                          \
  G_STMT_END

/* ---- status and index ---- */

static inline gsize
frame_of (const HBaseWireReader *reader)
{
  return reader->framed ? HBASE_WIRE_FRAME_HEADER : 0;
}

/* The offset after the last byte that the message may have. */
static inline gsize
limit_of (const HBaseWireReader *reader)
{
  return reader->end != 0 ? reader->end : reader->max_size;
}

/* Sets the error, unless it is already set, and returns BAD. */
static HBaseWireStatus G_GNUC_PRINTF (2, 3) set_problem (HBaseWireReader *reader, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (reader->problem == NULL)
    reader->problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return HBASE_WIRE_BAD;
}

/* `count` bytes from `at` on are needed: returns MORE, or BAD if the message can't have them. A gsize of 32
 * bits couldn't hold each count. */
static HBaseWireStatus
wait_for (HBaseWireReader *reader, gsize at, guint64 count)
{
  gsize limit = limit_of (reader);

  if (count <= limit - at)
    {
      reader->wanted = reader->end != 0 ? reader->end : at + (gsize) count;
      return HBASE_WIRE_MORE;
    }
  reader->too_large = reader->end == 0;
  return set_problem (reader,
                      "%" G_GUINT64_FORMAT " bytes more are announced at byte %" G_GSIZE_FORMAT
                      ", %s %" G_GSIZE_FORMAT,
                      count, at, reader->too_large ? "beyond the limit of" : "but the frame ends at", limit);
}

static void
grow_cells (HBaseWireReader *reader)
{
  reader->cells_capacity = MAX (16, reader->cells_capacity * 2);
  reader->block.cells = g_renew (guint32, reader->block.cells, reader->cells_capacity);
}

static void
mark_row (HBaseWireReader *reader, gsize at)
{
  HBaseBlock *block = &reader->block;

  if (G_UNLIKELY (block->n_rows == reader->rows_capacity))
    {
      reader->rows_capacity = MAX (4, reader->rows_capacity * 2);
      block->rows = g_renew (HBaseRowMark, block->rows, reader->rows_capacity);
    }
  block->rows[block->n_rows++] = (HBaseRowMark){ (guint32) at, block->n_cells, FALSE };
}

/* Records TResult.partial, which gateways send after the row's cells. */
static inline void
mark_partial (HBaseWireReader *reader, gboolean is_partial)
{
  reader->block.rows[reader->block.n_rows - 1].is_partial = is_partial;
}

/* Records that a struct of this schema, NULL if it is unknown, begins at offset `at` of the message. */
static void
mark_struct (HBaseWireReader *reader, const HBaseWireSchema *schema, gsize at)
{
  if (schema == NULL || schema->mark == HBASE_WIRE_MARK_NONE || reader->is_call)
    return;
  if (schema->mark == HBASE_WIRE_MARK_ROW)
    {
      mark_row (reader, at);
      return;
    }
  if (G_UNLIKELY (reader->block.n_cells == reader->cells_capacity))
    grow_cells (reader);
  reader->block.cells[reader->block.n_cells++] = (guint32) at;
}

/* ---- the header: its first bytes ---- */

/* Returns whether the bytes begin like a message of the protocol. */
static gboolean
is_protocol (HBaseWireProtocol protocol, const guint8 *data, gsize length)
{
  static const guint8 binary_start[3]
      = { HBASE_WIRE_BINARY_VERSION >> 24, HBASE_WIRE_BINARY_VERSION >> 16 & 0xff, 0 };

  if (protocol == HBASE_WIRE_PROTOCOL_COMPACT)
    return length > 0 && data[0] == HBASE_WIRE_COMPACT_ID
           && (length < 2 || (data[1] & 0x1f) == HBASE_WIRE_COMPACT_VERSION);
  return length > 0 && memcmp (data, binary_start, MIN (length, sizeof binary_start)) == 0;
}

static const char *
unexpected (const guint8 *data, gsize length)
{
  if (length > 0 && memcmp (data, "HTTP/", MIN (length, 5)) == 0)
    return "an HTTP server's answer: a gateway in HTTP mode has a URI http://host:port/";
  if (length > 0 && (data[0] == 0x15 || data[0] == 0x16) && (length < 2 || data[1] == 3))
    return "TLS: such a gateway has a URI thrifts://host:port/, or https:// in HTTP mode";
  return NULL;
}

/* Returns the parameters of a URI for which these bytes would be valid, or NULL. */
static const char *
right_parameters (const guint8 *data, gsize length)
{
  gsize unframed = length > HBASE_WIRE_FRAME_HEADER ? length - HBASE_WIRE_FRAME_HEADER : 0;

  if (is_protocol (HBASE_WIRE_PROTOCOL_BINARY, data, length))
    return "protocol=binary&framing=none";
  if (is_protocol (HBASE_WIRE_PROTOCOL_COMPACT, data, length))
    return "protocol=compact&framing=none";
  if (length == 0 || data[0] != 0)
    return NULL;
  if (is_protocol (HBASE_WIRE_PROTOCOL_COMPACT, data + HBASE_WIRE_FRAME_HEADER, unframed))
    return "protocol=compact&framing=framed";
  if (is_protocol (HBASE_WIRE_PROTOCOL_BINARY, data + HBASE_WIRE_FRAME_HEADER, unframed))
    return "protocol=binary&framing=framed";
  return unframed == 0 ? "framing=framed" : NULL;
}

/* The message doesn't begin like a message of the protocol. */
static HBaseWireStatus
protocol_error (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  const char *other = unexpected (data, length);
  const char *parameters = right_parameters (data, length);

  for (gsize i = 0; i < MIN (length, 8); i++)
    g_string_append_printf (bytes, "%s%02X", i > 0 ? " " : "", data[i]);
  if (other != NULL)
    return set_problem (reader, "the first bytes (%s) look like %s", bytes->str, other);
  if (parameters != NULL)
    return set_problem (reader, "the first bytes (%s) look like a message of %s: say so in the URI",
                        bytes->str, parameters);
  return set_problem (reader, "the first bytes (%s) aren't Thrift's: is this the port of a Thrift2 gateway?",
                      bytes->str);
}

/* ---- the header: the frame's length ---- */

static HBaseWireStatus
read_frame (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  guint8 known[HBASE_WIRE_FRAME_HEADER] = { 0 };
  gsize least;

  /* The first bytes already give the least length. */
  memcpy (known, data, MIN (length, HBASE_WIRE_FRAME_HEADER));
  least = hbase_wire_load_32 (known);
  if (least > reader->max_size - HBASE_WIRE_FRAME_HEADER)
    {
      /* A length of a gibibyte or more is more likely text or an unframed message. */
      if (unexpected (data, length) != NULL || least >= 1u << 30)
        return protocol_error (reader, data, length);
      reader->too_large = TRUE;
      return set_problem (reader,
                          "a message of %" G_GSIZE_FORMAT
                          " bytes or more comes, beyond the limit of %" G_GSIZE_FORMAT,
                          least, reader->max_size);
    }
  if (length < HBASE_WIRE_FRAME_HEADER)
    return wait_for (reader, 0, HBASE_WIRE_FRAME_HEADER);
  reader->end = HBASE_WIRE_FRAME_HEADER + least;
  reader->position = HBASE_WIRE_FRAME_HEADER;
  return HBASE_WIRE_WHOLE;
}

/* ---- the header: type, method, sequence id ---- */

static HBaseWireStatus
read_type (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  HBaseBlock *block = &reader->block;
  gboolean is_binary = block->protocol == HBASE_WIRE_PROTOCOL_BINARY;
  const guint8 *message = data + reader->position;
  gsize received = length - reader->position, at = is_binary ? 3 : 1;

  if (received > 0 && !is_protocol (block->protocol, message, received))
    return protocol_error (reader, data, length);
  if (received <= at)
    return wait_for (reader, reader->position, at + 1);
  block->type = is_binary ? message[at] : message[at] >> 5;
  if (reader->is_call && block->type != HBASE_WIRE_CALL)
    return set_problem (reader, "a message of type %u came where a call was due", block->type);
  if (!reader->is_call && block->type != HBASE_WIRE_REPLY && block->type != HBASE_WIRE_EXCEPTION)
    return set_problem (reader, "a message of type %u came where a reply to %s was due", block->type,
                        block->method->name);
  return HBASE_WIRE_WHOLE;
}

/* What follows the type. */
typedef struct {
  HBaseSlice name;
  gint32 sequence_id;
  gsize length; /* of the whole header, as far as it is known */
} Header;

static HBaseWireStatus
wrong_method (HBaseWireReader *reader)
{
  return set_problem (reader, "the reply is to a call of another method than %s", reader->block.method->name);
}

/* The length is checked before the name has come. */
static HBaseWireStatus
check_name_length (HBaseWireReader *reader, guint64 length)
{
  if (length > HBASE_WIRE_NAME_MAX)
    return set_problem (reader, "a method's name of more than %d bytes", HBASE_WIRE_NAME_MAX);
  return reader->is_call || length == reader->block.name.length ? HBASE_WIRE_WHOLE : wrong_method (reader);
}

static HBaseWireStatus
parse_binary_header (HBaseWireReader *reader, const guint8 *start, gsize received, Header *header)
{
  header->length = 12;
  if (received < 8)
    return HBASE_WIRE_MORE;
  header->name = hbase_slice (start + 8, hbase_wire_load_32 (start + 4));
  TRY (check_name_length (reader, header->name.length));
  header->length += header->name.length;
  if (received < header->length)
    return HBASE_WIRE_MORE;
  header->sequence_id = (gint32) hbase_wire_load_32 (start + 8 + header->name.length);
  return HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
parse_compact_header (HBaseWireReader *reader, const guint8 *start, gsize received, Header *header)
{
  const guint8 *p = start + 2, *end = start + received;
  guint64 id, n;

  header->length = received + 1;
  if (!hbase_wire_cell_compact_varint (&p, end, 5, &id) || !hbase_wire_cell_compact_varint (&p, end, 5, &n))
    return received > 2 + 5 + 5 ? set_problem (reader, "a header without an end") : HBASE_WIRE_MORE;
  TRY (check_name_length (reader, n));
  header->name = hbase_slice (p, n);
  header->sequence_id = (gint32) id;
  header->length = (gsize) (p - start) + n;
  return received < header->length ? HBASE_WIRE_MORE : HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
accept_header (HBaseWireReader *reader, const guint8 *data, const Header *header)
{
  HBaseBlock *block = &reader->block;

  if (reader->is_call)
    {
      block->method = hbase_wire_method_lookup (header->name);
      block->name = header->name; /* take() sets its address: the message may move until then */
      block->sequence_id = header->sequence_id;
      reader->name_at = (gsize) (header->name.data - data);
    }
  else if (!hbase_slice_equal (header->name, block->name))
    return wrong_method (reader);
  else if (header->sequence_id != block->sequence_id)
    return set_problem (reader, "the reply is to another call: its sequence id isn't %d", block->sequence_id);
  reader->position += header->length;
  block->body = reader->position - frame_of (reader);
  return HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
read_header (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  HBaseWireStatus status;
  const guint8 *message;
  gsize received;
  Header header = { 0 };

  if (reader->framed && reader->end == 0)
    TRY (read_frame (reader, data, length));
  length = MIN (length, limit_of (reader));
  TRY (read_type (reader, data, length));
  message = data + reader->position;
  received = length - reader->position;
  if (reader->block.protocol == HBASE_WIRE_PROTOCOL_BINARY)
    status = parse_binary_header (reader, message, received, &header);
  else
    status = parse_compact_header (reader, message, received, &header);
  if (status == HBASE_WIRE_MORE)
    return wait_for (reader, reader->position, header.length);
  TRY (status);
  return accept_header (reader, data, &header);
}

/* ---- the body ---- */

typedef struct {
  HBaseWireReader *reader;
  const guint8 *data;
  const guint8 *message; /* `data` without the frame's header */
  const guint8 *p;       /* the next byte of the current unit */
  const guint8 *end;
} Walk;

/* The position of a cell depends on three lengths within the cell before it, which have to be loaded.
 * Adjacent cells often have the same length: the processor continues with that length speculatively, but only
 * if the compiler doesn't replace it by the equal length that was loaded. */
#define KEEP_APART(variable) __asm__ volatile("" : "+r"(variable))

/* The current unit. */
typedef struct {
  gint id; /* of a struct's field */
  HBaseWireType type;
  gboolean value_in_header;    /* compact's booleans … */
  gboolean is_true;            /* … and their value */
  const HBaseWireField *field; /* NULL: not in the schema */
  const HBaseWireSchema *sub;
} Unit;

/* The shortest encodings in bytes, by type; 0 is no type. */
static const guint8 least_binary[16] = { 0, 0, 1, 1, 8, 0, 2, 0, 4, 0, 8, 4, 1, 6, 5, 5 };
static const guint8 least_compact[16] = { 0, 0, 1, 1, 8, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1 };

/* ---- bytes and numbers ---- */

#define wrong(walk, format, ...)                                                                             \
  set_problem ((walk)->reader, format " (at byte %" G_GSIZE_FORMAT ")", __VA_ARGS__,                         \
               (gsize) ((walk)->p - (walk)->data))

HBASE_WIRE_INLINE HBaseWireStatus
need (Walk *walk, gsize count)
{
  if (G_LIKELY ((gsize) (walk->end - walk->p) >= count))
    return HBASE_WIRE_WHOLE;
  return wait_for (walk->reader, (gsize) (walk->p - walk->data), count);
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
  unit->is_true = (byte & 15) == HBASE_WIRE_COMPACT_TRUE;
  if (G_UNLIKELY (unit->type == 0))
    return wrong (walk, "a field of type %u, which Thrift doesn't have", byte & 15u);
  walk->p++;
  return take_compact_id (walk, frame, byte >> 4, &unit->id);
}

/* The field must be the first of its id in the struct, and have the schema's type. */
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

/* An empty container may have any element types: some peers send meaningless types. */
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
  if (child->left * each > limit_of (walk->reader) - (gsize) (walk->p - walk->data))
    return wait_for (walk->reader, (gsize) (walk->p - walk->data), child->left * each);
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

/* If the unit begins a struct or a container, `child` becomes its level. */
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

/* ---- the ends of structs and of the message ---- */

static HBaseWireStatus
report_missing_field (Walk *walk, const HBaseWireSchema *schema, guint64 incomplete)
{
  HBaseBlock *block = &walk->reader->block;
  const char *name = schema->fields[g_bit_nth_lsf (incomplete, -1)].name;

  if (!walk->reader->is_call)
    return wrong (walk, "%s lacks its field %s", schema->name, name);
  if (block->missing == NULL)
    {
      block->incomplete = schema;
      block->missing = name;
    }
  return HBASE_WIRE_WHOLE;
}

static inline HBaseWireStatus
check_whole_struct (Walk *walk, const HBaseWireFrame *frame)
{
  guint64 incomplete = frame->schema != NULL ? frame->schema->required & ~frame->seen : 0;

  return G_LIKELY (incomplete == 0) ? HBASE_WIRE_WHOLE
                                    : report_missing_field (walk, frame->schema, incomplete);
}

/* The response to a call that returns a value has that value, or an exception. */
static gboolean
is_empty_result (const HBaseWireReader *reader)
{
  const HBaseWireSchema *schema = reader->stack[0].schema;

  return !reader->is_call && reader->block.type == HBASE_WIRE_REPLY && schema->fields[0].name != NULL
         && (reader->stack[0].seen & ((G_GUINT64_CONSTANT (1) << schema->n_fields) - 1)) == 0;
}

static HBaseWireStatus
finish (Walk *walk)
{
  HBaseWireReader *reader = walk->reader;

  if (is_empty_result (reader))
    return wrong (walk, "the reply to %s has neither a result nor an exception", reader->block.method->name);
  if (reader->end != 0 && reader->position != reader->end)
    return wrong (walk, "%" G_GSIZE_FORMAT " bytes too many in the message's frame",
                  reader->end - reader->position);
  reader->wanted = reader->position;
  return HBASE_WIRE_WHOLE;
}

/* ---- the walk over units ---- */

static inline gboolean
holds_cells (const HBaseWireFrame *frame)
{
  return frame->kind == HBASE_WIRE_LIST && frame->schema != NULL
         && frame->schema->mark == HBASE_WIRE_MARK_CELL;
}

/* Takes cells of a list as long as they are complete, have the usual form, and fit into the index. This is
 * the hot loop of a large response; its counters stay in registers. */
HBASE_WIRE_INLINE void
take_some_cells (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *frame)
{
  HBaseWireReader *reader = walk->reader;
  const guint8 *p = walk->p, *end = walk->end, *message = walk->message;
  guint32 *mark = reader->block.cells + reader->block.n_cells;
  guint most = MIN (frame->left, reader->cells_capacity - reader->block.n_cells), n;
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
  reader->block.n_cells += n;
  frame->left -= n;
}

HBASE_WIRE_INLINE void
take_cells (Walk *walk, HBaseWireProtocol protocol, HBaseWireFrame *frame)
{
  guint32 left;

  do
    {
      left = frame->left;
      if (walk->reader->block.n_cells == walk->reader->cells_capacity)
        grow_cells (walk->reader);
      take_some_cells (walk, protocol, frame);
      /* The cells of a call aren't indexed: the loop's marks are discarded. */
      if (walk->reader->is_call)
        walk->reader->block.n_cells = 0;
    }
  while (frame->left > 0 && frame->left < left);
}

/* Returns whether a value of this type contains units. */
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
  /* In a map keys and values are counted, so before a key an even number is left. */
  if (frame->left > 0)
    unit->type = frame->left & 1 ? frame->element : frame->key;
  return HBASE_WIRE_WHOLE;
}

static inline gboolean
is_partial_field (const HBaseWireReader *reader, const HBaseWireFrame *frame, const Unit *unit)
{
  return unit->type == HBASE_WIRE_BOOL && unit->id == HBASE_T_RESULT_PARTIAL && frame->schema != NULL
         && frame->schema->mark == HBASE_WIRE_MARK_ROW && !reader->is_call;
}

/* Records the unit, which is complete, in its level, and opens the level that it begins. */
HBASE_WIRE_INLINE void
commit (Walk *walk, HBaseWireFrame *frame, const Unit *unit)
{
  HBaseWireReader *reader = walk->reader;

  if (frame->kind != HBASE_WIRE_STRUCT)
    frame->left--;
  else
    {
      frame->last_id = (gint16) unit->id;
      if (G_UNLIKELY (is_partial_field (reader, frame, unit)))
        mark_partial (reader, unit->value_in_header ? unit->is_true : walk->p[-1] != 0);
      if (unit->id >= 0 && unit->id <= 63)
        frame->seen |= G_GUINT64_CONSTANT (1) << unit->id;
    }
  reader->position = (gsize) (walk->p - walk->data);
  if (!is_level (unit->type))
    return;
  if (unit->type == HBASE_WIRE_STRUCT)
    mark_struct (reader, unit->sub, (gsize) (walk->p - walk->message));
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
      /* The level that the unit begins is made above the top of the stack. */
      TRY (take_value (walk, protocol, &unit, frame + 1));
      if (G_UNLIKELY (is_level (unit.type) && reader->depth == HBASE_WIRE_MAX_DEPTH))
        return wrong (walk, "more than %d levels of nesting", HBASE_WIRE_MAX_DEPTH);
      commit (walk, frame, &unit);
    }
  return finish (walk);
}

static HBaseWireStatus
walk_body (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  Walk walk = { .reader = reader,
                .data = data,
                .message = data + frame_of (reader),
                .p = data + reader->position,
                .end = data + MIN (length, limit_of (reader)) };

  return reader->block.protocol == HBASE_WIRE_PROTOCOL_BINARY
             ? walk_units (&walk, HBASE_WIRE_PROTOCOL_BINARY)
             : walk_units (&walk, HBASE_WIRE_PROTOCOL_COMPACT);
}

/* ---- the reader ---- */

static void
reader_init (HBaseWireReader *reader, HBaseWireProtocol protocol, gboolean framed, gsize max_size)
{
  memset (reader, 0, G_STRUCT_OFFSET (HBaseWireReader, stack));
  reader->block.protocol = protocol;
  reader->framed = framed;
  /* Offsets in the index have 32 bits. */
  reader->max_size = CLAMP (max_size, LEAST_MAX_SIZE, G_MAXUINT32);
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
  reader->block.method = method;
  reader->block.name = hbase_slice_text (method->name);
  reader->block.sequence_id = sequence_id;
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
  g_clear_pointer (&reader->block.cells, g_free);
  g_clear_pointer (&reader->block.rows, g_free);
  reader->block.n_cells = reader->block.n_rows = reader->cells_capacity = reader->rows_capacity = 0;
}

const char *
hbase_wire_reader_get_problem (const HBaseWireReader *reader)
{
  return reader->problem;
}

static const HBaseWireSchema *
body_schema (const HBaseWireReader *reader)
{
  const HBaseWireMethod *method = reader->block.method;

  if (reader->block.type == HBASE_WIRE_EXCEPTION)
    return &hbase_wire_t_application_exception;
  if (method == NULL)
    return NULL;
  return reader->is_call ? method->arguments : method->result;
}

HBaseWireStatus
hbase_wire_reader_feed (HBaseWireReader *reader, const guint8 *memory, gsize length)
{
  if (reader->problem != NULL)
    return HBASE_WIRE_BAD;
  if (length == 0)
    return wait_for (reader, 0, 1);
  if (reader->block.body == 0)
    {
      TRY (read_header (reader, memory, length));
      reader->depth = 1;
      reader->stack[0] = (HBaseWireFrame){ .kind = HBASE_WIRE_STRUCT, .schema = body_schema (reader) };
    }
  return walk_body (reader, memory, length);
}

HBaseBlock *
hbase_wire_reader_take (HBaseWireReader *reader, guint8 *memory)
{
  HBaseBlock *block;

  g_assert (reader->block.body > 0 && reader->depth == 0 && reader->problem == NULL);

  reader->block.length = reader->position - frame_of (reader);
  mark_row (reader, reader->block.length);
  block = g_memdup2 (&reader->block, sizeof reader->block);
  g_atomic_ref_count_init (&block->ref_count);
  block->n_rows--; /* but the sentinel */
  block->memory = memory;
  block->data = memory + frame_of (reader);
  if (reader->is_call)
    block->name.data = memory + reader->name_at;
  memset (&reader->block, 0, sizeof reader->block);
  hbase_wire_reader_clear (reader);
  return block;
}
