/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page.h"

/* Makes a page. Takes its arguments: the rows (element-type HBaseRow, with a free function), the page's own
 * token, and the tokens of the previous and the next page (NULL: there is no such page). */
HBasePage *hbase_page_new (GPtrArray *rows, char *token, char *previous_token, char *next_token);
