/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The execution of a call: from its bytes to its reply.
 *
 * 1. A call is executed inside one transaction, which reads or writes, depending on the method. Its reply is
 *    sent only after the commit. The calls that write one row, unless by a list of mutations, share a
 *    transaction with others that wait for the same turn, and may be executed by another call's thread.
 * 2. If the handler fails, nothing of the call stays, neither in the store nor in the reply.
 * 3. A call ends when its budget is exhausted, at the latest shortly before the commit.
 * 4. A service of a database that was opened for reading only refuses the methods that write, including those
 *    that administer tables, as HBase's read-only gateway refuses the methods that write rows. */

#include "config.h"

#include <sqlite3.h>

#include "hbase-local-compactor-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-mutation-private.h"
#include "hbase-local-scan-private.h"
#include "hbase-local-service-private.h"

struct _HBaseLocalService {
  gatomicrefcount ref_count;
  HBaseLocalStore *store;
  HBaseLocalScanners *scanners;
  HBaseLocalCompactor *compactor;
  HBaseLocalClock clock;
  gboolean is_read_only;
  gboolean is_strict;
};

struct _HBaseLocalClient {
  HBaseLocalService *service;
  HBaseLocalScannerOwner scanners;
};

typedef struct {
  HBaseLocalHandler handler;
  HBaseLocalAccess access;
  gboolean frees_space;    /* uses the reserve when the disk is full */
  guint mutation_argument; /* argument that holds the durability; 0: none */
  guint durability_field;
} Method;

#define METHOD(name, handler, access, ...)                                                                   \
  [HBASE_WIRE_METHOD_##name] = { hbase_local_handle_##handler, HBASE_LOCAL_ACCESS_##access, __VA_ARGS__ }
#define NONE(name, handler) METHOD (name, handler, NONE, FALSE)
#define READ(name, handler) METHOD (name, handler, READ, FALSE)
#define WRITE(name, handler) METHOD (name, handler, WRITE, FALSE)
#define MUTATE(name, handler, argument, field) METHOD (name, handler, WRITE, FALSE, argument, field)
/* The same for methods that free space. */
#define REMOVE(name, handler) METHOD (name, handler, WRITE, TRUE)
#define DELETE(name, handler, argument, field) METHOD (name, handler, WRITE, TRUE, argument, field)

static const Method methods[HBASE_WIRE_N_METHODS] = {
  READ (GET, get),
  READ (GET_MULTIPLE, get_multiple),
  READ (EXISTS, exists),
  READ (EXISTS_ALL, exists_all),
  MUTATE (PUT, put, HBASE_PUT_ARGS_TPUT, HBASE_T_PUT_DURABILITY),
  WRITE (PUT_MULTIPLE, put_multiple),
  DELETE (DELETE_SINGLE, delete_single, HBASE_DELETE_SINGLE_ARGS_TDELETE, HBASE_T_DELETE_DURABILITY),
  REMOVE (DELETE_MULTIPLE, delete_multiple),
  WRITE (MUTATE_ROW, mutate_row),
  MUTATE (INCREMENT, increment, HBASE_INCREMENT_ARGS_TINCREMENT, HBASE_T_INCREMENT_DURABILITY),
  MUTATE (APPEND, append, HBASE_APPEND_ARGS_TAPPEND, HBASE_T_APPEND_DURABILITY),
  MUTATE (CHECK_AND_PUT, check_and_put, HBASE_CHECK_AND_PUT_ARGS_TPUT, HBASE_T_PUT_DURABILITY),
  DELETE (CHECK_AND_DELETE, check_and_delete, HBASE_CHECK_AND_DELETE_ARGS_TDELETE, HBASE_T_DELETE_DURABILITY),
  WRITE (CHECK_AND_MUTATE, check_and_mutate),
  NONE (OPEN_SCANNER, open_scanner),
  READ (GET_SCANNER_ROWS, get_scanner_rows),
  NONE (CLOSE_SCANNER, close_scanner),
  READ (GET_SCANNER_RESULTS, get_scanner_results),
  WRITE (CREATE_TABLE, create_table),
  REMOVE (DELETE_TABLE, delete_table),
  REMOVE (TRUNCATE_TABLE, truncate_table),
  WRITE (ENABLE_TABLE, enable_table),
  REMOVE (DISABLE_TABLE, disable_table),
  READ (TABLE_EXISTS, table_exists),
  READ (IS_TABLE_ENABLED, is_table_enabled),
  READ (IS_TABLE_DISABLED, is_table_disabled),
  READ (IS_TABLE_AVAILABLE, is_table_available),
  READ (IS_TABLE_AVAILABLE_WITH_SPLIT, is_table_available_with_split),
  WRITE (MODIFY_TABLE, modify_table),
  WRITE (ADD_COLUMN_FAMILY, add_column_family),
  WRITE (MODIFY_COLUMN_FAMILY, modify_column_family),
  REMOVE (DELETE_COLUMN_FAMILY, delete_column_family),
  READ (GET_TABLE_DESCRIPTOR, get_table_descriptor),
  READ (GET_TABLE_DESCRIPTORS, get_table_descriptors),
  READ (GET_TABLE_DESCRIPTORS_BY_PATTERN, get_table_descriptors_by_pattern),
  READ (GET_TABLE_DESCRIPTORS_BY_NAMESPACE, get_table_descriptors_by_namespace),
  READ (GET_TABLE_NAMES_BY_PATTERN, get_table_names_by_pattern),
  READ (GET_TABLE_NAMES_BY_NAMESPACE, get_table_names_by_namespace),
  READ (GET_REGION_LOCATION, get_region_location),
  READ (GET_ALL_REGION_LOCATIONS, get_all_region_locations),
  WRITE (CREATE_NAMESPACE, create_namespace),
  WRITE (MODIFY_NAMESPACE, modify_namespace),
  REMOVE (DELETE_NAMESPACE, delete_namespace),
  READ (GET_NAMESPACE_DESCRIPTOR, get_namespace_descriptor),
  READ (LIST_NAMESPACE_DESCRIPTORS, list_namespace_descriptors),
  READ (LIST_NAMESPACES, list_namespaces),
  NONE (GET_SLOW_LOG_RESPONSES, get_slow_log_responses),
  NONE (CLEAR_SLOW_LOG_RESPONSES, clear_slow_log_responses),
  NONE (GET_THRIFT_SERVER_TYPE, get_thrift_server_type),
  READ (GET_CLUSTER_ID, get_cluster_id),
};

static gint64
real_now (gpointer unused)
{
  return g_get_real_time () / 1000;
}

static gint64
real_ticks (gpointer unused)
{
  return g_get_monotonic_time ();
}

/* SQLite's generator is a stream cipher, seeded by the system: ids can't be predicted from earlier ids. */
static guint32
real_random (gpointer unused)
{
  guint32 number;

  sqlite3_randomness (sizeof number, &number);
  return number;
}

HBaseLocalService *
hbase_local_service_open (const char *directory, HBaseLocalOpen how, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  HBaseLocalStore *store
      = hbase_local_store_open (directory, how, budget != NULL ? budget : &unlimited, error);
  HBaseLocalService *service;

  if (store == NULL)
    return NULL;
  service = g_new0 (HBaseLocalService, 1);
  g_atomic_ref_count_init (&service->ref_count);
  service->store = store;
  service->clock = (HBaseLocalClock){ real_now, real_ticks, NULL, real_random };
  service->scanners = hbase_local_scanners_new (&service->clock);
  service->compactor = hbase_local_compactor_new ();
  service->is_read_only = how == HBASE_LOCAL_OPEN_READ_ONLY;
  return service;
}

HBaseLocalService *
hbase_local_service_ref (HBaseLocalService *service)
{
  g_atomic_ref_count_inc (&service->ref_count);
  return service;
}

void
hbase_local_service_unref (HBaseLocalService *service)
{
  if (!g_atomic_ref_count_dec (&service->ref_count))
    return;
  hbase_local_scanners_free (service->scanners);
  hbase_local_compactor_free (service->compactor);
  hbase_local_store_close (service->store);
  g_free (service);
}

void
hbase_local_service_set_clock (HBaseLocalService *service, const HBaseLocalClock *clock)
{
  service->clock = *clock;
  if (clock->random == NULL)
    service->clock.random = real_random;
}

void
hbase_local_service_set_strict (HBaseLocalService *service, gboolean is_strict)
{
  service->is_strict = is_strict;
}

/* Returns the method of the call, or NULL with an error if it can't be executed. */
static const Method *
find_method (const HBaseBlock *block, GError **error)
{
  const Method *method = block->method != NULL ? &methods[block->method - hbase_wire_methods] : NULL;

  if (method == NULL)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNKNOWN_METHOD, "Invalid method name: '%.*s'",
                           (int) block->name.length, hbase_slice_bytes (block->name));
  else if (block->incomplete != NULL)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_PROTOCOL,
                           "Required field '%s' was not present! Struct: %s", block->missing,
                           block->incomplete->name);
  else
    return method;
  return NULL;
}

static gboolean
is_write (const Method *method)
{
  return method->access == HBASE_LOCAL_ACCESS_WRITE;
}

/* A write isn't synced if its durability says so. A call that writes several rows always is. */
static HBaseLocalAccess
get_access (const HBaseLocalCall *call, const Method *method)
{
  HBaseLocalField fields[HBASE_LOCAL_N_MUTATION_FIELDS];
  gint64 durability;

  if (method->durability_field == 0)
    return method->access;
  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &call->arguments[method->mutation_argument]);
  durability = fields[method->durability_field].number;
  return durability == HBASE_T_DURABILITY_SKIP_WAL || durability == HBASE_T_DURABILITY_ASYNC_WAL
             ? HBASE_LOCAL_ACCESS_WRITE_UNSYNCED
             : method->access;
}

/* Discards all that the failed attempt has produced. */
static void
reset_call (HBaseLocalCall *call, gsize length, guint depth)
{
  call->reply->length = length;
  call->reply->depth = depth;
  g_clear_pointer (&call->table, hbase_local_table_unref);
  g_clear_pointer (&call->scan, hbase_local_scan_unref);
  g_clear_error (&call->partial_error);
  call->far_put = (HBaseLocalColumnTime){ .timestamp = 0 };
}

/* A call that is executed in transactions, until one succeeds. */
typedef struct {
  HBaseLocalService *service;
  HBaseLocalCall *call;
  const Method *method;
  HBaseLocalAccess access;
  gsize length; /* of the reply, and its depth, before the call */
  guint depth;
} Execution;

/* Executes the call in a transaction that has begun. The clock is read now because the turn may have been
 * waited for. */
static gboolean
execute_within (HBaseLocalDb *db, gpointer data, GError **error)
{
  Execution *execution = data;
  HBaseLocalCall *call = execution->call;
  const HBaseLocalClock *clock = &execution->service->clock;
  gboolean ok;

  reset_call (call, execution->length, execution->depth);
  call->db = db;
  call->budget->has_turn = execution->access != HBASE_LOCAL_ACCESS_READ;
  call->budget->has_database = TRUE;
  call->now = call->put_time = call->delete_time = clock->now (clock->data);
  if (execution->access != HBASE_LOCAL_ACCESS_READ)
    call->writer = hbase_local_cell_writer_begin (db);
  ok = execution->method->handler (call, error)
       && (call->writer == NULL || hbase_local_cell_writer_flush (call->writer, error));
  if (call->writer != NULL)
    call->written = hbase_local_cell_writer_get_written (call->writer);
  g_clear_pointer (&call->writer, hbase_local_cell_writer_end);
  call->budget->has_database = FALSE;
  return ok;
}

static gboolean
read_once (Execution *execution, GError **error)
{
  HBaseLocalStore *store = execution->service->store;
  HBaseLocalCall *call = execution->call;
  HBaseLocalDb *db = hbase_local_store_begin (store, execution->access, call->budget, error);

  if (db == NULL)
    return FALSE;
  if (!execute_within (db, execution, error))
    hbase_local_store_rollback (store, db, execution->access);
  else if (hbase_local_store_commit (store, db, execution->access, error))
    return TRUE;
  else if (call->scan != NULL)
    hbase_local_scan_lose_rows (call->scan);
  return FALSE;
}

static gboolean
write_once (Execution *execution, GError **error)
{
  HBaseLocalWriter writer = { .access = execution->access,
                              .budget = execution->call->budget,
                              .shares = execution->method->durability_field != 0,
                              .execute = execute_within,
                              .data = execution };

  return hbase_local_store_write (execution->service->store, &writer, error);
}

static gboolean
execute_once (Execution *execution, GError **error)
{
  return execution->access == HBASE_LOCAL_ACCESS_READ ? read_once (execution, error)
                                                      : write_once (execution, error);
}

static void
compact (HBaseLocalService *service, HBaseLocalCall *call, const Method *method)
{
  if (call->written.n_cells > 0)
    hbase_local_compactor_add (service->compactor, service->store, call->table, &call->written, call->now);
  else if (method->handler == hbase_local_handle_delete_table)
    hbase_local_compactor_forget (service->compactor, call->table);
}

/* Returns whether the call may succeed in another transaction: with more space, or if it leaves the damaged
 * cells that it was to drop. */
static gboolean
may_try_again (HBaseLocalService *service, HBaseLocalCall *call, const Method *method, guint n)
{
  if (call->budget->is_disk_full)
    return hbase_local_store_make_space (service->store, method->frees_space, n, call->budget);
  if (!call->budget->is_damaged || !call->drops_cells || call->leaves_cells)
    return FALSE;
  call->leaves_cells = TRUE;
  return TRUE;
}

static gboolean
execute_in_transaction (HBaseLocalService *service,
                        HBaseLocalCall *call,
                        const Method *method,
                        GError **error)
{
  Execution execution
      = { service, call, method, get_access (call, method), call->reply->length, call->reply->depth };

  for (guint n = 0;; n++)
    {
      GError *failure = NULL;

      call->budget->is_disk_full = call->budget->is_damaged = FALSE;
      if (execute_once (&execution, &failure))
        {
          compact (service, call, method);
          return TRUE;
        }
      if (!may_try_again (service, call, method, n))
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      g_error_free (failure);
    }
}

static gboolean
execute (HBaseLocalService *service, HBaseLocalCall *call, GError **error)
{
  const Method *method = find_method (call->block, error);
  gboolean ok;

  if (method == NULL)
    return FALSE;
  if (service->is_read_only && is_write (method))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "Thrift Server is in Read-only mode.");
  hbase_local_fields_read_arguments (call->arguments, HBASE_LOCAL_N_ARGUMENTS, call->block);
  ok = method->access == HBASE_LOCAL_ACCESS_NONE ? method->handler (call, error)
                                                 : execute_in_transaction (service, call, method, error);
  if (!ok || call->partial_error == NULL)
    return ok;
  g_propagate_error (error, g_steal_pointer (&call->partial_error));
  return FALSE;
}

void
hbase_local_service_close_idle (HBaseLocalService *service, gint64 before)
{
  hbase_local_store_close_idle (service->store, before);
}

HBaseLocalScanners *
hbase_local_service_get_scanners (HBaseLocalService *service)
{
  return service->scanners;
}

HBaseLocalStore *
hbase_local_service_get_store (HBaseLocalService *service)
{
  return service->store;
}

HBaseLocalCompactor *
hbase_local_service_get_compactor (HBaseLocalService *service)
{
  return service->compactor;
}

/* ---- connections ---- */

HBaseLocalClient *
hbase_local_client_new (HBaseLocalService *service)
{
  HBaseLocalClient *client = g_new0 (HBaseLocalClient, 1);

  client->service = hbase_local_service_ref (service);
  client->scanners.scanners = service->scanners;
  return client;
}

void
hbase_local_client_free (HBaseLocalClient *client)
{
  hbase_local_scanners_remove_all (&client->scanners);
  hbase_local_service_unref (client->service);
  g_free (client);
}

gboolean
hbase_local_client_execute (HBaseLocalClient *client,
                            HBaseLocalBudget *budget,
                            const HBaseBlock *block,
                            HBaseWireWriter *reply)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  HBaseLocalCall call = {
    .block = block,
    .owner = &client->scanners,
    .budget = budget != NULL ? budget : &unlimited,
    .is_strict = client->service->is_strict,
    .reply = reply,
  };
  g_autoptr (GError) error = NULL;
  gsize length = reply->length;
  guint depth = reply->depth;

  if (!execute (client->service, &call, &error))
    {
      reset_call (&call, length, depth);
      hbase_local_error_write (error, block->name, block->sequence_id, reply);
    }
  g_clear_pointer (&call.table, hbase_local_table_unref);
  g_clear_pointer (&call.scan, hbase_local_scan_unref);
  return error == NULL || error->domain != HBASE_LOCAL_BUDGET_ERROR;
}
