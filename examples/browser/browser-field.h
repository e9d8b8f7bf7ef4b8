/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* A part of a row that is shown in a column: its key, a field of its key, or the newest value of one of its
 * columns. It doesn't change. */

typedef struct _BrowserField BrowserField;

BrowserField *browser_field_new_key (void);
BrowserField *browser_field_new_key_field (const char *name);
BrowserField *browser_field_new_value (const HBaseCellIter *cell);
BrowserField *browser_field_ref (BrowserField *field);
void browser_field_unref (BrowserField *field);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BrowserField, browser_field_unref)

/* The heading of the column: “family:qualifier”. */
const char *browser_field_get_title (BrowserField *field);
gboolean browser_field_is_key (BrowserField *field);
/* Has the scan read the column. `field`: of a value */
void browser_field_add_to_scan (BrowserField *field, HBaseScan *scan);
/* Returns one short line; an empty one if the row has no such value. */
char *browser_field_dup_text (BrowserField *field, HBaseRow *row);
