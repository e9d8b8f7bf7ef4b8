/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the engine takes from outside; tests have their own. */
typedef struct {
  gint64 (*now) (gpointer data);   /* ms since 1970 */
  gint64 (*ticks) (gpointer data); /* µs of a clock that only goes forward */
  gpointer data;
  guint32 (*random) (gpointer data); /* scanner ids: nobody can predict them; NULL: as it was */
} HBaseLocalClock;
