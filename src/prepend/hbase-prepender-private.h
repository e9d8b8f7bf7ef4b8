/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"
#include "hbase-prepend-request-private.h"
#include "hbase-prepender.h"
#include "hbase-sequence-private.h"
#include "hbase-table-private.h"

/* The members of a prepender, which the object (hbase-prepender.c) and the operation of its calls
 * (hbase-prepender-call.c) share. */
struct _HBasePrepender {
  GObject parent_instance;
  HBaseTable *table;
  GMutex lock; /* protects what follows */
  char *guard_family;
  char *guard_qualifier;
  char *token_column; /* NULL: the token is the guard's value */
  GVariant *prefix;   /* may be NULL */
  gint64 start;
  HBasePrependStrategy strategy;
  HBaseSequence *sequence; /* may be NULL */
  guint n_changes;         /* of the settings: a call's findings hold for the settings with which it began */
  gboolean is_checked;     /* the table was found fit for guards, */
  gint64 checked_at_us;    /* at this monotonic time */
  HBasePrependCoordinator *coordinator; /* of the list, shared by its operations, */
  pid_t process;                        /* which are this process's */
  guint64 n_rows, n_puts, n_lost, n_misreported_refusals, n_missed;
};

/* Returns an operation that does the action with `n` requests, from the last to the first. The
 * prepender must have passed hbase_table_check(). The operation acquires each request until the request's
 * part has ended. */
HBaseOperation *hbase_prepender_make_operation (HBasePrepender *prepender,
                                                gpointer *requests,
                                                guint n,
                                                HBasePrependAction action);
