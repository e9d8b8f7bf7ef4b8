/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "filters.h"
#include "record-options.h"
#include "selection.h"
#include "tool.h"

/* The options of the commands that read rows by their keys, and the requests that are made of them. */

typedef struct {
  char **rows;    /* instead of a row after the table; NULL: none */
  char *versions; /* NULL: 1 */
  char *filter;
  Times times;
  ReadOptions read;
  int store_limit, store_offset;
} GetOptions;

#define GET_OPTIONS_INIT                                                                                     \
  {                                                                                                          \
    .read = READ_OPTIONS_INIT                                                                                \
  }
#define GET_ENTRIES(options)                                                                                 \
  SELECTION_TIME_ENTRIES (&(options)->times),                                                                \
      { "filter", 0, 0, G_OPTION_ARG_FILENAME, &(options)->filter, FILTER_HELP, "FILTER" },                  \
      ROWS_ENTRY (&(options)->rows)

void get_options_clear (GetOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GetOptions, get_options_clear)

/* Divides the words after a command into rows (transfer none, NULL-terminated) and columns. With --row all
 * words after the table are columns. Returns FALSE if no row is given; `single` is a place for one row. */
gboolean
gets_find_rows (const GetOptions *options, char **words, char **single, char ***rows, char ***columns);
/* The gets of several rows. */
typedef struct {
  GPtrArray *gets; /* (element-type HBaseGet) */
  GArray
      *indices; /* of int: for each row the index of its get; −1: it has none, as its random salt was looked
                      up, and it doesn't exist */
} GetList;

void get_list_clear (GetList *list);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GetList, get_list_clear)

/* Makes the gets of the rows. */
gboolean gets_make (Tool *tool,
                    HBaseTable *table,
                    char **rows,
                    char **columns,
                    const GetOptions *options,
                    GetList *list,
                    GError **error);
