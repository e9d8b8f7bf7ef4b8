/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file tells which puts the delete markers of a family and a column mask. */

#include "config.h"

#include "hbase-local-delete-tracker-private.h"

void
hbase_local_delete_tracker_add (HBaseLocalDeleteTracker *tracker, guint8 type, gint64 timestamp)
{
  switch ((int) type)
    {
    case HBASE_LOCAL_DELETE_FAMILY:
      tracker->family_timestamp = MAX (tracker->family_timestamp, timestamp);
      break;
    case HBASE_LOCAL_DELETE_FAMILY_VERSION:
      g_array_append_val (tracker->family_versions, timestamp);
      break;
    case HBASE_LOCAL_DELETE_COLUMN:
      tracker->column_timestamp = MAX (tracker->column_timestamp, timestamp);
      break;
    case HBASE_LOCAL_DELETE:
    default:
      tracker->version_timestamp = timestamp;
      break;
    }
}
