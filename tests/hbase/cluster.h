/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api/prepending.h"
#include "hbase/fixture.h"
#include "processes.h"

/* Writers and readers on a real HBase of several region servers, each in a process of its own, while whoever uses this
 * moves, splits and merges regions and kills servers. Writers prepend to a table and retire some of what they wrote. The
 * table CLUSTER_STILL doesn't change: readers read all of it, in all ways, and each row must come once, in order. */

#define CLUSTER_STILL "still"
#define CLUSTER_MODES "binary compact-patient"
#define CLUSTER_MAX_WRITERS 4

typedef struct _Cluster Cluster;

/* With `n_servers` region servers. */
Cluster *cluster_start (guint n_servers);
void cluster_stop (Cluster *cluster);
Fixture *cluster_get_fixture (Cluster *cluster);
/* For whatever else is to be done there, in a process of its own. */
HBaseTable *cluster_table (Cluster *cluster, const char *name);
/* On the second server; by a process of its own. */
void cluster_create_table (Cluster *cluster, const char *name);

/* Writers prepend to a new table of that name. Half of the processes use a gateway that gives up soon, so that errors reach the library. */
void cluster_begin_work (Cluster *cluster, const char *name, guint n_writers, guint n_readers);
/* From now on some is read backwards. Not while regions are split or merged: HBase 2.6.1's reversed scans then pass over
 * such a region now and then, without an error (the gateway's one scanner gives row00400, then row00199). */
void cluster_allow_reversed (Cluster *cluster);
/* Waits until each process has done so much more, so that what comes next doesn't outrun them. */
void cluster_await_progress (Cluster *cluster, guint n);
/* Ends it, and looks whether all that was acknowledged is there: once, in order, with its content. What doesn't change is
 * read once more, in all ways. */
void cluster_end_work (Cluster *cluster);
