/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Random scans of a table of random keys, and what a sorted array says of them. */

typedef struct {
  char *start, *stop, *prefix;
  gboolean reversed, without_start, with_stop;
  guint limit, caching, lanes;
  gboolean ordered;
} Question;

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

/* A new table, split by chance, and its rows. */
HBaseTable *questions_table (HBaseConnection *connection, GRand *rand, const char *name);
void questions_write (HBaseTable *table, GPtrArray *keys);
/* By turns as single rows and in batches. */
char *questions_read (HBaseTableCursor *cursor);
void question_assert (HBaseTable *table, const Question *question, GPtrArray *keys);
