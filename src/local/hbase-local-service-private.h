/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-wire-writer-private.h"

/* The embedded engine as a Thrift2 service: a checked call goes in, a reply message comes out.
 * Thread-safe. */

typedef struct _HBaseLocalService HBaseLocalService;

/* `directory` NULL: in memory, one database a service object. */
HBaseLocalService *hbase_local_service_open (const char *directory, GError **error);
HBaseLocalService *hbase_local_service_ref (HBaseLocalService *service);
void hbase_local_service_unref (HBaseLocalService *service);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalService, hbase_local_service_unref)

/* Appends the reply's whole message (no frame) to the writer, which has the call's protocol. Every call gets
 * one: a result, a declared exception, or an application exception. */
void hbase_local_service_answer (HBaseLocalService *service, const HBaseBlock *call, HBaseWireWriter *reply);

/* The service's clocks, for tests: `now` in ms since 1970, `ticks` in µs of a clock that only goes
 * forward. */
typedef struct {
  gint64 (*now) (gpointer data);
  gint64 (*ticks) (gpointer data);
  gpointer data;
} HBaseLocalClock;
void hbase_local_service_set_clock (HBaseLocalService *service, const HBaseLocalClock *clock);
