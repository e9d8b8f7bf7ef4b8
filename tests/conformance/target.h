/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-pool-private.h"

/* A service to ask: the embedded engine or a gateway, whatever the URI says. */

typedef struct {
  HBasePool *pool;
  HBaseWireProtocol protocol;
} Target;

Target *target_open (const char *uri);
void target_close (Target *target);
/* Whatever was answered: a result or an exception. No answer ends the test. Takes the arguments. */
HBaseBlock *target_ask (Target *target, const HBaseWireMethod *method, GBytes *arguments);
