/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api/prepending.h"
#include "hbase/cluster-changes.h"
#include "hbase/lifetimes.h"

/* A round of the campaign: workers write and read tables of their own through several gateways, each in a
 * thread of its own, while the main thread changes regions, servers and gateways. What the calls return is
 * recorded, and checked when the round ends. All that is drawn at random follows from the round's seed; how
 * threads and processes run beside each other doesn't. */

#define CAMPAIGN_CONNECTIONS 3
#define CAMPAIGN_MAX_ERROR 64
#define CAMPAIGN_ROWS_EACH 3    /* of each kind */
#define CAMPAIGN_MAX_WRITES 300 /* of a row: it grows with each */

typedef enum {
  CAMPAIGN_REGISTER, /* puts of the server's time: the newest is the value */
  CAMPAIGN_COUNTER,
  CAMPAIGN_APPENDS,
  CAMPAIGN_CHECKED, /* each change is on the condition of the one before */
  CAMPAIGN_N_KINDS,
} CampaignRowKind;

typedef struct {
  guint acknowledged, unknown, refused, reads, failed_reads, rows;
} CampaignCounts;

typedef struct {
  guint32 seed;
  Fixture *fixture;
  GRand *rand; /* of the main thread */
  gboolean with_splits;
  gint stop;
  gint n_forgotten; /* increments and appends without a result */
  char *tables[3];  /* names: of single rows, of rows that are scanned, of a list */
  HBaseConnection *connections[CAMPAIGN_CONNECTIONS];
  History *histories[CAMPAIGN_N_KINDS][CAMPAIGN_ROWS_EACH];
  Lifetimes *lifetimes;
  History *list;
  GHashTable *tokens; /* of the list's rows: GBytes → number */
  GHashTable *ids;    /* that the sequence has returned */
  GMutex lock;        /* of what follows, and of the two tables above */
  CampaignCounts counts;
  guint errors[CAMPAIGN_MAX_ERROR]; /* how often each code of HBaseError was returned */
  char *finding;                    /* the first one; NULL */
} CampaignRound;

typedef struct {
  CampaignRound *round;
  const char *name;
  guint number; /* among the workers that do the same */
  GRand *rand;
  gpointer state; /* of the worker, which makes and frees it */
  GDestroyNotify free_state;
  void (*step) (gpointer worker);
  gint n_done;
  GThread *thread;
} CampaignWorker;

/* ---- what workers use ---- */

/* A table handle through a connection that is drawn at random, with timeouts that are. */
HBaseTable *campaign_table (CampaignWorker *worker, guint table);
guint campaign_draw (CampaignWorker *worker, guint n);
/* Returns what the error of a write (NULL: none) says about it, and counts it. An error that no write may
 * have is a finding. */
HistoryOutcome campaign_outcome (CampaignRound *round, const GError *error);
/* Counts a read; returns FALSE if it has failed. */
gboolean campaign_has_read (CampaignRound *round, const GError *error);
/* Flushes the batch; returns the errors of those changes that failed, by their index (guint → GError). */
GHashTable *campaign_flush (CampaignWorker *worker, HBaseBatch *batch);
void campaign_find (CampaignRound *round, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* ---- workers ---- */

void campaign_change_row (gpointer worker);
void campaign_change_rows_at_once (gpointer worker); /* by asynchronous calls */
void campaign_change_rows_by_batch (gpointer worker);
void campaign_read_rows (gpointer worker);
void campaign_put_row (gpointer worker);
void campaign_put_batch (gpointer worker);
void campaign_delete_row (gpointer worker);
void campaign_scan (gpointer worker);
void campaign_page (gpointer worker);
void campaign_prepend (gpointer worker);
void campaign_read_list (gpointer worker);
void campaign_take_id (gpointer worker);
