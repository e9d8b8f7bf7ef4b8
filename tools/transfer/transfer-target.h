/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "transfer-cell.h"

/* Writes cells and delete markers to a table, each with its timestamp: writing one again changes nothing. */
typedef struct _TransferTarget TransferTarget;

/* `parallelism`: how many requests are sent at a time. */
TransferTarget *transfer_target_new (HBaseTable *table, guint parallelism);
/* What wasn't flushed is lost. */
void transfer_target_free (TransferTarget *target);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TransferTarget, transfer_target_free)

/* Adds a cell, whose bytes are copied, in HBase's order. Some are sent when there are enough. */
gboolean transfer_target_add (TransferTarget *target,
                              const TransferCell *cell,
                              GCancellable *cancellable,
                              GError **error);
/* Sends all that was added, which must be whole rows. */
gboolean transfer_target_flush (TransferTarget *target, GCancellable *cancellable, GError **error);
