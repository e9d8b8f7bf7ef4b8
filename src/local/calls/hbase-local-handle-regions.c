/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of getRegionLocation and getAllRegionLocations. A table keeps the regions that it was created
 * with; this server has all of them. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"

#define NOWHERE hbase_slice ("", 0)

static HBaseSlice
split_at (const GPtrArray *splits, guint i)
{
  return hbase_slice_of_bytes (splits->pdata[i]);
}

/* Writes the fields of a THRegionLocation, and its stop byte, for the region between split keys `i` − 1
 * and `i`. */
static void
write_region (HBaseWireWriter *writer, const char *table, const GPtrArray *splits, guint i)
{
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_SERVER_NAME);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, hbase_slice_text (HBASE_LOCAL_SERVER_HOST));
  hbase_wire_write_i32 (writer, HBASE_T_SERVER_NAME_PORT, 0);
  hbase_wire_write_i64 (writer, HBASE_T_SERVER_NAME_START_CODE, 0);
  hbase_wire_end_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_REGION_INFO);
  hbase_wire_write_i64 (writer, HBASE_T_H_REGION_INFO_REGION_ID, 0);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_TABLE_NAME, hbase_slice_text (table));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_START_KEY,
                           i > 0 ? split_at (splits, i - 1) : NOWHERE);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_END_KEY,
                           i < splits->len ? split_at (splits, i) : NOWHERE);
  hbase_wire_write_bool (writer, HBASE_T_H_REGION_INFO_OFFLINE, FALSE);
  hbase_wire_write_bool (writer, HBASE_T_H_REGION_INFO_SPLIT, FALSE);
  hbase_wire_write_i32 (writer, HBASE_T_H_REGION_INFO_REPLICA_ID, 0);
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

/* Finds the call's table, enabled or not, and its split keys. Both are NULL if there is no such table. */
static gboolean
find_table (HBaseLocalCall *call, GPtrArray **splits, GError **error)
{
  g_autofree char *name
      = hbase_local_name_parse (call->arguments[HBASE_GET_REGION_LOCATION_ARGS_TABLE].bytes, error);

  *splits = NULL;
  if (name == NULL || !hbase_local_catalogue_find (call->db, name, &call->table, error))
    return FALSE;
  if (call->table != NULL)
    *splits = hbase_local_catalogue_splits (call->db, call->table, error);
  return call->table == NULL || *splits != NULL;
}

static guint
region_of (const GPtrArray *splits, HBaseSlice row)
{
  guint i = 0;

  while (i < splits->len && hbase_slice_compare (split_at (splits, i), row) <= 0)
    i++;
  return i;
}

gboolean
hbase_local_handle_get_region_location (HBaseLocalCall *call, GError **error)
{
  HBaseSlice wanted = call->arguments[HBASE_GET_REGION_LOCATION_ARGS_TABLE].bytes;
  g_autoptr (GPtrArray) splits = NULL;

  if (!find_table (call, &splits, error))
    return FALSE;
  if (splits == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "%.*s", (int) wanted.length,
                                  hbase_slice_bytes (wanted));
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
  write_region (call->reply, call->table->name, splits,
                region_of (splits, call->arguments[HBASE_GET_REGION_LOCATION_ARGS_ROW].bytes));
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_handle_get_all_region_locations (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) splits = NULL;
  guint n;

  if (!find_table (call, &splits, error))
    return FALSE;
  n = splits != NULL ? splits->len + 1 : 0;
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    {
      hbase_wire_begin_struct (call->reply);
      write_region (call->reply, call->table->name, splits, i);
    }
  hbase_local_reply_end (call);
  return TRUE;
}
