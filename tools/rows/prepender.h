/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "record-options.h"
#include "tool.h"

/* The options of prepend and retire, and the prepender that is made of them. */

#define PREPEND_NOT_GIVEN G_MININT64

typedef struct {
  char *path, *prefix, *guard_family, *guard_qualifier, *token_column, *token, *row;
  gint64 start; /* or PREPEND_NOT_GIVEN */
  char *strategy, *sequence, *sequence_table, *sequence_family;
  int block;
  gboolean cancel;
  WriteOptions write; /* of the row's cells */
} PrependOptions;

#define PREPEND_OPTIONS_INIT                                                                                 \
  {                                                                                                          \
    .start = PREPEND_NOT_GIVEN, .block = 100                                                                 \
  }
#define GUARD_ENTRIES(options)                                                                               \
  { "guard-family",                                                                                          \
    0,                                                                                                       \
    0,                                                                                                       \
    G_OPTION_ARG_FILENAME,                                                                                   \
    &(options)->guard_family,                                                                                \
    "the column family of the guards (g)",                                                                   \
    "NAME" },                                                                                                \
  {                                                                                                          \
    "guard-qualifier", 0, 0, G_OPTION_ARG_FILENAME, &(options)->guard_qualifier,                             \
        "the qualifier of the guards' column (empty)", "QUALIFIER"                                           \
  }

void prepend_options_clear (PrependOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PrependOptions, prepend_options_clear)

HBasePrepender *prepender_make (Tool *tool, const char *name, const PrependOptions *options, GError **error);
