/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-block-private.h"
#include "hbase-record-check-private.h"
#include "hbase-selection-private.h"
#include "hbase-wire-tables.h"

/* This file implements what gets and scans have in common: columns, versions, time range, filter, and
 * options of their execution. */

void
hbase_selection_init (HBaseSelection *selection)
{
  memset (selection, 0, sizeof *selection);
  hbase_packed_init (&selection->columns, NULL, 0);
  selection->replica = selection->cache_blocks = -1;
}

void
hbase_selection_clear (HBaseSelection *selection)
{
  hbase_packed_clear (&selection->columns);
  g_clear_pointer (&selection->filter, hbase_filter_unref);
  g_clear_pointer (&selection->filter_bytes, g_bytes_unref);
  g_clear_pointer (&selection->attributes, g_tree_unref);
  g_clear_pointer (&selection->authorizations, g_strfreev);
}

void
hbase_selection_copy (HBaseSelection *selection, const HBaseSelection *from)
{
  *selection = *from;
  hbase_packed_init (&selection->columns, NULL, 0);
  hbase_packed_copy (&selection->columns, &from->columns);
  if (from->filter != NULL)
    hbase_filter_ref (from->filter);
  if (from->filter_bytes != NULL)
    g_bytes_ref (from->filter_bytes);
  selection->attributes = hbase_named_values_copy (from->attributes);
  selection->authorizations = g_strdupv (from->authorizations);
}

void
hbase_selection_add (HBaseSelection *selection, const char *family, HBaseSlice qualifier)
{
  selection->has_unnamed_family |= *family == '\0';
  hbase_packed_add_column (&selection->columns, hbase_slice_text (family), qualifier,
                           HBASE_CELL_NO_TIMESTAMP);
}

char **
hbase_selection_list_columns (const HBaseSelection *selection)
{
  const HBasePacked *packed = &selection->columns;
  char **columns = g_new0 (char *, packed->count + 1);
  const guint8 *p = packed->data;

  for (guint i = 0; i < packed->count; i++)
    {
      HBasePackedElement element;

      p = hbase_packed_load (p, &element);
      columns[i] = hbase_record_show_column (element.family, element.qualifier);
    }
  return columns;
}

void
hbase_selection_set_time_range (HBaseSelection *selection, gint64 min_timestamp, gint64 max_timestamp)
{
  selection->has_time_range = TRUE;
  selection->min_timestamp = min_timestamp;
  selection->max_timestamp = max_timestamp;
}

gboolean
hbase_selection_get_time_range (const HBaseSelection *selection, gint64 *min_timestamp, gint64 *max_timestamp)
{
  if (min_timestamp != NULL)
    *min_timestamp = selection->has_time_range ? selection->min_timestamp : 0;
  if (max_timestamp != NULL)
    *max_timestamp = selection->has_time_range ? selection->max_timestamp : G_MAXINT64;
  return selection->has_time_range;
}

void
hbase_selection_set_filter (HBaseSelection *selection, HBaseFilter *filter)
{
  HBaseFilter *old = selection->filter;

  selection->filter = filter != NULL ? hbase_filter_ref (filter) : NULL;
  if (old != NULL)
    hbase_filter_unref (old);
}

void
hbase_selection_set_filter_text (HBaseSelection *selection, const char *text)
{
  g_autoptr (HBaseFilter) filter = text != NULL ? hbase_filter_new_from_escaped (text) : NULL;

  hbase_selection_set_filter (selection, filter);
}

void
hbase_selection_set_filter_bytes (HBaseSelection *selection, HBaseSlice filter)
{
  g_clear_pointer (&selection->filter_bytes, g_bytes_unref);
  if (filter.length > 0)
    selection->filter_bytes = g_bytes_new (filter.data, filter.length);
}

void
hbase_selection_set_authorizations (HBaseSelection *selection, const char *const *labels)
{
  g_strfreev (selection->authorizations);
  selection->authorizations = g_strdupv ((char **) labels);
}

HBaseConsistency
hbase_selection_get_consistency (const HBaseSelection *selection)
{
  return selection->consistency != 0 ? selection->consistency : HBASE_CONSISTENCY_STRONG;
}

gboolean
hbase_selection_check_time_range (
    gint64 min_timestamp, gint64 max_timestamp, const char *what, HBaseSlice row, GError **error)
{
  return (min_timestamp >= 0 && max_timestamp >= min_timestamp)
         || hbase_record_fail (error, what, row,
                               "no timestamp is in the time range from %" G_GINT64_FORMAT
                               " up to %" G_GINT64_FORMAT
                               ": it must begin at 0 or later, and not end before it begins",
                               min_timestamp, max_timestamp);
}

gboolean
hbase_selection_check (const HBaseSelection *selection, const char *what, HBaseSlice row, GError **error)
{
  if (selection->has_unnamed_family)
    return hbase_record_fail (error, what, row,
                              "a column family's name is empty; to read all families, name none");
  return !selection->has_time_range
         || hbase_selection_check_time_range (selection->min_timestamp, selection->max_timestamp, what, row,
                                              error);
}

void
hbase_selection_write_max_versions (const HBaseSelection *selection, guint id, HBaseWireWriter *writer)
{
  if (selection->max_versions > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (selection->max_versions, G_MAXINT32));
}

void
hbase_selection_write_time_range (const HBaseSelection *selection, guint id, HBaseWireWriter *writer)
{
  if (!selection->has_time_range)
    return;
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MIN_STAMP, selection->min_timestamp);
  hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MAX_STAMP, selection->max_timestamp);
  hbase_wire_end_struct (writer);
}

void
hbase_selection_write_authorizations (const HBaseSelection *selection, guint id, HBaseWireWriter *writer)
{
  if (selection->authorizations == NULL)
    return;
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_list (writer, HBASE_T_AUTHORIZATION_LABELS, HBASE_WIRE_BINARY,
                         g_strv_length (selection->authorizations));
  for (GStrv label = selection->authorizations; *label != NULL; label++)
    hbase_wire_put_binary (writer, hbase_slice_text (*label));
  hbase_wire_end_struct (writer);
}

void
hbase_selection_write_cache_blocks (const HBaseSelection *selection, guint id, HBaseWireWriter *writer)
{
  if (selection->cache_blocks >= 0)
    hbase_wire_write_bool (writer, id, selection->cache_blocks != 0);
}

void
hbase_selection_write_replica (const HBaseSelection *selection, guint id, HBaseWireWriter *writer)
{
  if (selection->replica >= 0)
    hbase_wire_write_i32 (writer, id, selection->replica);
}

void
hbase_selection_write_filter_bytes (const HBaseSelection *selection,
                                    HBaseFilter *sent,
                                    guint id,
                                    HBaseWireWriter *writer)
{
  if (selection->filter_bytes != NULL)
    hbase_wire_write_binary (writer, id, hbase_slice_of_bytes (selection->filter_bytes));
  else
    hbase_filter_write_bytes (sent, id, writer);
}

/* ---- fingerprints ---- */

void
hbase_fingerprint_add_number (GChecksum *checksum, guint64 number)
{
  guint64 bytes = GUINT64_TO_BE (number);

  g_checksum_update (checksum, (const guchar *) &bytes, sizeof bytes);
}

void
hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice)
{
  hbase_fingerprint_add_number (checksum, slice.length);
  g_checksum_update (checksum, hbase_slice_bytes (slice), (gssize) slice.length);
}

void
hbase_selection_fingerprint (const HBaseSelection *selection, GChecksum *checksum)
{
  hbase_fingerprint_add_number (checksum, (guint64) selection->has_time_range);
  hbase_fingerprint_add_number (checksum, (guint64) selection->min_timestamp);
  hbase_fingerprint_add_number (checksum, (guint64) selection->max_timestamp);
  hbase_fingerprint_add_number (checksum, selection->filter != NULL);
  hbase_fingerprint_add (checksum, hbase_filter_get_text (selection->filter));
}

void
hbase_fingerprint_add_map (GChecksum *checksum, HBaseFingerprintSetting what, HBaseNamedValues *map)
{
  for (GTreeNode *node = map != NULL ? g_tree_node_first (map) : NULL; node != NULL;
       node = g_tree_node_next (node))
    {
      g_autofree char *value = g_variant_print (g_tree_node_value (node), FALSE);

      hbase_fingerprint_add_number (checksum, what);
      hbase_fingerprint_add (checksum, hbase_slice_text (g_tree_node_key (node)));
      hbase_fingerprint_add (checksum, hbase_slice_text (value));
    }
}

void
hbase_selection_fingerprint_filter_bytes (const HBaseSelection *selection, GChecksum *checksum)
{
  if (selection->filter_bytes == NULL)
    return;
  hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_FILTER_BYTES);
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (selection->filter_bytes));
}

void
hbase_selection_fingerprint_options (const HBaseSelection *selection, GChecksum *checksum)
{
  hbase_fingerprint_add_map (checksum, HBASE_FINGERPRINT_ATTRIBUTE, selection->attributes);
  for (GStrv label = selection->authorizations; label != NULL && *label != NULL; label++)
    {
      hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_AUTHORIZATION);
      hbase_fingerprint_add (checksum, hbase_slice_text (*label));
    }
}
