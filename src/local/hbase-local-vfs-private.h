/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* SQLite's view of the database's files, with a checksum for each page, which it has not of its own. */

#define HBASE_LOCAL_APPLICATION_ID 0x48424c47 /* "HBLG" */
#define HBASE_LOCAL_PAGE_SIZE 16384
/* The format's versions: 2 ends each page in a checksum. */
#define HBASE_LOCAL_VERSION_PLAIN 1
#define HBASE_LOCAL_VERSION_CHECKSUMS 2
#define HBASE_LOCAL_CHECKSUM_SIZE 8

/* The name to open a database by; its files are those of the VFS that was the default one when this was first called.
 * A page that isn't as it was written is SQLITE_IOERR_DATA. */
const char *hbase_local_vfs_name (void);
/* Is what a process that was killed has left in the log at `path` whole? FALSE: what other transactions came after has
 * been damaged, so that SQLite would leave them all out. No log is one that is whole. */
gboolean hbase_local_vfs_check_log (const char *path);
