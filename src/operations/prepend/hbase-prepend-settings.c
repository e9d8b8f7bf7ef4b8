/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the checks of a prepend's settings. They send nothing and change nothing. Errors of
 * the table itself are found by the operation. */

#include "hbase-prepend-settings-private.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"

gboolean
hbase_prepend_refuse (const HBasePrependSettings *settings, const char *what, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", settings->table, what);
  return FALSE;
}

static gboolean
fail_column (const HBasePrependSettings *settings,
             const char *family,
             const char *qualifier,
             const char *what,
             GError **error)
{
  g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) qualifier, strlen (qualifier));
  g_autofree char *text = g_strdup_printf ("column “%s:%s”: %s", family, shown, what);

  return hbase_prepend_refuse (settings, text, error);
}

/* ---- keys ---- */

/* The bytes of the key before the counter. */
static GBytes *
encode_list (const HBasePrependSettings *settings, GError **error)
{
  g_autoptr (GVariant) empty = g_variant_ref_sink (g_variant_new ("()"));
  HBaseKeySchema *schema = settings->schema;

  if (schema == NULL || hbase_key_schema_get_counting (schema) == HBASE_KEY_COUNTER_NONE)
    {
      hbase_prepend_refuse (settings,
                            "to prepend rows, give the table a key schema whose last field is “downward”, as "
                            "“id:downward”, or a "
                            "reversed timestamp, as “at:reverse-ms”, and that has no random salt",
                            error);
      return NULL;
    }
  if (!settings->strategy->check (settings, error))
    return NULL;
  if (settings->prefix != NULL || hbase_key_schema_get_n_fields (schema) == 1)
    return hbase_key_schema_encode_before_counter (
        schema, settings->prefix != NULL ? settings->prefix : empty, error);
  hbase_prepend_refuse (
      settings, "the key has fields before the counter: set the prepender's prefix to their values", error);
  return NULL;
}

static gboolean
check_row (const HBasePrependSettings *settings, HBasePrependPlan *plan, GError **error)
{
  g_autofree char *text = NULL;

  plan->counter = -1;
  if (settings->row.data == NULL)
    return TRUE;
  if (!hbase_key_schema_get_counter (settings->schema, settings->row, &plan->counter, error))
    {
      hbase_error_prefix (error, "table “%s”, the row in doubt: ", settings->table);
      return FALSE;
    }
  if (hbase_key_schema_is_in_list (settings->schema, hbase_slice_of_bytes (plan->list), settings->row))
    return TRUE;
  text = hbase_bytes_to_escaped (settings->row.data, settings->row.length);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_KEY,
      "table “%s”, row “%s”: the row in doubt doesn't have the prepender's prefix; set the prefix that "
      "the prepender had when the row was first attempted",
      settings->table, text);
  return FALSE;
}

/* ---- cells ---- */

/* Its key would be ignored, and the caller would look for the row where it isn't. */
static gboolean
check_keyless (const HBasePrependSettings *settings, GError **error)
{
  HBaseSlice row = hbase_mutation_row_slice (HBASE_MUTATION (settings->cells));
  g_autofree char *shown = hbase_bytes_to_escaped (row.data, row.length);
  g_autofree char *what = g_strdup_printf ("a row to be prepended has the row key “%s”, but gets its key "
                                           "when it is prepended: make its put without a "
                                           "row key",
                                           shown);

  return row.length == 0 || hbase_prepend_refuse (settings, what, error);
}

/* A guard is a cell of its own, or, if the token has another column, a cell of the row's content. */
static gboolean
check_columns (const HBasePrependSettings *settings, const HBaseGuard *guard, GError **error)
{
  const HBasePacked *cells = &HBASE_MUTATION (settings->cells)->cells;
  HBaseSlice value = { NULL, 0 };
  gboolean has_guard = hbase_packed_find_column (cells, hbase_slice_text (guard->family),
                                                 hbase_slice_text (guard->qualifier), &value);

  if (!hbase_guard_has_separate_token (guard))
    return !has_guard
           || fail_column (
               settings, guard->family, guard->qualifier,
               "a row to be prepended has a cell in the guard's column: write it to another column, or "
               "name a token-column, and the cell will be the guard",
               error);
  if (value.length == 0)
    return fail_column (
        settings, guard->family, guard->qualifier,
        "a row to be prepended has no value in the column that is its guard: add one that isn't "
        "empty",
        error);
  return !hbase_packed_find_column (cells, hbase_slice_text (guard->token_family),
                                    hbase_slice_text (guard->token_qualifier), &value)
         || fail_column (settings, guard->token_family, guard->token_qualifier,
                         "a row to be prepended has a cell in the token's column: write it to another column",
                         error);
}

static gboolean
check_cells (const HBasePrependSettings *settings, const HBaseGuard *guard, GError **error)
{
  HBaseMutation *cells = HBASE_MUTATION (settings->cells);

  if (!check_keyless (settings, error) || !hbase_mutation_check_cells (cells, error)
      || !check_columns (settings, guard, error))
    return FALSE;
  if (cells->timestamp != HBASE_CELL_NO_TIMESTAMP || cells->n_untimed < cells->cells.count)
    return hbase_prepend_refuse (settings, "a row to be prepended has timestamps: leave them to the servers",
                                 error);
  if (hbase_mutation_get_time_to_live (cells) > 0)
    return hbase_prepend_refuse (settings,
                                 "a row to be prepended has a time to live: its guard would vanish with its "
                                 "cells, and the row be overwritten; set none",
                                 error);
  if (cells->durability == HBASE_DURABILITY_SKIP_WAL || cells->durability == HBASE_DURABILITY_ASYNC_WAL)
    return hbase_prepend_refuse (
        settings, "a row to be prepended must not get lost: set its durability to SYNC_WAL or more", error);
  return TRUE;
}

/* ---- all of it ---- */

gboolean
hbase_prepend_check (const HBasePrependSettings *settings, HBasePrependPlan *plan, GError **error)
{
  if (settings->cancel && settings->token_column != NULL)
    {
      hbase_guard_fail_content (settings->table, error);
      return FALSE;
    }
  plan->list = encode_list (settings, error);
  return plan->list != NULL
         && hbase_guard_init (&plan->guard, settings->table, settings->guard_family,
                              settings->guard_qualifier, settings->token_column, error)
         && (settings->cells == NULL || check_cells (settings, &plan->guard, error))
         && check_row (settings, plan, error);
}

void
hbase_prepend_plan_clear (HBasePrependPlan *plan)
{
  g_clear_pointer (&plan->list, g_bytes_unref);
  hbase_guard_clear (&plan->guard);
}
