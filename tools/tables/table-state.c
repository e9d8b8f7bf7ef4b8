/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads the states of tables. */

#include "config.h"

#include "table-state.h"

void
table_state_clear (TableState *state)
{
  g_clear_pointer (&state->regions, g_ptr_array_unref);
}

gboolean
table_state_read (Tool *tool, HBaseAdmin *admin, const char *name, TableState *state, GError **error)
{
  g_autoptr (HBaseTable) table = hbase_table_new (hbase_admin_get_connection (admin), name);
  HBaseTableState found;

  if (!hbase_admin_get_table_state (admin, name, &found, tool->cancellable, error))
    return FALSE;
  state->is_enabled = found >= HBASE_TABLE_STATE_ENABLED;
  state->regions = hbase_table_get_regions (table, tool->cancellable, error);
  return state->regions != NULL;
}

const char *
table_state_name (const TableState *state)
{
  return state->is_enabled ? "enabled" : "disabled";
}
