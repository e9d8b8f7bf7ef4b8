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
  FAULT_SHORT_WRITE,  /* a write: its second half isn't written, no space */
  FAULT_TRUNCATION,   /* I/O errors, too */
  FAULT_SIZE,         /* reading a file's size */
  FAULT_REMOVAL,      /* of a file */
  FAULT_SHM,          /* mapping the shared memory */
  FAULT_LOCK,         /* locking the database */
  FAULT_OPEN,         /* opening a file */
} Fault;

void faulty_vfs_register (void);
/* The nth such call from now on fails, and all after it. */
void faulty_vfs_arm (Fault fault, guint nth);
/* The nth such call from now on fails, and those after it, `n_times` altogether. */
void faulty_vfs_arm_times (Fault fault, guint nth, guint n_times);
/* Returns the number of calls that have failed since then. */
guint faulty_vfs_disarm (void);
/* Limits the disk of a directory to a number of bytes, which all files there share. NULL removes the
 * limit. */
void faulty_vfs_set_capacity (const char *directory, gint64 bytes);
/* Sets how long each sync takes at least, as on a slow disk. */
void faulty_vfs_set_sync_time (gulong us);
/* Returns the number of syncs since it was registered. */
guint faulty_vfs_syncs (void);

/* ---- what is written, for one thread ---- */

typedef enum {
  DISK_WRITE,      /* a file that doesn't exist is created by its first change */
  DISK_TRUNCATION, /* to `at` bytes */
  DISK_SYNC,
  DISK_REMOVAL,
  DISK_DIRECTORY_SYNC, /* of the directory that has the file */
} DiskChangeKind;

typedef struct {
  DiskChangeKind kind;
  const guint8 *data;
  gsize length;
  gint64 at;
} DiskChange;

/* Is called before each change of a file. */
typedef void (*FaultyVfsObserver) (const char *path, const DiskChange *change);

/* Observes the files in a directory from now on, and syncs nothing there really. */
void faulty_vfs_observe (const char *directory, FaultyVfsObserver observer);
