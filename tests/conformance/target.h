/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-pool-private.h"

/* The service that calls are sent to: the embedded engine or a gateway, as the URI says. */

typedef struct {
  HBasePool *pool;
  HBaseWireProtocol protocol;
} Target;

Target *target_open (const char *uri);
void target_close (Target *target);
/* Returns the response: a result or an exception. No response ends the test. Takes the arguments. */
HBaseBlock *target_ask (Target *target, const HBaseWireMethod *method, GBytes *arguments);
