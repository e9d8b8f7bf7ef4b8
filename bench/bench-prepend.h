/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>
#include <sys/types.h>

/* How prepending does among many: the parts of bench-prepend. Everything that talks to a gateway does so in a
 * process of its own; the first one has no threads, and forks. */

/* ---- bench-prepend-proxy.c: counts calls ---- */

/* Begins a process that passes all bytes on to 127.0.0.1:`gateway`, and adds to `calls`, which must be
 * shared, how many requests there were. It listens at `port`, and ends with its parent, or when it is killed.
 */
pid_t bench_proxy_start (guint gateway, gint *calls, guint *port);

/* ---- bench-prepend-writers.c: who prepends ---- */

typedef struct {
  const char *name;
  gboolean has_tickets;
  HBasePrependStrategy strategy;
  gboolean is_textbook; /* looks for the first row, then counts down until checkAndPut() works */
} BenchContestant;

extern const BenchContestant bench_contestants[];
extern const guint bench_n_contestants;

typedef struct _BenchWriter BenchWriter;

/* One row was written when it comes back: connections are there, and what is looked at once was. */
BenchWriter *bench_writer_new (const BenchContestant *contestant, const char *uri, const char *table);
void bench_writer_write (BenchWriter *writer);
void bench_writer_free (BenchWriter *writer);

/* The table, and what the contestant needs beside it. */
void bench_make_table (const BenchContestant *contestant, const char *uri, const char *table);
/* How many rows it has. */
guint bench_count_rows (const char *uri, const char *table);
