/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "selection.h"
#include "tool.h"

/* The options of first and last. */

typedef struct {
  Selection selection;
  gboolean with_guards;
} EndOptions;

void end_options_clear (EndOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EndOptions, end_options_clear)

#define END_ENTRIES(tool, options)                                                                           \
  SELECTION_RANGE_ENTRIES (&(options)->selection), SELECTION_VERSIONS_ENTRY (&(options)->selection),         \
      SELECTION_TIMESTAMPS_ENTRY (tool), SELECTION_GUARDS_ENTRY (&(options)->selection),                     \
  {                                                                                                          \
    "with-guards", 0, 0, G_OPTION_ARG_NONE, &(options)->with_guards, "show retired rows and guards", NULL    \
  }
#define END_TEXT                                                                                             \
  "The exit status is 1 if there is no row. If the schema has salts, the rows of all buckets are\n"          \
  "merged in the order of their unsalted keys. If it is one that `prepend` accepts, retired rows\n"          \
  "and guards are left out; guards are in the family g unless --skip-guards names another\n"                 \
  "family or column."

/* Makes the scan. Returns NULL after an error, which was printed. */
HBaseScan *end_options_prepare (Tool *tool, const ToolCommand *command, char **words, EndOptions *options);
/* Returns the exit status. `row`: NULL after an error. */
int end_options_print_row (Tool *tool, const char *name, HBaseRow *row, const GError *error);
