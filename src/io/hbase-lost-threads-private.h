/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* In a process that was forked, has GLib start the threads that resolve names and make handshakes of TLS.
 * They are there for what is begun at once: it must precede each lookup and each handshake. */
void hbase_replace_lost_threads (void);
