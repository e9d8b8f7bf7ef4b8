/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints errors and notes. */

#include "config.h"

#include <stdio.h>

#include "advice.h"
#include "output.h"
#include "pager.h"
#include "progress.h"
#include "tool.h"

static char *message_prefix; /* NULL: none */

void
tool_set_message_prefix (const char *prefix)
{
  g_free (message_prefix);
  message_prefix = g_strdup (prefix);
}

static void
complain (const char *text)
{
  g_autofree char *line = advice_make_printable (text);

  progress_end ();
  output_write ();
  pager_end ();
  fprintf (stderr, "%s%s: %s\n", message_prefix != NULL ? message_prefix : "", g_get_prgname (), line);
}

static void G_GNUC_PRINTF (1, 0) complain_formatted (const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);

  complain (text);
}

void
tool_complain (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  complain_formatted (format, arguments);
  va_end (arguments);
}

void
tool_note (const Tool *tool, const char *format, ...)
{
  va_list arguments;

  if (tool->quiet)
    return;
  va_start (arguments, format);
  complain_formatted (format, arguments);
  va_end (arguments);
}

int
tool_usage (const ToolCommand *command, const char *format, ...)
{
  g_autofree char *text = NULL, *reported = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  reported = advice_for_shell (text);
  complain (reported);
  fprintf (stderr, "usage: hbase-glib %s [OPTION…]%s%s\nSee `hbase-glib %s --help`.\n", command->name,
           command->arguments != NULL ? " " : "", command->arguments != NULL ? command->arguments : "",
           command->name);
  return TOOL_USAGE;
}

/* Returns whether the error is caused by the arguments, so that nothing was sent. */
static gboolean
is_wrong_call (const GError *error)
{
  return error->domain == G_OPTION_ERROR || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_SCHEMA);
}

int
tool_failed (const GError *error)
{
  g_autofree char *text = NULL, *advice = tool_suggest_table (error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    text = g_strdup ("stopped");
  else
    text = advice_for_shell (error->message);
  if (advice != NULL && *advice != '\0')
    tool_complain ("%s%s", text, advice);
  else
    complain (text);
  return is_wrong_call (error) ? TOOL_USAGE : TOOL_FAILED;
}

int
tool_failed_in_data (const GError *error)
{
  tool_failed (error);
  return TOOL_FAILED;
}

int
tool_not_found (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  complain_formatted (format, arguments);
  va_end (arguments);
  return TOOL_FAILED;
}
