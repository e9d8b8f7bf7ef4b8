/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HBASE_PLAN_INSIDE) && !defined(HBASE_COMPILATION)
#error "Only <hbase-plan.h> can be included directly."
#endif

#include "hbase-macros.h"

/* The functions carry the macros of HBase for versions: both libraries are of one version. */
