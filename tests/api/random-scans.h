/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Random scans of a table of random keys, and what a sorted array says that they return. */

typedef struct {
  char *start, *stop, *prefix;
  gboolean has_prefix_filter; /* by which the prefix is set */
  gboolean reversed, without_start, with_stop;
  guint limit, caching, lanes;
  guint batch_size;  /* 0: rows are returned whole */
  gboolean filtered; /* at most QUESTIONS_FILTERED cells of each row */
  gboolean ordered;
} Question;

#define QUESTIONS_FILTERED 2
#define QUESTIONS_SPLITS 7 /* of a table, unless a test needs another number */

Question question_draw (GRand *rand);
/* A scan of all rows in order. */
Question question_all (void);
void question_clear (Question *question);
HBaseScan *question_scan (const Question *question);

/* Returns distinct texts, sorted. (element-type utf8) */
GPtrArray *questions_draw_keys (GRand *rand, guint n);
/* Returns the keys that the scan should return, at most so many (0: all), each followed by a dot. */
char *question_expected (const Question *question, GPtrArray *keys, guint limit);
/* Returns such a text with its keys sorted. */
char *questions_sort (const char *text, gboolean reversed);

/* Creates a table that is split at up to `n_splits` random keys. */
HBaseTable *questions_table (HBaseConnection *connection, GRand *rand, const char *name, guint n_splits);
/* Writes the rows: each has a number of visible cells, and some rows have a deleted one, which HBase reports
 * as a possible further part of the row. */
void questions_write (HBaseTable *table, GPtrArray *keys);
guint questions_n_cells (const char *key);
/* Reads single rows and batches alternately. The parts of a row are counted as one row. `most`: each row must
 * have the expected number of cells, up to this number; 0: any number. */
char *questions_read_cells (HBaseTableCursor *cursor, guint most);
char *questions_read (HBaseTableCursor *cursor);
void question_assert (HBaseTable *table, const Question *question, GPtrArray *keys);
