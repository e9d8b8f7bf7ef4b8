/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "export-reader.h"
#include "tool.h"

/* What the commands that copy and compare tables have in common. */

#define TRANSFER_PARALLELISM 4

#define TRANSFER_PARALLELISM_ENTRY(parallelism)                                                              \
  {                                                                                                          \
    "parallelism", 0, 0, G_OPTION_ARG_INT, (parallelism),                                                    \
        "how many requests are sent, or regions read, at a time (4)", "N"                                    \
  }

/* Prints a usage message unless the number is valid. */
gboolean transfer_check_parallelism (const ToolCommand *command, int parallelism);

/* Prints a usage message if --uri or --profile is given to a command whose words are URIs. */
gboolean transfer_check_no_uri (const Tool *tool, const ToolCommand *command);

/* Opens an export file, or the standard input for `-`, and reads the description of the table. */
ExportReader *transfer_open_export (const char *path, GCancellable *cancellable, GError **error);

/* A table of a database that the command names. */
typedef struct {
  Tool tool; /* for its connection */
  HBaseTable *table;
} TransferTable;

/* Opens the table. `uri`: NULL: the common options name it. With `may_create` of its tool set, the database
 * may be created. */
gboolean transfer_table_open (
    TransferTable *table, const Tool *base, const char *uri, const char *name, GError **error);
void transfer_table_clear (TransferTable *table);

/* Returns a table's description, and sets `*splits` (element-type GBytes) to its regions' first keys but the
 * first. */
HBaseTableDescriptor *
transfer_describe (HBaseTable *table, GPtrArray **splits, GCancellable *cancellable, GError **error);
/* Fails if the table doesn't exist, though its state file says that rows were copied to it. */
gboolean
transfer_check_state (HBaseTable *table, const char *state, GCancellable *cancellable, GError **error);
/* Ensures that there is such a table, with these splits if it must be created, and prints in what it differs
 * from the description. */
gboolean transfer_ensure_table (HBaseTable *table,
                                HBaseTableDescriptor *description,
                                GPtrArray *splits,
                                GCancellable *cancellable,
                                GError **error);

/* Fails if both are the same table of one database: “… can't be WHAT itself”. */
gboolean transfer_check_different (
    HBaseTable *a, HBaseTable *b, const char *what, GCancellable *cancellable, GError **error);

/* Shows the progress on a terminal. */
void transfer_show_progress (const char *what, const ExportCounts *counts);
void transfer_print_counts (Tool *tool, const ExportCounts *counts);
