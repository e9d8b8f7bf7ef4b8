/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-filter-private.h"

/* What stands in quotes as `type:value`, beside an operator. The value is on the left of the comparison, the
 * cell's bytes on its right, and operators are read from right to left. */

enum { BINARY, BINARY_PREFIX, REGEX, REGEX_NO_CASE, SUBSTRING, N_TYPES };

static gboolean
find_type (HBaseSlice name, guint *type)
{
  static const char *const names[N_TYPES] = { "binary", "binaryprefix", "regexstring", "regexstringnocase",
                                              "substring" };

  for (*type = 0; *type < N_TYPES; ++*type)
    if (hbase_slice_equal (name, hbase_slice_text (names[*type])))
      return TRUE;
  return FALSE;
}

/* As Java decodes bytes: what isn't UTF-8, and a NUL, too, becomes U+FFFD. */
static char *
valid_text (HBaseSlice bytes)
{
  return g_utf8_make_valid ((const char *) hbase_slice_bytes (bytes), (gssize) bytes.length);
}

static gboolean
has_order (guint type)
{
  return type == BINARY || type == BINARY_PREFIX;
}

static gboolean
prepare (HBaseLocalComparator *comparator)
{
  g_autofree char *text = valid_text (comparator->value);
  GRegexCompileFlags case_flag = comparator->type == REGEX_NO_CASE ? G_REGEX_CASELESS : 0;

  if (has_order (comparator->type))
    return TRUE;
  if (comparator->type == SUBSTRING)
    comparator->text = g_utf8_strdown (text, -1);
  else
    comparator->regex = g_regex_new (text, G_REGEX_DOTALL | case_flag, 0, NULL);
  return comparator->text != NULL || comparator->regex != NULL;
}

gboolean
hbase_local_comparator_init (HBaseLocalComparator *comparator,
                             const HBaseLocalFilter *filter,
                             const HBaseFilterNode *node,
                             guint i,
                             gboolean any_operator)
{
  const HBaseFilterArgument *operator = &g_array_index (node->arguments, HBaseFilterArgument, i);
  HBaseSlice bytes = hbase_local_filter_bytes (node, i + 1);
  const guint8 *colon = bytes.length > 0 ? memchr (bytes.data, ':', bytes.length) : NULL;
  gsize type_length;

  if (colon == NULL || !hbase_filter_argument_operator (operator, &comparator->operator))
    return FALSE;
  type_length = (gsize) (colon - bytes.data);
  if (!find_type (hbase_slice (bytes.data, type_length), &comparator->type))
    return FALSE;
  if (!any_operator && !has_order (comparator->type) && comparator->operator != HBASE_FILTER_EQUAL
      && comparator->operator != HBASE_FILTER_NOT_EQUAL)
    return FALSE;
  comparator->limits = filter->limits;
  comparator->value = hbase_slice (colon + 1, bytes.length - type_length - 1);
  return prepare (comparator);
}

void
hbase_local_comparator_clear (HBaseLocalComparator *comparator)
{
  g_clear_pointer (&comparator->regex, g_regex_unref);
  g_clear_pointer (&comparator->text, g_free);
}

/* One match may take a fraction of a second, so the clock is looked at after each. */
static gboolean
matches (const HBaseLocalComparator *comparator, const char *text)
{
  HBaseLocalFilterLimits *limits = comparator->limits;
  g_autoptr (GError) failure = NULL;
  gboolean found;

  if (limits->gave_up)
    return FALSE;
  found = g_regex_match_full (comparator->regex, text, -1, 0, 0, NULL, &failure);
  limits->gave_up = failure != NULL || !hbase_local_budget_check (limits->budget);
  return found;
}

/* 0 or 1, as HBase has it. */
static int
compare_text (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  g_autofree char *text = valid_text (bytes), *small = NULL;

  if (comparator->regex != NULL)
    return matches (comparator, text) ? 0 : 1;
  small = g_utf8_strdown (text, -1);
  return strstr (small, comparator->text) != NULL ? 0 : 1;
}

static int
compare (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  if (!has_order (comparator->type))
    return compare_text (comparator, bytes);
  if (comparator->type == BINARY_PREFIX)
    bytes.length = MIN (bytes.length, comparator->value.length);
  return hbase_slice_compare (comparator->value, bytes);
}

gboolean
hbase_local_comparator_rejects (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  int order = compare (comparator, bytes);

  switch (comparator->operator)
    {
    case HBASE_FILTER_LESS:
      return order <= 0;
    case HBASE_FILTER_LESS_OR_EQUAL:
      return order < 0;
    case HBASE_FILTER_EQUAL:
      return order != 0;
    case HBASE_FILTER_NOT_EQUAL:
      return order == 0;
    case HBASE_FILTER_GREATER_OR_EQUAL:
      return order > 0;
    case HBASE_FILTER_GREATER:
    default:
      return order >= 0;
    }
}
