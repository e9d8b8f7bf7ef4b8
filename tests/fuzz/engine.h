/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"

/* An engine in memory whose clock stands still, with a table “t”: families f (three versions) and g (one),
 * and some rows. */
HBaseLocalService *engine_new (void);

/* Executes the call, and reads the reply as a client would. Returns NULL if the bytes don't begin with a
 * call; otherwise sets `*length` to the length of the call. */
HBaseBlock *
engine_call (HBaseLocalClient *client, HBaseWireProtocol protocol, HBaseSlice bytes, gsize *length);
