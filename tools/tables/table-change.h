/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* What a command does to an existing table. */
typedef struct {
  const ToolCommand *command;
  const char *verb;      /* as `drop` */
  const char *new_state; /* “enabled” or “disabled”, if that is all that is changed; else NULL */
  gboolean deletes_rows; /* it deletes all rows of the table, after a question */
  gboolean (*run) (Tool *tool, HBaseAdmin *admin, const char *table, gboolean option, GError **error);
} TableChange;

/* Implements the command, with the options --dry-run and --if-exists, and --yes for those that delete rows.
 * `option`: a flag of the command itself; NULL: none. */
int table_change_run (Tool *tool, const TableChange *change, const GOptionEntry *option, char **argv);
