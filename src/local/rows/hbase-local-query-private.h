/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-local-table-private.h"

/* The cells of a row that a get or scan selects: the common part of TGet and TScan. Slices point into the
 * call's block. */

/* The greatest number of columns in a query: each takes many times the memory that it takes in the call. */
#define HBASE_LOCAL_COLUMNS_MAX 100000

typedef struct {
  HBaseSlice family;
  HBaseSlice qualifier; /* data NULL: the whole family */
  guint position;       /* in the order of the call */
} HBaseLocalColumn;

typedef struct {
  gint64 min, max; /* timestamps from min to max − 1 */
} HBaseLocalRange;

typedef struct {
  GArray *columns; /* HBaseLocalColumn, sorted; NULL: all */
  HBaseLocalRange range;
  GArray *family_ranges; /* FamilyRange, replacing `range` for some families; NULL: none */
  gint32 max_versions;
  gint64 store_limit; /* cells a family; -1: no limit */
  gint64 store_offset;
  HBaseFilterNode *filter;  /* NULL: none */
  gboolean compares_values; /* by the filter */
  gboolean keys_only;       /* no value is needed */
  gint64 replica;           /* of a scan; if it is positive, no table has it */
  gboolean raw;             /* includes delete markers and the cells that they mask */
} HBaseLocalQuery;

/* Selects all columns, all timestamps, one version. */
void hbase_local_query_init (HBaseLocalQuery *query);
void hbase_local_query_clear (HBaseLocalQuery *query);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseLocalQuery, hbase_local_query_clear)
/* Returns the approximate memory in bytes of what the query points to. */
gsize hbase_local_query_memory_size (const HBaseLocalQuery *query);

void hbase_local_query_add_column (HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier);
/* Sorts the columns: after the last was added, before any other use. As in HBase, a qualifier after its
 * whole family restricts it, and a whole family after qualifiers selects all of it. */
void hbase_local_query_sort_columns (HBaseLocalQuery *query);
gboolean hbase_local_query_selects_family (const HBaseLocalQuery *query, HBaseSlice family);
/* Returns whether the query selects some columns of the family rather than all. */
gboolean hbase_local_query_is_restricted_to_columns (const HBaseLocalQuery *query, HBaseSlice family);
/* Returns whether the query, which names columns, names this column or its family. */
gboolean hbase_local_query_names (const HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier);
static inline gboolean
hbase_local_query_selects (const HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier)
{
  return query->columns == NULL || hbase_local_query_names (query, family, qualifier);
}
/* Finds the next selected qualifier after `qualifier`, of a family that is restricted to columns. Returns
 * FALSE if there is none. */
gboolean hbase_local_query_find_next_qualifier (const HBaseLocalQuery *query,
                                                HBaseSlice family,
                                                HBaseSlice qualifier,
                                                HBaseSlice *next);
/* Returns whether the query selects a column of the family after `first` and not after `last`. */
gboolean hbase_local_query_selects_between (const HBaseLocalQuery *query,
                                            HBaseSlice family,
                                            HBaseSlice first,
                                            HBaseSlice last);
HBaseLocalRange hbase_local_query_range (const HBaseLocalQuery *query, HBaseSlice family);
/* Fails if one of the query's families, or its replica, doesn't exist. */
gboolean hbase_local_query_check (const HBaseLocalQuery *query, const HBaseLocalTable *table, GError **error);

/* Parses the fields of a TGet into an initialised query. */
gboolean hbase_local_query_parse_get (HBaseLocalQuery *query, const HBaseLocalField *get, GError **error);
/* Parses the fields of a TScan into an initialised query. */
gboolean hbase_local_query_parse_scan (HBaseLocalQuery *query, const HBaseLocalField *scan, GError **error);

/* Fails unless the row key has 1 to 32,767 bytes. */
gboolean hbase_local_check_row_key (HBaseSlice row, GError **error);
/* Reads the attribute `_ttl` of a mutation: eight bytes, milliseconds; data NULL if the cells live as long as
 * their family lets them. Other attributes change nothing. */
gboolean
hbase_local_read_time_to_live (const HBaseLocalField *attributes, HBaseSlice *time_to_live, GError **error);
