/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-record-check-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-table-descriptor-private.h"

/* This file implements table descriptors, and checks the names and the split keys of tables. They are checked
 * before anything is sent, because a gateway responds to invalid ones with `Internal error` only. */

/**
 * HBaseTableDescriptor:
 *
 * Describes a table: its name, its column families, its durability. [method@HBase.Admin.create_table]
 * creates a table from it.
 *
 * ```c
 * g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("useractions");
 * g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
 *
 * hbase_table_descriptor_add_family (table, content);
 * ```
 *
 * Since: 0.1
 */
struct _HBaseTableDescriptor {
  gatomicrefcount ref_count;
  char *name;
  GPtrArray *families;
  HBaseDurability durability;
};

static void
free_table (HBaseTableDescriptor *table)
{
  g_free (table->name);
  g_ptr_array_unref (table->families);
  g_free (table);
}

HBASE_DEFINE_REF_COUNTED (HBaseTableDescriptor, hbase_table_descriptor, free_table)

/**
 * hbase_table_descriptor_new:
 * @name: its name: `name` or `namespace:name`
 *
 * Makes a descriptor without families; a table needs at least one. The name is checked when the table is
 * created.
 *
 * Returns: (transfer full): the descriptor
 *
 * Since: 0.1
 */
HBaseTableDescriptor *
hbase_table_descriptor_new (const char *name)
{
  HBaseTableDescriptor *table;

  g_return_val_if_fail (name != NULL, NULL);

  table = g_new0 (HBaseTableDescriptor, 1);
  g_atomic_ref_count_init (&table->ref_count);
  table->name = g_strdup (name);
  table->families = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_family_descriptor_unref);
  return table;
}

/**
 * hbase_table_descriptor_ref: (skip)
 * @table: a table's descriptor
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @table
 *
 * Since: 0.1
 */

/**
 * hbase_table_descriptor_unref: (skip)
 * @table: (transfer full): a table's descriptor
 *
 * Releases a reference; the last one frees the descriptor.
 *
 * Since: 0.1
 */

/**
 * hbase_table_descriptor_get_name:
 * @table: a table's descriptor
 *
 * Returns the table's name: `name`, or `namespace:name` outside of the default namespace.
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
const char *
hbase_table_descriptor_get_name (HBaseTableDescriptor *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return table->name;
}

/**
 * hbase_table_descriptor_add_family:
 * @table: a table's descriptor
 * @family: a column family's descriptor
 *
 * Adds a column family.
 *
 * Since: 0.1
 */
void
hbase_table_descriptor_add_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *family)
{
  g_return_if_fail (table != NULL);
  g_return_if_fail (family != NULL);

  g_ptr_array_add (table->families, hbase_family_descriptor_ref (family));
}

static HBaseFamilyDescriptor *
family_at (HBaseTableDescriptor *table, guint index)
{
  return g_ptr_array_index (table->families, index);
}

/**
 * hbase_table_descriptor_get_family:
 * @table: a table's descriptor
 * @name: a column family's name
 *
 * Returns the descriptor of one of the table's families.
 *
 * Returns: (transfer none) (nullable): the family's descriptor, or %NULL if the table has no such family
 *
 * Since: 0.1
 */
HBaseFamilyDescriptor *
hbase_table_descriptor_get_family (HBaseTableDescriptor *table, const char *name)
{
  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < table->families->len; i++)
    if (strcmp (hbase_family_descriptor_get_name (family_at (table, i)), name) == 0)
      return family_at (table, i);
  return NULL;
}

/**
 * hbase_table_descriptor_get_families:
 * @table: a table's descriptor
 *
 * Returns the descriptors of all families, in the order in which they were added; if the descriptor was read
 * from HBase, in the order of their names.
 *
 * Returns: (transfer container) (element-type HBaseFamilyDescriptor): the families
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_descriptor_get_families (HBaseTableDescriptor *table)
{
  GPtrArray *families;

  g_return_val_if_fail (table != NULL, NULL);

  families = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_family_descriptor_unref);
  for (guint i = 0; i < table->families->len; i++)
    g_ptr_array_add (families, hbase_family_descriptor_ref (family_at (table, i)));
  return families;
}

/**
 * hbase_table_descriptor_get_durability:
 * @table: a table's descriptor
 *
 * Returns the durability of writes that don't set one.
 *
 * Returns: the durability
 *
 * Since: 0.1
 */
HBaseDurability
hbase_table_descriptor_get_durability (HBaseTableDescriptor *table)
{
  g_return_val_if_fail (table != NULL, HBASE_DURABILITY_USE_DEFAULT);

  return table->durability;
}

/**
 * hbase_table_descriptor_set_durability:
 * @table: a table's descriptor
 * @durability: how durable a write must be before its call returns
 *
 * Sets the durability of writes that don't set one.
 *
 * Since: 0.1
 */
void
hbase_table_descriptor_set_durability (HBaseTableDescriptor *table, HBaseDurability durability)
{
  g_return_if_fail (table != NULL);

  table->durability = durability;
}

/* ---- checks, and the bridge to the generated code ---- */

static gboolean
check_family (HBaseTableDescriptor *table, guint index, GError **error)
{
  const char *name = hbase_family_descriptor_get_name (family_at (table, index));

  if (!hbase_family_name_check (table->name, name, error))
    return FALSE;
  return hbase_table_descriptor_get_family (table, name) == family_at (table, index)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "table “%s”: there are two column families “%s”", table->name, name);
}

gboolean
hbase_table_descriptor_check (HBaseTableDescriptor *table, GError **error)
{
  if (!hbase_table_name_check (table->name, error))
    return FALSE;
  for (guint i = 0; i < table->families->len; i++)
    if (!check_family (table, i, error))
      return FALSE;
  return table->families->len > 0
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "table “%s” has no column families: add at least one", table->name);
}

HBaseWireTable *
hbase_table_descriptor_to_wire (HBaseTableDescriptor *table)
{
  HBaseWireTable *wire = hbase_wire_table_new (table->name, table->families->len);

  wire->durability = (gint32) table->durability;
  for (guint i = 0; i < table->families->len; i++)
    {
      HBaseFamilyDescriptor *family = family_at (table, i);

      wire->families[i].name = g_strdup (hbase_family_descriptor_get_name (family));
      wire->families[i].max_versions = (gint32) hbase_family_descriptor_get_max_versions (family);
      wire->families[i].time_to_live = (gint32) hbase_family_descriptor_get_time_to_live (family);
    }
  return wire;
}

HBaseTableDescriptor *
hbase_table_descriptor_from_wire (const HBaseWireTable *wire)
{
  HBaseTableDescriptor *table = hbase_table_descriptor_new (wire->name);

  table->durability = (HBaseDurability) wire->durability;
  for (guint i = 0; i < wire->n_families; i++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (wire->families[i].name);

      hbase_family_descriptor_set_max_versions (family, (guint) MAX (wire->families[i].max_versions, 0));
      hbase_family_descriptor_set_time_to_live (family, (guint) MAX (wire->families[i].time_to_live, 0));
      hbase_table_descriptor_add_family (table, family);
    }
  return table;
}

/* ---- names, by HBase's rules (TableName, HColumnDescriptor) ---- */

#define MAX_FAMILY_LENGTH 127

/* Whether the text has only letters of any script, digits, and the given characters. */
static gboolean
has_only (const char *text, const char *end, const char *also)
{
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c) && (c >= 128 || strchr (also, (int) c) == NULL))
        return FALSE;
    }
  return TRUE;
}

static const char *
find_name_problem (const char *name)
{
  const char *colon = strchr (name, ':');
  const char *qualifier = colon != NULL ? colon + 1 : name;
  const char *end = name + strlen (name);

  if (!g_utf8_validate (name, -1, NULL))
    return "it isn't UTF-8 text";
  if (qualifier == end || colon == name)
    return "it is empty, or one of its two parts is";
  if (colon != NULL && !has_only (name, colon, "_"))
    return "a namespace has letters, digits and _ only";
  if (*qualifier == '.' || *qualifier == '-')
    return "it must not begin with a dot or a hyphen";
  if (!has_only (qualifier, end, "_-."))
    return "it has letters, digits, _, - and . only, and at most one colon, behind the namespace";
  return NULL;
}

gboolean
hbase_table_name_check (const char *name, GError **error)
{
  const char *problem = find_name_problem (name);
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_escaped ((const guint8 *) name, strlen (name));
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "no table can be called “%s”: %s; a name is table or namespace:table", shown,
                          problem);
}

static const char *
find_family_problem (const char *family)
{
  if (*family == '\0')
    return "it is empty";
  if (strlen (family) > MAX_FAMILY_LENGTH)
    return "it has more than 127 bytes";
  if (*family == '.')
    return "it must not begin with a dot";
  if (strcmp (family, "recovered.edits") == 0)
    return "that name is HBase's own";
  for (const char *p = family; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) || strchr (":/\\", *p) != NULL)
      return "it must have no control characters, :, / and \\";
  return NULL;
}

gboolean
hbase_family_name_check (const char *table, const char *family, GError **error)
{
  const char *problem = find_family_problem (family);
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_escaped ((const guint8 *) family, strlen (family));
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "table “%s”: no column family can be called “%s”: %s", table, shown, problem);
}

/* ---- split keys ---- */

static HBaseSlice
key_at (const GPtrArray *splits, guint index)
{
  return hbase_slice_of_bytes (splits->pdata[index]);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

static gboolean
check_key (const GPtrArray *splits, guint index, const char *table, GError **error)
{
  HBaseSlice key = key_at (splits, index);
  g_autofree char *shown = NULL;

  if (!hbase_row_key_check (key, error))
    {
      hbase_error_prefix (error, "table “%s”, split key: ", table);
      return FALSE;
    }
  if (index == 0 || !hbase_slice_equal (key_at (splits, index - 1), key))
    return TRUE;
  shown = hbase_record_show_row (key);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "table “%s”: the split key %s is there twice; a region begins at a key once", table,
                          shown);
}

GPtrArray *
hbase_splits_sort (GPtrArray *splits, const char *table, GError **error)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < splits->len; i++)
    g_ptr_array_add (sorted, g_bytes_ref (splits->pdata[i]));
  g_ptr_array_sort (sorted, compare_keys);
  for (guint i = 0; i < sorted->len; i++)
    if (!check_key (sorted, i, table, error))
      return NULL;
  return g_steal_pointer (&sorted);
}
