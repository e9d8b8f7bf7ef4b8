/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Fields of CSV that are opened in a spreadsheet. It takes a field that begins with = + - or @ for a formula,
 * which can run programs and send data, unless an apostrophe precedes it. */

/* Returns whether the field needs a mark: also one that begins like a marked one, so that marks can be
 * removed. Numbers are harmless. */
gboolean spreadsheet_needs_mark (const char *field);
/* Returns the length of the field's mark; 0: it has none. */
gsize spreadsheet_measure_mark (const char *field);
