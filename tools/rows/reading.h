/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "follow.h"
#include "selection.h"
#include "tool.h"

/* Reads the rows of scan and count. */

/* Which rows are read, and how. */
typedef struct {
  Selection selection;
  int parallelism;
} Reading;

void reading_clear (Reading *reading);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

#define READING_ENTRIES(reading)                                                                             \
  SELECTION_ROWS_ENTRIES (&(reading)->selection), SELECTION_GUARDS_ENTRY (&(reading)->selection),            \
  {                                                                                                          \
    "parallelism", 0, 0, G_OPTION_ARG_INT, &(reading)->parallelism,                                          \
        "how many regions are read at a time (1)", "N"                                                       \
  }

#define INVALID_PARALLELISM "--parallelism must be at least 0"

/* Lets servers send one cell of each row, without its value, unless a filter is given, which might test the
 * other cells. */
void reading_request_keys (const Reading *reading, HBaseScan *scan);
/* Returns a handle of the keys in whose order rows are read. */
HBaseTable *reading_open (Tool *tool, const char *name, const Reading *reading, GError **error);
/* Calls `take` for each row, in the order of their keys or in any order. `follow`: NULL, or records them. */
gboolean reading_walk (Tool *tool,
                       HBaseTable *handle,
                       HBaseScan *scan,
                       const Reading *reading,
                       gboolean ordered,
                       void (*take) (Tool *tool, HBaseRow *row),
                       Follow *follow,
                       guint64 *n_rows,
                       GError **error);
