/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "comparison.h"

#include <string.h>

#include "call-parser.h"
#include "rendering.h"

#define PARTIAL " (partial)"

char *
comparison_send (Target *target, const char *text)
{
  Call call = notation_call (text, NULL, target->protocol);
  g_autoptr (HBaseBlock) reply = target_ask (target, call.method, call.arguments);

  return rendering_of (reply);
}

static gboolean
is_same_row (const char *a, const char *b)
{
  gsize length = strcspn (a, " ");

  return b != NULL && strcspn (b, " ") == length && strncmp (a, b, length) == 0;
}

/* HBase marks the last part of a row as partial if a stored cell follows it, even a cell that was put again
 * with the same timestamp, which the engine doesn't keep. Therefore the marks of last parts aren't
 * compared. */
static char *
without_last_marks (const char *answer)
{
  g_auto (GStrv) lines = g_strsplit (answer, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_suffix (*line, PARTIAL) && !is_same_row (line[0], line[1]))
      (*line)[strlen (*line) - strlen (PARTIAL)] = '\0';
  return g_strjoinv ("\n", lines);
}

/* HBase's report of a batch ends in a number of times and servers, after the lines of a stack trace, of which
 * only the first is compared. */
static char *
without_servers (const char *answer)
{
  const char *servers
      = g_str_has_prefix (answer, "TIOError") ? strstr (answer, ", servers with issues") : NULL;
  const char *times = servers != NULL ? g_strrstr_len (answer, servers - answer, ": ") : NULL;

  return times != NULL ? g_strndup (answer, (gsize) (times - answer)) : without_last_marks (answer);
}

gboolean
comparison_agrees (const char *hbase, const char *engine)
{
  g_autofree char *wanted = without_servers (hbase), *given = without_servers (engine);

  return g_str_equal (wanted, given);
}
