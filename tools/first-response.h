/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-glib.h"

/* A gateway that accepts connections and sends nothing keeps a call waiting until its time is over, a minute by
 * default: so the user is told what may be wrong when a request has been out for a few seconds. */

/* From now on, in a thread of its own. */
void first_response_watch (HBaseConnection *connection);
/* Before the connection is given up. */
void first_response_stop (void);
