/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-envelope-private.h"

#include "hbase-wire-bytes-private.h"
#include "hbase-wire-walk-private.h"

/* The two protocols' first bytes: binary 80 01 00 TYPE, compact 82 and TYPE << 5 | 1. */
#define BINARY_VERSION 0x80010000u
#define COMPACT_ID 0x82
#define COMPACT_VERSION 1
#define FRAME_HEADER 4

static const guint8 binary_start[3] = { BINARY_VERSION >> 24, BINARY_VERSION >> 16 & 0xff, 0 };

static guint
type_offset (HBaseWireProtocol protocol)
{
  return protocol == HBASE_WIRE_PROTOCOL_BINARY ? 3 : 1;
}

static HBaseWireMessageType
type_at (HBaseWireProtocol protocol, guint8 byte)
{
  return protocol == HBASE_WIRE_PROTOCOL_BINARY ? byte : byte >> 5;
}

gsize
hbase_wire_envelope_write (
    guint8 *out, HBaseWireProtocol protocol, HBaseSlice name, HBaseWireMessageType type, gint32 sequence_id)
{
  guint8 *p = out;

  g_assert (name.length <= HBASE_WIRE_NAME_MAX);
  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    {
      p = hbase_wire_store_32 (p, BINARY_VERSION | type);
      p = hbase_wire_store_32 (p, (guint32) name.length);
      memcpy (p, name.data, name.length);
      p = hbase_wire_store_32 (p + name.length, (guint32) sequence_id);
    }
  else
    {
      *p++ = COMPACT_ID;
      *p++ = (guint8) (type << 5 | COMPACT_VERSION);
      p = hbase_wire_store_varint (p, (guint32) sequence_id);
      p = hbase_wire_store_varint (p, name.length);
      memcpy (p, name.data, name.length);
      p += name.length;
    }
  return (gsize) (p - out);
}

/* ---- what else may be at the other end ---- */

/* Whether the bytes begin like one of the protocols, as far as they go. */
static gboolean
is_protocol (HBaseWireProtocol protocol, const guint8 *data, gsize length)
{
  if (protocol == HBASE_WIRE_PROTOCOL_COMPACT)
    return length > 0 && data[0] == COMPACT_ID && (length < 2 || (data[1] & 0x1f) == COMPACT_VERSION);
  return length > 0 && memcmp (data, binary_start, MIN (length, sizeof binary_start)) == 0;
}

static const char *
unexpected (const guint8 *data, gsize length)
{
  if (length > 0 && memcmp (data, "HTTP/", MIN (length, 5)) == 0)
    return "an HTTP server's answer: name the port of a Thrift2 gateway that isn't in HTTP mode";
  if (length > 0 && (data[0] == 0x15 || data[0] == 0x16) && (length < 2 || data[1] == 3))
    return "TLS: name a port without it";
  return NULL;
}

/* What the URI would have to say for these bytes to be right; NULL: nothing known. */
static const char *
right_parameters (const guint8 *data, gsize length)
{
  gsize behind = length > FRAME_HEADER ? length - FRAME_HEADER : 0;

  if (is_protocol (HBASE_WIRE_PROTOCOL_BINARY, data, length))
    return "protocol=binary&framing=none";
  if (is_protocol (HBASE_WIRE_PROTOCOL_COMPACT, data, length))
    return "protocol=compact&framing=none";
  if (length == 0 || data[0] != 0)
    return NULL;
  if (is_protocol (HBASE_WIRE_PROTOCOL_COMPACT, data + FRAME_HEADER, behind))
    return "protocol=compact&framing=framed";
  if (is_protocol (HBASE_WIRE_PROTOCOL_BINARY, data + FRAME_HEADER, behind))
    return "protocol=binary&framing=framed";
  return behind == 0 ? "framing=framed" : NULL;
}

static char *
first_bytes (const guint8 *data, gsize length)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < MIN (length, 8); i++)
    g_string_append_printf (text, "%s%02X", i > 0 ? " " : "", data[i]);
  return g_string_free (text, FALSE);
}

/* The message's very first bytes aren't the ones due. */
static HBaseWireStatus
protocol_error (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  g_autofree char *bytes = first_bytes (data, length);
  const char *other = unexpected (data, length);
  const char *parameters = right_parameters (data, length);

  if (other != NULL)
    return hbase_wire_reader_bad (reader, "the first bytes (%s) look like %s", bytes, other);
  if (parameters != NULL)
    return hbase_wire_reader_bad (reader, "the first bytes (%s) look like a message of %s: say so in the URI",
                                  bytes, parameters);
  return hbase_wire_reader_bad (
      reader, "the first bytes (%s) aren't Thrift's: is this the port of a Thrift2 gateway?", bytes);
}

/* ---- the frame ---- */

static HBaseWireStatus
read_frame (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  guint8 known[FRAME_HEADER] = { 0 };
  gsize least;

  /* The bytes that are there say how long it is at least. */
  memcpy (known, data, MIN (length, FRAME_HEADER));
  least = hbase_wire_load_32 (known);
  if (least > reader->max_size - FRAME_HEADER)
    {
      /* A gibibyte or more is somebody's text or an unframed message rather than a length. */
      if (unexpected (data, length) != NULL || least >= 1u << 30)
        return protocol_error (reader, data, length);
      reader->too_large = TRUE;
      return hbase_wire_reader_bad (reader,
                                    "a message of %" G_GSIZE_FORMAT
                                    " bytes or more comes, beyond the limit of %" G_GSIZE_FORMAT,
                                    least, reader->max_size);
    }
  if (length < FRAME_HEADER)
    return hbase_wire_reader_more (reader, 0, FRAME_HEADER);
  reader->end = FRAME_HEADER + least;
  reader->position = FRAME_HEADER;
  return HBASE_WIRE_WHOLE;
}

/* ---- a reply's header: every byte of it is known but the type ---- */

static HBaseWireStatus
wrong_call (HBaseWireReader *reader, gsize at, gsize id_at, gsize id_length)
{
  if (at >= id_at && at < id_at + id_length)
    return hbase_wire_reader_bad (reader, "the reply is to another call: its sequence id isn't %d",
                                  reader->sequence_id);
  return hbase_wire_reader_bad (reader, "the reply is to a call of another method than %s",
                                reader->method->name);
}

static HBaseWireStatus
wrong_reply (HBaseWireReader *reader, const guint8 *data, gsize length, gsize at, gsize due)
{
  const guint8 *message = data + reader->position;
  guint type_at_offset = type_offset (reader->protocol);
  gsize name_length = strlen (reader->method->name);

  if (!is_protocol (reader->protocol, message, at + 1))
    return protocol_error (reader, data, length);
  if (at == type_at_offset)
    return hbase_wire_reader_bad (reader, "a message of type %u came where a reply to %s was due",
                                  type_at (reader->protocol, message[at]), reader->method->name);
  if (reader->protocol == HBASE_WIRE_PROTOCOL_BINARY)
    return wrong_call (reader, at, 8 + name_length, 4);
  return wrong_call (reader, at, 2, due - 3 - name_length);
}

static gboolean
is_reply_type (HBaseWireReader *reader, guint8 byte)
{
  guint8 version = reader->protocol == HBASE_WIRE_PROTOCOL_COMPACT ? byte & 0x1f : COMPACT_VERSION;

  reader->type = type_at (reader->protocol, byte);
  return version == COMPACT_VERSION
         && (reader->type == HBASE_WIRE_REPLY || reader->type == HBASE_WIRE_EXCEPTION);
}

static HBaseWireStatus
read_reply (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  guint8 due[HBASE_WIRE_ENVELOPE_MAX];
  const guint8 *message = data + reader->position;
  gsize come = length - reader->position;
  gsize n = hbase_wire_envelope_write (due, reader->protocol, hbase_slice_text (reader->method->name),
                                       HBASE_WIRE_REPLY, reader->sequence_id);
  guint type_at_offset = type_offset (reader->protocol);

  for (gsize i = 0; i < MIN (n, come); i++)
    if (i == type_at_offset ? !is_reply_type (reader, message[i]) : message[i] != due[i])
      return wrong_reply (reader, data, length, i, n);
  if (come < n)
    return hbase_wire_reader_more (reader, reader->position, n);
  reader->position += n;
  return HBASE_WIRE_WHOLE;
}

/* ---- a call's header ---- */

typedef struct {
  HBaseSlice name;
  gint32 sequence_id;
  gsize length; /* so far; what is missing when it isn't there whole */
} CallHeader;

static HBaseWireStatus
check_call_start (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  const guint8 *message = data + reader->position;
  gsize come = length - reader->position;
  guint at = type_offset (reader->protocol);

  if (come > 0 && !is_protocol (reader->protocol, message, come))
    return protocol_error (reader, data, length);
  if (come <= at)
    return hbase_wire_reader_more (reader, reader->position, at + 1);
  if (type_at (reader->protocol, message[at]) != HBASE_WIRE_CALL)
    return hbase_wire_reader_bad (reader, "a message of type %u came where a call was due",
                                  type_at (reader->protocol, message[at]));
  return HBASE_WIRE_WHOLE;
}

/* A small varint of an envelope: FALSE if it isn't there whole; of more than five bytes it is cut, and no name. */
static gboolean
take_varint (const guint8 **p, const guint8 *end, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; *p < end && shift < 35; shift += 7)
    {
      *value |= (guint64) (**p & 0x7f) << shift;
      if ((*(*p)++ & 0x80) == 0)
        return TRUE;
    }
  return FALSE;
}

static HBaseWireStatus
name_too_long (HBaseWireReader *reader)
{
  return hbase_wire_reader_bad (reader, "a method's name of more than %d bytes", HBASE_WIRE_NAME_MAX);
}

static HBaseWireStatus
parse_binary_call (HBaseWireReader *reader, const guint8 *p, gsize come, CallHeader *header)
{
  guint32 n;

  header->length = 12;
  if (come < 8)
    return HBASE_WIRE_MORE;
  n = hbase_wire_load_32 (p + 4);
  if (n > HBASE_WIRE_NAME_MAX)
    return name_too_long (reader);
  header->length = 12 + n;
  if (come < header->length)
    return HBASE_WIRE_MORE;
  header->name = hbase_slice (p + 8, n);
  header->sequence_id = (gint32) hbase_wire_load_32 (p + 8 + n);
  return HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
parse_compact_call (HBaseWireReader *reader, const guint8 *start, gsize come, CallHeader *header)
{
  const guint8 *p = start + 2;
  guint64 id, n;

  header->length = come + 1;
  if (!take_varint (&p, start + come, &id) || !take_varint (&p, start + come, &n))
    return come > 2 + 5 + 5 ? hbase_wire_reader_bad (reader, "a call's header without an end")
                            : HBASE_WIRE_MORE;
  if (n > HBASE_WIRE_NAME_MAX)
    return name_too_long (reader);
  header->length = (gsize) (p - start) + n;
  if (come < header->length)
    return HBASE_WIRE_MORE;
  header->name = hbase_slice (p, n);
  header->sequence_id = (gint32) id;
  return HBASE_WIRE_WHOLE;
}

static HBaseWireStatus
read_call (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  const guint8 *message = data + reader->position;
  gsize come = length - reader->position;
  HBaseWireStatus status = check_call_start (reader, data, length);
  CallHeader header = { 0 };

  if (status != HBASE_WIRE_WHOLE)
    return status;
  status = reader->protocol == HBASE_WIRE_PROTOCOL_BINARY
               ? parse_binary_call (reader, message, come, &header)
               : parse_compact_call (reader, message, come, &header);
  if (status == HBASE_WIRE_MORE)
    return hbase_wire_reader_more (reader, reader->position, header.length);
  if (status == HBASE_WIRE_BAD)
    return status;
  reader->type = HBASE_WIRE_CALL;
  reader->method = hbase_wire_method_lookup (header.name);
  reader->name_length = header.name.length;
  reader->name_at = (gsize) (header.name.data - data);
  reader->sequence_id = header.sequence_id;
  reader->position += header.length;
  return HBASE_WIRE_WHOLE;
}

HBaseWireStatus
hbase_wire_envelope_read (HBaseWireReader *reader, const guint8 *data, gsize length)
{
  if (reader->framed && reader->end == 0)
    {
      HBaseWireStatus status = read_frame (reader, data, length);

      if (status != HBASE_WIRE_WHOLE)
        return status;
    }
  length = MIN (length, hbase_wire_reader_limit (reader));
  return reader->is_call ? read_call (reader, data, length) : read_reply (reader, data, length);
}
