/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define DURATION_MS 1
#define DURATION_SECOND 1000

/* Parses a duration of at least 1 ms: a whole number, with one of the units ms, s, m, h and d, as `90s` and
 * `7d`. `unit`: that of a number without one, in ms. The error is one of the arguments. */
gboolean duration_parse (const char *option, const char *text, gint64 unit, gint64 *ms, GError **error);
