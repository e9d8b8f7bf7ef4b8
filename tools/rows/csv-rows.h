/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "load.h"

/* Reads rows from CSV. A heading, which is the first record unless its names are given, says what is in each
 * field. There are two kinds of files:
 *
 *  - files of cells, as `scan` prints them: the key, and then `column`, `timestamp`, `type` and `value`, of
 *    which the timestamp and the type can be left out. Each record is a cell, and those of a row follow one
 *    another; a delete marker is refused. Fields are in printable escapes;
 *  - files of rows, as databases and spreadsheets write them: the key and columns, family:qualifier, in any
 *    order. Each record is a row, which has no cell where a field is empty. Fields are taken unchanged.
 *
 * The key is in `row`, or in the fields of the key schema. With a schema, `row` is an argument as `put` takes
 * it, in printable escapes. */

typedef struct {
  /* options */
  char *delimiter; /* NULL: a comma */
  gboolean no_quotes;
  gboolean escapes; /* of a file of rows, too, the fields are in printable escapes */
  char *columns;    /* the names, in printable escapes, with commas between them; NULL: a heading has them */
  char *key;        /* the name of the key's field; NULL: `row`, or the fields of the schema */
  char *family;     /* of columns without one, in printable escapes; NULL: all have one */
} CsvOptions;

/* For an array of GOptionEntry; `options` is a pointer. */
#define CSV_ENTRIES(options)                                                                                 \
  { "key",                                                                                                   \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_FILENAME,                                                                                   \
    &(options)->key,                                                                                         \
    "with --format=csv: the name, in the heading, of the field that is the row's key; default: row",         \
    "NAME" },                                                                                                \
      { "family",                                                                                            \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME,                                                                               \
        &(options)->family,                                                                                  \
        "with --format=csv: the column family of names without a colon",                                     \
        "FAMILY" },                                                                                          \
      { "columns",                                                                                           \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME,                                                                               \
        &(options)->columns,                                                                                 \
        "with --format=csv: the names of the fields of a file that has no heading",                          \
        "NAME,NAME…" },                                                                                      \
      { "delimiter",                                                                                         \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME,                                                                               \
        &(options)->delimiter,                                                                               \
        "with --format=csv: the character between fields, such as ; or \\t; default: a comma",               \
        "CHARACTER" },                                                                                       \
      { "no-quotes",                                                                                         \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_NONE,                                                                                   \
        &(options)->no_quotes,                                                                               \
        "with --format=csv: quotes are characters like others",                                              \
        NULL },                                                                                              \
  {                                                                                                          \
    "escapes", 0, 0, G_OPTION_ARG_NONE, &(options)->escapes,                                                 \
        "with --format=csv: the fields of a file of rows are in printable escapes, such as \\x00", NULL      \
  }

void csv_options_clear (CsvOptions *options);
/* Returns whether any is given. */
gboolean csv_options_are_given (const CsvOptions *options);

typedef struct _CsvRows CsvRows;

/* `load` and `options` must stay. An invalid option is an error. */
CsvRows *csv_rows_new (Tool *tool, Load *load, const CsvOptions *options, GError **error);
void csv_rows_free (CsvRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CsvRows, csv_rows_free)

/* Reads the next row: its key, as a row argument, and its cells (element-type ToolColumn), which stay until
 * the next one is read. Returns FALSE without an error at the end. */
gboolean
csv_rows_next (CsvRows *rows, const char **key, GArray **cells, GCancellable *cancellable, GError **error);
/* Returns the number of the line in which that row begins. */
guint64 csv_rows_get_line (const CsvRows *rows);
