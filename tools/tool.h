/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* The exit statuses, as --help tells them. */
enum {
  TOOL_DONE = 0,
  TOOL_FAILED = 1, /* …or nothing was found where one thing was asked for */
  TOOL_USAGE = 2,  /* nothing was done: the call itself is wrong */
};

#define TOOL_EXIT_STATUS                                                                                     \
  "Exit status: 0: done; 1: it failed, or there wasn't what was asked for; 2: it was called wrongly "        \
  "(options,\n"                                                                                              \
  "URI, table name, row, range), and nothing was done."

/* What all commands share: the options that they have in common, and what is made of them. */
typedef struct {
  /* options */
  char *uri;
  double timeout; /* seconds; NaN: the library's default */
  char *format;
  char *schema_text;
  gboolean raw; /* keys that aren't of the schema are taken, too */
  /* what is made of them */
  gboolean json;
  HBaseKeySchema *schema; /* NULL: none */
  gboolean timestamps;    /* cells are shown with theirs; also as text */
  HBaseConnection *connection;
  gboolean may_create;       /* a directory's database; set before tool_connect() */
  GCancellable *cancellable; /* cancelled by SIGINT and SIGTERM */
} Tool;

typedef struct {
  const char *name;
  const char *arguments;   /* what --help shows behind the name */
  const char *summary;     /* a line */
  const char *description; /* all that --help tells below the options; NULL: nothing */
  int (*run) (Tool *tool, char **argv);
} ToolCommand;

extern const ToolCommand command_create, command_tables, command_describe, command_regions;
extern const ToolCommand command_enable, command_disable, command_drop;
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
/* What is wrong with the words that those options, and the common ones, were to be taken from. */
char *tool_describe_option_error (const GOptionEntry *entries, char **words, const GError *error);
/* Whether it is a common option whose value is the next word. */
gboolean tool_option_takes_value (const char *word);
/* What the common options make. */
gboolean tool_check_options (Tool *tool, GError **error);

/* ---- errors: each prints one line and returns the status to leave with ---- */

int tool_usage (const ToolCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* TOOL_USAGE where the error says that the call is wrong, else TOOL_FAILED. */
int tool_failed (const GError *error);
/* The same where what was read is wrong, not the call. */
int tool_failed_in_data (const GError *error);
int tool_not_found (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Ends an error's message with “; ADVICE”. */
void tool_add_advice (GError **error, const char *advice);

/* ---- what commands work on ---- */

HBaseConnection *tool_connect (Tool *tool, GError **error);
/* A handle with the key schema. */
HBaseTable *tool_open_table (Tool *tool, const char *name, GError **error);

/* ---- columns ---- */

/* What is given of a column; all in printable escapes. */
typedef enum {
  COLUMN_NAME,  /* `family:qualifier`, or `family` for all its columns */
  COLUMN_VALUE, /* `family:qualifier=value` */
  COLUMN_CELL,  /* the same, or `TIMESTAMP/family:qualifier=value`: no family's name has a slash */
} ColumnParts;

typedef struct {
  char *family;
  GBytes *qualifier; /* NULL: the whole family */
  GBytes *value;     /* NULL: none */
  gboolean has_timestamp;
  gint64 timestamp; /* ms since 1970 */
} ToolColumn;

gboolean tool_parse_column (const char *text, ColumnParts parts, ToolColumn *column, GError **error);
/* `length` bytes of `text`, which may have escapes. */
char *tool_parse_family (const char *text, gsize length, GError **error);
gboolean tool_parse_timestamp (const char *text, gint64 *timestamp, GError **error);
void tool_clear_column (ToolColumn *column);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ToolColumn, tool_clear_column)

/* ---- SIGINT and SIGTERM ---- */

/* From now on they cancel; a second one ends the program. */
void tool_watch_signals (GCancellable *cancellable);
