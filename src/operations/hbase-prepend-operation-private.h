/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-attempt-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-prepend-frontier-private.h"

/* What becomes of a row that grows a list downwards: it is prepended, or cancelled; later it is retired. */

/* ---- prepending: finds the first key that is free below all others, and puts the row there once, whatever
 *      is lost, late or said wrongly on the way; cancelling: the same for a tombstone in the row's place ---- */

typedef struct _HBasePrependOperation HBasePrependOperation;

typedef struct {
  const char *table;
  HBaseKeySchema *schema; /* must count down, or time */
  HBaseSlice list;        /* of the key, unsalted, before the counter */
  gint64 start;           /* the counter of the first row ever; the highest one that may be given */
  HBaseGuardColumns guard;
  HBasePut *cells;     /* must not change any more */
  const guint8 *token; /* HBASE_GUARD_OWNER_LENGTH bytes, the same for all attempts, ever */
  HBaseSlice row;      /* where an earlier attempt was left unsettled; data NULL: there was none */
  gboolean resumed;    /* with no row: it may have been attempted by another, who kept the token only */
  gboolean checked;    /* the table's guards have been found fit */
  HBasePrependFrontier *frontier; /* what those of this process share; NULL: nothing is shared */
  HBaseOperation *tickets; /* a sequence's operation that says which counter is next, one below the other
                                 from `start` (transfer full); NULL: it is looked which is the first one */
  gboolean by_tickets;     /* keys are handed out by a sequence, also where this request needs none */
  gboolean cancel; /* the row shall not be written: a tombstone with its token is, unless it is there */
  gint64 block;    /* of how many numbers that takes at once */
  gint64 buffered; /* of them: where to begin; < 0: none are at hand */
} HBasePrependSettings;

/* Of the slices copies are taken. NULL: `row` isn't a key of the schema with that prefix. */
HBasePrependOperation *
hbase_prepend_operation_new (HBaseWireProtocol protocol, const HBasePrependSettings *request, GError **error);
/* Whether the request's row is a key of its list, and which; a row of another list says nothing about the
 * keys of this one. */
gboolean hbase_prepend_check_row (const HBasePrependSettings *request, gint64 *counter, GError **error);
/* Whether the table's guards were found fit. */
gboolean hbase_prepend_operation_get_checked (HBasePrependOperation *prepend);
/* The key that was got, or that is not settled; data NULL: nothing was attempted that may have been done. */
HBaseSlice hbase_prepend_operation_get_row (HBasePrependOperation *prepend);
gboolean hbase_prepend_operation_is_settled (HBasePrependOperation *prepend);
/* A tombstone with its token is in the list: it will never be written. A cancel is done then, a prepend failed.
 * (A cancel that is done, and neither settled nor fenced, isn't final.) */
gboolean hbase_prepend_operation_is_fenced (HBasePrependOperation *prepend);
/* Lets the next one in line go: it is over, or given up. */
void hbase_prepend_operation_leave (HBasePrependOperation *prepend);
const HBaseAttemptCounts *hbase_prepend_operation_get_counts (HBasePrependOperation *prepend);
/* Where there are tickets: counters of the last block that weren't used, from the highest one down. */
gint64 hbase_prepend_operation_get_left (HBasePrependOperation *prepend, gint64 *highest);
HBaseOperation *hbase_prepend_operation_get_tickets (HBasePrependOperation *prepend);

/* ---- retiring: deletes a row's content, and keeps its guard ---- */

/* The guard must not be a column of content. */
HBaseOperation *hbase_retire_operation_new (HBaseWireProtocol protocol,
                                            const char *table,
                                            const HBaseGuardColumns *columns,
                                            HBaseSlice row);
