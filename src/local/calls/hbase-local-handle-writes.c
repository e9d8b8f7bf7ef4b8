/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of put, putMultiple, deleteSingle, deleteMultiple, mutateRow, increment and append. */

#include "config.h"

#include "hbase-local-mutation-private.h"
#include "hbase-local-error-private.h"

#define MUTATION 2 /* the argument that is the mutation, or a list of them */

static gboolean
write_one (HBaseLocalCall *call, const HBaseLocalMutationKind *kind, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
  g_auto (HBaseLocalMutations) mutations;

  hbase_local_mutations_init (&mutations);
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[MUTATION]);
  return hbase_local_mutations_add (&mutations, kind, fields, error)
         && hbase_local_call_find_table (call, error) && hbase_local_call_check_writable (call, error)
         && hbase_local_mutations_apply (&mutations, call, error) && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_put (HBaseLocalCall *call, GError **error)
{
  return write_one (call, &hbase_local_put, error);
}

gboolean
hbase_local_handle_delete_single (HBaseLocalCall *call, GError **error)
{
  return write_one (call, &hbase_local_delete, error);
}

/* ---- several rows: if one of the rows can't be written the others still are ---- */

static gboolean
read_all (HBaseLocalCall *call,
          const HBaseLocalMutationKind *kind,
          HBaseLocalMutations *mutations,
          GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
  HBaseLocalStructs list;

  hbase_local_structs_init (&list, &call->arguments[MUTATION]);
  while (hbase_local_structs_next (&list, fields, G_N_ELEMENTS (fields)))
    {
      if (!hbase_local_mutations_add (mutations, kind, fields, error))
        return FALSE;
      if (!hbase_local_budget_spend (call->budget, 1))
        return hbase_local_budget_set_error (call->budget, error);
    }
  return TRUE;
}

/* Appends the time of each mutation, which depends on what is stored before the call. */
static gboolean
read_times (HBaseLocalCall *call, const HBaseLocalMutations *mutations, GArray *times, GError **error)
{
  g_auto (HBaseLocalRowClock) clock;

  hbase_local_row_clock_init (&clock, call);
  for (guint i = 0; i < mutations->list->len; i++)
    {
      hbase_local_row_clock_begin (&clock);
      if (!hbase_local_mutation_add_to_clock (mutations, i, &clock, error))
        return FALSE;
      g_array_append_val (times, clock.time);
    }
  return TRUE;
}

/* A delete of a newest version doesn't see the call's other deletes. */
static gboolean
write_pending (HBaseLocalCall *call, const HBaseLocalMutation *mutation, GError **error)
{
  return mutation->kind == &hbase_local_delete || hbase_local_cell_writer_write_many (call->writer, error);
}

/* Returns FALSE if the store failed: nothing is written then. */
static gboolean
apply_all (HBaseLocalCall *call, const HBaseLocalMutations *mutations, const GArray *times, GError **error)
{
  guint failed = 0;

  for (guint i = 0; i < mutations->list->len; i++)
    {
      g_autoptr (GError) failure = NULL;

      call->put_time = call->delete_time = g_array_index (times, gint64, i);
      if (hbase_local_mutation_apply (mutations, i, call, &failure)
          && write_pending (call, hbase_local_mutations_get (mutations, i), &failure))
        continue;
      if (failure->domain != HBASE_LOCAL_ERROR)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      failed++;
      if (call->partial_error == NULL)
        call->partial_error = g_steal_pointer (&failure);
    }
  hbase_local_error_in_batch (&call->partial_error, failed);
  return TRUE;
}

static gboolean
write_all (HBaseLocalCall *call, const HBaseLocalMutationKind *kind, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (HBaseLocalMutations) mutations;

  hbase_local_mutations_init (&mutations);
  if (!read_all (call, kind, &mutations, error))
    return FALSE;
  if (mutations.list->len == 0)
    return TRUE;
  if (hbase_local_call_find_table (call, error) && hbase_local_call_check_writable (call, error))
    return read_times (call, &mutations, times, error) && apply_all (call, &mutations, times, error);
  hbase_local_error_in_batch (error, mutations.list->len);
  return FALSE;
}

gboolean
hbase_local_handle_put_multiple (HBaseLocalCall *call, GError **error)
{
  return write_all (call, &hbase_local_put, error) && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_delete_multiple (HBaseLocalCall *call, GError **error)
{
  /* HBase's reply would list the deletes that failed; but when one fails the gateway reports an error
   * instead. */
  return write_all (call, &hbase_local_delete, error)
         && hbase_local_reply_empty_list (call, HBASE_WIRE_STRUCT);
}

/* ---- mutations of one row ---- */

gboolean
hbase_local_handle_mutate_row (HBaseLocalCall *call, GError **error)
{
  HBaseLocalField fields[HBASE_T_ROW_MUTATIONS_MUTATIONS + 1];
  g_auto (HBaseLocalMutations) mutations;
  guint failed = 1;

  hbase_local_mutations_init (&mutations);
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[MUTATION]);
  if (!hbase_local_mutations_add_row (&mutations, fields, error))
    return FALSE;
  if (hbase_local_call_find_table (call, error))
    {
      if (hbase_local_call_check_writable (call, error)
          && hbase_local_mutations_apply (&mutations, call, error))
        return hbase_local_reply_void (call);
      failed = mutations.list->len;
    }
  hbase_local_error_in_batch (error, failed);
  return FALSE;
}

static gboolean
handle_update (HBaseLocalCall *call, const HBaseLocalUpdate *update, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
  g_auto (HBaseLocalRow) row;

  hbase_local_row_init (&row);
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[MUTATION]);
  if (!hbase_local_update_check (update, fields, error) || !hbase_local_call_find_table (call, error)
      || !hbase_local_call_check_writable (call, error)
      || !hbase_local_update_apply (update, call, fields, &row, error))
    return FALSE;
  if (hbase_local_field_or (&fields[update->return_results], TRUE) == 0)
    hbase_local_row_clear_cells (&row);
  return hbase_local_reply_row (call, &row);
}

gboolean
hbase_local_handle_increment (HBaseLocalCall *call, GError **error)
{
  return handle_update (call, &hbase_local_increment, error);
}

gboolean
hbase_local_handle_append (HBaseLocalCall *call, GError **error)
{
  return handle_update (call, &hbase_local_append, error);
}
