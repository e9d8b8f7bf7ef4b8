/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-uri-private.h"

/* The files of a URI that TLS needs, read; and what is wrong with a gateway's certificate, in words. */

typedef struct {
  GTlsDatabase *database;       /* NULL: the system's */
  GTlsCertificate *certificate; /* NULL: none */
} HBaseTlsCredentials;

/* Fails with UNSUPPORTED if GIO has no TLS, or with INVALID_URI if a file of the URI can't be read. */
gboolean
hbase_tls_credentials_load (HBaseTlsCredentials *credentials, const HBaseTlsFiles *files, GError **error);
void hbase_tls_credentials_clear (HBaseTlsCredentials *credentials);

/* Both take a failure and return the error to report (transfer full), which says what to do where that is
 * known. */

/* `flags`: why the gateway's certificate was refused, 0 if it wasn't. */
GError *hbase_tls_explain_handshake (GError *failure,
                                     GTlsCertificateFlags flags,
                                     GSocketConnectable *gateway,
                                     const HBaseTlsFiles *files);
/* Returns NULL, or the error of a connection whose version of TLS isn't secure: GIO accepts 1.0 and 1.1,
 * which RFC 8996 forbids, where the system's settings do. */
GError *hbase_tls_check_version (GTlsConnection *connection);
/* After the handshake, before the gateway has sent anything: one of TLS 1.3 refuses the client then. */
GError *hbase_tls_explain_loss (GError *failure, const HBaseTlsFiles *files);
