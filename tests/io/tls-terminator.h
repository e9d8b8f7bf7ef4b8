/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* A terminator of TLS in front of a mock gateway: it listens on a loopback port, decrypts what comes, and
 * passes it on. It runs in threads of this process. */

typedef struct _TlsTerminator TlsTerminator;

/* `certificate`: a file of tests/io/certificates, with its key. `wants_client`: clients must show a
 * certificate of that folder's authority.pem. */
TlsTerminator *tls_terminator_new (guint16 gateway_port, const char *certificate, gboolean wants_client);
void tls_terminator_free (TlsTerminator *terminator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlsTerminator, tls_terminator_free)

guint16 tls_terminator_get_port (TlsTerminator *terminator);
/* Returns "thrifts://host:port/", with ca= if `authority` is the name of a file. */
char *tls_terminator_dup_uri (TlsTerminator *terminator, const char *host, const char *authority);
/* After so many encrypted bytes more to clients, the connection is cut. */
void tls_terminator_cut_after (TlsTerminator *terminator, gint n_bytes);
/* Returns how many connections were cut. */
gint tls_terminator_get_cuts (TlsTerminator *terminator);
/* Returns the path of a file in tests/io/certificates. */
char *tls_certificate_path (const char *name);
/* In place of the authorities of the system, where there may be none, of which GIO warns. */
void tls_trust_other_authority (void);
