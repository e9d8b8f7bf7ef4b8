/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Prints the rows that come into a range near its beginning, as those of a table to which rows are
 * prepended. */

typedef struct {
  gboolean enabled;
  double interval; /* seconds */
} FollowOptions;

#define FOLLOW_OPTIONS_INIT                                                                                  \
  {                                                                                                          \
    .interval = 1                                                                                            \
  }
#define FOLLOW_ENTRIES(options)                                                                              \
  { "follow",                                                                                                \
    'f',                                                                                                     \
    0,                                                                                                       \
    G_OPTION_ARG_NONE,                                                                                       \
    &(options)->enabled,                                                                                     \
    "then print new rows as they come, the oldest first, until Ctrl-C",                                      \
    NULL },                                                                                                  \
  {                                                                                                          \
    "interval", 0, 0, G_OPTION_ARG_DOUBLE, &(options)->interval,                                             \
        "with --follow: how many seconds pass between two requests (1)", "SECONDS"                           \
  }
#define FOLLOW_TEXT                                                                                          \
  "With --follow, rows that are prepended later are printed as they come; those that come together, the\n"   \
  "oldest first. A row that appears below rows that were prepended after it, as with tickets, is found\n"    \
  "if fewer than 100 rows precede it. If the table has several lists, --prefix names one. Without\n"         \
  "--format, text is printed."

/* Returns what is invalid in the options, or NULL. Without --format the output is text. */
const char *follow_check (const FollowOptions *options, Tool *tool);

typedef struct _Follow Follow;

/* `table`: a handle of unsalted keys if the table has salts. */
Follow *follow_new (Tool *tool, HBaseTable *table, HBaseScan *scan);
void follow_free (Follow *follow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Follow, follow_free)
/* Records a row that was there at the beginning, in the order of the keys. */
void follow_add (Follow *follow, HBaseRow *row);
/* Records the first rows, and prints the first one. */
gboolean follow_begin_with_first (Follow *follow, GError **error);
/* Prints new rows until the command is cancelled, which is no error. */
gboolean follow_run (Follow *follow, double interval, GError **error);
