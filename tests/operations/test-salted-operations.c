/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-bytes.h"
#include "hbase-call-operation-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"
#include "scripted-pump.h"

/* Every test runs in both protocols: the number of its loop is the protocol. */
#define TARGET                                                                                               \
  ((HBaseTarget){ .protocol = (HBaseWireProtocol) _i, .table = "t", .unsalted = TRUE, .random = 2 })
#define DEPTH 4
#define N_BUCKETS 4
#define DRAWN "salt:random(4),name:text"

/* ---- a service of a few rows ---- */

typedef struct {
  GHashTable *rows;  /* GBytes → the timestamp of its only cell */
  guint n_puts;      /* executed so far */
  gboolean redraws;  /* each put is stored in another bucket, as if each attempt chose a new salt */
  gboolean is_short; /* one result is missing */
} Service;

static HBaseSlice
decode_row (HBaseWireDecoder *decoder, gint64 *timestamp)
{
  HBaseSlice row = { NULL, 0 };
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == HBASE_T_PUT_ROW)
      row = hbase_wire_decoder_binary (decoder);
    else if (id == HBASE_T_PUT_TIMESTAMP && type == HBASE_WIRE_I64)
      *timestamp = hbase_wire_decoder_i64 (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
  return row;
}

static void
put_answer (Service *service, const HBaseBlock *call, HBaseSlice row, HBaseWireWriter *reply)
{
  g_autoptr (GBytes) key = g_bytes_new (row.data, row.length);
  gint64 *timestamp = g_hash_table_lookup (service->rows, key);

  if (g_str_equal (call->method->name, "existsAll"))
    {
      hbase_wire_put_bool (reply, timestamp != NULL);
      return;
    }
  hbase_wire_begin_struct (reply);
  if (timestamp != NULL)
    hbase_wire_write_binary (reply, HBASE_T_RESULT_ROW, row);
  hbase_wire_write_list (reply, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, timestamp != NULL);
  if (timestamp != NULL)
    hbase_wire_put_cell (reply, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                         HBASE_SLICE_LITERAL ("v"), *timestamp, 0);
  hbase_wire_end_struct (reply);
}

static void
answer_all (Service *service, const HBaseBlock *call, HBaseWireDecoder *decoder, HBaseWireWriter *reply)
{
  gboolean flags = g_str_equal (call->method->name, "existsAll");
  HBaseWireType element;
  guint count = hbase_wire_decoder_list (decoder, &element) - service->is_short;

  hbase_wire_write_list (reply, 0, flags ? HBASE_WIRE_BOOL : HBASE_WIRE_STRUCT, count);
  for (guint i = 0; i < count; i++)
    put_answer (service, call, decode_row (decoder, &(gint64){ 0 }), reply);
}

static void
add_row (Service *service, const char *key, gsize length, gint64 timestamp)
{
  g_hash_table_insert (service->rows, g_bytes_new (key, length), g_memdup2 (&timestamp, sizeof timestamp));
}

static void
execute_put (Service *service, HBaseWireDecoder *decoder)
{
  gint64 timestamp = 1000;
  HBaseSlice row = decode_row (decoder, &timestamp);
  g_autofree char *key = g_memdup2 (row.data, row.length);

  service->n_puts++;
  if (service->redraws)
    key[0] = (char) (service->n_puts % N_BUCKETS);
  add_row (service, key, row.length, timestamp);
}

static void
execute_puts (Service *service, HBaseWireDecoder *decoder)
{
  HBaseWireType element;

  for (guint count = hbase_wire_decoder_list (decoder, &element); count > 0; count--)
    execute_put (service, decoder);
}

static void
execute_deletes (Service *service, HBaseWireDecoder *decoder, HBaseWireWriter *reply)
{
  HBaseWireType element;
  guint count = hbase_wire_decoder_list (decoder, &element);

  for (guint i = 0; i < count; i++)
    {
      HBaseSlice row = decode_row (decoder, &(gint64){ 0 });
      g_autoptr (GBytes) key = g_bytes_new (row.data, row.length);

      g_hash_table_remove (service->rows, key);
    }
  hbase_wire_write_list (reply, 0, HBASE_WIRE_STRUCT, 0);
}

static void
serve (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  const char *method = call->method->name;
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  scripted_reply_begin (reply, call);
  hbase_wire_begin_struct (reply);
  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (type == HBASE_WIRE_LIST && g_str_equal (method, "deleteMultiple"))
      execute_deletes (data, &decoder, reply);
    else if (type == HBASE_WIRE_LIST && g_str_equal (method, "putMultiple"))
      execute_puts (data, &decoder);
    else if (type == HBASE_WIRE_LIST)
      {
        answer_all (data, call, &decoder, reply);
        break;
      }
    else if (type == HBASE_WIRE_STRUCT)
      execute_put (data, &decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  if (g_str_equal (method, "checkAndPut"))
    hbase_wire_write_bool (reply, 0, TRUE);
  hbase_wire_end_struct (reply);
}

static void
service_init (Service *service)
{
  *service = (Service){ NULL };
  service->rows = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
}

static void
service_clear (Service *service)
{
  g_hash_table_unref (service->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Service, service_clear)

static gboolean
has_row (Service *service, const char *key, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (key, length);

  return g_hash_table_contains (service->rows, bytes);
}

/* ---- runs ---- */

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

static HBasePut *
a_put (const char *name, gboolean timestamped)
{
  HBasePut *put = hbase_put_new_utf8 (name);

  if (timestamped)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), 5);
  hbase_put_add_utf8 (put, "f", "q", "v");
  return put;
}

/* Returns the number of requests. */
static guint
run (Service *service, HBaseOperation *operation)
{
  ScriptedPump pump = { .serve = serve, .service = service };
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_nonnull (operation);
  ck_assert (scripted_pump_run (&pump, operation, &error));
  ck_assert_no_error (error);
  return pump.requests;
}

static void
run_expecting_error (Service *service, HBaseOperation *operation, HBaseError code, const char *word)
{
  ScriptedPump pump = { .serve = serve, .service = service };
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_nonnull (operation);
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_msg (strstr (error->message, word) != NULL, "“%s” doesn't say “%s”", error->message, word);
}

/* ---- put ---- */

/* Runs the history; returns the number of rows then, and FALSE in `*acknowledged` after an error. */
static guint
put_through (
    guint history, HBaseTarget target, gboolean timestamped, gboolean redraws, gboolean *acknowledged)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (DRAWN);
  g_autoptr (HBasePut) put = a_put ("ada", timestamped);
  g_autoptr (HBaseOperation) operation = NULL;
  g_auto (Service) service;
  g_autoptr (GError) error = NULL;
  ScriptedPump pump = { .serve = serve, .service = &service };

  target.schema = schema;
  hbase_put_set_assume_new (put, TRUE);
  operation = hbase_put_operation_new (target, put);
  service_init (&service);
  service.redraws = redraws;
  scripted_history (&pump, history, DEPTH);
  *acknowledged = scripted_pump_run (&pump, operation, &error);
  if (error != NULL)
    ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  g_clear_pointer (&operation, hbase_operation_free);
  scripted_pump_clear (&pump);
  return g_hash_table_size (service.rows);
}

START_TEST (a_put_keeps_its_random_salt_in_every_history)
{
  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      gboolean acknowledged;
      guint n_rows = put_through (i, TARGET, TRUE, FALSE, &acknowledged);

      ck_assert (acknowledged);
      ck_assert_uint_eq (n_rows, 1);
    }
}
END_TEST

/* The same test with the defect that it detects. */
START_TEST (a_new_salt_for_each_attempt_is_detected)
{
  guint twice = 0;

  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      gboolean acknowledged;

      twice += put_through (i, TARGET, TRUE, TRUE, &acknowledged) > 1;
    }
  ck_assert_uint_gt (twice, scripted_histories (DEPTH) / 4);
}
END_TEST

START_TEST (a_put_without_timestamps_is_executed_once_or_its_outcome_is_unknown)
{
  guint unknown = 0, lost = 0;

  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      gboolean acknowledged;
      guint n_rows = put_through (i, TARGET, FALSE, FALSE, &acknowledged);

      ck_assert_uint_le (n_rows, 1);
      ck_assert (!acknowledged || n_rows == 1);
      unknown += !acknowledged && n_rows == 1;
      lost += !acknowledged && n_rows == 0;
    }
  ck_assert_uint_gt (unknown, 0);
  ck_assert_uint_gt (lost, 0);
}
END_TEST

/* ---- get ---- */

static HBaseOperation *
a_get (HBaseTarget target, const char *schema_text, const char *const *names, gboolean prefer_newest)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);

  for (; *names != NULL; names++)
    g_ptr_array_add (gets, hbase_get_new_utf8 (*names));
  target.schema = schema;
  target.prefer_newest = prefer_newest;
  return hbase_get_multiple_operation_new (target, gets);
}

static GPtrArray *
take_rows (HBaseOperation *operation)
{
  GPtrArray *rows = NULL;

  ck_assert (hbase_operation_take (operation, &rows, NULL));
  return rows;
}

static gboolean
take_flag (HBaseOperation *operation)
{
  gboolean flag = FALSE;

  ck_assert (hbase_operation_take (operation, &flag, NULL));
  return flag;
}

static void
assert_row (HBaseRow *row, const char *key, const char *unsalted, gboolean found)
{
  gsize length;
  const guint8 *stored = hbase_row_get_stored_key (row, &length);
  g_autofree char *key_text
      = found ? hbase_bytes_to_escaped (stored, length) : hbase_row_dup_key_escaped (row);
  g_autoptr (GBytes) bytes = hbase_row_ref_unsalted_key (row, NULL);
  g_autofree char *name = hbase_row_dup_key_field_escaped (row, "name", NULL);

  ck_assert_str_eq (key_text, key);
  ck_assert_uint_eq (g_bytes_get_size (bytes), strlen (unsalted));
  ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), unsalted, strlen (unsalted));
  ck_assert_str_eq (name, unsalted);
  ck_assert_int_eq (hbase_row_is_empty (row), !found);
}

START_TEST (rows_are_found_wherever_they_are)
{
  static const char *const names[] = { "ada", "nobody", "bob", "ada", NULL };
  g_autoptr (HBaseOperation) operation = a_get (TARGET, DRAWN, names, FALSE);
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\3ada", 4, 1);
  add_row (&service, "\0bob", 4, 1);
  ck_assert_uint_eq (run (&service, operation), 1);
  rows = take_rows (operation);
  ck_assert_uint_eq (rows->len, 4);
  assert_row (rows->pdata[0], "\\x03ada", "ada", TRUE);
  assert_row (rows->pdata[1], "nobody", "nobody", FALSE);
  assert_row (rows->pdata[2], "\\x00bob", "bob", TRUE);
  assert_row (rows->pdata[3], "\\x03ada", "ada", TRUE);
}
END_TEST

START_TEST (a_row_with_a_computed_salt_is_requested_once)
{
  static const char *const names[] = { "hello", NULL };
  g_autoptr (HBaseOperation) operation = a_get (TARGET, "salt:md5-hex(8),name:text", names, FALSE);
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "5d41402ahello", 13, 1);
  ck_assert_uint_eq (run (&service, operation), 1);
  rows = take_rows (operation);
  assert_row (rows->pdata[0], "5d41402ahello", "hello", TRUE);
}
END_TEST

START_TEST (many_keys_are_several_requests)
{
  static const char *const names[] = { "a", "b", "c", "d", "e", NULL };
  g_autoptr (HBaseOperation) operation = a_get (TARGET, "salt:random(1024),name:text", names, FALSE);
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\0\1a", 3, 1);
  add_row (&service,
           "\3\xff"
           "d",
           3, 1);
  add_row (&service,
           "\3\xff"
           "e",
           3, 1);
  ck_assert_uint_eq (run (&service, operation), 2);
  rows = take_rows (operation);
  assert_row (rows->pdata[0], "\\x00\\x01a", "a", TRUE);
  assert_row (rows->pdata[1], "b", "b", FALSE);
  assert_row (rows->pdata[3], "\\x03\\xFFd", "d", TRUE);
  assert_row (rows->pdata[4], "\\x03\\xFFe", "e", TRUE);
}
END_TEST

START_TEST (reads_succeed_in_every_history)
{
  static const char *const names[] = { "ada", NULL };

  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      g_autoptr (HBaseOperation) operation = a_get (TARGET, DRAWN, names, FALSE);
      g_autoptr (GPtrArray) rows = NULL;
      g_auto (Service) service;
      ScriptedPump pump = { .serve = serve, .service = &service };

      service_init (&service);
      add_row (&service, "\1ada", 4, 1);
      scripted_history (&pump, i, DEPTH);
      ck_assert (scripted_pump_run (&pump, operation, NULL));
      rows = take_rows (operation);
      assert_row (rows->pdata[0], "\\x01ada", "ada", TRUE);
      g_clear_pointer (&operation, hbase_operation_free);
      scripted_pump_clear (&pump);
    }
}
END_TEST

static HBaseOperation *
an_exists (HBaseTarget target, const char *name)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (DRAWN);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (name);

  target.schema = schema;
  return hbase_exists_operation_new (target, get);
}

START_TEST (a_row_that_exists_twice_is_reported)
{
  static const char *const names[] = { "bob", "ada", NULL };
  g_autoptr (HBaseOperation) refused = a_get (TARGET, DRAWN, names, FALSE);
  g_autoptr (HBaseOperation) newest = a_get (TARGET, DRAWN, names, TRUE);
  g_autoptr (HBaseOperation) exists = an_exists (TARGET, "ada");
  g_autoptr (HBaseOperation) missing = an_exists (TARGET, "nobody");
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\0ada", 4, 7);
  add_row (&service, "\1ada", 4, 9);
  add_row (&service, "\3ada", 4, 8);
  run_expecting_error (&service, refused, HBASE_ERROR_DUPLICATE_KEY,
                       "row “ada”: it is stored twice, as “\\x00ada” and as “\\x01ada”");
  ck_assert_uint_eq (run (&service, newest), 1);
  rows = take_rows (newest);
  assert_row (rows->pdata[1], "\\x01ada", "ada", TRUE);
  run (&service, exists);
  ck_assert (take_flag (exists));
  run (&service, missing);
  ck_assert (!take_flag (missing));
}
END_TEST

START_TEST (another_number_of_results_is_an_error)
{
  static const char *const names[] = { "ada", NULL };
  g_autoptr (HBaseOperation) get = a_get (TARGET, DRAWN, names, FALSE);
  g_autoptr (HBaseOperation) exists = an_exists (TARGET, "ada");
  g_auto (Service) service;

  service_init (&service);
  service.is_short = TRUE;
  run_expecting_error (&service, get, HBASE_ERROR_PROTOCOL, "asked for 4 rows and answered with 3");
  run_expecting_error (&service, exists, HBASE_ERROR_PROTOCOL, "asked for 4 rows and answered with 3");
}
END_TEST

/* ---- puts of rows that are looked up ---- */

static HBaseOperation *
a_looked_up_put (HBaseTarget target, gboolean timestamped, gboolean prefer_newest)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (DRAWN);
  g_autoptr (HBasePut) put = a_put ("ada", timestamped);

  target.schema = schema;
  target.prefer_newest = prefer_newest;
  return hbase_put_operation_new (target, put);
}

START_TEST (a_put_writes_where_the_row_is)
{
  for (guint i = 0; i < scripted_histories (DEPTH) * 2; i++)
    {
      gboolean timestamped = i % 2;
      g_autoptr (HBaseOperation) operation = a_looked_up_put (TARGET, timestamped, FALSE);
      g_autoptr (GError) error = NULL;
      g_auto (Service) service;
      ScriptedPump pump = { .serve = serve, .service = &service };
      gboolean acknowledged;

      service_init (&service);
      add_row (&service, "\1ada", 4, 1);
      scripted_history (&pump, i / 2, DEPTH);
      acknowledged = scripted_pump_run (&pump, operation, &error);
      ck_assert (acknowledged || !timestamped);
      if (!acknowledged)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      g_clear_pointer (&operation, hbase_operation_free);
      scripted_pump_clear (&pump);
      ck_assert_uint_eq (g_hash_table_size (service.rows), 1);
      ck_assert (has_row (&service, "\1ada", 4));
      ck_assert (!acknowledged || service.n_puts > 0);
    }
}
END_TEST

START_TEST (a_put_of_no_row_inserts_one)
{
  g_autoptr (HBaseOperation) inserting = a_looked_up_put (TARGET, FALSE, FALSE);
  g_auto (Service) service;

  service_init (&service);
  ck_assert_uint_eq (run (&service, inserting), 2);
  ck_assert_uint_eq (g_hash_table_size (service.rows), 1);
}
END_TEST

START_TEST (several_puts_are_two_requests)
{
  static const char *const names[] = { "ada", "bob", "ada" };
  g_autoptr (HBaseKeySchema) schema = schema_of (DRAWN);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (HBaseOperation) operation = NULL;
  HBaseTarget target = TARGET;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\1bob", 4, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (puts, a_put (names[i], FALSE));
  target.schema = schema;
  operation = hbase_put_multiple_operation_new (target, puts);
  ck_assert_uint_eq (run (&service, operation), 2);
  ck_assert_uint_eq (service.n_puts, 3);
  ck_assert_uint_eq (g_hash_table_size (service.rows), 2);
}
END_TEST

START_TEST (a_put_of_two_rows_changes_the_newest_or_none)
{
  g_autoptr (HBaseOperation) refused = a_looked_up_put (TARGET, FALSE, FALSE);
  g_autoptr (HBaseOperation) newest = a_looked_up_put (TARGET, FALSE, TRUE);
  g_autoptr (GBytes) key = g_bytes_new ("\2ada", 4);
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\0ada", 4, 7);
  add_row (&service, "\2ada", 4, 9);
  run_expecting_error (&service, refused, HBASE_ERROR_DUPLICATE_KEY, "twice");
  ck_assert_uint_eq (service.n_puts, 0);
  run (&service, newest);
  ck_assert_int_eq (*(gint64 *) g_hash_table_lookup (service.rows, key), 1000);
}
END_TEST

/* ---- delete and checkAndPut ---- */

START_TEST (a_delete_visits_all_keys)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (DRAWN);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("ada");
  g_autoptr (HBaseOperation) operation = NULL;
  HBaseTarget target = TARGET;
  g_auto (Service) service;

  target.schema = schema;
  operation = hbase_delete_operation_new (target, delete_);
  service_init (&service);
  for (char salt = 0; salt < N_BUCKETS; salt++)
    {
      const char key[] = { salt, 'a', 'd', 'a' };

      add_row (&service, key, sizeof key, 1);
    }
  add_row (&service, "\1bob", 4, 1);
  ck_assert_uint_eq (run (&service, operation), 1);
  ck_assert_uint_eq (g_hash_table_size (service.rows), 1);
  ck_assert (has_row (&service, "\1bob", 4));
}
END_TEST

/* `row`: the row that the put is made for; NULL: it is made of the name. */
static HBaseOperation *
a_check (HBaseTarget target, const char *schema_text, const char *name, HBaseRow *row)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);
  g_autoptr (HBasePut) put = row != NULL ? hbase_put_new_for_row (row) : hbase_put_new_utf8 (name);

  hbase_put_add_utf8 (put, "f", "q", "v");
  target.schema = schema;
  return hbase_check_and_put_operation_new (target, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                                            hbase_slice (NULL, 0), put);
}

START_TEST (a_check_needs_a_stored_key)
{
  static const char *const names[] = { "ada", "nobody", NULL };
  g_autoptr (HBaseOperation) get = a_get (TARGET, DRAWN, names, FALSE);
  g_autoptr (HBaseOperation) computed = a_check (TARGET, "salt:md5-hex(2),name:text", "hello", NULL);
  g_autoptr (HBaseOperation) unknown = a_check (TARGET, DRAWN, "ada", NULL);
  g_autoptr (HBaseOperation) missing = NULL, placed = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (Service) service;

  service_init (&service);
  add_row (&service, "\2ada", 4, 1);
  run (&service, get);
  rows = take_rows (get);
  run_expecting_error (&service, unknown, HBASE_ERROR_UNSUPPORTED, "hbase_put_new_for_row");
  missing = a_check (TARGET, DRAWN, NULL, rows->pdata[1]);
  run_expecting_error (&service, missing, HBASE_ERROR_UNSUPPORTED, "hbase_put_new_for_row");
  ck_assert_uint_eq (service.n_puts, 0);
  placed = a_check (TARGET, DRAWN, NULL, rows->pdata[0]);
  run (&service, placed);
  ck_assert (take_flag (placed));
  ck_assert_uint_eq (service.n_puts, 1);
  ck_assert_uint_eq (g_hash_table_size (service.rows), 1);
  run (&service, computed);
  ck_assert (has_row (&service, "5dhello", 7));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salted-operations");

  tcase_add_loop_test (tests, a_put_keeps_its_random_salt_in_every_history, 0, 2);
  tcase_add_loop_test (tests, a_new_salt_for_each_attempt_is_detected, 0, 2);
  tcase_add_loop_test (tests, a_put_without_timestamps_is_executed_once_or_its_outcome_is_unknown, 0, 2);
  tcase_add_loop_test (tests, rows_are_found_wherever_they_are, 0, 2);
  tcase_add_loop_test (tests, a_row_with_a_computed_salt_is_requested_once, 0, 2);
  tcase_add_loop_test (tests, many_keys_are_several_requests, 0, 2);
  tcase_add_loop_test (tests, reads_succeed_in_every_history, 0, 2);
  tcase_add_loop_test (tests, a_row_that_exists_twice_is_reported, 0, 2);
  tcase_add_loop_test (tests, another_number_of_results_is_an_error, 0, 2);
  tcase_add_loop_test (tests, a_put_writes_where_the_row_is, 0, 2);
  tcase_add_loop_test (tests, a_put_of_no_row_inserts_one, 0, 2);
  tcase_add_loop_test (tests, several_puts_are_two_requests, 0, 2);
  tcase_add_loop_test (tests, a_put_of_two_rows_changes_the_newest_or_none, 0, 2);
  tcase_add_loop_test (tests, a_delete_visits_all_keys, 0, 2);
  tcase_add_loop_test (tests, a_check_needs_a_stored_key, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salted-operations", fill)
