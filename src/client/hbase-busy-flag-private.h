/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Whose turn it is: an object that takes one call at a time answers a second one with PENDING, from whatever
 * thread. */

typedef gint HBaseBusyFlag;

static inline gboolean
hbase_busy_flag_acquire (HBaseBusyFlag *turn, const char *what, GError **error)
{
  if (g_atomic_int_compare_and_exchange (turn, 0, 1))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PENDING, "this %s is busy with another call: wait for its end",
               what);
  return FALSE;
}

static inline void
hbase_busy_flag_release (HBaseBusyFlag *turn)
{
  g_atomic_int_set (turn, 0);
}
