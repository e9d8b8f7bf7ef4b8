/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* Random messages of all methods, made from the schema tables: optional fields may be missing, and
 * sometimes an unknown field with a container follows. They are written by the writer, whose bytes
 * test-oracle checks. */

/* Messages that the generated code can write, too: its text ends at a NUL, the entries of its maps have an
 * order of their own, and arguments without `optional` are always sent. */
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
/* Writes the whole message, with its frame. */
GBytes *test_message_make (const TestMessage *message, GRand *rand);
/* Writes the fields of a struct and its stop byte. */
void test_write_struct (HBaseWireWriter *writer, const HBaseWireSchema *schema, GRand *rand);
/* Writes a field that is a container of anything, also of containers. */
void test_write_unknown (HBaseWireWriter *writer, guint id, GRand *rand);
/* Returns `bytes` with the correct frame length, if there is a frame. */
GBytes *test_frame (gboolean framed, const HBaseWireWriter *writer);
void test_reader_init (HBaseWireReader *reader, const TestMessage *message);

/* Returns the result of a reader with its whole index as text. (The problem of an invalid header depends
 * on how much of it was fed.) */
char *test_read_all (const TestMessage *message, GBytes *bytes);
/* Does the same with slices, from memory of exactly the length fed, so that a read beyond it is detected. */
char *test_read_sliced (const TestMessage *message, GBytes *bytes, GRand *rand);
/* Feeds all bytes at once. Returns the block if they are a complete message of just that length; otherwise
 * `fault` is the reason. */
HBaseBlock *test_read_block (const TestMessage *message, GBytes *bytes, char **fault);
