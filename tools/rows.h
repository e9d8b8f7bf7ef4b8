/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Rows as they are given: by their key in printable escapes, or, with a key schema, by its fields,
 * `NAME=VALUE,NAME=VALUE…`.
 *
 *  1. With a schema every key must be of it: one that isn't couldn't be found again by its fields. --raw takes any.
 *  2. A stored key that isn't of the schema is shown behind a `=`, which no field begins with, and given so. */

/* A whole key. What is wrong with it is an error of the call (G_OPTION_ERROR). */
GBytes *row_parse_key (Tool *tool, const char *text, GError **error);
/* A prefix, or what a range begins or ends with: any bytes. `unsalted`: of the keys without their salts. */
GBytes *row_parse_bound (Tool *tool, const char *text, gboolean unsalted, GError **error);
/* The key of a row in its table: as row_parse_key(), but where its fields are given and a salt is random the table
 * is asked for it. Where it has no such row: a key for it with a random salt, if `may_be_new`, or ROW_NOT_FOUND. */
GBytes *row_find (Tool *tool, HBaseTable *table, const char *text, gboolean may_be_new, GError **error);

/* Of words, the first of which is the row, the others its cells; of an object as --format=json prints it. */
HBasePut *row_make_put (Tool *tool, HBaseTable *table, char **words, GError **error);
HBasePut *row_make_put_of_json (Tool *tool, HBaseTable *table, const char *json, GError **error);
/* Adds cells to a put: each text a column with its value. */
gboolean row_add_cells (HBasePut *put, char **texts, ColumnParts parts, GError **error);
