/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-known-filters-private.h"

/* This file implements HBase's own checks of its filters' arguments. Errors are reported before a request is
 * sent, because a gateway's response gives no reason. */

#define NAME_LENGTH_MAX 64 /* of a misspelt name that is compared with known names */
#define EXCERPT 40

/* ---- names ---- */

/* Returns how many letters must be changed, added or removed to convert one name to the other, ignoring
 * case. `b` has at most NAME_LENGTH_MAX bytes. */
static guint
distance (HBaseSlice a, HBaseSlice b)
{
  guint row[NAME_LENGTH_MAX + 1];

  for (guint j = 0; j <= b.length; j++)
    row[j] = j;
  for (guint i = 0; i < a.length; i++)
    {
      guint diagonal = row[0];

      row[0] = i + 1;
      for (guint j = 0; j < b.length; j++)
        {
          guint above = row[j + 1];
          gboolean same = g_ascii_tolower ((char) a.data[i]) == g_ascii_tolower ((char) b.data[j]);

          row[j + 1] = MIN (diagonal + !same, MIN (above, row[j]) + 1);
          diagonal = above;
        }
    }
  return row[b.length];
}

/* Returns the known name that is most similar; NULL: none is similar. */
static const char *
find_nearest (HBaseSlice name)
{
  guint best = (guint) name.length / 3 + 1;
  const char *nearest = NULL;

  if (name.length == 0 || name.length > NAME_LENGTH_MAX)
    return NULL;
  for (const HBaseKnownFilter *known = hbase_known_filters; known->name != NULL; known++)
    {
      guint d = distance (name, hbase_slice_text (known->name));

      if (d >= best)
        continue;
      best = d;
      nearest = known->name;
    }
  return nearest;
}

static gboolean
fail_unknown (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  HBaseSlice name = hbase_slice_of_bytes (node->name);
  g_autofree char *written
      = hbase_bytes_to_escaped (hbase_slice_bytes (name), MIN (name.length, NAME_LENGTH_MAX));
  const char *nearest = find_nearest (name);

  return hbase_filter_fail (text, node->at, error, "HBase itself has no filter “%s”%s%s%s", written,
                            nearest != NULL ? ": did you mean “" : "", nearest != NULL ? nearest : "",
                            nearest != NULL ? "”?" : "");
}

gboolean
hbase_filter_check_names (const HBaseFilterNode *node, HBaseSlice text, GError **error)
{
  const HBaseKnownFilter *known = hbase_known_filter_find (node);

  if (node->kind == HBASE_FILTER_NAMED && known == NULL)
    return fail_unknown (text, node, error);
  if (known != NULL && known->is_binary)
    return hbase_filter_fail (text, node->at, error, "%s isn't in HBase's filter language", known->name);
  for (guint i = 0; i < node->children->len; i++)
    if (!hbase_filter_check_names (hbase_filter_node_child (node, i), text, error))
      return FALSE;
  return TRUE;
}

/* ---- number and types of arguments ---- */

static gboolean
is_of_type (const HBaseFilterArgument *argument, char type)
{
  HBaseCompareOperator operator;
  gboolean flag;
  gint64 number;
  double fraction;

  switch (type)
    {
    case 'b':
      return hbase_filter_argument_boolean (argument, &flag);
    case 'f':
      return hbase_filter_argument_fraction (argument, &fraction);
    case 'i':
      return hbase_filter_argument_number (argument, &number) && number >= 0 && number <= G_MAXINT32;
    case 'l':
      return hbase_filter_argument_number (argument, &number) && number >= 0;
    case 'o':
      return hbase_filter_argument_operator (argument, &operator);
    default:
      return argument->quoted;
    }
}

static const char *
describe_type (char type)
{
  switch (type)
    {
    case 'b':
      return "true or false is expected here, without quotes";
    case 'f':
      return "a number from 0 to 1 is expected here, without quotes";
    case 'i':
      return "a number from 0 to 2147483647 is expected here, without quotes";
    case 'l':
      return "a number from 0 to 9223372036854775807 is expected here, without quotes";
    case 'o':
      return "an operator is expected here, without quotes: <, <=, =, !=, >= or >";
    default:
      return "quote the argument";
    }
}

static gboolean
fail_type (HBaseSlice text,
           const HBaseFilterNode *node,
           guint i,
           char type,
           const HBaseKnownFilter *known,
           GError **error)
{
  const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i);
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);
  g_autofree char *written = hbase_bytes_to_escaped (hbase_slice_bytes (bytes), MIN (bytes.length, EXCERPT));

  if (type == 's' && node->arguments->len == 1 && bytes.length <= EXCERPT)
    return hbase_filter_fail (text, argument->at, error, "quote the argument: %s('%s')", known->name,
                              written);
  return hbase_filter_fail (text, argument->at, error, "%s: %s(%s)", describe_type (type), known->name,
                            known->usage);
}

static gboolean
check_count (
    HBaseSlice text, const HBaseFilterNode *node, guint wanted, const HBaseKnownFilter *known, GError **error)
{
  guint given = node->arguments->len, difference = MAX (given, wanted) - MIN (given, wanted);

  return difference == 0
         || hbase_filter_fail (text, node->at, error, "%u argument%s too %s: %s(%s)", difference,
                               difference == 1 ? "" : "s", given > wanted ? "many" : "few", known->name,
                               known->usage);
}

static gboolean
check_types (HBaseSlice text,
             const HBaseFilterNode *node,
             const HBaseKnownFilter *known,
             const char *form,
             GError **error)
{
  guint step = (guint) strlen (form), wanted = step;

  /* At least one group if the arguments are groups. */
  if (known->repeats)
    wanted = MAX ((node->arguments->len + step - 1) / step, (guint) known->has_pairs) * step;
  for (guint i = 0; i < MIN (node->arguments->len, wanted); i++)
    if (!is_of_type (hbase_filter_node_argument (node, i), form[i % step]))
      return fail_type (text, node, i, form[i % step], known, error);
  return check_count (text, node, wanted, known, error);
}

/* ---- values of arguments ---- */

static gboolean
check_comparator (
    HBaseSlice text, const HBaseFilterNode *node, guint i, gboolean any_operator, GError **error)
{
  const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i);
  HBaseComparator type;
  HBaseCompareOperator operator;
  HBaseSlice value;

  if (!hbase_filter_argument_comparator (argument, &type, &value))
    return hbase_filter_fail (text, argument->at, error,
                              "a comparator is expected here: 'binary:…', 'binaryprefix:…', 'regexstring:…', "
                              "'regexstringnocase:…' or 'substring:…'");
  hbase_filter_argument_operator (hbase_filter_node_argument (node, i - 1), &operator);
  return any_operator || hbase_filter_comparator_has_order (type)
         || operator== HBASE_COMPARE_OPERATOR_EQUAL ||
         operator== HBASE_COMPARE_OPERATOR_NOT_EQUAL || hbase_filter_fail (
             text, hbase_filter_node_argument (node, i - 1)->at, error,
             "regular expressions and substrings are compared by = or != only");
}

static gboolean
check_distinct (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  g_autoptr (GHashTable) prefixes = g_hash_table_new (g_bytes_hash, g_bytes_equal);

  for (guint i = 0; i < node->arguments->len; i++)
    if (!g_hash_table_add (prefixes, hbase_filter_node_argument (node, i)->bytes))
      return hbase_filter_fail (text, hbase_filter_node_argument (node, i)->at, error,
                                "this prefix is given twice");
  return TRUE;
}

static gboolean
check_fuzzy_keys (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  for (guint i = 0; i < node->arguments->len; i += 2)
    {
      const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i + 1);
      HBaseSlice mask = hbase_slice_of_bytes (argument->bytes);

      if (mask.length == 0 || mask.length != g_bytes_get_size (hbase_filter_node_argument (node, i)->bytes))
        return hbase_filter_fail (text, argument->at, error,
                                  "key and mask must be of one length, at least 1");
      for (gsize n = 0; n < mask.length; n++)
        if (mask.data[n] > 1)
          return hbase_filter_fail (
              text, argument->at, error,
              "a mask has a byte 0 for each byte that must match, and 1 for each other");
    }
  return TRUE;
}

static gboolean
check_row_ranges (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  for (guint i = 0; i < node->arguments->len; i += 4)
    {
      const HBaseFilterArgument *last = hbase_filter_node_argument (node, i + 2);
      int order = g_bytes_compare (hbase_filter_node_argument (node, i)->bytes, last->bytes);
      gboolean with_last = FALSE;

      hbase_filter_argument_boolean (hbase_filter_node_argument (node, i + 3), &with_last);
      if (g_bytes_get_size (last->bytes) > 0 && (order > 0 || (order == 0 && !with_last)))
        return hbase_filter_fail (text, last->at, error, "the range that ends here is empty");
    }
  return TRUE;
}

static gboolean
check_named (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  const HBaseKnownFilter *known = hbase_known_filter_find (node);
  HBaseSlice name = hbase_slice_of_bytes (node->name);
  const char *form, *comparator;

  /* A quote in a name would begin a quoted argument when the tree is converted to text, without the text
   * between the name and the parenthesis. */
  if (known == NULL)
    return name.length == 0 || memchr (name.data, '\'', name.length) == NULL
           || hbase_filter_fail (text, node->at, error, "a filter's name has no quotes");
  form = hbase_known_filter_find_form (known, node->arguments->len);
  if (!check_types (text, node, known, form, error))
    return FALSE;
  comparator = strpbrk (form, "cC");
  if (comparator != NULL)
    return check_comparator (text, node, (guint) (comparator - form), *comparator == 'C', error);
  if (hbase_filter_node_is (node, "MultipleColumnPrefixFilter"))
    return check_distinct (text, node, error);
  if (hbase_filter_node_is (node, "FuzzyRowFilter"))
    return check_fuzzy_keys (text, node, error);
  return !hbase_filter_node_is (node, "MultiRowRangeFilter") || check_row_ranges (text, node, error);
}

/* SKIP doesn't show row keys to its filter, and HBase's MultiRowRangeFilter fails without them. */
static gboolean
check_skipped (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  if (hbase_filter_node_is (node, "MultiRowRangeFilter"))
    return hbase_filter_fail (text, node->at, error, "MultiRowRangeFilter doesn't work within SKIP");
  for (guint i = 0; i < node->children->len; i++)
    if (!check_skipped (text, hbase_filter_node_child (node, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_arguments (const HBaseFilterNode *node, HBaseSlice text, GError **error)
{
  if (node->kind == HBASE_FILTER_NAMED)
    return check_named (text, node, error);
  if (node->kind == HBASE_FILTER_SKIP && !check_skipped (text, node, error))
    return FALSE;
  for (guint i = 0; i < node->children->len; i++)
    if (!check_arguments (hbase_filter_node_child (node, i), text, error))
      return FALSE;
  return TRUE;
}

HBaseFilterNode *
hbase_filter_text_read (HBaseSlice text, GError **error)
{
  g_autoptr (HBaseFilterNode) tree = hbase_filter_text_parse (text, error);

  return tree != NULL && check_arguments (tree, text, error) ? g_steal_pointer (&tree) : NULL;
}
