/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns a source by which whoever iterates another context iterates `inner`, too, with `inner` as the
 * thread-default context. The source's callback, a GSourceFunc, is called after each dispatch. */
GSource *hbase_context_source_new (GMainContext *inner);
/* Iterates `inner` as far as it goes without waiting. */
void hbase_context_iterate (GMainContext *inner);
