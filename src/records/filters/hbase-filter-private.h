/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-filter.h"
#include "hbase-wire-writer-private.h"

/* Makes a filter from text in HBase's language. Text that isn't valid makes a filter that can't be sent. */
HBaseFilter *hbase_filter_new_from_text (HBaseSlice text);
/* The same, for text in the escapes of hbase_filter_parse(). */
HBaseFilter *hbase_filter_new_from_escaped (const char *text);
/* Fails with INVALID_ARGUMENT if the filter isn't valid. */
gboolean hbase_filter_check (HBaseFilter *filter, GError **error);
/* Accept NULL for no filter. */
HBaseSlice hbase_filter_get_text (HBaseFilter *filter);
/* Returns NULL also for a filter that isn't valid. */
const HBaseFilterNode *hbase_filter_get_tree (HBaseFilter *filter);
/* Each writes a field of a get or scan: the first function unless the filter must be sent in its serialized
 * form, otherwise the second function. They write nothing for NULL. */
void hbase_filter_write_text (HBaseFilter *filter, guint id, HBaseWireWriter *writer);
void hbase_filter_write_bytes (HBaseFilter *filter, guint id, HBaseWireWriter *writer);
