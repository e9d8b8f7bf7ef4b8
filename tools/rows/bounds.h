/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Parses the first or last row of a range as row_parse_bound() does, also if its last field is a time that
 * isn't a whole number of the field's unit, so that no row has it. Then `between` is set, and the key is the
 * first one after that time in the order of keys: rows from that key on are after the bound, and all others
 * before it. */
GBytes *bound_parse (Tool *tool, const char *text, gboolean unsalted, gboolean *between, GError **error);
