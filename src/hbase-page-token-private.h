/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* Page tokens: text that names a query and a row of its result, and can't be mistaken for one of another
 * query.
 *
 *   URL-safe base64, unpadded, of  version (1 byte, 1) · query (16 bytes) · row · check (8 bytes)
 *
 * `query` is the beginning of a SHA-256 over the table's name, its key schema's text, and all that makes the
 * scan another one; `check` the beginning of a SHA-256 over all before it. This guards against accidents, not
 * against forgers: whoever holds a token can make another one. */

#define HBASE_PAGE_QUERY_LENGTH 16

typedef struct {
  guint8 digest[HBASE_PAGE_QUERY_LENGTH];
} HBasePageQuery;

void hbase_page_query_init (HBasePageQuery *query,
                            const char *table,
                            HBaseKeySchema *schema,
                            HBaseScan *scan);

char *hbase_page_token_write (const HBasePageQuery *query, HBaseSlice row);
/* A row that may be in the scan, or INVALID_TOKEN. */
GBytes *hbase_page_token_read (const HBasePageQuery *query,
                               HBaseScan *scan,
                               const char *token,
                               GError **error);
