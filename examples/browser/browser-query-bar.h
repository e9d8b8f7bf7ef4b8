/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* The entries that say which rows of a table are shown, how their keys are divided, and in which order.
 *
 * Properties: is-reversed. Signals: changed, when the rows are to be read anew. */
#define BROWSER_TYPE_QUERY_BAR (browser_query_bar_get_type ())
G_DECLARE_FINAL_TYPE (BrowserQueryBar, browser_query_bar, BROWSER, QUERY_BAR, GtkWidget)

/* Empties the entries, but for the key schema, and doesn't emit `changed`. */
void browser_query_bar_reset (BrowserQueryBar *bar, const char *schema);
const char *browser_query_bar_get_schema (BrowserQueryBar *bar);
/* Whether only some of the rows are shown. */
gboolean browser_query_bar_is_selective (BrowserQueryBar *bar);
void browser_query_bar_focus_filter (BrowserQueryBar *bar);
void browser_query_bar_focus_prefix (BrowserQueryBar *bar);

/* Returns the pages of the rows that are to be shown. (transfer full) The columns are those of `scan`.
 * If an entry isn't valid it is marked, and the error says why. */
HBasePageIterator *browser_query_bar_make_pages (BrowserQueryBar *bar,
                                                 HBaseConnection *connection,
                                                 const char *table,
                                                 HBaseScan *scan,
                                                 guint page_size,
                                                 GError **error);

G_END_DECLS
