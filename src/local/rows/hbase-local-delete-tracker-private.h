/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-key-private.h"

/* The delete markers of the current family and column, in a walk over a row's stored cells.
 *
 * A family's markers have the empty qualifier, so they come before all cells that they mask; a column's
 * markers come before the cells of the same or an older timestamp. So all markers that mask a cell precede
 * it. */

typedef struct {
  gint64 family_timestamp;  /* DeleteFamily; -1: none */
  GArray *family_versions;  /* DeleteFamilyVersion (element-type gint64) */
  gint64 column_timestamp;  /* DeleteColumn */
  gint64 version_timestamp; /* Delete: the newest marker */
} HBaseLocalDeleteTracker;

static inline void
hbase_local_delete_tracker_enter_column (HBaseLocalDeleteTracker *tracker)
{
  tracker->column_timestamp = tracker->version_timestamp = -1;
}

static inline void
hbase_local_delete_tracker_enter_family (HBaseLocalDeleteTracker *tracker)
{
  tracker->family_timestamp = -1;
  g_array_set_size (tracker->family_versions, 0);
  hbase_local_delete_tracker_enter_column (tracker);
}

void hbase_local_delete_tracker_add (HBaseLocalDeleteTracker *tracker, guint8 type, gint64 timestamp);

/* Returns whether a put of that timestamp, in the current column, is masked. */
static inline gboolean
hbase_local_delete_tracker_masks (const HBaseLocalDeleteTracker *tracker, gint64 timestamp)
{
  if (timestamp <= tracker->family_timestamp || timestamp <= tracker->column_timestamp
      || timestamp == tracker->version_timestamp)
    return TRUE;
  for (guint i = 0; i < tracker->family_versions->len; i++)
    if (g_array_index (tracker->family_versions, gint64, i) == timestamp)
      return TRUE;
  return FALSE;
}
