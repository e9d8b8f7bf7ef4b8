/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file stands for picture-png.c in a build without cairo. */

#include "config.h"

#include "picture-png.h"

const char *
picture_find_png_problem (void)
{
  return "--png: this hbase-glib was built without cairo; give --svg, or install cairo (Debian: "
         "libcairo2-dev) "
         "and build it again by configure --with-png";
}

gboolean
picture_write_png (HBasePlanPicture *picture G_GNUC_UNUSED,
                   const char *file G_GNUC_UNUSED,
                   GError **error G_GNUC_UNUSED)
{
  g_return_val_if_reached (FALSE);
}
