/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A VFS over SQLite's own that fails where a test says. Register it before any database is opened; it is
 * the default one then. */

typedef enum {
  FAULT_NONE,
  FAULT_FULL,         /* a write: no space */
  FAULT_WRITE,        /* a write: I/O error */
  FAULT_SYNC,         /* a sync: I/O error */
  FAULT_READ,         /* a read: I/O error */
  FAULT_NOT_WRITABLE, /* a write: the file system is read-only */
  FAULT_READ_ONLY,    /* files can only be opened for reading, and none can be created */
} Fault;

void faulty_vfs_register (void);
/* The nth such call from now on fails, and all after it. */
void faulty_vfs_arm (Fault fault, guint nth);
/* Returns the number of calls that have failed since then. */
guint faulty_vfs_disarm (void);
/* Limits the disk of a directory to a number of bytes, which all files there share. NULL removes the
 * limit. */
void faulty_vfs_set_capacity (const char *directory, gint64 bytes);
/* Sets how long each sync takes at least, as on a slow disk. */
void faulty_vfs_set_sync_time (gulong us);
/* Returns the number of syncs since it was registered. */
guint faulty_vfs_syncs (void);
/* Records from now on what each file holds when it is synced. For one thread. */
void faulty_vfs_record_syncs (void);
/* Writes to another directory what a power cut would leave now: what was synced, and nothing else. */
void faulty_vfs_copy_synced (const char *directory, const char *to);
