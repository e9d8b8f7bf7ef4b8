/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* In a process that was forked, has GLib start the threads that resolve names and make handshakes of TLS.
 * They are there for what is begun at once: it must precede each lookup and each handshake, and each of them
 * must have been found possible. */
void hbase_replace_lost_threads (void);

/* FALSE: GLib needs a thread in order to connect to the host, and would wait for it without end. A local
 * socket has the host NULL. */
gboolean hbase_can_connect (const char *host, gboolean with_tls, GError **error);

/* FALSE: a thread resolves the host's name. */
gboolean hbase_is_resolved_at_once (const char *host);
