/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* The reader checks one message against the schema tables while its bytes arrive, and records where the rows
 * and cells of a response begin. Calls have no such index: with an index, a client could make the engine
 * allocate more memory than it sends bytes. */

typedef enum {
  HBASE_WIRE_MORE,  /* valid so far: feed it again when more bytes have arrived */
  HBASE_WIRE_WHOLE, /* the message is complete: take() */
  HBASE_WIRE_BAD,   /* not the expected message: get_problem() says why */
} HBaseWireStatus;

typedef struct {
  const HBaseWireSchema *schema; /* NULL: unknown, checked for form only */
  guint64 seen;                  /* of a struct: a bit for each field id that was read */
  guint32 left;                  /* of a container: elements to read; in a map keys and values are counted */
  gint16 last_id;                /* compact: deltas count from it */
  guint8 kind;                   /* HBaseWireType of this level */
  guint8 key, element;
} HBaseWireFrame;

typedef struct {
  /* what take() returns; its method and sequence id are those of the expected reply, or, as soon as its
   * header has been read, of the call */
  HBaseBlock block;
  guint cells_capacity, rows_capacity; /* of its index */
  gsize name_at;                       /* of a call: where its method's name begins */
  gboolean framed;
  gsize max_size;
  gboolean is_call;
  gsize position; /* bytes checked, frame header included */
  gsize wanted;   /* the least length of the message, frame header included */
  gsize end;      /* of a framed message: known from its header; 0 before */
  char *problem;
  gboolean too_large; /* the problem is that it is longer than max_size */
  guint depth;
  HBaseWireFrame stack[HBASE_WIRE_MAX_DEPTH + 1]; /* and the frame that is being made */
} HBaseWireReader;

/* Prepares to read the response to this call. A message without a required field, or with neither a result
 * nor an exception, is BAD, as any other. The limit is at most 4 GiB − 1. */
void hbase_wire_reader_init_reply (HBaseWireReader *reader,
                                   HBaseWireProtocol protocol,
                                   gboolean framed,
                                   gsize max_size,
                                   const HBaseWireMethod *method,
                                   gint32 sequence_id);
/* Prepares to read a call of any method. A call of an unknown method is WHOLE and has the method NULL; its
 * arguments are skipped. A call without a required field is WHOLE, too: the block names the field, and the
 * service reports it. */
void hbase_wire_reader_init_call (HBaseWireReader *reader,
                                  HBaseWireProtocol protocol,
                                  gboolean framed,
                                  gsize max_size);
void hbase_wire_reader_clear (HBaseWireReader *reader);

/* Reads on. `memory` holds the first `length` bytes of the message; its address may change between calls. */
HBaseWireStatus hbase_wire_reader_feed (HBaseWireReader *reader, const guint8 *memory, gsize length);
/* After WHOLE: returns the length of the message, frame header included. */
static inline gsize
hbase_wire_reader_consumed (const HBaseWireReader *reader)
{
  return reader->position;
}
/* After BAD: returns a line of text for people. */
const char *hbase_wire_reader_get_problem (const HBaseWireReader *reader);
/* After WHOLE: makes the block, and clears the reader. `memory` (transfer full) is freed with the block. */
HBaseBlock *hbase_wire_reader_take (HBaseWireReader *reader, guint8 *memory);
