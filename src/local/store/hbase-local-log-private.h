/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

/* SQLite's write-ahead log: its format, and the check of a log that a killed process or a power cut has
 * left. */

#define HBASE_LOCAL_PAGE_SIZE 16384 /* of the database */
#define HBASE_LOCAL_LOG_HEADER 32
#define HBASE_LOCAL_LOG_FRAME_HEADER 24
#define HBASE_LOCAL_LOG_FRAME (HBASE_LOCAL_LOG_FRAME_HEADER + HBASE_LOCAL_PAGE_SIZE)
#define HBASE_LOCAL_LOG_SALTS 8

/* ---- its checksums ---- */

typedef struct {
  guint32 a, b;
} HBaseLocalSum;

/* Adds bytes, whose number is a multiple of 8, as words in this machine's byte order or the other order. */
HBaseLocalSum hbase_local_sum_add (HBaseLocalSum sum, const guint8 *data, gsize length, gboolean swapped);
HBaseLocalSum hbase_local_sum_read (const guint8 *bytes);
gboolean hbase_local_sum_equal (HBaseLocalSum one, HBaseLocalSum other);
/* Returns whether a frame continues the checksum of the frame before, or of the header. */
gboolean hbase_local_log_is_frame_valid (const guint8 *log_header,
                                         HBaseLocalSum before,
                                         const guint8 *frame_header,
                                         const guint8 *page);

/* ---- what was synced ---- */

/* The end of a transaction: an offset in the log that has these salts, which change each time the log begins
 * anew. */
typedef struct {
  guint8 salts[HBASE_LOCAL_LOG_SALTS];
  gint64 offset;
} HBaseLocalLogEnd;

typedef struct {
  gboolean is_commit;
  guint8 salts[HBASE_LOCAL_LOG_SALTS];
} HBaseLocalLogFrame;

/* Takes notice of a write to the log, by its caller's connection, and sets `*commit` when it ends a
 * transaction. `*frame` is the frame whose header was written last. */
void hbase_local_log_track_write (
    HBaseLocalLogFrame *frame, const guint8 *data, int length, gint64 at, HBaseLocalLogEnd *commit);
/* Returns whether an end is later than another end that the same process has seen of the same log. */
gboolean hbase_local_log_end_is_later (const HBaseLocalLogEnd *one, const HBaseLocalLogEnd *other);
/* A log that is open to be synced, and the file beside it that tells what was synced. */
typedef struct _HBaseLocalOpenLog HBaseLocalOpenLog;

/* Opens the log of the database at `path`, which exists while a connection is open. Returns NULL if it
 * can't be opened. */
HBaseLocalOpenLog *hbase_local_log_open (sqlite3_vfs *vfs, const char *path);
void hbase_local_log_close (HBaseLocalOpenLog *log);
/* Syncs the log, whose transactions up to `end` are complete, and notes that it is on disk up to there.
 * Returns FALSE if the sync fails; it doesn't matter if nothing can be noted. */
gboolean hbase_local_log_sync (HBaseLocalOpenLog *log, const HBaseLocalLogEnd *end);

/* Returns whether the log of the database at `path` holds all that was synced, as far as is known. */
gboolean hbase_local_log_check (sqlite3_vfs *vfs, const char *path);
