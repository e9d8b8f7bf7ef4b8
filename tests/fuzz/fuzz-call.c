/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "engine.h"
#include "fuzz.h"

/* A byte that chooses the protocol, then calls to the engine: each must get a reply that its method
 * allows. */

#define CALLS_MAX 64

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  HBaseWireProtocol protocol
      = fuzz_take_byte (&input) & 1 ? HBASE_WIRE_PROTOCOL_COMPACT : HBASE_WIRE_PROTOCOL_BINARY;
  g_autoptr (HBaseLocalService) service = engine_new ();
  HBaseLocalClient *client = hbase_local_client_new (service);

  for (guint i = 0; i < CALLS_MAX; i++)
    {
      gsize length = 0;
      g_autoptr (HBaseBlock) reply = engine_call (client, protocol, input, &length);

      if (reply == NULL)
        break;
      input = hbase_slice (input.data + length, input.length - length);
    }
  hbase_local_client_free (client);
  return 0;
}
