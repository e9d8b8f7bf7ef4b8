/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-get.h"
#include "hbase-wire-writer-private.h"

static inline HBaseSlice
hbase_get_row_slice (HBaseGet *get)
{
  gsize length;
  const guint8 *row = hbase_get_get_row (get, &length);

  return hbase_slice (row, length);
}

/* INVALID_ARGUMENT if it can't be sent. */
gboolean hbase_get_check (HBaseGet *get, GError **error);
/* Writes the fields and the stop byte; the caller has begun the struct. */
void hbase_get_write (HBaseGet *get, HBaseWireWriter *writer);
/* Returns an upper bound of the bytes that hbase_get_write() writes, and of those of a list's element. */
gsize hbase_get_get_max_length (HBaseGet *get);
/* Returns a copy of the get for another row. */
HBaseGet *hbase_get_copy_to (HBaseGet *get, HBaseSlice row);
/* Adds everything that distinguishes one get from another. */
void hbase_get_fingerprint (HBaseGet *get, GChecksum *checksum);

/* INVALID_ARGUMENT if its columns can't be read page by page. */
gboolean hbase_get_check_columns (HBaseGet *get, GError **error);
/* Returns gets of the columns after the given one (a family of data NULL: all), with at most `limit` columns
 * of each family. Their results follow each other. (element-type HBaseGet) */
GPtrArray *hbase_get_list_columns_after (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit);
/* Whether it reads columns of that family. */
gboolean hbase_get_has_family (HBaseGet *get, HBaseSlice family);
