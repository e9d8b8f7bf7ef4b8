/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Giving unused pages of the database's file back.
 *
 * 1. Pages that compactions and dropped tables leave are used for what is written next. The file becomes
 *    smaller by itself only if more than a certain share of it is unused.
 * 2. A step moves some pages from the end of the file to unused pages before them. The file is cut when the
 *    log is checkpointed.
 * 3. A step's transaction isn't synced, because nothing is lost if it is undone.
 * 4. A database that was made when files didn't become smaller lacks what SQLite needs to find the owners of
 *    pages. It stays as large as it is. */

#include "config.h"

#include "hbase-local-shrinking-private.h"

#define PAGES_PER_STEP "32" /* half a megabyte: some milliseconds */
#define UNUSED_SHARE 4      /* a quarter */

typedef struct {
  gint64 n_pages, n_unused, can_shrink;
} Space;

static gboolean
read_space (HBaseLocalDb *db, Space *space, GError **error)
{
  return hbase_local_db_read_number (db, "PRAGMA auto_vacuum", &space->can_shrink, error)
         && hbase_local_db_read_number (db, "PRAGMA page_count", &space->n_pages, error)
         && hbase_local_db_read_number (db, "PRAGMA freelist_count", &space->n_unused, error);
}

static gboolean
is_small_enough (const Space *space, gboolean all)
{
  return space->can_shrink == 0 || space->n_unused <= (all ? 0 : space->n_pages / UNUSED_SHARE);
}

static gboolean
move_pages (HBaseLocalDb *db, gboolean all, gboolean *is_done, GError **error)
{
  Space space;

  if (!read_space (db, &space, error))
    return FALSE;
  *is_done = is_small_enough (&space, all);
  return *is_done || hbase_local_db_run (db, "PRAGMA incremental_vacuum (" PAGES_PER_STEP ")", error);
}

gboolean
hbase_local_shrinking_run (
    HBaseLocalStore *store, gboolean all, gboolean *is_done, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalAccess access = HBASE_LOCAL_ACCESS_WRITE_UNSYNCED;
  HBaseLocalDb *db = hbase_local_store_begin (store, access, budget, error);

  if (db == NULL)
    return FALSE;
  if (move_pages (db, all, is_done, error))
    return hbase_local_store_commit (store, db, access, error);
  hbase_local_store_rollback (store, db, access);
  return FALSE;
}
