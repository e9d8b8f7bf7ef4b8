/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the version of the library at run time. */

#include "config.h"

#include "hbase-version.h"

/**
 * hbase_get_major_version:
 *
 * Returns the major version of the library that the program runs with. [const@HBase.MAJOR_VERSION] is the
 * version of the headers that it was compiled with.
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
 * Returns the minor version of the library that the program runs with.
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
 * Returns the micro version of the library that the program runs with.
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
