/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>
#include <sys/types.h>

/* The parts of bench-prepend, which measures prepends by many processes. The main process has no threads and
 * forks the others; only those connect to a gateway. */

/* ---- bench-prepend-proxy.c: counts calls ---- */

/* Starts a process that listens at `port`, forwards all bytes to 127.0.0.1:`gateway`, and counts the requests
 * in `calls`, which must be shared memory. It ends with its parent or when it is killed. */
pid_t bench_proxy_start (guint gateway, gint *calls, guint *port);

/* ---- bench-prepend-writers.c: who prepends ---- */

typedef struct {
  const char *name;
  gboolean has_tickets;
  HBasePrependStrategy strategy;
  gboolean is_textbook; /* reads the first row, then counts down until checkAndPut() succeeds */
} BenchContestant;

extern const BenchContestant bench_contestants[];
extern const guint bench_n_contestants;

typedef struct _BenchWriter BenchWriter;

/* Connects and writes one row, so that later rows cost no set-up. */
BenchWriter *bench_writer_new (const BenchContestant *contestant, const char *uri, const char *table);
void bench_writer_write (BenchWriter *writer);
void bench_writer_free (BenchWriter *writer);

/* Creates the table and what else the contestant needs. */
void bench_make_table (const BenchContestant *contestant, const char *uri, const char *table);
/* Counts the rows of the table. */
guint bench_count_rows (const char *uri, const char *table);
