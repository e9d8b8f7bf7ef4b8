/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* Records a list that grows downwards: the result of each call, and the rows in the table. It sees every row
 * as soon as it is written, and compares the two:
 *
 *  1. A token is at one key at most, ever.
 *  2. A row reported as written at a key is found there.
 *  3. A row reported as not written is never found. One whose outcome at a key is unknown is found there or
 *     nowhere, unless others act with its token, too.
 *  4. A row whose call began after that of another row had ended is below that one.
 *  5. No key is ever left out (except by strategies that do), vacated, or used again.
 *  6. A retired row never has content again; any other row has all of it.
 *  7. A tombstone exists only for a cancelled row, once, and in place of the row.
 */

#define LEDGER_TOKEN_LENGTH 16

typedef enum {
  INSERT_CALLED, /* a call is running */
  INSERT_ACKNOWLEDGED,
  INSERT_IN_DOUBT, /* no call is running, or not yet again */
  INSERT_NEVER,    /* nothing was written, or will be */
} InsertState;

typedef struct {
  guint number; /* the value of its cells */
  guint8 token[LEDGER_TOKEN_LENGTH];
  InsertState state;
  gint64 place;        /* the key's counter: acknowledged, or of unknown outcome; < 0: unknown */
  gint64 above;        /* the row must be below this one */
  gint64 seen;         /* where the row is; < 0: nowhere yet */
  GArray *records;     /* of gint64: keys of unknown outcome that a process may have stored */
  gint64 fenced;       /* where a tombstone has its token; < 0: nowhere */
  gboolean cancelling; /* requested by a call */
  gboolean shared;     /* several processes with its token act at the same time */
  gboolean forgotten;  /* the key of the attempt is lost */
  gboolean retiring;   /* requested by a call */
} Insert;

typedef struct _Ledger Ledger;

/* `contiguous`: no key is left out; `ordered`: later rows are below earlier ones. */
Ledger *ledger_new (gint64 start, gboolean contiguous, gboolean ordered);
void ledger_free (Ledger *ledger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ledger, ledger_free)

/* Adds a row that is going to be prepended with a token. */
Insert *ledger_add (Ledger *ledger, GRand *rand);
guint ledger_get_n (Ledger *ledger);
Insert *ledger_get (Ledger *ledger, guint index);
/* Makes the row's cells; free them with hbase_mutation_unref(). */
HBasePut *ledger_make_cells (const Insert *insert);

/* Calls and their results. */
void ledger_call (Insert *insert);
/* A call has ended without new information. */
void ledger_leave (Insert *insert);
void ledger_acknowledge (Ledger *ledger, Insert *insert, gint64 counter);
void ledger_doubt (Ledger *ledger, Insert *insert, gint64 counter);
void ledger_never (Ledger *ledger, Insert *insert);
void ledger_retired (Ledger *ledger, Insert *insert);

/* The row as it is now, empty if it doesn't exist. */
void ledger_check_row (Ledger *ledger, gint64 counter, HBaseRow *row);
/* Returns the counters of all keys that are taken (gint64). */
GArray *ledger_list_counters (Ledger *ledger);
