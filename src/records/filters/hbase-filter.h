/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"

G_BEGIN_DECLS

#define HBASE_TYPE_FILTER (hbase_filter_get_type ())
typedef struct _HBaseFilter HBaseFilter;

HBASE_AVAILABLE_IN_0_1
GType hbase_filter_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_parse (const char *text, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_filter_to_string (HBaseFilter *filter);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_ref (HBaseFilter *filter);
HBASE_AVAILABLE_IN_0_1
void hbase_filter_unref (HBaseFilter *filter);

/* Of several filters. */
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_and (GPtrArray *filters);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_or (GPtrArray *filters);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_skip (HBaseFilter *filter);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_while (HBaseFilter *filter);

/* Of row keys. */
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_row (HBaseCompareOperator compare_operator,
                                   HBaseComparator comparator,
                                   const guint8 *value,
                                   gsize value_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_prefix (const guint8 *prefix, gsize prefix_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_inclusive_stop (const guint8 *row, gsize row_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_page (guint64 rows);

HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_fuzzy_row (GPtrArray *keys, GPtrArray *masks);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_multi_row_range (GPtrArray *starts, GPtrArray *stops);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_random_row (double chance);

/* Of columns. */
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_family (HBaseCompareOperator compare_operator,
                                      HBaseComparator comparator,
                                      const guint8 *value,
                                      gsize value_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_qualifier (HBaseCompareOperator compare_operator,
                                         HBaseComparator comparator,
                                         const guint8 *value,
                                         gsize value_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_column_prefix (const guint8 *prefix, gsize prefix_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_multiple_column_prefix (GPtrArray *prefixes);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_column_range (const guint8 *first,
                                            gsize first_length,
                                            gboolean with_first,
                                            const guint8 *last,
                                            gsize last_length,
                                            gboolean with_last);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_column_count_get (guint columns);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_column_pagination (guint columns, guint offset);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_first_key_only (void);

/* Of cells. */
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_key_only (gboolean with_lengths);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_timestamps (const gint64 *timestamps, gsize timestamps_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_value (HBaseCompareOperator compare_operator,
                                     HBaseComparator comparator,
                                     const guint8 *value,
                                     gsize value_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_column_value (const char *family,
                                            const guint8 *qualifier,
                                            gsize qualifier_length,
                                            HBaseCompareOperator compare_operator,
                                            HBaseComparator comparator,
                                            const guint8 *value,
                                            gsize value_length);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_single_column_value (const char *family,
                                                   const guint8 *qualifier,
                                                   gsize qualifier_length,
                                                   HBaseCompareOperator compare_operator,
                                                   HBaseComparator comparator,
                                                   const guint8 *value,
                                                   gsize value_length,
                                                   gboolean filter_if_missing,
                                                   gboolean latest_only);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_single_column_value_exclude (const char *family,
                                                           const guint8 *qualifier,
                                                           gsize qualifier_length,
                                                           HBaseCompareOperator compare_operator,
                                                           HBaseComparator comparator,
                                                           const guint8 *value,
                                                           gsize value_length,
                                                           gboolean filter_if_missing,
                                                           gboolean latest_only);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_dependent_column (const char *family,
                                                const guint8 *qualifier,
                                                gsize qualifier_length,
                                                gboolean drop_column);
HBASE_AVAILABLE_IN_0_1
HBaseFilter *hbase_filter_new_dependent_column_value (const char *family,
                                                      const guint8 *qualifier,
                                                      gsize qualifier_length,
                                                      gboolean drop_column,
                                                      HBaseCompareOperator compare_operator,
                                                      HBaseComparator comparator,
                                                      const guint8 *value,
                                                      gsize value_length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseFilter, hbase_filter_unref)

G_END_DECLS
