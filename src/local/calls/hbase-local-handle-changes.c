/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of the calls that change a table's description: modifyTable, and the calls that add, modify and
 * delete a family. The cells of a family that is removed are removed with it. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"

/* ---- cells of removed families ---- */

/* Moves the cursor after the cells of its row and family, and deletes them if the table doesn't have the
 * family. */
static gboolean
pass_family_of_row (HBaseLocalCall *call, HBaseLocalCursor *cursor, GError **error)
{
  HBaseSlice family = hbase_slice (cursor->key.data + cursor->row_end, cursor->family_end - cursor->row_end);
  gboolean is_orphan = hbase_local_table_find_family_by_component (call->table, family) == NULL;
  g_autoptr (GByteArray) first = g_byte_array_new (), end = g_byte_array_new ();

  g_byte_array_append (first, cursor->key.data, (guint) cursor->family_end);
  g_byte_array_append (end, first->data, first->len);
  hbase_local_key_skip_prefix (end);
  hbase_local_cursor_reset (cursor);
  if (is_orphan
      && !hbase_local_cell_writer_remove_range (call->writer, call->table, hbase_local_key_slice (first),
                                                hbase_local_key_slice (end), 0, error))
    return FALSE;
  return hbase_local_cursor_seek (cursor, hbase_local_key_slice (end), error);
}

/* Deletes the cells of all families that the call's table doesn't have. */
static gboolean
delete_orphans (HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  gboolean ok;

  hbase_local_cursor_init (&cursor, call->db, call->table, TRUE);
  ok = hbase_local_cursor_seek (&cursor, hbase_slice ("", 0), error);
  while (ok && cursor.key.data != NULL)
    ok = pass_family_of_row (call, &cursor, error);
  return ok;
}

/* ---- the table ---- */

static gboolean
loses_family (const HBaseLocalTable *before, const HBaseLocalTable *after)
{
  for (guint i = 0; i < hbase_local_table_n_families (before); i++)
    if (hbase_local_table_find_family (after, hbase_local_table_family (before, i)->name) == NULL)
      return TRUE;
  return FALSE;
}

gboolean
hbase_local_handle_modify_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) before = NULL;

  call->table = hbase_local_descriptor_parse (&call->arguments[HBASE_MODIFY_TABLE_ARGS_DESC], error);
  if (call->table == NULL || !hbase_local_catalogue_find (call->db, call->table->name, &before, error))
    return FALSE;
  if (before == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, HBASE_LOCAL_NOT_FOUND_BY_MASTER "%s",
                                  call->table->name);
  call->table->id = before->id;
  return hbase_local_catalogue_replace (call->db, call->table, error)
         && (!loses_family (before, call->table) || delete_orphans (call, error))
         && hbase_local_reply_void (call);
}

/* ---- its families ---- */

#define COLUMN HBASE_ADD_COLUMN_FAMILY_ARGS_COLUMN /* of all three calls: a descriptor, or a name */

static gboolean
set_family_error (const char *what, HBaseSlice name, const char *problem, GError **error)
{
  g_autofree char *family = hbase_bytes_to_escaped (hbase_slice_bytes (name), name.length);

  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                HBASE_LOCAL_EXCEPTION "InvalidFamilyOperationException: %s '%s' %s", what,
                                family, problem);
}

/* Sets the call's table, with its attributes. */
static gboolean
find_table (HBaseLocalCall *call, GError **error)
{
  return hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_MASTER, error)
         && hbase_local_catalogue_load_attributes (call->db, call->table, error);
}

/* Adds the family that the call describes, and replaces the table's description. */
static gboolean
add_described_family (HBaseLocalCall *call, GError **error)
{
  return hbase_local_descriptor_parse_family (&call->arguments[COLUMN], call->table, error)
         && hbase_local_descriptor_check (call->table, error)
         && hbase_local_catalogue_replace (call->db, call->table, error) && hbase_local_reply_void (call);
}

static HBaseSlice
described_name (const HBaseLocalCall *call)
{
  HBaseLocalField fields[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME + 1];

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[COLUMN]);
  return fields[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME].bytes;
}

gboolean
hbase_local_handle_add_column_family (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = described_name (call);
  g_autofree char *problem = NULL;

  if (!find_table (call, error))
    return FALSE;
  if (hbase_local_table_find_family (call->table, name) == NULL)
    return add_described_family (call, error);
  problem = g_strdup_printf ("in table '%s' already exists so cannot be added", call->table->name);
  return set_family_error ("Column family", name, problem, error);
}

gboolean
hbase_local_handle_modify_column_family (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = described_name (call);

  if (!find_table (call, error))
    return FALSE;
  if (!hbase_local_table_remove_family (call->table, name))
    return set_family_error ("Family", name, "does not exist, so it cannot be modified", error);
  return add_described_family (call, error);
}

gboolean
hbase_local_handle_delete_column_family (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = call->arguments[COLUMN].bytes;

  if (!find_table (call, error))
    return FALSE;
  if (!hbase_local_table_remove_family (call->table, name))
    return set_family_error ("Family", name, "does not exist, so it cannot be deleted", error);
  if (hbase_local_table_n_families (call->table) == 0)
    return set_family_error ("Family", name,
                             "is the only column family in the table, so it cannot be deleted", error);
  return hbase_local_catalogue_replace (call->db, call->table, error) && delete_orphans (call, error)
         && hbase_local_reply_void (call);
}
