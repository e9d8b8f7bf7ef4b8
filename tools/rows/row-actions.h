/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "deletes.h"
#include "record-options.h"
#include "tool.h"

/* Puts and deletes of one row, given as words: `put COLUMN=VALUE… delete [COLUMN…]…`. */

#define ROW_ACTIONS_TEXT                                                                                     \
  "An action is `put COLUMN=VALUE…`, or `delete COLUMN…`, or `delete` alone, for the whole row.\n"       \
  "A column is family:qualifier; in a delete, of which all versions are deleted, the name of a\n"            \
  "family stands for all its columns. Each column can be preceded by a timestamp,\n"                         \
  "1714550400000/family:qualifier; a delete then leaves later versions. --exact and --newest hold for all\n" \
  "deletes of the call. A delete that would hide a put of the same call is refused."

typedef struct {
  WriteOptions write;
  gboolean newest, exact; /* which versions are deleted; neither: all, or those up to the timestamp */
} RowActionOptions;

#define ROW_ACTION_ENTRIES(options)                                                                          \
  { "exact",                                                                                                 \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_NONE,                                                                                       \
    &(options)->exact,                                                                                       \
    "delete only versions with exactly the timestamp before the column",                                     \
    NULL },                                                                                                  \
      DELETE_NEWEST_ENTRY (&(options)->newest)

void row_action_options_clear (RowActionOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RowActionOptions, row_action_options_clear)

typedef struct {
  HBasePut *put; /* or NULL */
  HBaseDelete *delete_;
} RowAction;

/* Parses the actions (element-type RowAction). */
GArray *row_actions_parse (GBytes *row, char **words, const RowActionOptions *options, GError **error);
HBaseRowMutations *row_actions_to_mutations (GArray *actions);
/* Returns whether an action begins with the word. */
gboolean row_actions_is_verb (const char *word);
