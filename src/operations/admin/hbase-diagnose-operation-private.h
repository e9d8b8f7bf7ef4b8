/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-diagnosis-private.h"
#include "hbase-operation-private.h"

/* The number of channels that the operation uses at a time. One lane more only sleeps. */
#define HBASE_DIAGNOSE_CHANNELS 6
#define HBASE_DIAGNOSE_LANES (HBASE_DIAGNOSE_CHANNELS + 1)

/* Finds out what there is at the address, whatever its protocol; the pool must have no other gateway. The
 * result is an HBaseDiagnosis, which also says why there is no connection: only a cancel is an error. */
HBaseOperation *hbase_diagnose_operation_new (const HBaseDiagnosisTarget *target);
