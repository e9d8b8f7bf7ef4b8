/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file asks whether something that can't be restored is to be deleted. */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "advice.h"
#include "confirm.h"
#include "line-reader.h"

/* Reads the whole line, which would otherwise answer the next question, or be a command of the shell. */
static gboolean
read_consent (Tool *tool, GError **error)
{
  g_autoptr (LineReader) reader = line_reader_new (STDIN_FILENO, FALSE, NULL, NULL);
  g_autofree char *answer = line_reader_next (reader, "", tool->cancellable, error);

  return answer != NULL && (g_ascii_strcasecmp (answer, "y") == 0 || g_ascii_strcasecmp (answer, "yes") == 0);
}

static int
ask (Tool *tool, const char *question)
{
  g_autofree char *shown = advice_make_printable (question);
  g_autoptr (GError) error = NULL;

  fprintf (stderr, "%s [y/N] ", shown);
  if (read_consent (tool, &error))
    return TOOL_DONE;
  return error != NULL ? tool_failed (error) : tool_not_found ("nothing was deleted");
}

gboolean
confirm_can_ask (void)
{
  return isatty (STDIN_FILENO) && isatty (STDERR_FILENO);
}

int
confirm (
    Tool *tool, const ToolCommand *command, gboolean is_confirmed, const char *effect, const char *question)
{
  if (is_confirmed)
    return TOOL_DONE;
  return confirm_can_ask () ? ask (tool, question) : tool_usage (command, "this %s: give --yes", effect);
}
