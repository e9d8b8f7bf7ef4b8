/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-local-budget-private.h"
#include "hbase-local-row-private.h"

/* HBase's filters: a port of its classes, with the same state and the same results, because how filters
 * behave in combination is defined by HBase's code alone. Functions have the names of HBase's methods in
 * GLib's spelling. */

typedef struct _HBaseLocalFilter HBaseLocalFilter;
typedef struct _HBaseLocalFilterClass HBaseLocalFilterClass;

/* HBase's ReturnCode: whether a cell is included, and where the scan continues. */
typedef enum {
  HBASE_LOCAL_INCLUDE,
  HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN,
  HBASE_LOCAL_SKIP,
  HBASE_LOCAL_NEXT_COLUMN,
  HBASE_LOCAL_NEXT_FAMILY, /* HBase's NEXT_ROW, which its scan applies to one family at a time */
  HBASE_LOCAL_SEEK,        /* to the column that hbase_local_filter_hint() names */
} HBaseLocalFilterDecision;

static inline gboolean
hbase_local_filter_decision_includes (HBaseLocalFilterDecision decision)
{
  return decision <= HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* What all filters of a tree share: the limits of their work, and the row. */
typedef struct {
  HBaseLocalBudget *budget; /* of the call that evaluates the filter */
  const HBaseLocalRow *row; /* that is filtered now */
  gboolean
      gave_up; /* a regular expression took too many steps, or the budget is exhausted: results are void */
} HBaseLocalFilterLimits;

/* The greatest number of regular expressions in a filter: a compiled expression takes up to 64 KiB. */
#define HBASE_LOCAL_REGEX_MAX 1000

/* Parses a filter and checks all of it except its regular expressions. Fails if HBase has no such filter. */
HBaseFilterNode *hbase_local_filter_parse (HBaseSlice text, GError **error);
/* Does the same with the text of a filter that was serialized. */
HBaseFilterNode *hbase_local_filter_parse_serialized (HBaseSlice text, GError **error);
/* Makes a filter from a parsed tree. Fails if a regular expression doesn't compile. `limits` may be NULL if
 * the filter isn't evaluated. */
HBaseLocalFilter *hbase_local_filter_new (const HBaseFilterNode *node,
                                          gboolean reversed,
                                          HBaseLocalFilterLimits *limits,
                                          GError **error);
void hbase_local_filter_free (HBaseLocalFilter *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalFilter, hbase_local_filter_free)

/* HBase's reset(): called before each row. */
void hbase_local_filter_reset (HBaseLocalFilter *filter);
/* HBase's filterAllRemaining(): TRUE if no more cells pass the filter. */
gboolean hbase_local_filter_all_remaining (HBaseLocalFilter *filter);
/* HBase's filterRowKey(): TRUE if the row is left out because of its key. */
gboolean hbase_local_filter_row_key (HBaseLocalFilter *filter, HBaseSlice row);
HBaseLocalFilterDecision hbase_local_filter_cell (HBaseLocalFilter *filter, const HBaseCellView *cell);
/* HBase's transformCell(): changes the value of an included cell; the new value may point into the filter. */
void hbase_local_filter_transform (HBaseLocalFilter *filter, HBaseCellView *cell);
/* HBase's getNextCellHint(): the column to continue at after HBASE_LOCAL_SEEK; FALSE: the next cell. */
gboolean hbase_local_filter_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier);
/* HBase's filterRowCells(): removes cells from a whole row. Called only for filters that decide on rows. */
void hbase_local_filter_row_cells (HBaseLocalFilter *filter, HBaseLocalRow *row);
/* HBase's filterRow(): TRUE if the row is left out, after all its cells were seen. */
gboolean hbase_local_filter_row (HBaseLocalFilter *filter);
/* HBase's isFamilyEssential(): TRUE if the filter needs the family's cells to decide on the row. */
gboolean hbase_local_filter_is_essential (const HBaseLocalFilter *filter, HBaseSlice family);

/* ---- comparators: hbase-local-comparator.c ---- */

typedef struct {
  HBaseCompareOperator operator;
  HBaseComparator type;
  HBaseSlice value; /* of binary and binaryprefix */
  GRegex *regex;    /* of regexstring and regexstringnocase */
  char *text;       /* of substring, in lower case */
  HBaseLocalFilterLimits *limits;
} HBaseLocalComparator;

/* Reads the operator from argument `i` and the comparator from the argument after it. Fails if its regular
 * expression doesn't compile. */
gboolean hbase_local_comparator_init (HBaseLocalComparator *comparator,
                                      HBaseLocalFilterLimits *limits,
                                      const HBaseFilterNode *node,
                                      guint i,
                                      GError **error);
void hbase_local_comparator_clear (HBaseLocalComparator *comparator);
/* HBase's compareTo() with its operator: TRUE if the bytes don't match. */
gboolean hbase_local_comparator_rejects (const HBaseLocalComparator *comparator, HBaseSlice bytes);

/* ---- for the implementations of filters ---- */

/* One struct for all filters; each uses some of the members. */
struct _HBaseLocalFilter {
  const HBaseLocalFilterClass *klass;
  gboolean reversed;
  HBaseLocalFilterLimits *limits;
  gboolean decides_rows; /* HBase's hasFilterRow() */
  gboolean reads_values;
  gboolean drops_values; /* of all cells that it includes */
  /* arguments */
  const HBaseFilterNode *node;  /* of filters that read them from there */
  HBaseSlice bytes;             /* a prefix, a stop row, or the column to seek */
  HBaseSlice last;              /* column of a range */
  HBaseSlice family, qualifier; /* the column that is examined */
  HBaseLocalComparator comparator;
  GArray *values;       /* sorted: prefixes (HBaseSlice) or timestamps (gint64) */
  gint64 limit, offset; /* of rows or cells */
  double chance;        /* of a row */
  gboolean includes_first, includes_last;
  gboolean filter_if_missing; /* leaves out rows without the column */
  gboolean latest_only;
  gboolean compares;
  gboolean drops_column;
  /* state of the scan */
  gboolean done; /* nothing more passes */
  gint64 n_rows; /* that were accepted */
  /* state of the current row */
  gboolean rejects; /* leaves the row out */
  gboolean found;   /* the column, or the first cell */
  gboolean matched;
  gint64 n_cells;
  GHashTable *timestamps; /* gint64, of the cells of the column */
  guint8 length[4];       /* big-endian, in place of the value */
  /* AND, OR, SKIP, WHILE */
  GPtrArray *children; /* HBaseLocalFilter */
  /* of a child */
  gboolean marked; /* AND: it decided to seek. OR: it included the last cell */
  gboolean has_previous;
  HBaseLocalFilterDecision previous; /* see hbase-local-filter-lists.c */
  GByteArray *previous_column;       /* family and qualifier of the cell */
  gsize previous_family_length;
};

/* The functions of one filter. A NULL function behaves as that of HBase's FilterBase: nothing is filtered
 * or changed. */
struct _HBaseLocalFilterClass {
  const char *name;
  gboolean decides_rows;
  gboolean hints; /* HBase's HintingFilter */
  gboolean reads_values;
  gboolean (*init) (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error);
  gboolean (*all_remaining) (HBaseLocalFilter *filter);
  gboolean (*row_key) (HBaseLocalFilter *filter, HBaseSlice row);
  HBaseLocalFilterDecision (*cell) (HBaseLocalFilter *filter, const HBaseCellView *cell);
  void (*transform) (HBaseLocalFilter *filter, HBaseCellView *cell);
  gboolean (*hint) (HBaseLocalFilter *filter, HBaseSlice *qualifier);
  void (*row_cells) (HBaseLocalFilter *filter, HBaseLocalRow *row);
  gboolean (*row) (HBaseLocalFilter *filter);
  gboolean (*is_essential) (const HBaseLocalFilter *filter, HBaseSlice family);
};

/* The filters that have a name. The last entry has none. */
extern const HBaseLocalFilterClass hbase_local_filters[];
/* AND, OR, SKIP and WHILE, indexed by the node's kind. */
extern const HBaseLocalFilterClass hbase_local_filter_lists[];

/* Arguments of a filter, whose types were checked; they live as long as the tree. */
HBaseSlice hbase_local_filter_bytes (const HBaseFilterNode *node, guint i);
gint64 hbase_local_filter_number (const HBaseFilterNode *node, guint i);
gboolean hbase_local_filter_flag (const HBaseFilterNode *node, guint i);
