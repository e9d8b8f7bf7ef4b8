/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* The exit statuses, as --help tells them. */
enum {
  TOOL_DONE = 0,
  TOOL_FAILED = 1, /* …or nothing was found where one thing was asked for */
  TOOL_USAGE = 2,
};

/* What all commands share: the options that they have in common, and what is made of them. */
typedef struct {
  /* options */
  char *uri;
  double timeout;    /* seconds; NaN: the library's default */
  char *format;
  char *schema_text;
  /* what is made of them */
  gboolean json;
  HBaseKeySchema *schema; /* NULL: none */
  HBaseConnection *connection;
  gboolean may_create; /* a directory's database; set before tool_connect() */
  GCancellable *cancellable; /* cancelled by SIGINT and SIGTERM */
} Tool;

typedef struct {
  const char *name;
  const char *arguments;   /* what --help shows behind the name */
  const char *summary;     /* a line */
  const char *description; /* all that --help tells below the options; NULL: nothing */
  int (*run) (Tool *tool, char **argv);
} ToolCommand;

extern const ToolCommand command_create, command_tables, command_regions, command_drop;
extern const ToolCommand command_put, command_prepend, command_retire, command_delete;
extern const ToolCommand command_get, command_scan, command_count, command_first, command_last, command_page;
extern const ToolCommand command_rekey, command_key, command_splits, command_lint;
extern const ToolCommand command_incr, command_append, command_cas, command_sequence;
extern const ToolCommand command_serve, command_fsck;

/* ---- options ---- */

/* Takes the options out of the arguments: those of the command, which may be NULL, and the common ones. What
 * is left begins with argv[1]. Between `least` and `most` words must be left. --help prints the help and ends
 * the program. */
gboolean tool_parse (Tool *tool,
                     const ToolCommand *command,
                     const GOptionEntry *entries,
                     char ***argv,
                     guint least,
                     guint most);
void tool_add_common_options (Tool *tool, GOptionContext *context);
/* What the common options make. */
gboolean tool_check_options (Tool *tool, GError **error);

/* ---- faults: each prints one line and returns the status to leave with ---- */

int tool_usage (const ToolCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);
int tool_failed (const GError *error);
int tool_not_found (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* ---- what commands work on ---- */

HBaseConnection *tool_connect (Tool *tool, GError **error);
/* A handle with the key schema. */
HBaseTable *tool_open_table (Tool *tool, const char *name, GError **error);
/* A row's key: in printable escapes, or, where there is a key schema and the text has a `=`,
 * NAME=VALUE,NAME=VALUE… */
GBytes *tool_parse_row (Tool *tool, const char *text, gboolean prefix, GError **error);

/* ---- columns ---- */

/* `family:qualifier=value` or, of a selection, `family:qualifier` or `family`; all in printable escapes. */
typedef struct {
  char *family;
  GBytes *qualifier; /* NULL: the whole family */
  GBytes *value;     /* NULL: none */
} ToolColumn;

gboolean tool_parse_column (const char *text, gboolean with_value, ToolColumn *column, GError **error);
void tool_clear_column (ToolColumn *column);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ToolColumn, tool_clear_column)

/* Adds cells to a put: each text a column with its value. */
gboolean tool_add_cells (HBasePut *put, char **texts, GError **error);

/* ---- SIGINT and SIGTERM ---- */

/* From now on they cancel; a second one ends the program. */
void tool_watch_signals (GCancellable *cancellable);
