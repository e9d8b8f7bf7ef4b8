/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the operation that finds out what there is at an address.
 *
 *  1. The first probe is sent alone: it is in the format that gateways have by default, and all gateways of
 *     other formats close the connection at once. If it isn't answered, or not soon, the other probes are
 *     sent together, each down a channel of its own: some of them make some servers wait for more, so that
 *     all end as soon as one shows what there is.
 *  2. A probe that fails costs its channel, since the peer may be in the middle of a message. After one that
 *     is answered the format is known, and all further requests have it.
 *  3. All requests are without effect: most read nothing but the gateway's own state; whether it is read-only
 *     shows in a deleteMultiple of no rows, of a table that needn't exist.
 *  4. What comes instead of a Thrift response is an error, whose details begin with the bytes that came.
 *  5. Nothing is repeated: at most five exchanges follow each other. */

#include "config.h"

#include "hbase-diagnose-operation-private.h"

#include <string.h>

#include "hbase-block-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-wire-writer-private.h"

/* No scanner has this id: gateways count from 0 on. */
#define NO_SCANNER G_MININT32
/* Needn't exist. */
#define ANY_TABLE "hbase-glib-diagnosis"
/* How long the first probe is alone. It isn't shorter because a gateway that is only slow gets the others,
 * too, and may read the first bytes of one as the length of a text. */
#define PATIENCE_MS 2000

/* The lanes: that of the first probe, those of the others, and one that only sleeps. */
enum {
  LANE_FIRST,
  LANE_HTTP,
  LANE_TLS,
  LANE_OTHERS,
  LANE_CLOCK = HBASE_DIAGNOSE_LANES - 1,
};

typedef struct {
  HBaseOperation parent;
  HBaseDiagnosisTarget target;
  char *gateway, *address, *options; /* the target's */
  HBaseDiagnosis *diagnosis;
  guint weight;      /* of the evidence so far */
  guint n_pending;   /* probes that haven't been answered */
  gboolean sent_all; /* probes, and not only the first one */
  gboolean found;    /* a Thrift service; the other probes don't count any more */
} DiagnoseOperation;

static HBaseNext probe_answered (HBaseOperation *operation, HBaseLane *lane);

/* ---- probes ---- */

/* A call of a service that isn't in the IDL: Thrift1 has it, and Thrift2 hasn't. */
static const HBaseWireField thrift1_fields[] = {
  [1] = { .name = "io", .type = HBASE_WIRE_STRUCT, .sub = &hbase_wire_t_io_error },
  [2] = { .name = "ia", .type = HBASE_WIRE_STRUCT, .sub = &hbase_wire_t_illegal_argument },
};
static const HBaseWireSchema thrift1_result
    = { .name = "scannerGet_result", .n_fields = G_N_ELEMENTS (thrift1_fields), .fields = thrift1_fields };
static const HBaseWireMethod thrift1_method
    = { .name = "scannerGet", .arguments = &thrift1_result, .result = &thrift1_result };

/* Asks which of HBase's two services it is. */
static void
send_probe (HBaseLane *lane, HBaseWireProtocol protocol, gboolean framed)
{
  hbase_lane_call (lane, HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE, hbase_wire_make_empty_struct (protocol),
                   probe_answered);
  lane->request.format = HBASE_FORMAT_GIVEN;
  lane->request.protocol = protocol;
  lane->request.framed = framed;
}

static void
send_raw (HBaseLane *lane, gconstpointer head, gsize head_length, gconstpointer body, gsize body_length)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, head, (guint) head_length);
  g_byte_array_append (bytes, body, (guint) body_length);
  hbase_lane_call (lane, HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE, g_byte_array_free_to_bytes (bytes),
                   probe_answered);
  lane->request.format = HBASE_FORMAT_RAW;
}

/* Sends the same call as a gateway in HTTP mode expects it. */
static void
send_http (HBaseLane *lane)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE];
  g_autoptr (GBytes) body = NULL;
  g_autofree char *head = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_write_message (&writer, hbase_slice_text (method->name), HBASE_WIRE_CALL, 1);
  hbase_wire_begin_struct (&writer);
  hbase_wire_end_struct (&writer);
  body = hbase_wire_writer_end (&writer);
  head = g_strdup_printf ("POST / HTTP/1.1\r\nHost: hbase\r\nContent-Type: application/x-thrift\r\n"
                          "Accept: application/x-thrift\r\nContent-Length: %" G_GSIZE_FORMAT
                          "\r\nConnection: close\r\n\r\n",
                          g_bytes_get_size (body));
  send_raw (lane, head, strlen (head), g_bytes_get_data (body, NULL), g_bytes_get_size (body));
}

/* Sends the hello of a TLS 1.2 client. Any server of TLS responds to it, if only by an alert. */
static void
send_tls_hello (HBaseLane *lane)
{
  /* clang-format off */
  static const guint8 hello[] = {
    /* a record, and in it the hello of a client, of TLS 1.2 */
    0x16, 3, 1, 0, 0x51, 1, 0, 0, 0x4d, 3, 3,
    /* 32 bytes that would have to be random, and no session */
    'h', 'b', 'a', 's', 'e', '-', 'g', 'l', 'i', 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
    /* four usual cipher suites, and no compression */
    0, 8, 0xc0, 0x2f, 0xc0, 0x2b, 0, 0x9c, 0, 0x2f, 1, 0,
    /* the extensions: groups, formats of points, signature algorithms */
    0, 0x1c, 0, 10, 0, 6, 0, 4, 0, 0x1d, 0, 0x17, 0, 11, 0, 2, 1, 0, 0, 13, 0, 8, 0, 6, 4, 3, 8, 4, 4, 1,
  };
  /* clang-format on */

  send_raw (lane, hello, sizeof hello, NULL, 0);
}

static HBaseNext
send_other_probes (DiagnoseOperation *self)
{
  HBaseLane *lanes = self->parent.lanes;

  send_http (&lanes[LANE_HTTP]);
  send_tls_hello (&lanes[LANE_TLS]);
  send_probe (&lanes[LANE_OTHERS], HBASE_WIRE_PROTOCOL_COMPACT, FALSE);
  send_probe (&lanes[LANE_OTHERS + 1], HBASE_WIRE_PROTOCOL_BINARY, TRUE);
  send_probe (&lanes[LANE_OTHERS + 2], HBASE_WIRE_PROTOCOL_COMPACT, TRUE);
  self->n_pending += LANE_CLOCK - LANE_HTTP;
  self->sent_all = TRUE;
  return HBASE_WAIT;
}

static HBaseNext
first_is_late (HBaseOperation *operation, HBaseLane *clock)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  return self->found || self->sent_all ? HBASE_WAIT : send_other_probes (self);
}

/* ---- evidence: what an error shows ---- */

static gboolean
begins_with (const char *details, const char *beginning)
{
  return details != NULL && g_str_has_prefix (details, beginning);
}

/* Whether the headers ask for a ticket of Kerberos. */
static gboolean
requires_kerberos (const char *details)
{
  g_autofree char *lower = g_ascii_strdown (details, -1);

  return strstr (lower, "www-authenticate: negotiate") != NULL;
}

/* Bytes are in printable escapes. A server of SASL refuses what it doesn't know by a status and a text. */
static HBaseServiceKind
kind_of_bytes (const char *details)
{
  if (begins_with (details, "HTTP/") && requires_kerberos (details))
    return HBASE_SERVICE_KIND_SPNEGO;
  if (begins_with (details, "HTTP/"))
    return strstr (details, "application/x-thrift") != NULL ? HBASE_SERVICE_KIND_THRIFT_HTTP
                                                            : HBASE_SERVICE_KIND_HTTP;
  if (begins_with (details, "\\x15\\x03") || begins_with (details, "\\x16\\x03"))
    return HBASE_SERVICE_KIND_TLS;
  if (begins_with (details, "\\x04\\x00\\x00\\x00") || begins_with (details, "\\x03\\x00\\x00\\x00"))
    return HBASE_SERVICE_KIND_SASL;
  return HBASE_SERVICE_KIND_UNKNOWN;
}

static gboolean
is_unconnected (const GError *error, gsize sent)
{
  switch ((HBaseError) error->code)
    {
    case HBASE_ERROR_UNREACHABLE:
    case HBASE_ERROR_PERMISSION_DENIED:
    case HBASE_ERROR_HOST_NOT_FOUND:
    case HBASE_ERROR_CONNECTION_REFUSED:
    case HBASE_ERROR_STORAGE:
    case HBASE_ERROR_UNSUPPORTED:
    case HBASE_ERROR_CLOSED:
      return TRUE;
    default:
      return error->code == HBASE_ERROR_TIMED_OUT && sent == 0;
    }
}

/* A server of HTTP sent a status that isn't that of a reply. */
static HBaseServiceKind
kind_of_http_error (const GError *error)
{
  switch ((HBaseError) error->code)
    {
    case HBASE_ERROR_PROTOCOL:
      return HBASE_SERVICE_KIND_HTTP;
    case HBASE_ERROR_UNAUTHENTICATED:
      return strstr (error->message, "Kerberos") != NULL ? HBASE_SERVICE_KIND_SPNEGO
                                                         : HBASE_SERVICE_KIND_THRIFT_HTTP;
    case HBASE_ERROR_ACCESS_DENIED:
    case HBASE_ERROR_REMOTE:
    case HBASE_ERROR_UNAVAILABLE:
      return HBASE_SERVICE_KIND_THRIFT_HTTP;
    default:
      return HBASE_SERVICE_KIND_UNKNOWN;
    }
}

static HBaseServiceKind
kind_of_error (const DiagnoseOperation *self, const GError *error, gsize sent)
{
  if (error->code == HBASE_ERROR_UNTRUSTED)
    return HBASE_SERVICE_KIND_TLS;
  if (is_unconnected (error, sent))
    return HBASE_SERVICE_KIND_NONE;
  if (error->code == HBASE_ERROR_TIMED_OUT)
    return HBASE_SERVICE_KIND_SILENT;
  if (sent > 0 && self->target.is_http)
    return kind_of_http_error (error);
  if (error->code == HBASE_ERROR_UNAUTHENTICATED)
    return HBASE_SERVICE_KIND_TLS;
  return error->code == HBASE_ERROR_PROTOCOL ? kind_of_bytes (hbase_error_get_details (error))
                                             : HBASE_SERVICE_KIND_UNKNOWN;
}

/* How much an error shows. What closes some connections and is silent on others understood the latter; any
 * bytes say more, and those of the known protocols most. */
static guint
get_weight (HBaseServiceKind kind, const GError *error)
{
  static const guint8 weights[] = {
    [HBASE_SERVICE_KIND_NONE] = 1, [HBASE_SERVICE_KIND_SILENT] = 3,      [HBASE_SERVICE_KIND_UNKNOWN] = 4,
    [HBASE_SERVICE_KIND_HTTP] = 5, [HBASE_SERVICE_KIND_THRIFT_HTTP] = 6, [HBASE_SERVICE_KIND_TLS] = 7,
    [HBASE_SERVICE_KIND_SASL] = 8, [HBASE_SERVICE_KIND_SPNEGO] = 8,
  };

  return error->code == HBASE_ERROR_CONNECTION_LOST ? 2 : weights[kind];
}

/* Keeps the error if it shows more than those before it. */
static void
add_evidence (DiagnoseOperation *self, const GError *error, gsize sent)
{
  HBaseDiagnosis *diagnosis = self->diagnosis;
  HBaseServiceKind kind = kind_of_error (self, error, sent);
  guint weight = get_weight (kind, error);

  if (weight <= self->weight)
    return;
  self->weight = weight;
  diagnosis->kind = kind;
  g_free (diagnosis->reason);
  diagnosis->reason = g_strdup (error->message);
}

/* ---- a Thrift service ---- */

static void
add_round_trip (DiagnoseOperation *self, const HBaseLane *lane)
{
  gint64 *shortest = &self->diagnosis->round_trip_us;

  if (*shortest < 0 || lane->exchange_us < *shortest)
    *shortest = lane->exchange_us;
}

/* Takes the response of a Thrift service. Returns FALSE if it doesn't have the call. Other errors are stored
 * as the reason; they end the operation. */
static gboolean
take_answer (DiagnoseOperation *self, HBaseLane *lane, HBaseBlock **block)
{
  gboolean was_answered = lane->block != NULL;
  gint32 exception = was_answered ? hbase_response_get_application_exception (lane->block) : 0;
  g_autoptr (GError) error = NULL;

  if (was_answered)
    add_round_trip (self, lane);
  if (hbase_lane_take_response (lane, block, &error))
    return TRUE;
  if (exception == HBASE_APPLICATION_UNKNOWN_METHOD)
    return FALSE;
  g_free (self->diagnosis->reason);
  self->diagnosis->reason = g_strdup (error->message);
  return TRUE;
}

static HBaseNext
send_in_format (HBaseLane *lane, const HBaseWireMethod *method, GBytes *arguments, HBaseStep next)
{
  HBaseRequest format = lane->request;

  hbase_lane_send (lane, method, arguments, 0, next);
  lane->request.format = HBASE_FORMAT_GIVEN;
  lane->request.protocol = format.protocol;
  lane->request.framed = format.framed;
  return HBASE_WAIT;
}

static HBaseNext
deletion_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;
  g_autoptr (GError) error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    self->diagnosis->read_only = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_READ_ONLY);
  return HBASE_DONE;
}

static HBaseNext
send_deletion (HBaseLane *lane)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, lane->request.protocol, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_DELETE_MULTIPLE_ARGS_TABLE, hbase_slice_text (ANY_TABLE));
  hbase_wire_write_list (&writer, HBASE_DELETE_MULTIPLE_ARGS_TDELETES, HBASE_WIRE_STRUCT, 0);
  hbase_wire_end_struct (&writer);
  return send_in_format (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_DELETE_MULTIPLE],
                         hbase_wire_writer_end (&writer), deletion_answered);
}

/* Goes on after the call that shows the version, unless HBase doesn't respond. */
static HBaseNext
version_is (DiagnoseOperation *self, HBaseLane *lane, const char *version)
{
  self->diagnosis->kind = HBASE_SERVICE_KIND_THRIFT2;
  self->diagnosis->version = version;
  return self->diagnosis->reason == NULL ? send_deletion (lane) : HBASE_DONE;
}

static HBaseNext
cluster_id_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  return version_is (self, lane, take_answer (self, lane, NULL) ? "2.4 or newer" : "2.3");
}

static HBaseNext
thrift1_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;
  gboolean has_call = take_answer (self, lane, NULL);

  g_clear_pointer (&self->diagnosis->reason, g_free);
  hbase_diagnosis_set_unusable (self->diagnosis,
                                has_call ? HBASE_SERVICE_KIND_THRIFT1 : HBASE_SERVICE_KIND_UNKNOWN);
  if (!has_call)
    self->diagnosis->reason = g_strdup ("it is a Thrift service, but none of HBase's");
  return HBASE_DONE;
}

static GBytes *
make_scanner_arguments (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 16);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, NO_SCANNER);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

/* All versions of Thrift2 report that there is no such scanner. */
static HBaseNext
scanner_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  if (!take_answer (self, lane, NULL))
    return send_in_format (lane, &thrift1_method, make_scanner_arguments (lane->request.protocol),
                           thrift1_answered);
  g_clear_pointer (&self->diagnosis->reason, g_free);
  return version_is (self, lane, "older than 2.2");
}

static HBaseNext
namespaces_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  if (take_answer (self, lane, NULL))
    return version_is (self, lane, "2.2");
  return send_in_format (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS],
                         make_scanner_arguments (lane->request.protocol), scanner_answered);
}

/* Returns whether the response says that it is Thrift1; FALSE if the generated code isn't installed. */
static gboolean
is_thrift1 (const HBaseBlock *block)
{
  g_autoptr (GObject) result = hbase_result_read (block, NULL);

  return result != NULL && hbase_result_get_number (result) == HBASE_T_THRIFT_SERVER_TYPE_ONE;
}

/* The lane has the response of a Thrift service to the first call. Versions before 2.3 don't have it. */
static HBaseNext
service_found (DiagnoseOperation *self, HBaseLane *lane)
{
  HBaseWireProtocol protocol = lane->request.protocol;
  g_autoptr (HBaseBlock) block = NULL;
  gboolean has_call;

  self->found = TRUE;
  self->parent.protocol = protocol;
  g_clear_pointer (&self->diagnosis->reason, g_free);
  self->diagnosis->kind = HBASE_SERVICE_KIND_THRIFT2;
  hbase_diagnosis_set_format (self->diagnosis, &self->target, protocol, lane->request.framed);
  has_call = take_answer (self, lane, &block);
  if (!has_call)
    return send_in_format (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_LIST_NAMESPACE_DESCRIPTORS],
                           hbase_wire_make_empty_struct (protocol), namespaces_answered);
  if (block != NULL && is_thrift1 (block))
    {
      hbase_diagnosis_set_unusable (self->diagnosis, HBASE_SERVICE_KIND_THRIFT1);
      return HBASE_DONE;
    }
  return send_in_format (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_CLUSTER_ID],
                         hbase_wire_make_empty_struct (protocol), cluster_id_answered);
}

/* ---- the steps ---- */

static gboolean
is_pending (const DiagnoseOperation *self, guint lane)
{
  return self->parent.lanes[lane].state != HBASE_LANE_IDLE;
}

/* Returns whether further answers can't say more. Servers of TLS may refuse what isn't TLS by HTTP, so that
 * HTTP is certain once the hello of TLS was answered, too. */
static gboolean
is_certain (const DiagnoseOperation *self)
{
  switch (self->diagnosis->kind)
    {
    case HBASE_SERVICE_KIND_TLS:
    case HBASE_SERVICE_KIND_THRIFT_HTTP:
    case HBASE_SERVICE_KIND_SASL:
    case HBASE_SERVICE_KIND_SPNEGO:
      return TRUE;
    case HBASE_SERVICE_KIND_HTTP:
      return !is_pending (self, LANE_HTTP) && !is_pending (self, LANE_TLS);
    case HBASE_SERVICE_KIND_NONE:
    case HBASE_SERVICE_KIND_SILENT:
    case HBASE_SERVICE_KIND_UNKNOWN:
    case HBASE_SERVICE_KIND_THRIFT1:
    case HBASE_SERVICE_KIND_THRIFT2:
    default:
      return FALSE;
    }
}

static HBaseNext
probe_answered (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;
  g_autoptr (GError) error = NULL;

  if (self->found)
    {
      hbase_lane_take_response (lane, NULL, NULL);
      return HBASE_WAIT;
    }
  if (lane->block != NULL)
    return service_found (self, lane);
  hbase_lane_take_response (lane, NULL, &error);
  add_evidence (self, error, lane->sent);
  self->n_pending--;
  if (!self->sent_all)
    return self->diagnosis->kind == HBASE_SERVICE_KIND_NONE || self->target.is_http
               ? HBASE_DONE
               : send_other_probes (self);
  return self->n_pending == 0 || is_certain (self) ? HBASE_DONE : HBASE_WAIT;
}

static HBaseNext
diagnose_start (HBaseOperation *operation, HBaseLane *lane)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  self->n_pending = 1;
  if (!self->target.is_http)
    hbase_lane_sleep (&operation->lanes[LANE_CLOCK], PATIENCE_MS, first_is_late);
  send_probe (&operation->lanes[LANE_FIRST], HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  return HBASE_WAIT;
}

static void
diagnose_clear (HBaseOperation *operation)
{
  DiagnoseOperation *self = (DiagnoseOperation *) operation;

  g_clear_pointer (&self->diagnosis, hbase_diagnosis_unref);
  g_free (self->gateway);
  g_free (self->address);
  g_free (self->options);
}

static gboolean
diagnose_take (HBaseOperation *operation, gpointer result, GError **error)
{
  *(HBaseDiagnosis **) result = g_steal_pointer (&((DiagnoseOperation *) operation)->diagnosis);
  return TRUE;
}

static const HBaseOperationClass diagnose_class = {
  .size = sizeof (DiagnoseOperation),
  .start = diagnose_start,
  .clear = diagnose_clear,
  .take = diagnose_take,
};

HBaseOperation *
hbase_diagnose_operation_new (const HBaseDiagnosisTarget *target)
{
  DiagnoseOperation *self
      = hbase_operation_new (&diagnose_class, HBASE_WIRE_PROTOCOL_BINARY, HBASE_DIAGNOSE_LANES);

  self->gateway = g_strdup (target->gateway);
  self->address = g_strdup (target->address);
  self->target = *target;
  self->target.gateway = self->gateway;
  self->options = g_strdup (target->options);
  self->target.address = self->address;
  self->target.options = self->options;
  self->diagnosis = hbase_diagnosis_new (&self->target);
  return &self->parent;
}
