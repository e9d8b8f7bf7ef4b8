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

/* Returns the action of that name; NULL: there is none. */
static const Action *
look_up (const Action *actions, const char *name)
{
  while (actions->name != NULL && strcmp (actions->name, name) != 0)
    actions++;
  return actions->name != NULL ? actions : NULL;
}

const Action *
action_find (const ToolCommand *command, const Action *actions, char ***words)
{
  const Action *action = **words != NULL ? look_up (actions, **words) : actions;
  guint n_words;

  if (action == NULL)
    {
      refuse (command, actions, **words);
      return NULL;
    }
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
