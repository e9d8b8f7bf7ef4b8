/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes errors of the exceptions that gateways send.
 *
 * A Java exception is received as its text: "fully.qualified.ClassName: message", then a stack trace; an
 * exception of the gateway's own HBase client may be the message alone. Some exceptions contain others: the
 * exception of a batch ("Failed 1 action: CAUSE: 1 time, servers with …"), and that of exhausted retries
 * ("Failed after attempts=4, exceptions:", one line for each). The class decides the error code, and the
 * message is the first line of the innermost exception's message. The whole text stays with the error, as its
 * details. */

#include "config.h"

#include "hbase-operation-private.h"
#include "hbase-error-private.h"
#include "hbase-refusal-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-unsupported-message-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

/* Bytes of a gateway's text that an error shows. */
#define TEXT_SHOWN 300

typedef struct {
  const char *name;
  HBaseError code;
} KnownClass;

static const KnownClass known_classes[] = {
  { "TableNotFoundException", HBASE_ERROR_TABLE_NOT_FOUND },
  { "TableExistsException", HBASE_ERROR_TABLE_EXISTS },
  { "TableNotEnabledException", HBASE_ERROR_TABLE_DISABLED },
  { "TableNotDisabledException", HBASE_ERROR_TABLE_NOT_DISABLED },
  { "NoSuchColumnFamilyException", HBASE_ERROR_FAMILY_NOT_FOUND },
  { "NamespaceNotFoundException", HBASE_ERROR_NAMESPACE_NOT_FOUND },
  { "NamespaceExistException", HBASE_ERROR_NAMESPACE_EXISTS },
  { "AccessDeniedException", HBASE_ERROR_ACCESS_DENIED },
  { "NotServingRegionException", HBASE_ERROR_UNAVAILABLE },
  { "RegionMovedException", HBASE_ERROR_UNAVAILABLE },
  { "RegionOfflineException", HBASE_ERROR_UNAVAILABLE },
  { "RegionOpeningException", HBASE_ERROR_UNAVAILABLE },
  { "RegionTooBusyException", HBASE_ERROR_UNAVAILABLE },
  { "RegionInRecoveryException", HBASE_ERROR_UNAVAILABLE },
  { "RegionServerStoppedException", HBASE_ERROR_UNAVAILABLE },
  { "RegionServerAbortedException", HBASE_ERROR_UNAVAILABLE },
  { "ServerNotRunningYetException", HBASE_ERROR_UNAVAILABLE },
  { "ServerTooBusyException", HBASE_ERROR_UNAVAILABLE },
  { "NoServerForRegionException", HBASE_ERROR_UNAVAILABLE },
  { "MasterNotRunningException", HBASE_ERROR_UNAVAILABLE },
  { "PleaseHoldException", HBASE_ERROR_UNAVAILABLE },
  { "CallTimeoutException", HBASE_ERROR_UNAVAILABLE },
  { "CallQueueTooBigException", HBASE_ERROR_UNAVAILABLE },
  { "CallDroppedException", HBASE_ERROR_UNAVAILABLE },
  { "FailedServerException", HBASE_ERROR_UNAVAILABLE },
  { "ConnectionClosingException", HBASE_ERROR_UNAVAILABLE },
  { "ConnectionClosedException", HBASE_ERROR_UNAVAILABLE },
  { "RetriesExhaustedException", HBASE_ERROR_UNAVAILABLE },
  { "ConnectException", HBASE_ERROR_UNAVAILABLE },
  { "SocketException", HBASE_ERROR_UNAVAILABLE },
  { "NoRouteToHostException", HBASE_ERROR_UNAVAILABLE },
  { "SocketTimeoutException", HBASE_ERROR_UNAVAILABLE },
  { "EOFException", HBASE_ERROR_UNAVAILABLE },
  { "ClosedChannelException", HBASE_ERROR_UNAVAILABLE },
  { "StacklessClosedChannelException", HBASE_ERROR_UNAVAILABLE },
  { "SyncFailedException", HBASE_ERROR_UNAVAILABLE },
  { "InterruptedIOException", HBASE_ERROR_UNAVAILABLE },
  /* The gateway doesn't wait any longer for a procedure of the master's, which goes on. */
  { "TimeoutException", HBASE_ERROR_UNAVAILABLE },
  { "TimeoutIOException", HBASE_ERROR_UNAVAILABLE },
  /* of the embedded engine */
  { "StorageException", HBASE_ERROR_STORAGE },
  { "StorageInDoubtException", HBASE_ERROR_OUTCOME_UNKNOWN },
};

/* What a region of a table with the attribute READONLY reports. */
#define READ_ONLY_REGION "region is read only"

/* Texts of checks that HBase makes before it writes anything. Each attempt of the same request fails them, so
 * no earlier attempt was executed. */
static const char *const checks_before_writes[] = {
  "AccessDeniedException",
  "FailedSanityCheckException",
  "Field is not a long",
  "Cell with size ",
  "KeyValue size too large",
  "Unknown Compare op",
  "The row of the action <",
  "The row in the recently added Mutation <",
  READ_ONLY_REGION,
  /* of our own server */
  "CallLimitException: the call has more than ",
};

/* The whole text of a gateway whose client found no region for several rows; of one row it says whether the
 * table is disabled. */
#define NO_REGION "NotServingRegionException"

/* What the embedded engine, which tries a call once, says of a call that it stopped and rolled back. */
#define UNDONE "; nothing was written"

static gboolean
is_checked_before_writes (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks_before_writes); i++)
    if (strstr (text, checks_before_writes[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Shortens the text to one line of at most TEXT_SHOWN bytes, which doesn't end within a character. */
static void
shorten (char *text)
{
  if (strlen (text) > TEXT_SHOWN)
    *g_utf8_find_prev_char (text, text + TEXT_SHOWN + 1) = '\0';
  g_strdelimit (text, "\n\r", ' ');
}

/* Returns the length of the Java exception's class name with which the text begins; 0: it begins with
 * none. The name of an error has a package: "Error: " alone begins texts of other kinds. */
static gsize
class_name_length (const char *text)
{
  gsize n = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$");
  gboolean is_whole = text[n] == '\0' || text[n] == ':';
  gboolean is_exception = n > 9 && strncmp (text + n - 9, "Exception", 9) == 0;
  gboolean is_error = n > 5 && strncmp (text + n - 5, "Error", 5) == 0 && memchr (text, '.', n) != NULL;

  return is_whole && (is_exception || is_error) ? n : 0;
}

static HBaseError
code_of_class (const char *text, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_classes); i++)
    {
      gsize n = strlen (known_classes[i].name);
      const char *at = text + length - n;

      if (n <= length && strncmp (at, known_classes[i].name, n) == 0 && (n == length || at[-1] == '.'))
        return known_classes[i].code;
    }
  return HBASE_ERROR_REMOTE;
}

/* Returns whether the gateway's client found no server for a row: a region that is being split or merged, or
 * whose server crashed, has none for a while, and hbase:meta is out of date. Most such messages have no
 * class. */
static gboolean
is_region_in_transition (const char *text)
{
  static const char *const beginnings[] = {
    "No server address listed in ", "Unable to find region for ",   "Region offline; disable table call? ",
    "RegionInfo null in ",          "RegionInfo null or empty in ", "hbase:meta says the region ",
    "Does hbase:meta exist hole? ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (g_str_has_prefix (text, beginnings[i]))
      return TRUE;
  return FALSE;
}

/* Returns whether the connection between the gateway's client and a region server failed. The class may be
 * any: for a connection that was reset it is java.io.IOException. */
static gboolean
is_lost_connection (const char *text)
{
  return g_str_has_prefix (text, "Could not set up IO Streams to ")
         || (g_str_has_prefix (text, "Call to ") && strstr (text, " failed on local exception: ") != NULL);
}

/* Returns the code of a text without a class, which is from the gateway's own client. */
static HBaseError
code_of_bare_text (const HBaseOperation *operation, const char *text)
{
  if (g_strcmp0 (text, operation->table) == 0)
    return HBASE_ERROR_TABLE_NOT_FOUND;
  if (g_str_has_suffix (text, " is disabled."))
    return HBASE_ERROR_TABLE_DISABLED;
  if (g_str_has_prefix (text, "tableName=") && g_str_has_suffix (text, "state=ENABLED"))
    return HBASE_ERROR_TABLE_NOT_DISABLED;
  if (strstr (text, "Read-only mode") != NULL)
    return HBASE_ERROR_READ_ONLY;
  if (strstr (text, "could not be completed in") != NULL)
    return HBASE_ERROR_UNAVAILABLE;
  return HBASE_ERROR_REMOTE;
}

/* Returns the cause within the text: what follows "Failed 2 actions: ", without ": 2 times, servers with
 * issues: …"; or, if retries were exhausted, the exception of the first attempt. */
static const char *
unwrap (char *text, gboolean *exhausted)
{
  char *end, *cause = text;

  *exhausted = g_str_has_prefix (text, "Failed after attempts=");
  if (*exhausted && (cause = strchr (text, '\n')) != NULL)
    {
      char *caller = strstr (cause, "}, ");

      cause = caller != NULL ? caller + 3 : cause + 1;
    }
  else if (g_str_has_prefix (text, "Failed ") && (cause = strstr (text, ": ")) != NULL
           && strstr (text, " action") != NULL && strstr (text, " action") < cause)
    cause += 2;
  else
    cause = text;
  if ((end = strchr (cause, '\n')) != NULL)
    *end = '\0';
  if (cause != text && (end = g_strrstr (cause, ", servers with issues")) != NULL)
    {
      *end = '\0';
      if ((end = strrchr (cause, ':')) != NULL)
        *end = '\0';
    }
  return cause;
}

/* Returns the code of an exception of no known class by its text. */
static HBaseError
code_of_text (const char *text)
{
  /* The gateway's client looks for a row's region by a key of the table, the row and more; the longest rows
   * are too long for it. */
  if (g_str_has_prefix (text, "startRow's length must be"))
    return HBASE_ERROR_INVALID_ARGUMENT;
  if (g_str_equal (text, READ_ONLY_REGION))
    return HBASE_ERROR_READ_ONLY;
  /* HBase has one class, InvalidFamilyOperationException, for all of these. */
  if (g_str_has_suffix (text, " already exists so cannot be added"))
    return HBASE_ERROR_FAMILY_EXISTS;
  if (strstr (text, "amily '") != NULL && strstr (text, "' does not exist, so it cannot be ") != NULL)
    return HBASE_ERROR_FAMILY_NOT_FOUND;
  return is_region_in_transition (text) || is_lost_connection (text) ? HBASE_ERROR_UNAVAILABLE
                                                                     : HBASE_ERROR_REMOTE;
}

/* Strips one class after another ("java.io.IOException: java.io.IOException: the text"); the last known class
 * decides, and is returned in `class`, else the last class; NULL: there is none. */
static const char *
strip_classes (const HBaseOperation *operation, const char *text, HBaseError *code, char **class)
{
  gsize n;

  *code = HBASE_ERROR_REMOTE;
  *class = NULL;
  if (class_name_length (text) == 0)
    *code = code_of_bare_text (operation, text);
  while ((n = class_name_length (text)) > 0)
    {
      HBaseError found = code_of_class (text, n);

      if (found != HBASE_ERROR_REMOTE || *code == HBASE_ERROR_REMOTE)
        {
          g_free (*class);
          *class = g_strndup (text, n);
          *code = found;
        }
      if (text[n] == '\0')
        break;
      text += n + 1;
      while (*text == ' ')
        text++;
    }
  if (*code == HBASE_ERROR_REMOTE)
    *code = code_of_text (text);
  return text;
}

/* Returns what a caller can do about an exception without a code of its own, as the end of a message. */
static const char *
advice_for (const char *text)
{
  static const struct {
    const char *beginning, *advice;
  } advices[] = {
    { "Field is not a long", "; only values of 8 bytes can be incremented" },
    { "Cell with size ", "; divide the value, or raise hbase.server.keyvalue.maxsize" },
    { "Only empty namespaces can be removed", "; delete its tables first" },
    { "The row of the action <", "; check and change one row in a call" },
    { "The row in the recently added Mutation <", "; change one row in a call" },
    { NO_REGION, "; the table may be disabled" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (advices); i++)
    if (g_str_has_prefix (text, advices[i].beginning))
      return advices[i].advice;
  if (strstr (text, "is the only column family in the table") != NULL)
    return "; drop the table instead, or add another family first";
  return "";
}

static GError *
error_of_code (HBaseOperation *operation, HBaseError code, const char *whole)
{
  const char *end = code == HBASE_ERROR_FAMILY_NOT_FOUND ? strstr (whole, " in region ") : NULL;
  g_autofree char *text = end != NULL ? g_strndup (whole, (gsize) (end - whole)) : g_strdup (whole);

  shorten (text);
  switch (code)
    {
    case HBASE_ERROR_TABLE_NOT_FOUND:
      return hbase_operation_error (operation, code, "there is no such table; create it first");
    case HBASE_ERROR_TABLE_EXISTS:
      return hbase_operation_error (operation, code, "a table of that name exists already");
    case HBASE_ERROR_TABLE_DISABLED:
      return hbase_operation_error (operation, code, HBASE_TABLE_IS_DISABLED);
    case HBASE_ERROR_TABLE_NOT_DISABLED:
      return hbase_operation_error (operation, code, "the table is enabled; disable it first");
    case HBASE_ERROR_NAMESPACE_NOT_FOUND:
      return hbase_operation_error (operation, code, "there is no namespace “%s”; create it first", text);
    case HBASE_ERROR_NAMESPACE_EXISTS:
      return hbase_operation_error (operation, code, "a namespace of that name exists already");
    case HBASE_ERROR_FAMILY_EXISTS:
      return hbase_operation_error (operation, code, "%s; modify it instead", text);
    case HBASE_ERROR_ACCESS_DENIED:
      return hbase_operation_error (
          operation, code,
          "HBase doesn't permit this to the gateway's user; grant it there (HBase reports: %s)", text);
    case HBASE_ERROR_READ_ONLY:
      return hbase_operation_error (operation, code, "%s",
                                    g_str_equal (text, READ_ONLY_REGION)
                                        ? "the table has the attribute READONLY; modify the table first"
                                        : "the gateway was started read-only; write through another one");
    case HBASE_ERROR_INVALID_ARGUMENT:
      return hbase_operation_error (operation, code,
                                    "HBase can't find the region of a row key this long; use a shorter one "
                                    "(HBase reports: %s)",
                                    text);
    case HBASE_ERROR_FAMILY_NOT_FOUND:
      return hbase_operation_error (operation, code, "%s; the table's description lists its column families",
                                    text);
    case HBASE_ERROR_STORAGE:
    case HBASE_ERROR_OUTCOME_UNKNOWN:
      return hbase_operation_error (operation, code, "%s", text);
    case HBASE_ERROR_UNAVAILABLE:
      return hbase_operation_error (operation, code, "HBase can't serve this now: %s%s", text,
                                    advice_for (text));
    default:
      return hbase_operation_error (operation, code, "HBase refused: %s%s",
                                    *text != '\0' ? text : "it gave no reason", advice_for (text));
    }
}

static GError *
error_of_java_text (HBaseLane *lane, HBaseSlice message)
{
  g_autofree char *text = hbase_slice_dup_valid_text (message);
  gboolean exhausted;
  const char *cause = unwrap (text, &exhausted);
  char *class;
  HBaseError code;
  GError *error;

  lane->not_executed = is_checked_before_writes (cause);
  lane->undone = strstr (cause, UNDONE) != NULL;
  lane->no_region = g_str_equal (cause, NO_REGION);
  cause = strip_classes (lane->operation, cause, &code, &class);
  if (exhausted && code == HBASE_ERROR_REMOTE)
    code = HBASE_ERROR_UNAVAILABLE;
  error = error_of_code (lane->operation, code, cause);
  hbase_error_take_details (error, class, hbase_slice_dup_valid_text (message));
  return error;
}

/* Reads the message and the number of an exception; other fields are skipped. */
static void
decode_exception (HBaseWireDecoder *decoder, HBaseSlice *message, gint32 *number)
{
  HBaseWireType type;
  guint id;

  *message = hbase_slice (NULL, 0);
  *number = 0;
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == 1 && type == HBASE_WIRE_BINARY)
      *message = hbase_wire_decoder_binary (decoder);
    else if (id == 2 && type == HBASE_WIRE_I32)
      *number = hbase_wire_decoder_i32 (decoder);
    else
      hbase_wire_decoder_skip (decoder, type);
}

gint32
hbase_response_get_application_exception (const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  HBaseSlice message;
  gint32 number;

  if (block->type != HBASE_WIRE_EXCEPTION)
    return 0;
  hbase_wire_decoder_init (&decoder, block, block->body);
  decode_exception (&decoder, &message, &number);
  return number;
}

/* Makes the error of a gateway that met a region without a server while it listed a table's regions: the
 * gateway has no response for that, and no table name was sent that it could refuse. */
static GError *
region_error (HBaseLane *lane, const char *text)
{
  return hbase_operation_error (lane->operation, HBASE_ERROR_UNAVAILABLE,
                                "a region has no server yet, as after a split or the crash of a server (the "
                                "gateway reports only “%s”)",
                                text);
}

/* Makes the error of a call that the gateway couldn't decode or execute. Only the embedded engine gives a
 * reason. */
static GError *
internal_error (HBaseLane *lane, const char *method, const char *text)
{
  g_autofree char *wordless = g_strconcat (HBASE_INTERNAL_ERROR, method, ": ", NULL);
  g_autofree char *guess = NULL;

  if (g_str_has_prefix (text, wordless))
    return hbase_operation_error (lane->operation, HBASE_ERROR_INVALID_ARGUMENT, "%s",
                                  text + strlen (wordless));
  guess = hbase_refusal_explain (&lane->request, lane->operation->protocol);
  if (guess != NULL)
    return hbase_operation_error (lane->operation, HBASE_ERROR_INVALID_ARGUMENT,
                                  "%s (the gateway reports only “%s”; its log has the reason)", guess, text);
  if (lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS])
    return region_error (lane, text);
  return hbase_operation_error (
      lane->operation, HBASE_ERROR_INVALID_ARGUMENT,
      "the gateway doesn't accept these arguments of “%s” (it reports “%s”): its log has the "
      "reason, if it is a Thrift2 gateway at all",
      method, text);
}

static GError *
error_of_application_text (HBaseLane *lane, const char *method, const char *text, gint32 number)
{
  HBaseOperation *operation = lane->operation;

  if (g_str_has_prefix (text, HBASE_UNSUPPORTED_MESSAGE))
    return hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED, "%s", text);
  if (number == HBASE_APPLICATION_UNKNOWN_METHOD)
    return hbase_operation_error (
        operation, HBASE_ERROR_UNSUPPORTED,
        "the gateway has no call “%s”: is it a Thrift2 gateway (not Thrift1) of HBase 2.2 or newer?", method);
  if (number == HBASE_APPLICATION_INTERNAL_ERROR)
    return internal_error (lane, method, text);
  return hbase_operation_error (operation, HBASE_ERROR_REMOTE,
                                "the gateway refused “%s”: %s (application exception %d)", method, text,
                                number);
}

static GError *
application_error (HBaseLane *lane, const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  HBaseSlice message;
  gint32 number;
  g_autofree char *text = NULL;
  GError *error;

  hbase_wire_decoder_init (&decoder, block, block->body);
  decode_exception (&decoder, &message, &number);
  text = hbase_slice_dup_valid_text (message);
  shorten (text);
  error = error_of_application_text (lane, block->method->name, text, number);
  hbase_error_take_details (error, NULL, hbase_slice_dup_valid_text (message));
  return error;
}

/* Returns whether the TIOError states that the call must not be repeated. */
static gboolean
is_final (HBaseWireDecoder decoder)
{
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_T_IO_ERROR_CAN_RETRY && type == HBASE_WIRE_BOOL)
      return !hbase_wire_decoder_bool (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  return FALSE;
}

/* Makes the error of an exception that the IDL declares; the decoder is at its field of the result. */
static GError *
declared_error (HBaseLane *lane, HBaseWireDecoder *decoder, const HBaseWireField *field)
{
  g_autofree char *text = NULL;
  HBaseSlice message;
  GError *error;
  gint32 number;

  hbase_wire_decoder_enter (decoder);
  lane->refused = g_strcmp0 (field->sub->name, "TIllegalArgument") == 0 || is_final (*decoder);
  decode_exception (decoder, &message, &number);
  if (g_strcmp0 (field->sub->name, "TIllegalArgument") != 0)
    return error_of_java_text (lane, message);
  lane->not_executed = TRUE;
  lane->unknown_scanner = message.length >= 15 && memcmp (message.data, "Invalid scanner", 15) == 0;
  text = hbase_slice_dup_valid_text (message);
  shorten (text);
  error = hbase_operation_error (lane->operation, HBASE_ERROR_REMOTE, "HBase refused: %s", text);
  hbase_error_take_details (error, NULL, hbase_slice_dup_valid_text (message));
  return error;
}

/* Makes the error of a field that the IDL doesn't declare. All fields of a result but the first are
 * exceptions. */
static GError *
unknown_field_error (HBaseLane *lane, const HBaseBlock *block, guint id)
{
  return hbase_operation_error (
      lane->operation, HBASE_ERROR_REMOTE,
      "the gateway's response to “%s” has the unknown field %u, which is most likely an "
      "exception of a newer HBase",
      block->method->name, id);
}

/* Returns NULL if the block has a result. */
static GError *
error_in_block (HBaseLane *lane, const HBaseBlock *block)
{
  const HBaseWireSchema *result = block->method->result;
  gboolean is_void = result->n_fields == 0 || result->fields[0].name == NULL;
  guint id, unknown = G_MAXUINT;
  HBaseWireDecoder decoder;
  HBaseWireType type;

  lane->not_executed = block->type == HBASE_WIRE_EXCEPTION;
  if (lane->not_executed)
    return application_error (lane, block);
  hbase_wire_decoder_init (&decoder, block, block->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == 0)
      return NULL;
    else if (id < result->n_fields && result->fields[id].sub != NULL)
      return declared_error (lane, &decoder, &result->fields[id]);
    else
      {
        unknown = MIN (unknown, id);
        hbase_wire_decoder_skip (&decoder, type);
      }
  if (unknown != G_MAXUINT)
    return unknown_field_error (lane, block, unknown);
  return is_void ? NULL
                 : hbase_operation_error (lane->operation, HBASE_ERROR_REMOTE,
                                          "the gateway's response to “%s” has neither a result nor an error",
                                          block->method->name);
}

gboolean
hbase_response_get_flag (const HBaseBlock *block)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, block, block->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == 0 && type == HBASE_WIRE_BOOL)
      return hbase_wire_decoder_bool (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  return FALSE;
}

GArray *
hbase_response_get_flags (const HBaseBlock *block)
{
  GArray *flags = g_array_new (FALSE, FALSE, sizeof (gboolean));
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id, count = 0;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (hbase_wire_decoder_next (&decoder, &id, &type) && type == HBASE_WIRE_LIST)
    count = hbase_wire_decoder_list (&decoder, &type);
  for (guint i = 0; i < count; i++)
    {
      gboolean flag = hbase_wire_decoder_bool (&decoder);

      g_array_append_val (flags, flag);
    }
  return flags;
}

/* Returns the driver's error of a lost exchange, with the table and the row. */
static GError *
lost_error (HBaseLane *lane)
{
  g_autoptr (GError) lost = g_steal_pointer (&lane->error);
  HBaseError code = lost->domain == HBASE_ERROR ? (HBaseError) lost->code : HBASE_ERROR_CONNECTION_LOST;

  return hbase_error_with_details_of (hbase_operation_error (lane->operation, code, "%s", lost->message),
                                      lost);
}

gboolean
hbase_lane_take_response (HBaseLane *lane, HBaseBlock **block, GError **error)
{
  GError *problem;

  g_assert (lane->error != NULL || lane->block != NULL);

  problem = lane->error != NULL ? lost_error (lane) : error_in_block (lane, lane->block);
  if (problem != NULL)
    {
      g_clear_pointer (&lane->block, hbase_block_unref);
      g_propagate_error (error, problem);
      return FALSE;
    }
  if (block != NULL)
    *block = g_steal_pointer (&lane->block);
  else
    g_clear_pointer (&lane->block, hbase_block_unref);
  return TRUE;
}

gboolean
hbase_lane_take_result (HBaseLane *lane, GObject **result, GError **error)
{
  g_autoptr (HBaseBlock) block = NULL;

  if (!hbase_lane_take_response (lane, &block, error))
    return FALSE;
  *result = hbase_result_read (block, error);
  return *result != NULL;
}
