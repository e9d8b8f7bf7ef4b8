/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-attributes-private.h"
#include "hbase-local-store-private.h"

/* A table as the store describes it. */

#define HBASE_LOCAL_N_SETTINGS 21 /* field ids of TColumnFamilyDescriptor */

typedef struct {
  HBaseSlice name;      /* owned */
  HBaseSlice component; /* owned: the name encoded as a component of keys */
  gint64 settings[HBASE_LOCAL_N_SETTINGS];
  guint32 given; /* bit mask of the settings in the descriptor; others have defaults */
  HBaseLocalAttributes *attributes, *configuration; /* loaded only for descriptors */
} HBaseLocalFamily;

#define HBASE_LOCAL_READ_ONLY_UNKNOWN -1

typedef struct {
  gatomicrefcount ref_count;
  gint64 id;
  char *name; /* without the default namespace */
  gboolean enabled;
  gint32 durability;
  int read_only;                    /* a boolean, or HBASE_LOCAL_READ_ONLY_UNKNOWN until a write needs it */
  HBaseLocalAttributes *attributes; /* loaded only for descriptors */
  GArray *families;                 /* HBaseLocalFamily, sorted by name */
} HBaseLocalTable;

HBaseLocalTable *hbase_local_table_ref (HBaseLocalTable *table);
void hbase_local_table_unref (HBaseLocalTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalTable, hbase_local_table_unref)

HBaseLocalTable *hbase_local_table_new (const char *name);
/* Inserts a family with HBase's defaults at its sorted position. Returns NULL if there is a family of that
 * name. */
HBaseLocalFamily *hbase_local_table_add_family (HBaseLocalTable *table, HBaseSlice name);

/* Returns FALSE if there is no family of that name. */
gboolean hbase_local_table_remove_family (HBaseLocalTable *table, HBaseSlice name);

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

/* Returns the position of one of the table's families. */
static inline guint
hbase_local_table_family_index (const HBaseLocalTable *table, const HBaseLocalFamily *family)
{
  return (guint) (family - hbase_local_table_family (table, 0));
}

/* Returns the timestamp before which the family's cells have expired at `now`. */
gint64 hbase_local_family_oldest (const HBaseLocalFamily *family, gint64 now);
/* Returns whether the cells of any family expire. */
gboolean hbase_local_table_expires (const HBaseLocalTable *table);
/* Returns the family of that name, or NULL. */
const HBaseLocalFamily *hbase_local_table_find_family (const HBaseLocalTable *table, HBaseSlice name);
/* Finds a family by its encoded name. */
const HBaseLocalFamily *hbase_local_table_find_family_by_component (const HBaseLocalTable *table,
                                                                    HBaseSlice part);
/* Fails with HBase's own error if there is no such family. */
gboolean hbase_local_table_check_family (const HBaseLocalTable *table, HBaseSlice name, GError **error);
