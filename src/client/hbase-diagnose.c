/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements hbase_connection_diagnose(): it diagnoses the gateways of a URI one after the other.
 *
 *  1. Each gateway has a pool of its own, so that no channel of the connection is used or closed.
 *  2. The embedded engine is used through the connection's pool: a database in memory belongs to that. */

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
  HBasePool *pool;      /* of the gateway that is being diagnosed; NULL: none is */
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
end_gateway (Round *round)
{
  g_clear_pointer (&round->operation, hbase_operation_free);
  g_clear_pointer (&round->pool, hbase_pool_unref);
}

static void
round_free (Round *round)
{
  end_gateway (round);
  g_ptr_array_unref (round->uris);
  g_clear_pointer (&round->diagnoses, g_ptr_array_unref);
  g_object_unref (round->connection);
  g_free (round);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Round, round_free)

static HBaseOperation *
make_operation (const HBaseUri *uri)
{
  gboolean is_local = uri->kind == HBASE_URI_LOCAL;
  g_autofree char *name = is_local ? g_strdup ("The embedded engine")
                                   : g_socket_connectable_to_string (uri->gateways->pdata[0]);
  HBaseDiagnosisTarget target = { name, uri->text, is_local, uri->protocol, uri->framed };

  return hbase_diagnose_operation_new (&target);
}

/* Makes the operation and the pool of the next gateway. */
static gboolean
begin_gateway (Round *round, GError **error)
{
  HBaseUri *uri = round->uris->pdata[round->diagnoses->len];
  HBasePool *own;

  round->operation = make_operation (uri);
  if (uri->kind != HBASE_URI_LOCAL)
    {
      round->pool = hbase_pool_new (uri, HBASE_DIAGNOSE_LANES, MAX_REPLY_SIZE);
      return TRUE;
    }
  own = hbase_connection_choose_pool (round->connection, round->operation, error);
  round->pool = own != NULL ? hbase_pool_ref (own) : NULL;
  return own != NULL;
}

static void
take_diagnosis (Round *round)
{
  HBaseDiagnosis *diagnosis = NULL;

  hbase_operation_take (round->operation, &diagnosis, NULL);
  g_ptr_array_add (round->diagnoses, diagnosis);
  end_gateway (round);
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
 * The addresses are tried one after the other. Each may take the time of [property@HBase.Connection:timeout],
 * but no more than five seconds for each of its at most five exchanges.
 *
 * That a gateway can't be reached isn't an error, but a diagnosis. Errors: %G_IO_ERROR_CANCELLED;
 * %HBASE_ERROR_INVALID_URI or %HBASE_ERROR_INVALID_ARGUMENT if the object was constructed with an invalid URI
 * or none.
 *
 * Returns: (transfer container) (element-type HBaseDiagnosis): a diagnosis for each gateway, in the order of
 *   the URI, and then those of `admin=`; one for the embedded engine; %NULL on error
 *
 * Since: 0.1
 */
GPtrArray *
hbase_connection_diagnose (HBaseConnection *connection, GCancellable *cancellable, GError **error)
{
  g_autoptr (Round) round = NULL;

  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!hbase_connection_check (connection, error))
    return NULL;
  round = round_new (connection);
  while (!is_complete (round))
    {
      if (!begin_gateway (round, error)
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
  else if (!begin_gateway (round, &error))
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
 *
 * Since: 0.1
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
  if (!hbase_connection_check (connection, &error))
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
 *
 * Since: 0.1
 */
GPtrArray *
hbase_connection_diagnose_finish (HBaseConnection *connection, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (connection, hbase_connection_diagnose_async, result, error);
}
