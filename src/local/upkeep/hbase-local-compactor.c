/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* When tables are compacted: a cell that is written may hide another cell, or be hidden, or expire.
 *
 * 1. A table's compaction begins when as many such cells have been written as half of the cells that the last
 *    compaction left, and at least WRITTEN_MIN. So the work for a cell that is written is bounded, and so is
 *    the wasted space. Cells of new rows don't count, unless they expire; once a family of a row is deleted
 *    all its cells count, as that hides any number of them.
 * 2. It is done by the calls that write, after their commit, in steps: a step examines some cells, in
 *    proportion to what was counted since the last step, for some milliseconds. Of many small writes only a
 *    few make a step, and while only new rows come no step is made. No thread is needed. Where a step would
 *    have to wait for a lock, it is left to the next call; only after many of these a call waits, and not for
 *    long.
 * 3. The counts are those of this process: they begin anew when a database is opened.
 * 4. When nothing is left to remove the database's file becomes smaller, if much of it is unused, by such
 *    steps, too.
 * 5. Errors end the compaction; a call that reports errors will meet them, too.
 * 6. The progress of a table is kept until this process drops the table, or a step doesn't find it. While a
 *    call makes a step only that call frees it. */

#include "config.h"

#include "hbase-error.h"
#include "hbase-local-compactor-private.h"
#include "hbase-local-shrinking-private.h"

#define WRITTEN_MIN 50000
#define EXAMINED_PER_WRITTEN 4
#define STEP_MIN 1024
#define STEP_MAX 4000
#define READING_US (25 * 1000)
#define SKIPS_MAX 16
#define WAIT_US (50 * 1000)

typedef struct {
  guint64 n_written; /* since the last compaction began */
  guint64 n_new;     /* the same, cells of new rows that weren't counted */
  gboolean deletes_families;
  guint64 n_left; /* by the last compaction */
  gboolean is_compacting;
  gboolean has_shrunk; /* the file has, after this compaction */
  gboolean is_busy;    /* a call makes a step */
  gboolean is_dropped; /* the table was, during the step */
  guint n_skipped;     /* steps that were left out since the last step */
  guint64 n_due;       /* cells that the next step examines */
  HBaseLocalCompaction compaction;
} Progress;

struct _HBaseLocalCompactor {
  GMutex mutex;
  GHashTable *tables; /* id of a table → Progress */
};

static void
progress_free (gpointer data)
{
  Progress *progress = data;

  hbase_local_compaction_clear (&progress->compaction);
  g_free (progress);
}

HBaseLocalCompactor *
hbase_local_compactor_new (void)
{
  HBaseLocalCompactor *compactor = g_new0 (HBaseLocalCompactor, 1);

  g_mutex_init (&compactor->mutex);
  compactor->tables = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, progress_free);
  return compactor;
}

void
hbase_local_compactor_free (HBaseLocalCompactor *compactor)
{
  g_hash_table_unref (compactor->tables);
  g_mutex_clear (&compactor->mutex);
  g_free (compactor);
}

static Progress *
find_progress (HBaseLocalCompactor *compactor, gint64 table)
{
  Progress *progress = g_hash_table_lookup (compactor->tables, &table);

  if (progress != NULL)
    return progress;
  progress = g_new0 (Progress, 1);
  g_hash_table_insert (compactor->tables, g_memdup2 (&table, sizeof table), progress);
  return progress;
}

static void
begin_compaction (Progress *progress)
{
  hbase_local_compaction_init (&progress->compaction);
  progress->is_compacting = TRUE;
  progress->has_shrunk = FALSE;
  progress->n_written = progress->n_new = progress->n_due = 0;
  progress->deletes_families = FALSE;
}

/* Returns how many of the cells count. */
static guint64
count_written (Progress *progress, const HBaseLocalTable *table, const HBaseLocalWritten *written)
{
  gboolean all;

  progress->deletes_families |= written->deletes_family;
  all = progress->deletes_families || hbase_local_table_expires (table);
  if (!all)
    {
      progress->n_new += written->n_cells - written->n_hiding;
      return written->n_hiding;
    }
  progress->n_written += progress->n_new;
  progress->n_new = 0;
  return written->n_cells;
}

static void
add_written (Progress *progress, guint64 n_cells)
{
  progress->n_written += n_cells;
  if (!progress->is_compacting && progress->n_written >= MAX (WRITTEN_MIN, progress->n_left / 2))
    begin_compaction (progress);
  progress->n_due = MIN (progress->n_due + n_cells * EXAMINED_PER_WRITTEN, STEP_MAX);
}

/* Returns the progress of a table if the caller is to make a step of its compaction, or NULL. */
static Progress *
begin_step (HBaseLocalCompactor *compactor, const HBaseLocalTable *table, const HBaseLocalWritten *written)
{
  Progress *progress;

  g_mutex_lock (&compactor->mutex);
  progress = find_progress (compactor, table->id);
  add_written (progress, count_written (progress, table, written));
  if (!progress->is_compacting || progress->is_busy || progress->n_due < STEP_MIN)
    progress = NULL;
  else
    {
      progress->is_busy = TRUE;
      progress->compaction.n_cells = progress->n_due;
      progress->n_due = 0;
    }
  g_mutex_unlock (&compactor->mutex);
  return progress;
}

static void
end_step_locked (Progress *progress, gboolean ok, gboolean is_skipped)
{
  progress->is_busy = FALSE;
  progress->n_skipped = is_skipped ? progress->n_skipped + 1 : 0;
  if (is_skipped)
    progress->n_due = progress->compaction.n_cells;
  if ((!ok && !is_skipped) || progress->has_shrunk)
    {
      progress->n_left = progress->compaction.n_examined - progress->compaction.n_removed;
      progress->is_compacting = FALSE;
      hbase_local_compaction_clear (&progress->compaction);
    }
}

static void
end_step (HBaseLocalCompactor *compactor,
          gint64 table,
          Progress *progress,
          const GError *error,
          gboolean is_skipped)
{
  g_mutex_lock (&compactor->mutex);
  if (progress->is_dropped || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    g_hash_table_remove (compactor->tables, &table);
  else
    end_step_locked (progress, error == NULL, is_skipped);
  g_mutex_unlock (&compactor->mutex);
}

static gboolean
make_step (Progress *progress,
           HBaseLocalStore *store,
           const char *name,
           gint64 now,
           HBaseLocalBudget *budget,
           GError **error)
{
  return progress->compaction.is_done
             ? hbase_local_shrinking_run (store, FALSE, &progress->has_shrunk, budget, error)
             : hbase_local_compaction_run (&progress->compaction, store, name, now, budget, error);
}

void
hbase_local_compactor_add (HBaseLocalCompactor *compactor,
                           HBaseLocalStore *store,
                           const HBaseLocalTable *table,
                           const HBaseLocalWritten *written,
                           gint64 now)
{
  Progress *progress = begin_step (compactor, table, written);
  gint64 ticks = g_get_monotonic_time ();
  HBaseLocalBudget budget = { .wait_deadline = ticks };
  g_autoptr (GError) error = NULL;

  if (progress == NULL)
    return;
  if (progress->n_skipped >= SKIPS_MAX)
    budget.wait_deadline += WAIT_US;
  progress->compaction.deadline = budget.wait_deadline + READING_US;
  make_step (progress, store, table->name, now, &budget, &error);
  end_step (compactor, table->id, progress, error, budget.state == HBASE_LOCAL_BUDGET_LOCKED);
}

void
hbase_local_compactor_forget (HBaseLocalCompactor *compactor, const HBaseLocalTable *table)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&compactor->mutex);
  Progress *progress = g_hash_table_lookup (compactor->tables, &table->id);

  if (progress != NULL && progress->is_busy)
    progress->is_dropped = TRUE;
  else
    g_hash_table_remove (compactor->tables, &table->id);
}

guint
hbase_local_compactor_get_n_tables (HBaseLocalCompactor *compactor)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&compactor->mutex);

  return g_hash_table_size (compactor->tables);
}
