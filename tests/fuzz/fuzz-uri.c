/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-uri-private.h"

/* The URI of a connection, and those that the library makes of it: of one of its gateways, by each transport,
 * with the options of the transport. */

static void
check_gateway (const HBaseUri *uri, guint i)
{
  g_autoptr (HBaseUri) gateway = hbase_uri_new_of_gateway (uri, i);
  g_autofree char *options = hbase_uri_dup_transport_options (gateway);

  fuzz_assert (g_utf8_validate (options, -1, NULL));
  fuzz_assert (gateway->gateways->len == 1);
}

static void
check_transports (const HBaseUri *uri)
{
  for (HBaseTransportKind kind = HBASE_TRANSPORT_SOCKET; kind <= HBASE_TRANSPORT_HTTPS; kind++)
    {
      g_autoptr (HBaseUri) other = hbase_uri_new_with_transport (uri, kind);

      fuzz_assert (other == NULL || hbase_uri_is_http (other) == (other->path != NULL));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autofree char *text = fuzz_take_text (&input, '\0');
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (text, &error);

  fuzz_assert_error (uri != NULL, error);
  if (uri == NULL || uri->kind == HBASE_URI_LOCAL)
    return 0;
  fuzz_assert (uri->gateways->len > 0);
  for (guint i = 0; i < uri->gateways->len; i++)
    check_gateway (uri, i);
  check_transports (uri);
  return 0;
}
