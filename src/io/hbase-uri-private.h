/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-wire-types-private.h"

/* A connection's URI, parsed; immutable, refcounted. */

typedef enum {
  /* thrift://host[:port][,host2[:port2]…]/?protocol=…&framing=…, thrifts://…, thrift+unix:///path;
   * http://host[:port][,…]/path, https://… */
  HBASE_URI_SOCKETS,
  /* local:///directory, local::memory: */
  HBASE_URI_LOCAL,
} HBaseUriKind;

/* How bytes get to a gateway. */
typedef enum {
  HBASE_TRANSPORT_SOCKET, /* thrift://, thrift+unix:// */
  HBASE_TRANSPORT_TLS,    /* thrifts:// */
  HBASE_TRANSPORT_HTTP,   /* http:// */
  HBASE_TRANSPORT_HTTPS,  /* https:// */
} HBaseTransportKind;

/* PEM files; NULL: the system's certificate authorities, no certificate of the client's. */
typedef struct {
  char *ca, *certificate, *key;
} HBaseTlsFiles;

typedef struct _HBaseUri HBaseUri;

struct _HBaseUri {
  char *text;
  HBaseUriKind kind;
  HBaseTransportKind transport;
  guint16 default_port;
  HBaseTlsFiles tls;
  char *path;          /* of HTTP, encoded, "/…"; else NULL */
  char *do_as;         /* the user for whom a gateway in HTTP mode acts; NULL: none */
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
