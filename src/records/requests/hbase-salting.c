/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-schema-private.h"
#include "hbase-record-check-private.h"
#include "hbase-salting-private.h"
#include "hbase-scan-private.h"

/* This file implements the conversion of a scan of unsalted keys to scans of row keys.
 *
 * 1. A head is what all unsalted keys of a scan begin with. In each scan that is made, the head is replaced
 *    by one of the prefixes that row keys with this head may have: the scan has the rows of one combination
 *    of salts.
 * 2. A bound may be a whole key whose last salts aren't in the prefixes. The rows of that key are after the
 *    bound then, and before the bound with the greatest bytes in place of the salts. */

static gboolean
begins_with (HBaseSlice key, HBaseSlice head)
{
  return key.length >= head.length && (head.length == 0 || memcmp (key.data, head.data, head.length) == 0);
}

/* Returns what all keys of the scan begin with. If the stop is a prefix of the start whose last byte was
 * incremented, and isn't included, all keys of the range begin with that prefix of the start. */
static HBaseSlice
find_head (HBaseScan *scan)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  HBaseSlice start = hbase_slice_of_bytes (scan->start), stop = hbase_slice_of_bytes (scan->stop);
  gsize common = 0;

  while (common < MIN (start.length, stop.length) && start.data[common] == stop.data[common])
    common++;
  if (!scan->reversed && !scan->with_stop && common + 1 == stop.length && common < start.length
      && start.data[common] + 1 == stop.data[common])
    common++;
  return common > prefix.length ? hbase_slice (start.data, common) : prefix;
}

/* Returns whether the start is after the row of its key, in the order of the table. */
static gboolean
start_is_after (const HBaseScan *scan)
{
  return !scan->without_start == !!scan->reversed;
}

static gboolean
stop_is_after (const HBaseScan *scan)
{
  return !scan->with_stop == !!scan->reversed;
}

/* Returns a bound of unsalted keys as a bound of the row keys that begin with `prefix`; NULL if it excludes
 * none of them. `is_after`: the row of its key. A whole key that salts follow is a row key only with them
 * (2). */
static GBytes *
move_bound (GBytes *bound, gboolean is_after, HBaseKeySchema *schema, HBaseSlice head, GBytes *prefix)
{
  HBaseSlice key = hbase_slice_of_bytes (bound), begin = hbase_slice_of_bytes (prefix);
  gsize n_last = is_after ? hbase_key_schema_get_last_salts_length (schema, head, key) : 0;
  GByteArray *moved;

  if (key.length == 0 || !begins_with (key, head))
    return NULL;
  moved = g_byte_array_new ();
  g_byte_array_append (moved, begin.data, (guint) begin.length);
  g_byte_array_append (moved, key.data + head.length, (guint) (key.length - head.length));
  for (; n_last > 0; n_last--)
    g_byte_array_append (moved, (const guint8[]){ G_MAXUINT8 }, 1);
  return g_byte_array_free_to_bytes (moved);
}

/* Returns a scan of those rows whose keys have `prefix` in place of `head`. */
static HBaseScan *
move_scan (HBaseScan *scan, HBaseKeySchema *schema, HBaseSlice head, GBytes *prefix)
{
  HBaseScan *moved = hbase_scan_copy (scan);
  GBytes *longer = move_bound (scan->prefix, FALSE, schema, head, prefix);

  g_clear_pointer (&moved->start, g_bytes_unref);
  g_clear_pointer (&moved->stop, g_bytes_unref);
  g_clear_pointer (&moved->prefix, g_bytes_unref);
  moved->start = move_bound (scan->start, start_is_after (scan), schema, head, prefix);
  moved->stop = move_bound (scan->stop, stop_is_after (scan), schema, head, prefix);
  if (longer != NULL)
    moved->prefix = longer;
  else if (g_bytes_get_size (prefix) > 0)
    moved->prefix = g_bytes_ref (prefix);
  return moved;
}

/* Fails if the bound contains the position of a salt that isn't in the prefixes: then rows that are next to
 * each other by their unsalted keys have different salts. */
static gboolean
check_bound (GBytes *bound, gboolean is_after, HBaseSlice head, HBaseKeySchema *schema, GError **error)
{
  HBaseSlice key = hbase_slice_of_bytes (bound);

  return !begins_with (key, head) || !hbase_key_schema_is_split (schema, head, key, is_after)
         || hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                               "its range runs over several values of a field before a salt of “%s”, so that "
                               "no range of row keys is the same: scan within one value, or all of it",
                               hbase_key_schema_get_text (schema));
}

GPtrArray *
hbase_scan_list_salted (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error)
{
  g_autoptr (GPtrArray) prefixes = NULL;
  HBaseSlice head = find_head (scan);
  GPtrArray *scans;

  prefixes = hbase_key_schema_list_salted_heads (schema, head, &head.length, error);
  if (prefixes == NULL || !check_bound (scan->start, start_is_after (scan), head, schema, error)
      || !check_bound (scan->stop, stop_is_after (scan), head, schema, error)
      || !check_bound (scan->prefix, FALSE, head, schema, error))
    return NULL;
  scans = g_ptr_array_new_full (prefixes->len, hbase_query_unref);
  for (guint i = 0; i < prefixes->len; i++)
    g_ptr_array_add (scans, move_scan (scan, schema, head, prefixes->pdata[i]));
  *head_length = g_bytes_get_size (prefixes->pdata[0]);
  *in_order = !hbase_key_schema_has_later_salt (schema, head);
  return scans;
}
