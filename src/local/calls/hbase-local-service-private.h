/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-local-budget-private.h"
#include "hbase-local-clock-private.h"
#include "hbase-local-compactor-private.h"
#include "hbase-local-scanners-private.h"
#include "hbase-local-store-private.h"
#include "hbase-wire-writer-private.h"

/* The embedded engine as a Thrift2 service: executes checked calls and writes their replies. All functions
 * are thread-safe. */

typedef struct _HBaseLocalService HBaseLocalService;

/* `directory` NULL: a database in memory, one for each service. `budget` NULL: without limits. */
HBaseLocalService *hbase_local_service_open (const char *directory,
                                             HBaseLocalOpen how,
                                             HBaseLocalBudget *budget,
                                             GError **error);
HBaseLocalService *hbase_local_service_ref (HBaseLocalService *service);
void hbase_local_service_unref (HBaseLocalService *service);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalService, hbase_local_service_unref)

/* A connection to the service, which may outlive it. Scanners that are opened on a connection are its own,
 * and are closed with it. It executes one call at a time. */
typedef struct _HBaseLocalClient HBaseLocalClient;
HBaseLocalClient *hbase_local_client_new (HBaseLocalService *service);
void hbase_local_client_free (HBaseLocalClient *client);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalClient, hbase_local_client_free)

/* Executes a call and appends the whole reply message (without a frame) to the writer, which has the call's
 * protocol. Every call gets a reply: a result, a declared exception, or an application exception. Returns
 * FALSE if the budget was exhausted: the reply says so, and nothing was written. `budget` NULL: without
 * limits. */
gboolean hbase_local_client_execute (HBaseLocalClient *client,
                                     HBaseLocalBudget *budget,
                                     const HBaseBlock *block,
                                     HBaseWireWriter *reply);
/* See hbase_local_store_close_idle(). */
void hbase_local_service_close_idle (HBaseLocalService *service, gint64 before);
HBaseLocalScanners *hbase_local_service_get_scanners (HBaseLocalService *service);
/* For tests. */
HBaseLocalStore *hbase_local_service_get_store (HBaseLocalService *service);
HBaseLocalCompactor *hbase_local_service_get_compactor (HBaseLocalService *service);

/* Call these before the first call is executed. With the fidelity `strict` cells without timestamps get the
 * clock's time, as in HBase, even if a delete of the same millisecond hides them then. */
void hbase_local_service_set_strict (HBaseLocalService *service, gboolean is_strict);
/* For tests. */
void hbase_local_service_set_clock (HBaseLocalService *service, const HBaseLocalClock *clock);
