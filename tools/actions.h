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

/* Returns the action that the first word names, if the words after it are enough and not too many; NULL after
 * a message. */
const Action *action_find (const ToolCommand *command, const Action *actions, char **words);
