/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* The options of single requests that are rarely needed: those that read, and those that write. */

typedef struct {
  char **attributes;     /* NAME=VALUE */
  char **authorizations; /* labels */
  char *consistency, *filter_bytes;
  int replica; /* below 0: any */
  gboolean no_cache;
} ReadOptions;

#define READ_OPTIONS_INIT                                                                                    \
  {                                                                                                          \
    .replica = -1                                                                                            \
  }
#define READ_OPTIONS_ENTRIES(options)                                                                        \
  { "authorization",                                                                                         \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_STRING_ARRAY,                                                                               \
    &(options)->authorizations,                                                                              \
    "read cells with that visibility label, too; can be given several times",                                \
    "LABEL" },                                                                                               \
      { "consistency",                                                                                       \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_STRING,                                                                                 \
        &(options)->consistency,                                                                             \
        "strong: all acknowledged writes are read; timeline: a replica may be read (strong)",                \
        "KIND" },                                                                                            \
      { "replica", 0, 0, G_OPTION_ARG_INT, &(options)->replica, "read this replica of the regions", "N" },   \
      { "no-cache-blocks",                                                                                   \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_NONE,                                                                                   \
        &(options)->no_cache,                                                                                \
        "don't keep what is read in the region servers' block caches",                                       \
        NULL },                                                                                              \
      { "filter-bytes",                                                                                      \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_FILENAME,                                                                               \
        &(options)->filter_bytes,                                                                            \
        "a serialized filter in printable escapes, instead of --filter",                                     \
        "BYTES" },                                                                                           \
  {                                                                                                          \
    "attribute", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(options)->attributes,                                  \
        "an attribute of the request; can be given several times", "NAME=VALUE"                              \
  }

void read_options_clear (ReadOptions *options);
gboolean read_options_set (const ReadOptions *options, HBaseQuery *query, GError **error);

typedef struct {
  char **attributes; /* NAME=VALUE */
  char *durability;
  char *time_to_live; /* NULL: that of the family */
  char *visibility;
} WriteOptions;

#define WRITE_OPTIONS_ENTRIES(options)                                                                       \
  { "durability",                                                                                            \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_STRING,                                                                                     \
    &(options)->durability,                                                                                  \
    "use-default, skip-wal, async-wal, sync-wal or fsync-wal (use-default: the table's)",                    \
    "KIND" },                                                                                                \
  {                                                                                                          \
    "attribute", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(options)->attributes,                                  \
        "an attribute of the request; can be given several times", "NAME=VALUE"                              \
  }
/* Those of requests that write cells. */
#define WRITE_OPTIONS_CELL_ENTRIES(options)                                                                  \
  WRITE_OPTIONS_ENTRIES (options),                                                                           \
      { "ttl",                                                                                               \
        0,                                                                                                   \
        0,                                                                                                   \
        G_OPTION_ARG_STRING,                                                                                 \
        &(options)->time_to_live,                                                                            \
        "how long the cells are visible: 90s, 12h, 7d, or a number of ms",                                   \
        "TIME" },                                                                                            \
  {                                                                                                          \
    "visibility", 0, 0, G_OPTION_ARG_STRING, &(options)->visibility,                                         \
        "who may read the cells: an expression of visibility labels", "EXPRESSION"                           \
  }

void write_options_clear (WriteOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WriteOptions, write_options_clear)
gboolean write_options_set (const WriteOptions *options, HBaseMutation *mutation, GError **error);

/* Parses the nick of a value of the enumeration `type`; NULL: `value` isn't changed. */
gboolean option_parse_nick (GType type, const char *option, const char *nick, int *value, GError **error);
/* Parses a number of versions, which is at least 1, or `all`. */
gboolean option_parse_versions (const char *text, guint *versions, GError **error);
