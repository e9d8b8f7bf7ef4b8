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
  char *path;                   /* of HTTP, encoded, "/…"; else NULL */
  char *do_as;                  /* the user for whom a gateway in HTTP mode acts; NULL: none */
  GPtrArray *gateways;          /* GSocketConnectable, in the URI's order */
  char *directory;              /* of a local one; NULL: in memory */
  gboolean must_exist;          /* that directory's database */
  gboolean is_strict;           /* fidelity=strict, of a local one */
  HBaseWireProtocol protocol;   /* in which requests are encoded; that of gateways, unless … */
  gboolean framed;              /* unless … */
  gboolean is_protocol_unknown; /* protocol=auto: … the connector finds it out */
  gboolean is_framing_unknown;  /* framing=auto, likewise */
  HBaseUri *admin;              /* unframed gateways, for requests that framed ones corrupt; NULL: none */
};

/* Returns a URI of one of the gateways, with the protocol and framing of all; its text ends before the
 * options: "thrift://host:port/". */
HBaseUri *hbase_uri_new_of_gateway (const HBaseUri *uri, guint i);
/* Returns the same for the first gateway by another transport, or NULL if it can't have that. */
HBaseUri *hbase_uri_new_with_transport (const HBaseUri *uri, HBaseTransportKind transport);
/* Returns the options of the URI's transport, as in a URI: "ca=…&do-as=…"; "" if there are none. */
char *hbase_uri_dup_transport_options (const HBaseUri *uri);
static inline gboolean
hbase_uri_is_http (const HBaseUri *uri)
{
  return uri->transport == HBASE_TRANSPORT_HTTP || uri->transport == HBASE_TRANSPORT_HTTPS;
}
HBaseUri *hbase_uri_parse (const char *text, GError **error);
void hbase_uri_unref (HBaseUri *uri);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseUri, hbase_uri_unref)
