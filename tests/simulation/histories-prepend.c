/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "hbase-data-operations-private.h"
#include "hbase-prepend-operation-private.h"
#include "network.h"
#include "prepend-ledger.h"

/* Writers of several processes prepend rows to one list, and may lose patience at any moment: then they settle what is
 * in doubt, or fence it off, or leave it to others, or to nobody. What comes of it is the ledger's to judge. */

#define MAX_PROCESSES 3
#define MAX_WRITERS 4
#define MAX_INSERTS 5
#define LIST "list"

/* As a prepender does: what one of its calls learned spares the next one something. */
typedef struct {
  gboolean checked;
  gint64 taken;
} Process;

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  Ledger *ledger;
  HBaseKeySchema *schema;
  gint64 start;
  Process processes[MAX_PROCESSES];
} PrependHistory;

typedef struct {
  PrependHistory *history;
  Process *process;
  guint to_come;
  Insert *insert;
  HBasePrependOperation *operation;
} Writer;

static gboolean
one_in (PrependHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

static gint64
counter_of (PrependHistory *history, HBaseSlice key)
{
  gint64 counter = -1;
  gboolean fits = hbase_key_schema_get_counter (history->schema, key, &counter, NULL);

  promise (fits, "a key isn't of the schema");
  return counter;
}

static GBytes *
key_of (PrependHistory *history, gint64 counter)
{
  return hbase_key_schema_encode_counter (history->schema, HBASE_SLICE_LITERAL (LIST), counter, NULL);
}

/* ---- a writer ---- */

static void writer_next (Writer *writer);
static void writer_ran (gpointer data, HBaseNext next, GError *error);

static void
writer_call (Writer *writer)
{
  PrependHistory *history = writer->history;
  Insert *insert = writer->insert;
  g_autoptr (HBasePut) cells = ledger_make_cells (insert);
  g_autoptr (GBytes) doubt = insert->place >= 0 ? key_of (history, insert->place) : NULL;
  HBasePrependRequest request = { .table = world_get_table (history->world),
                                  .schema = history->schema,
                                  .list = HBASE_SLICE_LITERAL (LIST),
                                  .start = history->start,
                                  .guard = { .family = HBASE_SLICE_LITERAL ("g"),
                                             .qualifier = HBASE_SLICE_LITERAL ("") },
                                  .cells = cells,
                                  .token = insert->token,
                                  .row = hbase_slice_of_bytes (doubt),
                                  .checked = writer->process->checked,
                                  .taken = writer->process->taken };

  insert->state = INSERT_CALLED;
  writer->operation = hbase_prepend_operation_new (network_get_protocol (history->network), &request, NULL);
  network_begin (history->network, (HBaseOperation *) writer->operation, writer_ran, writer);
}

static void
writer_learn (Writer *writer)
{
  Process *process = writer->process;
  gint64 taken = hbase_prepend_operation_get_taken (writer->operation);

  process->checked |= hbase_prepend_operation_get_checked (writer->operation);
  if (taken >= 0 && (process->taken < 0 || taken < process->taken))
    process->taken = taken;
}

/* Nothing of it was done, or may be: it is tried again, or let be. */
static void
writer_failed (Writer *writer)
{
  if (one_in (writer->history, 2))
    writer_call (writer);
  else
    {
      ledger_never (writer->history->ledger, writer->insert);
      writer_next (writer);
    }
}

static void
writer_is_in_doubt (Writer *writer, gint64 counter)
{
  ledger_doubt (writer->history->ledger, writer->insert, counter);
  if (one_in (writer->history, 4))
    writer_next (writer);
  else
    writer_call (writer);
}

/* HBase's last word may be that, too. */
static void
check_error (PrependHistory *history, const GError *error, gboolean in_doubt)
{
  gboolean unknown = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gboolean clear = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
                   || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNREACHABLE)
                   || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE)
                   || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED);

  promise (cancelled || (in_doubt ? unknown : clear), "a prepend failed so: %s", error->message);
}

static void
writer_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;
  HBaseSlice row = hbase_prepend_operation_get_row (writer->operation);
  gint64 counter = row.data != NULL ? counter_of (writer->history, row) : -1;
  gboolean settled = hbase_prepend_operation_is_settled (writer->operation);

  promise (settled == (next == HBASE_DONE), "a prepend isn't settled when it is done");
  if (why != NULL)
    check_error (writer->history, why, counter >= 0);
  writer_learn (writer);
  hbase_operation_free (g_steal_pointer (&writer->operation));
  if (settled)
    {
      ledger_acknowledge (writer->history->ledger, writer->insert, counter);
      writer_next (writer);
    }
  else if (counter >= 0)
    writer_is_in_doubt (writer, counter);
  else
    writer_failed (writer);
}

static void
writer_next (Writer *writer)
{
  if (writer->to_come == 0)
    return;
  writer->to_come--;
  writer->insert = ledger_add (writer->history->ledger, writer->history->rand);
  writer_call (writer);
}

/* ---- the history ---- */

static void
see (gpointer data, HBaseSlice key)
{
  PrependHistory *history = data;
  g_autoptr (HBaseRow) row = world_get (history->world, key);

  ledger_see (history->ledger, counter_of (history, key), row);
}

/* Late requests may have come to keys that nobody looked at since. */
static void
see_all (PrependHistory *history)
{
  for (gint64 counter = history->start; counter >= ledger_get_lowest (history->ledger) - 1 && counter >= 0; counter--)
    {
      g_autoptr (GBytes) key = key_of (history, counter);

      see (history, hbase_slice_of_bytes (key));
    }
}

/* Somebody takes up what others left in doubt. */
static void
settle_some (PrependHistory *history)
{
  Writer settler = { .history = history, .process = &history->processes[0] };

  for (guint i = 0; i < ledger_get_n (history->ledger); i++)
    {
      settler.insert = ledger_get (history->ledger, i);
      if (settler.insert->state != INSERT_IN_DOUBT || one_in (history, 2))
        continue;
      writer_call (&settler);
      while (network_step (history->network))
        continue;
    }
}

static void
begin (PrependHistory *history, Writer *writers)
{
  guint n_writers = (guint) g_rand_int_range (history->rand, 1, MAX_WRITERS + 1);

  for (guint i = 0; i < MAX_PROCESSES; i++)
    history->processes[i].taken = -1;
  for (guint i = 0; i < n_writers; i++)
    {
      writers[i].history = history;
      writers[i].process = &history->processes[g_rand_int_range (history->rand, 0, MAX_PROCESSES)];
      writers[i].to_come = (guint) g_rand_int_range (history->rand, 1, MAX_INSERTS + 1);
      writer_next (&writers[i]);
    }
}

void
history_of_prepends (World *world, GRand *rand)
{
  PrependHistory history = { .world = world, .rand = rand };
  Writer writers[MAX_WRITERS] = { 0 };

  world_begin_history (world, NULL);
  history.start = g_rand_int_range (rand, 0, 10) == 0 ? 4 : 1000;
  history.network = network_new (world, rand);
  history.ledger = ledger_new (history.start, TRUE);
  history.schema = hbase_key_schema_new ("list:bytes(4),n:downward", NULL);
  world_set_witness (world, see, &history);
  begin (&history, writers);
  while (network_step (history.network))
    continue;
  settle_some (&history);
  network_settle (history.network);
  see_all (&history);
  hbase_key_schema_unref (history.schema);
  ledger_free (history.ledger);
  network_free (history.network);
}
