/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file passes private functions of this library to HBasePlan. */

#include "config.h"

#include "hbase-private-functions-private.h"

#define VALUE(function) .function = function,

/*
 * hbase_private_functions:
 *
 * Returns what HBasePlan uses of this library. It is exported, but in no public header: only HBasePlan of the
 * same version may call it.
 */
const HBasePrivateFunctions *
hbase_private_functions (void)
{
  static const HBasePrivateFunctions functions = { .version = PACKAGE_VERSION,
                                                   .size = sizeof (HBasePrivateFunctions),
                                                   HBASE_PRIVATE_FUNCTIONS (VALUE) };

  return &functions;
}
