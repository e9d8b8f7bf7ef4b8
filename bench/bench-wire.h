/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* 1,000 rows of 10 cells, as plain arrays, as the reply to a getMultiple and as the arguments of a
 * putMultiple. */

#define BENCH_ROWS 1000
#define BENCH_CELLS_A_ROW 10
#define BENCH_CELLS (BENCH_ROWS * BENCH_CELLS_A_ROW)
#define BENCH_FAMILY "f"
#define BENCH_TABLE "t"

typedef struct {
  HBaseWireProtocol protocol;
  gsize value_length;
  char rows[BENCH_ROWS][16];             /* text */
  char qualifiers[BENCH_CELLS_A_ROW][8]; /* text */
  guint8 *values;                        /* contiguous */
  GBytes *reply;
  HBaseBlock *block; /* the reply, read */
  guint64 sum;       /* the expected result of reading it */
  GBytes *arguments;
  guint8 *copy; /* capacity for either */
} BenchData;

static inline const guint8 *
bench_value (const BenchData *data, guint row, guint cell)
{
  return data->values + (row * BENCH_CELLS_A_ROW + cell) * data->value_length;
}

/* A checksum that depends on every field of every cell and on its position. */
static inline guint64
bench_touch (
    guint64 sum, guint64 place, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  return sum
         + (place + 1)
               * (family.data[0] + qualifier.data[qualifier.length - 1] + value.data[0]
                  + value.data[value.length - 1] + value.length + (guint64) timestamp);
}

/* Hand-written straight-line code for this very reply and these arguments, in the binary protocol: the cost
 * of a call without a library. It checks bounds. The reader returns 0 for unexpected bytes; the writer
 * returns a GBytes. */
guint64 bench_straight_read (const BenchData *data);
gpointer bench_straight_write (const BenchData *data);

/* The generated stubs, including the cost of their objects. */
guint64 bench_stubs_read (const BenchData *data);
gpointer bench_stubs_write (const BenchData *data);
