/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements hbase_connection_diagnose(): it diagnoses the gateways of a URI one after the other.
 *
 *  1. Each gateway has a pool of its own, so that no channel of the connection is used or closed.
 *  2. What is found by one transport may show that another one is right: then the gateway is tried by that,
 *     too, each at most once. The diagnosis is the one that says most.
 *  3. The embedded engine is used through the connection's pool: a database in memory belongs to that. */

#include "hbase-connection-private.h"
#include "hbase-diagnose-operation-private.h"
#include "hbase-task-private.h"

/* Bytes of a response that are accepted; the valid ones are much smaller. */
#define MAX_REPLY_SIZE (1 << 20)
/* No gateway takes more attempts, one after the other. */
#define MAX_EXCHANGES 5
/* The longest attempt, where neither timeout is shorter. */
#define MAX_ATTEMPT_MS 5000

typedef struct {
  HBaseConnection *connection;
  GPtrArray *uris;      /* (element-type HBaseUri) one for each gateway */
  GPtrArray *diagnoses; /* (element-type HBaseDiagnosis) of the first gateways */
  HBaseUri *trial;      /* of the gateway that is being diagnosed, by the transport tried now; or NULL */
  guint tried;          /* transports: a bit for each HBaseTransportKind */
  HBaseDiagnosis *best; /* of the trials so far; NULL: none */
  guint best_rank;
  HBasePool *pool; /* of the trial; NULL: none */
  HBaseOperation *operation;
} Round;

static void
add_gateways (Round *round, const HBaseUri *uri)
{
  for (guint i = 0; i < uri->gateways->len; i++)
    g_ptr_array_add (round->uris, hbase_uri_new_of_gateway (uri, i));
}

static Round *
round_new (HBaseConnection *connection)
{
  HBaseUri *uri = hbase_connection_get_address (connection);
  Round *round = g_new0 (Round, 1);

  round->connection = g_object_ref (connection);
  round->uris = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_uri_unref);
  round->diagnoses = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_diagnosis_unref);
  if (uri->kind == HBASE_URI_LOCAL)
    g_ptr_array_add (round->uris, g_atomic_rc_box_acquire (uri));
  add_gateways (round, uri);
  if (uri->admin != NULL)
    add_gateways (round, uri->admin);
  return round;
}

static void
end_trial (Round *round)
{
  g_clear_pointer (&round->operation, hbase_operation_free);
  g_clear_pointer (&round->pool, hbase_pool_unref);
}

static void
round_free (Round *round)
{
  end_trial (round);
  g_clear_pointer (&round->best, hbase_diagnosis_unref);
  g_clear_pointer (&round->trial, hbase_uri_unref);
  g_ptr_array_unref (round->uris);
  g_clear_pointer (&round->diagnoses, g_ptr_array_unref);
  g_object_unref (round->connection);
  g_free (round);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Round, round_free)

static HBaseOperation *
make_operation (const Round *round, const HBaseUri *given)
{
  const HBaseUri *all = hbase_connection_get_address (round->connection), *trial = round->trial;
  static const char *const over[] = { "", ", over TLS", ", over HTTP", ", over HTTPS" };
  gboolean is_local = trial->kind == HBASE_URI_LOCAL;
  g_autofree char *name = is_local ? g_strdup ("The embedded engine")
                                   : g_socket_connectable_to_string (trial->gateways->pdata[0]);
  g_autofree char *options = hbase_uri_dup_transport_options (trial);
  HBaseDiagnosisTarget target = { name, trial->text, is_local, given->protocol, given->framed };

  target.any_protocol = all->is_protocol_unknown;
  target.any_framing = all->is_framing_unknown && round->diagnoses->len < all->gateways->len;
  target.is_http = hbase_uri_is_http (trial);
  target.is_other = trial->transport != given->transport;
  target.over = over[trial->transport];
  target.options = options;
  return hbase_diagnose_operation_new (&target);
}

/* Makes the operation and the pool of the next trial. */
static gboolean
begin_trial (Round *round, GError **error)
{
  HBaseUri *given = round->uris->pdata[round->diagnoses->len];
  HBasePool *own;

  if (round->trial == NULL)
    round->trial = g_atomic_rc_box_acquire (given);
  round->tried |= 1u << round->trial->transport;
  round->operation = make_operation (round, given);
  if (given->kind != HBASE_URI_LOCAL)
    {
      round->pool = hbase_pool_new (round->trial, HBASE_DIAGNOSE_CHANNELS, MAX_REPLY_SIZE);
      hbase_pool_set_authenticator (round->pool, hbase_connection_get_authenticator (round->connection));
      return TRUE;
    }
  own = hbase_connection_choose_pool (round->connection, round->operation, error);
  round->pool = own != NULL ? hbase_pool_ref (own) : NULL;
  return own != NULL;
}

/* How much a diagnosis says: what there is, or why what there is can't be used. */
static guint
get_rank (HBaseDiagnosis *diagnosis, HBaseTransportKind transport)
{
  switch (hbase_diagnosis_get_kind (diagnosis))
    {
    case HBASE_SERVICE_KIND_THRIFT2:
      return 5;
    case HBASE_SERVICE_KIND_THRIFT1:
      return 4;
    case HBASE_SERVICE_KIND_HTTP:
      return transport == HBASE_TRANSPORT_HTTPS ? 3 : 2;
    case HBASE_SERVICE_KIND_TLS:
    case HBASE_SERVICE_KIND_THRIFT_HTTP:
    case HBASE_SERVICE_KIND_SPNEGO:
      return transport != HBASE_TRANSPORT_SOCKET ? 3 : 2;
    case HBASE_SERVICE_KIND_NONE:
    case HBASE_SERVICE_KIND_SILENT:
    case HBASE_SERVICE_KIND_UNKNOWN:
    case HBASE_SERVICE_KIND_SASL:
    default:
      return transport == HBASE_TRANSPORT_SOCKET ? 2 : 1;
    }
}

/* Takes `diagnosis`. */
static void
keep_better (Round *round, HBaseDiagnosis *diagnosis)
{
  guint rank = get_rank (diagnosis, round->trial->transport);

  if (round->best != NULL && rank <= round->best_rank)
    {
      hbase_diagnosis_unref (diagnosis);
      return;
    }
  g_clear_pointer (&round->best, hbase_diagnosis_unref);
  round->best = diagnosis;
  round->best_rank = rank;
}

/* Returns whether a service with which TLS failed may be one without it. Before the handshake ends no
 * connection counts as made. */
static gboolean
may_be_plain (HBaseServiceKind kind)
{
  return kind == HBASE_SERVICE_KIND_UNKNOWN || kind == HBASE_SERVICE_KIND_NONE;
}

/* Returns the transport that a finding suggests; the same one: none. */
static HBaseTransportKind
suggest (HBaseTransportKind transport, HBaseServiceKind kind, guint tried)
{
  gboolean was_plain = (tried & 1u << HBASE_TRANSPORT_SOCKET) != 0;

  switch (transport)
    {
    case HBASE_TRANSPORT_SOCKET:
      return kind == HBASE_SERVICE_KIND_THRIFT_HTTP ? HBASE_TRANSPORT_HTTP
             : kind == HBASE_SERVICE_KIND_TLS       ? HBASE_TRANSPORT_HTTPS
                                                    : transport;
    case HBASE_TRANSPORT_TLS:
      return kind == HBASE_SERVICE_KIND_THRIFT_HTTP ? HBASE_TRANSPORT_HTTPS
             : may_be_plain (kind)                  ? HBASE_TRANSPORT_SOCKET
                                                    : transport;
    case HBASE_TRANSPORT_HTTP:
      return kind == HBASE_SERVICE_KIND_UNKNOWN ? HBASE_TRANSPORT_SOCKET : transport;
    case HBASE_TRANSPORT_HTTPS:
      return !may_be_plain (kind) ? transport : was_plain ? HBASE_TRANSPORT_TLS : HBASE_TRANSPORT_SOCKET;
    default:
      g_assert_not_reached ();
    }
}

/* Returns the next trial of the gateway; NULL: there is none. */
static HBaseUri *
choose_trial (const Round *round, HBaseServiceKind kind)
{
  const HBaseUri *given = round->uris->pdata[round->diagnoses->len];
  HBaseTransportKind next;

  if (given->kind == HBASE_URI_LOCAL)
    return NULL;
  next = suggest (round->trial->transport, kind, round->tried);
  return (round->tried & 1u << next) == 0 ? hbase_uri_new_with_transport (given, next) : NULL;
}

static void
take_diagnosis (Round *round)
{
  HBaseDiagnosis *diagnosis = NULL;
  HBaseUri *next;

  hbase_operation_take (round->operation, &diagnosis, NULL);
  next = choose_trial (round, hbase_diagnosis_get_kind (diagnosis));
  keep_better (round, diagnosis);
  end_trial (round);
  hbase_uri_unref (round->trial);
  round->trial = next;
  if (next != NULL)
    return;
  round->tried = 0;
  g_ptr_array_add (round->diagnoses, g_steal_pointer (&round->best));
}

static gboolean
is_complete (const Round *round)
{
  return round->diagnoses->len == round->uris->len;
}

/* Every gateway may take the whole timeout, and its attempts end before that: what is known then is the
 * result. */
static guint
get_attempt_timeout (HBaseConnection *connection)
{
  guint timeout = hbase_connection_get_timeout (connection);
  guint attempt = hbase_connection_get_attempt_timeout (connection);
  guint limit = timeout == 0 ? MAX_ATTEMPT_MS : MIN (timeout / (MAX_EXCHANGES + 1) + 1, MAX_ATTEMPT_MS);

  return attempt == 0 ? limit : MIN (attempt, limit);
}

/**
 * hbase_connection_diagnose:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Finds out what there is at the addresses of the connection's URI, whether it works with it or not: nobody,
 * a gateway of another protocol or framing, an HTTP server, a TLS server, a gateway of HBase's older service,
 * or one that requires Kerberos.
 *
 * This is meant for a person who can't connect; `hbase-glib doctor` prints the result. The connection needn't
 * have worked, and its channels aren't used. Each address gets a few requests over new channels, none of
 * which has an effect: they are calls that read the gateway's state, and a deletion of no rows, by which a
 * read-only gateway is recognised. A server of another kind gets messages that it doesn't understand, and may
 * log them.
 *
 * What answers to HTTP, or begins with TLS, is asked once more by that (with the `ca` and so on of the URI),
 * so that the URI that works is found for these, too.
 *
 * The addresses are tried one after the other. Each may take the time of [property@HBase.Connection:timeout],
 * but no more than five seconds for each of its at most five exchanges; by each transport that is tried. What
 * isn't a gateway is mostly recognised in two seconds.
 *
 * That a gateway can't be reached isn't an error, but a diagnosis. Errors: %G_IO_ERROR_CANCELLED;
 * %HBASE_ERROR_CLOSED if the connection was closed; %HBASE_ERROR_INVALID_URI or %HBASE_ERROR_INVALID_ARGUMENT
 * if the object was constructed with an invalid URI or none.
 *
 * Returns: (transfer container) (element-type HBaseDiagnosis): a diagnosis for each gateway, in the order of
 *   the URI, and then those of `admin=`; one for the embedded engine; %NULL on error
 */
GPtrArray *
hbase_connection_diagnose (HBaseConnection *connection, GCancellable *cancellable, GError **error)
{
  g_autoptr (Round) round = NULL;

  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_connection_check_open (connection, error))
    return NULL;
  round = round_new (connection);
  while (!is_complete (round))
    {
      if (!begin_trial (round, error)
          || !hbase_pool_run (round->pool, round->operation, hbase_connection_get_timeout (connection),
                              get_attempt_timeout (connection), cancellable, error))
        return NULL;
      take_diagnosis (round);
    }
  return g_steal_pointer (&round->diagnoses);
}

static void diagnose_next (GTask *task);

static void
gateway_diagnosed (GObject *connection, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  take_diagnosis (g_task_get_task_data (task));
  diagnose_next (task);
}

/* Takes the task. */
static void
diagnose_next (GTask *task)
{
  Round *round = g_task_get_task_data (task);
  GError *error = NULL;
  GTask *inner;

  if (is_complete (round))
    g_task_return_pointer (task, g_steal_pointer (&round->diagnoses), (GDestroyNotify) g_ptr_array_unref);
  else if (!begin_trial (round, &error))
    g_task_return_error (task, error);
  else
    {
      inner = hbase_task_new (round->connection, diagnose_next, g_task_get_cancellable (task),
                              gateway_diagnosed, task);
      hbase_pool_run_async (round->pool, round->operation, hbase_connection_get_timeout (round->connection),
                            get_attempt_timeout (round->connection), inner);
      return;
    }
  g_object_unref (task);
}

/**
 * hbase_connection_diagnose_async:
 * @connection: a connection
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when the diagnoses are there
 * @user_data: data for @callback
 *
 * Starts [method@HBase.Connection.diagnose] without blocking. The callback is called in the thread-default
 * main context of the caller.
 */
void
hbase_connection_diagnose_async (HBaseConnection *connection,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_CONNECTION (connection));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (connection, hbase_connection_diagnose_async, cancellable, callback, user_data);
  if (!hbase_connection_check_open (connection, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  g_task_set_task_data (task, round_new (connection), (GDestroyNotify) round_free);
  diagnose_next (task);
}

/**
 * hbase_connection_diagnose_finish:
 * @connection: a connection
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.Connection.diagnose_async].
 *
 * Returns: (transfer container) (element-type HBaseDiagnosis): the diagnoses; %NULL on error
 */
GPtrArray *
hbase_connection_diagnose_finish (HBaseConnection *connection, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (connection, hbase_connection_diagnose_async, result, error);
}
