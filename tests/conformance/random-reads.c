/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-choices.h"
#include "random-reads.h"

static const char *const rows[] = { "a", "a1", "a2", "b", "b1", "b2", "bb", "c", "c1", "d" };
static const char *const families[] = { "f", "f", "g", "h" };
static const char *const qualifiers[] = { "", "a", "ab", "abc", "b", "ba", "c", "z" };
static const char *const values[] = { "1", "2", "22", "x", "xy", "Xy", "" };
static const char *const timestamps[] = { "1", "2", "3", "5", "8" };
static const char *const booleans[] = { "true", "false" };

/* ---- tables ---- */

static char *
random_put (GRand *rand, const char *table)
{
  GString *call = g_string_new (NULL);

  g_string_printf (call, "put table=%s row=%s columnValues=[", table, PICK (rand, rows));
  for (int n = 1 + below (rand, 6); n > 0; n--)
    g_string_append_printf (call, "%s:%s@%s=%s ", PICK (rand, families), PICK (rand, qualifiers),
                            PICK (rand, timestamps), PICK (rand, values));
  g_string_append_c (call, ']');
  return g_string_free (call, FALSE);
}

static char *
random_delete (GRand *rand, const char *table)
{
  static const char *const types[] = { "COLUMN", "COLUMNS", "FAMILY", "FAMILY_VERSION" };

  return g_strdup_printf ("deleteSingle table=%s row=%s columns=[%s:%s@%s] deleteType=DELETE_%s", table,
                          PICK (rand, rows), PICK (rand, families), PICK (rand, qualifiers),
                          PICK (rand, timestamps), PICK (rand, types));
}

GPtrArray *
random_table (GRand *rand, const char *name)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (calls, g_strdup_printf ("createTable tableName=%s columns=[{name=f maxVersions=%d} "
                                           "{name=g maxVersions=%d} {name=h}]%s",
                                           name, 1 + below (rand, 4), 1 + below (rand, 4),
                                           one_in (rand, 2) ? " splitKeys=[b c d]" : ""));
  for (int n = 5 + below (rand, 35); n > 0; n--)
    g_ptr_array_add (calls, one_in (rand, 8) ? random_delete (rand, name) : random_put (rand, name));
  return calls;
}

/* ---- filters ---- */

/* Returns an operator and a comparator. */
static void
add_comparison (GRand *rand, GString *out, const char *value)
{
  static const char *const operators[] = { "=", "!=", "<", ">", "<=", ">=" };
  static const char *const types[] = { "binary", "binary", "binaryprefix", "substring", "regexstring" };
  static const char *const patterns[] = { "^%s", "%s", "%s.", "%s|b" };
  const char *type = PICK (rand, types);
  const char *pattern = *type == 'r' ? PICK (rand, patterns) : "%s";
  g_auto (GStrv) around = g_strsplit (pattern, "%s", 2);

  g_string_append_printf (out, "%s,'%s:%s%s%s'", operators[below (rand, *type == 'b' ? 6 : 2)], type,
                          around[0], value, around[1]);
}

static void
add_prefixes (GRand *rand, GString *out)
{
  static const char *const sets[] = { "'a'", "'ab','c'", "'b','a'", "'z','abc','b'" };

  g_string_append_printf (out, "MultipleColumnPrefixFilter(%s)", PICK (rand, sets));
}

static void
add_single_column (GRand *rand, GString *out)
{
  g_string_append_printf (out, "SingleColumnValue%sFilter('%s','%s',", one_in (rand, 2) ? "Exclude" : "",
                          PICK (rand, families), PICK (rand, qualifiers));
  add_comparison (rand, out, PICK (rand, values));
  if (one_in (rand, 2))
    g_string_append_printf (out, ",%s,%s", PICK (rand, booleans), PICK (rand, booleans));
  g_string_append_c (out, ')');
}

static void
add_dependent (GRand *rand, GString *out)
{
  int expected = below (rand, 3);

  g_string_append_printf (out, "DependentColumnFilter('%s','%s'", PICK (rand, families),
                          PICK (rand, qualifiers));
  if (expected > 0)
    g_string_append_printf (out, ",%s", PICK (rand, booleans));
  if (expected > 1)
    {
      g_string_append_c (out, ',');
      add_comparison (rand, out, PICK (rand, values));
    }
  g_string_append_c (out, ')');
}

static void
add_comparing (GRand *rand, GString *out, const char *head, const char *value)
{
  g_string_append (out, head);
  add_comparison (rand, out, value);
  g_string_append_c (out, ')');
}

static void
add_counting (GRand *rand, GString *out)
{
  static const char *const names[] = { "PageFilter", "ColumnCountGetFilter" };

  if (one_in (rand, 3))
    g_string_append_printf (out, "ColumnPaginationFilter(%d,%d)", below (rand, 4), below (rand, 4));
  else
    g_string_append_printf (out, "%s(%d)", PICK (rand, names), below (rand, 5));
}

static void
add_column_value (GRand *rand, GString *out)
{
  g_autofree char *head
      = g_strdup_printf ("ColumnValueFilter('%s','%s',", PICK (rand, families), PICK (rand, qualifiers));

  add_comparing (rand, out, head, PICK (rand, values));
}

/* Returns a filter that hints at columns. */
static void
add_hinting (GRand *rand, GString *out)
{
  switch (below (rand, 4))
    {
    case 0:
      g_string_append_printf (out, "ColumnPrefixFilter('%s')", PICK (rand, qualifiers));
      break;
    case 1:
      add_prefixes (rand, out);
      break;
    case 2:
      g_string_append_printf (out, "TimestampsFilter(%s,%s)", PICK (rand, timestamps),
                              PICK (rand, timestamps));
      break;
    default:
      g_string_append_printf (out, "ColumnRangeFilter('%s',%s,'%s',%s)", PICK (rand, qualifiers),
                              PICK (rand, booleans), PICK (rand, qualifiers), PICK (rand, booleans));
    }
}

static void
add_row_filter (GRand *rand, GString *out)
{
  switch (below (rand, 3))
    {
    case 0:
      g_string_append_printf (out, "PrefixFilter('%.1s')", PICK (rand, rows));
      break;
    case 1:
      g_string_append_printf (out, "InclusiveStopFilter('%s')", PICK (rand, rows));
      break;
    default:
      add_comparing (rand, out, "RowFilter(", PICK (rand, rows));
    }
}

static void
add_column_filter (GRand *rand, GString *out)
{
  switch (below (rand, 4))
    {
    case 0:
      add_comparing (rand, out, "FamilyFilter(", PICK (rand, families));
      break;
    case 1:
      add_comparing (rand, out, "QualifierFilter(", PICK (rand, qualifiers));
      break;
    case 2:
      g_string_append (out, "FirstKeyOnlyFilter()");
      break;
    default:
      g_string_append_printf (out, "KeyOnlyFilter(%s)", PICK (rand, booleans));
    }
}

static void
add_value_filter (GRand *rand, GString *out)
{
  switch (below (rand, 4))
    {
    case 0:
      add_single_column (rand, out);
      break;
    case 1:
      add_dependent (rand, out);
      break;
    case 2:
      add_column_value (rand, out);
      break;
    default:
      add_comparing (rand, out, "ValueFilter(", PICK (rand, values));
    }
}

static void
add_filter (GRand *rand, GString *out, gboolean may_hint)
{
  switch (below (rand, may_hint ? 5 : 4))
    {
    case 0:
      add_row_filter (rand, out);
      break;
    case 1:
      add_column_filter (rand, out);
      break;
    case 2:
      add_value_filter (rand, out);
      break;
    case 3:
      add_counting (rand, out);
      break;
    default:
      add_hinting (rand, out);
    }
}

/* `may_hint`: an OR of filters that hint makes HBase loop endlessly if the scan is reversed. */
static void
add_tree (GRand *rand, GString *out, int depth, gboolean may_hint)
{
  static const char *const words[] = { ")AND(", ")OR(" };
  const char *word = PICK (rand, words);
  int kind = depth > 0 ? below (rand, 10) : 9;

  if (kind > 5)
    {
      add_filter (rand, out, may_hint);
      return;
    }
  g_string_append (out, kind == 0 ? "SKIP(" : kind == 1 ? "WHILE(" : "(");
  add_tree (rand, out, depth - 1, may_hint);
  for (int more = kind < 2 ? 0 : 1 + below (rand, 2); more > 0; more--)
    {
      g_string_append (out, word);
      add_tree (rand, out, depth - 1, may_hint);
    }
  g_string_append_c (out, ')');
}

/* ---- reads ---- */

static void
add_columns (GRand *rand, GString *out)
{
  static const char *const columns[] = { "f", "g", "h", "f:a", "f:ab", "g:b", "f:", "f:z", "g:c" };

  g_string_append (out, " columns=[");
  for (int n = 1 + below (rand, 3); n > 0; n--)
    g_string_append_printf (out, "%s ", PICK (rand, columns));
  g_string_append_c (out, ']');
}

/* There is no time range beside a WHILE: whether it sees the rows that have no cells in the range, and ends
 * the scan there, depends on HBase's files. */
static void
add_selection (GRand *rand, GString *out)
{
  int first = below (rand, 4), last = first + 1 + below (rand, 6);
  gboolean has_range = one_in (rand, 10) && strstr (out->str, "WHILE") == NULL;

  if (one_in (rand, 3))
    add_columns (rand, out);
  if (one_in (rand, 2))
    g_string_append_printf (out, " maxVersions=%d", 1 + below (rand, 5));
  if (has_range)
    g_string_append_printf (out, " timeRange={minStamp=%d maxStamp=%d}", first, last);
}

static void
add_get (GRand *rand, GString *out)
{
  g_string_append_printf (out, " row=%s", PICK (rand, rows));
  if (one_in (rand, 4))
    g_string_append_printf (out, " storeLimit=%d", below (rand, 4));
  if (one_in (rand, 4))
    g_string_append_printf (out, " storeOffset=%d", below (rand, 3));
}

static void
add_scan (GRand *rand, GString *out, gboolean reversed)
{
  if (reversed)
    g_string_append (out, " reversed=true");
  if (one_in (rand, 5))
    g_string_append_printf (out, " limit=%d", 1 + below (rand, 4));
  if (one_in (rand, 5))
    g_string_append_printf (out, " caching=%d", 1 + below (rand, 3));
  if (one_in (rand, 5))
    g_string_append_printf (out, " startRow=%s", PICK (rand, rows));
  if (one_in (rand, 5))
    g_string_append_printf (out, " stopRow=%s", PICK (rand, rows));
}

/* Returns a filter that doesn't decide on rows: HBase accepts no other filter with a batch size. */
static void
add_cell_filter (GRand *rand, GString *out)
{
  static const char *const filters[] = {
    "FirstKeyOnlyFilter()",           "KeyOnlyFilter()",
    "QualifierFilter(!=,'binary:b')", "ColumnPaginationFilter(2,1)",
    "FamilyFilter(=,'binary:f')",     "ValueFilter(=,'substring:x')",
    "QualifierFilter(<,'binary:b')",
  };

  g_string_append (out, "filterString=");
  if (one_in (rand, 2))
    add_hinting (rand, out);
  else
    g_string_append (out, PICK (rand, filters));
}

/* Not with a limit, which HBase counts wrongly then; nor with a time range, as what HBase skips depends on
 * its files. */
static char *
random_pieces (GRand *rand, const char *table)
{
  GString *call = g_string_new (NULL);

  g_string_printf (call, "getScannerResults table=%s tscan={batchSize=%d ", table, 1 + below (rand, 4));
  if (one_in (rand, 2))
    add_cell_filter (rand, call);
  if (one_in (rand, 2))
    add_columns (rand, call);
  if (one_in (rand, 2))
    g_string_append_printf (call, " maxVersions=%d", 1 + below (rand, 5));
  if (one_in (rand, 2))
    g_string_append_printf (call, " caching=%d", 1 + below (rand, 3));
  if (one_in (rand, 3))
    g_string_append_printf (call, " startRow=%s", PICK (rand, rows));
  else if (one_in (rand, 2))
    g_string_append_printf (call, " stopRow=%s", PICK (rand, rows));
  g_string_append (call, one_in (rand, 3) ? " reversed=true}" : "}");
  g_string_append (call, one_in (rand, 4) ? " numRows=2" : " numRows=999");
  return g_string_free (call, FALSE);
}

char *
random_read (GRand *rand, const char *table)
{
  static const char *const gets[] = { "get", "get", "exists" };
  gboolean is_get = one_in (rand, 4), reversed = !is_get && one_in (rand, 3);
  const char *method = is_get ? PICK (rand, gets) : "getScannerResults";
  GString *call;

  if (one_in (rand, 4))
    return random_pieces (rand, table);
  call = g_string_new (NULL);
  g_string_printf (call, "%s table=%s %s={filterString=", method, table, is_get ? "tget" : "tscan");
  add_tree (rand, call, below (rand, 4), !reversed);
  add_selection (rand, call);
  if (is_get)
    add_get (rand, call);
  else
    add_scan (rand, call, reversed);
  g_string_append (call, is_get ? "}" : one_in (rand, 4) ? "} numRows=2" : "} numRows=99");
  return g_string_free (call, FALSE);
}
