/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-local-budget-private.h"
#include "hbase-local-clock-private.h"
#include "hbase-local-scanners-private.h"
#include "hbase-local-store-private.h"
#include "hbase-wire-writer-private.h"

/* The embedded engine as a Thrift2 service: a checked call goes in, a reply message comes out.
 * Thread-safe. */

typedef struct _HBaseLocalService HBaseLocalService;

/* `directory` NULL: in memory, one database a service object. */
HBaseLocalService *hbase_local_service_open (const char *directory, GError **error);
/* The same within a budget. */
HBaseLocalService *hbase_local_service_open_within (const char *directory,
                                                    HBaseLocalOpen how,
                                                    HBaseLocalBudget *budget,
                                                    GError **error);
HBaseLocalService *hbase_local_service_ref (HBaseLocalService *service);
void hbase_local_service_unref (HBaseLocalService *service);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalService, hbase_local_service_unref)

/* A connection to the service, which may outlive it: the scanners that are opened on it are its own, and are closed
 * with it. It executes one call at a time. */
typedef struct _HBaseLocalClient HBaseLocalClient;
HBaseLocalClient *hbase_local_client_new (HBaseLocalService *service);
void hbase_local_client_free (HBaseLocalClient *client);

/* Appends the reply's whole message (no frame) to the writer, which has the call's protocol. Every call gets
 * one: a result, a declared exception, or an application exception. FALSE: the budget was exhausted, which the reply
 * says, and nothing was written. */
gboolean hbase_local_client_execute (HBaseLocalClient *client,
                                     HBaseLocalBudget *budget,
                                     const HBaseBlock *call,
                                     HBaseWireWriter *reply);
/* The same for callers that share one connection. */
gboolean hbase_local_service_execute_within (HBaseLocalService *service,
                                             HBaseLocalBudget *budget,
                                             const HBaseBlock *call,
                                             HBaseWireWriter *reply);
/* As long as it takes. */
void hbase_local_service_execute (HBaseLocalService *service, const HBaseBlock *call, HBaseWireWriter *reply);

HBaseLocalScanners *hbase_local_service_get_scanners (HBaseLocalService *service);

void hbase_local_service_set_clock (HBaseLocalService *service, const HBaseLocalClock *clock);
