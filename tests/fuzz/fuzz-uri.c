/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-uri-private.h"

/* The URI of a connection. */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autofree char *text = fuzz_take_text (&input, '\0');
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (text, &error);

  fuzz_assert_error (uri != NULL, error);
  if (uri != NULL)
    fuzz_assert (uri->kind == HBASE_URI_LOCAL || uri->gateways->len > 0);
  return 0;
}
