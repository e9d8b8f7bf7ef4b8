/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The time and random numbers of the engine; tests supply their own. */
typedef struct {
  gint64 (*now) (gpointer data);   /* ms since 1970 */
  gint64 (*ticks) (gpointer data); /* µs of a monotonic clock */
  gpointer data;
  guint32 (*random) (gpointer data); /* scanner ids, unpredictable; NULL: the default generator */
} HBaseLocalClock;
