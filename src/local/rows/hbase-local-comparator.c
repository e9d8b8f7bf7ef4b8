/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The comparators of filters: an operator, and a quoted argument `type:value`. As in HBase the argument
 * is the left operand, the cell's bytes are the right operand, and the operator is applied from right to
 * left. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-filter-private.h"

static gboolean
compile (HBaseLocalComparator *comparator, const char *text, GError **error)
{
  GRegexCompileFlags case_flag = comparator->type == HBASE_COMPARATOR_REGEX_NO_CASE ? G_REGEX_CASELESS : 0;
  g_autoptr (GError) reason = NULL;

  comparator->regex = g_regex_new (text, G_REGEX_DOTALL | case_flag, 0, &reason);
  return comparator->regex != NULL
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a filter's regular expression: %s",
                                   reason->message);
}

gboolean
hbase_local_comparator_init (HBaseLocalComparator *comparator,
                             HBaseLocalFilterLimits *limits,
                             const HBaseFilterNode *node,
                             guint i,
                             GError **error)
{
  g_autofree char *text = NULL;

  hbase_filter_argument_operator (hbase_filter_node_argument (node, i), &comparator->operator);
  hbase_filter_argument_comparator (hbase_filter_node_argument (node, i + 1), &comparator->type,
                                    &comparator->value);
  comparator->limits = limits;
  if (hbase_filter_comparator_has_order (comparator->type))
    return TRUE;
  text = hbase_slice_dup_valid_text (comparator->value);
  if (comparator->type != HBASE_COMPARATOR_SUBSTRING)
    return compile (comparator, text, error);
  comparator->text = g_utf8_strdown (text, -1);
  return TRUE;
}

void
hbase_local_comparator_clear (HBaseLocalComparator *comparator)
{
  g_clear_pointer (&comparator->regex, g_regex_unref);
  g_clear_pointer (&comparator->text, g_free);
}

/* A match may take a fraction of a second, so the clock is read after each match. */
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

/* Returns 0 or 1, as HBase does. */
static int
compare_text (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  g_autofree char *text = hbase_slice_dup_valid_text (bytes), *lower = NULL;

  if (comparator->regex != NULL)
    return matches (comparator, text) ? 0 : 1;
  lower = g_utf8_strdown (text, -1);
  return strstr (lower, comparator->text) != NULL ? 0 : 1;
}

static int
compare (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  if (!hbase_filter_comparator_has_order (comparator->type))
    return compare_text (comparator, bytes);
  if (comparator->type == HBASE_COMPARATOR_BINARY_PREFIX)
    bytes.length = MIN (bytes.length, comparator->value.length);
  return hbase_slice_compare (comparator->value, bytes);
}

gboolean
hbase_local_comparator_rejects (const HBaseLocalComparator *comparator, HBaseSlice bytes)
{
  int order = compare (comparator, bytes);

  switch (comparator->operator)
    {
    case HBASE_COMPARE_OPERATOR_LESS:
      return order <= 0;
    case HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL:
      return order < 0;
    case HBASE_COMPARE_OPERATOR_EQUAL:
      return order != 0;
    case HBASE_COMPARE_OPERATOR_NOT_EQUAL:
      return order == 0;
    case HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL:
      return order > 0;
    case HBASE_COMPARE_OPERATOR_GREATER:
    default:
      return order >= 0;
    }
}
