/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "record-options.h"
#include "tool.h"

/* Makes deletes from words. */

/* Which versions are deleted of what is named. */
typedef enum {
  DELETE_ALL,    /* all, or those up to the timestamp */
  DELETE_NEWEST, /* the newest one of each column */
  DELETE_EXACT,  /* those with exactly the timestamp */
} DeleteVersions;

typedef struct {
  DeleteVersions versions;
  gboolean has_timestamp;
  gint64 timestamp; /* of the columns that are given without one */
  const WriteOptions *write;
} DeleteRequest;

#define DELETE_NEWEST_ENTRY(newest)                                                                          \
  {                                                                                                          \
    "newest", 0, 0, G_OPTION_ARG_NONE, (newest), "only the newest version of each column", NULL              \
  }

/* Refuses both options together. */
gboolean delete_parse_versions (gboolean newest, gboolean exact, DeleteVersions *versions, GError **error);
/* Makes a delete of columns or of families, each of which can be given after `TIMESTAMP/`; without both, of
 * the whole row. */
HBaseDelete *delete_make (GBytes *row, char **columns, const DeleteRequest *request, GError **error);
