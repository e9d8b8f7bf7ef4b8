/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A file beside the database that takes blocks of the disk for nothing: they are given back when it is full, to what
 * frees space. */

#define HBASE_LOCAL_RESERVE_NAME "hbase-glib.reserve"
#define HBASE_LOCAL_RESERVE_SIZE (4 * 1024 * 1024)

/* Makes it, or makes it whole again, where there is space enough for more than it. FALSE: it isn't whole. */
gboolean hbase_local_reserve_fill (const char *directory);
/* Gives half of it back, or the rest; FALSE: there was none. */
gboolean hbase_local_reserve_release (const char *directory);
