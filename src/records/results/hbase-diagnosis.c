/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements HBaseDiagnosis, which says what there is at an address, and HBaseServiceKind. */

#include "config.h"

#include "hbase-diagnosis-private.h"
#include "hbase-ref-counted-private.h"

G_DEFINE_ENUM_TYPE (HBaseServiceKind,
                    hbase_service_kind,
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_SILENT, "silent"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_UNKNOWN, "unknown"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_THRIFT2, "thrift2"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_THRIFT1, "thrift1"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_THRIFT_HTTP, "thrift-http"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_HTTP, "http"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_TLS, "tls"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_SASL, "sasl"),
                    G_DEFINE_ENUM_VALUE (HBASE_SERVICE_KIND_SPNEGO, "spnego"))

/**
 * HBaseDiagnosis:
 *
 * Says what there is at the address of a gateway, and which URI would work.
 *
 * [method@HBase.Connection.diagnose] makes diagnoses. They are immutable.
 */

static void
free_diagnosis (HBaseDiagnosis *diagnosis)
{
  g_free (diagnosis->gateway);
  g_free (diagnosis->uri);
  g_free (diagnosis->format);
  g_free (diagnosis->reason);
  g_free (diagnosis);
}

HBASE_DEFINE_REF_COUNTED (HBaseDiagnosis, hbase_diagnosis, free_diagnosis)

HBaseDiagnosis *
hbase_diagnosis_new (const HBaseDiagnosisTarget *target)
{
  HBaseDiagnosis *diagnosis = g_new0 (HBaseDiagnosis, 1);

  g_atomic_ref_count_init (&diagnosis->ref_count);
  diagnosis->gateway = g_strdup (target->gateway);
  diagnosis->is_local = target->is_local;
  diagnosis->is_http = target->is_http;
  diagnosis->round_trip_us = -1;
  diagnosis->shows_reason = *target->over != '\0';
  return diagnosis;
}

static char *
make_uri (const HBaseDiagnosisTarget *target, const char *protocol, gboolean framed)
{
  gboolean has_options = *target->options != '\0';

  if (target->is_local)
    return g_strdup (target->address);
  if (target->is_http)
    return g_strconcat (target->address, has_options ? "?" : "", target->options, NULL);
  return g_strdup_printf ("%s?protocol=%s&framing=%s%s%s", target->address, protocol,
                          framed ? "framed" : "none", has_options ? "&" : "", target->options);
}

void
hbase_diagnosis_set_format (HBaseDiagnosis *diagnosis,
                            const HBaseDiagnosisTarget *target,
                            HBaseWireProtocol protocol,
                            gboolean framed)
{
  const char *name = protocol == HBASE_WIRE_PROTOCOL_COMPACT ? "compact" : "binary";
  gboolean is_format = target->is_http
                       || ((target->any_protocol || protocol == target->protocol)
                           && (target->any_framing || framed == target->framed));

  diagnosis->framed = framed;
  diagnosis->fits_uri = target->is_local || (!target->is_other && is_format);
  diagnosis->format = g_strdup_printf ("%s protocol%s%s", name,
                                       target->is_http ? ""
                                       : framed        ? ", framed"
                                                       : ", not framed",
                                       target->over);
  diagnosis->uri = make_uri (target, name, framed);
}

void
hbase_diagnosis_set_unusable (HBaseDiagnosis *diagnosis, HBaseServiceKind kind)
{
  diagnosis->kind = kind;
  diagnosis->fits_uri = FALSE;
  g_clear_pointer (&diagnosis->uri, g_free);
}

/**
 * hbase_diagnosis_ref: (skip)
 * @diagnosis: a diagnosis
 *
 * Acquires a reference.
 *
 * Returns: (transfer full): the diagnosis
 */

/**
 * hbase_diagnosis_unref: (skip)
 * @diagnosis: (transfer full): a diagnosis
 *
 * Releases a reference; the diagnosis is freed with the last reference.
 */

/**
 * hbase_diagnosis_get_gateway:
 * @diagnosis: a diagnosis
 *
 * Returns which address it is about.
 *
 * Returns: (transfer none): `host:port`, the path of a Unix domain socket, or words for the embedded engine
 */
const char *
hbase_diagnosis_get_gateway (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, NULL);

  return diagnosis->gateway;
}

/**
 * hbase_diagnosis_get_kind:
 * @diagnosis: a diagnosis
 *
 * Returns what there is at the address.
 *
 * Returns: the kind of service
 */
HBaseServiceKind
hbase_diagnosis_get_kind (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, HBASE_SERVICE_KIND_NONE);

  return diagnosis->kind;
}

/**
 * hbase_diagnosis_fits_uri:
 * @diagnosis: a diagnosis
 *
 * Returns whether the connection's URI works for this gateway: it is a Thrift2 gateway with the protocol and
 * framing of the URI. HBase behind the gateway may be down nevertheless, see
 * [method@HBase.Diagnosis.get_reason].
 *
 * Returns: %TRUE if the URI is right
 */
gboolean
hbase_diagnosis_fits_uri (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, FALSE);

  return diagnosis->fits_uri;
}

/**
 * hbase_diagnosis_get_uri:
 * @diagnosis: a diagnosis
 *
 * Returns a URI for this gateway that works.
 *
 * Returns: (nullable) (transfer none): the URI, with the gateway's protocol and framing; %NULL if there is no
 *   service that the library can use
 */
const char *
hbase_diagnosis_get_uri (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, NULL);

  return diagnosis->uri;
}

/**
 * hbase_diagnosis_get_version:
 * @diagnosis: a diagnosis
 *
 * Returns which versions of HBase the gateway may be of. Gateways don't say it; it follows from the calls
 * that they have.
 *
 * Returns: (nullable) (transfer none): a phrase, such as `2.4 or newer`; %NULL if it isn't known
 */
const char *
hbase_diagnosis_get_version (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, NULL);

  return diagnosis->version;
}

/**
 * hbase_diagnosis_is_read_only:
 * @diagnosis: a diagnosis
 *
 * Returns whether it is a Thrift2 gateway that was started read-only: writes fail with
 * %HBASE_ERROR_READ_ONLY there.
 *
 * Returns: %TRUE if writes fail
 */
gboolean
hbase_diagnosis_is_read_only (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, FALSE);

  return diagnosis->read_only;
}

/**
 * hbase_diagnosis_get_round_trip_time:
 * @diagnosis: a diagnosis
 *
 * Returns the shortest time from a request to its response that was measured.
 *
 * Returns: the time in microseconds; −1 if there was no valid response
 */
gint64
hbase_diagnosis_get_round_trip_time (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, -1);

  return diagnosis->round_trip_us;
}

/**
 * hbase_diagnosis_get_reason:
 * @diagnosis: a diagnosis
 *
 * Returns the error that was met: why no connection could be made, what came instead of a response, or why
 * HBase behind a gateway doesn't respond.
 *
 * Returns: (nullable) (transfer none): the message, of one line; %NULL if there was no error
 */
const char *
hbase_diagnosis_get_reason (HBaseDiagnosis *diagnosis)
{
  g_return_val_if_fail (diagnosis != NULL, NULL);

  return diagnosis->reason;
}

/* ---- text ---- */

/* What there is, as the rest of a sentence that begins with the gateway, and what to do; by kind. */
static const char *const sentences[] = {
  [HBASE_SERVICE_KIND_NONE]
  = "can't be connected to. Start a gateway there (`hbase thrift2 start`), or correct "
    "the host and the port, which is 9090 by default.",
  [HBASE_SERVICE_KIND_SILENT]
  = "accepts connections, but sends nothing. All threads of the gateway may be in use "
    "(hbase.thrift.maxWorkerThreads, one for each connection), it may have stopped, or the service is none "
    "that answers to Thrift, HTTP or TLS.",
  [HBASE_SERVICE_KIND_UNKNOWN]
  = "isn't a Thrift gateway: it closes connections, or sends something else. Correct the port, which is 9090 "
    "by default; if it is right, the log of the gateway has the reason.",
  [HBASE_SERVICE_KIND_THRIFT1] = "is a gateway of HBase's older service, Thrift1. Start a Thrift2 gateway "
                                 "(`hbase thrift2 start`); it may run beside this one, on another port.",
  [HBASE_SERVICE_KIND_THRIFT_HTTP] = "speaks HTTP as a gateway in HTTP mode does, but doesn't answer calls.",
  [HBASE_SERVICE_KIND_HTTP] = "is an HTTP server, not a gateway. A gateway's web interface has port 9095 by "
                              "default, the gateway itself "
                              "9090.",
  [HBASE_SERVICE_KIND_TLS]
  = "begins with TLS. A gateway in HTTP mode (hbase.thrift.ssl.enabled) has a URI https://host:port/, one "
    "after "
    "a terminator of TLS thrifts://host:port/; ca=/path.pem names the authority of its certificate, if the "
    "system doesn't know it.",
  [HBASE_SERVICE_KIND_SASL]
  = "requires Kerberos by SASL (hbase.thrift.security.qop is set), which this version of the library doesn't "
    "support.",
  [HBASE_SERVICE_KIND_SPNEGO] = "requires Kerberos by SPNEGO, as gateways in HTTP mode do where "
                                "hbase.security.authentication is kerberos. "
                                "This version of the library doesn't support that.",
};

static const char *
get_sentence (const HBaseDiagnosis *diagnosis)
{
  /* The type of what an HTTP server sends isn't known then. */
  if (diagnosis->kind == HBASE_SERVICE_KIND_THRIFT_HTTP && diagnosis->is_http)
    return "may be a gateway in HTTP mode that refuses calls, or another HTTP server. Check the port and the "
           "path of the URI; of a gateway, its log has the reason.";
  if (diagnosis->kind != HBASE_SERVICE_KIND_NONE)
    return sentences[diagnosis->kind];
  if (diagnosis->is_local)
    return "can't be used.";
  if (g_path_is_absolute (diagnosis->gateway))
    return "can't be connected to. Start a server at this socket (`hbase-glib serve`), or correct the path.";
  return sentences[HBASE_SERVICE_KIND_NONE];
}

static void
append_format (const HBaseDiagnosis *diagnosis, GString *text)
{
  if (diagnosis->kind != HBASE_SERVICE_KIND_THRIFT2)
    return;
  if (diagnosis->is_local)
    g_string_append (text, "executes calls.");
  else if (diagnosis->version != NULL)
    g_string_append_printf (text, "is a Thrift2 gateway of HBase %s: %s.", diagnosis->version,
                            diagnosis->format);
  else
    g_string_append_printf (text, "is a Thrift2 gateway: %s.", diagnosis->format);
  if (diagnosis->fits_uri)
    g_string_append (text, " The URI is right.");
  else
    g_string_append_printf (text, " The URI says something else: write %s", diagnosis->uri);
}

static void
append_findings (const HBaseDiagnosis *diagnosis, GString *text)
{
  if (diagnosis->read_only)
    g_string_append (text, "\nIt is read-only: writes fail.");
  if (diagnosis->kind == HBASE_SERVICE_KIND_THRIFT2 && diagnosis->framed)
    g_string_append (text,
                     "\nFramed gateways execute some calls wrong: to create tables with split keys, add "
                     "an unframed one to the URI, &admin=host:port.");
  if (diagnosis->round_trip_us >= 0)
    g_string_append_printf (text, "\nA round trip took %.3f ms.", (double) diagnosis->round_trip_us / 1000);
  /* The reasons of the other kinds only show how they were recognised. */
  if (diagnosis->reason != NULL && (diagnosis->kind <= HBASE_SERVICE_KIND_THRIFT2 || diagnosis->shows_reason))
    g_string_append_printf (text, "\n%s: %s",
                            diagnosis->kind == HBASE_SERVICE_KIND_THRIFT2 && !diagnosis->is_local
                                ? "HBase behind the gateway doesn't respond as it should"
                                : "The error was",
                            diagnosis->reason);
}

/**
 * hbase_diagnosis_to_string:
 * @diagnosis: a diagnosis
 *
 * Describes the diagnosis in sentences: what there is, what is wrong, and what to do.
 *
 * Returns: (transfer full): the text, of one or more lines, without a line feed at its end
 */
char *
hbase_diagnosis_to_string (HBaseDiagnosis *diagnosis)
{
  const char *sentence;
  GString *text;

  g_return_val_if_fail (diagnosis != NULL, NULL);

  sentence = get_sentence (diagnosis);
  text = g_string_new (diagnosis->gateway);
  g_string_append_c (text, ' ');
  if (sentence != NULL)
    g_string_append (text, sentence);
  append_format (diagnosis, text);
  append_findings (diagnosis, text);
  return g_string_free (text, FALSE);
}
