/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the actions of commands. */

#include "config.h"

#include <string.h>

#include "actions.h"

/* tool_parse() has refused other names. */
static const Action *
look_up (const Action *actions, const char *name)
{
  while (strcmp (actions->name, name) != 0)
    actions++;
  return actions;
}

const Action *
action_find (const ToolCommand *command, const Action *actions, char ***words)
{
  const Action *action = **words != NULL ? look_up (actions, **words) : actions;
  guint n_words;

  *words += **words != NULL;
  n_words = g_strv_length (*words);
  if (n_words >= action->least && n_words <= action->most)
    return action;
  if (n_words < action->least)
    tool_usage (command, "%s is missing", action->missing);
  else
    tool_usage (command, "“%s” is one argument too many", (*words)[action->most]);
  return NULL;
}
