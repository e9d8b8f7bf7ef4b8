/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of get, getMultiple, exists and existsAll. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-reader-private.h"

#define N_GET_FIELDS (HBASE_T_GET_FILTER_BYTES + 1)
#define GETS 2 /* the argument: a TGet, or a list of them */

typedef struct {
  HBaseSlice key;
  HBaseLocalQuery query;
} Get;

static void
get_clear (gpointer get)
{
  hbase_local_query_clear (&((Get *) get)->query);
}

static gboolean
read_get (HBaseLocalCall *call, const HBaseLocalField *fields, gboolean for_cells, Get *get, GError **error)
{
  get->key = fields[HBASE_T_GET_ROW].bytes;
  hbase_local_query_init (&get->query);
  if (!hbase_local_query_parse_get (&get->query, fields, error))
    return FALSE;
  get->query.keys_only |= !for_cells && !get->query.compares_values;
  /* HBase's gateway fails to convert its own result there. */
  return !for_cells || !fields[HBASE_T_GET_EXISTENCE_ONLY].number
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a get that wants no cells");
}

/* A filter examines the cells of whole rows. Without a filter, cells are written to the reply as they are
 * found. */
static gboolean
get_row (HBaseLocalCall *call, const Get *get, gboolean for_cells, HBaseLocalRow *row, GError **error)
{
  hbase_local_row_set_writer (row, for_cells && get->query.filter == NULL ? call->reply : NULL);
  return hbase_local_get_row (call, get->key, &get->query, row, error);
}

static gboolean
read_one (HBaseLocalCall *call, gboolean for_cells, HBaseLocalRow *row, GError **error)
{
  HBaseLocalField fields[N_GET_FIELDS];
  Get get;
  gboolean ok;

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[GETS]);
  ok = read_get (call, fields, for_cells, &get, error) && hbase_local_call_find_table (call, error)
       && hbase_local_query_check (&get.query, call->table, error)
       && get_row (call, &get, for_cells, row, error);
  get_clear (&get);
  return ok;
}

gboolean
hbase_local_handle_get (HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  hbase_local_reply_begin_row (call);
  return read_one (call, TRUE, &row, error) && hbase_local_reply_end_row (call, &row);
}

gboolean
hbase_local_handle_exists (HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  return read_one (call, FALSE, &row, error)
         && hbase_local_reply_bool (call, hbase_local_row_n_cells (&row) > 0);
}

/* ---- several gets: parsed once to check them and once to execute them, because all of them in memory
 * would take many times the call's size ---- */

/* Processes one get; FALSE ends the loop with the error. */
typedef gboolean (*GetFunc) (HBaseLocalCall *call, const Get *get, gpointer data, GError **error);

static gboolean
for_each_get (HBaseLocalCall *call, gboolean for_cells, GetFunc take, gpointer data, GError **error)
{
  HBaseLocalField fields[N_GET_FIELDS];
  HBaseLocalStructs gets;
  gboolean ok = TRUE;

  hbase_local_structs_init (&gets, &call->arguments[GETS]);
  while (ok && hbase_local_structs_next (&gets, fields, G_N_ELEMENTS (fields)))
    {
      Get get;

      ok = read_get (call, fields, for_cells, &get, error) && take (call, &get, data, error);
      get_clear (&get);
    }
  return ok;
}

/* The number of gets that fail, and the error of the first. */
typedef struct {
  guint n;
  GError *first;
} FailedGets;

/* Without a table every get fails, and the first error is the table's. */
static gboolean
check_get (HBaseLocalCall *call, const Get *get, gpointer data, GError **error)
{
  FailedGets *failed = data;
  GError **first = failed->first == NULL ? &failed->first : NULL;

  failed->n += call->table == NULL || !hbase_local_query_check (&get->query, call->table, first);
  return hbase_local_budget_spend (call->budget, 1) || hbase_local_budget_set_error (call->budget, error);
}

/* `row` is memory for the row that is read. */
static gboolean
write_row (HBaseLocalCall *call, const Get *get, gpointer row, GError **error)
{
  hbase_wire_begin_struct (call->reply);
  if (!get_row (call, get, TRUE, row, error))
    return FALSE;
  hbase_local_row_write (row, call->reply);
  return call->reply->length <= HBASE_LOCAL_REPLY_MAX
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   "the reply is too large: ask for fewer rows at a time");
}

static gboolean
write_existence (HBaseLocalCall *call, const Get *get, gpointer row, GError **error)
{
  if (!get_row (call, get, FALSE, row, error))
    return FALSE;
  hbase_wire_put_bool (call->reply, hbase_local_row_n_cells (row) > 0);
  return TRUE;
}

static gboolean
write_results (HBaseLocalCall *call, guint count, gboolean for_cells, GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS,
                         for_cells ? HBASE_WIRE_STRUCT : HBASE_WIRE_BOOL, count);
  if (!for_each_get (call, for_cells, for_cells ? write_row : write_existence, &row, error))
    return FALSE;
  hbase_local_reply_end (call);
  return TRUE;
}

static gboolean
handle_list (HBaseLocalCall *call, gboolean for_cells, GError **error)
{
  HBaseLocalStructs gets;
  guint count = hbase_local_structs_init (&gets, &call->arguments[GETS]);
  FailedGets failed = { 0 };

  /* HBase contacts no server for an empty list; and an invalid get is reported before an unknown table. */
  if (count > 0)
    hbase_local_call_find_table (call, &failed.first);
  if (!for_each_get (call, for_cells, check_get, &failed, error))
    {
      g_clear_error (&failed.first);
      return FALSE;
    }
  if (failed.n == 0)
    return write_results (call, count, for_cells, error);
  g_propagate_error (error, failed.first);
  if (count > 1)
    hbase_local_error_in_batch (error, failed.n);
  return FALSE;
}

gboolean
hbase_local_handle_get_multiple (HBaseLocalCall *call, GError **error)
{
  return handle_list (call, TRUE, error);
}

gboolean
hbase_local_handle_exists_all (HBaseLocalCall *call, GError **error)
{
  return handle_list (call, FALSE, error);
}
