/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* Calls on the rows of a handle whose keys have no salts (`target.unsalted`). The constructors of
 * hbase-data-operations-private.h use these functions for such a target, and their results are taken in the
 * same way.
 *
 * If all salts are computed from the key, a row has one stored key. If a salt is random it may be stored
 * under any of n keys: reads request all of them at once, and a put reads before it writes. */

/* Whether the scan's filter and parallelism can be used with keys without salts; else UNSUPPORTED. */
gboolean hbase_unsalted_check_scan (HBaseTarget target, HBaseScan *scan, GError **error);
/* UNSUPPORTED if the target's keys have no salts: the call is about stored keys. */
gboolean hbase_unsalted_refuse (HBaseTarget target, const char *what, GError **error);

/* Returns the same change of the row's stored key (transfer full); NULL: an error. The key is known if the
 * change was made for a row that was read, if no salt is random, and for a put that may assume a new row. Of
 * a target with stored keys it is the change itself, unless it was made for a row. */
HBaseMutation *hbase_unsalted_place (HBaseTarget target, HBaseMutation *mutation, GError **error);
/* Does the same for all (element-type HBaseMutation). A delete becomes a delete for each key under which its
 * row may be stored. */
GPtrArray *hbase_unsalted_place_all (HBaseTarget target, GPtrArray *mutations, GError **error);

/* Whether one of the puts has a row whose stored key must be looked up. */
gboolean hbase_unsalted_needs_lookup (HBaseTarget target, GPtrArray *puts);
/* Looks up these rows, and writes each where it is stored, or, if it isn't, under a new key: two requests. */
HBaseOperation *hbase_unsalted_put_operation_new (HBaseTarget target, GPtrArray *puts);
/* Looks up these rows, and writes nothing. Result: GPtrArray ** (element-type HBaseMutation), the puts of the
 * stored keys. */
HBaseOperation *hbase_unsalted_place_puts_operation_new (HBaseTarget target, GPtrArray *puts);

HBaseOperation *hbase_unsalted_get_operation_new (HBaseTarget target, HBaseGet *get);
HBaseOperation *hbase_unsalted_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets);
HBaseOperation *hbase_unsalted_exists_operation_new (HBaseTarget target, HBaseGet *get);
HBaseOperation *hbase_unsalted_exists_multiple_operation_new (HBaseTarget target, GPtrArray *gets);
