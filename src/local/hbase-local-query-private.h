/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-local-table-private.h"

/* Which of a row's cells are wanted: the common part of TGet and TScan. Its slices point into the call's
 * block. */

/* The most that one query names: each takes many times what it does in the call. */
#define HBASE_LOCAL_COLUMNS_MAX 100000

typedef struct {
  HBaseSlice family;
  HBaseSlice qualifier; /* data NULL: the whole family */
  guint position;       /* among those added */
} HBaseLocalColumn;

typedef struct {
  gint64 min, max; /* stamps from min to max − 1 */
} HBaseLocalRange;

typedef struct {
  GArray *columns; /* HBaseLocalColumn, sorted; NULL: all */
  HBaseLocalRange range;
  GArray *family_ranges; /* FamilyRange, in place of `range` for some families; NULL: none */
  gint32 max_versions;
  gint64 store_limit; /* cells a family, -1: all */
  gint64 store_offset;
  HBaseFilterNode *filter;  /* NULL: none */
  gboolean compares_values; /* the filter does */
  gboolean keys_only;       /* no value is looked at */
  gboolean raw;             /* delete markers, too, and what they mask */
} HBaseLocalQuery;

/* All columns, all stamps, one version. */
void hbase_local_query_init (HBaseLocalQuery *query);
void hbase_local_query_clear (HBaseLocalQuery *query);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalQuery, hbase_local_query_clear)
/* The memory that it holds, about: that of what it points to. */
gsize hbase_local_query_memory_size (const HBaseLocalQuery *query);

void hbase_local_query_add_column (HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier);
/* After several were added, before anything else. HBase's rules: a qualifier after its whole family narrows
 * it, a whole family after qualifiers widens them. */
void hbase_local_query_sort_columns (HBaseLocalQuery *query);
gboolean hbase_local_query_selects_family (const HBaseLocalQuery *query, HBaseSlice family);
/* Does it want only some columns of the family? */
gboolean hbase_local_query_is_restricted_to_columns (const HBaseLocalQuery *query, HBaseSlice family);
gboolean hbase_local_query_selects (const HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier);
/* The next qualifier behind that one that is wanted of the family, some of whose columns are named; FALSE: none. */
gboolean hbase_local_query_find_next_qualifier (const HBaseLocalQuery *query,
                                                HBaseSlice family,
                                                HBaseSlice qualifier,
                                                HBaseSlice *next);
/* Does it want a column of the family behind the first one, and not behind the last? */
gboolean hbase_local_query_selects_between (const HBaseLocalQuery *query,
                                            HBaseSlice family,
                                            HBaseSlice first,
                                            HBaseSlice last);
HBaseLocalRange hbase_local_query_range (const HBaseLocalQuery *query, HBaseSlice family);
/* Are all its families there? */
gboolean hbase_local_query_check (const HBaseLocalQuery *query, const HBaseLocalTable *table, GError **error);

/* A TGet's fields into an initialised query. */
gboolean hbase_local_query_parse_get (HBaseLocalQuery *query,
                                      const HBaseLocalField *get,
                                      const HBaseBlock *block,
                                      GError **error);
/* A TScan's. */
gboolean hbase_local_query_parse_scan (HBaseLocalQuery *query,
                                       const HBaseLocalField *scan,
                                       const HBaseBlock *block,
                                       GError **error);

/* 1 … 32,767 bytes. */
gboolean hbase_local_check_row_key (HBaseSlice row, GError **error);
/* Refuses an attribute that would change what a mutation means: attributes HBase doesn't know it ignores,
 * too. */
gboolean
hbase_local_check_attributes (const HBaseLocalField *attributes, const HBaseBlock *block, GError **error);
