/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* Checks one message as its bytes come, against the schema tables, and of a reply notes where rows and cells
 * begin. Calls aren't indexed: whoever sends one could make the engine hold more for its marks than for its bytes. */

typedef enum {
  HBASE_WIRE_MORE,  /* right so far; feed it again when the block has grown */
  HBASE_WIRE_WHOLE, /* the message is whole: take() */
  HBASE_WIRE_BAD,   /* not a message that was due; fault() says why */
} HBaseWireStatus;

typedef struct {
  const HBaseWireSchema *schema; /* NULL: unknown, checked for form only */
  guint64 seen;                  /* a struct's field ids so far */
  guint32 left;                  /* a container's elements to come; of a map keys and values */
  gint16 last_id;                /* compact: deltas count from it */
  guint8 kind;                   /* HBaseWireType of this level */
  guint8 key, element;
} HBaseWireFrame;

typedef struct {
  /* what is due */
  HBaseWireProtocol protocol;
  gboolean framed;
  gsize max_size;
  const HBaseWireMethod *method; /* of a call being read: known once its header has come */
  gboolean is_call;
  gint32 sequence_id;
  /* how far it got */
  gsize position;             /* bytes checked, frame header included */
  gsize wanted;               /* the message is at least so long, frame header included */
  gsize end;                  /* of a framed message: known from its header; 0 before */
  gsize body;                 /* where the arguments or result struct begins, frame header included */
  gsize name_at, name_length; /* of a call: where its method's name lies */
  HBaseWireMessageType type;
  char *problem;
  gboolean too_large; /* the fault is that it is longer than max_size */
  const HBaseWireSchema
      *incomplete; /* of a call: the first struct that lacks a required field, and that field's name */
  const char *missing;
  guint depth;
  HBaseWireFrame stack[HBASE_WIRE_MAX_DEPTH + 1]; /* one more, for what is just being made */
  /* the index */
  guint32 *cells;
  HBaseRowMark *rows;
  guint n_cells, n_rows, room_cells, room_rows;
} HBaseWireReader;

/* A reply to this call; anything else is BAD: also one that lacks a required field, or has neither a result nor an
 * exception. Sizes beyond 4 GiB − 1 aren't read, whatever max_size says. */
void hbase_wire_reader_init_reply (HBaseWireReader *reader,
                                   HBaseWireProtocol protocol,
                                   gboolean framed,
                                   gsize max_size,
                                   const HBaseWireMethod *method,
                                   gint32 sequence_id);
/* A call of any method of the service. A method that isn't known is WHOLE with method NULL, its arguments skipped. A
 * required field that doesn't come is no fault here: the block says which it was, for the service to answer. */
void hbase_wire_reader_init_call (HBaseWireReader *reader,
                                  HBaseWireProtocol protocol,
                                  gboolean framed,
                                  gsize max_size);
void hbase_wire_reader_clear (HBaseWireReader *reader);

/* `memory` holds the message's first `length` bytes, always from its very first one; it may move between calls. */
HBaseWireStatus hbase_wire_reader_feed (HBaseWireReader *reader, const guint8 *memory, gsize length);
/* After WHOLE: how many of the bytes fed belong to this message. */
static inline gsize
hbase_wire_reader_consumed (const HBaseWireReader *reader)
{
  return reader->position;
}
/* After BAD: one line for people. */
const char *hbase_wire_reader_get_problem (const HBaseWireReader *reader);
/* After WHOLE: makes the block; `memory` (transfer full) is g_free()d with it. The reader is clear then. */
HBaseBlock *hbase_wire_reader_take (HBaseWireReader *reader, guint8 *memory);
