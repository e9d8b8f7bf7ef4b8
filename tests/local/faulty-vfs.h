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
  FAULT_SHM_FULL,     /* making the shared memory larger: no space */
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

/* ---- power cuts, for one thread ---- */

/* Keeps from now on the contents of the files in a directory, as they are and as they were synced. Nothing is
 * synced really. */
void faulty_vfs_keep_contents (const char *directory);
/* Whether syncs have no effect on what is kept, as with synchronous=OFF, or on a disk that lies. */
void faulty_vfs_set_ignores_syncs (gboolean ignores);
/* At the nth write, truncation or sync from now on, writes to another directory what a power cut would leave
 * of the files: what was synced, and any part of what was written since. */
void faulty_vfs_cut_power (const char *to, guint nth, GRand *rand);
/* Returns whether it has done so. */
gboolean faulty_vfs_was_power_cut (void);
