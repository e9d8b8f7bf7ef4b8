/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Records, by the faulty VFS, each write, truncation, sync and removal of a directory's files, and makes what
 * a power cut after any of them may leave on the disk: what was synced, and any part of what wasn't. */

typedef enum {
  LOSS_NONE,         /* all that was written is on the disk, as after a crash of the process */
  LOSS_ALL,          /* only what was synced */
  LOSS_TORN,         /* of the last write only the first sectors */
  LOSS_TAIL,         /* of the last write only the last sectors: sectors are written in any order */
  LOSS_ALL_BUT_LAST, /* of each file's writes that weren't synced only the last one */
  LOSS_OF_ONE,       /* of the writes that weren't synced one is missing */
  LOSS_MIXED,        /* each sector that wasn't synced is the old or the new one */
  LOSS_N_KINDS,
} DiskLoss;

/* Forgets what was recorded, and begins with an empty directory. Registers the VFS. */
void recorded_disk_begin (const char *directory);
/* Records nothing from now on. */
void recorded_disk_end (void);
guint recorded_disk_get_n_changes (void);
/* Lets syncs have no effect, as on a disk that lies. */
void recorded_disk_set_ignores_syncs (gboolean ignores);
/* Writes to another directory what's left if the power was cut after the first `n` changes, which must not be
 * fewer than in an earlier call. */
void recorded_disk_write (guint n, DiskLoss loss, GRand *rand, const char *to);
