/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* What tool_parse() makes of a command's options. */

/* Returns the options that all commands have; NULL-terminated. */
GOptionEntry *tool_make_common_entries (Tool *tool);
/* `entries`, `more`: the command's own options, and those that are rarely needed; NULL: none. */
GOptionContext *tool_make_context (Tool *tool,
                                   const ToolCommand *command,
                                   const GOptionEntry *entries,
                                   const GOptionEntry *more);
/* Parses the options of a command; words that are negative numbers stay. */
gboolean tool_parse_own_options (Tool *tool,
                                 GOptionContext *context,
                                 const GOptionEntry *entries,
                                 const GOptionEntry *more,
                                 char ***argv,
                                 GError **error);
