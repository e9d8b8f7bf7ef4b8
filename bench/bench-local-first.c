/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A GLib program that opens a database by plain SQLite and reads the first row of a table:
 * bench-local-first FILE TABLE. bench-local compares its processor time with that of a first get. */

#include "config.h"

#include <gio/gio.h>
#include <sqlite3.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  g_autofree char *sql
      = argc == 3 ? g_strdup_printf ("SELECT * FROM %s ORDER BY key LIMIT 1", argv[2]) : NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  sqlite3 *sqlite = NULL;
  sqlite3_stmt *statement = NULL;
  gboolean found;

  if (sql == NULL)
    {
      g_printerr ("usage: bench-local-first FILE TABLE\n");
      return 2;
    }
  found = sqlite3_open (argv[1], &sqlite) == SQLITE_OK
          && sqlite3_prepare_v2 (sqlite, sql, -1, &statement, NULL) == SQLITE_OK
          && sqlite3_step (statement) == SQLITE_ROW;
  if (!found)
    g_printerr ("%s\n", sqlite3_errmsg (sqlite));
  sqlite3_finalize (statement);
  sqlite3_close (sqlite);
  return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
