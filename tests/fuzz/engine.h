/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"

/* An engine in memory whose clock stands, with a table “t”: families f (three versions) and g (one), and some
 * rows. */
HBaseLocalService *engine_new (void);

/* Has the call answered and reads the reply as a client would. NULL: the bytes begin with no call. `*length`:
 * how many of them were the call. */
HBaseBlock *
engine_call (HBaseLocalClient *client, HBaseWireProtocol protocol, HBaseSlice bytes, gsize *length);
