/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "column.h"
#include "tool.h"

/* Row arguments: a key in printable escapes, or, with a key schema, its fields, `NAME=VALUE,NAME=VALUE…`.
 *
 *  1. With a schema every key must match it: otherwise the row couldn't be found by its fields. --raw accepts
 *     any key.
 *  2. A stored key that doesn't match the schema is shown, and given, after a `=`, with which no field
 *     begins. */

/* Parses a whole key. An invalid key is an error of the arguments (G_OPTION_ERROR). */
GBytes *row_parse_key (Tool *tool, const char *text, GError **error);
/* Parses a prefix or a bound of a range: any bytes. `unsalted`: of keys without their salts. */
GBytes *row_parse_bound (Tool *tool, const char *text, gboolean unsalted, GError **error);
/* Parses a key as row_parse_key() does; if its fields are given and a salt is random, the row is looked up in
 * the table. If it doesn't exist, a key with a random salt is made if `may_be_new`; else the error is
 * ROW_NOT_FOUND. */
GBytes *row_find (Tool *tool, HBaseTable *table, const char *text, gboolean may_be_new, GError **error);

/* Makes a put from words, the row and then its cells. `parts`: COLUMN_CELL or COLUMN_LINE. `timestamp`: of
 * the cells that are given without one; NULL: the server's time. */
HBasePut *row_make_put (
    Tool *tool, HBaseTable *table, char **words, ColumnParts parts, const gint64 *timestamp, GError **error);
/* The same, for cells that are parsed already (element-type ToolColumn), which may get another order. */
HBasePut *row_make_put_of_cells (
    Tool *tool, HBaseTable *table, const char *key, GArray *cells, const gint64 *timestamp, GError **error);
/* Makes a put from an object as --format=json prints it. */
HBasePut *row_make_put_of_json (
    Tool *tool, HBaseTable *table, const char *json, const gint64 *timestamp, GError **error);
/* Returns whether all cells can be written by one call: one of two with the same column would be lost. */
gboolean row_check_cells (char **texts, ColumnParts parts, GError **error);
/* Adds cells, each text a column with its value, to the put. */
gboolean row_add_cells (HBasePut *put, char **texts, ColumnParts parts, GError **error);

/* With this option no row is given after the table. */
#define ROWS_ENTRY(rows)                                                                                     \
  {                                                                                                          \
    "row", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, rows, "a row, instead of ROW; can be given several times",     \
        "ROW"                                                                                                \
  }
