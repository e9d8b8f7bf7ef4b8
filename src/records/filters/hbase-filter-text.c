/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-filter-text-private.h"

/* This file implements HBase's filter language: it parses text to a tree, reads arguments, and converts
 * trees to text.
 *
 * The parser works like HBase's ParseFilter, with a stack of operators and a stack of filters, because
 * ParseFilter accepts texts that aren't well-formed (`A() B() AND `, `(A()`), and refuses other texts that
 * are (`(A() OR B() AND C())`):
 *
 * 1. Before an operator is pushed, operators that bind tighter are popped and applied to the uppermost
 *    filters; a run of ANDs, or of ORs, becomes one list.
 * 2. A closing parenthesis applies one operator, or run, and pops the element below it. If this isn't the
 *    opening parenthesis but another operator, that operator is lost: only operators of one kind are
 *    understood between two parentheses. `mixed` records this for the error message, because the number of
 *    filters doesn't match then.
 * 3. At the end, the operators that are left on the stack are applied; parentheses that weren't closed are
 *    ignored. */

#define EXCERPT 40

typedef struct {
  HBaseFilterKind kind;
  HBaseSlice text;
  guint rank;       /* lower numbers bind tighter */
  gboolean is_list; /* between filters; otherwise before a filter */
} Word;

static const Word words[] = {
  { HBASE_FILTER_OR, HBASE_SLICE_LITERAL ("OR"), 3, TRUE },
  { HBASE_FILTER_AND, HBASE_SLICE_LITERAL ("AND"), 2, TRUE },
  { HBASE_FILTER_SKIP, HBASE_SLICE_LITERAL ("SKIP"), 1, FALSE },
  { HBASE_FILTER_WHILE, HBASE_SLICE_LITERAL ("WHILE"), 1, FALSE },
};

typedef struct {
  const Word *word; /* NULL: an opening parenthesis */
  gsize at;
} Operator;

typedef struct {
  HBaseSlice text;
  gsize at;
  GArray *operators;  /* Operator */
  GPtrArray *filters; /* HBaseFilterNode */
  guint n_parts;
  gboolean mixed; /* an operator was lost */
  gsize mixed_at;
} Parser;

gboolean
hbase_filter_fail (HBaseSlice text, gsize at, GError **error, const char *format, ...)
{
  gsize length = text.length - at;
  g_autofree char *excerpt = hbase_bytes_to_escaped (text.data + at, MIN (length, EXCERPT)), *problem = NULL;
  va_list arguments;

  va_start (arguments, format);
  problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "filter, byte %" G_GSIZE_FORMAT " (%s%s): %s",
                          at + 1, length > 0 ? excerpt : "its end", length > EXCERPT ? "…" : "", problem);
}

static gboolean
fail (const Parser *parser, gsize at, GError **error, const char *problem)
{
  return hbase_filter_fail (parser->text, at, error, "%s", problem);
}

static gboolean
count_part (Parser *parser, gsize at, GError **error)
{
  return ++parser->n_parts <= HBASE_FILTER_PARTS_MAX
         || hbase_filter_fail (parser->text, at, error,
                               "the filter has more than %d filters, arguments, operators and parentheses",
                               HBASE_FILTER_PARTS_MAX);
}

static void
argument_clear (gpointer argument)
{
  g_bytes_unref (((HBaseFilterArgument *) argument)->bytes);
}

/* Accepts NULL, which remains in a stack when a filter is moved out of it. */
void
hbase_filter_node_free (HBaseFilterNode *node)
{
  if (node == NULL)
    return;
  g_ptr_array_unref (node->children);
  g_clear_pointer (&node->name, g_bytes_unref);
  g_array_unref (node->arguments);
  g_free (node);
}

static HBaseFilterNode *
node_new (HBaseFilterKind kind, gsize at)
{
  HBaseFilterNode *node = g_new0 (HBaseFilterNode, 1);

  node->kind = kind;
  node->at = at;
  node->depth = 1;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_node_free);
  node->arguments = g_array_new (FALSE, FALSE, sizeof (HBaseFilterArgument));
  g_array_set_clear_func (node->arguments, argument_clear);
  return node;
}

gboolean
hbase_filter_node_is (const HBaseFilterNode *node, const char *name)
{
  return node->kind == HBASE_FILTER_NAMED
         && hbase_slice_equal (hbase_slice_of_bytes (node->name), hbase_slice_text (name));
}

const char *
hbase_filter_node_find_name (const HBaseFilterNode *node, const char *const *names)
{
  while (*names != NULL && !hbase_filter_node_is (node, *names))
    names++;
  return *names;
}

/* ---- one filter ---- */

static gboolean
is_doubled_quote (const Parser *parser, gsize at)
{
  return at + 1 < parser->text.length && parser->text.data[at + 1] == '\'';
}

/* Reports that no parenthesis closes the filter that begins here. */
static gboolean
fail_open (const Parser *parser, GError **error)
{
  const guint8 *data = parser->text.data;
  const guint8 *opening = memchr (data + parser->at, '(', parser->text.length - parser->at);

  return opening != NULL
             ? fail (parser, (gsize) (opening - data), error, "the parenthesis that opens here isn't closed")
             : fail (parser, parser->at, error, "a filter was expected: Name (argument, …)");
}

/* Finds the end of the filter that begins here: after the first closing parenthesis outside of quotes. */
static gboolean
find_end (const Parser *parser, gsize *end, GError **error)
{
  const guint8 *data = parser->text.data;
  gboolean quoted = FALSE;
  gsize quote = 0;

  for (gsize i = parser->at; i < parser->text.length; i++)
    if (data[i] == '\'' && is_doubled_quote (parser, i))
      i++;
    else if (data[i] == '\'')
      {
        quoted = !quoted;
        quote = i;
      }
    else if (data[i] == ')' && !quoted)
      {
        *end = i + 1;
        return TRUE;
      }
  return quoted ? fail (parser, quote, error, "the quotes that begin here aren't closed")
                : fail_open (parser, error);
}

static void
add_argument (HBaseFilterNode *node, GBytes *bytes, gboolean quoted, gsize at)
{
  HBaseFilterArgument argument = { bytes, quoted, at };

  g_array_append_val (node->arguments, argument);
}

/* Reads a quoted argument, and skips the closing quote and the byte after it. */
static gboolean
take_quoted (const Parser *parser, HBaseFilterNode *node, gsize *at, gsize end, GError **error)
{
  const guint8 *data = parser->text.data;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize i = *at + 1;

  for (; i < end && (data[i] != '\'' || is_doubled_quote (parser, i)); i++)
    {
      g_byte_array_append (bytes, data + i, 1);
      i += data[i] == '\'';
    }
  if (i >= end)
    return fail (parser, *at, error, "the quotes that begin here aren't closed before the filter's end");
  add_argument (node, g_byte_array_free_to_bytes (g_steal_pointer (&bytes)), TRUE, *at);
  *at = i + 2;
  return TRUE;
}

static gboolean
is_separator (guint8 byte)
{
  return byte == ' ' || byte == ',' || byte == ')';
}

static void
take_unquoted (const Parser *parser, HBaseFilterNode *node, gsize *at)
{
  const guint8 *data = parser->text.data;
  gsize begin = *at;

  while (!is_separator (data[*at]))
    ++*at;
  add_argument (node, g_bytes_new (data + begin, *at - begin), FALSE, begin);
}

static gboolean
take_arguments (Parser *parser, HBaseFilterNode *node, gsize at, gsize end, GError **error)
{
  while (at < end)
    if (is_separator (parser->text.data[at]))
      at++;
    else if (!count_part (parser, at, error))
      return FALSE;
    else if (parser->text.data[at] != '\'')
      take_unquoted (parser, node, &at);
    else if (!take_quoted (parser, node, &at, end, error))
      return FALSE;
  return TRUE;
}

/* Reads a filter. The name ends at a blank or the parenthesis; text between these two is skipped. */
static gboolean
take_filter (Parser *parser, GError **error)
{
  const guint8 *begin = parser->text.data + parser->at, *parenthesis, *blank;
  g_autoptr (HBaseFilterNode) node = node_new (HBASE_FILTER_NAMED, parser->at);
  gsize end = 0;

  if (!find_end (parser, &end, error))
    return FALSE;
  parenthesis = memchr (begin, '(', end - parser->at);
  if (parenthesis == NULL)
    return fail (parser, parser->at, error, "a filter was expected: Name (argument, …)");
  blank = memchr (begin, ' ', (gsize) (parenthesis - begin));
  node->name = g_bytes_new (begin, (gsize) ((blank != NULL ? blank : parenthesis) - begin));
  if (!take_arguments (parser, node, (gsize) (parenthesis - parser->text.data) + 1, end, error))
    return FALSE;
  g_ptr_array_add (parser->filters, g_steal_pointer (&node));
  parser->at = end;
  return TRUE;
}

/* ---- the stacks ---- */

static void
push_operator (Parser *parser, const Word *word)
{
  Operator operator= { word, parser->at };

  g_array_append_val (parser->operators, operator);
  parser->at += word != NULL ? word->text.length : 1;
}

static Operator
top_operator (const Parser *parser)
{
  return g_array_index (parser->operators, Operator, parser->operators->len - 1);
}

static guint
count_run (const Parser *parser)
{
  const Word *word = top_operator (parser).word;
  guint n = 1;

  while (n < parser->operators->len
         && g_array_index (parser->operators, Operator, parser->operators->len - 1 - n).word == word)
    n++;
  return n;
}

static gboolean
fail_missing (const Parser *parser, Operator operator, GError ** error)
{
  if (operator.word == NULL)
    return fail (parser, operator.at, error, "there is no filter in these parentheses");
  return fail (parser, operator.at, error,
                                    operator.word->is_list ? "a filter was expected on either side of this"
                                                           : "a filter was expected behind this");
}

/* Makes the uppermost `n` filters the node's children, in order. They are removed from the stack together,
 * because each removal would move the filters above. */
static gboolean
add_children (Parser *parser, HBaseFilterNode *node, guint n, GError **error)
{
  guint first = parser->filters->len - n;

  for (guint i = first; i < parser->filters->len; i++)
    {
      HBaseFilterNode *child = g_steal_pointer (&parser->filters->pdata[i]);

      g_ptr_array_add (node->children, child);
      node->depth = MAX (node->depth, child->depth + 1);
    }
  g_ptr_array_set_size (parser->filters, (gint) first);
  return node->depth <= HBASE_FILTER_DEPTH_MAX
         || fail (parser, node->at, error, "filters are nested more than 100 deep");
}

/* Applies the uppermost operator, or the run of equal operators. */
static gboolean
apply (Parser *parser, GError **error)
{
  Operator top = top_operator (parser);
  gboolean is_list = top.word != NULL && top.word->is_list;
  guint run = is_list ? count_run (parser) : 1, wanted = is_list ? run + 1 : 1;
  g_autoptr (HBaseFilterNode) node = NULL;

  if (parser->filters->len < wanted)
    return fail_missing (parser, top, error);
  g_array_set_size (parser->operators, parser->operators->len - run);
  if (top.word == NULL)
    return TRUE;
  node = node_new (top.word->kind, top.at);
  if (!add_children (parser, node, wanted, error))
    return FALSE;
  g_ptr_array_add (parser->filters, g_steal_pointer (&node));
  return TRUE;
}

/* Reports that filters and operators don't match; if an operator was lost, with this as the reason. */
static gboolean
fail_balance (const Parser *parser, gsize at, GError **error, const char *problem)
{
  if (!parser->mixed)
    return fail (parser, at, error, problem);
  return fail (parser, parser->mixed_at, error,
               "HBase understands operators of one kind only between two parentheses: what binds tighter "
               "wants parentheses of its own");
}

/* Pops the uppermost operator. Returns whether it was the opening parenthesis. */
static gboolean
pop_parenthesis (Parser *parser)
{
  Operator top = top_operator (parser);

  g_array_set_size (parser->operators, parser->operators->len - 1);
  if (top.word == NULL)
    return TRUE;
  parser->mixed = TRUE;
  parser->mixed_at = top.at;
  return FALSE;
}

static gboolean
close_parenthesis (Parser *parser, GError **error)
{
  gboolean closed
      = parser->operators->len > 0 && top_operator (parser).word == NULL && pop_parenthesis (parser);

  while (!closed && parser->operators->len > 0)
    {
      if (!apply (parser, error))
        return FALSE;
      closed = parser->operators->len > 0 && pop_parenthesis (parser);
    }
  if (!closed)
    return fail_balance (parser, parser->at, error, "no parenthesis is open here");
  parser->at++;
  return TRUE;
}

static gboolean
take_word (Parser *parser, const Word *word, GError **error)
{
  while (parser->operators->len > 0 && top_operator (parser).word != NULL
         && top_operator (parser).word->rank < word->rank)
    if (!apply (parser, error))
      return FALSE;
  push_operator (parser, word);
  return TRUE;
}

/* Whether the text continues with this word. A word follows a blank or a closing parenthesis; SKIP and WHILE
 * may also follow an opening parenthesis, or begin the text. It is followed by a blank or an opening
 * parenthesis. Tabs aren't blanks here. */
static gboolean
is_at (const Parser *parser, const Word *word)
{
  const guint8 *data = parser->text.data;
  gsize end = parser->at + word->text.length;

  if (end >= parser->text.length || memcmp (data + parser->at, word->text.data, word->text.length) != 0
      || (data[end] != ' ' && data[end] != '('))
    return FALSE;
  if (parser->at == 0)
    return !word->is_list;
  return data[parser->at - 1] == ' ' || data[parser->at - 1] == ')'
         || (!word->is_list && data[parser->at - 1] == '(');
}

static gboolean
take_next (Parser *parser, GError **error)
{
  guint8 byte = parser->text.data[parser->at];

  if (byte == ' ' || byte == '\t')
    {
      parser->at++;
      return TRUE;
    }
  if (!count_part (parser, parser->at, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (is_at (parser, &words[i]))
      return take_word (parser, &words[i], error);
  if (byte == ')')
    return close_parenthesis (parser, error);
  if (byte != '(')
    return take_filter (parser, error);
  push_operator (parser, NULL);
  return TRUE;
}

/* Reports that there is no operator between two filters, or an unknown word. */
static gboolean
fail_two (const Parser *parser, GError **error)
{
  const HBaseFilterNode *second = parser->filters->pdata[1];
  HBaseSlice name = second->name != NULL ? hbase_slice_of_bytes (second->name) : hbase_slice (NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].is_list && name.length == words[i].text.length
        && g_ascii_strncasecmp ((const char *) name.data, (const char *) words[i].text.data, name.length)
               == 0)
      return fail (parser, second->at, error,
                   "AND and OR are written in capitals, with a space on either side");
  return fail_balance (parser, second->at, error, "AND or OR was expected between two filters");
}

static gboolean
parse (Parser *parser, GError **error)
{
  while (parser->at < parser->text.length)
    if (!take_next (parser, error))
      return FALSE;
  while (parser->operators->len > 0)
    if (!apply (parser, error))
      return FALSE;
  if (parser->filters->len == 0)
    return fail (parser, parser->at, error, "a filter was expected: Name (argument, …)");
  return parser->filters->len == 1 || fail_two (parser, error);
}

HBaseFilterNode *
hbase_filter_text_parse (HBaseSlice text, GError **error)
{
  g_autoptr (GArray) operators = g_array_new (FALSE, FALSE, sizeof (Operator));
  g_autoptr (GPtrArray) filters = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_node_free);
  Parser parser = { .text = hbase_slice (hbase_slice_bytes (text), text.length),
                    .operators = operators,
                    .filters = filters };

  return parse (&parser, error) ? g_ptr_array_steal_index (filters, 0) : NULL;
}

/* ---- values of arguments, by ParseFilter's rules ---- */

gboolean
hbase_filter_argument_bytes (const HBaseFilterArgument *argument, HBaseSlice *bytes)
{
  *bytes = hbase_slice_of_bytes (argument->bytes);
  return argument->quoted;
}

/* Java's long overflows, and ParseFilter detects this only if the sign changes: numbers far beyond 64 bits
 * may be taken for other numbers. */
gboolean
hbase_filter_argument_number (const HBaseFilterArgument *argument, gint64 *number)
{
  HBaseSlice digits = hbase_slice_of_bytes (argument->bytes);
  gboolean negative = digits.length > 0 && digits.data[0] == '-';
  guint64 value = 0;

  if (argument->quoted)
    return FALSE;
  for (gsize i = negative; i < digits.length; i++)
    {
      if (!g_ascii_isdigit (digits.data[i]))
        return FALSE;
      value = value * 10 + (guint64) (digits.data[i] - '0');
      if (value > G_MAXINT64)
        return FALSE;
    }
  *number = negative ? -(gint64) value : (gint64) value;
  return TRUE;
}

gboolean
hbase_filter_argument_fraction (const HBaseFilterArgument *argument, double *fraction)
{
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);
  g_autofree char *text = g_strndup ((const char *) hbase_slice_bytes (bytes), bytes.length);
  char *end;

  *fraction = g_ascii_strtod (text, &end);
  return !argument->quoted && bytes.length > 0 && end == text + bytes.length && *fraction >= 0
         && *fraction <= 1;
}

static gboolean
is_word (const HBaseFilterArgument *argument, const char *word)
{
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);

  return !argument->quoted && bytes.length == strlen (word)
         && g_ascii_strncasecmp ((const char *) bytes.data, word, bytes.length) == 0;
}

gboolean
hbase_filter_argument_boolean (const HBaseFilterArgument *argument, gboolean *value)
{
  *value = is_word (argument, "true");
  return *value || is_word (argument, "false");
}

const char *const hbase_filter_operators[] = {
  [HBASE_COMPARE_OPERATOR_LESS] = "<",
  [HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL] = "<=",
  [HBASE_COMPARE_OPERATOR_EQUAL] = "=",
  [HBASE_COMPARE_OPERATOR_NOT_EQUAL] = "!=",
  [HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL] = ">=",
  [HBASE_COMPARE_OPERATOR_GREATER] = ">",
  NULL,
};

gboolean
hbase_filter_argument_operator (const HBaseFilterArgument *argument, HBaseCompareOperator *value)
{
  for (guint i = 0; hbase_filter_operators[i] != NULL; i++)
    if (is_word (argument, hbase_filter_operators[i]))
      {
        *value = (HBaseCompareOperator) i;
        return TRUE;
      }
  return FALSE;
}

const char *const hbase_filter_comparators[] = {
  [HBASE_COMPARATOR_BINARY] = "binary:",       [HBASE_COMPARATOR_BINARY_PREFIX] = "binaryprefix:",
  [HBASE_COMPARATOR_REGEX] = "regexstring:",   [HBASE_COMPARATOR_REGEX_NO_CASE] = "regexstringnocase:",
  [HBASE_COMPARATOR_SUBSTRING] = "substring:", NULL,
};

gboolean
hbase_filter_argument_comparator (const HBaseFilterArgument *argument,
                                  HBaseComparator *type,
                                  HBaseSlice *value)
{
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);

  for (guint i = 0; hbase_filter_comparators[i] != NULL; i++)
    {
      gsize head = strlen (hbase_filter_comparators[i]);

      if (bytes.length < head || memcmp (bytes.data, hbase_filter_comparators[i], head) != 0)
        continue;
      *type = (HBaseComparator) i;
      *value = hbase_slice (bytes.data + head, bytes.length - head);
      return TRUE;
    }
  return FALSE;
}

/* ---- from a tree to text ---- */

void
hbase_filter_append_text (GByteArray *filter, const char *text)
{
  g_byte_array_append (filter, (const guint8 *) text, (guint) strlen (text));
}

/* A quote within quotes is written twice. */
void
hbase_filter_append_quoted (GByteArray *filter, const char *head, HBaseSlice bytes)
{
  hbase_filter_append_text (filter, "'");
  hbase_filter_append_text (filter, head);
  for (gsize i = 0; i < bytes.length; i++)
    g_byte_array_append (filter, (const guint8[]){ bytes.data[i], '\'' }, bytes.data[i] == '\'' ? 2 : 1);
  hbase_filter_append_text (filter, "'");
}

static void
append_named (GByteArray *text, const HBaseFilterNode *node)
{
  HBaseSlice name = hbase_slice_of_bytes (node->name);

  g_byte_array_append (text, name.data, (guint) name.length);
  hbase_filter_append_text (text, "(");
  for (guint i = 0; i < node->arguments->len; i++)
    {
      const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i);
      HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);

      hbase_filter_append_text (text, i > 0 ? "," : "");
      if (argument->quoted)
        hbase_filter_append_quoted (text, "", bytes);
      else
        g_byte_array_append (text, hbase_slice_bytes (bytes), (guint) bytes.length);
    }
  hbase_filter_append_text (text, ")");
}

static gboolean
is_list (const HBaseFilterNode *node)
{
  return node->kind == HBASE_FILTER_AND || node->kind == HBASE_FILTER_OR;
}

/* SKIP and WHILE within a list need parentheses around them: HBase understands operators of one kind only
 * between two parentheses. */
static void
append_child (GByteArray *text, const HBaseFilterNode *list, const HBaseFilterNode *child)
{
  gboolean is_wrapped
      = is_list (list) && (child->kind == HBASE_FILTER_SKIP || child->kind == HBASE_FILTER_WHILE);

  hbase_filter_append_text (text, is_wrapped ? "(" : "");
  hbase_filter_append_node (text, child);
  hbase_filter_append_text (text, is_wrapped ? ")" : "");
}

void
hbase_filter_append_node (GByteArray *text, const HBaseFilterNode *node)
{
  static const char *const heads[] = {
    [HBASE_FILTER_AND] = "(",
    [HBASE_FILTER_OR] = "(",
    [HBASE_FILTER_SKIP] = "SKIP (",
    [HBASE_FILTER_WHILE] = "WHILE (",
  };

  if (node->kind == HBASE_FILTER_NAMED)
    {
      append_named (text, node);
      return;
    }
  hbase_filter_append_text (text, heads[node->kind]);
  for (guint i = 0; i < node->children->len; i++)
    {
      if (i > 0)
        hbase_filter_append_text (text, node->kind == HBASE_FILTER_AND ? " AND " : " OR ");
      append_child (text, node, hbase_filter_node_child (node, i));
    }
  hbase_filter_append_text (text, ")");
}
