/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* Delete markers, which only `scan --with-deleted` prints. `put --from` doesn't read them as cells. */

/* Returns whether the cell is a marker, or of a type that isn't known. */
gboolean marker_is (const HBaseCellIter *cell);
/* Returns `put`, `delete-column` …; a type that isn't known is `type-NUMBER`. */
char *marker_name_type (const HBaseCellIter *cell);
/* Appends the marker as text that `put` can't take for a cell: `family:qualifier (delete-column)`, or `family
 * (delete-family)`. */
void marker_append (GString *text, const HBaseCellIter *cell);
/* Returns whether the text ends as such a text. */
gboolean marker_is_text (const char *text);
/* Refuses a cell of a file of rows if it isn't of the type `put`. `type`: NULL, or empty: it has none. */
gboolean marker_refuse (const char *type, GError **error);
