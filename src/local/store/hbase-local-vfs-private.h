/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "hbase-local-log-private.h"

/* An SQLite VFS that adds a checksum to each page of a database, which SQLite doesn't do itself. */

#define HBASE_LOCAL_APPLICATION_ID 0x48424c47 /* "HBLG" */
/* Versions of the database's format. From version 2 on each page ends in a checksum; from version 3 on cells
 * may have a time to live; version 4 has attributes and namespaces; from version 5 on cells of a row may be
 * stored in chunks. */
#define HBASE_LOCAL_VERSION_PLAIN 1
#define HBASE_LOCAL_VERSION 5
#define HBASE_LOCAL_CHECKSUM_SIZE 8

/* Returns the name to open databases by, and registers the VFS at the first call, on top of SQLite's default
 * VFS at that time. Reading a page that differs from what was written fails with SQLITE_IOERR_DATA. */
const char *hbase_local_vfs_name (void);
/* Returns the end of the last transaction that this log's connection has written. The log is a file of this
 * VFS. */
HBaseLocalLogEnd hbase_local_vfs_get_commit (sqlite3_file *log);
/* Opens the log of the database at `path`, which has a connection, for syncs. Returns NULL if that fails. */
HBaseLocalOpenLog *hbase_local_vfs_open_log (const char *path);
/* Returns whether the write-ahead log of the database at `path`, perhaps left by a killed process or a power
 * cut, holds all that is known to have been synced. If not, SQLite would silently discard acknowledged
 * transactions. A log that doesn't exist is valid. */
gboolean hbase_local_vfs_check_log (const char *path);
