/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses columns with their values. */

#include "config.h"

#include "column.h"
#include "value-types.h"

gboolean
tool_parse_column (const char *text, ColumnParts parts, ToolColumn *column, GError **error)
{
  const char *value;

  return column_parse_name (text, parts, column, &value, error)
         && (value == NULL || value_from_text (column, value, error));
}
