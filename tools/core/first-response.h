/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* A gateway that accepts connections but never responds, or closes each of them, keeps a call waiting until
 * its timeout, by default a minute. Therefore a message is printed when no response was received for a few
 * seconds. */

/* Starts to watch the connection, in a thread. */
void first_response_watch (HBaseConnection *connection);
/* Must be called before the connection is released. */
void first_response_stop (void);
