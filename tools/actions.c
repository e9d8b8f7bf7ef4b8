/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the actions of commands. */

#include "config.h"

#include <string.h>

#include "actions.h"
#include "suggest.h"

static void
refuse (const ToolCommand *command, const Action *actions, const char *word)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *advice = NULL, *list = NULL;

  for (; actions->name != NULL; actions++)
    g_ptr_array_add (names, (gpointer) actions->name);
  g_ptr_array_add (names, NULL);
  advice = suggest_text (word, (const char *const *) names->pdata);
  list = g_strjoinv (", ", (char **) names->pdata);
  tool_usage (command, "“%s” is none of %s%s", word, list, advice);
}

const Action *
action_find (const ToolCommand *command, const Action *actions, char **words)
{
  guint n_words = g_strv_length (words + 1);
  const Action *action = actions;

  while (action->name != NULL && strcmp (action->name, words[0]) != 0)
    action++;
  if (action->name == NULL)
    refuse (command, actions, words[0]);
  else if (n_words < action->least)
    tool_usage (command, "%s is missing", action->missing);
  else if (n_words > action->most)
    tool_usage (command, "“%s” is one argument too many", words[1 + action->most]);
  else
    return action;
  return NULL;
}
