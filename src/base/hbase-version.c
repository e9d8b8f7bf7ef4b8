/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the version of the library at run time. */

#include "config.h"

#include "hbase-version.h"

/**
 * hbase_version_get_major:
 *
 * Returns the major version of the library that the program runs with. [const@HBase.MAJOR_VERSION] is the
 * version of the headers that it was compiled with.
 *
 * Returns: the major version
 */
guint
hbase_version_get_major (void)
{
  return HBASE_MAJOR_VERSION;
}

/**
 * hbase_version_get_minor:
 *
 * Returns the minor version of the library that the program runs with.
 *
 * Returns: the minor version
 */
guint
hbase_version_get_minor (void)
{
  return HBASE_MINOR_VERSION;
}

/**
 * hbase_version_get_micro:
 *
 * Returns the micro version of the library that the program runs with.
 *
 * Returns: the micro version
 */
guint
hbase_version_get_micro (void)
{
  return HBASE_MICRO_VERSION;
}
