/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "column.h"
#include "tool.h"

/* Values as text, by the types that --as gives to columns; other values are in printable escapes.
 *
 *  1. What is shown can be read back: a value that isn't of its column's type, or whose text would be read as
 *     another value, is shown, and given, in printable escapes after a `=`, with which no text of a type
 *     begins. */

#define VALUE_TYPES_NAMES                                                                                    \
  "boolean, int16, int32, int64, uint16, uint32, uint64, float, double, text, bytes, hex or variant"

/* Sets the types of columns: each text is FAMILY:QUALIFIER:TYPE, or FAMILY:TYPE for the family's other
 * columns. NULL: none. */
gboolean value_types_set (char **texts, GError **error);
/* Frees what was set. */
void value_types_clear (void);
/* Appends the value as text in printable escapes. */
void value_append (GString *text, const HBaseCellIter *cell);
/* Returns the same. */
char *value_to_text (const HBaseCellIter *cell);
/* Sets the value of a column that has a family and a qualifier. The text must stay as long as the column. */
gboolean value_from_text (ToolColumn *column, const char *text, GError **error);
/* The same, for text without printable escapes. */
gboolean value_from_plain (ToolColumn *column, const char *text, GError **error);
