/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-filter-text-private.h"

/* This file implements HBase's own checks of its filters' arguments. Errors are reported before a request is
 * sent, because a gateway's response gives no reason. */

#define NAME_LENGTH_MAX 64 /* of a misspelt name that is compared with known ones */
#define EXCERPT 40

typedef struct {
  const char *name;
  const char *usage;
  /* The types of its arguments, one letter each: b boolean, i number of 32 bits, l number of 64 bits, o
   * operator, s quoted bytes, c quoted comparator, C quoted comparator that allows any operator. At most
   * three forms, the shortest first. */
  const char *forms[3];
  gboolean repeats; /* the only argument, any number of times */
} KnownFilter;

#define COMPARE "operator, 'comparator:value'"
#define COLUMN "'family', 'qualifier'"

static const KnownFilter known_filters[] = {
  { "ColumnCountGetFilter", "columns", { "i" }, FALSE },
  { "ColumnPaginationFilter", "columns, offset", { "ii" }, FALSE },
  { "ColumnPrefixFilter", "'prefix'", { "s" }, FALSE },
  { "ColumnRangeFilter", "'first', inclusive, 'last', inclusive", { "sbsb" }, FALSE },
  { "ColumnValueFilter", COLUMN ", " COMPARE, { "ssoc" }, FALSE },
  { "DependentColumnFilter", COLUMN " [, drop [, " COMPARE "]]", { "ss", "ssb", "ssboC" }, FALSE },
  { "FamilyFilter", COMPARE, { "oc" }, FALSE },
  { "FirstKeyOnlyFilter", "", { "" }, FALSE },
  { "InclusiveStopFilter", "'row'", { "s" }, FALSE },
  { "KeyOnlyFilter", "[lengths]", { "", "b" }, FALSE },
  { "MultipleColumnPrefixFilter", "'prefix', …", { "s" }, TRUE },
  { "PageFilter", "rows", { "l" }, FALSE },
  { "PrefixFilter", "'prefix'", { "s" }, FALSE },
  { "QualifierFilter", COMPARE, { "oc" }, FALSE },
  { "RowFilter", COMPARE, { "oc" }, FALSE },
  { "SingleColumnValueExcludeFilter",
    COLUMN ", " COMPARE " [, if_missing, latest_only]",
    { "ssoc", "ssocbb" },
    FALSE },
  { "SingleColumnValueFilter",
    COLUMN ", " COMPARE " [, if_missing, latest_only]",
    { "ssoc", "ssocbb" },
    FALSE },
  { "TimestampsFilter", "timestamp, …", { "l" }, TRUE },
  { "ValueFilter", COMPARE, { "oc" }, FALSE },
};

/* ---- names ---- */

static const KnownFilter *
find_known (const HBaseFilterNode *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_filters); i++)
    if (hbase_filter_node_is (node, known_filters[i].name))
      return &known_filters[i];
  return NULL;
}

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
  for (guint i = 0; i < G_N_ELEMENTS (known_filters); i++)
    {
      guint d = distance (name, hbase_slice_text (known_filters[i].name));

      if (d >= best)
        continue;
      best = d;
      nearest = known_filters[i].name;
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
  if (node->kind == HBASE_FILTER_NAMED && find_known (node) == NULL)
    return fail_unknown (text, node, error);
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

  switch (type)
    {
    case 'b':
      return hbase_filter_argument_boolean (argument, &flag);
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
           const KnownFilter *known,
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

/* Returns the form with this number of arguments, or the longest form. */
static const char *
find_form (const KnownFilter *known, guint n_arguments)
{
  const char *form = known->forms[0];

  for (guint i = 1; i < G_N_ELEMENTS (known->forms) && known->forms[i] != NULL; i++)
    if (strlen (form) != n_arguments)
      form = known->forms[i];
  return form;
}

static gboolean
check_count (
    HBaseSlice text, const HBaseFilterNode *node, guint wanted, const KnownFilter *known, GError **error)
{
  guint given = node->arguments->len, difference = MAX (given, wanted) - MIN (given, wanted);

  return difference == 0
         || hbase_filter_fail (text, node->at, error, "%u argument%s too %s: %s(%s)", difference,
                               difference == 1 ? "" : "s", given > wanted ? "many" : "few", known->name,
                               known->usage);
}

static gboolean
check_types (
    HBaseSlice text, const HBaseFilterNode *node, const KnownFilter *known, const char *form, GError **error)
{
  guint wanted = known->repeats ? node->arguments->len : (guint) strlen (form);

  for (guint i = 0; i < MIN (node->arguments->len, wanted); i++)
    if (!is_of_type (hbase_filter_node_argument (node, i), form[known->repeats ? 0 : i]))
      return fail_type (text, node, i, form[known->repeats ? 0 : i], known, error);
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
check_named (HBaseSlice text, const HBaseFilterNode *node, GError **error)
{
  const KnownFilter *known = find_known (node);
  HBaseSlice name = hbase_slice_of_bytes (node->name);
  const char *form, *comparator;

  /* A quote in a name would begin a quoted argument when the tree is converted to text, without what was
   * between the name and the parenthesis. */
  if (known == NULL)
    return name.length == 0 || memchr (name.data, '\'', name.length) == NULL
           || hbase_filter_fail (text, node->at, error, "a filter's name has no quotes");
  form = find_form (known, node->arguments->len);
  if (!check_types (text, node, known, form, error))
    return FALSE;
  comparator = strpbrk (form, "cC");
  if (comparator != NULL)
    return check_comparator (text, node, (guint) (comparator - form), *comparator == 'C', error);
  return !known->repeats || *form != 's' || check_distinct (text, node, error);
}

static gboolean
check_arguments (const HBaseFilterNode *node, HBaseSlice text, GError **error)
{
  if (node->kind == HBASE_FILTER_NAMED)
    return check_named (text, node, error);
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
