/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter.h"

/* Random filters made by the public constructors, with arguments that HBase accepts. They match some of the
 * rows `a` to `e`…, columns `f:a`, `g:b`…, and values of few letters. `depth`: of the lists at most. */
HBaseFilter *random_filter (GRand *rand, guint depth);
