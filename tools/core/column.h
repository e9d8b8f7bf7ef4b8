/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* The forms of a column argument; all are in printable escapes. */
typedef enum {
  COLUMN_NAME,      /* `family:qualifier`, or `family` for all its columns */
  COLUMN_QUALIFIED, /* `family:qualifier` only */
  COLUMN_VALUE,     /* `family:qualifier=value` */
  COLUMN_CELL,      /* the same, or `TIMESTAMP/family:qualifier=value`: the name of a family has no slash */
  COLUMN_VERSION,   /* `family:qualifier` or `family`, both possibly after `TIMESTAMP/` */
  COLUMN_LINE,      /* as COLUMN_CELL, in a file, where a name may have a comma */
} ColumnParts;

typedef struct {
  const guint8 *data; /* NULL: none */
  gsize length;
  GBytes *owner; /* of the bytes; NULL: they are the parsed text's, which must stay as long */
} ToolBytes;

typedef struct {
  char *family;
  ToolBytes qualifier; /* without data: the whole family */
  ToolBytes value;
  gboolean has_timestamp;
  gint64 timestamp; /* ms since 1970 */
} ToolColumn;

/* Parses the first `length` bytes of `text`, which may have escapes. Without any they aren't copied. */
gboolean tool_parse_bytes (const char *text, gsize length, ToolBytes *bytes, GError **error);
gboolean tool_parse_column (const char *text, ColumnParts parts, ToolColumn *column, GError **error);
/* Parses a column without its value, whose text `*value` is; NULL: there is none. `value` may be NULL. */
gboolean column_parse_name (
    const char *text, ColumnParts parts, ToolColumn *column, const char **value, GError **error);
/* Sets the qualifier. `escaped`: the text may have escapes; otherwise it is taken as it is, and must stay. */
gboolean column_parse_qualifier (const char *text, gboolean escaped, ToolColumn *column, GError **error);
/* Parses a column that is a field of its own in a file: only its first colon has a meaning. */
gboolean column_parse_field (const char *text, gboolean escaped, ToolColumn *column, GError **error);
/* The same. */
char *tool_parse_family (const char *text, gsize length, GError **error);
gboolean tool_parse_timestamp (const char *text, gint64 *timestamp, GError **error);
/* Parses the first timestamp of a range, or the first one after it: a time between two is rounded up. */
gboolean tool_parse_time_bound (const char *text, gint64 *timestamp, GError **error);
void tool_clear_column (ToolColumn *column);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ToolColumn, tool_clear_column)
/* Refuses a column with a value, as it is given elsewhere: the library prints a = in a qualifier as an
 * escape. `advice` says how the value is given. */
gboolean column_refuse_value (const char *text, const char *advice, GError **error);
/* Adds to the error of a family that doesn't exist that several rows are given by --row, if one of the
 * columns may be meant as a row; `has_row_option`: they are already. */
void column_add_advice (char **columns, gboolean has_row_option, GError **error);
