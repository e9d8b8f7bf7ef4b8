/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns a JSON object or array (RFC 8259) with its members on indented lines; NULL if the text is anything
 * else, or is nested too deeply. Strings and numbers are copied as they are, but characters that aren't shown
 * become escapes (\uNNNN). */
char *browser_json_indent (const char *text, gsize length);
