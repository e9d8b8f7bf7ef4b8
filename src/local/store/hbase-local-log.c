/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The write-ahead log after a crash.
 *
 * 1. Of the log SQLite uses the transactions before the first frame that isn't valid. After a power cut the
 *    transactions that weren't synced may be missing in part, whatever their order; that is no damage.
 * 2. After a sync a file beside the log gets the end of the last transaction that the sync has covered, of
 *    all connections. If a frame before that end isn't valid, acknowledged writes are lost, which SQLite
 *    wouldn't tell.
 * 3. That file itself isn't synced: after a power cut it may be an older file, or missing. Then less is known
 *    to be synced, but what it says is true. */

#include "config.h"

#include "hbase-local-log-private.h"

#include <string.h>

#include "hbase-wire-bytes-private.h"

#define MAGIC 0x377f0682                     /* the lowest bit set: checksums of big-endian words */
#define AT_SALTS 16                          /* in the header */
#define NOTE (HBASE_LOCAL_LOG_SALTS + 8 + 8) /* salts, offset, checksum */

/* ---- checksums ---- */

/* Has the compiler compute a value here. It would rather add the two sums first, which are known late, so
 * that every step takes three additions one after the other instead of two. */
#define COMPUTE_HERE(value) __asm__("" : "+r"(value))

static inline guint32
load_word (const guint8 *data, gboolean swapped)
{
  guint32 word;

  memcpy (&word, data, sizeof word);
  return swapped ? GUINT32_SWAP_LE_BE (word) : word;
}

HBASE_WIRE_INLINE HBaseLocalSum
add_words (HBaseLocalSum sum, const guint8 *data, gsize length, gboolean swapped)
{
  for (gsize i = 0; i < length; i += 8)
    {
      guint32 a = sum.a + load_word (data + i, swapped), b = sum.b + load_word (data + i + 4, swapped);

      COMPUTE_HERE (a);
      COMPUTE_HERE (b);
      sum.a = a + sum.b;
      sum.b = b + sum.a;
    }
  return sum;
}

HBaseLocalSum
hbase_local_sum_add (HBaseLocalSum sum, const guint8 *data, gsize length, gboolean swapped)
{
  return swapped ? add_words (sum, data, length, TRUE) : add_words (sum, data, length, FALSE);
}

HBaseLocalSum
hbase_local_sum_read (const guint8 *bytes)
{
  return (HBaseLocalSum){ hbase_wire_load_32 (bytes), hbase_wire_load_32 (bytes + 4) };
}

gboolean
hbase_local_sum_equal (HBaseLocalSum one, HBaseLocalSum other)
{
  return one.a == other.a && one.b == other.b;
}

static gboolean
is_swapped (const guint8 *log_header)
{
  gboolean is_big = (hbase_wire_load_32 (log_header) & 1) != 0;

  return is_big != (G_BYTE_ORDER == G_BIG_ENDIAN);
}

static gboolean
is_log_header_valid (const guint8 *header)
{
  HBaseLocalSum sum = hbase_local_sum_add ((HBaseLocalSum){ 0, 0 }, header, HBASE_LOCAL_LOG_HEADER - 8,
                                           is_swapped (header));

  return (hbase_wire_load_32 (header) & ~1u) == MAGIC
         && hbase_local_sum_equal (sum, hbase_local_sum_read (header + HBASE_LOCAL_LOG_HEADER - 8));
}

/* Continues the previous checksum with the frame's header and page. */
static HBaseLocalSum
compute_frame_sum (const guint8 *log_header,
                   HBaseLocalSum before,
                   const guint8 *frame_header,
                   const guint8 *page)
{
  gboolean swapped = is_swapped (log_header);

  return hbase_local_sum_add (hbase_local_sum_add (before, frame_header, 8, swapped), page,
                              HBASE_LOCAL_PAGE_SIZE, swapped);
}

gboolean
hbase_local_log_is_frame_valid (const guint8 *log_header,
                                HBaseLocalSum before,
                                const guint8 *frame_header,
                                const guint8 *page)
{
  return memcmp (frame_header + 8, log_header + 16, 8) == 0
         && hbase_local_sum_equal (compute_frame_sum (log_header, before, frame_header, page),
                                   hbase_local_sum_read (frame_header + 16));
}

/* ---- the file that tells what was synced ---- */

void
hbase_local_log_track_write (
    HBaseLocalLogFrame *frame, const guint8 *data, int length, gint64 at, HBaseLocalLogEnd *commit)
{
  gint64 in_frame = (at - HBASE_LOCAL_LOG_HEADER) % HBASE_LOCAL_LOG_FRAME;

  if (length == HBASE_LOCAL_LOG_FRAME_HEADER && in_frame == 0)
    {
      frame->is_commit = hbase_wire_load_32 (data + 4) != 0;
      memcpy (frame->salts, data + 8, sizeof frame->salts);
    }
  else if (frame->is_commit && in_frame == HBASE_LOCAL_LOG_FRAME_HEADER)
    {
      memcpy (commit->salts, frame->salts, sizeof commit->salts);
      commit->offset = at + length;
      frame->is_commit = FALSE;
    }
}

static HBaseLocalSum
compute_note_sum (const guint8 *note)
{
  return hbase_local_sum_add ((HBaseLocalSum){ 0, 0 }, note, NOTE - 8, G_BYTE_ORDER == G_LITTLE_ENDIAN);
}

static char *
name_log (const char *path)
{
  return g_strconcat (path, "-wal", NULL);
}

static char *
name_note (const char *path)
{
  return g_strconcat (path, "-synced", NULL);
}

/* Returns NULL if it can't be opened. The name stays until it is closed. Opened as a log, the file gets the
 * permissions of the database. */
static sqlite3_file *
open_file (sqlite3_vfs *vfs, const char *name, int flags)
{
  sqlite3_file *file = g_malloc0 ((gsize) vfs->szOsFile);

  if (vfs->xOpen (vfs, name, file, flags | SQLITE_OPEN_WAL, NULL) == SQLITE_OK)
    return file;
  g_free (file);
  return NULL;
}

static void
close_file (sqlite3_file *file)
{
  file->pMethods->xClose (file);
  g_free (file);
}

/* Returns whether anything is known. */
static gboolean
read_note (sqlite3_file *file, HBaseLocalLogEnd *end)
{
  guint8 note[NOTE];
  int code = file->pMethods->xRead (file, note, sizeof note, 0);

  memcpy (end->salts, note, sizeof end->salts);
  end->offset = (gint64) hbase_wire_load_64 (note + HBASE_LOCAL_LOG_SALTS);
  return code == SQLITE_OK
         && hbase_local_sum_equal (compute_note_sum (note), hbase_local_sum_read (note + NOTE - 8));
}

/* SQLite counts in the first half of the salts how often the log has begun anew. */
gboolean
hbase_local_log_end_is_later (const HBaseLocalLogEnd *one, const HBaseLocalLogEnd *other)
{
  gint32 distance = (gint32) (hbase_wire_load_32 (one->salts) - hbase_wire_load_32 (other->salts));

  return distance != 0 ? distance > 0 : one->offset > other->offset;
}

static gboolean
have_same_salts (const HBaseLocalLogEnd *one, const HBaseLocalLogEnd *other)
{
  return memcmp (one->salts, other->salts, sizeof one->salts) == 0;
}

/* A log that has begun anew holds nothing else that is needed. */
static gboolean
is_of_current_log (sqlite3_file *log, const HBaseLocalLogEnd *end)
{
  HBaseLocalLogEnd current;

  return log->pMethods->xRead (log, current.salts, sizeof current.salts, AT_SALTS) == SQLITE_OK
         && have_same_salts (end, &current);
}

/* Another process may have synced more. */
static gboolean
is_noted (sqlite3_file *file, const HBaseLocalLogEnd *end)
{
  HBaseLocalLogEnd noted;

  return read_note (file, &noted) && have_same_salts (end, &noted) && end->offset <= noted.offset;
}

static void
write_note (sqlite3_file *file, const HBaseLocalLogEnd *end)
{
  guint8 note[NOTE];
  HBaseLocalSum sum;

  memcpy (note, end->salts, sizeof end->salts);
  hbase_wire_store_64 (note + HBASE_LOCAL_LOG_SALTS, (guint64) end->offset);
  sum = compute_note_sum (note);
  hbase_wire_store_32 (note + NOTE - 8, sum.a);
  hbase_wire_store_32 (note + NOTE - 4, sum.b);
  file->pMethods->xWrite (file, note, sizeof note, 0);
}

/* ---- syncs ---- */

struct _HBaseLocalOpenLog {
  sqlite3_vfs *vfs;
  char *name, *note_name;
  sqlite3_file *file;
  sqlite3_file *note; /* NULL until the first sync */
};

HBaseLocalOpenLog *
hbase_local_log_open (sqlite3_vfs *vfs, const char *path)
{
  HBaseLocalOpenLog *log = g_new0 (HBaseLocalOpenLog, 1);

  *log = (HBaseLocalOpenLog){ .vfs = vfs, .name = name_log (path), .note_name = name_note (path) };
  log->file = open_file (vfs, log->name, SQLITE_OPEN_READWRITE);
  if (log->file != NULL)
    return log;
  hbase_local_log_close (log);
  return NULL;
}

void
hbase_local_log_close (HBaseLocalOpenLog *log)
{
  g_clear_pointer (&log->note, close_file);
  g_clear_pointer (&log->file, close_file);
  g_free (log->note_name);
  g_free (log->name);
  g_free (log);
}

/* The file stays open: to open it takes longer than to write, and SQLite sets its owner, so that a sync of
 * the log may have to write the block that holds both inodes. */
static void
note_synced (HBaseLocalOpenLog *log, const HBaseLocalLogEnd *end)
{
  if (!is_of_current_log (log->file, end))
    return;
  if (log->note == NULL)
    log->note = open_file (log->vfs, log->note_name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (log->note != NULL && !is_noted (log->note, end))
    write_note (log->note, end);
}

gboolean
hbase_local_log_sync (HBaseLocalOpenLog *log, const HBaseLocalLogEnd *end)
{
  if (log->file->pMethods->xSync (log->file, SQLITE_SYNC_NORMAL) != SQLITE_OK)
    return FALSE;
  note_synced (log, end);
  return TRUE;
}

/* ---- a log that was left ---- */

/* Returns whether anything is known. */
static gboolean
find_synced_end (sqlite3_vfs *vfs, const char *path, HBaseLocalLogEnd *end)
{
  g_autofree char *name = name_note (path);
  sqlite3_file *file = open_file (vfs, name, SQLITE_OPEN_READONLY);
  gboolean is_known;

  if (file == NULL)
    return FALSE;
  is_known = read_note (file, end);
  close_file (file);
  return is_known;
}

typedef struct {
  sqlite3_file *file;
  guint8 header[HBASE_LOCAL_LOG_HEADER];
  guint8 frame[HBASE_LOCAL_LOG_FRAME];
} Log;

/* Returns the offset after the last valid frame. */
static gint64
find_end_of_valid_frames (Log *log)
{
  const guint8 *page = log->frame + HBASE_LOCAL_LOG_FRAME_HEADER;
  HBaseLocalSum sum = hbase_local_sum_read (log->header + HBASE_LOCAL_LOG_HEADER - 8);
  gint64 at = HBASE_LOCAL_LOG_HEADER;

  while (log->file->pMethods->xRead (log->file, log->frame, HBASE_LOCAL_LOG_FRAME, at) == SQLITE_OK
         && hbase_local_log_is_frame_valid (log->header, sum, log->frame, page))
    {
      sum = hbase_local_sum_read (log->frame + 16);
      at += HBASE_LOCAL_LOG_FRAME;
    }
  return at;
}

static gboolean
is_header_valid (const Log *log)
{
  return is_log_header_valid (log->header) && hbase_wire_load_32 (log->header + 8) == HBASE_LOCAL_PAGE_SIZE;
}

/* A log without a whole frame holds no transaction. A log with other salts has begun anew since. */
static gboolean
is_log_valid (Log *log, const HBaseLocalLogEnd *synced)
{
  sqlite3_int64 length;

  if (log->file->pMethods->xFileSize (log->file, &length) != SQLITE_OK
      || length < HBASE_LOCAL_LOG_HEADER + HBASE_LOCAL_LOG_FRAME
      || log->file->pMethods->xRead (log->file, log->header, sizeof log->header, 0) != SQLITE_OK)
    return TRUE;
  return is_header_valid (log)
         && (memcmp (log->header + AT_SALTS, synced->salts, sizeof synced->salts) != 0
             || find_end_of_valid_frames (log) >= synced->offset);
}

gboolean
hbase_local_log_check (sqlite3_vfs *vfs, const char *path)
{
  enum { TRIES = 5 };
  g_autofree char *name = name_log (path);
  g_autofree Log *log = NULL;
  HBaseLocalLogEnd synced;
  gboolean ok = FALSE;

  if (!g_file_test (name, G_FILE_TEST_EXISTS) || !find_synced_end (vfs, path, &synced))
    return TRUE;
  log = g_new (Log, 1);
  log->file = open_file (vfs, name, SQLITE_OPEN_READONLY);
  if (log->file == NULL)
    return TRUE;
  /* A log that another process is writing may look damaged, but not repeatedly. */
  for (guint i = 0; i < TRIES && !ok; i++)
    ok = is_log_valid (log, &synced);
  close_file (log->file);
  return ok;
}
