/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* Calls the service as a client does: by messages, written and read by src/wire. */

#define TABLE "t"
#define F "f"
#define G "g"

/* The service of a test, with a clock that stands still until it is set. */
typedef struct {
  HBaseLocalService *service;
  HBaseLocalClient *client; /* which executes the calls, unless another one is given */
  HBaseWireProtocol protocol;
  gint64 now;
  gint64 ticks;
  guint32 n_ids; /* number of scanner ids so far: they are 0, 1, 2, … */
} Local;

/* A database in memory at time 1,000,000, with table `t` of the families f (VERSIONS 3) and g (VERSIONS
 * 1). */
void local_open (Local *local);
/* A database in a directory, without a table. */
void local_open_at (Local *local, const char *directory);
/* The same of a database that is there, or as `how` says. */
void local_open_how (Local *local, const char *directory, HBaseLocalOpen how);
/* Returns NULL, or why it can't be opened; free by g_free(). */
char *local_try_open (Local *local, const char *directory, HBaseLocalOpen how);
void local_close (Local *local);
/* Makes a directory for the test. */
char *local_directory (void);
void local_remove (char *directory);
/* Runs a statement on the database in a directory, and returns the first number in its result, or 0. */
gint64 local_run_sql (const char *directory, const char *sql);

/* ---- calls ---- */

/* Begins the struct of arguments; the caller writes its fields. */
HBaseWireWriter *call_begin (Local *local);
HBaseWireWriter *call_begin_table (Local *local, const char *table);
/* Ends the arguments, executes the call, and returns the reply, which is checked. */
HBaseBlock *call_end (Local *local, HBaseWireMethodId method);
/* Does the same on a connection of its own. */
HBaseBlock *call_on (HBaseLocalClient *client, Local *local, HBaseWireMethodId method);
/* Executes it within a budget, and returns the reply as text. */
char *call_within (Local *local, HBaseWireMethodId method, HBaseLocalBudget *budget, gboolean *is_whole);
/* Returns the call that was begun last. */
HBaseBlock *call_block (Local *local, HBaseWireMethodId method);
/* Returns the message of a call. */
GBytes *call_message (Local *local, HBaseWireMethodId method);
/* Returns the reply to a call, and takes it from the writer. */
HBaseBlock *call_read_reply (const HBaseBlock *call, HBaseWireWriter *reply);
/* Reads a call from its message. Returns NULL if it isn't valid. */
HBaseBlock *call_read (HBaseWireProtocol protocol, gconstpointer data, gsize length);
/* Sends any bytes. Returns NULL if the reader finds no call in them, or one whose method name holds a NUL. */
HBaseBlock *call_raw (Local *local, HBaseWireProtocol protocol, const guint8 *data, gsize length);

/* ---- what comes back, as text; free by g_free() ----
 *
 * void: "ok" · numbers and booleans: "5", "true"
 * a row: "r1 f:q@100=v f:q@90=w", "-" for none, "+" behind it if it is partial · lists: "[a, b]"
 * faults: "IO: message", "IO?: message" (canRetry), "ARGUMENT: message", "EXCEPTION 6: message" */
char *reply_text (HBaseBlock *reply);
/* Ends the call, and returns its reply as text. */
char *call_text (Local *local, HBaseWireMethodId method);
/* Makes a call that enables, disables, drops or truncates the table. */
char *call_of_table (Local *local, HBaseWireMethodId method, const char *name);

/* ---- whole calls ---- */

/* Families: "f:3 g", with the number of versions. */
char *create_table (Local *local, const char *name, const char *families);
void make_table (Local *local, const char *name, const char *families);
/* Cells: "f:q=v f:q@100=w": a timestamp after the @, and bytes without blanks. */
char *put (Local *local, const char *row, const char *cells);
char *mutate_row (Local *local, const char *row, const char *mutations);
/* Columns: "f:q g"; NULL for all. */
char *get (Local *local, const char *row, const char *columns, int max_versions);
char *delete_columns (Local *local, const char *row, int type, const char *columns);
/* getScannerResults. Options: "start=a stop=b limit=3 reversed=1 batch=2 versions=2 rows=100 columns=f:q,g
 * caching=9 filter=KeyOnlyFilter()". */
char *scan (Local *local, const char *options);
/* The TScan of these options. */
char *open_scanner (Local *local, const char *table, const char *options);
HBaseBlock *ask_rows (Local *local, gint32 id, gint32 rows);
void write_scan (HBaseWireWriter *writer, guint field, const char *options);
void write_cells (HBaseWireWriter *writer, guint field, const char *cells);
/* Writes each required field of a struct, and of those within it: the name of the table, TRUE, 1, or an
 * empty list. */
void write_required_fields (HBaseWireWriter *writer, const HBaseWireSchema *schema);
void write_columns (HBaseWireWriter *writer, guint field, const char *columns);
/* The TPut of a list. */
void write_put (HBaseWireWriter *writer, const char *row, const char *cells);
/* The TRowMutations. "+cells" is a put, "-columns" a delete; "|" separates several. */
void write_mutations (HBaseWireWriter *writer, guint field, const char *row, const char *mutations);

/* Fails the test unless the texts are equal. Frees the text. */
#define ck_text(call, expected)                                                                              \
  do                                                                                                         \
    {                                                                                                        \
      g_autofree char *text_ = (call);                                                                       \
      ck_assert_str_eq (text_, expected);                                                                    \
    }                                                                                                        \
  while (0)
#define ck_text_begins(call, expected)                                                                       \
  do                                                                                                         \
    {                                                                                                        \
      g_autofree char *text_ = (call);                                                                       \
      ck_assert_msg (g_str_has_prefix (text_, expected), "expected %s…, got: %s", expected, text_);          \
    }                                                                                                        \
  while (0)
