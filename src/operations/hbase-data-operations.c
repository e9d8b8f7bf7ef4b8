/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that read and write rows by their keys: one request each. */

#include "hbase-call-operation-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-wire-tables.h"

/* An operation that fails with the error (taken). */
static HBaseOperation *
fail (HBaseTarget target, GError *error)
{
  return hbase_call_operation_new_failed (target.protocol, error);
}

/* Whether the record (of a table with a valid name) passed its check; else its error names the table, too. */
static gboolean
check (HBaseTarget target, gboolean passed, GError **error)
{
  return hbase_target_prefix_error (target, passed, error) && hbase_table_name_check (target.table, error);
}

/* Most arguments begin with the table's name, as field 1; `capacity` is for what follows. */
static void
begin_arguments (HBaseWireWriter *writer, HBaseTarget target, gsize capacity)
{
  hbase_wire_writer_init (writer, target.protocol, 64 + strlen (target.table) + capacity);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (target.table));
}

/* Makes the call whose arguments were written; its errors name the row (data NULL: only the table). */
static HBaseOperation *
end_call (HBaseWireWriter *writer,
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

/* A call that sends nothing. */
static HBaseOperation *
empty_call (HBaseTarget target, HBaseWireMethodId method)
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

/* What a call asks for: replies don't name the rows that weren't found. */
typedef struct {
  GPtrArray *keys;        /* of GBytes */
  HBaseKeySchema *schema; /* NULL: none */
  gboolean unsalted;      /* the rows' handle hides the salts */
} Requested;

static void
requested_free (gpointer data)
{
  Requested *requested = data;

  g_ptr_array_unref (requested->keys);
  g_clear_pointer (&requested->schema, hbase_key_schema_unref);
  g_free (requested);
}

static Requested *
request_rows (HBaseOperation *operation, HBaseTarget target)
{
  Requested *requested = g_new (Requested, 1);

  requested->keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  requested->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  requested->unsalted = target.unsalted;
  hbase_call_operation_set_data (operation, requested, requested_free);
  return requested;
}

static void
add_key (Requested *requested, HBaseSlice row)
{
  g_ptr_array_add (requested->keys, g_bytes_new (row.data, row.length));
}

/* Another number of rows than was requested would give rows to the wrong keys: rows are matched by
 * position. */
gboolean
hbase_data_check_count (HBaseOperation *operation, guint requested, guint received, GError **error)
{
  if (requested == received)
    return TRUE;
  g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_PROTOCOL,
                                                   "the gateway was asked for %u rows and answered with %u",
                                                   requested, received));
  return FALSE;
}

/* To GPtrArray **. */
static gboolean
take_rows (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  const Requested *requested = hbase_call_operation_get_data (operation);
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (block != NULL && !hbase_data_check_count (operation, requested->keys->len, block->n_rows, error))
    return FALSE;
  for (guint i = 0; i < requested->keys->len; i++)
    g_ptr_array_add (rows,
                     (requested->unsalted ? hbase_row_new_unsalted : hbase_row_new) (
                         block, i, hbase_slice_of_bytes (requested->keys->pdata[i]), requested->schema));
  if (result != NULL)
    *(GPtrArray **) result = g_steal_pointer (&rows);
  return TRUE;
}

/* To HBaseRow **. */
static gboolean
take_row (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;

  if (!take_rows (operation, &rows, error))
    return FALSE;
  if (result != NULL)
    *(HBaseRow **) result = g_ptr_array_steal_index (rows, 0);
  return TRUE;
}

/* Of a call whose result is one row. */
static HBaseOperation *
return_row (HBaseOperation *operation, HBaseTarget target, HBaseSlice row)
{
  add_key (request_rows (operation, target), row);
  hbase_call_operation_set_take (operation, take_row);
  return operation;
}

static HBaseOperation *
return_flag (HBaseOperation *operation)
{
  hbase_call_operation_set_take (operation, hbase_call_operation_take_flag);
  return operation;
}

static HBaseOperation *
one_get (HBaseTarget target, HBaseWireMethodId method, HBaseGet *get)
{
  HBaseWireWriter writer;
  GError *error = NULL;

  if (!check (target, hbase_get_check (get, &error), &error))
    return fail (target, error);
  begin_arguments (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  return end_call (&writer, target, method, HBASE_CALL_READ, row_of_get (get));
}

HBaseOperation *
hbase_get_operation_new (HBaseTarget target, HBaseGet *get)
{
  return target.unsalted
             ? hbase_unsalted_get_operation_new (target, get)
             : return_row (one_get (target, HBASE_WIRE_METHOD_GET, get), target, row_of_get (get));
}

HBaseOperation *
hbase_exists_operation_new (HBaseTarget target, HBaseGet *get)
{
  return target.unsalted ? hbase_unsalted_exists_operation_new (target, get)
                         : return_flag (one_get (target, HBASE_WIRE_METHOD_EXISTS, get));
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
  begin_arguments (writer, target, 256);
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
hbase_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets)
{
  HBaseWireWriter writer;
  HBaseOperation *operation;
  Requested *requested;
  GError *error = NULL;

  if (target.unsalted)
    return hbase_unsalted_get_multiple_operation_new (target, gets);
  if (!check_gets (target, gets, &error))
    return fail (target, error);
  if (gets->len > 0)
    {
      write_gets (&writer, target, gets, 0, gets->len);
      operation = end_call (&writer, target, HBASE_WIRE_METHOD_GET_MULTIPLE, HBASE_CALL_READ,
                            hbase_slice (NULL, 0));
    }
  else
    operation = empty_call (target, HBASE_WIRE_METHOD_GET_MULTIPLE);
  requested = request_rows (operation, target);
  for (guint i = 0; i < gets->len; i++)
    add_key (requested, row_of_get (gets->pdata[i]));
  hbase_call_operation_set_take (operation, take_rows);
  return operation;
}

static void
write_put (HBaseWireWriter *writer, HBaseTarget target, HBasePut *put)
{
  begin_arguments (writer, target, hbase_put_get_max_length (put, FALSE));
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
hbase_put_operation_new (HBaseTarget target, HBasePut *put)
{
  GPtrArray one = { (gpointer *) &put, 1 };
  g_autoptr (HBasePut) placed = NULL;
  HBaseWireWriter writer;
  GError *error = NULL;

  if (hbase_unsalted_needs_lookup (target, &one))
    return hbase_unsalted_put_operation_new (target, &one);
  placed = hbase_unsalted_place (target, put, &error);
  if (placed == NULL || !check (target, hbase_put_check (placed, &error), &error))
    return fail (target, error);
  write_put (&writer, target, placed);
  return end_call (&writer, target, HBASE_WIRE_METHOD_PUT, class_of_put (placed), row_of_put (placed));
}

static GPtrArray *
place_puts (HBaseTarget target, GPtrArray *puts, GError **error)
{
  g_autoptr (GPtrArray) placed = g_ptr_array_new_full (puts->len, (GDestroyNotify) hbase_put_unref);

  for (guint i = 0; i < puts->len; i++)
    {
      HBasePut *put = hbase_unsalted_place (target, puts->pdata[i], error);

      if (put == NULL)
        return NULL;
      g_ptr_array_add (placed, put);
    }
  return g_steal_pointer (&placed);
}

/* The class of several puts: a single one without timestamps makes a repetition harmful. */
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
    room += hbase_put_get_max_length (puts->pdata[i], in_place);
  return room;
}

HBaseOperation *
hbase_put_multiple_operation_new (HBaseTarget target, GPtrArray *all)
{
  g_autoptr (GPtrArray) puts = NULL;
  HBaseCallClass class;
  HBaseWireWriter writer;
  GArray *segments;
  HBaseOperation *operation;
  GError *error = NULL;

  if (hbase_unsalted_needs_lookup (target, all))
    return hbase_unsalted_put_operation_new (target, all);
  puts = place_puts (target, all, &error);
  if (puts == NULL || !check_puts (target, puts, &class, &error))
    return fail (target, error);
  if (puts->len == 0)
    return empty_call (target, HBASE_WIRE_METHOD_PUT_MULTIPLE);
  begin_arguments (&writer, target, room_of_puts (puts, target.protocol == HBASE_WIRE_PROTOCOL_BINARY));
  hbase_wire_writer_allow_segments (&writer, puts->len);
  hbase_wire_write_list (&writer, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, puts->len);
  for (guint i = 0; i < puts->len; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_put_write (puts->pdata[i], &writer);
    }
  segments = hbase_wire_writer_take_segments (&writer);
  operation = end_call (&writer, target, HBASE_WIRE_METHOD_PUT_MULTIPLE, class, hbase_slice (NULL, 0));
  hbase_call_operation_set_segments (operation, segments);
  return operation;
}

static HBaseOperation *
delete_one (HBaseTarget target, HBaseDelete *delete_)
{
  HBaseCallClass class;
  HBaseWireWriter writer;
  GError *error = NULL;

  if (!check (target, hbase_delete_check (delete_, &error), &error))
    return fail (target, error);
  class = hbase_delete_is_timestamped (delete_) ? HBASE_CALL_TIMESTAMPED : HBASE_CALL_ONCE;
  begin_arguments (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_DELETE_SINGLE_ARGS_TDELETE);
  hbase_delete_write (delete_, &writer);
  return end_call (&writer, target, HBASE_WIRE_METHOD_DELETE_SINGLE, class, row_of_delete (delete_));
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

static HBaseOperation *
delete_all (HBaseTarget target, GPtrArray *deletes)
{
  HBaseCallClass class;
  HBaseWireWriter writer;
  GError *error = NULL;

  if (!check_deletes (target, deletes, &class, &error))
    return fail (target, error);
  if (deletes->len == 0)
    return empty_call (target, HBASE_WIRE_METHOD_DELETE_MULTIPLE);
  begin_arguments (&writer, target, 256);
  hbase_wire_write_list (&writer, HBASE_DELETE_MULTIPLE_ARGS_TDELETES, HBASE_WIRE_STRUCT, deletes->len);
  for (guint i = 0; i < deletes->len; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_delete_write (deletes->pdata[i], &writer);
    }
  return end_call (&writer, target, HBASE_WIRE_METHOD_DELETE_MULTIPLE, class, hbase_slice (NULL, 0));
}

/* One row is deleted by one request, under however many keys it may be stored. */
HBaseOperation *
hbase_delete_operation_new (HBaseTarget target, HBaseDelete *delete_)
{
  GPtrArray one = { (gpointer *) &delete_, 1 };
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = hbase_unsalted_place_deletes (target, &one, &error);
  HBaseOperation *operation;

  if (placed == NULL)
    return fail (target, error);
  if (placed->len == 1)
    return delete_one (target, placed->pdata[0]);
  operation = delete_all (target, placed);
  hbase_operation_set_subject (operation, operation->table, row_of_delete (delete_));
  return operation;
}

HBaseOperation *
hbase_delete_multiple_operation_new (HBaseTarget target, GPtrArray *deletes)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) placed = hbase_unsalted_place_deletes (target, deletes, &error);

  return placed != NULL ? delete_all (target, placed) : fail (target, error);
}

HBaseOperation *
hbase_increment_operation_new (HBaseTarget target, HBaseIncrement *increment)
{
  HBaseWireWriter writer;
  HBaseSlice row;
  GError *error = NULL;
  g_autoptr (HBaseIncrement) placed = hbase_unsalted_place (target, increment, &error);

  if (placed == NULL || !check (target, hbase_increment_check (placed, &error), &error))
    return fail (target, error);
  row.data = hbase_increment_get_row (placed, &row.length);
  begin_arguments (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_increment_write (placed, &writer);
  return return_row (end_call (&writer, target, HBASE_WIRE_METHOD_INCREMENT, HBASE_CALL_ONCE, row), target,
                     row);
}

HBaseOperation *
hbase_append_operation_new (HBaseTarget target, HBaseAppend *append)
{
  HBaseWireWriter writer;
  HBaseSlice row;
  GError *error = NULL;
  g_autoptr (HBaseAppend) placed = hbase_unsalted_place (target, append, &error);

  if (placed == NULL || !check (target, hbase_append_check (placed, &error), &error))
    return fail (target, error);
  row.data = hbase_append_get_row (placed, &row.length);
  begin_arguments (&writer, target, 256);
  hbase_wire_write_struct (&writer, HBASE_APPEND_ARGS_TAPPEND);
  hbase_append_write (placed, &writer);
  return return_row (end_call (&writer, target, HBASE_WIRE_METHOD_APPEND, HBASE_CALL_ONCE, row), target, row);
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
hbase_check_and_put_operation_new (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBasePut *put_of_key)
{
  HBaseWireWriter writer;
  GError *error = NULL;
  g_autoptr (HBasePut) put = hbase_unsalted_place (target, put_of_key, &error);

  if (put == NULL || !check (target, check_family (family, &error) && hbase_put_check (put, &error), &error))
    return fail (target, error);
  begin_arguments (&writer, target,
                   64 + family.length + qualifier.length + value.length
                       + hbase_put_get_max_length (put, FALSE));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_ROW, row_of_put (put));
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, family);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, qualifier);
  if (value.data != NULL)
    hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_VALUE, value);
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_put_write (put, &writer);
  return return_flag (
      end_call (&writer, target, HBASE_WIRE_METHOD_CHECK_AND_PUT, HBASE_CALL_ONCE, row_of_put (put)));
}
