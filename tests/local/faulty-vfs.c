/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "faulty-vfs.h"

#include <sqlite3.h>
#include <sys/stat.h>

typedef struct {
  sqlite3_file base;
  sqlite3_file *real; /* follows it in memory */
  const char *path;
  gboolean syncs_directory; /* with its first sync, as SQLite does after it has created a journal or log */
} File;

static sqlite3_vfs vfs;
static sqlite3_vfs *real_vfs;
static Fault armed;
static guint countdown, failures, times, syncs;
static gulong sync_us;
static const char *limited;
static gint64 capacity;

void
faulty_vfs_arm (Fault fault, guint nth)
{
  faulty_vfs_arm_times (fault, nth, G_MAXUINT);
}

void
faulty_vfs_arm_times (Fault fault, guint nth, guint n_times)
{
  armed = fault;
  countdown = nth;
  failures = 0;
  times = n_times;
}

void
faulty_vfs_set_capacity (const char *directory, gint64 bytes)
{
  limited = directory;
  capacity = bytes;
}

static gint64
size_of_directory (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  gint64 size = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      struct stat status;

      if (stat (file, &status) == 0)
        size += status.st_size;
    }
  return size;
}

guint
faulty_vfs_disarm (void)
{
  armed = FAULT_NONE;
  return failures;
}

void
faulty_vfs_set_sync_time (gulong us)
{
  sync_us = us;
}

guint
faulty_vfs_syncs (void)
{
  return syncs;
}

static gboolean
is_due (Fault fault)
{
  if (armed != fault || failures == times || (countdown > 0 && --countdown > 0))
    return FALSE;
  failures++;
  return TRUE;
}

static sqlite3_file *
real_of (sqlite3_file *file)
{
  return ((File *) file)->real;
}

/* ---- an observer ---- */

static const char *observed; /* directory; NULL: none */
static FaultyVfsObserver observer;

void
faulty_vfs_observe (const char *directory, FaultyVfsObserver function)
{
  observed = directory;
  observer = function;
}

/* Returns whether the file is observed. */
static gboolean
observe (const char *path, const DiskChange *change)
{
  if (observed == NULL || path == NULL || !g_str_has_prefix (path, observed))
    return FALSE;
  observer (path, change);
  return TRUE;
}

static int
faulty_close (sqlite3_file *file)
{
  return real_of (file)->pMethods->xClose (real_of (file));
}

static int
faulty_read (sqlite3_file *file, void *data, int length, sqlite3_int64 at)
{
  return is_due (FAULT_READ) ? SQLITE_IOERR_READ
                             : real_of (file)->pMethods->xRead (real_of (file), data, length, at);
}

static gboolean
is_beyond_capacity (sqlite3_file *real, sqlite3_int64 end)
{
  sqlite3_int64 size;

  return limited != NULL && real->pMethods->xFileSize (real, &size) == SQLITE_OK && end > size
         && size_of_directory (limited) + end - size > capacity;
}

/* Writes the first half, then there is no space, as SQLite reports what write() has left out. */
static int
write_half (sqlite3_file *file, const void *data, int length, sqlite3_int64 at)
{
  real_of (file)->pMethods->xWrite (real_of (file), data, length / 2, at);
  return SQLITE_FULL;
}

static int
faulty_write (sqlite3_file *file, const void *data, int length, sqlite3_int64 at)
{
  if (is_due (FAULT_FULL) || is_beyond_capacity (real_of (file), at + length))
    return SQLITE_FULL;
  if (is_due (FAULT_NOT_WRITABLE))
    return SQLITE_READONLY;
  if (is_due (FAULT_WRITE))
    return SQLITE_IOERR_WRITE;
  if (is_due (FAULT_SHORT_WRITE))
    return write_half (file, data, length, at);
  observe (((File *) file)->path, &(DiskChange){ DISK_WRITE, data, (gsize) length, at });
  return real_of (file)->pMethods->xWrite (real_of (file), data, length, at);
}

static int
faulty_truncate (sqlite3_file *file, sqlite3_int64 size)
{
  if (is_due (FAULT_TRUNCATION))
    return SQLITE_IOERR_TRUNCATE;
  observe (((File *) file)->path, &(DiskChange){ DISK_TRUNCATION, .at = size });
  return real_of (file)->pMethods->xTruncate (real_of (file), size);
}

/* Returns whether the file is observed. */
static gboolean
observe_sync (File *file)
{
  gboolean is_observed = observe (file->path, &(DiskChange){ DISK_SYNC });

  if (file->syncs_directory)
    observe (file->path, &(DiskChange){ DISK_DIRECTORY_SYNC });
  file->syncs_directory = FALSE;
  return is_observed;
}

static int
faulty_sync (sqlite3_file *file, int flags)
{
  syncs++;
  g_usleep (sync_us);
  if (is_due (FAULT_SYNC))
    return SQLITE_IOERR_FSYNC;
  return observe_sync ((File *) file) ? SQLITE_OK : real_of (file)->pMethods->xSync (real_of (file), flags);
}

static int
faulty_size (sqlite3_file *file, sqlite3_int64 *size)
{
  return is_due (FAULT_SIZE) ? SQLITE_IOERR_FSTAT
                             : real_of (file)->pMethods->xFileSize (real_of (file), size);
}

static int
faulty_lock (sqlite3_file *file, int level)
{
  return is_due (FAULT_LOCK) ? SQLITE_IOERR_LOCK : real_of (file)->pMethods->xLock (real_of (file), level);
}

static int
faulty_unlock (sqlite3_file *file, int level)
{
  return real_of (file)->pMethods->xUnlock (real_of (file), level);
}

static int
faulty_check_lock (sqlite3_file *file, int *reserved)
{
  return real_of (file)->pMethods->xCheckReservedLock (real_of (file), reserved);
}

static int
faulty_control (sqlite3_file *file, int code, void *argument)
{
  return real_of (file)->pMethods->xFileControl (real_of (file), code, argument);
}

static int
faulty_sector (sqlite3_file *file)
{
  return real_of (file)->pMethods->xSectorSize (real_of (file));
}

static int
faulty_characteristics (sqlite3_file *file)
{
  return real_of (file)->pMethods->xDeviceCharacteristics (real_of (file));
}

static int
faulty_shm_map (sqlite3_file *file, int page, int size, int extend, void volatile **memory)
{
  if (is_due (FAULT_SHM))
    return SQLITE_IOERR_SHMMAP;
  if (extend && is_due (FAULT_SHM_FULL))
    return SQLITE_IOERR_SHMSIZE;
  return real_of (file)->pMethods->xShmMap (real_of (file), page, size, extend, memory);
}

static int
faulty_shm_lock (sqlite3_file *file, int offset, int n, int flags)
{
  return real_of (file)->pMethods->xShmLock (real_of (file), offset, n, flags);
}

static void
faulty_shm_barrier (sqlite3_file *file)
{
  real_of (file)->pMethods->xShmBarrier (real_of (file));
}

static int
faulty_shm_unmap (sqlite3_file *file, int remove)
{
  return real_of (file)->pMethods->xShmUnmap (real_of (file), remove);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = faulty_close,
  .xRead = faulty_read,
  .xWrite = faulty_write,
  .xTruncate = faulty_truncate,
  .xSync = faulty_sync,
  .xFileSize = faulty_size,
  .xLock = faulty_lock,
  .xUnlock = faulty_unlock,
  .xCheckReservedLock = faulty_check_lock,
  .xFileControl = faulty_control,
  .xSectorSize = faulty_sector,
  .xDeviceCharacteristics = faulty_characteristics,
  .xShmMap = faulty_shm_map,
  .xShmLock = faulty_shm_lock,
  .xShmBarrier = faulty_shm_barrier,
  .xShmUnmap = faulty_shm_unmap,
};

static int
faulty_open (sqlite3_vfs *self, const char *name, sqlite3_file *opened, int flags, int *out_flags)
{
  File *file = (File *) opened;
  int code;

  if (is_due (FAULT_OPEN))
    {
      opened->pMethods = NULL;
      return SQLITE_CANTOPEN;
    }
  if (armed == FAULT_READ_ONLY && (flags & SQLITE_OPEN_READWRITE) != 0)
    {
      failures++;
      flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
  file->real = (sqlite3_file *) (file + 1);
  file->path = name;
  file->syncs_directory
      = (flags & SQLITE_OPEN_CREATE) != 0 && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
  code = real_vfs->xOpen (real_vfs, name, file->real, flags, out_flags);
  file->base.pMethods = code == SQLITE_OK ? &methods : NULL;
  return code;
}

static int
faulty_delete (sqlite3_vfs *self, const char *name, int sync_directory)
{
  if (is_due (FAULT_REMOVAL))
    return SQLITE_IOERR_DELETE;
  if (observe (name, &(DiskChange){ DISK_REMOVAL }) && sync_directory)
    observe (name, &(DiskChange){ DISK_DIRECTORY_SYNC });
  return real_vfs->xDelete (real_vfs, name, sync_directory);
}

void
faulty_vfs_register (void)
{
  real_vfs = sqlite3_vfs_find (NULL);
  vfs = *real_vfs;
  vfs.zName = "faulty";
  vfs.szOsFile = (int) sizeof (File) + real_vfs->szOsFile;
  vfs.xOpen = faulty_open;
  vfs.xDelete = faulty_delete;
  sqlite3_vfs_register (&vfs, TRUE);
}
