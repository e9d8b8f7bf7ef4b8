/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-private-functions-private.h"

/* Returns what is wrong if the functions are those of another version of libhbase-glib, and what to do; else
 * NULL. */
char *hbase_plan_compatibility_check (const HBasePrivateFunctions *functions);
