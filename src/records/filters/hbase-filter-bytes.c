/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-filter-bytes-private.h"
#include "hbase-known-filters-private.h"

/* This file implements the serialized form of filters. It writes the messages that HBase makes of filters,
 * and reads them as text in the filter language.
 *
 * 1. The table of known filters has the field of each argument. Booleans and numbers are always written, so
 *    that HBase's defaults for missing fields, which differ from those of the language, don't matter.
 * 2. What is read becomes text, and the parser and its checks decide whether it is valid. */

#define JAVA_PACKAGE "org.apache.hadoop.hbase.filter."
#define OPERATOR_NONE 6      /* CompareType.NO_OP */
#define REGEX_DOTALL 32      /* java.util.regex.Pattern.DOTALL */
#define REGEX_IGNORE_CASE 34 /* and CASE_INSENSITIVE */

typedef enum {
  WIRE_VARINT = 0,
  WIRE_BYTES = 2,
  WIRE_FLOAT = 5,
} WireType;

static const char *const comparator_names[] = {
  [HBASE_COMPARATOR_BINARY] = JAVA_PACKAGE "BinaryComparator",
  [HBASE_COMPARATOR_BINARY_PREFIX] = JAVA_PACKAGE "BinaryPrefixComparator",
  [HBASE_COMPARATOR_REGEX] = JAVA_PACKAGE "RegexStringComparator",
  [HBASE_COMPARATOR_REGEX_NO_CASE] = JAVA_PACKAGE "RegexStringComparator",
  [HBASE_COMPARATOR_SUBSTRING] = JAVA_PACKAGE "SubstringComparator",
};

static const char *const list_names[] = {
  [HBASE_FILTER_AND] = JAVA_PACKAGE "FilterList",
  [HBASE_FILTER_OR] = JAVA_PACKAGE "FilterList",
  [HBASE_FILTER_SKIP] = JAVA_PACKAGE "SkipFilter",
  [HBASE_FILTER_WHILE] = JAVA_PACKAGE "WhileMatchFilter",
};

gboolean
hbase_filter_node_is_binary (const HBaseFilterNode *node)
{
  const HBaseKnownFilter *known = hbase_known_filter_find (node);

  if (known != NULL)
    return known->is_binary;
  for (guint i = 0; i < node->children->len; i++)
    if (hbase_filter_node_is_binary (hbase_filter_node_child (node, i)))
      return TRUE;
  return FALSE;
}

/* ---- writing ---- */

static void
append_varint (GByteArray *out, guint64 number)
{
  for (; number > 0x7f; number >>= 7)
    g_byte_array_append (out, (const guint8[]){ (guint8) (number | 0x80) }, 1);
  g_byte_array_append (out, (const guint8[]){ (guint8) number }, 1);
}

static void
append_number (GByteArray *out, guint field, guint64 number)
{
  append_varint (out, field << 3 | WIRE_VARINT);
  append_varint (out, number);
}

static void
append_bytes (GByteArray *out, guint field, HBaseSlice bytes)
{
  append_varint (out, field << 3 | WIRE_BYTES);
  append_varint (out, bytes.length);
  g_byte_array_append (out, hbase_slice_bytes (bytes), (guint) bytes.length);
}

/* Takes ownership of the message. */
static void
append_message (GByteArray *out, guint field, GByteArray *message)
{
  append_bytes (out, field, hbase_slice (message->data, message->len));
  g_byte_array_unref (message);
}

static void
append_float (GByteArray *out, guint field, double value)
{
  union {
    float number;
    guint32 bits;
  } word = { .number = (float) value };
  guint32 bits = GUINT32_TO_LE (word.bits);

  append_varint (out, field << 3 | WIRE_FLOAT);
  g_byte_array_append (out, (const guint8 *) &bits, sizeof bits);
}

/* Comparator, Filter: a class's name, and its message. */
static GByteArray *
named_message (const char *name, GByteArray *message)
{
  GByteArray *out = g_byte_array_new ();

  append_bytes (out, 1, hbase_slice_text (name));
  append_message (out, 2, message);
  return out;
}

static GByteArray *
make_comparator (HBaseComparator type, HBaseSlice value)
{
  GByteArray *message = g_byte_array_new (), *inner;

  if (hbase_filter_comparator_has_order (type))
    {
      inner = g_byte_array_new ();
      append_bytes (inner, 1, value);
      append_message (message, 1, inner);
      return named_message (comparator_names[type], message);
    }
  append_bytes (message, 1, value);
  if (type == HBASE_COMPARATOR_SUBSTRING)
    return named_message (comparator_names[type], message);
  append_number (message, 2, type == HBASE_COMPARATOR_REGEX ? REGEX_DOTALL : REGEX_IGNORE_CASE);
  append_bytes (message, 3, HBASE_SLICE_LITERAL ("UTF-8"));
  return named_message (comparator_names[type], message);
}

static void
append_argument (GByteArray *out, guint field, char type, const HBaseFilterArgument *argument)
{
  HBaseCompareOperator operator= HBASE_COMPARE_OPERATOR_EQUAL;
  HBaseComparator comparator = HBASE_COMPARATOR_BINARY;
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);
  gboolean flag = FALSE;
  gint64 number = 0;
  double fraction = 0;

  switch (type)
    {
    case 'b':
      hbase_filter_argument_boolean (argument, &flag);
      append_number (out, field, (guint64) flag);
      return;
    case 'f':
      hbase_filter_argument_fraction (argument, &fraction);
      append_float (out, field, fraction);
      return;
    case 'o':
      hbase_filter_argument_operator (argument, &operator);
      append_number (out, field, operator);
      return;
    case 'c':
    case 'C':
      hbase_filter_argument_comparator (argument, &comparator, &bytes);
      append_message (out, field, make_comparator (comparator, bytes));
      return;
    case 's':
      append_bytes (out, field, bytes);
      return;
    default:
      hbase_filter_argument_number (argument, &number);
      append_number (out, field, (guint64) number);
    }
}

static gboolean
is_comparison (char type)
{
  return strchr ("ocC", type) != NULL;
}

/* Appends the arguments from `first` on as far as the form goes, and what is written for the arguments that
 * are left out. An empty bound of columns is left out: HBase would take it for a bound. */
static void
append_fields (GByteArray *out, const HBaseKnownFilter *known, const HBaseFilterNode *node, guint first)
{
  const char *form = hbase_known_filter_find_form (known, G_MAXUINT);
  GByteArray *compare = known->is_comparer ? g_byte_array_new () : NULL;

  for (guint i = 0; form[i] != '\0'; i++)
    {
      const HBaseFilterArgument *argument
          = first + i < node->arguments->len ? hbase_filter_node_argument (node, first + i) : NULL;
      GByteArray *message = compare != NULL && is_comparison (form[i]) ? compare : out;

      if (argument != NULL
          && (form[i] != 's' || strcmp (form, "sbsb") != 0 || g_bytes_get_size (argument->bytes) > 0))
        append_argument (message, known->fields[i], form[i], argument);
      else if (form[i] == 'o')
        append_number (message, known->fields[i], OPERATOR_NONE);
      else if (form[i] == 'b')
        append_number (message, known->fields[i], known->true_by_default >> i & 1);
    }
  if (compare != NULL)
    append_message (out, 1, compare);
}

/* Appends the masks as servers before 2.6 understand them too: 0 for any byte, FF for a byte of the key. */
static void
append_fuzzy_key (GByteArray *out, const HBaseFilterNode *node, guint first)
{
  HBaseSlice mask = hbase_slice_of_bytes (hbase_filter_node_argument (node, first + 1)->bytes);
  g_autofree guint8 *sent = g_malloc (mask.length + 1);

  for (gsize i = 0; i < mask.length; i++)
    sent[i] = mask.data[i] == 0 ? G_MAXUINT8 : 0;
  append_bytes (out, 1, hbase_slice_of_bytes (hbase_filter_node_argument (node, first)->bytes));
  append_bytes (out, 2, hbase_slice (sent, mask.length));
}

static void
append_repeated (GByteArray *out, const HBaseKnownFilter *known, const HBaseFilterNode *node)
{
  guint step = (guint) strlen (known->forms[0]);
  GByteArray *message;

  for (guint i = 0; i + step <= node->arguments->len; i += step)
    {
      if (!known->has_pairs)
        {
          append_argument (out, known->fields[0], known->forms[0][0], hbase_filter_node_argument (node, i));
          continue;
        }
      message = g_byte_array_new ();
      if (step == 2)
        append_fuzzy_key (message, node, i);
      else
        append_fields (message, known, node, i);
      append_message (out, 1, message);
    }
}

static GByteArray *
make_named (const HBaseKnownFilter *known, const HBaseFilterNode *node)
{
  g_autofree char *name = g_strconcat (JAVA_PACKAGE, known->name, NULL);
  GByteArray *message = g_byte_array_new (), *outer;

  if (known->repeats)
    append_repeated (message, known, node);
  else
    append_fields (message, known, node, 0);
  if (!known->is_wrapped)
    return named_message (name, message);
  outer = g_byte_array_new ();
  append_message (outer, 1, message);
  return named_message (name, outer);
}

static GByteArray *
make_filter (const HBaseFilterNode *node, HBaseSlice text, GError **error)
{
  const HBaseKnownFilter *known = hbase_known_filter_find (node);
  gboolean is_list = node->kind == HBASE_FILTER_AND || node->kind == HBASE_FILTER_OR;
  g_autoptr (GByteArray) message = NULL;

  if (known != NULL)
    return make_named (known, node);
  if (node->kind == HBASE_FILTER_NAMED)
    {
      hbase_filter_fail (text, node->at, error,
                         "only HBase's own filters can be joined to FuzzyRowFilter, MultiRowRangeFilter and "
                         "RandomRowFilter");
      return NULL;
    }
  message = g_byte_array_new ();
  if (is_list)
    append_number (message, 1, node->kind == HBASE_FILTER_AND ? 1 : 2);
  for (guint i = 0; i < node->children->len; i++)
    {
      GByteArray *child = make_filter (hbase_filter_node_child (node, i), text, error);

      if (child == NULL)
        return NULL;
      append_message (message, is_list ? 2 : 1, child);
    }
  return named_message (list_names[node->kind], g_steal_pointer (&message));
}

GBytes *
hbase_filter_node_serialize (const HBaseFilterNode *node, HBaseSlice text, GError **error)
{
  GByteArray *bytes = make_filter (node, text, error);

  return bytes != NULL ? g_byte_array_free_to_bytes (bytes) : NULL;
}

/* ---- reading ---- */

typedef struct {
  guint field;
  WireType type;
  guint64 number; /* also the bits of a float */
  HBaseSlice bytes;
} Field;

static gboolean
take_varint (HBaseSlice *in, guint64 *number)
{
  *number = 0;
  for (guint shift = 0; shift < 64 && in->length > 0; shift += 7)
    {
      guint8 byte = *in->data;

      *in = hbase_slice (in->data + 1, in->length - 1);
      *number |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

/* Takes the next field. Returns FALSE at the end, and if the message isn't valid; then `in` isn't empty. */
static gboolean
take_field (HBaseSlice *in, Field *field)
{
  HBaseSlice left = *in;
  guint64 tag, length = 0;

  if (left.length == 0 || !take_varint (&left, &tag))
    return FALSE;
  field->field = (guint) (tag >> 3);
  field->type = (WireType) (tag & 7);
  if (field->type == WIRE_VARINT ? !take_varint (&left, &field->number)
                                 : field->type == WIRE_BYTES && !take_varint (&left, &length))
    return FALSE;
  if (field->type == WIRE_FLOAT)
    length = sizeof (guint32);
  else if (field->type != WIRE_VARINT && field->type != WIRE_BYTES)
    return FALSE;
  if (length > left.length)
    return FALSE;
  field->bytes = hbase_slice (left.data, (gsize) length);
  *in = hbase_slice (left.data + length, left.length - (gsize) length);
  return TRUE;
}

/* Finds the last field with this number, as protocol buffers have it. FALSE: there is none, or the message
 * isn't valid. */
static gboolean
find_field (HBaseSlice message, guint number, WireType type, Field *found)
{
  gboolean any = FALSE;
  Field field;

  while (take_field (&message, &field))
    if (field.field == number && field.type == type)
      {
        *found = field;
        any = TRUE;
      }
  return any && message.length == 0;
}

static HBaseSlice
find_bytes (HBaseSlice message, guint number)
{
  Field field;

  return find_field (message, number, WIRE_BYTES, &field) ? field.bytes : hbase_slice (NULL, 0);
}

static guint64
find_number (HBaseSlice message, guint number, guint64 otherwise)
{
  Field field;

  return find_field (message, number, WIRE_VARINT, &field) ? field.number : otherwise;
}

/* Returns the name of a class in the package of filters, without the package. */
static HBaseSlice
find_class (HBaseSlice message)
{
  HBaseSlice name = find_bytes (message, 1);
  gsize package = strlen (JAVA_PACKAGE);

  return name.length > package && memcmp (name.data, JAVA_PACKAGE, package) == 0
             ? hbase_slice (name.data + package, name.length - package)
             : hbase_slice (NULL, 0);
}

static gboolean
print_comparator (GByteArray *text, HBaseSlice message)
{
  HBaseSlice name = find_bytes (message, 1), inner = find_bytes (message, 2), value;
  guint64 flags = find_number (inner, 2, 0);

  for (guint i = 0; i < G_N_ELEMENTS (comparator_names); i++)
    {
      if (!hbase_slice_equal (name, hbase_slice_text (comparator_names[i]))
          || (i == HBASE_COMPARATOR_REGEX && flags != REGEX_DOTALL)
          || (i == HBASE_COMPARATOR_REGEX_NO_CASE && flags != REGEX_IGNORE_CASE))
        continue;
      value = find_bytes (inner, 1);
      if (hbase_filter_comparator_has_order ((HBaseComparator) i))
        value = find_bytes (value, 1);
      hbase_filter_append_quoted (text, hbase_filter_comparators[i], value);
      return TRUE;
    }
  return FALSE;
}

static void
print_number (GByteArray *text, guint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) number);

  hbase_filter_append_text (text, digits);
}

static void
print_float (GByteArray *text, HBaseSlice message, guint number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  Field field;
  union {
    guint32 bits;
    float number;
  } word = { 0 };

  if (find_field (message, number, WIRE_FLOAT, &field))
    memcpy (&word.bits, field.bytes.data, sizeof word.bits);
  word.bits = GUINT32_FROM_LE (word.bits);
  hbase_filter_append_text (text, g_ascii_formatd (digits, sizeof digits, "%.9g", (double) word.number));
}

/* Prints the argument. Returns FALSE if it is left out, and the arguments after it with it. */
static gboolean
print_argument (GByteArray *text, HBaseSlice message, guint field, char type, gboolean otherwise)
{
  guint64 number = find_number (message, field, otherwise);

  switch (type)
    {
    case 'b':
      hbase_filter_append_text (text, number != 0 ? "true" : "false");
      return TRUE;
    case 'f':
      print_float (text, message, field);
      return TRUE;
    case 'o':
      if (number >= OPERATOR_NONE)
        return FALSE;
      hbase_filter_append_text (text, hbase_filter_operators[number]);
      return TRUE;
    case 'c':
    case 'C':
      return print_comparator (text, find_bytes (message, field));
    case 's':
      hbase_filter_append_quoted (text, "", find_bytes (message, field));
      return TRUE;
    default:
      print_number (text, number);
      return TRUE;
    }
}

static void
print_comma (GByteArray *text)
{
  hbase_filter_append_text (text, text->data[text->len - 1] != '(' ? "," : "");
}

/* Prints arguments up to the first that is left out. */
static void
print_fields (GByteArray *text, const HBaseKnownFilter *known, HBaseSlice message)
{
  const char *form = hbase_known_filter_find_form (known, G_MAXUINT);
  HBaseSlice compare = known->is_comparer ? find_bytes (message, 1) : message;

  for (guint i = 0; form[i] != '\0'; i++)
    {
      guint begin = text->len;

      print_comma (text);
      if (print_argument (text, is_comparison (form[i]) ? compare : message, known->fields[i], form[i],
                          FALSE))
        continue;
      g_byte_array_set_size (text, begin);
      return;
    }
}

/* The masks of servers before 2.6, of servers from 2.6 on, and of callers: only the last contain a 1. */
static void
print_fuzzy_key (GByteArray *text, HBaseSlice message)
{
  HBaseSlice mask = find_bytes (message, 2);
  gboolean is_given = mask.length > 0 && memchr (mask.data, 1, mask.length) != NULL;
  g_autofree guint8 *printed = g_malloc (mask.length + 1);

  for (gsize i = 0; i < mask.length; i++)
    printed[i] = mask.data[i] == (is_given ? 0 : G_MAXUINT8) ? 0 : 1;
  hbase_filter_append_quoted (text, "", find_bytes (message, 1));
  hbase_filter_append_text (text, ",");
  hbase_filter_append_quoted (text, "", hbase_slice (printed, mask.length));
}

static void
print_packed (GByteArray *text, HBaseSlice numbers)
{
  guint64 number;

  while (take_varint (&numbers, &number))
    {
      print_comma (text);
      print_number (text, number);
    }
}

static void
print_repeated (GByteArray *text, const HBaseKnownFilter *known, HBaseSlice message)
{
  Field field;

  while (take_field (&message, &field))
    {
      if (field.field != 1)
        continue;
      if (known->is_packed && field.type == WIRE_BYTES)
        {
          print_packed (text, field.bytes);
          continue;
        }
      print_comma (text);
      if (known->is_packed)
        print_number (text, field.number);
      else if (!known->has_pairs)
        hbase_filter_append_quoted (text, "", field.bytes);
      else if (strlen (known->forms[0]) == 2)
        print_fuzzy_key (text, field.bytes);
      else
        print_fields (text, known, field.bytes);
    }
}

static gboolean print_filter (GByteArray *text, HBaseSlice message, guint depth);

/* Prints the filters in the fields `number`. */
static gboolean
print_children (GByteArray *text, HBaseSlice message, guint number, const char *between, guint depth)
{
  const char *separator = "";
  Field field;

  hbase_filter_append_text (text, "(");
  while (take_field (&message, &field))
    if (field.field == number && field.type == WIRE_BYTES)
      {
        hbase_filter_append_text (text, separator);
        hbase_filter_append_text (text, "(");
        if (!print_filter (text, field.bytes, depth + 1))
          return FALSE;
        hbase_filter_append_text (text, ")");
        separator = between;
      }
  hbase_filter_append_text (text, ")");
  return message.length == 0;
}

static gboolean
print_named (GByteArray *text, const HBaseKnownFilter *known, HBaseSlice message)
{
  hbase_filter_append_text (text, known->name);
  hbase_filter_append_text (text, "(");
  if (known->repeats)
    print_repeated (text, known, message);
  else
    print_fields (text, known, known->is_wrapped ? find_bytes (message, 1) : message);
  hbase_filter_append_text (text, ")");
  return TRUE;
}

static gboolean
print_filter (GByteArray *text, HBaseSlice message, guint depth)
{
  HBaseSlice name = find_class (message), inner = find_bytes (message, 2);

  if (depth > HBASE_FILTER_DEPTH_MAX)
    return FALSE;
  if (hbase_slice_equal (name, HBASE_SLICE_LITERAL ("FilterList")))
    return print_children (text, inner, 2, find_number (inner, 1, 0) == 1 ? " AND " : " OR ", depth);
  if (hbase_slice_equal (name, HBASE_SLICE_LITERAL ("SkipFilter"))
      || hbase_slice_equal (name, HBASE_SLICE_LITERAL ("WhileMatchFilter")))
    {
      hbase_filter_append_text (text, *name.data == 'S' ? "SKIP " : "WHILE ");
      return print_children (text, inner, 1, "", depth);
    }
  for (const HBaseKnownFilter *known = hbase_known_filters; known->name != NULL; known++)
    if (hbase_slice_equal (name, hbase_slice_text (known->name)))
      return print_named (text, known, inner);
  return FALSE;
}

GBytes *
hbase_filter_text_of_bytes (HBaseSlice bytes, GError **error)
{
  GByteArray *text = g_byte_array_new ();

  if (print_filter (text, bytes, 1))
    return g_byte_array_free_to_bytes (text);
  g_byte_array_unref (text);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "the serialized filter isn't valid, or isn't one of HBase's own");
  return NULL;
}
