/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-fields-private.h"
#include "hbase-local-store-private.h"

/* What the store knows of a table. */

#define HBASE_LOCAL_N_SETTINGS 21 /* field ids of TColumnFamilyDescriptor */

typedef struct {
  HBaseSlice name;      /* owned */
  HBaseSlice component; /* owned: the name as it stands in a key */
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
const HBaseLocalFamily *hbase_local_table_find_family_by_component (const HBaseLocalTable *table,
                                                                    HBaseSlice part);
/* HBase's own error where there is none. */
gboolean hbase_local_table_check_family (const HBaseLocalTable *table, HBaseSlice name, GError **error);
