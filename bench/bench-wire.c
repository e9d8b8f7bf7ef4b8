/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the wire costs, in ns a cell: `make bench`, or bench/bench-wire [ROUNDS].
 *
 * Contestants take turns, round by round, each time in another order; the median of the rounds is shown. Before each turn
 * the input is looked at and the heap tidied up, and freed memory stays with the process: nobody pays for what another one
 * left behind. Reading is from a whole reply in memory to
 * every field of every cell looked at; writing from plain arrays to the arguments' bytes. All must come to the same. */

#include "config.h"

#include "bench-wire.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hbase-records-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

#define MAX_SIZE (64 << 20)

/* What straight-line code took where the goals were set, ns a cell of 32 B, and how far from it it may be. */
#define STRAIGHT_READ 11.0
#define STRAIGHT_WRITE 36.0
#define FIT 1.3

typedef enum { OURS, STRAIGHT, STUBS, MEMCPY, N_CONTESTANTS } Contestant;

typedef struct {
  BenchData *data;
  gboolean writes;
  double ns[N_CONTESTANTS]; /* a cell; 0: doesn't take part */
} Match;

/* ---- ours ---- */

static HBaseBlock *
read_ours (const BenchData *data, guint8 *memory)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, data->protocol, FALSE, MAX_SIZE,
                                &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE], 7);
  if (hbase_wire_reader_feed (&reader, memory, g_bytes_get_size (data->reply)) != HBASE_WIRE_WHOLE)
    g_error ("%s", hbase_wire_reader_fault (&reader));
  return hbase_wire_reader_take (&reader, memory);
}

static guint64
touch_block (const HBaseBlock *block)
{
  guint64 sum = 0;
  HBaseCellView view;

  for (guint i = 0; i < block->n_cells; i++)
    {
      hbase_block_cell (block, i, &view);
      sum = bench_touch (sum, i, view.family, view.qualifier, view.value, view.timestamp);
    }
  for (guint i = 0; i < block->n_rows; i++)
    {
      HBaseSlice key = hbase_block_row_key (block, i);

      sum += key.data[key.length - 1];
    }
  return sum;
}

static guint64
bench_ours_read (const BenchData *data)
{
  HBaseBlock *block = read_ours (data, (guint8 *) g_bytes_get_data (data->reply, NULL));
  guint64 sum = touch_block (block);

  /* The bytes are everybody's. */
  block->memory = NULL;
  hbase_block_unref (block);
  return sum;
}

static HBasePut *
make_put (const BenchData *data, guint row)
{
  HBasePut *put = hbase_put_new_text (data->rows[row]);

  for (guint i = 0; i < BENCH_CELLS_A_ROW; i++)
    hbase_put_add (put, BENCH_FAMILY, (const guint8 *) data->qualifiers[i], strlen (data->qualifiers[i]),
                   bench_value (data, row, i), data->value_length);
  return put;
}

/* As a program does it: all its puts first, then the call. */
static GBytes *
bench_ours_write (const BenchData *data)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  HBaseWireWriter writer;

  for (guint i = 0; i < BENCH_ROWS; i++)
    g_ptr_array_add (puts, make_put (data, i));
  hbase_wire_writer_init (&writer, data->protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_PUT_MULTIPLE_ARGS_TABLE, HBASE_SLICE_LITERAL (BENCH_TABLE));
  hbase_wire_write_list (&writer, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, BENCH_ROWS);
  for (guint i = 0; i < BENCH_ROWS; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_put_write (g_ptr_array_index (puts, i), &writer);
    }
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

/* ---- the data ---- */

static GBytes *
make_reply (const BenchData *data)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, data->protocol, 256);
  hbase_wire_write_message (&writer, HBASE_SLICE_LITERAL ("getMultiple"), HBASE_WIRE_REPLY, 7);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_STRUCT, BENCH_ROWS);
  for (guint i = 0; i < BENCH_ROWS; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_wire_write_binary (&writer, HBASE_T_RESULT_ROW, hbase_slice_text (data->rows[i]));
      hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, BENCH_CELLS_A_ROW);
      for (guint j = 0; j < BENCH_CELLS_A_ROW; j++)
        hbase_wire_put_cell (&writer, HBASE_SLICE_LITERAL (BENCH_FAMILY), hbase_slice_text (data->qualifiers[j]),
                             hbase_slice (bench_value (data, i, j), data->value_length), 1795212156804 + i,
                             HBASE_CELL_TYPE_PUT);
      hbase_wire_write_bool (&writer, HBASE_T_RESULT_STALE, FALSE);
      hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, FALSE);
      hbase_wire_end_struct (&writer);
    }
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static BenchData *
bench_data_new (HBaseWireProtocol protocol, gsize value_length)
{
  BenchData *data = g_new0 (BenchData, 1);
  guint8 *memory;

  data->protocol = protocol;
  data->value_length = value_length;
  data->values = g_malloc (BENCH_CELLS * value_length);
  for (gsize i = 0; i < BENCH_CELLS * value_length; i++)
    data->values[i] = (guint8) (i * 7 + i / 251);
  for (guint i = 0; i < BENCH_ROWS; i++)
    g_snprintf (data->rows[i], sizeof data->rows[i], "row-%08u", i);
  for (guint i = 0; i < BENCH_CELLS_A_ROW; i++)
    g_snprintf (data->qualifiers[i], sizeof data->qualifiers[i], "q%u", i);
  data->reply = make_reply (data);
  memory = g_memdup2 (g_bytes_get_data (data->reply, NULL), g_bytes_get_size (data->reply));
  data->block = read_ours (data, memory);
  data->sum = touch_block (data->block);
  data->arguments = bench_ours_write (data);
  data->copy = g_malloc (MAX (g_bytes_get_size (data->reply), g_bytes_get_size (data->arguments)));
  return data;
}

static void
bench_data_free (BenchData *data)
{
  hbase_block_unref (data->block);
  g_bytes_unref (data->reply);
  g_bytes_unref (data->arguments);
  g_free (data->copy);
  g_free (data->values);
  g_free (data);
}

/* ---- turns ---- */

typedef guint64 (*Read) (const BenchData *data);
typedef GBytes *(*Write) (const BenchData *data);

static guint64
bench_memcpy_read (const BenchData *data)
{
  memcpy (data->copy, g_bytes_get_data (data->reply, NULL), g_bytes_get_size (data->reply));
  return data->sum;
}

static GBytes *
bench_memcpy_write (const BenchData *data)
{
  memcpy (data->copy, g_bytes_get_data (data->arguments, NULL), g_bytes_get_size (data->arguments));
  return g_bytes_ref (data->arguments);
}

static const Read reads[N_CONTESTANTS] = { bench_ours_read, bench_straight_read, bench_stubs_read, bench_memcpy_read };
static const Write writes[N_CONTESTANTS] = { bench_ours_write, bench_straight_write, bench_stubs_write, bench_memcpy_write };

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

/* Whoever was there before, the input is in the cache, and malloc() has tidied up: it does when it's asked for much, and
 * after the stubs that takes it longer than the next turn itself. */
static void
prepare (gconstpointer memory, gsize length)
{
  static volatile guint8 seen;

  g_free (g_malloc (1 << 20));
  for (gsize i = 0; i < length; i += 64)
    seen = seen ^ ((const guint8 *) memory)[i];
}

static double
time_read (const Match *match, Contestant contestant)
{
  double start, took;
  guint64 sum;

  prepare (g_bytes_get_data (match->data->reply, NULL), g_bytes_get_size (match->data->reply));
  start = now ();
  sum = reads[contestant](match->data);
  took = now () - start;
  if (sum != match->data->sum)
    g_error ("contestant %u read something else", contestant);
  return took / BENCH_CELLS;
}

static double
time_write (const Match *match, Contestant contestant)
{
  g_autoptr (GBytes) bytes = NULL;
  double start, took;

  prepare (match->data->values, BENCH_CELLS * match->data->value_length);
  start = now ();
  bytes = writes[contestant](match->data);
  took = now () - start;
  if (!g_bytes_equal (bytes, match->data->arguments))
    g_error ("contestant %u wrote something else", contestant);
  return took / BENCH_CELLS;
}

static int
compare_times (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
play (Match *match, guint rounds)
{
  gboolean binary = match->data->protocol == HBASE_WIRE_PROTOCOL_BINARY;
  g_autofree double *times = g_new (double, rounds * N_CONTESTANTS);

  for (guint round = 0; round < rounds; round++)
    for (guint turn = 0; turn < N_CONTESTANTS; turn++)
      {
        guint i = (round + turn) % N_CONTESTANTS;

        if (binary || i != STRAIGHT)
          times[i * rounds + round] = match->writes ? time_write (match, i) : time_read (match, i);
      }
  for (guint i = 0; i < N_CONTESTANTS; i++)
    {
      match->ns[i] = 0;
      if (!binary && i == STRAIGHT)
        continue;
      qsort (times + i * rounds, rounds, sizeof *times, compare_times);
      match->ns[i] = times[i * rounds + rounds / 2];
    }
}

/* ---- what it came to ---- */

static void
print_match (const Match *match)
{
  const BenchData *data = match->data;

  printf ("%-8s%-8s%7" G_GSIZE_FORMAT " B", match->writes ? "write" : "read",
          data->protocol == HBASE_WIRE_PROTOCOL_BINARY ? "binary" : "compact", data->value_length);
  for (guint i = 0; i < N_CONTESTANTS; i++)
    if (match->ns[i] > 0)
      printf ("%12.1f", match->ns[i]);
    else
      printf ("%12s", "-");
  if (match->ns[STRAIGHT] > 0)
    printf ("%13.2f x", match->ns[OURS] / match->ns[STRAIGHT]);
  else
    printf ("%15s", "-");
  printf ("%10.1f x\n", match->ns[STUBS] / match->ns[OURS]);
}

static void
print_goal (const char *what, double is, double goal, gboolean at_least)
{
  gboolean reached = at_least ? is >= goal : is <= goal;

  printf ("%-44s %6.2f  (goal: %s %.0f)  %s\n", what, is, at_least ? ">=" : "<=", goal, reached ? "reached" : "NOT REACHED");
}

static void
print_fitness (const char *what, double ns, double known)
{
  if (ns > FIT * known)
    printf ("The straight-line %s isn't fit as a measure here: %.1f ns, more than %.1f x %.0f.\n", what, ns, FIT, known);
}

static void
print_goals (const Match *read, const Match *write)
{
  printf ("\nAt 32 B, binary:\n");
  print_goal ("reading, times the straight-line code", read->ns[OURS] / read->ns[STRAIGHT], 2, FALSE);
  print_goal ("writing, times the straight-line code", write->ns[OURS] / write->ns[STRAIGHT], 2, FALSE);
  print_goal ("reading, times as fast as the stubs", read->ns[STUBS] / read->ns[OURS], 20, TRUE);
  print_goal ("writing, times as fast as the stubs", write->ns[STUBS] / write->ns[OURS], 12, TRUE);
  print_fitness ("reading", read->ns[STRAIGHT], STRAIGHT_READ);
  print_fitness ("writing", write->ns[STRAIGHT], STRAIGHT_WRITE);
}

int
main (int argc, char **argv)
{
  guint rounds = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 1, 10000) : 51;
  Match matches[8];
  guint n = 0;

#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 32 << 20); /* the most there may be */
  mallopt (M_TRIM_THRESHOLD, 1 << 30);
#endif
  printf ("%d rows of %d cells, median of %u rounds, ns a cell\n\n%25s%12s%12s%12s%12s%15s%12s\n", BENCH_ROWS,
          BENCH_CELLS_A_ROW, rounds, "", "ours", "straight", "stubs", "memcpy", "ours/straight", "stubs/ours");
  for (guint i = 0; i < 4; i++)
    {
      HBaseWireProtocol protocol = i < 2 ? HBASE_WIRE_PROTOCOL_BINARY : HBASE_WIRE_PROTOCOL_COMPACT;
      BenchData *data = bench_data_new (protocol, i & 1 ? 1024 : 32);

      for (guint j = 0; j < 2; j++, n++)
        {
          matches[n] = (Match){ .data = data, .writes = j == 1 };
          play (&matches[n], i & 1 ? MAX (rounds / 4, 1) : rounds);
          print_match (&matches[n]);
        }
      bench_data_free (data);
    }
  print_goals (&matches[0], &matches[1]);
  return 0;
}
