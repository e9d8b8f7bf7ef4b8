/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-rest-private.h"

#include "hbase-bytes.h"
#include "hbase-error.h"

static HBaseSlice
rest_last (const HBaseScanRest *rest)
{
  return rest->last != NULL ? hbase_slice (rest->last->data, rest->last->len) : hbase_slice (NULL, 0);
}

void
hbase_scan_rest_init (
    HBaseScanRest *rest, const char *table, const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice after)
{
  *rest = (HBaseScanRest){
    .table = table,
    .bounds = *bounds,
    .reversed = reversed,
    .left = bounds->limit > 0 ? bounds->limit : G_MAXUINT,
  };
  if (after.data != NULL)
    rest->last = g_byte_array_append (g_byte_array_new (), after.data, (guint) after.length);
}

void
hbase_scan_rest_clear (HBaseScanRest *rest)
{
  g_clear_pointer (&rest->last, g_byte_array_unref);
  g_clear_pointer (&rest->from, g_bytes_unref);
  g_clear_pointer (&rest->kept[0], g_bytes_unref);
  g_clear_pointer (&rest->kept[1], g_bytes_unref);
}

/* ---- where to begin ---- */

/* Behind the last row, or at its first piece again. */
static HBaseScanBounds
rest_remaining (HBaseScanRest *rest)
{
  HBaseScanBounds remaining = rest->bounds;

  if (rest->last == NULL)
    return remaining;
  g_clear_pointer (&rest->from, g_bytes_unref);
  rest->from = g_bytes_new (rest->last->data, rest->last->len);
  remaining.start = hbase_slice_of_bytes (rest->from);
  remaining.skip_start = rest->n_pieces == 0;
  return remaining;
}

gboolean
hbase_scan_rest_begin (HBaseScanRest *rest)
{
  HBaseScanBounds remaining = rest_remaining (rest);

  if (rest->left == 0 || !hbase_scan_bounds_to_wire (&remaining, rest->reversed, &rest->now, rest->kept))
    return FALSE;
  rest->n_again = rest->n_pieces;
  rest->now.limit = rest->left != G_MAXUINT ? hbase_scan_rest_get_n_wanted (rest) : 0;
  return TRUE;
}

guint
hbase_scan_rest_get_n_wanted (const HBaseScanRest *rest)
{
  return rest->left + (rest->now.skip_start && rest->left < G_MAXINT32 ? 1 : 0);
}

/* ---- what comes ---- */

static gboolean
key_follows_last (const HBaseScanRest *rest, HBaseSlice key)
{
  int order;

  if (rest->last == NULL)
    return TRUE;
  order = hbase_slice_compare (key, rest_last (rest));
  return order == 0 ? rest->n_pieces > 0 : (order < 0) == rest->reversed;
}

static HBaseScanVerdict
rest_fault (const HBaseScanRest *rest, HBaseSlice key, const char *what, GError **error)
{
  HBaseSlice last = rest_last (rest);
  g_autofree char *row = hbase_bytes_to_text (key.data, key.length);
  g_autofree char *before = hbase_bytes_to_text (last.data, last.length);

  g_set_error (error, HBASE_ERROR, HBASE_ERROR_WRONG_PEER,
               "table “%s”: the peer's reply to a scan has row “%s” %s (the row before it: “%s”): "
               "look at what stands between this program and HBase",
               rest->table, row, what, before);
  return HBASE_SCAN_FAULT;
}

static void
rest_row_is_whole (HBaseScanRest *rest)
{
  rest->n_pieces = rest->n_again = 0;
  if (rest->left != G_MAXUINT)
    rest->left--;
}

static HBaseScanVerdict
rest_take (HBaseScanRest *rest, HBaseSlice key, gboolean partial)
{
  if (rest->last == NULL)
    rest->last = g_byte_array_new ();
  g_byte_array_set_size (rest->last, 0);
  g_byte_array_append (rest->last, key.data, (guint) key.length);
  rest->n_pieces++;
  if (!partial)
    rest_row_is_whole (rest);
  return HBASE_SCAN_TAKE;
}

static HBaseScanVerdict
rest_drop_again (HBaseScanRest *rest, gboolean partial)
{
  rest->n_again--;
  if (!partial)
    rest_row_is_whole (rest);
  return HBASE_SCAN_DROP;
}

/* Below the bounds' stop, not below what was sent for it. */
static gboolean
key_is_beyond (const HBaseScanRest *rest, HBaseSlice key)
{
  return rest->reversed && rest->bounds.with_stop && hbase_slice_compare (key, rest->bounds.stop) < 0
         && (rest->now.stop.data == NULL || hbase_slice_compare (key, rest->now.stop) > 0);
}

/* The row to begin behind is met again. */
static gboolean
key_is_skipped (const HBaseScanRest *rest, HBaseSlice key)
{
  return rest->now.skip_start && hbase_slice_equal (key, rest->now.start);
}

HBaseScanVerdict
hbase_scan_rest_accept (HBaseScanRest *rest, HBaseSlice key, gboolean partial, GError **error)
{
  gboolean same = rest->last != NULL && hbase_slice_equal (key, rest_last (rest));

  if (rest->left == 0 || key_is_skipped (rest, key))
    return HBASE_SCAN_DROP;
  if (key.length == 0 || key.length > HBASE_MAX_ROW_LENGTH)
    return rest_fault (rest, key, "whose key has an impossible length", error);
  if (key_is_beyond (rest, key))
    return HBASE_SCAN_BEYOND;
  if (!hbase_scan_bounds_contain (&rest->bounds, rest->reversed, key))
    return rest_fault (rest, key, "that is outside what was asked for", error);
  if (!key_follows_last (rest, key))
    return rest_fault (rest, key, "out of order", error);

  if (same && rest->n_again > 0)
    return rest_drop_again (rest, partial);
  /* The rest of a half-read row is gone: somebody deleted it meanwhile. */
  if (!same && rest->n_pieces > 0)
    rest_row_is_whole (rest);
  return rest->left > 0 ? rest_take (rest, key, partial) : HBASE_SCAN_DROP;
}
