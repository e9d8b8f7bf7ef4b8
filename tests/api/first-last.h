/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"
#include "relay.h"

/* Functions that the tests of first and last rows share. */

static inline void
put_key (HBaseTable *table, const guint8 *key, gsize length)
{
  g_autoptr (HBasePut) put = hbase_put_new (key, length);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  hbase_put_add_utf8 (put, "f", "r", "w");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static inline void
put_keys (HBaseTable *table, const char *const *keys)
{
  for (; *keys != NULL; keys++)
    put_key (table, BYTES (*keys));
}

static inline HBaseScan *
scan_of (const char *start, const char *stop, const char *prefix, gboolean reversed)
{
  HBaseScan *scan = hbase_scan_new ();

  hbase_scan_set_start (scan, BYTES (start));
  hbase_scan_set_stop (scan, BYTES (stop));
  hbase_scan_set_prefix (scan, BYTES (prefix));
  hbase_scan_set_reversed (scan, reversed);
  hbase_scan_set_limit (scan, 1);
  return scan;
}

static inline guint
exchanges_of (Relay *relay)
{
  return (guint) g_atomic_int_get (&relay->log->exchanges);
}

static inline HBaseTable *
table_after (Relay *relay, int mode)
{
  g_autofree char *uri = relay_uri (relay, mode);
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  api_create (connection, "t");
  return hbase_table_new (connection, "t");
}
