/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-attempt-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-prepend-coordinator-private.h"

/* The settings of a prepend, and the checks of them. */

typedef struct _HBasePrependStrategyClass HBasePrependStrategyClass;
typedef struct _HBasePrependOperation HBasePrependOperation;

typedef struct {
  const char *table;
  HBaseKeySchema *schema; /* refused if NULL, or if it neither counts down nor is a reversed time */
  GVariant *prefix;       /* a tuple of the fields before the counter; NULL: there are none */
  const HBasePrependStrategyClass *strategy;
  gint64 start;              /* the counter of the first row ever; the highest counter that may be given */
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
  HBaseGuard guard;
  GBytes *list;   /* the key's bytes before the counter, without salts */
  gint64 counter; /* of the row in doubt; < 0: none is known */
} HBasePrependPlan;

/* Checks settings, and fills in the plan, which is of zeros before, and is to be cleared after an error, too.
 * Changes nothing else.
 *
 * Errors: INVALID_ARGUMENT for a missing or unfit schema, prefix or sequence, for a token column that isn't a
 * column, and for cells that can't be prepended; UNSUPPORTED for a cancel where content is the guard;
 * INVALID_KEY for a row in doubt that isn't of the list: it would say nothing about the keys of this list. */
gboolean hbase_prepend_check (const HBasePrependSettings *settings, HBasePrependPlan *plan, GError **error);
void hbase_prepend_plan_clear (HBasePrependPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePrependPlan, hbase_prepend_plan_clear)

/* Fails with INVALID_ARGUMENT: the table, and then `what`. */
gboolean hbase_prepend_refuse (const HBasePrependSettings *settings, const char *what, GError **error);

/* ---- strategies ---- */

/* How a new row's key is chosen. */
struct _HBasePrependStrategyClass {
  /* Checks what the strategy requires of a schema that has a counter, and of the sequence. */
  gboolean (*check) (const HBasePrependSettings *settings, GError **error);
  /* Attempts a row that no other holder of the token may have attempted. */
  HBaseStep attempt_first;
  /* Attempts the next key, after the list's first row has just been read. */
  HBaseStep attempt_next;
  /* Goes on after another row was found at the key that was attempted. */
  HBaseStep key_taken;
  /* Goes on after the put returned `false`; NULL: the guard is read. */
  HBaseAttemptDenied put_denied;
  /* Each new row's key is below those of all others in the list. */
  gboolean is_ordered;
};

/* Reads which row is the list's first, and attempts the key below it. */
extern const HBasePrependStrategyClass hbase_prepend_probe_class;
/* Attempts the counters that a sequence hands out, one at a time. */
extern const HBasePrependStrategyClass hbase_prepend_ticket_class;
/* The same, but takes the counters by the block, and uses what is left of a block later. */
extern const HBasePrependStrategyClass hbase_prepend_block_class;
