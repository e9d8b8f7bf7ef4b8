/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-attributes-private.h"
#include "hbase-local-db-private.h"

/* The namespaces of a database, and their configuration. Every function runs inside the caller's
 * transaction. */

/* Fails with HBase's own error if there is no such namespace. */
gboolean hbase_local_namespaces_check (HBaseLocalDb *db, HBaseSlice name, GError **error);
/* Returns the names of all namespaces, sorted. (element-type GBytes) */
GPtrArray *hbase_local_namespaces_list (HBaseLocalDb *db, GError **error);
/* Sets `*configuration` to that of the namespace: NULL if it is empty. */
gboolean hbase_local_namespaces_load_configuration (HBaseLocalDb *db,
                                                    HBaseSlice name,
                                                    HBaseLocalAttributes **configuration,
                                                    GError **error);
/* Adds a namespace, which must not exist. */
gboolean hbase_local_namespaces_add (HBaseLocalDb *db, HBaseSlice name, GError **error);
/* Replaces the configuration. */
gboolean hbase_local_namespaces_configure (HBaseLocalDb *db,
                                           HBaseSlice name,
                                           HBaseLocalAttributes *configuration,
                                           GError **error);
/* Removes a namespace, which must not have tables. */
gboolean hbase_local_namespaces_remove (HBaseLocalDb *db, HBaseSlice name, GError **error);
