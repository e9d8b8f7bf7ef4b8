/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "filters.h"
#include "record-options.h"
#include "tool.h"

/* Which timestamps cells may have; both NULL: any. At most one is given. */
typedef struct {
  char *range; /* `MIN,MAX` */
  char *timestamp;
} Times;

#define SELECTION_TIME_ENTRIES(times)                                                                        \
  { "time-range",                                                                                            \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_STRING,                                                                                     \
    &(times)->range,                                                                                         \
    "only cells with timestamps from MIN to before MAX, in ms since 1970 or as 2024-05-01; each can be "     \
    "left out",                                                                                              \
    "MIN,MAX" },                                                                                             \
  {                                                                                                          \
    "timestamp", 0, 0, G_OPTION_ARG_STRING, &(times)->timestamp, "only cells with exactly that timestamp",   \
        "MS"                                                                                                 \
  }

/* Parses the options. Without them the range is everything. */
gboolean selection_parse_times (const Times *times, gint64 *min, gint64 *max, GError **error);
void selection_clear_times (Times *times);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Times, selection_clear_times)

/* Which rows scan, count, page, first and last read: options, and columns after the table's name. */
typedef struct {
  char *start, *stop, *prefix, *filter;
  Times times;
  gboolean reverse;
  int limit;
  char *versions;  /* a number, or `all`; NULL: 1 */
  gboolean salted; /* bounds are unsalted keys; set by selection_prepare() */
  char *guards;    /* the column of the guards that are left out, or its family; NULL: none */
  ReadOptions read;
  gboolean exclude_start, include_stop;
  int caching;              /* rows of a response; 0: the library chooses */
  int batch;                /* cells of a partial row; 0: rows are whole */
  char *read_type;          /* NULL: default */
  char **family_time_range; /* FAMILY:MIN,MAX; NULL: none */
} Selection;

#define SELECTION_INIT                                                                                       \
  {                                                                                                          \
    .read = READ_OPTIONS_INIT                                                                                \
  }

void selection_clear (Selection *selection);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Selection, selection_clear)

#define SELECTION_VERSIONS_ENTRY(selection)                                                                  \
  {                                                                                                          \
    "versions", 0, 0, G_OPTION_ARG_STRING, &(selection)->versions,                                           \
        "how many versions of each column are read: a number, or all (1)", "N"                               \
  }
#define SELECTION_TIMESTAMPS_ENTRY(tool)                                                                     \
  {                                                                                                          \
    "timestamps", 0, 0, G_OPTION_ARG_NONE, &(tool)->timestamps,                                              \
        "show TIMESTAMP/family:qualifier=value, which `put` accepts", NULL                                   \
  }
#define SELECTION_GUARDS_ENTRY(selection)                                                                    \
  {                                                                                                          \
    "skip-guards", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->guards,                                        \
        "leave out retired rows and the guards of other rows", "FAMILY[:QUALIFIER]"                          \
  }
#define SELECTION_RANGE_ENTRIES(selection)                                                                   \
  SELECTION_TIME_ENTRIES (&(selection)->times),                                                              \
      { "prefix", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->prefix, "only rows whose key begins with it",   \
        "PREFIX" },                                                                                          \
      { "start", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->start, "the first row", "ROW" },                 \
      { "stop", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->stop, "the row before which to stop", "ROW" },    \
  {                                                                                                          \
    "filter", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->filter, FILTER_HELP, "FILTER"                       \
  }
#define SELECTION_ROWS_ENTRIES(selection)                                                                    \
  SELECTION_RANGE_ENTRIES (selection),                                                                       \
  {                                                                                                          \
    "reverse", 0, 0, G_OPTION_ARG_NONE, &(selection)->reverse, "read from the last row to the first", NULL   \
  }
/* What is rarely needed, for tool_parse_more(). */
#define SELECTION_MORE_ENTRIES(selection)                                                                    \
  { "exclude-start",                                                                                         \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_NONE,                                                                                       \
    &(selection)->exclude_start,                                                                             \
    "leave the row of --start out",                                                                          \
    NULL },                                                                                                  \
      { "include-stop",                                                                                      \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_NONE,                                                                                   \
        &(selection)->include_stop,                                                                          \
        "read the row of --stop, too",                                                                       \
        NULL },                                                                                              \
      { "family-time-range",                                                                                 \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME_ARRAY,                                                                         \
        &(selection)->family_time_range,                                                                     \
        "--time-range for one family; can be given several times",                                           \
        "FAMILY:MIN,MAX" },                                                                                  \
      { "caching",                                                                                           \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_INT,                                                                                    \
        &(selection)->caching,                                                                               \
        "how many rows a response has at most; 0: as many as suit (0)",                                      \
        "ROWS" },                                                                                            \
      { "read-type",                                                                                         \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_STRING,                                                                                 \
        &(selection)->read_type,                                                                             \
        "how region servers read their files: default, stream or pread (default)",                           \
        "KIND" },                                                                                            \
      READ_OPTIONS_ENTRIES (&(selection)->read)

/* The help about columns and rows. */
#define SELECTION_TEXT                                                                                       \
  "Without columns, all are read. A column is family:qualifier; the name of a family stands for all its\n"   \
  "columns. With --schema, rows and prefixes can be given by their fields:\n"                                \
  "userid=7,stamp=2024-05-01T00:00Z or stamp=2024-05-01; a comma in a value is written \\x2C. A row that\n"  \
  "doesn't match the schema is shown as =ROW; in JSON its “key” is null. If the schema has salts, rows " \
  "and\n"                                                                                                    \
  "prefixes are given without these, and read in the order of the unsalted keys; --schema= reads the "       \
  "stored\n"                                                                                                 \
  "keys."

/* Makes the scan from the words after a command, of which the first is the table's name. Returns NULL after
 * an error, which was printed. */
HBaseScan *selection_prepare (Selection *selection, Tool *tool, const ToolCommand *command, char **words);
