/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-compaction-policy-private.h"
#include "hbase-plan-key-samples-private.h"

/* A region of the emulated table: its memstore and its store files. */

#define HBASE_PLAN_NEVER (-1.0)

/* Rows in memory: those that are being written, or those that a flush is storing. */
typedef struct {
  GArray *samples; /* of HBaseKeySample; the bytes are those of a store file */
  double heap;     /* bytes in memory */
  double bytes;    /* bytes of the store file */
  guint64 log;     /* the log of the oldest row, if there is a row */
} HBasePlanMemstore;

typedef struct {
  HBasePlanStoreFileSize size;
  GArray *samples; /* of HBaseKeySample, sorted */
  double written;  /* the time at which the file was written */
  gboolean is_major;
} HBasePlanEmulatedFile;

typedef struct {
  guint number, parent;
  GBytes *start, *end;
  guint server;
  double born, split_at; /* ms; HBASE_PLAN_NEVER: it wasn't split */
  double max_file_size;  /* with jitter */
  HBasePlanMemstore active, snapshot;
  GPtrArray *files; /* of HBasePlanEmulatedFile, the oldest first */

  gboolean is_flushing, is_flush_requested;
  gboolean has_flush_due, has_memstore_old; /* an event of that type is in the queue */
  double flush_requested;                   /* the time */
  double first_write; /* the time of the oldest row in memory; HBASE_PLAN_NEVER: there is none */

  gboolean is_compacting, wants_compaction, wants_major,
      is_large; /* `is_large`: for the threads of large ones */
  guint compaction_serial;
  HBasePlanCompactionSelection compaction;
  double references_archived; /* the time until which HBase counts references that were compacted */

  guint64 n_rows;
  guint n_flushes, n_compactions;
  double compacted_bytes, stalled;
  gboolean is_unsplittable; /* it is large enough to be split, but its mid-key is its first key */
} HBasePlanRegionState;

HBasePlanRegionState *hbase_plan_region_state_new (
    guint number, guint parent, GBytes *start, GBytes *end, guint server, double now);
void hbase_plan_region_state_free (HBasePlanRegionState *region);
double hbase_plan_region_state_get_heap (const HBasePlanRegionState *region);
double hbase_plan_region_state_get_store_bytes (const HBasePlanRegionState *region);
gboolean hbase_plan_region_state_has_references (const HBasePlanRegionState *region);
/* Makes the rows that are in memory the snapshot, of which there must be none. */
void hbase_plan_region_state_begin_flush (HBasePlanRegionState *region);
/* Makes the snapshot a store file. Returns the memory that this freed. */
double hbase_plan_region_state_end_flush (HBasePlanRegionState *region, double now, guint max_samples);
/* Selects the files to compact. Returns their bytes; 0: nothing is to be compacted. */
double hbase_plan_region_state_select (HBasePlanRegionState *region, const HBasePlanEmulationValues *values);
/* Replaces the selected files by one. */
void hbase_plan_region_state_end_compaction (HBasePlanRegionState *region, double now, guint max_samples);
/* Finds the key at which HBase would split the region; NULL: it can't be split. The region owns the key. */
GBytes *hbase_plan_region_state_find_split_key (const HBasePlanRegionState *region, double block_size);
/* Moves the part of the files that lies in `daughter`, as references, into it. */
void hbase_plan_region_state_refer (const HBasePlanRegionState *parent,
                                    HBasePlanRegionState *daughter,
                                    gboolean is_upper);
