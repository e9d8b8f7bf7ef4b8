/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file maps the failures of sockets and of name resolution to HBASE_ERROR. */

#include "config.h"

#include "hbase-io-error-private.h"

static const struct {
  GIOErrorEnum io;
  HBaseError code;
} codes[] = {
  { G_IO_ERROR_ADDRESS_IN_USE, HBASE_ERROR_ADDRESS_IN_USE },
  { G_IO_ERROR_PERMISSION_DENIED, HBASE_ERROR_PERMISSION_DENIED },
  { G_IO_ERROR_HOST_NOT_FOUND, HBASE_ERROR_HOST_NOT_FOUND },
  { G_IO_ERROR_CONNECTION_REFUSED, HBASE_ERROR_CONNECTION_REFUSED },
  { G_IO_ERROR_CONNECTION_CLOSED, HBASE_ERROR_CONNECTION_LOST }, /* GIO's name for a reset, and for EPIPE */
};

HBaseError
hbase_io_error_code (const GError *failure, HBaseError otherwise)
{
  if (failure->domain == G_RESOLVER_ERROR)
    return HBASE_ERROR_HOST_NOT_FOUND;
  if (failure->domain == HBASE_ERROR)
    return (HBaseError) failure->code;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (failure, G_IO_ERROR, (int) codes[i].io))
      return codes[i].code;
  return otherwise;
}
