/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <math.h>

#include "hbase-glib.h"

/* The exit statuses, which TOOL_EXIT_STATUS describes. */
enum {
  TOOL_DONE = 0,
  TOOL_FAILED = 1, /* or what was requested wasn't found */
  TOOL_USAGE = 2,  /* the arguments are invalid; nothing was done */
};

#define TOOL_EXIT_STATUS                                                                                     \
  "Exit status: 0 on success; 1 on failure, or if nothing was found; 2 if the arguments (options,\n"         \
  "URI, table name, row, range) are invalid, in which case nothing was done."

typedef struct _Session Session;

/* What all commands share: the common options, and the objects that are made from them. */
typedef struct {
  /* options */
  char *uri;
  char *profile;
  double timeout, attempt_timeout; /* seconds; NaN: the library's default */
  char *format;
  char *schema_text;
  gboolean raw;         /* keys that don't match the schema are accepted */
  gboolean spreadsheet; /* fields of CSV are marked that spreadsheets would take for formulas */
  char **types;         /* of columns, as value_types_set() takes them; NULL: none */
  gboolean timing, verbose, quiet;
  /* made from the options */
  gboolean json, csv, table; /* the format; none of them: text */
  HBaseKeySchema *schema;    /* NULL: none */
  gboolean timestamps;       /* cells are shown with their timestamps in text, too */
  gboolean keys_only;        /* rows are shown without their cells */
  gboolean with_deleted;     /* delete markers are shown, and which type a cell has */
  HBaseConnection *connection;
  gboolean may_create;       /* whether a database may be created; set before tool_connect() */
  GCancellable *cancellable; /* cancelled by SIGINT and SIGTERM */
  Session *session;          /* of the shell that runs the command; NULL: none */
  gboolean helped;           /* help was printed instead */
  GPtrArray *listed_options; /* tool_parse() adds the options of the command (element-type utf8) and fails */
} Tool;

/* Initializes a tool whose connection has the library's timeouts. */
#define TOOL_DEFAULT_TIMEOUTS .timeout = NAN, .attempt_timeout = NAN

/* The formats that not all commands have. */
enum {
  TOOL_CSV = 1 << 0,
  TOOL_TABLE = 1 << 1,
  TOOL_TABLE_ON_TERMINAL = 1 << 2, /* there it is the default */
};
#define TOOL_RECORDS (TOOL_CSV | TOOL_TABLE | TOOL_TABLE_ON_TERMINAL)

typedef struct {
  const char *name;
  const char *arguments;   /* shown after the name by --help; NULL: none */
  const char *summary;     /* one line; NULL: --help of the program doesn't list the command */
  const char *description; /* shown below the options by --help; NULL: none */
  int (*run) (Tool *tool, char **argv);
  guint formats;     /* those it has besides text and JSON */
  gboolean is_brief; /* it only reads rows that are named */
} ToolCommand;

extern const ToolCommand command_create, command_tables, command_describe, command_regions;
extern const ToolCommand command_enable, command_disable, command_drop, command_alter, command_truncate;
extern const ToolCommand command_namespace, command_status, command_slowlog;
extern const ToolCommand command_put, command_prepend, command_retire, command_delete;
extern const ToolCommand command_get, command_scan, command_count, command_first, command_last, command_page;
extern const ToolCommand command_rekey, command_key, command_splits, command_lint, command_simulate;
extern const ToolCommand command_exists, command_check, command_mutate;
extern const ToolCommand command_incr, command_append, command_cas, command_sequence;
extern const ToolCommand command_serve, command_fsck, command_compact, command_profile, command_doctor;
extern const ToolCommand command_export, command_import, command_mirror, command_verify;
extern const ToolCommand command_complete, command_help, command_shell;

/* ---- options ---- */

/* Makes a tool with copies of the options of `base`, its session, and no connection. */
Tool tool_copy (const Tool *base);
/* Frees what the tool has. */
void tool_clear (Tool *tool);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tool, tool_clear)

/* Removes the options from the arguments: those of the command, which may be NULL, and the common ones. The
 * words that are left begin at argv[1]; there must be between `least` and `most` of them. --help prints the
 * help and ends the program. */
gboolean tool_parse (Tool *tool,
                     const ToolCommand *command,
                     const GOptionEntry *entries,
                     char ***argv,
                     guint least,
                     guint most);
/* Parses options only. Those that the tool has from the shell stay if they aren't given; a profile replaces
 * the shell's URI. */
gboolean tool_parse_options (Tool *tool, GOptionContext *context, char ***argv, GError **error);
/* The same as tool_parse(), with rarely needed options, which --help-more describes. */
gboolean tool_parse_more (Tool *tool,
                          const ToolCommand *command,
                          const GOptionEntry *entries,
                          const GOptionEntry *more,
                          char ***argv,
                          guint least,
                          guint most);
void tool_add_common_options (Tool *tool, GOptionContext *context);
/* In a shell: prints the help if the words before `--` request it. */
gboolean tool_print_help (Tool *tool, GOptionContext *context, char **words);
/* Returns the command's options, `--name` or, if it takes a value, `--name=` (transfer full). (element-type
 * utf8) */
GPtrArray *tool_list_options (const ToolCommand *command);
/* Returns the message for an error in parsing `words` with these options and the common ones. `command`: may
 * be NULL. */
char *tool_describe_option_error (const ToolCommand *command,
                                  const GOptionEntry *entries,
                                  const GOptionEntry *more,
                                  char **words,
                                  const GError *error);
/* Returns whether the word is a common option whose value is the next word. */
gboolean tool_option_takes_value (const char *word);
/* Makes what the common options describe. `formats`: those that are accepted besides text and JSON. */
gboolean tool_check_options (Tool *tool, guint formats, GError **error);

/* ---- errors: each function prints one line and returns the exit status ---- */

/* Prints what should be known, unless --quiet was given. */
void tool_note (const Tool *tool, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Prints only the message. */
void tool_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Sets what precedes all messages; NULL: nothing. */
void tool_set_message_prefix (const char *prefix);
int tool_usage (const ToolCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Returns TOOL_USAGE if the arguments are invalid, else TOOL_FAILED. */
int tool_failed (const GError *error);
/* The same for an error in a file: always TOOL_FAILED. */
int tool_failed_in_data (const GError *error);
int tool_not_found (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* ---- what commands work on ---- */

/* Refuses an invalid URI, and one with a user or password, which a message about it would show. */
gboolean tool_check_uri (const char *uri, GError **error);
/* Returns the URI of --uri, of the profile of --profile, of the environment, or of another profile. */
char *tool_find_uri (const Tool *tool, GError **error);
HBaseConnection *tool_connect (Tool *tool, GError **error);
/* Returns whether the connection is one of the embedded engine. */
gboolean tool_is_embedded (HBaseConnection *connection);
/* Returns a handle with the key schema. */
HBaseTable *tool_open_table (Tool *tool, const char *name, GError **error);
/* Returns what describes and changes tables. `table`: the one that is named by the command; NULL: none. */
HBaseAdmin *tool_open_admin (Tool *tool, const char *table, GError **error);
/* A handle of the same table that takes keys without the salts of --schema, which must be given. */
HBaseTable *tool_unsalted_table (Tool *tool, HBaseTable *table);
/* If the error is that the table that was opened last doesn't exist, returns the advice which one is meant;
 * else NULL. */
char *tool_suggest_table (const GError *error);

/* ---- SIGINT and SIGTERM ---- */

/* From now on the first signal cancels; the second one ends the program. If signals are watched already,
 * nothing changes. No other thread may have been started before. */
void tool_watch_signals (GCancellable *cancellable);
/* Lets the next signals cancel this instead. `is_prompt`: the second SIGINT doesn't end the program. */
void tool_set_interrupted (GCancellable *cancellable, gboolean is_prompt);
/* The same for a part of a command in which another program reads the terminal. */
void tool_set_at_prompt (gboolean is_prompt);
/* Returns whether SIGTERM was received. */
gboolean tool_is_terminated (void);
