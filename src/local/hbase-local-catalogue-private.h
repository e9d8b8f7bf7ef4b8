/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-table-private.h"

/* HEAD */

/* NULL without an error: there is no such table. */
HBaseLocalTable *hbase_local_catalogue_find (HBaseLocalDb *db, const char *name, GError **error);
/* For a data call: there, and enabled. */
HBaseLocalTable *hbase_local_catalogue_find_enabled (HBaseLocalDb *db, const char *name, GError **error);
/* All tables, by name. (element-type utf8) */
GPtrArray *hbase_local_catalogue_names (HBaseLocalDb *db, GError **error);
/* The table's id is set. */
gboolean hbase_local_catalogue_add (HBaseLocalDb *db, HBaseLocalTable *table, GError **error);
gboolean hbase_local_catalogue_remove (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
gboolean hbase_local_catalogue_set_enabled (HBaseLocalDb *db,
                                            const HBaseLocalTable *table,
                                            gboolean enabled,
                                            GError **error);
/* Drops all cells. */
gboolean hbase_local_catalogue_clear (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
gboolean hbase_local_catalogue_add_split (HBaseLocalDb *db,
                                          const HBaseLocalTable *table,
                                          HBaseSlice key,
                                          GError **error);
/* Split keys in order. (element-type GBytes) */
GPtrArray *hbase_local_catalogue_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
/* The bounds of the row's region; NULL stays NULL where it has none. */
gboolean hbase_local_catalogue_region_start (
    HBaseLocalDb *db, const HBaseLocalTable *table, HBaseSlice row, GBytes **start, GError **error);
gboolean hbase_local_catalogue_region_end (
    HBaseLocalDb *db, const HBaseLocalTable *table, HBaseSlice row, GBytes **end, GError **error);
gboolean hbase_local_catalogue_clear_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
char *hbase_local_catalogue_cluster_id (HBaseLocalDb *db, GError **error);
