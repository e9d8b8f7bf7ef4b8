/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-operation-private.h"
#include "hbase-error.h"
#include "hbase-wire-tables.h"
#include "scripted-pump.h"

#include "check-main.h"

/* Texts of real gateways, and the errors made of them. */
typedef struct {
  const char *expected;
  HBaseError code;
  const char *reported;
} Saying;

#define STACK "\n\tat org.apache.hadoop.hbase.master.HMaster.checkTableExists(HMaster.java:2888)\n\tat org"

static const Saying sayings[] = {
  { "nope", HBASE_ERROR_TABLE_NOT_FOUND, "table “nope”: there is no such table; create it first" },
  { "org.apache.hadoop.hbase.TableNotFoundException: nope" STACK, HBASE_ERROR_TABLE_NOT_FOUND, NULL },
  { "Failed 1 action: nope: 1 time, servers with issues: null", HBASE_ERROR_TABLE_NOT_FOUND, NULL },
  { "org.apache.hadoop.hbase.TableExistsException: nope" STACK, HBASE_ERROR_TABLE_EXISTS, NULL },
  { "nope is disabled.", HBASE_ERROR_TABLE_DISABLED, NULL },
  { "org.apache.hadoop.hbase.TableNotEnabledException: nope" STACK, HBASE_ERROR_TABLE_DISABLED, NULL },
  { "org.apache.hadoop.hbase.TableNotDisabledException: Not DISABLED; tableName=nope, state=ENABLED" STACK,
    HBASE_ERROR_TABLE_NOT_DISABLED, NULL },
  { "tableName=nope, state=ENABLED", HBASE_ERROR_TABLE_NOT_DISABLED, NULL },
  { "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family zz does not exist in "
    "region "
    "nope,,1795.8e92. in table 'nope', {TABLE_ATTRIBUTES" STACK,
    HBASE_ERROR_FAMILY_NOT_FOUND,
    "table “nope”: Column family zz does not exist; the table's description lists its column families" },
  { "Failed 1 action: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family zz "
    "does not exist "
    "in region nope" STACK ": 1 time, servers with issues: localhost,1,2",
    HBASE_ERROR_FAMILY_NOT_FOUND, NULL },
  { "org.apache.hadoop.hbase.NamespaceNotFoundException: nons" STACK, HBASE_ERROR_NAMESPACE_NOT_FOUND,
    "table “nope”: there is no namespace “nons”; create it first" },
  { "Failed 2 actions: NotServingRegionException: 2 times, servers with issues: localhost,1,2",
    HBASE_ERROR_UNAVAILABLE, NULL },
  /* What becomes of a gateway's connection to a region server that is killed. */
  { "Failed 12 actions: SocketException: 12 times, servers with issues: localhost,1,2",
    HBASE_ERROR_UNAVAILABLE, "table “nope”: HBase can't serve this now: SocketException" },
  { "Failed 2 actions: EOFException: 2 times, servers with issues: localhost,1,2", HBASE_ERROR_UNAVAILABLE,
    NULL },
  { "Failed 2 actions: StacklessClosedChannelException: 2 times, servers with issues: localhost,1,2",
    HBASE_ERROR_UNAVAILABLE, NULL },
  { "java.nio.channels.ClosedChannelException: Call to localhost/127.0.0.1:2 failed on local exception: "
    "java.nio.channels.ClosedChannelException",
    HBASE_ERROR_UNAVAILABLE, NULL },
  { "java.io.IOException: Call to address=localhost:2 failed on local exception: java.io.IOException: "
    "Connection reset by peer" STACK,
    HBASE_ERROR_UNAVAILABLE, NULL },
  { "java.io.IOException: Could not set up IO Streams to localhost/127.0.0.1:2", HBASE_ERROR_UNAVAILABLE,
    NULL },
  { "org.apache.hadoop.hbase.CallDroppedException: Call dropped", HBASE_ERROR_UNAVAILABLE, NULL },
  { "Failed after attempts=4, exceptions:\n2026-11-20T22:03:59.780Z, RpcRetryingCaller{globalStartTime=1, "
    "pause=50, "
    "maxAttempts=4}, java.io.IOException: java.io.IOException: Timestamp is out of range" STACK,
    HBASE_ERROR_UNAVAILABLE, "table “nope”: HBase can't serve this now: Timestamp is out of range" },
  { "Failed after attempts=4, exceptions:\n2026-11-20T22:03:59.780Z, RpcRetryingCaller{pause=50}, "
    "org.apache.hadoop.hbase.TableNotFoundException: nope",
    HBASE_ERROR_TABLE_NOT_FOUND, NULL },
  { "Failed after attempts=4, exceptions:\n2026-11-20T22:03:59.780Z, RpcRetryingCaller{pause=50}, "
    "java.lang.IllegalArgumentException: startRow's length must be less than or equal to 32767",
    HBASE_ERROR_INVALID_ARGUMENT, NULL },
  { "StorageException: hbase-glib: storage: /d: database or disk is full", HBASE_ERROR_STORAGE,
    "table “nope”: hbase-glib: storage: /d: database or disk is full" },
  { "Failed after attempts=16", HBASE_ERROR_UNAVAILABLE, NULL },
  { "Zookeeper LIST could not be completed in 10000 ms", HBASE_ERROR_UNAVAILABLE, NULL },
  { "No server address listed in hbase:meta for region nope,row00100,1795.1e18. containing row row00132",
    HBASE_ERROR_UNAVAILABLE, NULL },
  { "Unable to find region for row00132 in nope", HBASE_ERROR_UNAVAILABLE, NULL },
  { "Region offline; disable table call? nope,row00100,1795.1e18.", HBASE_ERROR_UNAVAILABLE, NULL },
  { "org.apache.hadoop.hbase.DoNotRetryIOException: Does hbase:meta exist hole? Locating row r returns "
    "incorrect region "
    "{ENCODED => 1e18}",
    HBASE_ERROR_UNAVAILABLE, NULL },
  { "org.apache.hadoop.hbase.NamespaceExistException: Namespace nsx already exists" STACK,
    HBASE_ERROR_NAMESPACE_EXISTS, "table “nope”: a namespace of that name exists already" },
  { "org.apache.hadoop.hbase.InvalidFamilyOperationException: Column family 'g' in table 'nope' already "
    "exists so cannot be added" STACK,
    HBASE_ERROR_FAMILY_EXISTS,
    "table “nope”: Column family 'g' in table 'nope' already exists so cannot be added; modify it instead" },
  { "org.apache.hadoop.hbase.InvalidFamilyOperationException: Family 'zz' does not exist, so it cannot be "
    "deleted" STACK,
    HBASE_ERROR_FAMILY_NOT_FOUND,
    "table “nope”: Family 'zz' does not exist, so it cannot be deleted; the table's description lists its "
    "column families" },
  { "org.apache.hadoop.hbase.InvalidFamilyOperationException: Family 'f' is the only column family in the "
    "table, so it cannot be deleted" STACK,
    HBASE_ERROR_REMOTE, NULL },
  { "org.apache.hadoop.hbase.constraint.ConstraintException: Only empty namespaces can be removed. Namespace "
    "nsx has 1 tables" STACK,
    HBASE_ERROR_REMOTE,
    "table “nope”: HBase refused: Only empty namespaces can be removed. Namespace nsx has 1 tables; delete "
    "its tables first" },
  { "org.apache.hadoop.hbase.security.AccessDeniedException: Insufficient permissions" STACK,
    HBASE_ERROR_ACCESS_DENIED,
    "table “nope”: HBase doesn't permit this to the gateway's user; grant it there (HBase reports: "
    "Insufficient permissions)" },
  { "java.lang.NoClassDefFoundError: org/apache/hadoop/x", HBASE_ERROR_REMOTE,
    "table “nope”: HBase refused: org/apache/hadoop/x" },
  { "Error: nobody knows", HBASE_ERROR_REMOTE, "table “nope”: HBase refused: Error: nobody knows" },
  { "Thrift Server is in Read-only mode.", HBASE_ERROR_READ_ONLY,
    "table “nope”: the gateway was started read-only; write through another one" },
  { "org.apache.hadoop.hbase.DoNotRetryIOException: region is read only" STACK, HBASE_ERROR_READ_ONLY,
    "table “nope”: the table has the attribute READONLY; modify the table first" },
  { "versions must be positive", HBASE_ERROR_REMOTE,
    "table “nope”: HBase refused: versions must be positive" },
  { "org.apache.hadoop.hbase.DoNotRetryIOException: Field is not a long, it's 1 bytes wide" STACK,
    HBASE_ERROR_REMOTE,
    "table “nope”: HBase refused: Field is not a long, it's 1 bytes wide; only values of 8 "
    "bytes can be incremented" },
  { "Failed to do what was asked: no reason", HBASE_ERROR_REMOTE, NULL },
  { "Failed 3 action", HBASE_ERROR_REMOTE, NULL },
  { "java.lang.NullPointerException", HBASE_ERROR_REMOTE, NULL },
  { "\xff\xfe not UTF-8", HBASE_ERROR_REMOTE, NULL },
  { "", HBASE_ERROR_REMOTE, "table “nope”: HBase refused: it gave no reason" },
};

typedef struct {
  guint field;   /* of the result; 0: an application exception */
  gint32 number; /* its type */
  const char *text;
} Answer;

static void
serve (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply)
{
  const Answer *answer = service;

  if (answer->field > 0)
    {
      scripted_reply_begin (reply, call);
      hbase_wire_begin_struct (reply);
      hbase_wire_write_struct (reply, answer->field);
      hbase_wire_write_binary (reply, 1, hbase_slice_text (answer->text));
      hbase_wire_end_struct (reply);
      hbase_wire_end_struct (reply);
      return;
    }
  hbase_wire_write_message (reply, hbase_slice_text (call->method->name), HBASE_WIRE_EXCEPTION,
                            call->sequence_id);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_binary (reply, 1, hbase_slice_text (answer->text));
  hbase_wire_write_i32 (reply, 2, answer->number);
  hbase_wire_end_struct (reply);
}

/* An operation that only takes its response. */
typedef struct {
  HBaseOperation parent;
  gboolean unknown_scanner;
} Listener;

static HBaseNext
response_received (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  ck_assert (!hbase_lane_take_response (lane, NULL, &error));
  ((Listener *) operation)->unknown_scanner = lane->unknown_scanner;
  return hbase_operation_fail (operation, error);
}

static GBytes *
make_arguments (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 16);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, 3);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
listen_start (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS],
                          make_arguments (operation->protocol), 0, response_received);
}

/* The same with a void result. */
static HBaseNext
close_start (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                          make_arguments (operation->protocol), 0, response_received);
}

static HBaseNext
open_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, operation->protocol, 16);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_wire_write_binary (&writer, HBASE_T_SCAN_FILTER_STRING, HBASE_SLICE_LITERAL ("PageFiler(1)"));
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER],
                          hbase_wire_writer_end (&writer), 0, response_received);
}

static HBaseNext
locate_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, operation->protocol, 16);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ALL_REGION_LOCATIONS_ARGS_TABLE, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_end_struct (&writer);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS],
                          hbase_wire_writer_end (&writer), 0, response_received);
}

static const HBaseOperationClass locator_class = { .size = sizeof (Listener), .start = locate_start };
static const HBaseOperationClass closer_class = { .size = sizeof (Listener), .start = close_start };
static const HBaseOperationClass opener_class = { .size = sizeof (Listener), .start = open_start };
static const HBaseOperationClass listener_class = { .size = sizeof (Listener), .start = listen_start };

/* Returns the error of an operation on table "nope". */
static GError *
reported (const Answer *answer, HBaseWireProtocol protocol, gboolean *unknown_scanner)
{
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&listener_class, protocol, 1);
  ScriptedPump pump = { .serve = serve, .service = (gpointer) answer };
  GError *error = NULL;

  hbase_operation_set_subject (operation, "nope", hbase_slice (NULL, 0));
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  scripted_pump_clear (&pump);
  if (unknown_scanner != NULL)
    *unknown_scanner = ((Listener *) operation)->unknown_scanner;
  return error;
}

START_TEST (a_java_exception_becomes_a_clear_error)
{
  const Saying *saying = &sayings[_i];
  Answer answer = { .field = 1, .text = saying->expected };

  for (guint protocol = 0; protocol < 2; protocol++)
    {
      g_autoptr (GError) error = reported (&answer, (HBaseWireProtocol) protocol, NULL);

      ck_assert_msg (g_error_matches (error, HBASE_ERROR, (int) saying->code), "“%s” became %d: %s",
                     saying->expected, error->code, error->message);
      if (saying->reported != NULL)
        ck_assert_str_eq (error->message, saying->reported);
      ck_assert_msg (strchr (error->message, '\n') == NULL, "%s", error->message);
      ck_assert (g_str_has_prefix (error->message, "table “nope”: "));
      ck_assert (g_utf8_validate (error->message, -1, NULL));
    }
}
END_TEST

/* The class that decided is reported, else the last one. */
static const struct {
  const char *text, *class;
} classes[] = {
  { "org.apache.hadoop.hbase.TableExistsException: nope" STACK,
    "org.apache.hadoop.hbase.TableExistsException" },
  { "java.io.IOException: org.apache.hadoop.hbase.NotServingRegionException: java.io.IOException: x" STACK,
    "org.apache.hadoop.hbase.NotServingRegionException" },
  { "java.io.IOException: java.lang.IllegalStateException: x", "java.lang.IllegalStateException" },
  { "Failed 2 actions: NotServingRegionException: 2 times, servers with issues: localhost,1,2",
    "NotServingRegionException" },
  { "nope", NULL },
  { "", NULL },
};

START_TEST (the_class_and_the_whole_text_stay_with_the_error)
{
  Answer answer = { .field = 1, .text = classes[_i].text };
  g_autoptr (GError) error = reported (&answer, HBASE_WIRE_PROTOCOL_BINARY, NULL);
  g_autoptr (GError) copy = g_error_copy (error);

  ck_assert_pstr_eq (hbase_error_get_java_class (error), classes[_i].class);
  ck_assert_str_eq (hbase_error_get_details (error), classes[_i].text);
  ck_assert_pstr_eq (hbase_error_get_java_class (copy), classes[_i].class);
  g_clear_error (&error);
  ck_assert_str_eq (hbase_error_get_details (copy), classes[_i].text);
}
END_TEST

/* A write's error is made anew when its outcome is unknown. */
START_TEST (an_unknown_outcome_keeps_the_details)
{
  Answer answer = { .field = 1, .text = "java.io.IOException: Failed to get sync result\n\tat wal" };
  g_autoptr (HBaseOperation) call = hbase_call_operation_new (
      (HBaseTarget){ HBASE_WIRE_PROTOCOL_BINARY, "nope" }, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
      make_arguments (HBASE_WIRE_PROTOCOL_BINARY), HBASE_CALL_ONCE);
  ScriptedPump pump = { .serve = serve, .service = &answer };
  g_autoptr (GError) error = NULL;

  ck_assert (!scripted_pump_run (&pump, call, &error));
  scripted_pump_clear (&pump);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_str_eq (hbase_error_get_java_class (error), "java.io.IOException");
  ck_assert_str_eq (hbase_error_get_details (error), answer.text);
}
END_TEST

START_TEST (application_exceptions_and_illegal_arguments_have_details)
{
  Answer answers[] = { { .number = 7, .text = "Required\nfield" }, { .field = 2, .text = "two\nlines" } };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) error = reported (&answers[i], HBASE_WIRE_PROTOCOL_COMPACT, NULL);

      ck_assert_str_eq (hbase_error_get_details (error), answers[i].text);
      ck_assert_ptr_null (hbase_error_get_java_class (error));
    }
}
END_TEST

START_TEST (an_unknown_scanner_is_recognised)
{
  Answer unknown = { .field = 2, .text = "Invalid scanner Id" },
         other = { .field = 1, .text = "Invalid scanner Id" };
  gboolean recognised;
  g_autoptr (GError) error = reported (&unknown, HBASE_WIRE_PROTOCOL_BINARY, &recognised);
  g_autoptr (GError) no = NULL;

  ck_assert (recognised);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  no = reported (&other, HBASE_WIRE_PROTOCOL_BINARY, &recognised);
  ck_assert (!recognised);
}
END_TEST

START_TEST (application_exceptions_are_distinguished)
{
  Answer unknown = { .number = 1, .text = "Invalid method name: 'getScannerRows'" };
  Answer internal = { .number = 6, .text = "Internal error processing getScannerRows" };
  Answer engine = { .number = 6, .text = "hbase-glib's embedded engine has no filters yet" };
  Answer other = { .number = 7, .text = "Required field\n'x' was not present" };
  g_autoptr (GError) a = reported (&unknown, HBASE_WIRE_PROTOCOL_BINARY, NULL);
  g_autoptr (GError) b = reported (&internal, HBASE_WIRE_PROTOCOL_COMPACT, NULL);
  g_autoptr (GError) c = reported (&other, HBASE_WIRE_PROTOCOL_BINARY, NULL);
  g_autoptr (GError) d = reported (&engine, HBASE_WIRE_PROTOCOL_COMPACT, NULL);

  ck_assert_error (a, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull (strstr (a->message, "Thrift1"));
  ck_assert_error (b, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_error (c, HBASE_ERROR, HBASE_ERROR_REMOTE);
  ck_assert_ptr_null (strchr (c->message, '\n'));
  ck_assert_error (d, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_str_eq (d->message, "table “nope”: hbase-glib's embedded engine has no filters yet");
}
END_TEST

/* The error of a write, which isn't repeated: a gateway that lost HBase's response repeats the call, and
 * passes on HBase's error for the last attempt. */
static const struct {
  Answer answer;
  HBaseError code;
} refusals[] = {
  { { .field = 1, .text = "org.apache.hadoop.hbase.DoNotRetryIOException: the table is being changed" },
    HBASE_ERROR_OUTCOME_UNKNOWN },
  { { .field = 1, .text = "java.io.IOException: Failed to get sync result after 300000 ms" },
    HBASE_ERROR_OUTCOME_UNKNOWN },
  { { .field = 1,
      .text = "org.apache.hadoop.hbase.quotas.RpcThrottlingException: write size limit exceeded" },
    HBASE_ERROR_OUTCOME_UNKNOWN },
  { { .field = 1, .text = "java.lang.NullPointerException" }, HBASE_ERROR_OUTCOME_UNKNOWN },
  /* No such request is ever executed. */
  { { .field = 1,
      .text = "org.apache.hadoop.hbase.DoNotRetryIOException: Field is not a long, it's 1 bytes wide" },
    HBASE_ERROR_REMOTE },
  { { .field = 1,
      .text = "org.apache.hadoop.hbase.security.AccessDeniedException: Insufficient permissions" },
    HBASE_ERROR_ACCESS_DENIED },
  { { .field = 1,
      .text = "Failed 1 action: org.apache.hadoop.hbase.exceptions.FailedSanityCheckException: Timestamp "
              "for KV out of range: 1 time, servers with issues: a,1,2" },
    HBASE_ERROR_REMOTE },
  { { .field = 1, .text = "nope" }, HBASE_ERROR_TABLE_NOT_FOUND },
  { { .field = 2, .text = "the gateway itself takes no such argument" }, HBASE_ERROR_REMOTE },
  { { .number = 7, .text = "Required field 'x' was not present" }, HBASE_ERROR_REMOTE },
};

START_TEST (a_refused_write_may_have_been_executed)
{
  for (HBaseCallClass class = HBASE_CALL_READ; class <= HBASE_CALL_ONCE; class ++)
    {
      gboolean read = class == HBASE_CALL_READ || class == HBASE_CALL_STICKY;
      g_autoptr (HBaseOperation) call = hbase_call_operation_new (
          (HBaseTarget){ HBASE_WIRE_PROTOCOL_BINARY, "nope" }, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
          make_arguments (HBASE_WIRE_PROTOCOL_BINARY), class);
      ScriptedPump pump = { .serve = serve, .service = (gpointer) &refusals[_i].answer };
      gboolean unknown = refusals[_i].code == HBASE_ERROR_OUTCOME_UNKNOWN;
      g_autoptr (GError) error = NULL;

      ck_assert (!scripted_pump_run (&pump, call, &error));
      scripted_pump_clear (&pump);
      ck_assert_error (error, HBASE_ERROR, unknown && read ? HBASE_ERROR_REMOTE : refusals[_i].code);
    }
}
END_TEST

/* An exception of a newer gateway; the call may not have been executed. */
START_TEST (an_undeclared_exception_is_an_error)
{
  Answer answer = { .field = 7, .text = "TBrandNewException" };
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&closer_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
  ScriptedPump pump = { .serve = serve, .service = &answer };
  g_autoptr (GError) error = NULL;

  ck_assert (!scripted_pump_run (&pump, operation, &error));
  scripted_pump_clear (&pump);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  ck_assert_str_eq (error->message,
                    "the gateway's response to “closeScanner” has the unknown field 7, which is most "
                    "likely an exception of a newer HBase");
}
END_TEST

/* The engine gives the reason; for a gateway's refusal it is found in the request. */
START_TEST (a_refusal_is_explained)
{
  Answer engine = { .number = 6, .text = "Internal error processing getScannerRows: no columns" };
  Answer gateway = { .number = 6, .text = "Internal error processing openScanner" };
  g_autoptr (GError) a = reported (&engine, HBASE_WIRE_PROTOCOL_BINARY, NULL);

  ck_assert_error (a, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_str_eq (a->message, "table “nope”: no columns");
  for (guint protocol = 0; protocol < 2; protocol++)
    {
      g_autoptr (HBaseOperation) operation
          = hbase_operation_new (&opener_class, (HBaseWireProtocol) protocol, 1);
      ScriptedPump pump = { .serve = serve, .service = &gateway };
      g_autoptr (GError) b = NULL;

      ck_assert (!scripted_pump_run (&pump, operation, &b));
      scripted_pump_clear (&pump);
      ck_assert_error (b, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
      ck_assert_str_eq (b->message,
                        "filter, byte 1 (PageFiler(1)): HBase itself has no filter “PageFiler”: did you "
                        "mean “PageFilter”? (the gateway reports only “Internal error processing "
                        "openScanner”; its log has the reason)");
    }
}
END_TEST

/* The gateway doesn't expect that a region may have no server; the regions are requested again. */
START_TEST (a_region_without_a_server_is_unavailable)
{
  Answer gateway = { .number = 6, .text = "Internal error processing getAllRegionLocations" };
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&locator_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
  ScriptedPump pump = { .serve = serve, .service = &gateway };
  g_autoptr (GError) error = NULL;

  ck_assert (!scripted_pump_run (&pump, operation, &error));
  scripted_pump_clear (&pump);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNAVAILABLE);
  ck_assert_str_eq (error->message,
                    "a region has no server yet, as after a split or the crash of a server (the gateway "
                    "reports only “Internal error processing getAllRegionLocations”)");
}
END_TEST

/* Texts are cut between characters, and invalid UTF-8 is replaced. */
START_TEST (texts_of_peers_become_utf8)
{
  g_autoptr (GString) text = g_string_new ("Invalid");
  Answer answers[] = { { .field = 1 }, { .field = 2 }, { .number = 6 }, { .number = 7 } };

  for (guint i = 0; i < 400; i++)
    g_string_append (text, "ä");
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (GError) error = NULL;

      answers[i / 2].text = text->str;
      error = reported (&answers[i / 2], HBASE_WIRE_PROTOCOL_BINARY, NULL);
      ck_assert (g_utf8_validate (error->message, -1, NULL));
      ck_assert_ptr_nonnull (strstr (error->message, "Invalid"));
      ck_assert_ptr_null (strchr (error->message, '\n'));
      g_string_insert (text, 7, i % 2 == 0 ? "\xff\n" : "x");
    }
}
END_TEST

START_TEST (a_long_row_is_cut_in_errors)
{
  g_autoptr (HBaseOperation) operation = hbase_operation_new (&listener_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
  g_autofree guint8 *row = g_malloc0 (32767);
  g_autoptr (GError) error = NULL;

  hbase_operation_set_subject (operation, "t", hbase_slice (row, 32767));
  error = hbase_operation_error (operation, HBASE_ERROR_FAILED, "why");
  ck_assert (g_str_has_prefix (error->message, "table “t”, row “\\x00\\x00"));
  ck_assert (g_str_has_suffix (error->message, "…”: why"));
  ck_assert_uint_lt (strlen (error->message), 500);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *answers = tcase_create ("answers");

  tcase_add_loop_test (answers, a_java_exception_becomes_a_clear_error, 0, G_N_ELEMENTS (sayings));
  tcase_add_loop_test (answers, the_class_and_the_whole_text_stay_with_the_error, 0, G_N_ELEMENTS (classes));
  tcase_add_test (answers, an_unknown_outcome_keeps_the_details);
  tcase_add_test (answers, application_exceptions_and_illegal_arguments_have_details);
  tcase_add_test (answers, an_unknown_scanner_is_recognised);
  tcase_add_test (answers, application_exceptions_are_distinguished);
  tcase_add_loop_test (answers, a_refused_write_may_have_been_executed, 0, G_N_ELEMENTS (refusals));
  tcase_add_test (answers, an_undeclared_exception_is_an_error);
  tcase_add_test (answers, a_refusal_is_explained);
  tcase_add_test (answers, a_region_without_a_server_is_unavailable);
  tcase_add_test (answers, texts_of_peers_become_utf8);
  tcase_add_test (answers, a_long_row_is_cut_in_errors);
  suite_add_tcase (suite, answers);
}

TEST_MAIN ("answer", fill)
