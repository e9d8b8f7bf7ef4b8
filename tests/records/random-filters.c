/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "random-filters.h"

typedef struct {
  const char *data;
  gsize length;
} Text;

#define TEXT(literal)                                                                                        \
  {                                                                                                          \
    (literal), sizeof (literal) - 1                                                                          \
  }
#define BYTES(text) (const guint8 *) (text)->data, (text)->length

static const Text texts[] = {
  TEXT (""),  TEXT ("a"),  TEXT ("b"),    TEXT ("c"),     TEXT ("d"),    TEXT ("ab"),
  TEXT ("f"), TEXT ("g"),  TEXT ("it's"), TEXT ("''"),    TEXT ("a\0b"), TEXT ("\xff"),
  TEXT ("("), TEXT (") "), TEXT ("\\"),   TEXT ("b\xfe"), TEXT ("ä\n"),
};
/* These are also regular expressions that Java and PCRE understand alike. */
static const Text patterns[] = {
  TEXT ("a"), TEXT ("^b"), TEXT ("[a-c]"), TEXT ("B"), TEXT ("it'"), TEXT ("a.b"), TEXT ("(b|c)$"),
};

static const Text *
pick (GRand *rand)
{
  /* Mostly letters, which occur in the table. */
  gint n = g_rand_int_range (rand, 0, 3) > 0 ? 8 : (gint) G_N_ELEMENTS (texts);

  return &texts[g_rand_int_range (rand, 0, n)];
}

typedef struct {
  HBaseCompareOperator operator;
  HBaseComparator comparator;
  const Text *value;
} Comparison;

#define COMPARISON(c) (c)->operator, (c)->comparator, BYTES ((c)->value)

static Comparison
draw_comparison (GRand *rand)
{
  Comparison comparison = { (HBaseCompareOperator) g_rand_int_range (rand, 0, 6),
                            (HBaseComparator) g_rand_int_range (rand, 0, 5), pick (rand) };

  if (comparison.comparator <= HBASE_COMPARATOR_BINARY_PREFIX)
    return comparison;
  comparison.operator= g_rand_boolean (rand) ? HBASE_COMPARE_OPERATOR_EQUAL
                                             : HBASE_COMPARE_OPERATOR_NOT_EQUAL;
  comparison.value = &patterns[g_rand_int_range (rand, 0, G_N_ELEMENTS (patterns))];
  return comparison;
}

static HBaseFilter *
draw_prefixes (GRand *rand)
{
  g_autoptr (GPtrArray) prefixes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (gint i = g_rand_int_range (rand, 0, 3); i < (gint) G_N_ELEMENTS (texts);
       i += g_rand_int_range (rand, 1, 9))
    g_ptr_array_add (prefixes, g_bytes_new (texts[i].data, texts[i].length));
  return hbase_filter_new_multiple_column_prefix (prefixes);
}

static HBaseFilter *
draw_column (GRand *rand, guint kind)
{
  const char *family = g_rand_boolean (rand) ? "f" : "g";
  const Text *qualifier = &texts[g_rand_int_range (rand, 0, 4)];
  Comparison c = draw_comparison (rand);
  gboolean flag = g_rand_boolean (rand), other = g_rand_boolean (rand);

  switch (kind)
    {
    case 0:
      return hbase_filter_new_column_value (family, BYTES (qualifier), COMPARISON (&c));
    case 1:
      return hbase_filter_new_single_column_value (family, BYTES (qualifier), COMPARISON (&c), flag, other);
    case 2:
      return hbase_filter_new_single_column_value_exclude (family, BYTES (qualifier), COMPARISON (&c), flag,
                                                           other);
    case 3:
      return hbase_filter_new_dependent_column (family, BYTES (qualifier), flag);
    default:
      return hbase_filter_new_dependent_column_value (family, BYTES (qualifier), flag, COMPARISON (&c));
    }
}

/* Two fuzzy keys, or two ranges. */
static HBaseFilter *
draw_binary (GRand *rand, gboolean is_fuzzy)
{
  static const char *const keys[] = { "aX", "Xb", "b", "X1", "d" };
  static const char *const bounds[] = { "", "ab", "b", "b1", "c", "d", "" };
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) right = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < 2; i++)
    {
      const char *key = keys[g_rand_int_range (rand, 0, G_N_ELEMENTS (keys))];
      gint32 first = g_rand_int_range (rand, 0, 6), last = g_rand_int_range (rand, first + 1, 7);
      g_autofree char *mask = g_strdup (key);

      for (char *byte = mask; *byte != '\0'; byte++)
        *byte = *byte == 'X';
      g_ptr_array_add (left, is_fuzzy ? g_bytes_new (key, strlen (key))
                                      : g_bytes_new (bounds[first], strlen (bounds[first])));
      g_ptr_array_add (right, is_fuzzy ? g_bytes_new (mask, strlen (key))
                                       : g_bytes_new (bounds[last], strlen (bounds[last])));
    }
  return is_fuzzy ? hbase_filter_new_fuzzy_row (left, right) : hbase_filter_new_multi_row_range (left, right);
}

#define N_SINGLE 23

static HBaseFilter *
draw_single (GRand *rand)
{
  guint kind = (guint) g_rand_int_range (rand, 0, N_SINGLE);
  const Text *text = pick (rand), *other = pick (rand);
  guint number = (guint) g_rand_int_range (rand, 0, 5), offset = (guint) g_rand_int_range (rand, 0, 3);
  gint64 timestamps[] = { number, number + 2, 7 };
  Comparison c = draw_comparison (rand);
  gboolean flag = g_rand_boolean (rand), second = g_rand_boolean (rand);

  switch (kind)
    {
    case 0:
      return hbase_filter_new_row (COMPARISON (&c));
    case 1:
      return hbase_filter_new_prefix (BYTES (text));
    case 2:
      return hbase_filter_new_inclusive_stop (BYTES (text));
    case 3:
      return hbase_filter_new_page (number);
    case 4:
      return hbase_filter_new_family (COMPARISON (&c));
    case 5:
      return hbase_filter_new_qualifier (COMPARISON (&c));
    case 6:
      return hbase_filter_new_column_prefix (BYTES (text));
    case 7:
      return draw_prefixes (rand);
    case 8:
      return hbase_filter_new_column_range (BYTES (text), flag, BYTES (other), second);
    case 9:
      return hbase_filter_new_column_count_get (number);
    case 10:
      return hbase_filter_new_column_pagination (number, offset);
    case 11:
      return hbase_filter_new_first_key_only ();
    case 12:
      return hbase_filter_new_key_only (flag);
    case 13:
      return hbase_filter_new_timestamps (timestamps, g_rand_int_range (rand, 1, 4));
    case 14:
      return hbase_filter_new_value (COMPARISON (&c));
    case 20:
      return hbase_filter_new_random_row (flag ? 1 : 0);
    case 21:
    case 22:
      return draw_binary (rand, kind == 21);
    default:
      return draw_column (rand, kind - 15);
    }
}

static HBaseFilter *
draw_list (GRand *rand, guint depth)
{
  g_autoptr (GPtrArray) filters = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_unref);

  for (gint n = g_rand_int_range (rand, 1, 4); n > 0; n--)
    g_ptr_array_add (filters, random_filter (rand, depth - 1));
  return g_rand_boolean (rand) ? hbase_filter_new_and (filters) : hbase_filter_new_or (filters);
}

static gboolean
is_refused_in_skip (HBaseFilter *filter)
{
  g_autofree char *text = hbase_filter_to_string (filter);

  return strstr (text, "MultiRowRangeFilter") != NULL;
}

HBaseFilter *
random_filter (GRand *rand, guint depth)
{
  g_autoptr (HBaseFilter) inner = NULL;

  if (depth == 0 || g_rand_int_range (rand, 0, 3) == 0)
    return draw_single (rand);
  if (g_rand_int_range (rand, 0, 3) > 0)
    return draw_list (rand, depth);
  inner = random_filter (rand, depth - 1);
  if (is_refused_in_skip (inner))
    return g_steal_pointer (&inner);
  return g_rand_boolean (rand) ? hbase_filter_new_skip (inner) : hbase_filter_new_while (inner);
}
