/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-namespace-descriptor-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements descriptors of namespaces. */

/**
 * HBaseNamespaceDescriptor:
 *
 * Describes a namespace, a group of tables: its name, and its configuration, which has quotas, for example
 * `hbase.namespace.quota.maxtables`.
 */
struct _HBaseNamespaceDescriptor {
  gatomicrefcount ref_count;
  char *name;
  HBaseNamedValues *configuration;
};

static void
free_namespace (HBaseNamespaceDescriptor *descriptor)
{
  g_clear_pointer (&descriptor->configuration, g_tree_unref);
  g_free (descriptor->name);
  g_free (descriptor);
}

HBASE_DEFINE_REF_COUNTED (HBaseNamespaceDescriptor, hbase_namespace_descriptor, free_namespace)

/**
 * hbase_namespace_descriptor_new:
 * @name: its name: letters, digits and `_`
 *
 * Makes a descriptor without configuration. The name is checked when the namespace is created.
 *
 * Returns: (transfer full): the descriptor
 */
HBaseNamespaceDescriptor *
hbase_namespace_descriptor_new (const char *name)
{
  HBaseNamespaceDescriptor *descriptor;

  g_return_val_if_fail (name != NULL, NULL);

  descriptor = g_new0 (HBaseNamespaceDescriptor, 1);
  g_atomic_ref_count_init (&descriptor->ref_count);
  descriptor->name = g_strdup (name);
  return descriptor;
}

/**
 * hbase_namespace_descriptor_ref: (skip)
 * @descriptor: a namespace's descriptor
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @descriptor
 */

/**
 * hbase_namespace_descriptor_unref: (skip)
 * @descriptor: (transfer full): a namespace's descriptor
 *
 * Releases a reference; the last one frees the descriptor.
 */

/**
 * hbase_namespace_descriptor_copy:
 * @descriptor: a namespace's descriptor
 *
 * Copies a descriptor; the copy can be changed without changing @descriptor.
 *
 * Returns: (transfer full): the copy
 */
HBaseNamespaceDescriptor *
hbase_namespace_descriptor_copy (HBaseNamespaceDescriptor *descriptor)
{
  HBaseNamespaceDescriptor *copy;

  g_return_val_if_fail (descriptor != NULL, NULL);

  copy = hbase_namespace_descriptor_new (descriptor->name);
  copy->configuration = hbase_named_values_copy (descriptor->configuration);
  return copy;
}

/**
 * hbase_namespace_descriptor_equal:
 * @a: a namespace's descriptor
 * @b: another one
 *
 * Compares two descriptors.
 *
 * Returns: %TRUE if name and configuration are equal
 */
gboolean
hbase_namespace_descriptor_equal (HBaseNamespaceDescriptor *a, HBaseNamespaceDescriptor *b)
{
  g_return_val_if_fail (a != NULL, FALSE);
  g_return_val_if_fail (b != NULL, FALSE);

  return strcmp (a->name, b->name) == 0 && hbase_named_values_equal (a->configuration, b->configuration);
}

/**
 * hbase_namespace_descriptor_get_name:
 * @descriptor: a namespace's descriptor
 *
 * Returns the namespace's name.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_namespace_descriptor_get_name (HBaseNamespaceDescriptor *descriptor)
{
  g_return_val_if_fail (descriptor != NULL, NULL);

  return descriptor->name;
}

/**
 * hbase_namespace_descriptor_set_configuration:
 * @descriptor: a namespace's descriptor
 * @name: an option's name, as `hbase.namespace.quota.maxtables`
 * @value: (nullable): its value; %NULL: removes it
 *
 * Sets or removes an option of the configuration.
 */
void
hbase_namespace_descriptor_set_configuration (HBaseNamespaceDescriptor *descriptor,
                                              const char *name,
                                              const char *value)
{
  g_return_if_fail (descriptor != NULL);
  g_return_if_fail (name != NULL);

  hbase_configuration_set (&descriptor->configuration, name, value);
}

/**
 * hbase_namespace_descriptor_dup_configuration:
 * @descriptor: a namespace's descriptor
 * @name: an option's name
 *
 * Returns an option of the configuration.
 *
 * Returns: (transfer full) (nullable): its value; %NULL if it isn't set
 */
char *
hbase_namespace_descriptor_dup_configuration (HBaseNamespaceDescriptor *descriptor, const char *name)
{
  g_return_val_if_fail (descriptor != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_configuration_dup (descriptor->configuration, name);
}

/**
 * hbase_namespace_descriptor_list_configuration:
 * @descriptor: a namespace's descriptor
 *
 * Returns the names of all options that are set, sorted.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
char **
hbase_namespace_descriptor_list_configuration (HBaseNamespaceDescriptor *descriptor)
{
  g_return_val_if_fail (descriptor != NULL, NULL);

  return hbase_named_values_list (descriptor->configuration);
}

HBaseNamedValues **
hbase_namespace_descriptor_get_map (HBaseNamespaceDescriptor *descriptor)
{
  return &descriptor->configuration;
}
