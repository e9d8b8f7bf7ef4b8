/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan.h"

/* PNG pictures, which cairo paints. */

/* Returns why this program can't write any; NULL if it can. */
const char *picture_find_png_problem (void);
gboolean picture_write_png (HBasePlanPicture *picture, const char *file, GError **error);
