/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the failures of batches: a change that may not have been written, and the reason. */

#include "hbase-batch-failure-private.h"

#include "hbase-ref-counted-private.h"

/**
 * HBaseBatchFailure:
 *
 * A change of a [class@HBase.Batch] that failed, and its error. [method@HBase.Batch.take_failures] returns
 * them.
 *
 * Failures are immutable and may be used by several threads.
 */
struct _HBaseBatchFailure {
  gatomicrefcount ref_count;
  guint64 index;
  HBaseMutation *mutation;
  GError *error;
};

static void
free_failure (HBaseBatchFailure *failure)
{
  hbase_mutation_unref (failure->mutation);
  g_error_free (failure->error);
  g_free (failure);
}

HBASE_DEFINE_REF_COUNTED (HBaseBatchFailure, hbase_batch_failure, free_failure)

HBaseBatchFailure *
hbase_batch_failure_new (guint64 index, HBaseMutation *mutation, GError *error)
{
  HBaseBatchFailure *failure = g_new0 (HBaseBatchFailure, 1);

  g_atomic_ref_count_init (&failure->ref_count);
  failure->index = index;
  failure->mutation = hbase_mutation_ref (mutation);
  failure->error = error;
  return failure;
}

/**
 * hbase_batch_failure_ref: (skip)
 * @failure: a failure
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @failure
 */

/**
 * hbase_batch_failure_unref: (skip)
 * @failure: (transfer full): a failure
 *
 * Releases a reference; the last one frees the failure.
 */

/**
 * hbase_batch_failure_get_index:
 * @failure: a failure
 *
 * Returns which change it was: the number of changes that were added to the batch before it.
 *
 * Returns: the index; 0 for the first change
 */
guint64
hbase_batch_failure_get_index (HBaseBatchFailure *failure)
{
  g_return_val_if_fail (failure != NULL, 0);

  return failure->index;
}

/**
 * hbase_batch_failure_get_row:
 * @failure: a failure
 * @length: (out): its length in bytes
 *
 * Returns the key of the row that was to be changed.
 *
 * Returns: (array length=length) (transfer none): the row key
 */
const guint8 *
hbase_batch_failure_get_row (HBaseBatchFailure *failure, gsize *length)
{
  g_return_val_if_fail (failure != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = failure->mutation->row_length;
  return failure->mutation->row;
}

/**
 * hbase_batch_failure_ref_row:
 * @failure: a failure
 *
 * Returns the same as [method@HBase.BatchFailure.get_row], as bytes with a reference.
 *
 * Returns: (transfer full): the row key
 */
GBytes *
hbase_batch_failure_ref_row (HBaseBatchFailure *failure)
{
  g_return_val_if_fail (failure != NULL, NULL);

  return g_bytes_new (failure->mutation->row, failure->mutation->row_length);
}

/**
 * hbase_batch_failure_get_error:
 * @failure: a failure
 *
 * Returns why the change failed: %HBASE_ERROR_OUTCOME_UNKNOWN if it may have been written; with any other
 * error it wasn't.
 *
 * Returns: (transfer none): the error
 */
const GError *
hbase_batch_failure_get_error (HBaseBatchFailure *failure)
{
  g_return_val_if_fail (failure != NULL, NULL);

  return failure->error;
}
