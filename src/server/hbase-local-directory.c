/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file maintains directories of the embedded engine: what is damaged there, and what no read returns any
 * more. These functions belong to HBaseLocalServer, but need no server. */

#include "config.h"

#include "hbase-local-server.h"

#include "hbase-local-server-private.h"
#ifdef HBASE_WITH_LOCAL
#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"
#endif

/**
 * hbase_local_server_check_directory:
 * @directory: (type filename): a directory of data
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads the whole database of a directory and reports what is damaged: pages with wrong checksums,
 * inconsistent trees, tables whose descriptors or cells can't be read, and the rows before and after each
 * damaged place.
 *
 * A line that begins with “note: ” reports no damage. Such a line names a table in which timestamps are more
 * than an hour ahead of the clock: puts and deletes without a timestamp may fail there. It is right that they
 * are if timestamps are numbers of versions, say.
 *
 * Ordinary calls verify what they read, too, and fail with %HBASE_ERROR_STORAGE; this finds damage before the
 * data are needed. It changes nothing. Servers and connections may use the directory meanwhile.
 *
 * A database that was made before checksums were introduced has none, so damage to its values isn't found.
 *
 * It reads the whole file and blocks until that is done; don't call it in a main loop's thread.
 *
 * Errors: %HBASE_ERROR_STORAGE if there is no database in @directory, or it can't be read;
 * %HBASE_ERROR_UNSUPPORTED in a library that was built without the engine; %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (array zero-terminated=1): one line for each problem or note, no line if there is
 *   none; %NULL on error. Free it with [func@GLib.strfreev]
 */
char **
hbase_local_server_check_directory (const char *directory, GCancellable *cancellable, GError **error)
{
#ifdef HBASE_WITH_LOCAL
  g_autoptr (GPtrArray) problems = NULL;
#endif

  g_return_val_if_fail (directory != NULL, NULL);

#ifdef HBASE_WITH_LOCAL
  problems = hbase_local_fsck (directory, cancellable, error);
  if (problems == NULL)
    return NULL;
  g_ptr_array_set_free_func (problems, NULL);
  g_ptr_array_add (problems, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&problems), FALSE);
#else
  hbase_local_server_set_unsupported_error (error);
  return NULL;
#endif
}

/**
 * hbase_local_server_compact_directory:
 * @directory: (type filename): a directory of data
 * @table_name: (nullable): the name of a table; %NULL for all
 * @n_removed: (out) (optional): return location for the number of cells that were removed
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Removes the cells that no read returns any more, as HBase's major compaction does: deleted cells, versions
 * beyond the family's number, expired cells, and the markers of deletes. What the settings of the family
 * keep stays.
 *
 * A server or connection that writes much to a table does this by itself, in steps. Here it is done at once.
 * Then the database's file becomes smaller by what is unused in it, as soon as no call reads what was there
 * before. (Without this it does so only when more than a quarter is unused.) Servers and connections may use
 * the directory meanwhile: their writes wait until a step has ended, which takes some milliseconds for 2000
 * cells and the rest of the last one's column.
 *
 * Until a delete's marker is removed it also hides cells that are written later with a timestamp that isn't
 * after the marker's; afterwards such cells are visible.
 *
 * It reads all cells, and blocks until that is done; don't call it in a main loop's thread.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND; %HBASE_ERROR_STORAGE if there is no database in @directory, or
 * it can't be read or written; %HBASE_ERROR_UNSUPPORTED in a library that was built without the engine;
 * %G_IO_ERROR_CANCELLED. What was removed before an error stays removed.
 *
 * Returns: (skip): %TRUE on success; %FALSE on error
 */
gboolean
hbase_local_server_compact_directory (const char *directory,
                                      const char *table_name,
                                      guint64 *n_removed,
                                      GCancellable *cancellable,
                                      GError **error)
{
#ifdef HBASE_WITH_LOCAL
  guint64 count;
#endif

  g_return_val_if_fail (directory != NULL, FALSE);

#ifdef HBASE_WITH_LOCAL
  return hbase_local_compact (directory, table_name, cancellable, n_removed != NULL ? n_removed : &count,
                              error);
#else
  return hbase_local_server_set_unsupported_error (error);
#endif
}
