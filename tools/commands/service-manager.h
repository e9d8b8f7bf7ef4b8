/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The protocols by which a service manager, such as systemd, starts and watches a server. */

/* Sends a line such as READY=1 to the service manager; does nothing if there is none that waits for it. */
void service_manager_notify (const char *state);
/* Returns the number of listening sockets that the service manager has passed to this process, from
 * descriptor SERVICE_MANAGER_FIRST_SOCKET on. */
guint service_manager_count_sockets (void);
#define SERVICE_MANAGER_FIRST_SOCKET 3
