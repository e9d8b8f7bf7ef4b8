/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

#define FILTER_HELP "a filter in HBase's filter language; \\xNN is a byte, and \\\\ a backslash"

/* Makes the filter of --filter; `text`: NULL: none. */
gboolean filter_parse (const char *text, HBaseFilter **filter, GError **error);
