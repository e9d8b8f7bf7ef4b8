/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* 1. A file on the disk is what was synced, changed by those of the later changes that the loss leaves.
 * 2. That a file was created or removed is on the disk once its directory was synced. Until then a new file
 *    may be lost, even if it was synced, and one that was removed may be back, with its old content. */

#include "config.h"

#include "recorded-disk.h"

#include "faulty-vfs.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A sector is written whole or not at all, and sectors in any order. */
#define SECTOR 512

typedef struct {
  char *path;
  DiskChange change;
  GBytes *data;
} Recorded;

typedef struct {
  GByteArray *synced;
  GPtrArray *later; /* of Recorded, unowned: writes and truncations since then */
  gboolean is_entry_synced;
} File;

typedef struct {
  File *now;     /* NULL: there is none */
  File *earlier; /* which was removed, but not for certain; NULL: none */
} Entry;

static struct stat directory_status;
static GPtrArray *recorded;
static GHashTable *entries; /* path → Entry: as after the first `n_applied` changes */
static guint n_applied;
static gboolean ignores_syncs;

/* ---- recording ---- */

static void
recorded_free (gpointer data)
{
  Recorded *self = data;

  g_free (self->path);
  g_bytes_unref (self->data);
  g_free (self);
}

static void
record (const char *path, const DiskChange *change)
{
  Recorded *self = g_new0 (Recorded, 1);

  self->path = g_strdup (path);
  self->change = *change;
  self->data = g_bytes_new (change->data, change->length);
  self->change.data = g_bytes_get_data (self->data, NULL);
  g_ptr_array_add (recorded, self);
}

/* The engine syncs the directory without the VFS. */
int
fsync (int fd)
{
  struct stat status;

  if (recorded == NULL || fstat (fd, &status) != 0 || status.st_ino != directory_status.st_ino
      || status.st_dev != directory_status.st_dev)
    return (int) syscall (SYS_fsync, fd);
  record ("", &(DiskChange){ DISK_DIRECTORY_SYNC });
  return 0;
}

static void
file_free (File *file)
{
  g_byte_array_unref (file->synced);
  g_ptr_array_unref (file->later);
  g_free (file);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_pointer (&entry->now, file_free);
  g_clear_pointer (&entry->earlier, file_free);
  g_free (entry);
}

void
recorded_disk_begin (const char *directory)
{
  g_clear_pointer (&recorded, g_ptr_array_unref);
  g_clear_pointer (&entries, g_hash_table_unref);
  recorded = g_ptr_array_new_with_free_func (recorded_free);
  entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  n_applied = 0;
  g_assert_cmpint (stat (directory, &directory_status), ==, 0);
  faulty_vfs_register ();
  faulty_vfs_observe (directory, record);
}

void
recorded_disk_end (void)
{
  faulty_vfs_observe (NULL, NULL);
  directory_status.st_ino = 0;
}

guint
recorded_disk_get_n_changes (void)
{
  return recorded->len;
}

void
recorded_disk_set_ignores_syncs (gboolean ignores)
{
  ignores_syncs = ignores;
}

/* ---- the state after some changes ---- */

/* New bytes are zero. */
static void
resize (GByteArray *bytes, gsize length)
{
  gsize before = bytes->len;

  g_byte_array_set_size (bytes, (guint) length);
  if (length > before)
    memset (bytes->data + before, 0, length - before);
}

/* Changes the bytes from `from` to `to` of those that are written. */
static void
change_part (GByteArray *content, const DiskChange *change, gsize from, gsize to)
{
  gsize at = (gsize) change->at;

  if (change->kind == DISK_TRUNCATION)
    {
      resize (content, MIN (at, content->len));
      return;
    }
  if (from >= to)
    return;
  resize (content, MAX (content->len, at + to));
  memcpy (content->data + at + from, change->data + from, to - from);
}

static void
change_all (GByteArray *content, const Recorded *self)
{
  change_part (content, &self->change, 0, self->change.length);
}

static File *
file_new (void)
{
  File *file = g_new0 (File, 1);

  file->synced = g_byte_array_new ();
  file->later = g_ptr_array_new ();
  return file;
}

static void
sync_file (File *file)
{
  for (guint i = 0; i < file->later->len; i++)
    change_all (file->synced, file->later->pdata[i]);
  g_ptr_array_set_size (file->later, 0);
}

static void
sync_directory (void)
{
  GHashTableIter paths;
  gpointer value;

  g_hash_table_iter_init (&paths, entries);
  while (g_hash_table_iter_next (&paths, NULL, &value))
    {
      Entry *entry = value;

      g_clear_pointer (&entry->earlier, file_free);
      if (entry->now != NULL)
        entry->now->is_entry_synced = TRUE;
    }
}

static void
remove_entry (Entry *entry)
{
  File *removed = g_steal_pointer (&entry->now);

  if (removed != NULL && removed->is_entry_synced)
    {
      g_clear_pointer (&entry->earlier, file_free);
      entry->earlier = removed;
    }
  else
    g_clear_pointer (&removed, file_free);
}

static Entry *
find_entry (const char *path)
{
  Entry *entry = g_hash_table_lookup (entries, path);

  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  g_hash_table_insert (entries, g_strdup (path), entry);
  return entry;
}

static void
apply_to_file (Entry *entry, const Recorded *self)
{
  if (self->change.kind == DISK_REMOVAL)
    {
      remove_entry (entry);
      return;
    }
  if (entry->now == NULL)
    entry->now = file_new ();
  if (self->change.kind != DISK_SYNC)
    g_ptr_array_add (entry->now->later, (gpointer) self);
  else if (!ignores_syncs)
    sync_file (entry->now);
}

static void
apply (const Recorded *self)
{
  if (self->change.kind != DISK_DIRECTORY_SYNC)
    apply_to_file (find_entry (self->path), self);
  else if (!ignores_syncs)
    sync_directory ();
}

/* ---- what a power cut leaves ---- */

static gsize
half_of_sectors (const DiskChange *change)
{
  gsize n_sectors = (change->length + SECTOR - 1) / SECTOR;

  return MIN (n_sectors / 2 * SECTOR, change->length);
}

/* Each sector is as it was synced or as it is; the share of the latter is another one each time. */
static void
mix (GByteArray *content, const File *file, GRand *rand)
{
  g_autoptr (GByteArray) all = g_byte_array_append (g_byte_array_new (), content->data, content->len);
  gdouble share = g_rand_double (rand);

  for (guint i = 0; i < file->later->len; i++)
    change_all (all, file->later->pdata[i]);
  if (g_rand_double (rand) < share)
    resize (content, all->len);
  for (guint at = 0; at < MIN (content->len, all->len); at += SECTOR)
    if (g_rand_double (rand) < share)
      memcpy (content->data + at, all->data + at, MIN (SECTOR, MIN (content->len, all->len) - at));
}

/* Applies one of the changes that weren't synced, or a part of it. */
static void
apply_part (GByteArray *content, const Recorded *self, DiskLoss loss, gboolean is_last, gboolean is_lost)
{
  const DiskChange *change = &self->change;
  gsize half = half_of_sectors (change);

  if ((loss == LOSS_ALL_BUT_LAST && !is_last) || (loss == LOSS_OF_ONE && is_lost))
    return;
  if (loss == LOSS_TORN && is_last)
    change_part (content, change, 0, half);
  else if (loss == LOSS_TAIL && is_last)
    change_part (content, change, half, change->length);
  else
    change_all (content, self);
}

static GByteArray *
make_content (const File *file, DiskLoss loss, GRand *rand)
{
  GByteArray *content = g_byte_array_append (g_byte_array_new (), file->synced->data, file->synced->len);
  guint n = file->later->len, lost = n > 0 ? (guint) g_rand_int_range (rand, 0, (gint32) n) : 0;

  if (loss == LOSS_MIXED)
    mix (content, file, rand);
  else if (loss != LOSS_ALL)
    for (guint i = 0; i < n; i++)
      apply_part (content, file->later->pdata[i], loss, i + 1 == n, i == lost);
  return content;
}

/* Returns NULL if there is no such file on the disk. */
static const File *
choose_file (const Entry *entry, DiskLoss loss, GRand *rand)
{
  gboolean may_be_lost = entry->now == NULL || !entry->now->is_entry_synced;
  gboolean is_lost = loss == LOSS_ALL || (loss == LOSS_MIXED && g_rand_boolean (rand));

  return may_be_lost && is_lost ? entry->earlier : entry->now;
}

void
recorded_disk_write (guint n, DiskLoss loss, GRand *rand, const char *to)
{
  GHashTableIter paths;
  gpointer path, entry;

  for (; n_applied < n; n_applied++)
    apply (recorded->pdata[n_applied]);
  g_hash_table_iter_init (&paths, entries);
  while (g_hash_table_iter_next (&paths, &path, &entry))
    {
      g_autofree char *name = g_path_get_basename (path), *copy = g_build_filename (to, name, NULL);
      const File *file = choose_file (entry, loss, rand);
      g_autoptr (GByteArray) content = file != NULL ? make_content (file, loss, rand) : NULL;

      if (content != NULL)
        g_file_set_contents_full (copy, (const char *) content->data, content->len, G_FILE_SET_CONTENTS_NONE,
                                  0600, NULL);
    }
}
