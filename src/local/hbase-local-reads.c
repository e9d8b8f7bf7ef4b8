/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-fault-private.h"

/* get, getMultiple, exists, existsAll. */

#define N_GET_FIELDS (HBASE_T_GET_FILTER_BYTES + 1)
#define SUCCESS 0
#define GETS 2 /* the argument: one TGet, or a list of them */

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
  if (!hbase_local_query_read_get (&get->query, fields, call->block, error))
    return FALSE;
  get->query.keys_only |= !for_cells && !get->query.compares_values;
  /* The gateway stumbles over its own result there. */
  return !for_cells || !fields[HBASE_T_GET_EXISTENCE_ONLY].number
         || hbase_local_fault (error, HBASE_LOCAL_FAULT_INTERNAL, "a get that wants no cells");
}

static gboolean
read_row (HBaseLocalCall *call, const Get *get, HBaseLocalRow *row, GError **error)
{
  return hbase_local_query_check (&get->query, call->table, error)
         && hbase_local_cells_get (call->db, call->table, get->key, &get->query, call->now, row, error);
}

static gboolean
read_one (HBaseLocalCall *call, gboolean for_cells, HBaseLocalRow *row, GError **error)
{
  HBaseLocalField fields[N_GET_FIELDS];
  Get get;
  gboolean ok;

  hbase_local_call_read (call, GETS, fields, G_N_ELEMENTS (fields));
  ok = read_get (call, fields, for_cells, &get, error) && hbase_local_call_use_table (call, error)
       && read_row (call, &get, row, error);
  get_clear (&get);
  return ok;
}

gboolean
hbase_local_answer_get (HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  if (!read_one (call, TRUE, &row, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, SUCCESS);
  hbase_local_row_write (&row, 0, hbase_local_row_n_cells (&row), FALSE, call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_answer_exists (HBaseLocalCall *call, GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  return read_one (call, FALSE, &row, error)
         && hbase_local_reply_bool (call, hbase_local_row_n_cells (&row) > 0);
}

/* All of them are looked over before the first is answered. (element-type Get) */
static GArray *
read_gets (HBaseLocalCall *call, gboolean for_cells, GError **error)
{
  g_autoptr (GArray) gets = g_array_new (FALSE, FALSE, sizeof (Get));
  HBaseLocalField fields[N_GET_FIELDS];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&call->arguments[GETS], call->block, &decoder);

  g_array_set_clear_func (gets, get_clear);
  for (guint i = 0; i < count; i++)
    {
      Get get;
      gboolean ok;

      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &decoder);
      ok = read_get (call, fields, for_cells, &get, error);
      g_array_append_val (gets, get);
      if (ok && !hbase_local_budget_spend (call->budget, 1))
        ok = hbase_local_budget_fail (call->budget, error);
      if (!ok)
        return NULL;
    }
  return g_steal_pointer (&gets);
}

/* Writes one get's answer. */
typedef void (*WriteAnswer) (HBaseLocalCall *call, const HBaseLocalRow *row);

static void
write_row (HBaseLocalCall *call, const HBaseLocalRow *row)
{
  hbase_wire_begin_struct (call->reply);
  hbase_local_row_write (row, 0, hbase_local_row_n_cells (row), FALSE, call->reply);
}

static void
write_existence (HBaseLocalCall *call, const HBaseLocalRow *row)
{
  hbase_wire_put_bool (call->reply, hbase_local_row_n_cells (row) > 0);
}

static gboolean
write_answers (HBaseLocalCall *call,
               const GArray *gets,
               HBaseWireType element,
               WriteAnswer write,
               GError **error)
{
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, SUCCESS, element, gets->len);
  for (guint i = 0; i < gets->len; i++)
    {
      const Get *get = &g_array_index (gets, Get, i);

      if (!hbase_local_cells_get (call->db, call->table, get->key, &get->query, call->now, &row, error))
        return FALSE;
      write (call, &row);
      if (call->reply->length > HBASE_LOCAL_REPLY_MAX)
        return hbase_local_fault (error, HBASE_LOCAL_FAULT_IO,
                                  "the reply is too large: ask for fewer rows at a time");
    }
  hbase_local_reply_end (call);
  return TRUE;
}

/* How many of them ask for something that the table doesn't have: the first one's fault is the error. */
static guint
count_faulty (HBaseLocalCall *call, const GArray *gets, GError **error)
{
  guint faulty = 0;

  for (guint i = 0; i < gets->len; i++)
    {
      g_autoptr (GError) fault = NULL;

      if (!hbase_local_query_check (&g_array_index (gets, Get, i).query, call->table, &fault)
          && ++faulty == 1)
        g_propagate_error (error, g_steal_pointer (&fault));
    }
  return faulty;
}

static gboolean
answer_many (HBaseLocalCall *call,
             gboolean for_cells,
             HBaseWireType element,
             WriteAnswer write,
             GError **error)
{
  g_autoptr (GArray) gets = read_gets (call, for_cells, error);
  guint failed;

  if (gets == NULL)
    return FALSE;
  /* HBase asks nobody when there is nothing to ask. */
  failed = gets->len == 0 || hbase_local_call_use_table (call, error) ? count_faulty (call, gets, error)
                                                                      : gets->len;
  if (failed == 0)
    return write_answers (call, gets, element, write, error);
  if (gets->len > 1)
    hbase_local_fault_in_batch (error, failed);
  return FALSE;
}

gboolean
hbase_local_answer_get_multiple (HBaseLocalCall *call, GError **error)
{
  return answer_many (call, TRUE, HBASE_WIRE_STRUCT, write_row, error);
}

gboolean
hbase_local_answer_exists_all (HBaseLocalCall *call, GError **error)
{
  return answer_many (call, FALSE, HBASE_WIRE_BOOL, write_existence, error);
}
