/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-private.h"
#include "hbase-named-values-private.h"
#include "hbase-packed-private.h"
#include "hbase-query.h"

/* The base of HBaseGet and HBaseScan. */
struct _HBaseQuery {
  gatomicrefcount ref_count;
  void (*clear) (HBaseQuery *query); /* frees what a get or a scan has besides */
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
};

void hbase_query_init (HBaseQuery *query, void (*clear) (HBaseQuery *query));
/* Copies the members of the base. */
void hbase_query_copy (HBaseQuery *query, const HBaseQuery *from);
/* `what` and `row` are for the message. */
gboolean hbase_query_check (const HBaseQuery *query, const char *what, HBaseSlice row, GError **error);
gboolean hbase_query_check_time_range (
    gint64 min_timestamp, gint64 max_timestamp, const char *what, HBaseSlice row, GError **error);

/* Each writes the field `id` of a struct, if it is set. The ids of gets and scans differ. */
void hbase_query_write_max_versions (const HBaseQuery *query, guint id, HBaseWireWriter *writer);
void hbase_query_write_time_range (const HBaseQuery *query, guint id, HBaseWireWriter *writer);
/* The filter in bytes that was set, or the filter that is sent if it must be serialized. */
void hbase_query_write_filter_bytes (const HBaseQuery *query,
                                     HBaseFilter *sent,
                                     guint id,
                                     HBaseWireWriter *writer);

void hbase_query_write_authorizations (const HBaseQuery *query, guint id, HBaseWireWriter *writer);
void hbase_query_write_cache_blocks (const HBaseQuery *query, guint id, HBaseWireWriter *writer);
void hbase_query_write_replica (const HBaseQuery *query, guint id, HBaseWireWriter *writer);

/* A fingerprint distinguishes one query from another, and never changes between versions: page tokens are
 * bound to it. Bytes are added with their length, so that no two different queries add the same bytes. */
void hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice);
void hbase_fingerprint_add_number (GChecksum *checksum, guint64 number);
/* Adds time range and filter. */
void hbase_query_fingerprint (const HBaseQuery *query, GChecksum *checksum);

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
void hbase_query_fingerprint_filter_bytes (const HBaseQuery *query, GChecksum *checksum);
/* Adds attributes and authorizations. */
void hbase_query_fingerprint_options (const HBaseQuery *query, GChecksum *checksum);
