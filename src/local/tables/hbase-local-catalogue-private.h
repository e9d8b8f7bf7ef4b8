/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-table-private.h"

/* The tables of a database, with their families and split keys. Every function runs inside the caller's
 * transaction. */

/* Sets `*table` to the table, or to NULL if there is none of that name. */
gboolean
hbase_local_catalogue_find (HBaseLocalDb *db, const char *name, HBaseLocalTable **table, GError **error);
/* Finds the table of a data call, by its name as in a call: fails if it doesn't exist or is disabled. */
HBaseLocalTable *hbase_local_catalogue_find_enabled (HBaseLocalDb *db, HBaseSlice text, GError **error);
/* Returns the names of all tables, sorted. (element-type utf8) */
GPtrArray *hbase_local_catalogue_names (HBaseLocalDb *db, GError **error);
/* Loads the attributes of a table that was found, and those of its families. */
gboolean hbase_local_catalogue_load_attributes (HBaseLocalDb *db, HBaseLocalTable *table, GError **error);
/* Reads the attribute READONLY of a table that was found, unless it is known. */
gboolean hbase_local_catalogue_is_read_only (HBaseLocalDb *db,
                                             HBaseLocalTable *table,
                                             gboolean *is_read_only,
                                             GError **error);
/* Adds a table and sets its id. */
gboolean hbase_local_catalogue_add (HBaseLocalDb *db, HBaseLocalTable *table, GError **error);
/* Replaces the description of the table with that id: its attributes, durability and families. */
gboolean hbase_local_catalogue_replace (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
/* If `leaves_cells` is set, the cells stay as a tree of no table. */
gboolean hbase_local_catalogue_remove (HBaseLocalDb *db,
                                       const HBaseLocalTable *table,
                                       gboolean leaves_cells,
                                       GError **error);
gboolean hbase_local_catalogue_set_enabled (HBaseLocalDb *db,
                                            const HBaseLocalTable *table,
                                            gboolean enabled,
                                            GError **error);
/* Removes all cells of the table. If `leaves_cells` is set, they stay, and the table gets another id. */
gboolean
hbase_local_catalogue_clear (HBaseLocalDb *db, HBaseLocalTable *table, gboolean leaves_cells, GError **error);
gboolean hbase_local_catalogue_add_split (HBaseLocalDb *db,
                                          const HBaseLocalTable *table,
                                          HBaseSlice key,
                                          GError **error);
/* Returns the split keys, sorted. (element-type GBytes) */
GPtrArray *hbase_local_catalogue_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
/* Finds a bound of the row's region: its first row, or the first row after it. `*bound` stays NULL if the
 * region is unbounded there. */
gboolean hbase_local_catalogue_find_bound (HBaseLocalDb *db,
                                           const HBaseLocalTable *table,
                                           HBaseSlice row,
                                           gboolean first,
                                           GBytes **bound,
                                           GError **error);
gboolean hbase_local_catalogue_clear_splits (HBaseLocalDb *db, const HBaseLocalTable *table, GError **error);
char *hbase_local_catalogue_cluster_id (HBaseLocalDb *db, GError **error);
