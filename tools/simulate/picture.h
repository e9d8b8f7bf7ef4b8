/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"

/* The files that a picture is written to. */
typedef struct {
  char *svg, *png; /* NULL: not written */
} PictureFiles;

/* The command-line options of a PictureFiles. */
#define PICTURE_ENTRIES(files)                                                                               \
  { "svg", 0, 0, G_OPTION_ARG_FILENAME, &(files).svg, "write a picture as SVG", "FILE" },                    \
  {                                                                                                          \
    "png", 0, 0, G_OPTION_ARG_FILENAME, &(files).png, "write a picture as PNG", "FILE"                       \
  }

void picture_files_clear (PictureFiles *files);
gboolean picture_is_wanted (const PictureFiles *files);
/* Returns what is wrong with the options; NULL: nothing. */
const char *picture_find_problem (const PictureFiles *files);
/* Each file is written wholly, or not at all. */
gboolean picture_write (const PictureFiles *files, HBasePlanPicture *picture, GError **error);
