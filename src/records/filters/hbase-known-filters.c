/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-known-filters-private.h"

/* This file contains the table of HBase's own filters: their arguments in the filter language, and the fields
 * of their messages in HBase's Filter.proto. */

#define COMPARE "operator, 'comparator:value'"
#define COLUMN "'family', 'qualifier'"
#define SINGLE COLUMN ", " COMPARE " [, if_missing, latest_only]"

/* clang-format off */
const HBaseKnownFilter hbase_known_filters[] = {
  { "ColumnCountGetFilter", "columns", { "i" }, .fields = { 1 } },
  { "ColumnPaginationFilter", "columns, offset", { "ii" }, .fields = { 1, 2 } },
  { "ColumnPrefixFilter", "'prefix'", { "s" }, .fields = { 1 } },
  { "ColumnRangeFilter", "'first', inclusive, 'last', inclusive", { "sbsb" }, .fields = { 1, 2, 3, 4 } },
  { "ColumnValueFilter", COLUMN ", " COMPARE, { "ssoc" }, .fields = { 1, 2, 3, 4 } },
  { "DependentColumnFilter", COLUMN " [, drop [, " COMPARE "]]", { "ss", "ssb", "ssboC" },
    .fields = { 2, 3, 4, 1, 2 }, .is_comparer = TRUE },
  { "FamilyFilter", COMPARE, { "oc" }, .fields = { 1, 2 }, .is_comparer = TRUE },
  { "FirstKeyOnlyFilter", "", { "" } },
  { "FuzzyRowFilter", "'key', 'mask', …", { "ss" }, .repeats = TRUE, .is_binary = TRUE, .fields = { 1, 2 },
    .has_pairs = TRUE },
  { "InclusiveStopFilter", "'row'", { "s" }, .fields = { 1 } },
  { "KeyOnlyFilter", "[lengths]", { "", "b" }, .fields = { 1 } },
  { "MultiRowRangeFilter", "'first', inclusive, 'last', inclusive, …", { "sbsb" }, .repeats = TRUE,
    .is_binary = TRUE, .fields = { 1, 2, 3, 4 }, .has_pairs = TRUE },
  { "MultipleColumnPrefixFilter", "'prefix', …", { "s" }, .repeats = TRUE, .fields = { 1 } },
  { "PageFilter", "rows", { "l" }, .fields = { 1 } },
  { "PrefixFilter", "'prefix'", { "s" }, .fields = { 1 } },
  { "QualifierFilter", COMPARE, { "oc" }, .fields = { 1, 2 }, .is_comparer = TRUE },
  { "RandomRowFilter", "chance", { "f" }, .is_binary = TRUE, .fields = { 1 } },
  { "RowFilter", COMPARE, { "oc" }, .fields = { 1, 2 }, .is_comparer = TRUE },
  { "SingleColumnValueExcludeFilter", SINGLE, { "ssoc", "ssocbb" }, .fields = { 1, 2, 3, 4, 5, 6 },
    .is_wrapped = TRUE, .true_by_default = 1 << 5 },
  { "SingleColumnValueFilter", SINGLE, { "ssoc", "ssocbb" }, .fields = { 1, 2, 3, 4, 5, 6 },
    .true_by_default = 1 << 5 },
  { "TimestampsFilter", "timestamp, …", { "l" }, .repeats = TRUE, .fields = { 1 }, .is_packed = TRUE },
  { "ValueFilter", COMPARE, { "oc" }, .fields = { 1, 2 }, .is_comparer = TRUE },
  { NULL },
};
/* clang-format on */

const HBaseKnownFilter *
hbase_known_filter_find (const HBaseFilterNode *node)
{
  for (const HBaseKnownFilter *known = hbase_known_filters; known->name != NULL; known++)
    if (hbase_filter_node_is (node, known->name))
      return known;
  return NULL;
}

const char *
hbase_known_filter_find_form (const HBaseKnownFilter *known, guint n_arguments)
{
  const char *form = known->forms[0];

  for (guint i = 1; i < G_N_ELEMENTS (known->forms) && known->forms[i] != NULL; i++)
    if (strlen (form) != n_arguments)
      form = known->forms[i];
  return form;
}
