/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes deletes from words. */

#include "config.h"

#include <string.h>

#include "column.h"
#include "deletes.h"

static gboolean
refuse (GError **error, const char *message)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, message);
  return FALSE;
}

static void
add_column (HBaseDelete *delete_, const ToolColumn *column)
{
  const ToolBytes *qualifier = &column->qualifier;

  if (qualifier->data == NULL && !column->has_timestamp)
    hbase_delete_add_family (delete_, column->family);
  else if (qualifier->data == NULL)
    hbase_delete_add_family_with_timestamp (delete_, column->family, column->timestamp);
  else if (!column->has_timestamp)
    hbase_delete_add_column (delete_, column->family, qualifier->data, qualifier->length);
  else
    hbase_delete_add_column_with_timestamp (delete_, column->family, qualifier->data, qualifier->length,
                                            column->timestamp);
}

/* A delete names either columns or families, as its type is the same for all of them. */
static gboolean
add_deleted (HBaseDelete *delete_,
             const char *text,
             gboolean of_families,
             const DeleteRequest *request,
             GError **error)
{
  g_auto (ToolColumn) column = { 0 };

  if (!tool_parse_column (text, COLUMN_VERSION, &column, error))
    return FALSE;
  if (of_families != (column.qualifier.data == NULL))
    return refuse (error, "columns and whole families can't be deleted together");
  if (!column.has_timestamp && request->has_timestamp)
    {
      column.has_timestamp = TRUE;
      column.timestamp = request->timestamp;
    }
  if (request->versions == DELETE_EXACT && !column.has_timestamp)
    return refuse (error,
                   "--exact needs a timestamp: give each column after one, or for `delete` give --timestamp");
  if (request->versions == DELETE_NEWEST && column.has_timestamp)
    return refuse (error, "--newest deletes the newest version: leave the timestamp out");
  add_column (delete_, &column);
  return TRUE;
}

static gboolean
set_type (HBaseDelete *delete_, char **columns, const DeleteRequest *request, GError **error)
{
  gboolean of_families = columns[0] != NULL && strchr (columns[0], ':') == NULL;
  gboolean is_exact = request->versions == DELETE_EXACT;

  if (request->versions != DELETE_ALL && columns[0] == NULL)
    return refuse (error, "--newest and --exact need columns: a whole row is deleted with all its versions");
  if (request->versions == DELETE_NEWEST && of_families)
    return refuse (error, "--newest needs columns, not whole families");
  if (of_families)
    hbase_delete_set_delete_type (delete_,
                                  is_exact ? HBASE_DELETE_TYPE_FAMILY_VERSION : HBASE_DELETE_TYPE_FAMILY);
  else if (request->versions != DELETE_ALL)
    hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
  if (columns[0] == NULL && request->has_timestamp)
    hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), request->timestamp);
  return TRUE;
}

gboolean
delete_parse_versions (gboolean newest, gboolean exact, DeleteVersions *versions, GError **error)
{
  *versions = newest ? DELETE_NEWEST : exact ? DELETE_EXACT : DELETE_ALL;
  if (!newest || !exact)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "give either --newest or --exact");
  return FALSE;
}

HBaseDelete *
delete_make (GBytes *row, char **columns, const DeleteRequest *request, GError **error)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  gboolean of_families = columns[0] != NULL && strchr (columns[0], ':') == NULL;

  if (!set_type (delete_, columns, request, error)
      || !write_options_set (request->write, HBASE_MUTATION (delete_), error))
    return NULL;
  for (char **text = columns; *text != NULL; text++)
    if (!add_deleted (delete_, *text, of_families, request, error))
      return NULL;
  return g_steal_pointer (&delete_);
}
