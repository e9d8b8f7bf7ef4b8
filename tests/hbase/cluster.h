/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api/prepending.h"
#include "hbase/fixture.h"
#include "processes.h"

/* Writers and readers on a real HBase of several region servers, each in a process of its own, while the test
 * moves, splits and merges regions and kills servers. Writers prepend to a table and retire some of their
 * rows. The table CLUSTER_UNCHANGED doesn't change: readers read all of it, in all ways, and must receive
 * each row once, in order. */

#define CLUSTER_UNCHANGED "unchanged"
#define CLUSTER_MODES "binary compact-patient"
#define CLUSTER_MAX_WRITERS 4

typedef struct _Cluster Cluster;

/* Starts a cluster of `n_servers` region servers. */
Cluster *cluster_start (guint n_servers);
void cluster_stop (Cluster *cluster);
Fixture *cluster_get_fixture (Cluster *cluster);
/* Runs the function in a process of its own. */
HBaseTable *cluster_table (Cluster *cluster, const char *name);
/* Creates the table on the second server, by a process of its own. */
void cluster_create_table (Cluster *cluster, const char *name);

/* Starts writers that prepend to a new table of that name. Half of the processes use a gateway that gives up
 * soon, so that errors reach the library. */
void cluster_begin_work (Cluster *cluster, const char *name, guint n_writers, guint n_readers);
/* From now on some scans are reversed. Not while regions are split or merged: HBase 2.6.1's reversed scans
 * then skip such a region now and then, without an error (the gateway's one scanner returns row00400, then
 * row00199). */
void cluster_allow_reversed (Cluster *cluster);
/* Waits until each process has done this many more steps, so that it isn't overtaken by what the test does
 * next. */
void cluster_await_progress (Cluster *cluster, guint n);
/* Ends writers and readers, and checks that the table contains all that was acknowledged: once, in order,
 * with its content. The table that doesn't change is read once more, in all ways. */
void cluster_end_work (Cluster *cluster);
