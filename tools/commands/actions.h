/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* The actions of a command, as `list` of `profile list`. */
typedef struct {
  const char *name;    /* NULL: ends a list of actions */
  guint least, most;   /* words after it */
  const char *missing; /* what is missing if there are fewer */
  int (*run) (Tool *tool, char **words, gconstpointer data);
} Action;

/* Returns the action that the first word names, and removes that word; the first action if there is no word.
 * Returns NULL after a message if the words after it are too few or too many. */
const Action *action_find (const ToolCommand *command, const Action *actions, char ***words);
