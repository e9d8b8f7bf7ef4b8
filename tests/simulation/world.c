/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "world.h"

#include "histories.h"
#include "world-regions.h"

#include "hbase-block-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

/* The engine is replaced after that many histories, as their data isn't needed any more. */
#define HISTORIES_AN_ENGINE 64
#define NO_SCANNER (-1)
#define FIRST_MOMENT 1000000
#define MAX_SERVER_SKEW 50 /* ms */

struct _World {
  GRand *rand;
  HBaseLocalService *service;
  HBaseLocalClient *client;
  gint64 now;
  gint64 skew; /* by which the clock of the regions' server is fast */
  gboolean moves_regions;
  guint n_histories;
  guint n_calls, n_refusals;
  char *table;
  GArray *scanners[WORLD_N_GATEWAYS]; /* gint32: by the gateway's id, the id in the engine; or NO_SCANNER */
  WorldRegions *regions;              /* NULL: they stay as the engine has them */
  GHashTable *noted;                  /* names (static) → counts */
  gboolean sends_wrong_rows, sends_foreign_families, has_sent_wrong_rows;
  WorldObserver observer;
  gpointer observer_data;
};

static gint64
now_of (gpointer world)
{
  return ((World *) world)->now + ((World *) world)->skew;
}

/* Scanners expire only when the history says so. */
static gint64
ticks_of (gpointer world)
{
  return 0;
}

/* The engine has the timestamps of HBase, whose consequences the library must cope with. */
static void
open_engine (World *world)
{
  HBaseLocalClock clock = { now_of, ticks_of, world };

  g_clear_pointer (&world->client, hbase_local_client_free);
  g_clear_pointer (&world->service, hbase_local_service_unref);
  world->service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, NULL);
  g_assert (world->service != NULL);
  hbase_local_service_set_strict (world->service, TRUE);
  hbase_local_service_set_clock (world->service, &clock);
}

World *
world_new (GRand *rand)
{
  World *world = g_new0 (World, 1);

  world->rand = rand;
  world->now = FIRST_MOMENT;
  world->noted = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < WORLD_N_GATEWAYS; i++)
    world->scanners[i] = g_array_new (FALSE, FALSE, sizeof (gint32));
  return world;
}

void
world_free (World *world)
{
  g_clear_pointer (&world->client, hbase_local_client_free);
  g_clear_pointer (&world->service, hbase_local_service_unref);
  for (guint i = 0; i < WORLD_N_GATEWAYS; i++)
    g_array_unref (world->scanners[i]);
  g_clear_pointer (&world->regions, world_regions_free);
  g_hash_table_unref (world->noted);
  g_free (world->table);
  g_free (world);
}

void
world_set_observer (World *world, WorldObserver observer, gpointer data)
{
  world->observer = observer;
  world->observer_data = data;
}

void
world_note (World *world, const char *name)
{
  g_hash_table_replace (world->noted, (gpointer) name,
                        GUINT_TO_POINTER (world_get_n_noted (world, name) + 1));
}

guint
world_get_n_noted (World *world, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (world->noted, name));
}

const char *
world_get_table (World *world)
{
  return world->table;
}

/* ---- messages ---- */

static HBaseBlock *
take_message (HBaseWireReader *reader, GBytes *message)
{
  HBaseSlice bytes = hbase_slice_of_bytes (message);

  if (hbase_wire_reader_feed (reader, bytes.data, bytes.length) != HBASE_WIRE_WHOLE)
    g_error ("not a whole message: %s", hbase_wire_reader_get_problem (reader));
  return hbase_wire_reader_take (reader, g_memdup2 (bytes.data, bytes.length));
}

static HBaseBlock *
read_call (GBytes *message, HBaseWireProtocol protocol)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_call (&reader, protocol, FALSE, G_MAXINT32);
  return take_message (&reader, message);
}

static HBaseBlock *
read_reply (GBytes *message, const HBaseBlock *call)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, call->protocol, FALSE, G_MAXINT32, call->method, call->sequence_id);
  return take_message (&reader, message);
}

static void
begin_message (HBaseWireWriter *writer, const HBaseBlock *call, HBaseWireMessageType type)
{
  hbase_wire_writer_init (writer, call->protocol, 256);
  hbase_wire_write_message (writer, hbase_slice_text (call->method->name), type, call->sequence_id);
  hbase_wire_begin_struct (writer);
}

static GBytes *
end_message (HBaseWireWriter *writer)
{
  hbase_wire_end_struct (writer);
  return hbase_wire_writer_end (writer);
}

/* ---- gateways ---- */

static gboolean
is_method (const HBaseWireMethod *method, HBaseWireMethodId id)
{
  return method == &hbase_wire_methods[id];
}

gboolean
world_is_write (const HBaseWireMethod *method)
{
  static const HBaseWireMethodId writes[] = {
    HBASE_WIRE_METHOD_PUT,
    HBASE_WIRE_METHOD_PUT_MULTIPLE,
    HBASE_WIRE_METHOD_DELETE_SINGLE,
    HBASE_WIRE_METHOD_DELETE_MULTIPLE,
    HBASE_WIRE_METHOD_INCREMENT,
    HBASE_WIRE_METHOD_APPEND,
    HBASE_WIRE_METHOD_MUTATE_ROW,
    HBASE_WIRE_METHOD_CHECK_AND_PUT,
    HBASE_WIRE_METHOD_CHECK_AND_DELETE,
    HBASE_WIRE_METHOD_CHECK_AND_MUTATE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (writes); i++)
    if (is_method (method, writes[i]))
      return TRUE;
  return FALSE;
}

/* Calls the observer with the first field of a struct, which is its row. */
static void
observe_row_of_struct (World *world, HBaseWireDecoder *decoder)
{
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id == 1)
      world->observer (world->observer_data, hbase_wire_decoder_binary (decoder));
    else
      hbase_wire_decoder_skip (decoder, type);
}

static void
observe_rows_of_list (World *world, HBaseWireDecoder *decoder)
{
  HBaseWireType type;

  for (guint n = hbase_wire_decoder_list (decoder, &type); n > 0; n--)
    observe_row_of_struct (world, decoder);
}

/* The second argument is the row, a struct that begins with it, or a list of such structs. */
static void
call_observer (World *world, const HBaseBlock *call)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type) && id != 2)
    hbase_wire_decoder_skip (&decoder, type);
  if (type == HBASE_WIRE_BINARY)
    world->observer (world->observer_data, hbase_wire_decoder_binary (&decoder));
  else if (type == HBASE_WIRE_STRUCT)
    observe_row_of_struct (world, &decoder);
  else
    observe_rows_of_list (world, &decoder);
}

static void
move_regions (World *world)
{
  if (g_rand_int_range (world->rand, 0, 8) > 0)
    return;
  world->skew = g_rand_int_range (world->rand, -MAX_SERVER_SKEW, MAX_SERVER_SKEW + 1);
  world_note (world, "regions move");
}

/* HBase's client in a gateway counts some partial rows twice against the limit. */
static void
check_scan (const HBaseBlock *call)
{
  gint32 limit = 0, batch_size = 0;
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type) && type != HBASE_WIRE_STRUCT)
    hbase_wire_decoder_skip (&decoder, type);
  hbase_wire_decoder_enter (&decoder);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_T_SCAN_LIMIT)
      limit = hbase_wire_decoder_i32 (&decoder);
    else if (id == HBASE_T_SCAN_BATCH_SIZE)
      batch_size = hbase_wire_decoder_i32 (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  promise (limit == 0 || batch_size == 0,
           "a limit was sent to HBase with a batch size, with which it counts wrongly");
}

/* Has the engine execute the call. */
static GBytes *
execute_by_engine (World *world, const HBaseBlock *call)
{
  HBaseWireWriter reply;

  if (world->moves_regions)
    move_regions (world);
  if (is_method (call->method, HBASE_WIRE_METHOD_OPEN_SCANNER)
      || is_method (call->method, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS))
    check_scan (call);
  world->now += g_rand_boolean (world->rand) ? 0 : g_rand_int_range (world->rand, 1, 4);
  hbase_wire_writer_init (&reply, call->protocol, 256);
  hbase_local_client_execute (world->client, NULL, call, &reply);
  if (world->observer != NULL && world_is_write (call->method))
    call_observer (world, call);
  return hbase_wire_writer_end (&reply);
}

/* Reads the first two numbers of a scanner's call: its id, and the number of rows. */
static void
read_numbers (const HBaseBlock *call, gint32 numbers[2])
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    numbers[id - 1] = hbase_wire_decoder_i32 (&decoder);
}

static void
write_row (HBaseWireWriter *writer, const HBaseBlock *block, guint row, gboolean foreign)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, hbase_block_row_key (block, row));
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT,
                         hbase_block_row_n_cells (block, row));
  for (guint i = block->rows[row].first_cell; i < block->rows[row + 1].first_cell; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (block, i, &cell);
      hbase_wire_put_cell (writer, foreign ? HBASE_SLICE_LITERAL ("g") : cell.family, cell.qualifier,
                           cell.value, cell.timestamp, cell.type);
    }
  hbase_wire_write_bool (writer, HBASE_T_RESULT_STALE, FALSE);
  hbase_wire_write_bool (writer, HBASE_T_RESULT_PARTIAL, hbase_block_row_is_partial (block, row));
  hbase_wire_end_struct (writer);
}

/* Returns NULL if none of them is left. */
static GBytes *
hide_rows (World *world, const HBaseBlock *call, const HBaseBlock *rows, gint32 engines)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint));
  HBaseWireWriter writer;

  for (guint i = 0; i < rows->n_rows; i++)
    if (!world_regions_hide_row (world->regions, engines, hbase_block_row_key (rows, i)))
      g_array_append_val (left, i);
  if (left->len < rows->n_rows)
    world_note (world, "rows are invisible");
  if (left->len == 0)
    return NULL;
  begin_message (&writer, call, HBASE_WIRE_REPLY);
  hbase_wire_write_list (&writer, 0, HBASE_WIRE_STRUCT, left->len);
  for (guint i = 0; i < left->len; i++)
    write_row (&writer, rows, g_array_index (left, guint, i), FALSE);
  return end_message (&writer);
}

/* Rows that are invisible after a merge are passed over. */
static GBytes *
read_scanner (World *world, const HBaseBlock *call, gint32 engines)
{
  for (;;)
    {
      g_autoptr (GBytes) reply = execute_by_engine (world, call);
      g_autoptr (HBaseBlock) rows = read_reply (reply, call);
      GBytes *visible;

      if (world->regions == NULL || rows->n_rows == 0)
        return g_steal_pointer (&reply);
      visible = hide_rows (world, call, rows, engines);
      if (visible != NULL)
        return visible;
    }
}

/* getScannerRows and closeScanner are passed on with the engine's id in place of the gateway's. */
static GBytes *
use_scanner (World *world, guint gateway, const HBaseBlock *call)
{
  GArray *scanners = world->scanners[gateway];
  gboolean closing = is_method (call->method, HBASE_WIRE_METHOD_CLOSE_SCANNER);
  gint32 numbers[2] = { 0, 0 }, engines = NO_SCANNER;
  g_autoptr (GBytes) message = NULL;
  g_autoptr (HBaseBlock) translated = NULL;
  HBaseWireWriter writer;

  read_numbers (call, numbers);
  if (numbers[0] >= 0 && (guint) numbers[0] < scanners->len)
    {
      engines = g_array_index (scanners, gint32, numbers[0]);
      if (closing)
        g_array_index (scanners, gint32, numbers[0]) = NO_SCANNER;
    }
  begin_message (&writer, call, HBASE_WIRE_CALL);
  hbase_wire_write_i32 (&writer, 1, engines);
  if (!closing)
    hbase_wire_write_i32 (&writer, 2, numbers[1]);
  message = end_message (&writer);
  translated = read_call (message, call->protocol);
  return closing ? execute_by_engine (world, translated) : read_scanner (world, translated, engines);
}

static gboolean
is_reversed (const HBaseBlock *call)
{
  gboolean reversed = FALSE;
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, call, call->body);
  while (hbase_wire_decoder_next (&decoder, &id, &type) && type != HBASE_WIRE_STRUCT)
    hbase_wire_decoder_skip (&decoder, type);
  hbase_wire_decoder_enter (&decoder);
  while (hbase_wire_decoder_next (&decoder, &id, &type))
    if (id == HBASE_T_SCAN_REVERSED)
      reversed = hbase_wire_decoder_bool (&decoder);
    else
      hbase_wire_decoder_skip (&decoder, type);
  return reversed;
}

static GBytes *
open_scanner (World *world, guint gateway, const HBaseBlock *call)
{
  g_autoptr (GBytes) reply = execute_by_engine (world, call);
  g_autoptr (HBaseBlock) block = read_reply (reply, call);
  HBaseWireDecoder decoder;
  HBaseWireWriter writer;
  HBaseWireType type;
  gint32 engines;
  guint id;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (block->type == HBASE_WIRE_EXCEPTION || !hbase_wire_decoder_next (&decoder, &id, &type) || id != 0)
    return g_steal_pointer (&reply);
  engines = hbase_wire_decoder_i32 (&decoder);
  begin_message (&writer, call, HBASE_WIRE_REPLY);
  hbase_wire_write_i32 (&writer, 0, (gint32) world->scanners[gateway]->len);
  g_array_append_val (world->scanners[gateway], engines);
  if (world->regions != NULL)
    world_regions_open_scanner (world->regions, engines, is_reversed (call));
  return end_message (&writer);
}

static GBytes *
locate_regions (World *world, const HBaseBlock *call)
{
  HBaseWireWriter writer;

  begin_message (&writer, call, HBASE_WIRE_REPLY);
  world_regions_write (world->regions, &writer, world->table);
  return end_message (&writer);
}

static GBytes *
pass_on (World *world, guint gateway, const HBaseBlock *call)
{
  if (world->regions != NULL && is_method (call->method, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS))
    return locate_regions (world, call);
  if (is_method (call->method, HBASE_WIRE_METHOD_OPEN_SCANNER))
    return open_scanner (world, gateway, call);
  if (is_method (call->method, HBASE_WIRE_METHOD_GET_SCANNER_ROWS)
      || is_method (call->method, HBASE_WIRE_METHOD_CLOSE_SCANNER))
    return use_scanner (world, gateway, call);
  return execute_by_engine (world, call);
}

static GBytes *
write_exception (const HBaseBlock *call, gboolean can_retry, const char *message)
{
  HBaseWireWriter writer;

  begin_message (&writer, call, HBASE_WIRE_REPLY);
  hbase_wire_write_struct (&writer, 1);
  hbase_wire_write_binary (&writer, HBASE_T_IO_ERROR_MESSAGE, hbase_slice_text (message));
  hbase_wire_write_bool (&writer, HBASE_T_IO_ERROR_CAN_RETRY, can_retry);
  hbase_wire_end_struct (&writer);
  return end_message (&writer);
}

/* ---- wrong rows ---- */

/* A random row gets a cell of another family, is swapped with a neighbour, or the neighbour comes in its
 * place. */
static GBytes *
misorder_rows (World *world, const HBaseBlock *call, GBytes *reply, WorldWay way)
{
  g_autoptr (HBaseBlock) block = read_reply (reply, call);
  gboolean foreign = way == WORLD_FOREIGN_FAMILY, swap = g_rand_boolean (world->rand);
  guint n = block->n_rows, a, b;
  HBaseWireWriter writer;

  if (n < (foreign ? 1 : 2))
    return g_bytes_ref (reply);
  a = (guint) g_rand_int_range (world->rand, 0, (gint32) n);
  b = foreign ? a : (a + (g_rand_boolean (world->rand) ? 1 : n - 1)) % n;
  world->has_sent_wrong_rows = TRUE;
  begin_message (&writer, call, HBASE_WIRE_REPLY);
  hbase_wire_write_list (&writer, 0, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    write_row (&writer, block, i == a ? b : i == b && swap ? a : i, foreign && i == a);
  return end_message (&writer);
}

void
world_let_gateways_send_wrong_rows (World *world, gboolean families)
{
  world->sends_wrong_rows = TRUE;
  world->sends_foreign_families = families;
}

gboolean
world_has_sent_wrong_rows (World *world)
{
  return world->has_sent_wrong_rows;
}

/* HBase recognises a repeated increment or append by its nonce; the rows of a scanner are requested by the
 * gateway. */
gboolean
world_allows (const HBaseWireMethod *method, WorldWay way)
{
  gboolean write = world_is_write (method);

  switch (way)
    {
    case WORLD_TWICE:
      return write && !is_method (method, HBASE_WIRE_METHOD_INCREMENT)
             && !is_method (method, HBASE_WIRE_METHOD_APPEND);
    case WORLD_FAILED_THOUGH_DONE:
    case WORLD_REFUSED_THOUGH_DONE:
      return write;
    case WORLD_MISORDERED:
    case WORLD_FOREIGN_FAMILY:
      return is_method (method, HBASE_WIRE_METHOD_GET_SCANNER_ROWS)
             || is_method (method, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS);
    case WORLD_REFUSED_FOR_NOW:
    case WORLD_FAILED_FOR_NOW:
      return !is_method (method, HBASE_WIRE_METHOD_CLOSE_SCANNER);
    default:
      return TRUE;
    }
}

/* Gateways that send wrong rows misorder many replies, as wrong rows matter only at few places of a scan. */
static gboolean
misorders_reply (World *world, const HBaseBlock *call)
{
  return world->sends_wrong_rows && world_allows (call->method, WORLD_MISORDERED)
         && g_rand_int_range (world->rand, 0, 3) == 0;
}

/* Returns the call with the first half of its rows only. */
static GBytes *
take_first_rows (const HBaseBlock *call)
{
  HBaseWireDecoder decoder;
  HBaseWireWriter writer;
  HBaseWireType type;
  HBaseSlice table;
  gsize at;
  guint id, n;

  hbase_wire_decoder_init (&decoder, call, call->body);
  hbase_wire_decoder_next (&decoder, &id, &type);
  table = hbase_wire_decoder_binary (&decoder);
  hbase_wire_decoder_next (&decoder, &id, &type);
  n = hbase_wire_decoder_list (&decoder, &type) / 2;
  at = hbase_wire_decoder_position (&decoder);
  for (guint i = 0; i < n; i++)
    hbase_wire_decoder_skip (&decoder, type);
  begin_message (&writer, call, HBASE_WIRE_CALL);
  hbase_wire_write_binary (&writer, 1, table);
  hbase_wire_write_list (&writer, 2, type, n);
  hbase_wire_put_raw (&writer, decoder.start + at, hbase_wire_decoder_position (&decoder) - at);
  return end_message (&writer);
}

/* A call with several rows that fails is executed in part. */
static GBytes *
pass_on_to_fail (World *world, guint gateway, const HBaseBlock *call)
{
  g_autoptr (GBytes) first_rows = NULL;
  g_autoptr (HBaseBlock) less = NULL;

  if (!is_method (call->method, HBASE_WIRE_METHOD_PUT_MULTIPLE)
      && !is_method (call->method, HBASE_WIRE_METHOD_DELETE_MULTIPLE))
    return pass_on (world, gateway, call);
  world_note (world, "executed in part");
  first_rows = take_first_rows (call);
  less = read_call (first_rows, call->protocol);
  return pass_on (world, gateway, less);
}

/* Returns what HBase says of regions that are overloaded, or are moved, split or merged. The same history has
 * the same ones. */
static const char *
choose_refusal (World *world)
{
  static const char *const refusals[] = {
    "org.apache.hadoop.hbase.RegionTooBusyException: over the memstore limit",
    "org.apache.hadoop.hbase.NotServingRegionException: t,,1.x. is not online on h,1,1",
    "org.apache.hadoop.hbase.exceptions.RegionMovedException: Region moved to: hostname=h",
    "org.apache.hadoop.hbase.exceptions.RegionOpeningException: Region t,,1.x. is opening on h,1,1",
    "Unable to find region for r in t",
    "No server address listed in hbase:meta for region t,,1.x. containing row r",
  };

  return refusals[world->n_refusals++ % G_N_ELEMENTS (refusals)];
}

GBytes *
world_execute (World *world, guint gateway, GBytes *message, HBaseWireProtocol protocol, WorldWay way)
{
  static const char *const names[] = { "executed",   "executed twice",         "refused",
                                       "failed",     "failed though executed", "refused though executed",
                                       "misordered", "foreign family" };
  g_autoptr (HBaseBlock) call = read_call (message, protocol);
  g_autoptr (GBytes) reply = NULL;

  world->n_calls++;
  if (way == WORLD_FINE && misorders_reply (world, call))
    way = WORLD_MISORDERED;
  world_note (world, names[way]);
  if (way == WORLD_REFUSED_FOR_NOW)
    return write_exception (call, TRUE, choose_refusal (world));
  reply = way == WORLD_FAILED_FOR_NOW || way == WORLD_FAILED_THOUGH_DONE || way == WORLD_REFUSED_THOUGH_DONE
              ? pass_on_to_fail (world, gateway, call)
              : pass_on (world, gateway, call);
  if (way == WORLD_TWICE)
    return pass_on (world, gateway, call);
  if ((way == WORLD_MISORDERED && world->sends_wrong_rows)
      || (way == WORLD_FOREIGN_FAMILY && world->sends_foreign_families))
    return misorder_rows (world, call, reply, way);
  if (way == WORLD_FAILED_FOR_NOW)
    return write_exception (call, TRUE,
                            "org.apache.hadoop.hbase.ipc.CallTimeoutException: no answer in 2000 ms");
  if (way == WORLD_FAILED_THOUGH_DONE)
    return write_exception (call, TRUE, "java.io.IOException: Failed to get sync result after 300000 ms");
  if (way == WORLD_REFUSED_THOUGH_DONE)
    return write_exception (call, FALSE,
                            "org.apache.hadoop.hbase.DoNotRetryIOException: the table is being changed");
  return g_steal_pointer (&reply);
}

void
world_restart_gateway (World *world, guint gateway)
{
  g_array_set_size (world->scanners[gateway], 0);
}

void
world_expire_scanners (World *world)
{
  for (guint i = 0; i < WORLD_N_GATEWAYS; i++)
    for (guint k = 0; k < world->scanners[i]->len; k++)
      g_array_index (world->scanners[i], gint32, k) = NO_SCANNER;
}

guint
world_get_n_scanners (World *world)
{
  guint n = 0;

  for (guint i = 0; i < WORLD_N_GATEWAYS; i++)
    for (guint k = 0; k < world->scanners[i]->len; k++)
      n += g_array_index (world->scanners[i], gint32, k) != NO_SCANNER;
  return n;
}

guint
world_get_n_calls (World *world)
{
  return world->n_calls;
}

gint64
world_get_now (World *world)
{
  return world->now;
}

void
world_let_regions_move (World *world)
{
  world->moves_regions = TRUE;
}

void
world_let_regions_change (World *world, const GPtrArray *splits)
{
  world->regions = world_regions_new (splits);
}

void
world_change_regions (World *world)
{
  world_note (world, world_regions_change (world->regions, world->rand));
}

void
world_tick (World *world)
{
  world->now++;
}

/* ---- histories ---- */

void
world_begin_history (World *world, GPtrArray *splits)
{
  if (world->n_histories++ % HISTORIES_AN_ENGINE == 0)
    open_engine (world);
  for (guint i = 0; i < WORLD_N_GATEWAYS; i++)
    world_restart_gateway (world, i);
  /* The scanners of earlier histories are closed with their connection. */
  g_clear_pointer (&world->client, hbase_local_client_free);
  world->client = hbase_local_client_new (world->service);
  world->sends_wrong_rows = world->sends_foreign_families = world->has_sent_wrong_rows = FALSE;
  world_set_observer (world, NULL, NULL);
  world->moves_regions = FALSE;
  world->skew = 0;
  world->n_refusals = 0;
  g_clear_pointer (&world->regions, world_regions_free);
  g_free (world->table);
  world->table = g_strdup_printf ("history%u", world->n_histories);
  world_create_table (world, world->table, splits);
}
