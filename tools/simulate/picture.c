/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes pictures to files: as SVG, which the library makes, and as PNG. */

#include "config.h"

#include "picture-png.h"
#include "picture.h"

void
picture_files_clear (PictureFiles *files)
{
  g_free (files->svg);
  g_free (files->png);
}

gboolean
picture_is_wanted (const PictureFiles *files)
{
  return files->svg != NULL || files->png != NULL;
}

const char *
picture_find_problem (const PictureFiles *files)
{
  return files->png != NULL ? picture_find_png_problem () : NULL;
}

gboolean
picture_write (const PictureFiles *files, HBasePlanPicture *picture, GError **error)
{
  g_autofree char *svg = files->svg != NULL ? hbase_plan_picture_to_svg (picture) : NULL;

  if (svg != NULL && !g_file_set_contents (files->svg, svg, -1, error))
    return FALSE;
  return files->png == NULL || picture_write_png (picture, files->png, error);
}
