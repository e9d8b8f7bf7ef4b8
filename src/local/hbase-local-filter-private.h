/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-local-budget-private.h"
#include "hbase-local-row-private.h"

/* HBase's filters, each with the state and the answers that it has there: a port of its classes, for what
 * they do together is nowhere told but in their code. Functions have the names of HBase's methods, in GLib's
 * spelling. */

typedef struct _HBaseLocalFilter HBaseLocalFilter;
typedef struct _HBaseLocalFilterClass HBaseLocalFilterClass;

/* What becomes of a cell, and where to go on. */
typedef enum {
  HBASE_LOCAL_INCLUDE,
  HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN,
  HBASE_LOCAL_SKIP,
  HBASE_LOCAL_NEXT_COLUMN,
  HBASE_LOCAL_NEXT_FAMILY, /* NEXT_ROW there; but it is a store, one family's, that is told so */
  HBASE_LOCAL_SEEK,        /* to the column that the filter hints at */
} HBaseLocalFilterDecision;

static inline gboolean
hbase_local_filter_decision_includes (HBaseLocalFilterDecision decision)
{
  return decision <= HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* What the work of a filter is bounded by. */
typedef struct {
  HBaseLocalBudget *budget; /* of the call that it works for */
  gboolean gave_up; /* a regular expression takes more steps than it may, or the budget is exhausted: what the
                               filter says is worth nothing */
} HBaseLocalFilterLimits;

/* No filter has more regular expressions than this: a compiled one takes up to 64 KiB. */
#define HBASE_LOCAL_REGEX_MAX 1000

/* Parses a filter, and checks all of it but for its regular expressions; NULL: HBase has no such filter. */
HBaseFilterNode *hbase_local_filter_parse (HBaseSlice text, GError **error);
/* From a tree that was read so. NULL: a regular expression doesn't compile. `limits` may be NULL where
 * the filter isn't evaluated. */
HBaseLocalFilter *hbase_local_filter_new (const HBaseFilterNode *node,
                                          gboolean reversed,
                                          HBaseLocalFilterLimits *limits,
                                          GError **error);
void hbase_local_filter_free (HBaseLocalFilter *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalFilter, hbase_local_filter_free)

/* Before each row. */
void hbase_local_filter_reset (HBaseLocalFilter *filter);
/* Is there nothing more to come? */
gboolean hbase_local_filter_all_remaining (HBaseLocalFilter *filter);
/* Is the row to be left out, by its key? */
gboolean hbase_local_filter_row_key (HBaseLocalFilter *filter, HBaseSlice row);
HBaseLocalFilterDecision hbase_local_filter_cell (HBaseLocalFilter *filter, const HBaseCellView *cell);
/* Changes the value of a cell that is included; it may point into the filter. */
void hbase_local_filter_transform (HBaseLocalFilter *filter, HBaseCellView *cell);
/* Where to go on after HBASE_LOCAL_SEEK; FALSE: nowhere in particular. */
gboolean hbase_local_filter_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier);
/* Only if it decides on rows: takes cells out of a whole one. */
void hbase_local_filter_row_cells (HBaseLocalFilter *filter, HBaseLocalRow *row);
/* Is the row to be left out, now that its cells were seen? */
gboolean hbase_local_filter_row (HBaseLocalFilter *filter);
/* Must the family be read before it is known whether the row is wanted? */
gboolean hbase_local_filter_is_essential (const HBaseLocalFilter *filter, HBaseSlice family);

/* ---- for the filters themselves ---- */

struct _HBaseLocalFilter {
  const HBaseLocalFilterClass *klass;
  gboolean reversed;
  HBaseLocalFilterLimits *limits;
  gboolean decides_rows; /* HBase's hasFilterRow() */
  gboolean reads_values;
  gboolean drops_values; /* of all cells that it includes */
};

/* Where a function is NULL, that of HBase's FilterBase holds: nothing is filtered, nothing changed. */
struct _HBaseLocalFilterClass {
  const char *name;
  gsize size;
  gboolean decides_rows;
  gboolean hints; /* HBase's HintingFilter */
  gboolean reads_values;
  gboolean (*init) (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error);
  void (*clear) (HBaseLocalFilter *filter);
  void (*reset) (HBaseLocalFilter *filter);
  gboolean (*all_remaining) (HBaseLocalFilter *filter);
  gboolean (*row_key) (HBaseLocalFilter *filter, HBaseSlice row);
  HBaseLocalFilterDecision (*cell) (HBaseLocalFilter *filter, const HBaseCellView *cell);
  void (*transform) (HBaseLocalFilter *filter, HBaseCellView *cell);
  gboolean (*hint) (HBaseLocalFilter *filter, HBaseSlice *qualifier);
  void (*row_cells) (HBaseLocalFilter *filter, HBaseLocalRow *row);
  gboolean (*row) (HBaseLocalFilter *filter);
  gboolean (*is_essential) (const HBaseLocalFilter *filter, HBaseSlice family);
};

/* By what they look at; the last one has no name. */
extern const HBaseLocalFilterClass hbase_local_row_filters[];
extern const HBaseLocalFilterClass hbase_local_column_filters[];
extern const HBaseLocalFilterClass hbase_local_value_filters[];
/* AND, OR, SKIP and WHILE, by the node's kind. */
extern const HBaseLocalFilterClass hbase_local_filter_lists[];

/* Arguments, whose types were checked; they live as long as the tree. */
guint hbase_local_filter_n_arguments (const HBaseFilterNode *node);
HBaseSlice hbase_local_filter_bytes (const HBaseFilterNode *node, guint i);
gint64 hbase_local_filter_number (const HBaseFilterNode *node, guint i);
gboolean hbase_local_filter_flag (const HBaseFilterNode *node, guint i);

/* ---- comparators: hbase-local-comparator.c ---- */

typedef struct {
  HBaseFilterOperator operator;
  HBaseFilterComparator type;
  HBaseSlice value; /* binary, binaryprefix */
  GRegex *regex;    /* regexstring, regexstringnocase */
  char *text;       /* substring, in small letters */
  HBaseLocalFilterLimits *limits;
} HBaseLocalComparator;

/* The operator is argument `i`, the comparator the one after it. FALSE: its regular expression doesn't
 * compile. */
gboolean hbase_local_comparator_init (HBaseLocalComparator *comparator,
                                      const HBaseLocalFilter *filter,
                                      const HBaseFilterNode *node,
                                      guint i,
                                      GError **error);
void hbase_local_comparator_clear (HBaseLocalComparator *comparator);
/* HBase's compare(): TRUE where the bytes are not as wanted. */
gboolean hbase_local_comparator_rejects (const HBaseLocalComparator *comparator, HBaseSlice bytes);
