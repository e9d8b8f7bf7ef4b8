/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-filter-private.h"
#include "hbase-named-values-private.h"
#include "hbase-packed-private.h"

/* What gets and scans have in common: columns, versions, time range, filter, and options of execution. */
typedef struct {
  HBasePacked columns;
  guint max_versions; /* 0: not set */
  gboolean has_time_range;
  gint64 min_timestamp, max_timestamp;
  HBaseFilter *filter;          /* NULL: none */
  GBytes *filter_bytes;         /* NULL: none */
  gboolean has_unnamed_family;  /* a family without a name was added */
  HBaseNamedValues *attributes; /* ay */
  GStrv authorizations;         /* NULL: not set */
  HBaseConsistency consistency; /* 0: not set */
  gint replica;                 /* < 0: not set */
  gint cache_blocks;            /* < 0: not set */
} HBaseSelection;

void hbase_selection_init (HBaseSelection *selection);
void hbase_selection_clear (HBaseSelection *selection);
void hbase_selection_copy (HBaseSelection *selection, const HBaseSelection *from);
/* `qualifier` of data NULL: the whole family. */
void hbase_selection_add (HBaseSelection *selection, const char *family, HBaseSlice qualifier);
/* Returns what was added, as columns in printable escapes (transfer full). */
char **hbase_selection_list_columns (const HBaseSelection *selection);
void hbase_selection_set_time_range (HBaseSelection *selection, gint64 min_timestamp, gint64 max_timestamp);
/* FALSE: none is set. */
gboolean hbase_selection_get_time_range (const HBaseSelection *selection,
                                         gint64 *min_timestamp,
                                         gint64 *max_timestamp);
/* Both accept NULL for none. */
void hbase_selection_set_filter (HBaseSelection *selection, HBaseFilter *filter);
void hbase_selection_set_filter_text (HBaseSelection *selection, const char *text);
void hbase_selection_set_filter_bytes (HBaseSelection *selection, HBaseSlice filter);
/* NULL: none. */
void hbase_selection_set_authorizations (HBaseSelection *selection, const char *const *labels);
HBaseConsistency hbase_selection_get_consistency (const HBaseSelection *selection);
/* `what` and `row` are for the message. */
gboolean
hbase_selection_check (const HBaseSelection *selection, const char *what, HBaseSlice row, GError **error);
gboolean hbase_selection_check_time_range (
    gint64 min_timestamp, gint64 max_timestamp, const char *what, HBaseSlice row, GError **error);

/* Each writes the field `id` of a struct, if it is set. The ids of gets and scans differ. */
void hbase_selection_write_max_versions (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);
void hbase_selection_write_time_range (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);
/* The filter in bytes that was set, or the filter that is sent if it must be serialized. */
void hbase_selection_write_filter_bytes (const HBaseSelection *selection,
                                         HBaseFilter *sent,
                                         guint id,
                                         HBaseWireWriter *writer);

void
hbase_selection_write_authorizations (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);
void hbase_selection_write_cache_blocks (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);
void hbase_selection_write_replica (const HBaseSelection *selection, guint id, HBaseWireWriter *writer);

/* A fingerprint distinguishes one query from another, and never changes between versions: page tokens are
 * bound to it. Bytes are added with their length, so that no two different queries add the same bytes. */
void hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice);
void hbase_fingerprint_add_number (GChecksum *checksum, guint64 number);
/* Adds time range and filter. */
void hbase_selection_fingerprint (const HBaseSelection *selection, GChecksum *checksum);

/* Settings that were added later are included only where they are set: fingerprints of older queries stay the
 * same. Each begins with its number. */
typedef enum {
  HBASE_FINGERPRINT_WITHOUT_START = 1,
  HBASE_FINGERPRINT_WITH_STOP,
  HBASE_FINGERPRINT_GUARD,
  HBASE_FINGERPRINT_FILTER_BYTES,
  HBASE_FINGERPRINT_FAMILY_RANGE,
  HBASE_FINGERPRINT_ATTRIBUTE,
  HBASE_FINGERPRINT_AUTHORIZATION,
} HBaseFingerprintSetting;

void hbase_fingerprint_add_map (GChecksum *checksum, HBaseFingerprintSetting what, HBaseNamedValues *map);
void hbase_selection_fingerprint_filter_bytes (const HBaseSelection *selection, GChecksum *checksum);
/* Adds attributes and authorizations. */
void hbase_selection_fingerprint_options (const HBaseSelection *selection, GChecksum *checksum);
