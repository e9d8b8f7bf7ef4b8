/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"
#include "hbase-delete-private.h"
#include "hbase-get-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-put-private.h"
#include "hbase-record-check-private.h"
#include "hbase-salting-private.h"
#include "hbase-scan-encoding-private.h"

/* This file implements the conversion of gets, deletes, puts and scans of unsalted keys to those of row keys.
 *
 * 1. A head is what all unsalted keys of a scan begin with. In each scan that is made, the head is replaced
 *    by one of the prefixes that row keys with this head may have: the scan has the rows of one combination
 *    of salts. */

/* ---- one row ---- */

/* Returns copies of `record`, one for each key. */
static GPtrArray *
copy_to_each (GPtrArray *keys,
              gpointer record,
              gpointer (*copy) (gpointer record, HBaseSlice row),
              GDestroyNotify destroy)
{
  GPtrArray *copies = g_ptr_array_new_full (keys->len, destroy);

  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (copies, copy (record, hbase_slice_of_bytes (keys->pdata[i])));
  return copies;
}

static gpointer
copy_get (gpointer get, HBaseSlice row)
{
  return hbase_get_copy_to (get, row);
}

static gpointer
copy_delete (gpointer delete_, HBaseSlice row)
{
  return hbase_delete_copy_to (delete_, row);
}

/**
 * hbase_get_fan_out:
 * @get: a get of an unsalted key
 * @schema: the key schema of its table
 * @error: return location for an error
 *
 * Makes gets of all row keys that the unsalted key may have: one if its salts can be computed, otherwise one
 * for each combination of random salts. They can be executed by [method@HBase.Table.get_multiple].
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match the schema without its salts;
 * %HBASE_ERROR_INVALID_ARGUMENT if there would be more than 4,096 gets.
 *
 * Returns: (transfer container) (element-type HBase.Get): the gets
 *
 * Since: 0.1
 */
GPtrArray *
hbase_get_fan_out (HBaseGet *get, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GPtrArray) keys = NULL;
  const guint8 *row;
  gsize length;

  g_return_val_if_fail (get != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  row = hbase_get_get_row (get, &length);
  keys = hbase_key_schema_list_salted_keys (schema, row, length, error);
  return keys != NULL ? copy_to_each (keys, get, copy_get, (GDestroyNotify) hbase_get_unref) : NULL;
}

/**
 * hbase_delete_fan_out:
 * @delete_: a delete of an unsalted key
 * @schema: the key schema of its table
 * @error: return location for an error
 *
 * Makes deletes of all row keys that the unsalted key may have. They can be executed by
 * [method@HBase.Table.delete_multiple].
 *
 * Errors: those of [method@HBase.Get.fan_out].
 *
 * Returns: (transfer container) (element-type HBase.Delete): the deletes
 *
 * Since: 0.1
 */
GPtrArray *
hbase_delete_fan_out (HBaseDelete *delete_, HBaseKeySchema *schema, GError **error)
{
  g_autoptr (GPtrArray) keys = NULL;
  const guint8 *row;
  gsize length;

  g_return_val_if_fail (delete_ != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  row = hbase_delete_get_row (delete_, &length);
  keys = hbase_key_schema_list_salted_keys (schema, row, length, error);
  return keys != NULL ? copy_to_each (keys, delete_, copy_delete, (GDestroyNotify) hbase_delete_unref) : NULL;
}

static HBasePut *
copy_put (HBasePut *put, GBytes *key /* (transfer full) */)
{
  g_autoptr (GBytes) held = key;

  return held != NULL ? hbase_put_copy_to (put, hbase_slice_of_bytes (held)) : NULL;
}

/**
 * hbase_put_salt:
 * @put: a put of an unsalted key
 * @schema: the key schema of its table, without random salts
 * @error: return location for an error
 *
 * Makes a put of the row key with its salts, for calls that need the row key, such as
 * [method@HBase.Table.check_and_put].
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match the schema without its salts, or if a salt is
 * random.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */
HBasePut *
hbase_put_salt (HBasePut *put, HBaseKeySchema *schema, GError **error)
{
  const guint8 *row;
  gsize length;

  g_return_val_if_fail (put != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  row = hbase_put_get_row (put, &length);
  return copy_put (put, hbase_key_schema_salt (schema, row, length, error));
}

/**
 * hbase_put_salt_with_random:
 * @put: a put of an unsalted key
 * @schema: the key schema of its table
 * @random: any number; a random one distributes keys evenly
 * @error: return location for an error
 *
 * Makes a put of the row key with its salts, both computed and random ones. The same @random gives the same
 * salts. When a write is retried, the same number must be used, otherwise the row may be written twice.
 *
 * Errors: %HBASE_ERROR_INVALID_KEY if the key doesn't match the schema without its salts.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */
HBasePut *
hbase_put_salt_with_random (HBasePut *put, HBaseKeySchema *schema, guint32 random, GError **error)
{
  const guint8 *row;
  gsize length;

  g_return_val_if_fail (put != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  row = hbase_put_get_row (put, &length);
  return copy_put (put, hbase_key_schema_salt_with_random (schema, row, length, random, error));
}

/* ---- scans ---- */

static gboolean
begins_with (HBaseSlice key, HBaseSlice head)
{
  return key.length >= head.length && (head.length == 0 || memcmp (key.data, head.data, head.length) == 0);
}

static gsize
count_common (HBaseSlice a, HBaseSlice b)
{
  gsize n = 0;

  while (n < MIN (a.length, b.length) && a.data[n] == b.data[n])
    n++;
  return n;
}

/* Returns what all keys of the scan begin with. If the stop is a prefix of the start whose last byte was
 * incremented, all keys of the range begin with that prefix of the start. */
static HBaseSlice
find_head (HBaseScan *scan)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix);
  HBaseSlice start = hbase_slice_of_bytes (scan->start), stop = hbase_slice_of_bytes (scan->stop);
  gsize common = count_common (start, stop);

  if (!scan->reversed && common + 1 == stop.length && common < start.length
      && start.data[common] + 1 == stop.data[common])
    common++;
  return common > prefix.length ? hbase_slice (start.data, common) : prefix;
}

static GBytes *
join (GBytes *prefix, HBaseSlice rest)
{
  GByteArray *joined = g_byte_array_new ();

  g_byte_array_append (joined, hbase_slice_of_bytes (prefix).data, (guint) g_bytes_get_size (prefix));
  g_byte_array_append (joined, hbase_slice_bytes (rest), (guint) rest.length);
  return g_byte_array_free_to_bytes (joined);
}

/* Returns a bound of unsalted keys as a bound of the row keys that begin with `prefix`; NULL if it excludes
 * none of them. */
static GBytes *
move_bound (GBytes *bound, HBaseSlice head, GBytes *prefix)
{
  HBaseSlice key = hbase_slice_of_bytes (bound);

  if (key.length == 0 || !begins_with (key, head))
    return NULL;
  return join (prefix, hbase_slice (key.data + head.length, key.length - head.length));
}

/* Returns a scan of those rows whose keys have `prefix` in place of `head`. */
static HBaseScan *
move_scan (HBaseScan *scan, HBaseSlice head, GBytes *prefix)
{
  HBaseScan *moved = hbase_scan_copy (scan);
  GBytes *longer = move_bound (scan->prefix, head, prefix);

  g_clear_pointer (&moved->start, g_bytes_unref);
  g_clear_pointer (&moved->stop, g_bytes_unref);
  g_clear_pointer (&moved->prefix, g_bytes_unref);
  moved->start = move_bound (scan->start, head, prefix);
  moved->stop = move_bound (scan->stop, head, prefix);
  if (longer != NULL)
    moved->prefix = longer;
  else if (g_bytes_get_size (prefix) > 0)
    moved->prefix = g_bytes_ref (prefix);
  return moved;
}

/* Fails if the bound contains the position of a salt that isn't in the prefixes: then rows that are next to
 * each other by their unsalted keys have different salts. */
static gboolean
check_bound (HBaseScan *scan, GBytes *bound, HBaseSlice head, HBaseKeySchema *schema, GError **error)
{
  HBaseSlice key = hbase_slice_of_bytes (bound);

  return !begins_with (key, head) || !hbase_key_schema_is_split (schema, head, key, scan->reversed)
         || hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                               "its range runs over several values of a field before a salt of “%s”, so that "
                               "no range of row keys is the same: scan within one value, or all of it",
                               hbase_key_schema_get_text (schema));
}

GPtrArray *
hbase_scan_fan_out_lanes (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error)
{
  g_autoptr (GPtrArray) prefixes = NULL;
  HBaseSlice head = find_head (scan);
  GPtrArray *scans;

  prefixes = hbase_key_schema_list_salted_heads (schema, head, &head.length, error);
  if (prefixes == NULL || !check_bound (scan, scan->start, head, schema, error)
      || !check_bound (scan, scan->stop, head, schema, error)
      || !check_bound (scan, scan->prefix, head, schema, error))
    return NULL;
  scans = g_ptr_array_new_full (prefixes->len, (GDestroyNotify) hbase_scan_unref);
  for (guint i = 0; i < prefixes->len; i++)
    g_ptr_array_add (scans, move_scan (scan, head, prefixes->pdata[i]));
  *head_length = g_bytes_get_size (prefixes->pdata[0]);
  *in_order = !hbase_key_schema_has_later_salt (schema, head);
  return scans;
}

/**
 * hbase_scan_fan_out:
 * @scan: a scan of unsalted keys
 * @schema: the key schema of its table
 * @error: return location for an error
 *
 * Makes scans of row keys that together return the rows of a scan of unsalted keys: one for each combination
 * of salts that its rows may have. Each scan returns its rows in the order of their unsalted keys; if a salt
 * comes after a field that has several values in the range, it returns them in the order of their row keys.
 * The limit of @scan applies to each scan.
 *
 * If all keys of the range begin with the fields from which the salts are computed, there is one scan. If no
 * key can be in the range, the array is empty.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if there would be more than 4,096 scans, or if the range has several
 * values of a field that comes before a salt, and begins or ends within one of these values.
 *
 * Returns: (transfer container) (element-type HBase.Scan): the scans
 *
 * Since: 0.1
 */
GPtrArray *
hbase_scan_fan_out (HBaseScan *scan, HBaseKeySchema *schema, GError **error)
{
  HBaseScanBounds bounds;
  gsize head_length;
  gboolean in_order;

  g_return_val_if_fail (scan != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  if (!hbase_scan_get_bounds (scan, &bounds))
    return g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_scan_unref);
  return hbase_scan_fan_out_lanes (scan, schema, &head_length, &in_order, error);
}
