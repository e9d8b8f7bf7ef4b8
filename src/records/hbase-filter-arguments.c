/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-filter-text-private.h"

gboolean
hbase_filter_argument_bytes (const HBaseFilterArgument *argument, HBaseSlice *bytes)
{
  *bytes = hbase_slice_of_bytes (argument->bytes);
  return argument->quoted;
}

/* Java's long wraps, and ParseFilter notices that only where the sign changes: so numbers far beyond 64 bits
 * may pass for others. */
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

gboolean
hbase_filter_argument_operator (const HBaseFilterArgument *argument, HBaseFilterOperator *value)
{
  static const char *const operators[] = {
    [HBASE_FILTER_LESS] = "<",       [HBASE_FILTER_LESS_OR_EQUAL] = "<=",    [HBASE_FILTER_EQUAL] = "=",
    [HBASE_FILTER_NOT_EQUAL] = "!=", [HBASE_FILTER_GREATER_OR_EQUAL] = ">=", [HBASE_FILTER_GREATER] = ">",
  };

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (is_word (argument, operators[i]))
      {
        *value = (HBaseFilterOperator) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
hbase_filter_argument_comparator (const HBaseFilterArgument *argument,
                                  HBaseFilterComparator *type,
                                  HBaseSlice *value)
{
  static const char *const names[]
      = { "binary", "binaryprefix", "regexstring", "regexstringnocase", "substring" };
  HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);
  const guint8 *colon = bytes.length > 0 ? memchr (bytes.data, ':', bytes.length) : NULL;

  if (colon == NULL)
    return FALSE;
  *value = hbase_slice (colon + 1, bytes.length - (gsize) (colon + 1 - bytes.data));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (hbase_slice_equal (hbase_slice (bytes.data, (gsize) (colon - bytes.data)),
                           hbase_slice_text (names[i])))
      {
        *type = (HBaseFilterComparator) i;
        return TRUE;
      }
  return FALSE;
}

/* ---- from what is meant to text ---- */

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
