/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

HBASE_AVAILABLE_IN_0_1
char *hbase_bytes_to_escaped (const guint8 *data, gsize data_length);
HBASE_AVAILABLE_IN_0_1
char *hbase_bytes_to_printable (const guint8 *data, gsize data_length, const char *also);
HBASE_AVAILABLE_IN_0_1
void hbase_bytes_append_escaped (GString *text, const guint8 *data, gsize data_length);
HBASE_AVAILABLE_IN_0_1
void hbase_bytes_append_printable (GString *text, const guint8 *data, gsize data_length, const char *also);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_bytes_from_escaped (const char *text, GError **error);

G_END_DECLS
