/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-private.h"
#include "hbase-packed-private.h"

/* What gets and scans have in common: columns, versions, time range, filter. */
typedef struct {
  HBasePacked columns;
  guint max_versions; /* 0: not set */
  gboolean has_time_range;
  gint64 min_timestamp, max_timestamp;
  HBaseFilter *filter;         /* NULL: none */
  gboolean has_unnamed_family; /* a family without a name was added */
} HBaseSelection;

void hbase_selection_init (HBaseSelection *selection);
void hbase_selection_clear (HBaseSelection *selection);
void hbase_selection_copy (HBaseSelection *selection, const HBaseSelection *from);
/* `qualifier` of data NULL: the whole family. */
void hbase_selection_add (HBaseSelection *selection, const char *family, HBaseSlice qualifier);
void hbase_selection_set_time_range (HBaseSelection *selection, gint64 min_timestamp, gint64 max_timestamp);
/* FALSE: none is set. */
gboolean hbase_selection_get_time_range (const HBaseSelection *selection,
                                         gint64 *min_timestamp,
                                         gint64 *max_timestamp);
/* Both accept NULL for none. */
void hbase_selection_set_filter (HBaseSelection *selection, HBaseFilter *filter);
void hbase_selection_set_filter_text (HBaseSelection *selection, const char *text);
/* `what` and `row` are for the message. */
gboolean
hbase_selection_check (const HBaseSelection *selection, const char *what, HBaseSlice row, GError **error);
gboolean hbase_selection_check_time_range (
    gint64 min_timestamp, gint64 max_timestamp, const char *what, HBaseSlice row, GError **error);

/* Each writes the field `id` of a struct, if it is set. The ids of gets and scans differ. */
void hbase_selection_write_max_versions (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);
void hbase_selection_write_time_range (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);

/* A fingerprint distinguishes one query from another, and never changes between versions: page tokens are
 * bound to it. Bytes are added with their length, so that no two different queries add the same bytes. */
void hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice);
void hbase_fingerprint_add_number (GChecksum *checksum, guint64 number);
/* Adds time range and filter. */
void hbase_selection_fingerprint (const HBaseSelection *selection, GChecksum *checksum);
