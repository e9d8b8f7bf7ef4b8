/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What a process must know of forks; it may be the child of a fork. */

/* Returns how often this process was forked since it first used the library, or had threads of GLib's pools:
 * objects made under another count belong to a parent. */
gint hbase_get_forks (void);

/* TRUE: a pool of GLib's that needs another thread waits for it without end in this process. */
gboolean hbase_have_pools_lost_spawner (void);
