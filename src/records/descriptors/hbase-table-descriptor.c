/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-record-check-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-table-descriptor-private.h"
#include "hbase-table-names-private.h"

/* This file implements table descriptors. */

/* The attribute as which HBase stores the durability. */
#define DURABILITY "DURABILITY"

/**
 * HBaseTableDescriptor:
 *
 * Describes a table: its name, its column families, its durability, its attributes.
 * [method@HBase.Admin.create_table] creates a table from it.
 *
 * ```c
 * g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("useractions");
 * g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
 *
 * hbase_table_descriptor_add_family (table, content);
 * ```
 *
 * The same can be written as a text, see [ctor@HBase.TableDescriptor.new_from_string].
 */
struct _HBaseTableDescriptor {
  gatomicrefcount ref_count;
  char *name;
  GPtrArray *families;
  HBaseDurability durability;
  gboolean has_durability; /* it was set, so that merging it changes another one */
  HBaseNamedValues *attributes;
};

static void
free_table (HBaseTableDescriptor *table)
{
  g_free (table->name);
  g_ptr_array_unref (table->families);
  g_clear_pointer (&table->attributes, g_tree_unref);
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
 */
HBaseTableDescriptor *
hbase_table_descriptor_new (const char *name)
{
  HBaseTableDescriptor *table;

  g_return_val_if_fail (name != NULL, NULL);

  table = g_new0 (HBaseTableDescriptor, 1);
  g_atomic_ref_count_init (&table->ref_count);
  table->name = g_strdup (hbase_table_name_get_canonical (name));
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
 */

/**
 * hbase_table_descriptor_unref: (skip)
 * @table: (transfer full): a table's descriptor
 *
 * Releases a reference; the last one frees the descriptor.
 */

static HBaseFamilyDescriptor *
family_at (HBaseTableDescriptor *table, guint index)
{
  return g_ptr_array_index (table->families, index);
}

/**
 * hbase_table_descriptor_copy:
 * @table: a table's descriptor
 *
 * Copies a descriptor with its families; the copy can be changed without changing @table. With another name
 * ([method@HBase.TableDescriptor.set_name]) it describes a table like @table.
 *
 * Returns: (transfer full): the copy
 */
HBaseTableDescriptor *
hbase_table_descriptor_copy (HBaseTableDescriptor *table)
{
  HBaseTableDescriptor *copy;

  g_return_val_if_fail (table != NULL, NULL);

  copy = hbase_table_descriptor_new (table->name);
  copy->durability = table->durability;
  copy->has_durability = table->has_durability;
  copy->attributes = hbase_named_values_copy (table->attributes);
  for (guint i = 0; i < table->families->len; i++)
    g_ptr_array_add (copy->families, hbase_family_descriptor_copy (family_at (table, i)));
  return copy;
}

static void
merge_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *changes)
{
  HBaseFamilyDescriptor *family
      = hbase_table_descriptor_get_family (table, hbase_family_descriptor_get_name (changes));

  if (family != NULL)
    hbase_family_descriptor_merge (family, changes);
  else
    g_ptr_array_add (table->families, hbase_family_descriptor_copy (changes));
}

/* HBase ignores the attribute DURABILITY beside the field. */
static void
merge_durability (HBaseTableDescriptor *table, HBaseTableDescriptor *changes)
{
  if (changes->has_durability)
    hbase_table_descriptor_set_durability (table, changes->durability);
  else if (hbase_named_values_find (changes->attributes, DURABILITY) != NULL)
    {
      table->durability = HBASE_DURABILITY_USE_DEFAULT;
      table->has_durability = FALSE;
    }
}

/**
 * hbase_table_descriptor_merge:
 * @table: a table's descriptor
 * @changes: the descriptor of the changes
 *
 * Sets the durability and all attributes in @table that are set in @changes, and merges each family of
 * @changes, see [method@HBase.FamilyDescriptor.merge]; families that @table lacks are added as copies. The
 * name and all else stay. So a table that was described can be changed as a text says, and then be
 * modified by [method@HBase.Admin.modify_table].
 */
void
hbase_table_descriptor_merge (HBaseTableDescriptor *table, HBaseTableDescriptor *changes)
{
  g_return_if_fail (table != NULL);
  g_return_if_fail (changes != NULL);

  merge_durability (table, changes);
  hbase_named_values_merge (&table->attributes, changes->attributes);
  for (guint i = 0; i < changes->families->len; i++)
    merge_family (table, family_at (changes, i));
}

static gboolean
has_equal_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *family)
{
  HBaseFamilyDescriptor *own
      = hbase_table_descriptor_get_family (table, hbase_family_descriptor_get_name (family));

  return own != NULL && hbase_family_descriptor_equal (own, family);
}

/**
 * hbase_table_descriptor_equal:
 * @a: a table's descriptor
 * @b: another one
 *
 * Compares two descriptors. The order of the families doesn't matter, and a setting that isn't set equals
 * HBase's default.
 *
 * Returns: %TRUE if name, durability, attributes and families are equal
 */
gboolean
hbase_table_descriptor_equal (HBaseTableDescriptor *a, HBaseTableDescriptor *b)
{
  g_return_val_if_fail (a != NULL, FALSE);
  g_return_val_if_fail (b != NULL, FALSE);

  for (guint i = 0; i < a->families->len; i++)
    if (!has_equal_family (b, family_at (a, i)))
      return FALSE;
  return a->families->len == b->families->len && strcmp (a->name, b->name) == 0
         && a->durability == b->durability && hbase_named_values_equal (a->attributes, b->attributes);
}

/**
 * hbase_table_descriptor_get_name:
 * @table: a table's descriptor
 *
 * Returns the table's name: `name`, or `namespace:name` outside of the default namespace.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_table_descriptor_get_name (HBaseTableDescriptor *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return table->name;
}

/**
 * hbase_table_descriptor_set_name:
 * @table: a table's descriptor
 * @name: its name: `name` or `namespace:name`
 *
 * Changes the table's name in the descriptor; `default:t` becomes `t`. A table that exists can't be renamed.
 */
void
hbase_table_descriptor_set_name (HBaseTableDescriptor *table, const char *name)
{
  g_autofree char *previous = NULL;

  g_return_if_fail (table != NULL);
  g_return_if_fail (name != NULL);

  previous = table->name; /* which `name` may be */
  table->name = g_strdup (hbase_table_name_get_canonical (name));
}

/**
 * hbase_table_descriptor_add_family:
 * @table: a table's descriptor
 * @family: a column family's descriptor
 *
 * Adds a column family.
 */
void
hbase_table_descriptor_add_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *family)
{
  g_return_if_fail (table != NULL);
  g_return_if_fail (family != NULL);

  g_ptr_array_add (table->families, hbase_family_descriptor_ref (family));
}

/**
 * hbase_table_descriptor_remove_family:
 * @table: a table's descriptor
 * @name: a column family's name
 *
 * Removes a column family.
 *
 * Returns: %TRUE if the family was removed; %FALSE if the descriptor has none of that name
 */
gboolean
hbase_table_descriptor_remove_family (HBaseTableDescriptor *table, const char *name)
{
  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  return g_ptr_array_remove (table->families, hbase_table_descriptor_get_family (table, name));
}

/**
 * hbase_table_descriptor_get_family:
 * @table: a table's descriptor
 * @name: a column family's name
 *
 * Returns the descriptor of one of the table's families.
 *
 * Returns: (transfer none) (nullable): the family's descriptor, or %NULL if the table has no such family
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
 */
void
hbase_table_descriptor_set_durability (HBaseTableDescriptor *table, HBaseDurability durability)
{
  g_return_if_fail (table != NULL);

  table->durability = durability;
  table->has_durability = TRUE;
}

/* ---- attributes ---- */

/**
 * hbase_table_descriptor_set_attribute:
 * @table: a table's descriptor
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value; %NULL: an empty one
 * @value_length: its length in bytes
 *
 * Sets an attribute, for example `MAX_FILESIZE` or `REGION_REPLICATION`, or an option of HBase's
 * configuration for this table, which has a name with dots. Framed gateways corrupt attributes, so a
 * descriptor that has some is sent through an unframed one.
 */
void
hbase_table_descriptor_set_attribute (HBaseTableDescriptor *table,
                                      const char *name,
                                      const guint8 *value,
                                      gsize value_length)
{
  g_return_if_fail (table != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  hbase_attributes_set (&table->attributes, name, hbase_slice (value, value_length));
}

/**
 * hbase_table_descriptor_ref_attribute:
 * @table: a table's descriptor
 * @name: an attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value; %NULL if there is none of that name
 */
GBytes *
hbase_table_descriptor_ref_attribute (HBaseTableDescriptor *table, const char *name)
{
  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_attributes_ref (table->attributes, name);
}

/**
 * hbase_table_descriptor_remove_attribute:
 * @table: a table's descriptor
 * @name: an attribute's name
 *
 * Removes an attribute, if there is one of that name.
 */
void
hbase_table_descriptor_remove_attribute (HBaseTableDescriptor *table, const char *name)
{
  g_return_if_fail (table != NULL);
  g_return_if_fail (name != NULL);

  hbase_attributes_remove (&table->attributes, name);
}

/**
 * hbase_table_descriptor_list_attributes:
 * @table: a table's descriptor
 *
 * Returns the names of all attributes, sorted. Those of a descriptor that was read from HBase don't include
 * the durability, nor attributes that every table has with the same value.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
char **
hbase_table_descriptor_list_attributes (HBaseTableDescriptor *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return hbase_named_values_list (table->attributes);
}

HBaseNamedValues **
hbase_table_descriptor_get_attributes (HBaseTableDescriptor *table)
{
  return &table->attributes;
}

gboolean
hbase_table_descriptor_has_attributes (HBaseTableDescriptor *table)
{
  for (guint i = 0; i < table->families->len; i++)
    if (hbase_family_descriptor_has_attributes (family_at (table, i)))
      return TRUE;
  return table->attributes != NULL;
}

/* ---- checks ---- */

static gboolean
check_family (HBaseTableDescriptor *table, guint index, GError **error)
{
  HBaseFamilyDescriptor *family = family_at (table, index);
  const char *name = hbase_family_descriptor_get_name (family);

  if (!hbase_family_descriptor_check (family, table->name, error))
    return FALSE;
  return hbase_table_descriptor_get_family (table, name) == family
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "table “%s”: there are two column families “%s”", table->name, name);
}

static gboolean
check_families (HBaseTableDescriptor *table, GError **error)
{
  for (guint i = 0; i < table->families->len; i++)
    if (!check_family (table, i, error))
      return FALSE;
  return table->families->len > 0
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "table “%s” has no column families: add at least one", table->name);
}

/* The attributes that HBase reads as numbers. */
static const char *const numbers[] = { "MAX_FILESIZE", "MEMSTORE_FLUSHSIZE", "REGION_REPLICATION" };

static gboolean
check_number (HBaseTableDescriptor *table, const char *name, GError **error)
{
  g_autofree char *text = hbase_configuration_dup (table->attributes, name);

  return text == NULL || g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, NULL, NULL)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "table “%s”: the attribute %s is “%s”, but HBase requires a number", table->name,
                             name, text);
}

static gboolean
check_numbers (HBaseTableDescriptor *table, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!check_number (table, numbers[i], error))
      return FALSE;
  return TRUE;
}

/**
 * hbase_table_descriptor_check:
 * @table: a table's descriptor
 * @splits: (nullable) (element-type GBytes): the keys at which regions are to begin, in any order; %NULL:
 *   none
 * @error: return location for an error
 *
 * Checks what [method@HBase.Admin.create_table] checks before anything is sent: the names of the table and of
 * its families, that it has families, and no two of one name, their settings, the attributes that must be
 * numbers, and the split keys.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT, with the rule that isn't kept.
 *
 * Returns: %TRUE if a table can be created from it
 */
gboolean
hbase_table_descriptor_check (HBaseTableDescriptor *table, GPtrArray *splits, GError **error)
{
  g_autoptr (GPtrArray) sorted = NULL;

  g_return_val_if_fail (table != NULL, FALSE);

  if (!hbase_table_name_check (table->name, error) || !check_families (table, error)
      || !check_numbers (table, error))
    return FALSE;
  if (splits != NULL)
    sorted = hbase_splits_sort (splits, table->name, error);
  return splits == NULL || sorted != NULL;
}

/* ---- descriptors of HBase ---- */

void
hbase_table_descriptor_remove_redundant_attributes (HBaseTableDescriptor *table)
{
  static const HBaseNamedDefault defaults[]
      = { { "IS_META", "false" }, { "hbase.store.file-tracker.impl", "DEFAULT" }, { NULL, NULL } };

  hbase_attributes_remove (&table->attributes, DURABILITY);
  hbase_attributes_remove_defaults (&table->attributes, defaults);
}

HBaseTableDescriptor *
hbase_table_descriptor_simplify (HBaseTableDescriptor *table)
{
  HBaseTableDescriptor *simple = hbase_table_descriptor_copy (table);

  hbase_table_descriptor_remove_redundant_attributes (simple);
  for (guint i = 0; i < simple->families->len; i++)
    hbase_family_descriptor_simplify (family_at (simple, i), FALSE);
  return simple;
}
