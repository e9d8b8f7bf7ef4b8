/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Does the same as g_malloc0(), for what each call allocates: glibc's calloc() never takes a block from the
 * thread's cache, to which free() returns it. */
static inline gpointer
hbase_malloc0 (gsize size)
{
  return memset (g_malloc (size), 0, size);
}
