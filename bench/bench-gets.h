/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns the number of the row that the i-th get reads: rows follow each other in no order. */
static inline guint
gets_choose_row (guint i, guint n_rows)
{
  return (guint) ((guint64) i * 7919 % n_rows);
}

/* ---- raw sockets: bench-gets-raw.c ---- */

/* Reads rows of SCAN_PLAIN_TABLE through `n_connections` to a framed gateway of the binary protocol, by this
 * thread, with one get in flight on each. */
void gets_raw (guint port, guint n_gets, guint n_rows, guint n_connections);
