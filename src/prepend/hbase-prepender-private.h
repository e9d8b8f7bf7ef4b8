/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"
#include "hbase-prepend-request-private.h"
#include "hbase-sequence-private.h"
#include "hbase-table-private.h"

/* A prepender, as the object and its public calls (hbase-prepender.c) and one call's work
 * (hbase-prepender-call.c) share it. */
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
  guint n_changes;         /* of the settings: what a call finds out holds for those it began with */
  gboolean is_checked;     /* the table's guards were found fit, */
  gint64 checked_at_us;    /* at that monotonic time */
  HBasePrependCoordinator *coordinator; /* of the list, shared by its operations, */
  pid_t process;                        /* which are this process's */
  guint64 n_rows, n_puts, n_lost, n_false_denials, n_missed;
};

gboolean hbase_prepender_call (HBasePrepender *prepender,
                               HBasePrependRequest *request,
                               HBasePrependAction action,
                               GCancellable *cancellable,
                               GError **error);
/* The task's result is a boolean. */
void hbase_prepender_call_async (HBasePrepender *prepender,
                                 HBasePrependRequest *request,
                                 HBasePrependAction action,
                                 GTask *task /* (transfer full) */);
