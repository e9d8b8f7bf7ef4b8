/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan.h"
#include "hbase-selection-private.h"

/* What a scan is made of, for the files of this folder only. */

struct _HBaseScan {
  gatomicrefcount ref_count;
  HBaseSelection selection;
  GBytes *start, *stop, *prefix; /* NULL: not said */
  GBytes *above, *below;         /* made of the prefix for the bounds that were asked for last */
  guint limit, batch_size, caching;
  gboolean reversed;
};
