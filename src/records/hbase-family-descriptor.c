/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-ref-counted-private.h"
#include "hbase-table-descriptor-private.h"

/* This file implements descriptors of column families. */

/**
 * HBaseFamilyDescriptor:
 *
 * Describes a column family of a table: its name, how many versions of each cell it keeps, and for how long.
 *
 * Since: 0.1
 */
struct _HBaseFamilyDescriptor {
  gatomicrefcount ref_count;
  char *name;
  guint max_versions;
  guint time_to_live;
};

static void
free_family (HBaseFamilyDescriptor *family)
{
  g_free (family->name);
  g_free (family);
}

HBASE_DEFINE_REF_COUNTED (HBaseFamilyDescriptor, hbase_family_descriptor, free_family)

/**
 * hbase_family_descriptor_new:
 * @name: its name: 1 to 127 bytes, without control characters, `:`, `/` and `\`, and not beginning with a dot
 *
 * Makes a descriptor of a family with HBase's defaults: one version, kept permanently. The name is checked
 * when a table is created. It is stored and sent with each cell, so it should be short.
 *
 * Returns: (transfer full): the descriptor
 *
 * Since: 0.1
 */
HBaseFamilyDescriptor *
hbase_family_descriptor_new (const char *name)
{
  HBaseFamilyDescriptor *family;

  g_return_val_if_fail (name != NULL, NULL);

  family = g_new0 (HBaseFamilyDescriptor, 1);
  g_atomic_ref_count_init (&family->ref_count);
  family->name = g_strdup (name);
  return family;
}

/**
 * hbase_family_descriptor_ref: (skip)
 * @family: a family's descriptor
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @family
 *
 * Since: 0.1
 */

/**
 * hbase_family_descriptor_unref: (skip)
 * @family: (transfer full): a family's descriptor
 *
 * Releases a reference; the last one frees the descriptor.
 *
 * Since: 0.1
 */

/**
 * hbase_family_descriptor_get_name:
 * @family: a family's descriptor
 *
 * Returns the family's name.
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
const char *
hbase_family_descriptor_get_name (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, NULL);

  return family->name;
}

/**
 * hbase_family_descriptor_get_max_versions:
 * @family: a family's descriptor
 *
 * Returns how many versions of a cell are kept.
 *
 * Returns: the number; 0 for HBase's default, which is 1
 *
 * Since: 0.1
 */
guint
hbase_family_descriptor_get_max_versions (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return family->max_versions;
}

/**
 * hbase_family_descriptor_set_max_versions:
 * @family: a family's descriptor
 * @max_versions: how many versions of a cell to keep; 0 for HBase's default, which is 1
 *
 * Sets how many versions of a cell are kept.
 *
 * Since: 0.1
 */
void
hbase_family_descriptor_set_max_versions (HBaseFamilyDescriptor *family, guint max_versions)
{
  g_return_if_fail (family != NULL);

  family->max_versions = MIN (max_versions, G_MAXINT32);
}

/**
 * hbase_family_descriptor_get_time_to_live:
 * @family: a family's descriptor
 *
 * Returns for how long cells are kept after their timestamp.
 *
 * Returns: the duration in seconds; 0: permanently
 *
 * Since: 0.1
 */
guint
hbase_family_descriptor_get_time_to_live (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return family->time_to_live;
}

/**
 * hbase_family_descriptor_set_time_to_live:
 * @family: a family's descriptor
 * @seconds: for how long cells are kept after their timestamp, in seconds; 0: permanently
 *
 * Sets for how long cells are kept.
 *
 * Since: 0.1
 */
void
hbase_family_descriptor_set_time_to_live (HBaseFamilyDescriptor *family, guint seconds)
{
  g_return_if_fail (family != NULL);

  /* HBase stores the greatest number for cells that are kept permanently. */
  family->time_to_live = seconds < G_MAXINT32 ? seconds : 0;
}
