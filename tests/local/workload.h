/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "numbered-row.h"

/* A workload on a database in a directory: numbered rows are written, others are put and deleted, a table is
 * made and dropped, the database is compacted, so that pages are moved, and closed and opened again. The same
 * random numbers make the same workload. It records what was acknowledged, and a database is checked against
 * that. */

#define WORKLOAD_ROWS 4

/* What a database holds. */
typedef struct {
  gboolean has_table;
  guint64 numbers[WORKLOAD_ROWS];
  int uncertain; /* a row that may hold the next number as well; < 0: none */
} WorkloadState;

typedef struct {
  Local local;
  gboolean is_open;
  const char *directory;
  GRand *rand;
  WorkloadState state;
} Workload;

/* Nothing is opened yet. */
void workload_init (Workload *workload, const char *directory, GRand *rand);
/* Does the next thing. Returns NULL, or the storage's error; free by g_free(). */
char *workload_step (Workload *workload);
void workload_close (Workload *workload);
/* Checks the rows of the open database. The uncertain one becomes certain. */
void workload_check_rows (Workload *workload);

/* Opens a database, checks that it holds that, writes each row, closes it, and checks each page. */
void workload_check (const char *directory, const WorkloadState *expected);
