/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "hbase-slice-private.h"

/* Values of types. Both readers fail with INVALID_VALUE if the bytes have another type. */

/* Eight bytes, big-endian, as counters have them. */
gboolean hbase_value_read_int64 (HBaseSlice value, gint64 *number, GError **error);

/* A GVariant in a variant (type `v`), little-endian: its type is stored with it. */
GVariant *hbase_value_box_variant (GVariant *value);
/* Returns whether `type` is a type string, or NULL. */
gboolean hbase_value_check_type (const char *type, GError **error);
/* Returns a copy (transfer full). `type`: the type string that it must have; NULL: any. */
GVariant *hbase_value_read_variant (HBaseSlice value, const char *type, GError **error);
