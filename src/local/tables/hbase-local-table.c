/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A table as the store describes it: its families and their settings. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-error-private.h"
#include "hbase-local-key-private.h"
#include "hbase-local-table-private.h"
#include "hbase-wire-tables.h"

#define SETTING(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name

/* HBase's defaults; those of other settings are 0. */
static const gint64 defaults[HBASE_LOCAL_N_SETTINGS] = {
  [SETTING (BLOCK_SIZE)] = 65536,
  [SETTING (BLOOMN_FILTER_TYPE)] = HBASE_T_BLOOM_FILTER_TYPE_ROW,
  [SETTING (COMPRESSION_TYPE)] = HBASE_T_COMPRESSION_ALGORITHM_NONE,
  [SETTING (MAX_VERSIONS)] = 1,
  [SETTING (TIME_TO_LIVE)] = G_MAXINT32,
  [SETTING (BLOCK_CACHE_ENABLED)] = TRUE,
  [SETTING (COMPRESS_TAGS)] = TRUE,
};

static void
family_clear (gpointer data)
{
  HBaseLocalFamily *family = data;

  g_free ((guint8 *) family->name.data);
  g_free ((guint8 *) family->component.data);
  g_clear_pointer (&family->attributes, g_tree_unref);
  g_clear_pointer (&family->configuration, g_tree_unref);
}

HBaseLocalTable *
hbase_local_table_new (const char *name)
{
  HBaseLocalTable *table = g_new0 (HBaseLocalTable, 1);

  g_atomic_ref_count_init (&table->ref_count);
  table->name = g_strdup (name);
  table->enabled = TRUE;
  table->read_only = HBASE_LOCAL_READ_ONLY_UNKNOWN;
  table->families = g_array_new (FALSE, FALSE, sizeof (HBaseLocalFamily));
  g_array_set_clear_func (table->families, family_clear);
  return table;
}

HBaseLocalTable *
hbase_local_table_ref (HBaseLocalTable *table)
{
  g_atomic_ref_count_inc (&table->ref_count);
  return table;
}

void
hbase_local_table_unref (HBaseLocalTable *table)
{
  if (!g_atomic_ref_count_dec (&table->ref_count))
    return;
  g_array_unref (table->families);
  g_clear_pointer (&table->attributes, g_tree_unref);
  g_free (table->name);
  g_free (table);
}

HBaseLocalFamily *
hbase_local_table_add_family (HBaseLocalTable *table, HBaseSlice name)
{
  g_autoptr (GByteArray) part = NULL;
  HBaseLocalFamily family = { .given = 0 };
  guint at = 0;

  while (at < table->families->len
         && hbase_slice_compare (hbase_local_table_family (table, at)->name, name) < 0)
    at++;
  if (at < table->families->len && hbase_slice_equal (hbase_local_table_family (table, at)->name, name))
    return NULL;
  part = g_byte_array_new ();
  hbase_local_key_append_component (part, name);
  family.name = hbase_slice (g_memdup2 (name.data, name.length), name.length);
  family.component = hbase_slice (g_memdup2 (part->data, part->len), part->len);
  memcpy (family.settings, defaults, sizeof defaults);
  g_array_insert_val (table->families, at, family);
  return &g_array_index (table->families, HBaseLocalFamily, at);
}

gint64
hbase_local_family_oldest (const HBaseLocalFamily *family, gint64 now)
{
  gint64 seconds = family->settings[SETTING (TIME_TO_LIVE)];

  return seconds == G_MAXINT32 ? 0 : now - seconds * 1000;
}

gboolean
hbase_local_table_expires (const HBaseLocalTable *table)
{
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    if (hbase_local_table_family (table, i)->settings[SETTING (TIME_TO_LIVE)] != G_MAXINT32)
      return TRUE;
  return FALSE;
}

gboolean
hbase_local_table_remove_family (HBaseLocalTable *table, HBaseSlice name)
{
  const HBaseLocalFamily *family = hbase_local_table_find_family (table, name);

  if (family != NULL)
    g_array_remove_index (table->families, hbase_local_table_family_index (table, family));
  return family != NULL;
}

const HBaseLocalFamily *
hbase_local_table_find_family (const HBaseLocalTable *table, HBaseSlice name)
{
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    if (hbase_slice_equal (hbase_local_table_family (table, i)->name, name))
      return hbase_local_table_family (table, i);
  return NULL;
}

const HBaseLocalFamily *
hbase_local_table_find_family_by_component (const HBaseLocalTable *table, HBaseSlice part)
{
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    if (hbase_slice_equal (hbase_local_table_family (table, i)->component, part))
      return hbase_local_table_family (table, i);
  return NULL;
}

gboolean
hbase_local_table_check_family (const HBaseLocalTable *table, HBaseSlice name, GError **error)
{
  g_autofree char *text = NULL;

  if (hbase_local_table_find_family (table, name) != NULL)
    return TRUE;
  text = hbase_bytes_to_escaped (name.data, name.length);
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                HBASE_LOCAL_EXCEPTION "regionserver.NoSuchColumnFamilyException: "
                                                      "Column family %s does not exist in table '%s'",
                                text, table->name);
}
