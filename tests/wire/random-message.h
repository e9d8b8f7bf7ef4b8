/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* Messages of any method, made at random from the schema tables: every field may be there or not, unless it's
 * required; at times a container of anything comes after them that no schema knows. They go through our
 * writer; that its bytes are right is the oracle tests' matter. */

/* Messages that the stubs can say, too: their text ends at a NUL, their maps' entries have an order of their
 * own, and arguments without `optional` are always sent. */
extern gboolean test_for_stubs;

#define TEST_MAX_SIZE (1 << 20)

typedef struct {
  HBaseWireProtocol protocol;
  gboolean framed;
  gboolean is_call;
  const HBaseWireMethod *method;
  gint32 sequence_id;
} TestMessage;

void test_message_draw (TestMessage *message, GRand *rand);
/* The whole message, with its frame. */
GBytes *test_message_make (const TestMessage *message, GRand *rand);
/* The fields of a struct and its stop byte. */
void test_write_struct (HBaseWireWriter *writer, const HBaseWireSchema *schema, GRand *rand);
/* A field that is a container of anything: of containers, too. */
void test_write_unknown (HBaseWireWriter *writer, guint id, GRand *rand);
/* `bytes` with the frame's length set right, if there is one. */
GBytes *test_frame (gboolean framed, const HBaseWireWriter *writer);
void test_reader_init (HBaseWireReader *reader, const TestMessage *message);

/* What a reader came to, with everything in its index, as text. (A bad header's fault depends on how much of
 * it came.) */
char *test_read_all (const TestMessage *message, GBytes *bytes);
/* The same, fed in slices; from a block of exactly the length fed, so that a read beyond it shows. */
char *test_read_sliced (const TestMessage *message, GBytes *bytes, GRand *rand);
/* Feeds the bytes whole; the block if it's a whole message of just that length. `fault`: why not. */
HBaseBlock *test_read_block (const TestMessage *message, GBytes *bytes, char **fault);
