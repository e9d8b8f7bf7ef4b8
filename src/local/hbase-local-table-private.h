/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-fields-private.h"
#include "hbase-local-store-private.h"

/* What the store knows of a table. */

#define HBASE_LOCAL_N_SETTINGS 21 /* field ids of TColumnFamilyDescriptor */

typedef struct {
  HBaseSlice name; /* owned */
  HBaseSlice part; /* owned: the name as it stands in a key */
  gint64 settings[HBASE_LOCAL_N_SETTINGS];
  guint32 given; /* a bit for each that was said when the table was made; the others are defaults */
} HBaseLocalFamily;

typedef struct {
  gint64 id;
  char *name; /* the default namespace isn't named */
  gboolean enabled;
  gint32 durability;
  GArray *families; /* HBaseLocalFamily, sorted by name */
} HBaseLocalTable;

void hbase_local_table_free (HBaseLocalTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalTable, hbase_local_table_free)

HBaseLocalTable *hbase_local_table_new (const char *name);
/* A family with HBase's defaults, at its place in the order. NULL: there is one of that name. */
HBaseLocalFamily *hbase_local_table_add_family (HBaseLocalTable *table, HBaseSlice name);

static inline guint
hbase_local_table_n_families (const HBaseLocalTable *table)
{
  return table->families->len;
}

static inline const HBaseLocalFamily *
hbase_local_table_family (const HBaseLocalTable *table, guint i)
{
  return &g_array_index (table->families, HBaseLocalFamily, i);
}

/* Of one of its families: where it stands among them. */
static inline guint
hbase_local_table_family_index (const HBaseLocalTable *table, const HBaseLocalFamily *family)
{
  return (guint) (family - hbase_local_table_family (table, 0));
}

/* The family of that name, or NULL. */
const HBaseLocalFamily *hbase_local_table_find_family (const HBaseLocalTable *table, HBaseSlice name);
/* The same by the part of a key. */
const HBaseLocalFamily *hbase_local_table_find_part (const HBaseLocalTable *table, HBaseSlice part);
/* HBase's own error where there is none. */
gboolean hbase_local_table_check_family (const HBaseLocalTable *table, HBaseSlice name, GError **error);

/* ---- names: hbase-local-names.c ---- */

/* `namespace:qualifier`, or one of them: checked, without the default namespace. NULL: not a name, as HBase
 * sees it. */
char *hbase_local_name_parse (HBaseSlice text, GError **error);
/* Of a TTableName: the namespace may be absent or empty, the qualifier has no colon. */
char *hbase_local_name_join (HBaseSlice namespace_, HBaseSlice qualifier, GError **error);
/* The namespace of such a name: its length in bytes, 0 for the default one. */
gsize hbase_local_name_namespace (const char *name);
gboolean hbase_local_name_check_family (HBaseSlice name, GError **error);

/* ---- the catalogue, inside a transaction: hbase-local-catalogue.c ---- */

/* NULL without an error: there is no such table. */
HBaseLocalTable *hbase_local_catalogue_find (HBaseLocalDb *db, const char *name, GError **error);
/* For a data call: there, and enabled. */
HBaseLocalTable *hbase_local_catalogue_use (HBaseLocalDb *db, const char *name, GError **error);
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
