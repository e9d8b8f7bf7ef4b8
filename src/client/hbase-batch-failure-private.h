/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-batch-failure.h"
#include "hbase-mutation-private.h"

/* Takes `error`. */
HBaseBatchFailure *hbase_batch_failure_new (guint64 index, HBaseMutation *mutation, GError *error);
