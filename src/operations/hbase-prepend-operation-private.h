/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-attempt-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-prepend-coordinator-private.h"

/* The operations on a row of a list that grows downwards: prepending it, cancelling it, and retiring it later
 * (docs/design-prepend.md). */

/* ---- strategies: how a new row's key is chosen ---- */

typedef struct _HBasePrependStrategyClass HBasePrependStrategyClass;

/* Reads which row is the list's first one, and attempts the key below it. */
extern const HBasePrependStrategyClass hbase_prepend_probe_class;
/* Attempts the counters that a sequence hands out, one at a time. */
extern const HBasePrependStrategyClass hbase_prepend_ticket_class;
/* The same, but takes the counters by the block, and uses what is left of one later. */
extern const HBasePrependStrategyClass hbase_prepend_block_class;

/* ---- prepending and cancelling ---- */

typedef struct _HBasePrependOperation HBasePrependOperation;

/* What a prepend is made of. */
typedef struct {
  const char *table;
  HBaseKeySchema *schema; /* NULL, and one that neither counts down nor is a reversed time: refused */
  GVariant *prefix;       /* a tuple of the fields before the counter; NULL: there are none */
  const HBasePrependStrategyClass *strategy;
  gint64 start;              /* the counter of the first row ever; the highest one that may be given */
  gboolean has_sequence;     /* there is a sequence, and it counts down, */
  gboolean foreign_sequence; /* but through another connection than the table's */
  const char *guard_family, *guard_qualifier;
  const char *token_column; /* FAMILY:QUALIFIER; NULL: the token is the guard's value */
  HBasePut *cells;          /* must not change any more; NULL: only for a cancel */
  const guint8 *token;      /* HBASE_GUARD_OWNER_LENGTH bytes, the same for all attempts, ever */
  HBaseSlice row;           /* where an earlier attempt was left unsettled; data NULL: none is known */
  gboolean resumed;         /* with no row: another holder of the token may have attempted it */
  gboolean checked;         /* the table's guards have been found fit */
  gboolean cancel; /* writes a tombstone with the token in place of the row, unless the row is there */
  HBasePrependCoordinator *coordinator; /* shared by the process's prepends to the list; NULL: nothing is */
} HBasePrependSettings;

/* What follows from settings that are in order. */
typedef struct {
  HBaseGuardColumns guard; /* slices of the settings */
  GBytes *list;            /* the key's bytes before the counter, without salts */
  gint64 counter;          /* of the row in doubt; < 0: none is known */
} HBasePrependPlan;

/* Checks settings, and fills in the plan (to be cleared). Changes nothing else.
 *
 * Errors: INVALID_ARGUMENT for a missing or unfit schema, prefix or sequence, for a token column that isn't
 * one, and for cells that can't be prepended; UNSUPPORTED for a cancel where content is the guard;
 * INVALID_KEY for a row in doubt that isn't of the list: it would say nothing about the keys of this
 * one. */
gboolean hbase_prepend_check (const HBasePrependSettings *settings, HBasePrependPlan *plan, GError **error);
void hbase_prepend_plan_clear (HBasePrependPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePrependPlan, hbase_prepend_plan_clear)

/* Copies what it needs of the settings. NULL: hbase_prepend_check() fails. */
HBasePrependOperation *hbase_prepend_operation_new (HBaseWireProtocol protocol,
                                                    const HBasePrependSettings *settings,
                                                    GError **error);
/* Sets where the counters come from, if the strategy uses a sequence and this is no cancel; before the
 * first run. `tickets` (transfer full) takes a block of the sequence, which is one number for the ticket
 * strategy. `buffered`: the counter of an earlier block with which the block strategy begins; < 0: none is
 * left. */
void hbase_prepend_operation_set_tickets (HBasePrependOperation *prepend,
                                          HBaseOperation *tickets,
                                          gint64 buffered);

/* What an operation has come to, however its run ended. A cancel that is done, and neither settled nor
 * fenced, isn't final. */
typedef struct {
  HBaseSlice
      row; /* the row's key, or the one in doubt; data NULL: nothing was attempted that may have been done */
  gboolean settled;          /* the row is there */
  gboolean fenced;           /* a tombstone with the token is in the list: the row will never be written */
  gboolean newly_checked;    /* this operation has found the table's guards fit */
  HBaseAttemptCounts counts; /* of its puts */
  gboolean took_block;       /* the sequence handed out a block, */
  guint n_unknown_blocks;    /* or may have done so, without a response that arrived */
  gint64 next_buffered,
      n_buffered; /* counters of the last block that weren't used: the highest, and how many */
} HBasePrependOutcome;

/* The row's slice is valid as long as the operation. */
HBasePrependOutcome hbase_prepend_operation_get_outcome (HBasePrependOperation *prepend);

/* ---- retiring: deletes a row's content, and keeps its guard ---- */

/* The guard must not be a column of content. */
HBaseOperation *hbase_retire_operation_new (HBaseWireProtocol protocol,
                                            const char *table,
                                            const HBaseGuardColumns *columns,
                                            HBaseSlice row);
