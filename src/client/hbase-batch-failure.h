/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_BATCH_FAILURE (hbase_batch_failure_get_type ())

typedef struct _HBaseBatchFailure HBaseBatchFailure;

HBASE_AVAILABLE_IN_0_1
GType hbase_batch_failure_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseBatchFailure *hbase_batch_failure_ref (HBaseBatchFailure *failure);
HBASE_AVAILABLE_IN_0_1
void hbase_batch_failure_unref (HBaseBatchFailure *failure);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_batch_failure_get_index (HBaseBatchFailure *failure);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_batch_failure_get_row (HBaseBatchFailure *failure, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_batch_failure_ref_row (HBaseBatchFailure *failure);
HBASE_AVAILABLE_IN_0_1
const GError *hbase_batch_failure_get_error (HBaseBatchFailure *failure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseBatchFailure, hbase_batch_failure_unref)

G_END_DECLS
