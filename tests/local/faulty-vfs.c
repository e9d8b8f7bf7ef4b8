/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "faulty-vfs.h"

#include <sqlite3.h>
#include <sys/stat.h>

typedef struct {
  sqlite3_file base;
  sqlite3_file *real; /* follows it in memory */
  const char *path;
} File;

static sqlite3_vfs vfs;
static sqlite3_vfs *real_vfs;
static Fault armed;
static guint countdown, failures, syncs;
static gulong sync_us;
static const char *limited;
static gint64 capacity;

void
faulty_vfs_arm (Fault fault, guint nth)
{
  armed = fault;
  countdown = nth;
  failures = 0;
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
  if (armed != fault || (countdown > 0 && --countdown > 0))
    return FALSE;
  failures++;
  return TRUE;
}

static sqlite3_file *
real_of (sqlite3_file *file)
{
  return ((File *) file)->real;
}

/* ---- power cuts ---- */

/* A sector is written whole or not at all, and sectors in any order. */
#define SECTOR 512

typedef struct {
  GByteArray *content, *synced;
} Image;

static const char *kept;   /* directory */
static GHashTable *images; /* path → Image */
static gboolean ignores_syncs;
static const char *cut_to;
static guint cut_countdown;
static GRand *cut_rand;

static void
image_free (gpointer data)
{
  Image *image = data;

  g_byte_array_unref (image->content);
  g_byte_array_unref (image->synced);
  g_free (image);
}

void
faulty_vfs_keep_contents (const char *directory)
{
  kept = directory;
  images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, image_free);
}

void
faulty_vfs_set_ignores_syncs (gboolean ignores)
{
  ignores_syncs = ignores;
}

void
faulty_vfs_cut_power (const char *to, guint nth, GRand *rand)
{
  cut_to = to;
  cut_countdown = nth;
  cut_rand = rand;
}

gboolean
faulty_vfs_was_power_cut (void)
{
  return cut_countdown == 0;
}

/* Returns NULL if the file's content isn't kept. */
static Image *
find_image (const char *path)
{
  Image *image;

  if (kept == NULL || path == NULL || !g_str_has_prefix (path, kept))
    return NULL;
  image = g_hash_table_lookup (images, path);
  if (image != NULL)
    return image;
  image = g_new0 (Image, 1);
  image->content = g_byte_array_new ();
  image->synced = g_byte_array_new ();
  g_hash_table_insert (images, g_strdup (path), image);
  return image;
}

/* New bytes are zero. */
static void
resize (GByteArray *bytes, guint length)
{
  guint before = bytes->len;

  g_byte_array_set_size (bytes, length);
  if (length > before)
    memset (bytes->data + before, 0, length - before);
}

/* Each sector is as it was synced or as it is; the share of the latter is another one each time. */
static GByteArray *
mix (const Image *image, GRand *rand)
{
  gdouble share = g_rand_boolean (rand) ? g_rand_int_range (rand, 0, 2) : g_rand_double (rand);
  const GByteArray *size_of = g_rand_double (rand) < share ? image->content : image->synced;
  GByteArray *mixed = g_byte_array_new ();

  resize (mixed, size_of->len);
  for (guint at = 0; at < mixed->len; at += SECTOR)
    {
      const GByteArray *from = g_rand_double (rand) < share ? image->content : image->synced;

      if (at < from->len)
        memcpy (mixed->data + at, from->data + at, MIN (SECTOR, MIN (from->len, mixed->len) - at));
    }
  return mixed;
}

static void
write_images (void)
{
  GHashTableIter files;
  gpointer path, image;

  g_hash_table_iter_init (&files, images);
  while (g_hash_table_iter_next (&files, &path, &image))
    {
      g_autofree char *name = g_path_get_basename (path), *copy = g_build_filename (cut_to, name, NULL);
      g_autoptr (GByteArray) content = mix (image, cut_rand);

      g_file_set_contents_full (copy, (const char *) content->data, content->len, G_FILE_SET_CONTENTS_NONE,
                                0600, NULL);
    }
}

/* Called before each change of a file whose content is kept. */
static void
count_down_to_cut (void)
{
  if (cut_countdown > 0 && --cut_countdown == 0)
    write_images ();
}

static void
keep_write (const char *path, const void *data, int length, sqlite3_int64 at)
{
  Image *image = find_image (path);

  if (image == NULL)
    return;
  count_down_to_cut ();
  if (image->content->len < at + length)
    resize (image->content, (guint) (at + length));
  memcpy (image->content->data + at, data, (gsize) length);
}

static void
keep_truncation (const char *path, sqlite3_int64 size)
{
  Image *image = find_image (path);

  if (image == NULL)
    return;
  count_down_to_cut ();
  g_byte_array_set_size (image->content, (guint) MIN (size, image->content->len));
}

/* Returns whether the file's content is kept. */
static gboolean
keep_sync (const char *path)
{
  Image *image = find_image (path);

  if (image == NULL)
    return FALSE;
  count_down_to_cut ();
  if (ignores_syncs)
    return TRUE;
  g_byte_array_set_size (image->synced, 0);
  g_byte_array_append (image->synced, image->content->data, image->content->len);
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

static int
faulty_write (sqlite3_file *file, const void *data, int length, sqlite3_int64 at)
{
  if (is_due (FAULT_FULL) || is_beyond_capacity (real_of (file), at + length))
    return SQLITE_FULL;
  if (is_due (FAULT_NOT_WRITABLE))
    return SQLITE_READONLY;
  if (is_due (FAULT_WRITE))
    return SQLITE_IOERR_WRITE;
  keep_write (((File *) file)->path, data, length, at);
  return real_of (file)->pMethods->xWrite (real_of (file), data, length, at);
}

static int
faulty_truncate (sqlite3_file *file, sqlite3_int64 size)
{
  keep_truncation (((File *) file)->path, size);
  return real_of (file)->pMethods->xTruncate (real_of (file), size);
}

static int
faulty_sync (sqlite3_file *file, int flags)
{
  syncs++;
  g_usleep (sync_us);
  if (is_due (FAULT_SYNC))
    return SQLITE_IOERR_FSYNC;
  return keep_sync (((File *) file)->path) ? SQLITE_OK
                                           : real_of (file)->pMethods->xSync (real_of (file), flags);
}

static int
faulty_size (sqlite3_file *file, sqlite3_int64 *size)
{
  return real_of (file)->pMethods->xFileSize (real_of (file), size);
}

static int
faulty_lock (sqlite3_file *file, int level)
{
  return real_of (file)->pMethods->xLock (real_of (file), level);
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

  if (armed == FAULT_READ_ONLY && (flags & SQLITE_OPEN_READWRITE) != 0)
    {
      failures++;
      flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
  file->real = (sqlite3_file *) (file + 1);
  file->path = name;
  code = real_vfs->xOpen (real_vfs, name, file->real, flags, out_flags);
  file->base.pMethods = code == SQLITE_OK ? &methods : NULL;
  return code;
}

static int
faulty_delete (sqlite3_vfs *self, const char *name, int sync_directory)
{
  if (find_image (name) != NULL)
    g_hash_table_remove (images, name);
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
