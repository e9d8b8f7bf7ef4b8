/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-operation-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-wire-tables.h"

/* Most arguments begin with the table's name, as field 1; `room` is for what follows. */
static void
begin (HBaseWireWriter *writer, HBaseTarget target, gsize room)
{
  hbase_wire_writer_init (writer, target.protocol, 64 + strlen (target.table) + room);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (target.table));
}

/* A call of what was written; its errors name the row (data NULL: only the table). */
static HBaseOperation *
end (HBaseWireWriter *writer,
     HBaseTarget target,
     HBaseWireMethodId method,
     HBaseCallClass class,
     HBaseSlice row)
{
  HBaseOperation *operation;

  hbase_wire_end_struct (writer);
  operation = hbase_call_operation_new (target.protocol, target.table, &hbase_wire_methods[method],
                                        hbase_wire_writer_end (writer), class);
  hbase_operation_set_subject (operation, target.table, row);
  return operation;
}

static HBaseOperation *
nothing_to_ask (HBaseTarget target, HBaseWireMethodId method)
{
  return hbase_call_operation_new (target.protocol, target.table, &hbase_wire_methods[method], NULL,
                                   HBASE_CALL_READ);
}

static HBaseSlice
row_of_get (HBaseGet *get)
{
  HBaseSlice row;

  row.data = hbase_get_get_row (get, &row.length);
  return row;
}

static HBaseSlice
row_of_put (HBasePut *put)
{
  HBaseSlice row;

  row.data = hbase_put_get_row (put, &row.length);
  return row;
}

static HBaseSlice
row_of_delete (HBaseDelete *delete_)
{
  HBaseSlice row;

  row.data = hbase_delete_get_row (delete_, &row.length);
  return row;
}

/* Every reading operation keeps the keys that were asked for: replies don't name those that weren't found. */
static void
keep_key (GPtrArray *keys, HBaseSlice row)
{
  g_ptr_array_add (keys, g_bytes_new (row.data, row.length));
}

/* …and so does one that changes a row and tells how it is then. */
static void
keep_one_key (HBaseOperation *operation, HBaseSlice row)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  keep_key (keys, row);
  hbase_call_operation_set_data (operation, keys, (GDestroyNotify) g_ptr_array_unref);
}

static HBaseOperation *
one_get (HBaseTarget target, HBaseWireMethodId method, HBaseGet *get, GError **error)
{
  HBaseWireWriter writer;
  HBaseOperation *operation;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_get_check (get, error), error))
    return NULL;
  begin (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  operation = end (&writer, target, method, HBASE_CALL_READ, row_of_get (get));
  keep_one_key (operation, row_of_get (get));
  return operation;
}

HBaseOperation *
hbase_get_operation_new (HBaseTarget target, HBaseGet *get, GError **error)
{
  return one_get (target, HBASE_WIRE_METHOD_GET, get, error);
}

HBaseOperation *
hbase_exists_operation_new (HBaseTarget target, HBaseGet *get, GError **error)
{
  return one_get (target, HBASE_WIRE_METHOD_EXISTS, get, error);
}

static gboolean
check_gets (HBaseTarget target, GPtrArray *gets, GError **error)
{
  if (!hbase_table_name_check (target.table, error))
    return FALSE;
  for (guint i = 0; i < gets->len; i++)
    if (!hbase_target_prefix_error (target, hbase_get_check (gets->pdata[i], error), error))
      return FALSE;
  return TRUE;
}

static void
write_gets (HBaseWireWriter *writer, HBaseTarget target, GPtrArray *gets, guint first, guint count)
{
  begin (writer, target, 256);
  hbase_wire_write_list (writer, HBASE_GET_MULTIPLE_ARGS_TGETS, HBASE_WIRE_STRUCT, count);
  for (guint i = first; i < first + count; i++)
    {
      hbase_wire_begin_struct (writer);
      hbase_get_write (gets->pdata[i], writer);
    }
}

GBytes *
hbase_data_arguments_of_gets (HBaseTarget target, GPtrArray *gets, guint first, guint count)
{
  HBaseWireWriter writer;

  write_gets (&writer, target, gets, first, count);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

HBaseOperation *
hbase_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets, GError **error)
{
  HBaseWireWriter writer;
  HBaseOperation *operation;
  GPtrArray *keys;

  if (!check_gets (target, gets, error))
    return NULL;
  if (gets->len == 0)
    return nothing_to_ask (target, HBASE_WIRE_METHOD_GET_MULTIPLE);
  write_gets (&writer, target, gets, 0, gets->len);
  keys = g_ptr_array_new_full (gets->len, (GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < gets->len; i++)
    keep_key (keys, row_of_get (gets->pdata[i]));
  operation = end (&writer, target, HBASE_WIRE_METHOD_GET_MULTIPLE, HBASE_CALL_READ, hbase_slice (NULL, 0));
  hbase_call_operation_set_data (operation, keys, (GDestroyNotify) g_ptr_array_unref);
  return operation;
}

static void
write_put (HBaseWireWriter *writer, HBaseTarget target, HBasePut *put)
{
  begin (writer, target, hbase_put_get_room (put, FALSE));
  hbase_wire_write_struct (writer, HBASE_PUT_ARGS_TPUT);
  hbase_put_write (put, writer);
}

GBytes *
hbase_data_arguments_of_put (HBaseTarget target, HBasePut *put)
{
  HBaseWireWriter writer;

  write_put (&writer, target, put);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseCallClass
class_of_put (HBasePut *put)
{
  return hbase_put_is_timestamped (put) ? HBASE_CALL_TIMESTAMPED : HBASE_CALL_ONCE;
}

HBaseOperation *
hbase_put_operation_new (HBaseTarget target, HBasePut *put, GError **error)
{
  HBaseWireWriter writer;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_put_check (put, error), error))
    return NULL;
  write_put (&writer, target, put);
  return end (&writer, target, HBASE_WIRE_METHOD_PUT, class_of_put (put), row_of_put (put));
}

/* The class of several puts: one without stamps makes a repetition harmful. */
static gboolean
check_puts (HBaseTarget target, GPtrArray *puts, HBaseCallClass *class, GError **error)
{
  *class = HBASE_CALL_TIMESTAMPED;
  if (!hbase_table_name_check (target.table, error))
    return FALSE;
  for (guint i = 0; i < puts->len; i++)
    if (!hbase_target_prefix_error (target, hbase_put_check (puts->pdata[i], error), error))
      return FALSE;
    else if (!hbase_put_is_timestamped (puts->pdata[i]))
      *class = HBASE_CALL_ONCE;
  return TRUE;
}

static gsize
room_of_puts (GPtrArray *puts, gboolean in_place)
{
  gsize room = 0;

  for (guint i = 0; i < puts->len; i++)
    room += hbase_put_get_room (puts->pdata[i], in_place);
  return room;
}

HBaseOperation *
hbase_put_multiple_operation_new (HBaseTarget target, GPtrArray *puts, GError **error)
{
  HBaseCallClass class;
  HBaseWireWriter writer;
  HBaseWireSegments *runs;
  HBaseOperation *operation;

  if (!check_puts (target, puts, &class, error))
    return NULL;
  if (puts->len == 0)
    return nothing_to_ask (target, HBASE_WIRE_METHOD_PUT_MULTIPLE);
  begin (&writer, target, room_of_puts (puts, target.protocol == HBASE_WIRE_PROTOCOL_BINARY));
  hbase_wire_writer_allow_runs (&writer, puts->len);
  hbase_wire_write_list (&writer, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, puts->len);
  for (guint i = 0; i < puts->len; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_put_write (puts->pdata[i], &writer);
    }
  runs = hbase_wire_writer_take_runs (&writer);
  operation = end (&writer, target, HBASE_WIRE_METHOD_PUT_MULTIPLE, class, hbase_slice (NULL, 0));
  hbase_call_operation_set_runs (operation, runs);
  return operation;
}

HBaseOperation *
hbase_delete_operation_new (HBaseTarget target, HBaseDelete *delete_, GError **error)
{
  HBaseCallClass class;
  HBaseWireWriter writer;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_delete_check (delete_, error), error))
    return NULL;
  class = hbase_delete_is_timestamped (delete_) ? HBASE_CALL_TIMESTAMPED : HBASE_CALL_ONCE;
  begin (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_DELETE_SINGLE_ARGS_TDELETE);
  hbase_delete_write (delete_, &writer);
  return end (&writer, target, HBASE_WIRE_METHOD_DELETE_SINGLE, class, row_of_delete (delete_));
}

/* The class of several deletes, as of several puts. */
static gboolean
check_deletes (HBaseTarget target, GPtrArray *deletes, HBaseCallClass *class, GError **error)
{
  *class = HBASE_CALL_TIMESTAMPED;
  if (!hbase_table_name_check (target.table, error))
    return FALSE;
  for (guint i = 0; i < deletes->len; i++)
    if (!hbase_target_prefix_error (target, hbase_delete_check (deletes->pdata[i], error), error))
      return FALSE;
    else if (!hbase_delete_is_timestamped (deletes->pdata[i]))
      *class = HBASE_CALL_ONCE;
  return TRUE;
}

HBaseOperation *
hbase_delete_multiple_operation_new (HBaseTarget target, GPtrArray *deletes, GError **error)
{
  HBaseCallClass class;
  HBaseWireWriter writer;

  if (!check_deletes (target, deletes, &class, error))
    return NULL;
  if (deletes->len == 0)
    return nothing_to_ask (target, HBASE_WIRE_METHOD_DELETE_MULTIPLE);
  begin (&writer, target, 256);
  hbase_wire_write_list (&writer, HBASE_DELETE_MULTIPLE_ARGS_TDELETES, HBASE_WIRE_STRUCT, deletes->len);
  for (guint i = 0; i < deletes->len; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_delete_write (deletes->pdata[i], &writer);
    }
  return end (&writer, target, HBASE_WIRE_METHOD_DELETE_MULTIPLE, class, hbase_slice (NULL, 0));
}

HBaseOperation *
hbase_increment_operation_new (HBaseTarget target, HBaseIncrement *increment, GError **error)
{
  HBaseOperation *operation;
  HBaseWireWriter writer;
  HBaseSlice row;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_increment_check (increment, error), error))
    return NULL;
  row.data = hbase_increment_get_row (increment, &row.length);
  begin (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_increment_write (increment, &writer);
  operation = end (&writer, target, HBASE_WIRE_METHOD_INCREMENT, HBASE_CALL_ONCE, row);
  keep_one_key (operation, row);
  return operation;
}

HBaseOperation *
hbase_append_operation_new (HBaseTarget target, HBaseAppend *append, GError **error)
{
  HBaseOperation *operation;
  HBaseWireWriter writer;
  HBaseSlice row;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, hbase_append_check (append, error), error))
    return NULL;
  row.data = hbase_append_get_row (append, &row.length);
  begin (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_APPEND_ARGS_TAPPEND);
  hbase_append_write (append, &writer);
  operation = end (&writer, target, HBASE_WIRE_METHOD_APPEND, HBASE_CALL_ONCE, row);
  keep_one_key (operation, row);
  return operation;
}

static gboolean
check_family (HBaseSlice family, GError **error)
{
  if (family.length > 0)
    return TRUE;
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                       "the column to look at has no family; name one of the table's");
  return FALSE;
}

HBaseOperation *
hbase_check_and_put_operation_new (HBaseTarget target,
                                   HBaseSlice family,
                                   HBaseSlice qualifier,
                                   HBaseSlice value,
                                   HBasePut *put,
                                   GError **error)
{
  HBaseWireWriter writer;

  if (!hbase_table_name_check (target.table, error)
      || !hbase_target_prefix_error (target, check_family (family, error) && hbase_put_check (put, error),
                                     error))
    return NULL;
  begin (&writer, target,
         64 + family.length + qualifier.length + value.length + hbase_put_get_room (put, FALSE));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_ROW, row_of_put (put));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, family);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, qualifier);
  if (value.data != NULL)
    hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_VALUE, value);
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_put_write (put, &writer);
  return end (&writer, target, HBASE_WIRE_METHOD_CHECK_AND_PUT, HBASE_CALL_ONCE, row_of_put (put));
}

/* The gateway's answers are told apart by their places alone: another number of them would go to the wrong
 * keys. */
gboolean
hbase_data_check_count (HBaseOperation *operation, guint asked, guint came, GError **error)
{
  if (asked == came)
    return TRUE;
  g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_PROTOCOL,
                                                   "the gateway was asked for %u rows and answered with %u",
                                                   asked, came));
  return FALSE;
}

GPtrArray *
hbase_data_operation_take_rows (HBaseOperation *operation, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  GPtrArray *keys = hbase_call_operation_get_data (operation);
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (block == NULL)
    return g_steal_pointer (&rows);
  if (!hbase_data_check_count (operation, keys->len, block->n_rows, error))
    return NULL;
  for (guint i = 0; i < keys->len; i++)
    {
      HBaseSlice key;

      key.data = g_bytes_get_data (keys->pdata[i], &key.length);
      g_ptr_array_add (rows, hbase_row_new (block, i, key, schema));
    }
  return g_steal_pointer (&rows);
}

HBaseRow *
hbase_data_operation_take_row (HBaseOperation *operation, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GPtrArray) rows = hbase_data_operation_take_rows (operation, schema, error);

  return rows != NULL ? g_ptr_array_steal_index (rows, 0) : NULL;
}
