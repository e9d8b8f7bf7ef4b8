/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* An SQLite VFS that adds a checksum to each page of a database and verifies the pages that are read.
 *
 * 1. A page of the database ends in a checksum of its other bytes and its number, in bytes that SQLite
 *    reserves. It is written with the page and verified whenever the page is read. The algorithm is that
 *    of SQLite's logs: it detects every change within any four bytes, and any other change with a
 *    probability of about 1 − 2⁻⁶⁴.
 * 2. A page in the log is covered by the log's own checksums. SQLite verifies them only after a crash;
 *    this VFS does whenever a page is read. They are cumulative, so the checksum of the previous frame is
 *    read as well.
 * 3. Pages that this connection has written to the log in a transaction that isn't committed are not
 *    verified: SQLite overwrites such pages, and computes the checksums right before the commit.
 * 4. The first page tells in three places whether a database has checksums. Two places that agree are
 *    sufficient, so that damage to one of them doesn't disable the checksums. A database of format version 1
 *    has none.
 * 5. A page of zeros, or a page after the end of the file, is damaged, too: every page that SQLite reads was
 *    written before. SQLite itself doesn't keep to that. In a database with auto_vacuum it moves the page
 *    that is at the place of a new tree, then reads that place again; if the moved page was allocated in the
 *    same transaction, nothing was ever written there. So a transaction makes a tree before it allocates
 *    pages; it may only have dropped a tree. Only the first transaction of a database makes several trees:
 *    all of its schema fits in the first page, so that it allocates no others. */

#include "config.h"

#include <string.h>

#include "hbase-local-log-private.h"
#include "hbase-local-vfs-private.h"
#include "hbase-wire-bytes-private.h"

#define NAME "hbase-glib"
#define WAL_WRITE_LOCK 0
/* Offsets in the first page. */
#define AT_RESERVED 20
#define AT_VERSION 60
#define AT_APPLICATION_ID 68
#define HEADER_SIZE 100

typedef enum { MODE_UNKNOWN, MODE_PLAIN, MODE_CHECKSUMS } Mode;

typedef struct _File File;
struct _File {
  sqlite3_file base;
  sqlite3_file *real; /* the file of the underlying VFS */
  gboolean is_main, is_log;
  /* of a database */
  Mode mode;
  sqlite3_int64 own_frames_start; /* offset in the log of the current transaction's first write */
  guint8 *page;                   /* buffer for writing */
  /* of a log */
  File *main;
  HBaseLocalLogFrame frame; /* whose header was written last */
  HBaseLocalLogEnd commit;  /* of the last transaction that this connection has written */
};

static sqlite3_vfs vfs;
static sqlite3_vfs *real_vfs;

/* ---- checksums ---- */

static HBaseLocalSum
compute_page_sum (const guint8 *page, sqlite3_int64 at)
{
  return hbase_local_sum_add ((HBaseLocalSum){ (guint32) (at / HBASE_LOCAL_PAGE_SIZE) + 1, 0 }, page,
                              HBASE_LOCAL_PAGE_SIZE - HBASE_LOCAL_CHECKSUM_SIZE,
                              G_BYTE_ORDER == G_BIG_ENDIAN);
}

/* ---- pages of the database ---- */

static Mode
detect_mode (const guint8 *page)
{
  guint32 version = hbase_wire_load_32 (page + AT_VERSION);
  guint signs = 0;

  signs += page[AT_RESERVED] == HBASE_LOCAL_CHECKSUM_SIZE;
  signs += version > HBASE_LOCAL_VERSION_PLAIN && version <= HBASE_LOCAL_VERSION;
  signs += hbase_wire_load_32 (page + AT_APPLICATION_ID) == HBASE_LOCAL_APPLICATION_ID;
  return signs >= 2 ? MODE_CHECKSUMS : MODE_PLAIN;
}

/* If the first page is in the log, SQLite never reads the page in the file. */
static int
find_mode (File *file)
{
  guint8 header[HEADER_SIZE];
  int code;

  if (file->mode != MODE_UNKNOWN)
    return SQLITE_OK;
  code = file->real->pMethods->xRead (file->real, header, sizeof header, 0);
  if (code == SQLITE_OK)
    file->mode = detect_mode (header);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static gboolean
is_page (int length, sqlite3_int64 at)
{
  return length == HBASE_LOCAL_PAGE_SIZE && at % HBASE_LOCAL_PAGE_SIZE == 0;
}

static gboolean
is_page_valid (const guint8 *page, sqlite3_int64 at)
{
  return hbase_local_sum_equal (
      compute_page_sum (page, at),
      hbase_local_sum_read (page + HBASE_LOCAL_PAGE_SIZE - HBASE_LOCAL_CHECKSUM_SIZE));
}

/* Verifies a page that SQLite reads in part: the first page while it takes the database for new and
 * doesn't know the size of its pages; since version 3.45 also a page that has nothing but a part of a
 * value. */
static int
verify_page_around (File *file, int length, sqlite3_int64 at)
{
  g_autofree guint8 *page = g_malloc (HBASE_LOCAL_PAGE_SIZE);
  sqlite3_int64 offset = at % HBASE_LOCAL_PAGE_SIZE;
  int code = file->real->pMethods->xRead (file->real, page, HBASE_LOCAL_PAGE_SIZE, at - offset);

  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
    return code;
  return offset + length <= HBASE_LOCAL_PAGE_SIZE && is_page_valid (page, at - offset) ? SQLITE_OK
                                                                                       : SQLITE_IOERR_DATA;
}

/* SQLite reads pages and parts of them, and also the header alone, before it has a lock. */
static int
verify_page (File *file, const guint8 *data, int length, sqlite3_int64 at)
{
  gboolean is_header = at < HEADER_SIZE && length <= HEADER_SIZE;
  int code = is_header ? SQLITE_OK : find_mode (file);

  if (code != SQLITE_OK || file->mode != MODE_CHECKSUMS || is_header)
    return code;
  if (!is_page (length, at))
    return verify_page_around (file, length, at);
  return is_page_valid (data, at) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int
read_main (File *file, guint8 *data, int length, sqlite3_int64 at)
{
  int code = file->real->pMethods->xRead (file->real, data, length, at), verified;

  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
    return code;
  verified = verify_page (file, data, length, at);
  return verified != SQLITE_OK ? verified : code;
}

static int
write_main (File *file, const guint8 *data, int length, sqlite3_int64 at)
{
  int code;
  HBaseLocalSum sum;

  if (at == 0 && length > HEADER_SIZE)
    file->mode = detect_mode (data);
  if ((code = find_mode (file)) != SQLITE_OK)
    return code;
  if (file->mode != MODE_CHECKSUMS || !is_page (length, at))
    return file->real->pMethods->xWrite (file->real, data, length, at);
  if (file->page == NULL)
    file->page = g_malloc (HBASE_LOCAL_PAGE_SIZE);
  memcpy (file->page, data, HBASE_LOCAL_PAGE_SIZE - HBASE_LOCAL_CHECKSUM_SIZE);
  sum = compute_page_sum (data, at);
  hbase_wire_store_32 (file->page + HBASE_LOCAL_PAGE_SIZE - 8, sum.a);
  hbase_wire_store_32 (file->page + HBASE_LOCAL_PAGE_SIZE - 4, sum.b);
  return file->real->pMethods->xWrite (file->real, file->page, length, at);
}

/* ---- pages of the log ---- */

/* The header of the log, and that of each frame, ends in the checksum. */
static int
verify_frame (File *file, const guint8 *page, sqlite3_int64 at)
{
  sqlite3_int64 frame_at = at - HBASE_LOCAL_LOG_FRAME_HEADER, before_at = frame_at - HBASE_LOCAL_LOG_FRAME;
  guint8 log_header[HBASE_LOCAL_LOG_HEADER], before[HBASE_LOCAL_LOG_FRAME_HEADER],
      header[HBASE_LOCAL_LOG_FRAME_HEADER];
  sqlite3_file *real = file->real;
  int code = real->pMethods->xRead (real, log_header, sizeof log_header, 0);

  if (code == SQLITE_OK)
    code = real->pMethods->xRead (real, header, sizeof header, frame_at);
  if (code == SQLITE_OK && before_at >= HBASE_LOCAL_LOG_HEADER)
    code = real->pMethods->xRead (real, before, sizeof before, before_at);
  if (code != SQLITE_OK)
    return code;
  return hbase_local_log_is_frame_valid (log_header,
                                         before_at >= HBASE_LOCAL_LOG_HEADER
                                             ? hbase_local_sum_read (before + 16)
                                             : hbase_local_sum_read (log_header + 24),
                                         header, page)
             ? SQLITE_OK
             : SQLITE_IOERR_DATA;
}

static int
read_log (File *file, guint8 *data, int length, sqlite3_int64 at)
{
  int code = file->real->pMethods->xRead (file->real, data, length, at);
  gboolean is_page = length == HBASE_LOCAL_PAGE_SIZE
                     && (at - HBASE_LOCAL_LOG_HEADER) % HBASE_LOCAL_LOG_FRAME == HBASE_LOCAL_LOG_FRAME_HEADER;

  return code == SQLITE_OK && is_page && (file->main == NULL || at < file->main->own_frames_start)
             ? verify_frame (file, data, at)
             : code;
}

/* SQLite writes a frame's header, then its page. */
static int
write_log (File *file, const guint8 *data, int length, sqlite3_int64 at)
{
  int code = file->real->pMethods->xWrite (file->real, data, length, at);

  if (file->main != NULL)
    file->main->own_frames_start = MIN (file->main->own_frames_start, at);
  if (code == SQLITE_OK)
    hbase_local_log_track_write (&file->frame, data, length, at, &file->commit);
  return code;
}

HBaseLocalLogEnd
hbase_local_vfs_get_commit (sqlite3_file *log)
{
  return ((File *) log)->commit;
}

HBaseLocalOpenLog *
hbase_local_vfs_open_log (const char *path)
{
  hbase_local_vfs_name ();
  return hbase_local_log_open (real_vfs, path);
}

gboolean
hbase_local_vfs_check_log (const char *path)
{
  hbase_local_vfs_name ();
  return hbase_local_log_check (real_vfs, path);
}

/* ---- the VFS ---- */

static sqlite3_file *
real_of (sqlite3_file *file)
{
  return ((File *) file)->real;
}

static int
vfs_close (sqlite3_file *file)
{
  g_clear_pointer (&((File *) file)->page, g_free);
  return real_of (file)->pMethods->xClose (real_of (file));
}

static int
vfs_read (sqlite3_file *base, void *data, int length, sqlite3_int64 at)
{
  File *file = (File *) base;

  if (file->is_main)
    return read_main (file, data, length, at);
  return file->is_log ? read_log (file, data, length, at)
                      : file->real->pMethods->xRead (file->real, data, length, at);
}

static int
vfs_write (sqlite3_file *base, const void *data, int length, sqlite3_int64 at)
{
  File *file = (File *) base;

  if (file->is_main)
    return write_main (file, data, length, at);
  return file->is_log ? write_log (file, data, length, at)
                      : file->real->pMethods->xWrite (file->real, data, length, at);
}

/* A function that only calls the real file's function. */
#define FORWARD(name, method, parameters, arguments)                                                         \
  static int vfs_##name parameters                                                                           \
  {                                                                                                          \
    return real_of (file)->pMethods->method arguments;                                                       \
  }

/* clang-format off */
FORWARD (sync, xSync, (sqlite3_file *file, int flags), (real_of (file), flags))
FORWARD (truncate, xTruncate, (sqlite3_file *file, sqlite3_int64 size), (real_of (file), size))
FORWARD (size, xFileSize, (sqlite3_file *file, sqlite3_int64 *size), (real_of (file), size))
FORWARD (lock, xLock, (sqlite3_file *file, int level), (real_of (file), level))
FORWARD (unlock, xUnlock, (sqlite3_file *file, int level), (real_of (file), level))
FORWARD (check_lock, xCheckReservedLock, (sqlite3_file *file, int *reserved), (real_of (file), reserved))
FORWARD (control, xFileControl, (sqlite3_file *file, int code, void *data), (real_of (file), code, data))
FORWARD (sector, xSectorSize, (sqlite3_file *file), (real_of (file)))
FORWARD (characteristics, xDeviceCharacteristics, (sqlite3_file *file), (real_of (file)))
FORWARD (shm_map, xShmMap, (sqlite3_file *file, int page, int size, int extend, void volatile **memory),
         (real_of (file), page, size, extend, memory))
FORWARD (shm_unmap, xShmUnmap, (sqlite3_file *file, int remove), (real_of (file), remove))
/* clang-format on */

static void
vfs_shm_barrier (sqlite3_file *file)
{
  real_of (file)->pMethods->xShmBarrier (real_of (file));
}

static int
vfs_shm_lock (sqlite3_file *file, int offset, int n, int flags)
{
  if (offset == WAL_WRITE_LOCK && (flags & SQLITE_SHM_EXCLUSIVE) != 0)
    ((File *) file)->own_frames_start = G_MAXINT64;
  return real_of (file)->pMethods->xShmLock (real_of (file), offset, n, flags);
}

/* Version 2: SQLite doesn't map pages into memory, where they couldn't be verified. */
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = vfs_close,
  .xRead = vfs_read,
  .xWrite = vfs_write,
  .xTruncate = vfs_truncate,
  .xSync = vfs_sync,
  .xFileSize = vfs_size,
  .xLock = vfs_lock,
  .xUnlock = vfs_unlock,
  .xCheckReservedLock = vfs_check_lock,
  .xFileControl = vfs_control,
  .xSectorSize = vfs_sector,
  .xDeviceCharacteristics = vfs_characteristics,
  .xShmMap = vfs_shm_map,
  .xShmLock = vfs_shm_lock,
  .xShmBarrier = vfs_shm_barrier,
  .xShmUnmap = vfs_shm_unmap,
};

static int
vfs_open (sqlite3_vfs *self, const char *name, sqlite3_file *opened, int flags, int *out_flags)
{
  File *file = (File *) opened;
  int code;

  memset (file, 0, sizeof *file);
  file->real = (sqlite3_file *) (file + 1);
  code = real_vfs->xOpen (real_vfs, name, file->real, flags, out_flags);
  file->base.pMethods = file->real->pMethods != NULL ? &methods : NULL;
  file->is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
  file->own_frames_start = G_MAXINT64;
  if (file->is_log && code == SQLITE_OK)
    file->main = (File *) sqlite3_database_file_object (name);
  return code;
}

static gpointer
register_vfs (gpointer unused)
{
  real_vfs = sqlite3_vfs_find (NULL);
  vfs = *real_vfs;
  vfs.zName = NAME;
  vfs.szOsFile = (int) sizeof (File) + real_vfs->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.pNext = NULL;
  sqlite3_vfs_register (&vfs, FALSE);
  return NULL;
}

const char *
hbase_local_vfs_name (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, register_vfs, NULL);
  return NAME;
}
