/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "record-options.h"
#include "tool.h"

/* Puts and deletes of one row, given as words: `put COLUMN=VALUE… delete [COLUMN…]…`. */

#define ROW_ACTIONS_TEXT                                                                                     \
  "An action is `put COLUMN=VALUE…`, or `delete COLUMN…`, or `delete` alone, for the whole row.\n"       \
  "A column is family:qualifier; in a delete, of which all versions are deleted, the name of a\n"            \
  "family stands for all its columns. Each column can be preceded by a timestamp,\n"                         \
  "1714550400000/family:qualifier; a delete then leaves later versions. A delete that would hide a\n"        \
  "put of the same call is refused."

typedef struct {
  HBasePut *put; /* or NULL */
  HBaseDelete *delete_;
} RowAction;

/* Parses the actions (element-type RowAction). */
GArray *row_actions_parse (GBytes *row, char **words, const WriteOptions *options, GError **error);
HBaseRowMutations *row_actions_to_mutations (GArray *actions);
/* Returns whether an action begins with the word. */
gboolean row_actions_is_verb (const char *word);
