/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The tables of a database, their families and their split keys, in SQLite. Everything is read inside the
 * caller's transaction: a change by another process is visible at once, and nothing changes during a
 * call.
 *
 * A connection keeps the table that it found last, if it is enabled, for the calls that read and write rows.
 * It is valid until another connection commits anything, or this connection changes a table; it stays valid
 * when this connection writes only rows. */

#include "config.h"

#include "hbase-local-catalogue-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-table-private.h"
#include "hbase-wire-tables.h"

#define FAMILY_ITSELF HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME

static gboolean
read_families (HBaseLocalDb *db, HBaseLocalTable *table, GError **error)
{
  HBaseLocalFamily *family = NULL;
  sqlite3_stmt *statement = hbase_local_db_statement (
      db, error, "SELECT name, field, value FROM families WHERE table_id = ? ORDER BY name, field");
  int code;

  hbase_local_db_bind_number (statement, 1, table->id);
  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    {
      guint field = (guint) sqlite3_column_int (statement, 1);

      if (field == FAMILY_ITSELF)
        family = hbase_local_table_add_family (table, hbase_local_db_column (statement, 0));
      else if (family != NULL && field < HBASE_LOCAL_N_SETTINGS)
        {
          family->settings[field] = sqlite3_column_int64 (statement, 2);
          family->given |= 1u << field;
        }
    }
  sqlite3_reset (statement);
  return code == SQLITE_DONE;
}

gboolean
hbase_local_catalogue_find (HBaseLocalDb *db, const char *name, HBaseLocalTable **table, GError **error)
{
  g_autoptr (HBaseLocalTable) found = NULL;
  sqlite3_stmt *statement
      = hbase_local_db_statement (db, error, "SELECT id, enabled, durability FROM tables WHERE name = ?");
  int code;

  *table = NULL;
  hbase_local_db_bind_text (statement, 1, name);
  code = hbase_local_db_step (db, statement, error);
  if (code == SQLITE_ROW)
    {
      found = hbase_local_table_new (name);
      found->id = sqlite3_column_int64 (statement, 0);
      found->enabled = sqlite3_column_int (statement, 1) != 0;
      found->durability = sqlite3_column_int (statement, 2);
    }
  sqlite3_reset (statement);
  if (code != SQLITE_ROW || !read_families (db, found, error))
    return code == SQLITE_DONE;
  *table = g_steal_pointer (&found);
  return TRUE;
}

static void
forget_table (HBaseLocalDb *db)
{
  g_clear_pointer (&db->table, db->unref_table);
}

static void
keep_table (HBaseLocalDb *db, HBaseLocalTable *table, guint32 version)
{
  forget_table (db);
  db->table = hbase_local_table_ref (table);
  db->unref_table = (GDestroyNotify) hbase_local_table_unref;
  db->table_version = version;
}

/* Returns the table that the connection keeps, if it has that name and is still valid, or NULL. */
static HBaseLocalTable *
ref_kept (HBaseLocalDb *db, HBaseSlice name, guint32 version)
{
  HBaseLocalTable *kept = db->table;

  return kept != NULL && db->table_version == version
                 && hbase_slice_equal (hbase_slice_text (kept->name), name)
             ? hbase_local_table_ref (kept)
             : NULL;
}

/* Reads a table and keeps it. */
static HBaseLocalTable *
read_enabled (HBaseLocalDb *db, const char *name, guint32 version, GError **error)
{
  g_autoptr (HBaseLocalTable) table = NULL;

  if (!hbase_local_catalogue_find (db, name, &table, error))
    return NULL;
  if (table != NULL && table->enabled)
    {
      keep_table (db, table, version);
      return g_steal_pointer (&table);
    }
  if (table != NULL)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_DISABLED, "%s is disabled.", name);
  else /* HBase's client reports an unknown table by its name alone */
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "%s", name);
  return NULL;
}

HBaseLocalTable *
hbase_local_catalogue_find_enabled (HBaseLocalDb *db, HBaseSlice text, GError **error)
{
  guint32 version = hbase_local_db_data_version (db);
  HBaseLocalTable *table = ref_kept (db, text, version);
  g_autofree char *name = NULL;

  if (table != NULL)
    return table;
  name = hbase_local_name_parse (text, error);
  if (name != NULL)
    table = ref_kept (db, hbase_slice_text (name), version);
  return name == NULL || table != NULL ? table : read_enabled (db, name, version, error);
}

GPtrArray *
hbase_local_catalogue_names (HBaseLocalDb *db, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "SELECT name FROM tables ORDER BY name");
  int code;

  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    g_ptr_array_add (names, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
  return code == SQLITE_DONE ? g_steal_pointer (&names) : NULL;
}

/* ---- attributes: those of the table itself have an empty family ---- */

typedef struct {
  HBaseLocalDb *db;
  gint64 table;
  HBaseSlice family;
  gboolean is_configuration;
} AttributeWriter;

static gboolean
add_attribute (HBaseSlice name, HBaseSlice value, gpointer data, GError **error)
{
  AttributeWriter *writer = data;
  sqlite3_stmt *statement
      = hbase_local_db_statement (writer->db, error, "INSERT INTO attributes VALUES (?, ?, ?, ?, ?)");

  hbase_local_db_bind_number (statement, 1, writer->table);
  hbase_local_db_bind (statement, 2, writer->family);
  hbase_local_db_bind_number (statement, 3, writer->is_configuration);
  hbase_local_db_bind (statement, 4, name);
  hbase_local_db_bind (statement, 5, value);
  return hbase_local_db_finish (writer->db, statement, error);
}

/* Returns the map that holds attributes of that family, or of the table if the name is empty. */
static HBaseLocalAttributes **
find_attributes (HBaseLocalTable *table, HBaseSlice family_name, gboolean is_configuration)
{
  HBaseLocalFamily *family;

  if (family_name.length == 0)
    return &table->attributes;
  family = (HBaseLocalFamily *) hbase_local_table_find_family (table, family_name);
  if (family == NULL)
    return NULL;
  return is_configuration ? &family->configuration : &family->attributes;
}

gboolean
hbase_local_catalogue_load_attributes (HBaseLocalDb *db, HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement;
  int code;

  hbase_local_attributes_set (&table->attributes, HBASE_SLICE_LITERAL ("IS_META"),
                              HBASE_SLICE_LITERAL ("false"));
  statement = hbase_local_db_statement (
      db, error, "SELECT family, is_configuration, name, value FROM attributes WHERE table_id = ?");
  hbase_local_db_bind_number (statement, 1, table->id);
  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    {
      HBaseLocalAttributes **attributes = find_attributes (table, hbase_local_db_column (statement, 0),
                                                           sqlite3_column_int (statement, 1) != 0);

      if (attributes != NULL)
        hbase_local_attributes_set (attributes, hbase_local_db_column (statement, 2),
                                    hbase_local_db_column (statement, 3));
    }
  return code == SQLITE_DONE;
}

/* HBase takes any text but "true", in letters of any case, for false. */
static gboolean
read_read_only (HBaseLocalDb *db, HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (
      db, error,
      "SELECT lower (CAST (value AS TEXT)) = 'true' FROM attributes WHERE table_id = ? AND family = x''"
      "  AND is_configuration = 0 AND name = CAST ('READONLY' AS BLOB)");
  int code;

  hbase_local_db_bind_number (statement, 1, table->id);
  code = hbase_local_db_step (db, statement, error);
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    table->read_only = code == SQLITE_ROW && sqlite3_column_int (statement, 0) != 0;
  sqlite3_reset (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

gboolean
hbase_local_catalogue_is_read_only (HBaseLocalDb *db,
                                    HBaseLocalTable *table,
                                    gboolean *is_read_only,
                                    GError **error)
{
  if (table->read_only == HBASE_LOCAL_READ_ONLY_UNKNOWN && !read_read_only (db, table, error))
    return FALSE;
  *is_read_only = table->read_only;
  return TRUE;
}

/* ---- tables and families ---- */

static gboolean
add_setting (HBaseLocalDb *db, gint64 table, HBaseSlice family, guint field, gint64 value, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "INSERT INTO families VALUES (?, ?, ?, ?)");

  hbase_local_db_bind_number (statement, 1, table);
  hbase_local_db_bind (statement, 2, family);
  hbase_local_db_bind_number (statement, 3, field);
  hbase_local_db_bind_number (statement, 4, value);
  return hbase_local_db_finish (db, statement, error);
}

static gboolean
add_family (HBaseLocalDb *db, gint64 table, const HBaseLocalFamily *family, GError **error)
{
  AttributeWriter writer = { .db = db, .table = table, .family = family->name };

  if (!add_setting (db, table, family->name, FAMILY_ITSELF, 0, error))
    return FALSE;
  for (guint field = 0; field < HBASE_LOCAL_N_SETTINGS; field++)
    if ((family->given & 1u << field) != 0
        && !add_setting (db, table, family->name, field, family->settings[field], error))
      return FALSE;
  if (!hbase_local_attributes_foreach (family->attributes, add_attribute, &writer, error))
    return FALSE;
  writer.is_configuration = TRUE;
  return hbase_local_attributes_foreach (family->configuration, add_attribute, &writer, error);
}

/* Adds the table's attributes and families. */
static gboolean
add_description (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  AttributeWriter writer = { .db = db, .table = table->id, .family = hbase_slice ("", 0) };

  if (!hbase_local_attributes_foreach (table->attributes, add_attribute, &writer, error))
    return FALSE;
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    if (!add_family (db, table->id, hbase_local_table_family (table, i), error))
      return FALSE;
  return TRUE;
}

/* Before, nothing may have been written in the transaction, except that a tree was dropped: see invariant 5
 * of hbase-local-vfs.c. */
static gboolean
make_cells (HBaseLocalDb *db, gint64 table, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("CREATE TABLE cells_%" G_GINT64_FORMAT
                                          " (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
                                          table);

  return hbase_local_db_run (db, sql, error);
}

static gboolean
drop_cells (HBaseLocalDb *db, gint64 table, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("DROP TABLE cells_%" G_GINT64_FORMAT, table);

  hbase_local_db_reset (db);
  return hbase_local_db_run (db, sql, error);
}

static gboolean
add_row (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "INSERT INTO tables VALUES (?, ?, ?, ?)");

  hbase_local_db_bind_number (statement, 1, table->id);
  hbase_local_db_bind_text (statement, 2, table->name);
  hbase_local_db_bind_number (statement, 3, table->enabled);
  hbase_local_db_bind_number (statement, 4, table->durability);
  return hbase_local_db_finish (db, statement, error);
}

/* Returns the id after the last id that any table had. */
static gboolean
choose_id (HBaseLocalDb *db, gint64 *id, GError **error)
{
  return hbase_local_db_read_number (
      db, "SELECT coalesce (max (seq), 0) + 1 FROM sqlite_sequence WHERE name = 'tables'", id, error);
}

gboolean
hbase_local_catalogue_add (HBaseLocalDb *db, HBaseLocalTable *table, GError **error)
{
  return choose_id (db, &table->id, error) && make_cells (db, table->id, error) && add_row (db, table, error)
         && add_description (db, table, error);
}

/* Executes a statement whose only parameter is the table's id. */
static gboolean
run_for_table (HBaseLocalDb *db, const char *sql, const HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);

  hbase_local_db_bind_number (statement, 1, table->id);
  return hbase_local_db_finish (db, statement, error);
}

static gboolean
remove_description (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  return run_for_table (db, "DELETE FROM families WHERE table_id = ?", table, error)
         && run_for_table (db, "DELETE FROM attributes WHERE table_id = ?", table, error);
}

gboolean
hbase_local_catalogue_replace (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement
      = hbase_local_db_statement (db, error, "UPDATE tables SET durability = ? WHERE id = ?");

  forget_table (db);
  hbase_local_db_bind_number (statement, 1, table->durability);
  hbase_local_db_bind_number (statement, 2, table->id);
  return hbase_local_db_finish (db, statement, error) && remove_description (db, table, error)
         && add_description (db, table, error);
}

gboolean
hbase_local_catalogue_remove (HBaseLocalDb *db,
                              const HBaseLocalTable *table,
                              gboolean leaves_cells,
                              GError **error)
{
  forget_table (db);
  return remove_description (db, table, error) && hbase_local_catalogue_clear_splits (db, table, error)
         && run_for_table (db, "DELETE FROM tables WHERE id = ?", table, error)
         && (leaves_cells || drop_cells (db, table->id, error));
}

/* Executes a statement with the parameters `id` and the table's id. */
static gboolean
run_with_id (HBaseLocalDb *db, const char *sql, gint64 id, const HBaseLocalTable *table, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_constant_statement (db, sql, error);

  hbase_local_db_bind_number (statement, 1, id);
  hbase_local_db_bind_number (statement, 2, table->id);
  return hbase_local_db_finish (db, statement, error);
}

/* Gives the table another id, with no cells. */
static gboolean
leave_cells (HBaseLocalDb *db, HBaseLocalTable *table, GError **error)
{
  static const char *const updates[] = {
    "UPDATE tables SET id = ? WHERE id = ?",
    "UPDATE families SET table_id = ? WHERE table_id = ?",
    "UPDATE attributes SET table_id = ? WHERE table_id = ?",
    "UPDATE splits SET table_id = ? WHERE table_id = ?",
    "UPDATE sqlite_sequence SET seq = ? WHERE name = 'tables' AND seq >= ?",
  };
  gint64 id;

  forget_table (db);
  if (!choose_id (db, &id, error) || !make_cells (db, id, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (updates); i++)
    if (!run_with_id (db, updates[i], id, table, error))
      return FALSE;
  table->id = id;
  return TRUE;
}

gboolean
hbase_local_catalogue_set_enabled (HBaseLocalDb *db,
                                   const HBaseLocalTable *table,
                                   gboolean enabled,
                                   GError **error)
{
  forget_table (db);
  return run_for_table (db,
                        enabled ? "UPDATE tables SET enabled = 1 WHERE id = ?"
                                : "UPDATE tables SET enabled = 0 WHERE id = ?",
                        table, error);
}

gboolean
hbase_local_catalogue_clear (HBaseLocalDb *db, HBaseLocalTable *table, gboolean leaves_cells, GError **error)
{
  if (leaves_cells)
    return leave_cells (db, table, error);
  return drop_cells (db, table->id, error) && make_cells (db, table->id, error);
}

gboolean
hbase_local_catalogue_add_split (HBaseLocalDb *db,
                                 const HBaseLocalTable *table,
                                 HBaseSlice key,
                                 GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "INSERT INTO splits VALUES (?, ?)");

  hbase_local_db_bind_number (statement, 1, table->id);
  hbase_local_db_bind (statement, 2, key);
  return hbase_local_db_finish (db, statement, error);
}

/* Returns a copy of the row's only column. */
static GBytes *
copy_key (sqlite3_stmt *statement)
{
  HBaseSlice key = hbase_local_db_column (statement, 0);

  return g_bytes_new (key.data, key.length);
}

GPtrArray *
hbase_local_catalogue_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  sqlite3_stmt *statement
      = hbase_local_db_statement (db, error, "SELECT key FROM splits WHERE table_id = ? ORDER BY key");
  int code;

  hbase_local_db_bind_number (statement, 1, table->id);
  while ((code = hbase_local_db_step (db, statement, error)) == SQLITE_ROW)
    g_ptr_array_add (splits, copy_key (statement));
  return code == SQLITE_DONE ? g_steal_pointer (&splits) : NULL;
}

gboolean
hbase_local_catalogue_find_bound (HBaseLocalDb *db,
                                  const HBaseLocalTable *table,
                                  HBaseSlice row,
                                  gboolean first,
                                  GBytes **bound,
                                  GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (
      db, error, "SELECT key FROM splits WHERE table_id = ? AND key %s ? ORDER BY key %s LIMIT 1",
      first ? "<=" : ">", first ? "DESC" : "ASC");
  int code;

  hbase_local_db_bind_number (statement, 1, table->id);
  hbase_local_db_bind (statement, 2, row);
  code = hbase_local_db_step (db, statement, error);
  if (code == SQLITE_ROW)
    *bound = copy_key (statement);
  sqlite3_reset (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

gboolean
hbase_local_catalogue_clear_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error)
{
  return run_for_table (db, "DELETE FROM splits WHERE table_id = ?", table, error);
}

char *
hbase_local_catalogue_cluster_id (HBaseLocalDb *db, GError **error)
{
  sqlite3_stmt *statement = hbase_local_db_statement (db, error, "SELECT cluster_id FROM identity");

  if (hbase_local_db_step (db, statement, error) != SQLITE_ROW)
    return NULL;
  return g_strdup ((const char *) sqlite3_column_text (statement, 0));
}
