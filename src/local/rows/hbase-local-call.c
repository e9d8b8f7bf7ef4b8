/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What handlers share: the table and the arguments of a call, and writing its reply. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"

#define TABLE 1 /* first argument of all calls about one table */

gboolean
hbase_local_call_find_table (HBaseLocalCall *call, GError **error)
{
  call->table = hbase_local_catalogue_find_enabled (call->db, call->arguments[TABLE].bytes, error);
  return call->table != NULL;
}

gboolean
hbase_local_call_check_writable (HBaseLocalCall *call, GError **error)
{
  gboolean is_read_only;

  return hbase_local_catalogue_is_read_only (call->db, call->table, &is_read_only, error)
         && (!is_read_only
             || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                       HBASE_LOCAL_DO_NOT_RETRY "region is read only"));
}

gboolean
hbase_local_call_find (HBaseLocalCall *call, GError **error)
{
  g_autofree char *name = hbase_local_descriptor_parse_name (&call->arguments[TABLE], error);

  return name != NULL && hbase_local_catalogue_find (call->db, name, &call->table, error);
}

gboolean
hbase_local_call_find_existing (HBaseLocalCall *call, const char *not_found, GError **error)
{
  g_autofree char *name = NULL;

  if (!hbase_local_call_find (call, error) || call->table != NULL)
    return call->table != NULL;
  name = hbase_local_descriptor_parse_name (&call->arguments[TABLE], NULL);
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "%s%s", not_found, name);
}

void
hbase_local_reply_begin (HBaseLocalCall *call)
{
  hbase_wire_write_message (call->reply, call->block->name, HBASE_WIRE_REPLY, call->block->sequence_id);
  hbase_wire_begin_struct (call->reply);
}

void
hbase_local_reply_end (HBaseLocalCall *call)
{
  hbase_wire_end_struct (call->reply);
}

gboolean
hbase_local_reply_void (HBaseLocalCall *call)
{
  hbase_local_reply_begin (call);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_reply_bool (HBaseLocalCall *call, gboolean value)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_bool (call->reply, HBASE_LOCAL_RESULT_SUCCESS, value);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_reply_i32 (HBaseLocalCall *call, gint32 value)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_i32 (call->reply, HBASE_LOCAL_RESULT_SUCCESS, value);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_reply_text (HBaseLocalCall *call, const char *text)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_binary (call->reply, HBASE_LOCAL_RESULT_SUCCESS, hbase_slice_text (text));
  hbase_local_reply_end (call);
  return TRUE;
}

void
hbase_local_reply_begin_row (HBaseLocalCall *call)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
}

gboolean
hbase_local_reply_end_row (HBaseLocalCall *call, const HBaseLocalRow *row)
{
  hbase_local_row_write (row, call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_reply_row (HBaseLocalCall *call, const HBaseLocalRow *row)
{
  hbase_local_reply_begin_row (call);
  return hbase_local_reply_end_row (call, row);
}

gsize
hbase_local_reply_begin_list (HBaseLocalCall *call)
{
  hbase_local_reply_begin (call);
  return hbase_wire_begin_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
}

gboolean
hbase_local_reply_end_list (HBaseLocalCall *call, gsize start, guint count)
{
  hbase_wire_end_list (call->reply, start, HBASE_WIRE_STRUCT, count);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_reply_empty_list (HBaseLocalCall *call, HBaseWireType element)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, element, 0);
  hbase_local_reply_end (call);
  return TRUE;
}
