/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* Keeps account of a list that grows downwards: what each caller was told of his row, and what is in the
 * table. It is shown every row that was written, right then, and holds the two against each other:
 *
 *  1. A token is at one key at most, for ever.
 *  2. Who was told that his row is there, at a key, finds it there.
 *  3. Who was told that nothing was done, or that nothing will be, never finds it anywhere; who was told
 *     that a key is in doubt finds it there or nowhere, unless others with its token act, too.
 *  4. A row whose caller began after another's was answered lies below that one.
 *  5. No key is ever left out (but for strategies that say so), vacated, or used again.
 *  6. What is retired has no content, ever again; what isn't has all of it.
 *  7. A tombstone is only there for a row that somebody cancelled, once, and instead of the row.
 */

#define LEDGER_TOKEN_LENGTH 16

typedef enum {
  INSERT_CALLED, /* a call is under way */
  INSERT_ACKNOWLEDGED,
  INSERT_IN_DOUBT, /* nobody is at it any more, or not yet again */
  INSERT_NEVER,    /* nothing was done, or nothing will be */
} InsertState;

typedef struct {
  guint number; /* which is what its cells say */
  guint8 token[LEDGER_TOKEN_LENGTH];
  InsertState state;
  gint64 place;        /* the key's counter: acknowledged, or in doubt; < 0: none is known */
  gint64 above;        /* it must be below this one */
  gint64 seen;         /* where it is; < 0: nowhere yet */
  GArray *records;     /* of gint64: the keys that were in doubt, as somebody may have written them down */
  gint64 fenced;       /* where a tombstone has its token; < 0: nowhere */
  gboolean cancelling; /* somebody has asked for that */
  gboolean shared;     /* several who have its token act at the same time */
  gboolean forgotten;  /* nobody knows any more where it was attempted */
  gboolean retiring;   /* somebody has asked for that */
} Insert;

typedef struct _Ledger Ledger;

/* `contiguous`: no key is left out; `ordered`: later rows lie below. */
Ledger *ledger_new (gint64 start, gboolean contiguous, gboolean ordered);
void ledger_free (Ledger *ledger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ledger, ledger_free)

/* A row that somebody is going to prepend, with a token. */
Insert *ledger_add (Ledger *ledger, GRand *rand);
guint ledger_get_n (Ledger *ledger);
Insert *ledger_get (Ledger *ledger, guint index);
/* The cells that it has; free it by hbase_put_unref(). */
HBasePut *ledger_make_cells (const Insert *insert);

/* What callers do, and are told. */
void ledger_call (Insert *insert);
/* A call has ended, and said nothing new. */
void ledger_leave (Insert *insert);
void ledger_acknowledge (Ledger *ledger, Insert *insert, gint64 counter);
void ledger_doubt (Ledger *ledger, Insert *insert, gint64 counter);
void ledger_never (Ledger *ledger, Insert *insert);
void ledger_retired (Ledger *ledger, Insert *insert);

/* The row as it is now, empty if it isn't there. */
void ledger_see (Ledger *ledger, gint64 counter, HBaseRow *row);
/* Of all keys that are occupied (gint64). */
GArray *ledger_list_counters (Ledger *ledger);
