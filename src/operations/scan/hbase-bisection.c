/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the bisection of a range of row keys: it chooses the keys from which to read until the
 * range's last row is known. */

#include "config.h"

#include "hbase-bisection-private.h"

static GByteArray *
set_bytes (GByteArray *bytes, HBaseSlice slice)
{
  if (bytes == NULL)
    bytes = g_byte_array_new ();
  g_byte_array_set_size (bytes, 0);
  return g_byte_array_append (bytes, hbase_slice_bytes (slice), (guint) slice.length);
}

/* Returns a copy of a bound of the range, or the key right after it; NULL: no key can be after it. */
static GByteArray *
make_bound (HBaseSlice key, gboolean is_after)
{
  g_autoptr (GBytes) successor = NULL;

  if (!is_after)
    return set_bytes (NULL, key);
  successor = hbase_key_successor (key.data, key.length);
  return successor != NULL ? set_bytes (NULL, hbase_slice_of_bytes (successor)) : NULL;
}

static gboolean
is_not_empty (const HBaseBisection *bisection)
{
  return bisection->from != NULL
         && (bisection->high == NULL
             || hbase_slice_compare (hbase_slice_of_array (bisection->from),
                                     hbase_slice_of_array (bisection->high))
                    < 0);
}

gboolean
hbase_bisection_init (HBaseBisection *bisection, const HBaseScanBounds *bounds)
{
  *bisection = (HBaseBisection){ .from = make_bound (bounds->start, bounds->skip_start) };
  if (bounds->stop.data != NULL)
    bisection->high = make_bound (bounds->stop, bounds->with_stop);
  return is_not_empty (bisection);
}

void
hbase_bisection_clear (HBaseBisection *bisection)
{
  g_clear_pointer (&bisection->from, g_byte_array_unref);
  g_clear_pointer (&bisection->low, g_byte_array_unref);
  g_clear_pointer (&bisection->high, g_byte_array_unref);
}

/* Returns the greatest byte that a row between `low` and `high` can have at `i`, if the two are equal before
 * `i`. */
static guint
greatest_byte (const GByteArray *high, guint i)
{
  return i + 1 == high->len ? high->data[i] - 1U : high->data[i];
}

gboolean
hbase_bisection_choose (const HBaseBisection *bisection, GByteArray *key)
{
  const GByteArray *low = bisection->low, *high = bisection->high;
  gboolean is_common = high != NULL;

  if (low == NULL)
    {
      set_bytes (key, hbase_slice_of_array (bisection->from));
      return TRUE;
    }
  for (guint i = 0; i < low->len; i++)
    {
      guint greatest = is_common ? greatest_byte (high, i) : G_MAXUINT8;

      if (greatest > low->data[i])
        {
          set_bytes (key, hbase_slice (low->data, i + 1));
          key->data[i] = (guint8) ((low->data[i] + greatest + 1) / 2);
          return TRUE;
        }
      is_common = is_common && high->data[i] == low->data[i];
    }
  return FALSE;
}

gboolean
hbase_bisection_add_response (HBaseBisection *bisection, HBaseSlice key, HBaseSlice row)
{
  if (row.data == NULL)
    {
      bisection->high = set_bytes (bisection->high, key);
      return TRUE;
    }
  if (row.length == 0 || row.length > HBASE_MAX_ROW_LENGTH || hbase_slice_compare (row, key) < 0
      || (bisection->high != NULL && hbase_slice_compare (row, hbase_slice_of_array (bisection->high)) >= 0))
    return FALSE;
  bisection->low = set_bytes (bisection->low, row);
  return TRUE;
}

gboolean
hbase_bisection_restart (HBaseBisection *bisection)
{
  g_clear_pointer (&bisection->high, g_byte_array_unref);
  bisection->high = g_steal_pointer (&bisection->low);
  return is_not_empty (bisection);
}
