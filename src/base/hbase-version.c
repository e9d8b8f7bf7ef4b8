/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-version.h"

/**
 * hbase_get_major_version:
 *
 * The major version of the library that the program runs with; compare
 * [const@HBase.MAJOR_VERSION], that of the headers it was compiled against.
 *
 * Returns: the major version
 *
 * Since: 0.1
 */
guint
hbase_get_major_version (void)
{
  return HBASE_MAJOR_VERSION;
}

/**
 * hbase_get_minor_version:
 *
 * The minor version of the library that the program runs with.
 *
 * Returns: the minor version
 *
 * Since: 0.1
 */
guint
hbase_get_minor_version (void)
{
  return HBASE_MINOR_VERSION;
}

/**
 * hbase_get_micro_version:
 *
 * The micro version of the library that the program runs with.
 *
 * Returns: the micro version
 *
 * Since: 0.1
 */
guint
hbase_get_micro_version (void)
{
  return HBASE_MICRO_VERSION;
}
