/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The busy flag of an object that makes one call at a time. While it is acquired, a second call from any
 * thread fails with G_IO_ERROR_PENDING. */

typedef gint HBaseBusyFlag;

static inline gboolean
hbase_busy_flag_acquire (HBaseBusyFlag *flag, const char *what, GError **error)
{
  if (g_atomic_int_compare_and_exchange (flag, 0, 1))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PENDING, "this %s is busy with another call: wait for its end",
               what);
  return FALSE;
}

static inline void
hbase_busy_flag_release (HBaseBusyFlag *flag)
{
  g_atomic_int_set (flag, 0);
}
