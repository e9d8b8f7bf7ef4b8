/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that read the names, descriptors, states and regions of tables. */

#include "hbase-admin-operations-private.h"

#include "hbase-admin-arguments-private.h"
#include "hbase-arguments-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-wire-stubs-private.h"

static HBaseOperation *
read_call (HBaseTarget target, HBaseWireMethodId method, GBytes *arguments, HBaseTakeFunc take)
{
  HBaseOperation *operation = hbase_call_operation_new (target, method, arguments, HBASE_CALL_READ);

  hbase_call_operation_set_take (operation, take);
  return operation;
}

/* Makes a read whose only argument is the table's name. */
static HBaseOperation *
read_by_name (HBaseTarget target, HBaseWireMethodId id, HBaseTakeFunc take)
{
  const HBaseWireMethod *method = &hbase_wire_methods[id];
  GError *error = NULL;

  return hbase_table_name_check (target.table, &error)
             ? read_call (target, id, hbase_wire_arguments_table_name (target.protocol, method, target.table),
                          take)
             : hbase_call_operation_new_failed (target.protocol, error);
}

static gboolean
take_descriptor (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(HBaseTableDescriptor **) result = hbase_table_descriptor_of_block (block);
  return TRUE;
}

HBaseOperation *
hbase_describe_table_operation_new (HBaseTarget target)
{
  return read_by_name (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, take_descriptor);
}

HBaseOperation *
hbase_table_exists_operation_new (HBaseTarget target)
{
  return read_by_name (target, HBASE_WIRE_METHOD_TABLE_EXISTS, hbase_call_operation_take_flag);
}

HBaseOperation *
hbase_is_table_enabled_operation_new (HBaseTarget target)
{
  return read_by_name (target, HBASE_WIRE_METHOD_IS_TABLE_ENABLED, hbase_call_operation_take_flag);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
take_names (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) names = hbase_wire_result_table_names (block, error);

  if (names == NULL)
    return FALSE;
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  if (result != NULL)
    *(char ***) result = g_strdupv ((char **) names->pdata);
  return TRUE;
}

HBaseOperation *
hbase_list_tables_operation_new (HBaseTarget target)
{
  HBaseTarget server = { target.protocol, NULL };

  return read_call (server, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN,
                    hbase_wire_arguments_names_by_pattern (target.protocol, NULL, FALSE), take_names);
}

/* ---- regions ---- */

static gboolean
take_regions (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) regions = hbase_regions_read (block);
  gboolean exists = regions->len > 0;

  if (!exists)
    g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_TABLE_NOT_FOUND,
                                                     "there is no such table; create it first"));
  else if (result != NULL)
    *(GPtrArray **) result = g_steal_pointer (&regions);
  return exists;
}

HBaseOperation *
hbase_list_regions_operation_new (HBaseTarget target)
{
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error)
      || !hbase_unsalted_refuse (target, "regions can't be listed", &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  return read_call (target, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, hbase_arguments_of_table (target),
                    take_regions);
}

static gboolean
take_region (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(HBaseRegion **) result = hbase_region_read (block);
  return TRUE;
}

HBaseOperation *
hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row)
{
  HBaseOperation *operation;
  HBaseWireWriter writer;
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error)
      || !hbase_unsalted_refuse (target, "regions can't be looked up", &error)
      || (row.length > 0 && !hbase_row_key_check (row, &error)))
    return hbase_call_operation_new_failed (target.protocol, error);
  hbase_arguments_begin (target, row.length, &writer);
  hbase_wire_write_binary (&writer, HBASE_GET_REGION_LOCATION_ARGS_ROW, row);
  /* The gateway's cached locations may be those of a table that has been dropped. */
  hbase_wire_write_bool (&writer, HBASE_GET_REGION_LOCATION_ARGS_RELOAD, TRUE);
  operation
      = read_call (target, HBASE_WIRE_METHOD_GET_REGION_LOCATION, hbase_arguments_end (&writer), take_region);
  hbase_operation_set_subject (operation, target.table, row);
  return operation;
}
