/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-db-private.h"

/* The writers of a database in this process; one at a time has the turn. See the .c file. */

typedef enum {
  HBASE_LOCAL_ACCESS_NONE,           /* needs no connection */
  HBASE_LOCAL_ACCESS_READ,           /* a snapshot */
  HBASE_LOCAL_ACCESS_WRITE,          /* durable when the commit returns */
  HBASE_LOCAL_ACCESS_WRITE_UNSYNCED, /* survives the process, perhaps not a power failure */
} HBaseLocalAccess;

typedef enum {
  HBASE_LOCAL_WRITER_WAITING,
  HBASE_LOCAL_WRITER_HAS_TURN,
  HBASE_LOCAL_WRITER_TAKEN, /* along by the writer that has the turn */
  HBASE_LOCAL_WRITER_DONE,
  HBASE_LOCAL_WRITER_FAILED,
  HBASE_LOCAL_WRITER_UNDONE, /* with the transaction that it shared: it is to be executed again, alone */
} HBaseLocalWriterState;

typedef struct {
  HBaseLocalAccess access;
  HBaseLocalBudget *budget;
  gboolean shares; /* may be executed in another writer's transaction, by its thread */
  /* Writes, within a transaction. If it failed, or was undone, it may be called again. */
  gboolean (*execute) (HBaseLocalDb *db, gpointer data, GError **error);
  gpointer data;
  /* private */
  HBaseLocalWriterState state;
  GError *error; /* of a writer that was taken along */
  GList link;
} HBaseLocalWriter;

typedef struct {
  GMutex mutex;
  gboolean has_turn; /* a writer has the turn */
  GQueue waiting;    /* (element-type HBaseLocalWriter) */
  GCond changed;     /* the turn was left, or the state of a writer that was taken has changed */
} HBaseLocalWriters;

void hbase_local_writers_init (HBaseLocalWriters *writers);
void hbase_local_writers_clear (HBaseLocalWriters *writers);
/* Waits for the turn. Returns HAS_TURN, or what has become of a writer that was taken along, or FAILED
 * with the error of its budget or of its execution. */
HBaseLocalWriterState
hbase_local_writers_enter (HBaseLocalWriters *writers, HBaseLocalWriter *writer, GError **error);
/* Ends the turn. */
void hbase_local_writers_leave (HBaseLocalWriters *writers);
/* Returns the next writer that waits, if a transaction of that kind may take it along; or NULL. */
HBaseLocalWriter *hbase_local_writers_take (HBaseLocalWriters *writers, HBaseLocalAccess access);
/* Ends the waiting of the writers that were taken, and empties the queue. `error` is that of all of them if
 * they have FAILED, because it isn't known whether their transaction was committed. */
void hbase_local_writers_finish (HBaseLocalWriters *writers,
                                 GQueue *taken,
                                 HBaseLocalWriterState state,
                                 const GError *error);
