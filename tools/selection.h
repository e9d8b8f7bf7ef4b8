/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Which rows, as scan, count, page, first and last take it: options, and columns behind the table's name. */
typedef struct {
  char *start, *stop, *prefix, *filter;
  gboolean reverse;
  int limit;
  int versions;
  gboolean salted; /* rows are named by their unsalted keys */
  char *guards;    /* the column family of the guards to be left out; NULL: none */
} Selection;

#define SELECTION_INIT                                                                                       \
  {                                                                                                          \
    .versions = 1                                                                                            \
  }

void selection_clear (Selection *selection);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Selection, selection_clear)

#define SELECTION_VERSIONS_ENTRY(selection)                                                                  \
  {                                                                                                          \
    "versions", 0, 0, G_OPTION_ARG_INT, &(selection)->versions, "of each column so many versions (1)", "N"   \
  }
#define SELECTION_TIMESTAMPS_ENTRY(tool)                                                                     \
  {                                                                                                          \
    "timestamps", 0, 0, G_OPTION_ARG_NONE, &(tool)->timestamps,                                              \
        "show those of cells, TIMESTAMP/family:qualifier=value, as `put` takes them", NULL                   \
  }
#define SELECTION_SALTED_ENTRY(selection)                                                                    \
  {                                                                                                          \
    "salted", 0, 0, G_OPTION_ARG_NONE, &(selection)->salted,                                                 \
        "rows are named, and come in the order of, their unsalted keys", NULL                                \
  }
#define SELECTION_GUARDS_ENTRY(selection)                                                                    \
  {                                                                                                          \
    "skip-guards", 0, 0, G_OPTION_ARG_STRING, &(selection)->guards,                                          \
        "leave out retired rows, and the guards of the others", "FAMILY"                                     \
  }
#define SELECTION_RANGE_ENTRIES(selection)                                                                     \
  {                                                                                                            \
    "prefix", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->prefix, "only rows whose key begins so", "PREFIX"     \
  },                                                                                                           \
      { "start", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->start, "the first row", "ROW" },                   \
      { "stop", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->stop, "the first row not wanted any more", "ROW" }, \
  {                                                                                                            \
    "filter", 0, 0, G_OPTION_ARG_FILENAME, &(selection)->filter, "in HBase's filter language", "FILTER"        \
  }
#define SELECTION_ROWS_ENTRIES(selection)                                                                    \
  SELECTION_RANGE_ENTRIES (selection),                                                                       \
  {                                                                                                          \
    "reverse", 0, 0, G_OPTION_ARG_NONE, &(selection)->reverse, "from the last row to the first", NULL        \
  }

/* What --help tells of columns and rows. */
#define SELECTION_TEXT                                                                                       \
  "Without columns, all are read. A column is family:qualifier; a family's name stands for all its\n"        \
  "columns. With --schema, rows and prefixes may be given by their fields: "                                 \
  "userid=7,stamp=2024-05-01T00:00Z\n"                                                                       \
  "or stamp=2024-05-01; a comma in a value is written \\x2C. A row that isn't of the schema is shown as "    \
  "=ROW;\n"                                                                                                  \
  "in JSON its “key” is null."

/* Of the words behind a command that begin with its table's name; NULL: what was wrong has been told. */
HBaseScan *
selection_prepare (const Selection *selection, Tool *tool, const ToolCommand *command, char **words);
