/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This measures the wire codec in ns of processor time a cell: `make bench`, or bench/bench-wire [ROUNDS].
 *
 * Every contestant is a process of its own. They take turns, round by round, each time in another order; the
 * output has the median of the rounds. Before each turn the input is read once, so that it is in the cache.
 * Reading begins with a whole reply in memory and ends when every field of every cell was read. Writing
 * begins with plain arrays and ends with the arguments' bytes as they are handed to the system, in new memory
 * each time, which is freed. All contestants must produce the same result.
 *
 * Memory may cost as much as the work, so it is measured twice. "again": free memory stays with the process,
 * as in one that makes such calls all the time. "first": all free memory has gone back to the system before
 * the turn, and every page that is needed has to be got from there. */

#include "config.h"

#include "bench-player.h"
#include "bench-wire.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hbase-data-operations-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

#define MAX_SIZE (64 << 20)

/* The time of straight-line code on the machine where the goals were set, in ns a cell of 32 B, and the
 * goals' ratios. */
#define STRAIGHT_READ 11.0
#define STRAIGHT_WRITE 36.0
#define FIT 1.3

typedef enum { OURS, STRAIGHT, STUBS, MEMCPY, N_CONTESTANTS } Contestant;

typedef struct {
  BenchData *data;
  gboolean writes;
  gboolean is_first;        /* the heap has no free memory */
  double ns[N_CONTESTANTS]; /* a cell; 0: doesn't take part */
} Match;

/* ---- this library ---- */

static HBaseBlock *
read_by_library (const BenchData *data, guint8 *memory)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, data->protocol, FALSE, MAX_SIZE,
                                &hbase_wire_methods[HBASE_WIRE_METHOD_GET_MULTIPLE], 7);
  if (hbase_wire_reader_feed (&reader, memory, g_bytes_get_size (data->reply)) != HBASE_WIRE_WHOLE)
    g_error ("%s", hbase_wire_reader_get_problem (&reader));
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
bench_library_read (const BenchData *data)
{
  HBaseBlock *block = read_by_library (data, (guint8 *) g_bytes_get_data (data->reply, NULL));
  guint64 sum = touch_block (block);

  /* All contestants share the bytes. */
  block->memory = NULL;
  hbase_block_unref (block);
  return sum;
}

static HBasePut *
make_put (const BenchData *data, guint row)
{
  HBasePut *put = hbase_put_new_utf8 (data->rows[row]);

  for (guint i = 0; i < BENCH_CELLS_A_ROW; i++)
    hbase_put_add (put, BENCH_FAMILY, (const guint8 *) data->qualifiers[i], strlen (data->qualifiers[i]),
                   bench_value (data, row, i), data->value_length);
  return put;
}

static void
bench_send (const HBaseRequest *request)
{
  HBaseSlice slices[128];
  gsize sent = 0;
  guint n;

  while ((n = hbase_wire_message_slices (request->arguments, request->segments, sent, slices,
                                         G_N_ELEMENTS (slices)))
         > 0)
    for (guint i = 0; i < n; i++)
      sent += slices[i].length;
}

/* As a program does it: all its puts first, then the call; and as the channel does it, the bytes handed to
 * the system slice by slice. */
static gpointer
bench_library_write (const BenchData *data)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  HBaseOperation *operation;

  for (guint i = 0; i < BENCH_ROWS; i++)
    g_ptr_array_add (puts, make_put (data, i));
  operation = hbase_put_multiple_operation_new ((HBaseTarget){ data->protocol, BENCH_TABLE }, puts);
  operation->class->start (operation, operation->lanes);
  bench_send (&operation->lanes[0].request);
  return operation;
}

static GBytes *
bench_library_join (gpointer operation)
{
  const HBaseRequest *request = &((HBaseOperation *) operation)->lanes[0].request;

  return hbase_wire_message_join (request->arguments, request->segments);
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
        hbase_wire_put_cell (&writer, HBASE_SLICE_LITERAL (BENCH_FAMILY),
                             hbase_slice_text (data->qualifiers[j]),
                             hbase_slice (bench_value (data, i, j), data->value_length), 1795212156804 + i,
                             HBASE_CELL_TYPE_PUT);
      hbase_wire_write_bool (&writer, HBASE_T_RESULT_STALE, FALSE);
      hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, FALSE);
      hbase_wire_end_struct (&writer);
    }
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static GBytes *
join_ours (const BenchData *data)
{
  g_autoptr (HBaseOperation) operation = bench_library_write (data);

  return bench_library_join (operation);
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
  data->block = read_by_library (data, memory);
  data->sum = touch_block (data->block);
  data->arguments = join_ours (data);
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

/* How a writer makes its message, how the message's bytes are read, and how it is freed. */
typedef struct {
  gpointer (*write) (const BenchData *data);
  GBytes *(*join) (gpointer message);
  GDestroyNotify free;
} Writer;

static guint64
bench_memcpy_read (const BenchData *data)
{
  memcpy (data->copy, g_bytes_get_data (data->reply, NULL), g_bytes_get_size (data->reply));
  return data->sum;
}

static gpointer
bench_memcpy_write (const BenchData *data)
{
  memcpy (data->copy, g_bytes_get_data (data->arguments, NULL), g_bytes_get_size (data->arguments));
  return g_bytes_ref (data->arguments);
}

/* For writers whose message is one block. */
static GBytes *
bench_join (gpointer bytes)
{
  return g_bytes_ref (bytes);
}

static void
bench_free (gpointer bytes)
{
  g_bytes_unref (bytes);
}

static const Read reads[] = { bench_library_read, bench_straight_read, bench_stubs_read, bench_memcpy_read };
static const Writer writers[] = {
  { bench_library_write, bench_library_join, hbase_operation_free },
  { bench_straight_write, bench_join, bench_free },
  { bench_stubs_write, bench_join, bench_free },
  { bench_memcpy_write, bench_join, bench_free },
};

/* The processor time of this process, so that other load doesn't count. */
static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

/* Without this malloc() would return memory to the system depending on the size of the largest buffer so far,
 * and the time of a turn would depend on that. */
static void
prepare_memory (gboolean is_first)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 32 << 20); /* the largest number */
  mallopt (M_TRIM_THRESHOLD, 1 << 30);
  if (is_first)
    malloc_trim (0);
#endif
}

static void
prepare (const Match *match, gconstpointer memory, gsize length)
{
  static volatile guint8 seen;

  prepare_memory (match->is_first);
  for (gsize i = 0; i < length; i += 64)
    seen = seen ^ ((const guint8 *) memory)[i];
}

static double
time_read (const Match *match, Contestant contestant)
{
  double start, took;
  guint64 sum;

  prepare (match, g_bytes_get_data (match->data->reply, NULL), g_bytes_get_size (match->data->reply));
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
  const Writer *writer = &writers[contestant];
  g_autoptr (GBytes) bytes = NULL;
  gpointer message;
  double start, took;

  prepare (match, match->data->values, BENCH_CELLS * match->data->value_length);
  start = now ();
  message = writer->write (match->data);
  took = now () - start;
  bytes = writer->join (message);
  if (!g_bytes_equal (bytes, match->data->arguments))
    g_error ("contestant %u wrote something else", contestant);
  start = now ();
  writer->free (message);
  return (took + now () - start) / BENCH_CELLS;
}

static double
take_turn (gconstpointer match, guint contestant)
{
  return ((const Match *) match)->writes ? time_write (match, contestant) : time_read (match, contestant);
}

static int
compare_times (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static double
median (double *times, guint count)
{
  qsort (times, count, sizeof *times, compare_times);
  return times[count / 2];
}

static gboolean
takes_part (const Match *match, guint contestant)
{
  return contestant != STRAIGHT || match->data->protocol == HBASE_WIRE_PROTOCOL_BINARY;
}

static void
play (Match *match, guint rounds)
{
  g_autofree double *times = g_new0 (double, rounds *N_CONTESTANTS);
  BenchPlayer players[N_CONTESTANTS];

  for (guint i = 0; i < N_CONTESTANTS; i++)
    bench_player_start (&players[i], take_turn, match, i);
  for (guint round = 0; round < rounds; round++)
    for (guint turn = 0; turn < N_CONTESTANTS; turn++)
      {
        guint i = (round + turn) % N_CONTESTANTS;

        if (takes_part (match, i))
          times[i * rounds + round] = bench_player_turn (&players[i]);
      }
  for (guint i = N_CONTESTANTS; i > 0; i--)
    bench_player_end (&players[i - 1]);
  for (guint i = 0; i < N_CONTESTANTS; i++)
    match->ns[i] = median (times + i * rounds, rounds);
}

/* ---- results ---- */

static void
print_match (const Match *match)
{
  const BenchData *data = match->data;

  printf ("%-6s%-8s%-6s%5" G_GSIZE_FORMAT " B", match->writes ? "write" : "read",
          data->protocol == HBASE_WIRE_PROTOCOL_BINARY ? "binary" : "compact",
          match->is_first ? "first" : "again", data->value_length);
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

  printf ("%-44s %6.2f  (goal: %s %.0f)  %s\n", what, is, at_least ? ">=" : "<=", goal,
          reached ? "reached" : "NOT REACHED");
}

static void
print_fitness (const char *what, double ns, double known)
{
  if (ns > FIT * known)
    printf ("The straight-line %s isn't fit as a measure here: %.1f ns, more than %.1f x %.0f.\n", what, ns,
            FIT, known);
}

static void
print_goals (const Match *read, const Match *write)
{
  printf ("\nAt 32 B, binary, %s:\n", read->is_first ? "first" : "again");
  print_goal ("reading, times the straight-line code", read->ns[OURS] / read->ns[STRAIGHT], 2, FALSE);
  print_goal ("writing, times the straight-line code", write->ns[OURS] / write->ns[STRAIGHT], 2, FALSE);
  print_goal ("reading, times as fast as the stubs", read->ns[STUBS] / read->ns[OURS], 20, TRUE);
  print_goal ("writing, times as fast as the stubs", write->ns[STUBS] / write->ns[OURS], 12, TRUE);
  print_fitness ("reading", read->ns[STRAIGHT], STRAIGHT_READ);
  print_fitness ("writing", write->ns[STRAIGHT], STRAIGHT_WRITE);
}

static void
play_and_print (Match *match, guint rounds)
{
  play (match, match->data->value_length > 32 ? MAX (rounds / 4, 1) : rounds);
  print_match (match);
}

int
main (int argc, char **argv)
{
  guint rounds = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 1, 10000) : 51;
  Match matches[4][4];

  setvbuf (stdout, NULL, _IOLBF, 0);
  printf ("%d rows of %d cells, median of %u rounds, ns of the processor's time a cell\n", BENCH_ROWS,
          BENCH_CELLS_A_ROW, rounds);
  printf ("again: with free memory in the process; first: all free memory was returned to the system\n\n");
  printf ("%27s%12s%12s%12s%12s%15s%12s\n", "", "ours", "straight", "stubs", "memcpy", "ours/straight",
          "stubs/ours");
  for (guint i = 0; i < 4; i++)
    {
      HBaseWireProtocol protocol = i < 2 ? HBASE_WIRE_PROTOCOL_BINARY : HBASE_WIRE_PROTOCOL_COMPACT;
      BenchData *data = bench_data_new (protocol, i & 1 ? 1024 : 32);

      for (guint j = 0; j < 4; j++)
        {
          matches[i][j] = (Match){ .data = data, .writes = (j & 1) != 0, .is_first = j >= 2 };
          play_and_print (&matches[i][j], rounds);
        }
      bench_data_free (data);
    }
  print_goals (&matches[0][0], &matches[0][1]);
  print_goals (&matches[0][2], &matches[0][3]);
  return 0;
}
