/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* Drives the service as a client does: by messages, written and read by the wire floor. */

#define TABLE "t"
#define F "f"
#define G "g"

/* One test's service, and a clock that stands until it is set. */
typedef struct {
  HBaseLocalService *service;
  HBaseWireProtocol protocol;
  gint64 now;
  gint64 ticks;
  guint32 n_ids; /* scanner ids so far: they are 0, 1, 2, … */
} Local;

/* In memory, at time 1,000,000; table `t` with families f (VERSIONS 3) and g (VERSIONS 1). */
void local_open (Local *local);
/* The same in a directory, without the table. */
void local_open_at (Local *local, const char *directory);
void local_close (Local *local);
/* A directory of the test's own. */
char *local_directory (void);
void local_remove (char *directory);

/* ---- calls ---- */

/* Begins the arguments' struct; what follows writes the fields. */
HBaseWireWriter *call_begin (Local *local);
HBaseWireWriter *call_begin_table (Local *local, const char *table);
/* Ends the arguments and sends it. The reply, checked; free by hbase_block_unref(). */
HBaseBlock *call_end (Local *local, HBaseWireMethodId method);
/* The same on a connection of its own. */
HBaseBlock *call_on (HBaseLocalClient *client, Local *local, HBaseWireMethodId method);
/* The bytes of such a call. */
GBytes *call_message (Local *local, HBaseWireMethodId method);
/* A call's reply, which the writer holds and gives away. */
HBaseBlock *call_read_reply (const HBaseBlock *call, HBaseWireWriter *reply);
/* Sends bytes that may be anything. NULL: the reader took them for no call, or for one whose method's
 * name holds a NUL, which no client of ours could ask for. */
/* A call from its message; NULL: it is none. */
HBaseBlock *call_read (HBaseWireProtocol protocol, gconstpointer data, gsize length);
HBaseBlock *call_raw (Local *local, HBaseWireProtocol protocol, const guint8 *data, gsize length);

/* ---- what comes back, as text; free by g_free() ----
 *
 * void: "ok" · numbers and booleans: "5", "true"
 * a row: "r1 f:q@100=v f:q@90=w", "-" for none, "+" behind it if it is partial · lists: "[a, b]"
 * faults: "IO: message", "IO?: message" (canRetry), "ARGUMENT: message", "EXCEPTION 6: message" */
char *reply_text (HBaseBlock *reply);
/* Ends the call and gives its reply as text. */
char *call_text (Local *local, HBaseWireMethodId method);
/* A call about that table: to enable, disable, drop or truncate it. */
char *call_of_table (Local *local, HBaseWireMethodId method, const char *name);

/* ---- whole calls ---- */

void make_table (Local *local, const char *name, const char *families);
/* Cells: "f:q=v f:q@100=w": a stamp after the @, bytes without blanks. */
char *put (Local *local, const char *row, const char *cells);
/* Columns: "f:q g", NULL for all. */
char *get (Local *local, const char *row, const char *columns, int max_versions);
char *delete_columns (Local *local, const char *row, int type, const char *columns);
/* getScannerResults. Options: "start=a stop=b limit=3 reversed=1 batch=2 versions=2 rows=100 columns=f:q,g
 * caching=9 filter=KeyOnlyFilter()". */
char *scan (Local *local, const char *options);
/* Of the same options. */
char *open_scanner (Local *local, const char *table, const char *options);
HBaseBlock *ask_rows (Local *local, gint32 id, gint32 rows);
void write_scan (HBaseWireWriter *writer, guint field, const char *options);
void write_cells (HBaseWireWriter *writer, guint field, const char *cells);
void write_columns (HBaseWireWriter *writer, guint field, const char *columns);

/* Frees the text; the test fails unless it is that. */
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
