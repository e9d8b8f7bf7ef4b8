/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-server-fault.h"
#include "hbase-slice-private.h"

/* The faults that a server was asked for, so that programs can be tested with them. All functions are
 * thread-safe. */

typedef struct _HBaseServerFaults HBaseServerFaults;

/* What the client gets by HBASE_SERVER_FAULT_GARBAGE. */
#define HBASE_SERVER_GARBAGE "These bytes are not a Thrift message."

HBaseServerFaults *hbase_server_faults_new (void);
HBaseServerFaults *hbase_server_faults_ref (HBaseServerFaults *faults);
void hbase_server_faults_unref (HBaseServerFaults *faults);

/* Adds a fault of `n_calls` calls of the method (NULL: any method), from the `first` one on, which is counted
 * from 1. `n_calls` 0: of all further calls. `delay` is in ms. */
void hbase_server_faults_add (HBaseServerFaults *faults,
                              HBaseServerFault kind,
                              const char *method,
                              guint first,
                              guint n_calls,
                              guint delay);
void hbase_server_faults_clear (HBaseServerFaults *faults);
/* Counts a call. Returns whether it has a fault; of several the one that was added first. */
gboolean
hbase_server_faults_take (HBaseServerFaults *faults, HBaseSlice method, HBaseServerFault *kind, guint *delay);
/* Returns how many calls had a fault. */
guint hbase_server_faults_get_n_taken (HBaseServerFaults *faults);
