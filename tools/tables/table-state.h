/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* What the description of a table doesn't have. */
typedef struct {
  gboolean is_enabled;
  GPtrArray *regions; /* (element-type HBaseRegion) */
} TableState;

/* Reads whether the table is enabled, and its regions, by two to four calls. */
gboolean
table_state_read (Tool *tool, HBaseAdmin *admin, const char *table, TableState *state, GError **error);
void table_state_clear (TableState *state);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TableState, table_state_clear)

/* Returns “enabled” or “disabled”. */
const char *table_state_name (const TableState *state);
