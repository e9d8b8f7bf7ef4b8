/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "csv-rows.h"

/* What is in the fields of the records of a CSV file. */

#define CSV_NO_FIELD G_MAXUINT

typedef struct {
  GStrv names;
  GArray *columns;        /* ToolColumn, for each field; without a family it isn't a column */
  GArray *keys;           /* guint: the fields that are the key, in the schema's order */
  gboolean has_whole_key; /* one field is the key; otherwise they are the fields of the schema */
  gboolean is_of_cells;   /* each record is a cell */
  gboolean is_escaped;    /* the fields are in printable escapes */
  guint column, value;    /* of a file of cells */
  guint timestamp, type;  /* the same; CSV_NO_FIELD: there is no such field */
} CsvHeading;

/* Makes a heading of the first record. */
CsvHeading *csv_heading_new (const Tool *tool, const CsvOptions *options, char **names, GError **error);
/* Makes a heading of `options->columns`. */
CsvHeading *csv_heading_new_of_option (const Tool *tool, const CsvOptions *options, GError **error);
void csv_heading_free (CsvHeading *heading);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CsvHeading, csv_heading_free)
