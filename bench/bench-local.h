/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What bench-local compares: stores of the rows of bench-scan's plain table, each with one interface. */

#define N_CLIENTS 16 /* that write at the same time */

typedef struct {
  const char *name;
  /* Opens the store, which must be empty, or makes it: a directory, or the URI of a gateway. */
  gpointer (*open) (const char *where);
  void (*close) (gpointer store);
  /* A client belongs to one thread. */
  gpointer (*connect) (gpointer store);
  void (*disconnect) (gpointer client);
  /* Puts rows in one call, which is durable when it returns. */
  void (*put) (gpointer client, guint first, guint n_rows);
  /* Gets the ten cells of a row. */
  void (*get) (gpointer client, guint row);
  /* Returns the number of the table's cells, all of which it has read. */
  guint64 (*scan) (gpointer client);
} LocalContestant;

/* This library: bench-local-library.c. */
extern const LocalContestant local_library, local_gateway;
/* SQLite with the same cells in one table, by prepared statements: bench-local-sqlite.c. */
extern const LocalContestant local_sqlite;

/* ---- files: bench-local-files.c ---- */

char *local_make_directory (void);
/* Removes a directory and the files in it. */
void local_remove_directory (const char *path);
/* Print the size of databases, and the processor time of a first get. */
void local_bench_files (void);
/* Gets a row, and returns the exit status: what a process does whose time local_bench_files() measures. */
int local_first_get (const char *directory);
