/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-wire-types-private.h"

/* A connection's URI, parsed; immutable, refcounted. */

typedef enum {
  HBASE_URI_SOCKETS, /* thrift://host[:port][,host2[:port2]…]/?protocol=…&framing=…, thrift+unix:///path */
  HBASE_URI_LOCAL, /* local:///directory, local::memory: */
} HBaseUriKind;

typedef struct _HBaseUri HBaseUri;

struct _HBaseUri {
  char *text;
  HBaseUriKind kind;
  GPtrArray *gateways; /* GSocketConnectable, in the URI's order */
  char *directory;     /* of a local one; NULL: in memory */
  gboolean must_exist; /* that directory's database */
  HBaseWireProtocol protocol;
  gboolean framed;
  HBaseUri *admin; /* unframed gateways, for requests that framed ones corrupt; NULL: none */
};

/* Returns a URI of one of the gateways, with the protocol and framing of all; its text ends before the
 * options: "thrift://host:port/". */
HBaseUri *hbase_uri_new_of_gateway (const HBaseUri *uri, guint i);
HBaseUri *hbase_uri_parse (const char *text, GError **error);
void hbase_uri_unref (HBaseUri *uri);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseUri, hbase_uri_unref)
