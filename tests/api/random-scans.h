/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Random scans of a table of random keys, and what a sorted array says of them. */

typedef struct {
  char *start, *stop, *prefix;
  gboolean reversed, without_start, with_stop;
  guint limit, caching, lanes;
  guint batch_size;  /* 0: rows come whole */
  gboolean filtered; /* of each row no more than QUESTIONS_FILTERED cells */
  gboolean ordered;
} Question;

#define QUESTIONS_FILTERED 2

Question question_draw (GRand *rand);
/* Of all rows in order. */
Question question_all (void);
void question_clear (Question *question);
HBaseScan *question_scan (const Question *question);

/* Different texts, in order. (element-type utf8) */
GPtrArray *questions_draw_keys (GRand *rand, guint n);
/* Those that the scan is to give, at most so many (0: all), each with a dot behind it. */
char *question_expected (const Question *question, GPtrArray *keys, guint limit);
/* Such a text's keys in order. */
char *questions_sort (const char *text, gboolean reversed);

/* A new table, split by chance, and its rows: each of so many cells that are seen, and some with one that was deleted, of
 * which HBase says in a scan in pieces that it may follow. */
HBaseTable *questions_table (HBaseConnection *connection, GRand *rand, const char *name);
void questions_write (HBaseTable *table, GPtrArray *keys);
guint questions_n_cells (const char *key);
/* By turns as single rows and in batches. A row in pieces is one row. `most`: each has as many cells as it should, but no
 * more than that; 0: some number. */
char *questions_read_cells (HBaseTableCursor *cursor, guint most);
char *questions_read (HBaseTableCursor *cursor);
void question_assert (HBaseTable *table, const Question *question, GPtrArray *keys);
