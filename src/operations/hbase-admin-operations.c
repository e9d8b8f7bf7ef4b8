/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-wire-tables.h"

static HBaseOperation *
ask_about_table (HBaseTarget target, HBaseWireMethodId id, GError **error)
{
  const HBaseWireMethod *method = &hbase_wire_methods[id];

  if (!hbase_table_name_check (target.table, error))
    return NULL;
  return hbase_call_operation_new (target.protocol, target.table, method,
                                   hbase_wire_arguments_table_name (target.protocol, method, target.table),
                                   HBASE_CALL_READ);
}

HBaseOperation *
hbase_describe_table_operation_new (HBaseTarget target, GError **error)
{
  return ask_about_table (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, error);
}

HBaseOperation *
hbase_table_exists_operation_new (HBaseTarget target, GError **error)
{
  return ask_about_table (target, HBASE_WIRE_METHOD_TABLE_EXISTS, error);
}

HBaseOperation *
hbase_is_table_enabled_operation_new (HBaseTarget target, GError **error)
{
  return ask_about_table (target, HBASE_WIRE_METHOD_IS_TABLE_ENABLED, error);
}

HBaseOperation *
hbase_list_tables_operation_new (HBaseTarget target, GError **error)
{
  return hbase_call_operation_new (
      target.protocol, NULL, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN],
      hbase_wire_arguments_names_by_pattern (target.protocol, NULL, FALSE), HBASE_CALL_READ);
}

static void
begin_arguments (HBaseWireWriter *writer, HBaseTarget target, gsize room)
{
  hbase_wire_writer_init (writer, target.protocol, 32 + strlen (target.table) + room);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_GET_REGION_LOCATION_ARGS_TABLE, hbase_slice_text (target.table));
}

GBytes *
hbase_list_regions_arguments (HBaseTarget target)
{
  HBaseWireWriter writer;

  begin_arguments (&writer, target, 0);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

HBaseOperation *
hbase_list_regions_operation_new (HBaseTarget target, GError **error)
{
  if (!hbase_table_name_check (target.table, error))
    return NULL;
  return hbase_call_operation_new (target.protocol, target.table,
                                   &hbase_wire_methods[HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS],
                                   hbase_list_regions_arguments (target), HBASE_CALL_READ);
}

HBaseOperation *
hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row, GError **error)
{
  HBaseOperation *operation;
  HBaseWireWriter writer;

  if (!hbase_table_name_check (target.table, error) || (row.length > 0 && !hbase_row_key_check (row, error)))
    return NULL;
  begin_arguments (&writer, target, row.length);
  hbase_wire_write_binary (&writer, HBASE_GET_REGION_LOCATION_ARGS_ROW, row);
  /* What the gateway remembers may be of a table that was dropped since. */
  hbase_wire_write_bool (&writer, HBASE_GET_REGION_LOCATION_ARGS_RELOAD, TRUE);
  hbase_wire_end_struct (&writer);
  operation = hbase_call_operation_new (target.protocol, target.table,
                                        &hbase_wire_methods[HBASE_WIRE_METHOD_GET_REGION_LOCATION],
                                        hbase_wire_writer_end (&writer), HBASE_CALL_READ);
  hbase_operation_set_subject (operation, target.table, row);
  return operation;
}

GPtrArray *
hbase_admin_operation_take_regions (HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) regions = hbase_regions_read (block);

  if (regions->len > 0)
    return g_steal_pointer (&regions);
  g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_TABLE_NOT_FOUND,
                                                   "there is no such table; create it first"));
  return NULL;
}

HBaseRegion *
hbase_admin_operation_take_region (HBaseOperation *operation)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  return hbase_region_read (block);
}

HBaseTableDescriptor *
hbase_admin_operation_take_descriptor (HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (HBaseWireTable) table = hbase_wire_result_table (block, error);

  return table != NULL ? hbase_table_descriptor_from_wire (table) : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
hbase_admin_operation_take_names (HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) names = hbase_wire_result_table_names (block, error);

  if (names == NULL)
    return NULL;
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strdupv ((char **) names->pdata);
}
