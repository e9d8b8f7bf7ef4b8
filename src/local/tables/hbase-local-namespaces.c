/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The namespaces of a database, in SQLite. `default` and `hbase` are there from the beginning. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-namespaces-private.h"
#include "hbase-table-names-private.h"

/* Executes a statement whose only parameter is the name. */
static gboolean
run_for_namespace (HBaseLocalDb *db, const char *sql, HBaseSlice name, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);

  hbase_local_db_bind (statement, 1, name);
  return hbase_local_db_finish (db, statement, error);
}

/* Returns the number that a query with the name as its only parameter finds, or -1 with an error. */
static gint64
count_for_namespace (HBaseLocalDb *db, const char *sql, HBaseSlice name, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);
  gint64 count = -1;

  hbase_local_db_bind (statement, 1, name);
  if (hbase_local_db_step (db, statement, error) == SQLITE_ROW)
    count = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return count;
}

static gint64
count_namespaces (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  return count_for_namespace (db, "SELECT count(*) FROM namespaces WHERE name = ?", name, error);
}

gboolean
hbase_local_namespaces_check (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  gint64 count = count_namespaces (db, name, error);

  if (count == 0)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                           HBASE_LOCAL_EXCEPTION "NamespaceNotFoundException: %.*s", (int) name.length,
                           hbase_slice_bytes (name));
  return count > 0;
}

GPtrArray *
hbase_local_namespaces_list (HBaseLocalDb *db, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "SELECT name FROM namespaces ORDER BY name");
  int code;

  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    {
      HBaseSlice name = hbase_local_db_column (statement, 0);

      g_ptr_array_add (names, g_bytes_new (name.data, name.length));
    }
  return code == SQLITE_DONE ? g_steal_pointer (&names) : NULL;
}

gboolean
hbase_local_namespaces_load_configuration (HBaseLocalDb *db,
                                           HBaseSlice name,
                                           HBaseLocalAttributes **configuration,
                                           GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (
      db, error, "SELECT name, value FROM namespace_configuration WHERE namespace = ?");
  int code;

  hbase_local_db_bind (statement, 1, name);
  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    hbase_local_attributes_set (configuration, hbase_local_db_column (statement, 0),
                                hbase_local_db_column (statement, 1));
  sqlite3_reset (statement);
  return code == SQLITE_DONE;
}

/* HBase's master fails to parse an illegal name, again and again. */
gboolean
hbase_local_namespaces_add (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  gint64 count = count_namespaces (db, name, error);

  if (count < 0)
    return FALSE;
  if (count > 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  HBASE_LOCAL_EXCEPTION
                                  "NamespaceExistException: Namespace %.*s already exists",
                                  (int) name.length, hbase_slice_bytes (name));
  if (!hbase_local_name_is_namespace (name))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "java.lang.IllegalArgumentException: a namespace has letters, digits and "
                                  "underscores");
  return run_for_namespace (db, "INSERT INTO namespaces VALUES (?)", name, error);
}

typedef struct {
  HBaseLocalDb *db;
  HBaseSlice name;
} ConfigurationWriter;

static gboolean
add_pair (HBaseSlice name, HBaseSlice value, gpointer data, GError **error)
{
  ConfigurationWriter *writer = data;
  sqlite3_stmt *statement
      = hbase_local_db_statement (writer->db, error, "INSERT INTO namespace_configuration VALUES (?, ?, ?)");

  hbase_local_db_bind (statement, 1, writer->name);
  hbase_local_db_bind (statement, 2, name);
  hbase_local_db_bind (statement, 3, value);
  return hbase_local_db_finish (writer->db, statement, error);
}

static gboolean
clear_configuration (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  return run_for_namespace (db, "DELETE FROM namespace_configuration WHERE namespace = ?", name, error);
}

gboolean
hbase_local_namespaces_configure (HBaseLocalDb *db,
                                  HBaseSlice name,
                                  HBaseLocalAttributes *configuration,
                                  GError **error)
{
  ConfigurationWriter writer = { .db = db, .name = name };

  return clear_configuration (db, name, error)
         && hbase_local_attributes_foreach (configuration, add_pair, &writer, error);
}

static gboolean
check_is_empty (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  gint64 count = count_for_namespace (
      db, "SELECT count(*) FROM tables WHERE substr (name, 1, instr (name, ':') - 1) = CAST (? AS TEXT)",
      name, error);

  if (count > 0)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                           HBASE_LOCAL_EXCEPTION
                           "constraint.ConstraintException: Only empty namespaces can be removed. "
                           "Namespace %.*s has %" G_GINT64_FORMAT " tables",
                           (int) name.length, hbase_slice_bytes (name), count);
  return count == 0;
}

gboolean
hbase_local_namespaces_remove (HBaseLocalDb *db, HBaseSlice name, GError **error)
{
  if (!hbase_local_namespaces_check (db, name, error))
    return FALSE;
  if (hbase_slice_equal (name, HBASE_SLICE_LITERAL (HBASE_DEFAULT_NAMESPACE))
      || hbase_slice_equal (name, HBASE_SLICE_LITERAL ("hbase")))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  HBASE_LOCAL_EXCEPTION
                                  "constraint.ConstraintException: Reserved namespace %.*s cannot "
                                  "be removed.",
                                  (int) name.length, hbase_slice_bytes (name));
  return check_is_empty (db, name, error) && clear_configuration (db, name, error)
         && run_for_namespace (db, "DELETE FROM namespaces WHERE name = ?", name, error);
}
