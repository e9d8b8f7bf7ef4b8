/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"

/* Whether the tree contains a filter that isn't in HBase's language, so that it must be sent serialized. */
gboolean hbase_filter_node_is_binary (const HBaseFilterNode *node);
/* Returns the serialized form of a tree that was checked, an hbase.pb.Filter. Fails with INVALID_ARGUMENT if
 * a filter isn't HBase's own. `text` is for the message. */
GBytes *hbase_filter_node_serialize (const HBaseFilterNode *node, HBaseSlice text, GError **error);
/* Returns the text of a serialized filter. Fails with INVALID_ARGUMENT if it isn't valid, or contains other
 * filters or settings than those that hbase_filter_node_serialize() writes. */
GBytes *hbase_filter_text_of_bytes (HBaseSlice bytes, GError **error);
