/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* An SQLite VFS that adds a checksum to each page of a database, which SQLite doesn't do itself. */

#define HBASE_LOCAL_APPLICATION_ID 0x48424c47 /* "HBLG" */
#define HBASE_LOCAL_PAGE_SIZE 16384
/* Versions of the database's format. From version 2 on each page ends in a checksum; from version 3 on cells
 * may have a time to live; version 4 has attributes and namespaces. */
#define HBASE_LOCAL_VERSION_PLAIN 1
#define HBASE_LOCAL_VERSION 4
#define HBASE_LOCAL_CHECKSUM_SIZE 8

/* Returns the name to open databases by, and registers the VFS at the first call, on top of SQLite's
 * default one at that time. Reading a page that differs from what was written fails with SQLITE_IOERR_DATA.
 */
const char *hbase_local_vfs_name (void);
/* Returns whether the write-ahead log of the database at `path`, which a killed process may have left, is
 * intact. If not, a transaction before others is damaged, so that SQLite would silently discard all of
 * them. A log that doesn't exist is intact. */
gboolean hbase_local_vfs_check_log (const char *path);
