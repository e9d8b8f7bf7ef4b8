/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-prepend-operation-private.h"
#include "hbase-prepend-request-private.h"
#include "hbase-sequence-private.h"
#include "hbase-table-private.h"

/* A prepender as its object (hbase-prepender.c), what a call is made of (hbase-prepender-call.c), and its
 * public calls share it. */
struct _HBasePrepender {
  GObject parent_instance;
  HBaseTable *table;
  GMutex lock; /* protects what follows */
  char *guard_family;
  char *guard_qualifier;
  char *token_column; /* NULL: the token is the guard */
  GVariant *prefix;   /* may be NULL */
  gint64 start;
  HBasePrependStrategy strategy;
  HBaseSequence *sequence;        /* may be NULL */
  gboolean checked;               /* the table's guards were found fit, */
  gint64 checked_at;              /* then (monotonic µs) */
  HBasePrependFrontier *frontier; /* of the list, shared by its operations */
  pid_t process;                  /* whose operations they are */
  guint settings; /* how often they changed: what a call finds out holds for those it began with */
  guint64 n_rows, n_puts, n_lost, n_false_denials, n_missed;
};

/* What is to become of a row. */
typedef enum {
  HBASE_PREPEND_ACTION_WRITE,
  HBASE_PREPEND_ACTION_SETTLE,
  HBASE_PREPEND_ACTION_CANCEL,
} HBasePrependAction;

gboolean hbase_prepender_call (HBasePrepender *prepender,
                               HBasePrependRequest *prepend,
                               HBasePrependAction act,
                               GCancellable *cancellable,
                               GError **error);
/* The task's result is a boolean. */
void hbase_prepender_call_async (HBasePrepender *prepender,
                                 HBasePrependRequest *prepend,
                                 HBasePrependAction act,
                                 GTask *task /* (transfer full) */);
HBaseOperation *hbase_prepender_make_retirement (HBasePrepender *prepender, HBaseSlice row, GError **error);
