/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page.h"

/* Takes both: rows (element-type HBaseRow, with a free func) and the token (NULL: the last page). */
HBasePage *hbase_page_new (GPtrArray *rows, char *next_token);
