/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file reads the certificates that a URI names, and explains the failures of TLS. */

#include "config.h"

#include "hbase-tls-private.h"

#include <string.h>

#include "hbase-error-private.h"

/* ---- files ---- */

static gboolean
file_failed (const char *option, const char *file, const GError *problem, GError **error)
{
  return hbase_error_set (error, HBASE_ERROR_INVALID_URI, "the URI's %s=%s isn't usable: %s", option, file,
                          problem->message);
}

static gboolean
load_database (HBaseTlsCredentials *credentials, const char *file, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (file == NULL)
    return TRUE;
  credentials->database = g_tls_file_database_new (file, &problem);
  return credentials->database != NULL || file_failed ("ca", file, problem, error);
}

/* A file of PKCS #12, which has the key, too, and mostly a password. */
static gboolean
is_pkcs12 (const char *file)
{
  return g_str_has_suffix (file, ".p12") || g_str_has_suffix (file, ".pfx");
}

/* Without key= the key is in the certificate's file. */
static GTlsCertificate *
read_certificate (const HBaseTlsFiles *files, GError **problem)
{
  const char *password = g_getenv ("HBASE_TLS_PASSWORD");

  if (files->key != NULL)
    return g_tls_certificate_new_from_files (files->certificate, files->key, problem);
  if (password != NULL && is_pkcs12 (files->certificate))
    return g_tls_certificate_new_from_file_with_password (files->certificate, password, problem);
  return g_tls_certificate_new_from_file (files->certificate, problem);
}

/* TLS would leave a certificate out whose key it doesn't have. */
static gboolean
check_key (const char *file, GError **error)
{
  g_autofree char *text = NULL;

  if (is_pkcs12 (file) || !g_file_get_contents (file, &text, NULL, NULL)
      || strstr (text, "PRIVATE KEY-----") != NULL)
    return TRUE;
  return hbase_error_set (error, HBASE_ERROR_INVALID_URI,
                          "the URI's cert=%s has no private key: name the file that has it with key=", file);
}

static gboolean
load_certificate (HBaseTlsCredentials *credentials, const HBaseTlsFiles *files, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (files->certificate == NULL)
    return TRUE;
  credentials->certificate = read_certificate (files, &problem);
  if (credentials->certificate != NULL)
    return files->key != NULL || check_key (files->certificate, error);
  if (g_error_matches (problem, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE_PASSWORD))
    return hbase_error_set (error, HBASE_ERROR_INVALID_URI,
                            "the URI's cert=%s needs its password in the environment variable "
                            "HBASE_TLS_PASSWORD: %s",
                            files->certificate, problem->message);
  return file_failed (files->key != NULL ? "cert= or key" : "cert", files->certificate, problem, error);
}

gboolean
hbase_tls_credentials_load (HBaseTlsCredentials *credentials, const HBaseTlsFiles *files, GError **error)
{
  *credentials = (HBaseTlsCredentials){ NULL, NULL };
  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                            "GIO has no TLS on this system: install glib-networking");
  if (load_database (credentials, files->ca, error) && load_certificate (credentials, files, error))
    return TRUE;
  hbase_tls_credentials_clear (credentials);
  return FALSE;
}

void
hbase_tls_credentials_clear (HBaseTlsCredentials *credentials)
{
  g_clear_object (&credentials->database);
  g_clear_object (&credentials->certificate);
}

/* ---- failures ---- */

static char *
describe_unknown_authority (const HBaseTlsFiles *files)
{
  if (files->ca == NULL)
    return g_strdup (
        "its certificate is signed by no certificate authority that this system trusts: add ca=/path.pem, a "
        "file with the certificate of its authority, to the URI");
  return g_strdup_printf ("its certificate isn't signed by an authority in %s: name the right one with ca=",
                          files->ca);
}

static char *
describe_identity (GSocketConnectable *gateway)
{
  return g_strdup_printf (
      "its certificate isn't made out for “%s”: connect by a name that is in the certificate",
      G_IS_NETWORK_ADDRESS (gateway) ? g_network_address_get_hostname (G_NETWORK_ADDRESS (gateway))
                                     : "this host");
}

/* Says the first thing that the gateway's administrator or the user can change. */
static char *
describe_refusal (GTlsCertificateFlags flags, GSocketConnectable *gateway, const HBaseTlsFiles *files)
{
  if (flags & G_TLS_CERTIFICATE_EXPIRED)
    return g_strdup (
        "its certificate has expired: the gateway needs a new one, or this machine's clock is wrong");
  if (flags & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    return g_strdup ("its certificate isn't valid yet: this machine's clock may be wrong");
  if (flags & G_TLS_CERTIFICATE_REVOKED)
    return g_strdup ("its certificate was revoked: the gateway needs a new one");
  if (flags & G_TLS_CERTIFICATE_UNKNOWN_CA)
    return describe_unknown_authority (files);
  if (flags & G_TLS_CERTIFICATE_BAD_IDENTITY)
    return describe_identity (gateway);
  if (flags & G_TLS_CERTIFICATE_INSECURE)
    return g_strdup ("its certificate has an insecure algorithm: the gateway needs a new one");
  return g_strdup ("its certificate isn't valid");
}

static GError *
make_error (GError *failure, HBaseError code, const char *text)
{
  GError *error = NULL;

  hbase_error_set (&error, code, "%s", text);
  g_error_free (failure);
  return error;
}

static GError *
explain_demand (GError *failure, const HBaseTlsFiles *files)
{
  return make_error (failure, HBASE_ERROR_UNAUTHENTICATED,
                     files->certificate == NULL
                         ? "it requires a certificate of the client: add cert=/path.pem&key=/path.pem"
                         : "it doesn't accept the client's certificate, that of cert=");
}

/* Numbers of DTLS are greater than those of TLS. */
GError *
hbase_tls_check_version (GTlsConnection *connection)
{
  GError *error = NULL;

  if (g_tls_connection_get_protocol_version (connection) < G_TLS_PROTOCOL_VERSION_TLS_1_2)
    hbase_error_set (
        &error, HBASE_ERROR_UNTRUSTED,
        "it speaks no later version of TLS than 1.1, which isn't secure: the gateway needs TLS 1.2 "
        "or 1.3");
  return error;
}

/* Not every server sends a reason before it closes. */
GError *
hbase_tls_explain_loss (GError *failure, const HBaseTlsFiles *files)
{
  if (g_error_matches (failure, G_TLS_ERROR, G_TLS_ERROR_CERTIFICATE_REQUIRED))
    return explain_demand (failure, files);
  if (failure->domain == G_TLS_ERROR && files->certificate == NULL)
    g_prefix_error (&failure, "maybe it requires a certificate of the client (cert=): ");
  return failure;
}

GError *
hbase_tls_explain_handshake (GError *failure,
                             GTlsCertificateFlags flags,
                             GSocketConnectable *gateway,
                             const HBaseTlsFiles *files)
{
  g_autofree char *text = NULL;

  if (failure->domain != G_TLS_ERROR)
    return failure;
  if (failure->code == G_TLS_ERROR_CERTIFICATE_REQUIRED)
    return explain_demand (failure, files);
  if (failure->code == G_TLS_ERROR_NOT_TLS)
    return make_error (
        failure, HBASE_ERROR_PROTOCOL,
        "it doesn't speak TLS: try thrift:// instead of thrifts://, or http:// instead of https://");
  if (failure->code != G_TLS_ERROR_BAD_CERTIFICATE)
    {
      text = g_strdup_printf ("%s; does it speak TLS?", failure->message);
      return make_error (failure, HBASE_ERROR_UNREACHABLE, text);
    }
  text = describe_refusal (flags, gateway, files);
  return make_error (failure, HBASE_ERROR_UNTRUSTED, text);
}
