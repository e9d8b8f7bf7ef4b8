/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A file beside the database that reserves blocks of the disk. They are released when the disk is full, for
 * calls that free space. */

#define HBASE_LOCAL_RESERVE_NAME "hbase-glib.reserve"
#define HBASE_LOCAL_RESERVE_SIZE (4 * 1024 * 1024)

/* Makes the file, or restores its size, if the disk has ample space. Returns FALSE if it isn't of full
 * size. */
gboolean hbase_local_reserve_fill (const char *directory);
/* Releases half of the reserve, or all that is left of it. Returns FALSE if there was none. */
gboolean hbase_local_reserve_release (const char *directory);
