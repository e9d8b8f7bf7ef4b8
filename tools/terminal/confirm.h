/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

#define CONFIRM_ENTRY(yes)                                                                                   \
  {                                                                                                          \
    "yes", 'y', 0, G_OPTION_ARG_NONE, yes, "don't ask; required where there is no terminal", NULL            \
  }

/* Returns whether there is a terminal on which to ask. */
gboolean confirm_can_ask (void);
/* Asks the question on a terminal; elsewhere --yes must have been given. `effect`: what is done, as “deletes
 * all rows with a prefix”. Returns TOOL_DONE if it is to be done, else the exit status after a message. */
int confirm (
    Tool *tool, const ToolCommand *command, gboolean is_confirmed, const char *effect, const char *question);
