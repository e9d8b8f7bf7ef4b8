/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "network.h"
#include "prepend-list.h"

/* Writers of several processes prepend rows to one list and retire rows, and may give up at any moment: then
 * they settle or cancel the request, or leave it to other writers or nobody. A writer that has stored a key
 * with an unknown outcome may settle or cancel the request again later, or, where keys are contiguous, at the
 * same time. The ledger checks the results. */

#define MAX_PROCESSES 3
#define MAX_WRITERS 4
#define MAX_INSERTS 5
#define MAX_SKEW 200 /* ms */

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  PrependList list;
  PrependProcess processes[MAX_PROCESSES];
} PrependHistory;

typedef struct {
  PrependHistory *history;
  PrependProcess *process;
  guint to_come;
  Insert *insert; /* the current call is for this one */
  gpointer operation;
} Writer;

static gboolean
one_in (PrependHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

static void writer_next (Writer *writer);
static void writer_call (Writer *writer);

static void
writer_begin (Writer *writer, gpointer operation, NetworkDone done)
{
  writer->operation = operation;
  network_begin (writer->history->network, operation, done, writer);
}

static gboolean
was_interrupted (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNREACHABLE);
}

/* A final error of HBase, or a write whose outcome is unknown. */
static gboolean
is_doubtful (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}

/* ---- cancelling and retiring ---- */

static gint64
counter_of (Writer *writer, HBasePrependOperation *operation)
{
  HBaseSlice row = hbase_prepend_operation_get_outcome (operation).row;

  return row.data != NULL ? prepend_list_read_key (&writer->history->list, row) : -1;
}

/* Handles the end of a cancel without an error. */
static void
writer_learn_cancel (Writer *writer)
{
  PrependList *list = &writer->history->list;
  HBasePrependOperation *cancel = writer->operation;
  Insert *insert = writer->insert;

  if (hbase_prepend_operation_get_outcome (cancel).settled)
    ledger_acknowledge (list->ledger, insert, counter_of (writer, cancel));
  else if (hbase_prepend_operation_get_outcome (cancel).fenced)
    ledger_never (list->ledger, insert);
  else
    promise (!list->is_contiguous, "a cancel isn't final although it could be");
}

static void
writer_cancelled (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;
  Ledger *ledger = writer->history->list.ledger;
  HBasePrependOperation *cancel = writer->operation;
  gboolean final = hbase_prepend_operation_get_outcome (cancel).settled
                   || hbase_prepend_operation_get_outcome (cancel).fenced;
  gint64 counter = counter_of (writer, cancel);

  promise (why == NULL || was_interrupted (why) || is_doubtful (why), "a row can't be cancelled: %s",
           why != NULL ? why->message : "");
  if (why == NULL)
    writer_learn_cancel (writer);
  else if (counter >= 0)
    ledger_doubt (ledger, writer->insert, counter);
  else
    ledger_leave (writer->insert);
  /* Nobody else has the token, so this is final, too. */
  if (why == NULL && !final)
    ledger_never (ledger, writer->insert);
  prepend_process_learn (writer->process, cancel);
  hbase_operation_free (cancel);
  writer_next (writer);
}

static void
writer_cancel (Writer *writer)
{
  PrependHistory *history = writer->history;

  ledger_call (writer->insert);
  writer->insert->cancelling = TRUE;
  writer_begin (writer,
                prepend_list_cancel (&history->list, writer->insert, network_get_protocol (history->network)),
                writer_cancelled);
}

static void
writer_retired (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;

  promise (why == NULL || was_interrupted (why) || is_doubtful (why), "a row can't be retired: %s",
           why->message);
  if (why == NULL)
    ledger_retired (writer->history->list.ledger, writer->insert);
  hbase_operation_free (writer->operation);
  writer_next (writer);
}

/* ---- others with the token and a key of unknown outcome ---- */

static gboolean
is_exhausted (const GError *error)
{
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED);
}

static void
writer_joined (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;
  HBasePrependOperation *operation = writer->operation;
  Insert *insert = writer->insert;

  if (next == HBASE_DONE)
    writer_learn_cancel (writer);
  else if (hbase_prepend_operation_get_outcome (operation).fenced)
    ledger_never (writer->history->list.ledger, insert);
  else
    promise (was_interrupted (why) || is_doubtful (why) || (is_exhausted (why) && insert->seen < 0),
             "a row can't be settled or cancelled again: %s", why->message);
  prepend_process_learn (writer->process, operation);
  hbase_operation_free (operation);
  writer_next (writer);
}

/* Returns whether the row can be found in the table. */
static gboolean
is_over (const Insert *insert)
{
  return insert->state == INSERT_ACKNOWLEDGED || (insert->state == INSERT_NEVER && insert->fenced >= 0);
}

/* Where keys are times or tickets, calls with a token and an old key must be sequential, and a tombstone is
 * found from where it is. */
static gint64
draw_record (PrependHistory *history, const Insert *insert)
{
  guint n = insert->records->len;
  gint64 record
      = n > 0 ? g_array_index (insert->records, gint64, g_rand_int_range (history->rand, 0, (gint32) n)) : -1;

  if (history->list.is_contiguous || insert->state == INSERT_ACKNOWLEDGED)
    return record;
  return is_over (insert) ? insert->fenced : -1;
}

static gpointer
make_joined (Writer *writer, const Insert *written_down)
{
  PrependHistory *history = writer->history;
  HBaseWireProtocol protocol = network_get_protocol (history->network);

  if (one_in (history, 2))
    return prepend_list_prepend (&history->list, written_down, writer->process, protocol);
  writer->insert->cancelling = TRUE;
  return prepend_list_cancel (&history->list, written_down, protocol);
}

/* Another object settles or cancels the same request, during the first call or after it. */
static gboolean
writer_joins (Writer *writer)
{
  PrependHistory *history = writer->history;
  guint n = ledger_get_n (history->list.ledger);
  Insert written_down;

  if (n == 0 || !one_in (history, 3))
    return FALSE;
  writer->insert = ledger_get (history->list.ledger, (guint) g_rand_int_range (history->rand, 0, (gint32) n));
  written_down = *writer->insert;
  written_down.place = draw_record (history, writer->insert);
  written_down.forgotten = FALSE;
  if (written_down.place < 0)
    return FALSE;
  writer->insert->shared |= !is_over (writer->insert);
  writer_begin (writer, make_joined (writer, &written_down), writer_joined);
  return TRUE;
}

/* Retires a row of any writer that is known to exist. */
static gboolean
writer_retires (Writer *writer)
{
  PrependHistory *history = writer->history;
  guint n = ledger_get_n (history->list.ledger);
  Insert *insert;

  if (n == 0 || !one_in (history, 3))
    return FALSE;
  insert = ledger_get (history->list.ledger, (guint) g_rand_int_range (history->rand, 0, (gint32) n));
  if (insert->state != INSERT_ACKNOWLEDGED)
    return FALSE;
  insert->retiring = TRUE;
  writer->insert = insert;
  writer_begin (writer, prepend_list_retire (&history->list, insert, network_get_protocol (history->network)),
                writer_retired);
  return TRUE;
}

/* ---- prepending ---- */

/* Nothing was written, or will be, unless the attempt was forgotten: tries again, or doesn't. */
static void
writer_failed (Writer *writer, gboolean exhausted)
{
  Ledger *ledger = writer->history->list.ledger;
  Insert *insert = writer->insert;

  if (one_in (writer->history, 2))
    {
      writer_call (writer);
      return;
    }
  if (insert->forgotten && !exhausted)
    ledger_doubt (ledger, insert, insert->place);
  else
    ledger_never (ledger, insert);
  writer_next (writer);
}

/* The process died before it had stored more than the token. With the token alone a row can be found again
 * where no key is left out. */
static gboolean
forgets (Writer *writer)
{
  writer->insert->forgotten = writer->history->list.is_contiguous && one_in (writer->history, 4);
  return writer->insert->forgotten;
}

static void
writer_is_in_doubt (Writer *writer, gint64 counter)
{
  ledger_doubt (writer->history->list.ledger, writer->insert, counter);
  if (forgets (writer) && one_in (writer->history, 2))
    writer_call (writer);
  else if (one_in (writer->history, 5))
    writer_next (writer);
  else if (one_in (writer->history, 4))
    writer_cancel (writer);
  else
    writer_call (writer);
}

static void
check_error (const GError *error, gboolean in_doubt)
{
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gboolean unknown = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  gboolean clear = was_interrupted (error) || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE)
                   || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED);

  promise (cancelled
               || (in_doubt ? unknown || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_REMOTE) : clear),
           "a prepend failed: %s", error->message);
}

/* By a fence that had been abandoned. */
static void
writer_is_fenced (Writer *writer)
{
  hbase_operation_free (writer->operation);
  ledger_never (writer->history->list.ledger, writer->insert);
  writer_next (writer);
}

static void
writer_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Writer *writer = data;
  HBasePrependOperation *operation = writer->operation;
  gint64 counter = counter_of (writer, operation);
  gboolean settled = hbase_prepend_operation_get_outcome (operation).settled;

  promise (settled == (next == HBASE_DONE), "a prepend isn't settled when it is done");
  if (hbase_prepend_operation_get_outcome (operation).fenced)
    {
      writer_is_fenced (writer);
      return;
    }
  if (why != NULL)
    check_error (why, counter >= 0);
  prepend_process_learn (writer->process, operation);
  hbase_operation_free (operation);
  if (settled)
    {
      ledger_acknowledge (writer->history->list.ledger, writer->insert, counter);
      writer_next (writer);
    }
  else if (counter >= 0)
    writer_is_in_doubt (writer, counter);
  else
    writer_failed (writer, g_error_matches (why, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED));
}

static void
writer_call (Writer *writer)
{
  PrependHistory *history = writer->history;

  ledger_call (writer->insert);
  writer_begin (writer,
                prepend_list_prepend (&history->list, writer->insert, writer->process,
                                      network_get_protocol (history->network)),
                writer_ran);
}

static void
writer_next (Writer *writer)
{
  if (writer->to_come == 0 || writer_retires (writer) || writer_joins (writer))
    return;
  writer->to_come--;
  writer->insert = ledger_add (writer->history->list.ledger, writer->history->rand);
  writer_call (writer);
}

/* ---- the history ---- */

static void
check_row_at (PrependHistory *history, gint64 counter, HBaseSlice key)
{
  g_autoptr (HBaseRow) row = world_get (history->world, key);

  ledger_check_row (history->list.ledger, counter, row);
}

static void
see (gpointer data, HBaseSlice key)
{
  PrependHistory *history = data;
  gint64 counter = prepend_list_read_key (&history->list, key);

  promise (counter >= 0 || history->list.tickets != NULL, "a key doesn't belong to the list");
  if (counter >= 0)
    check_row_at (history, counter, key);
}

/* Returns whether the row is as it was written. */
static void
check_all_rows (PrependHistory *history)
{
  g_autoptr (GArray) counters = ledger_list_counters (history->list.ledger);

  for (guint i = 0; i < counters->len; i++)
    {
      gint64 counter = g_array_index (counters, gint64, i);
      g_autoptr (GBytes) key = prepend_list_make_key (&history->list, counter);

      check_row_at (history, counter, hbase_slice_of_bytes (key));
    }
}

/* Another process continues with the requests whose outcome is unknown. */
static void
settle_some (PrependHistory *history)
{
  Writer settler = { .history = history, .process = &history->processes[0] };

  for (guint i = 0; i < ledger_get_n (history->list.ledger); i++)
    {
      settler.insert = ledger_get (history->list.ledger, i);
      if (settler.insert->state != INSERT_IN_DOUBT || one_in (history, 3))
        continue;
      if (one_in (history, 3))
        writer_cancel (&settler);
      else
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
    prepend_process_init (&history->processes[i], g_rand_int_range (history->rand, 0, MAX_SKEW));
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
  prepend_list_init (&history.list, world, rand);
  history.network = network_new (world, rand);
  world_let_regions_move (world);
  world_set_observer (world, see, &history);
  begin (&history, writers);
  while (network_step (history.network))
    continue;
  settle_some (&history);
  network_settle (history.network);
  check_all_rows (&history);
  for (guint i = 0; i < MAX_PROCESSES; i++)
    prepend_process_clear (&history.processes[i]);
  prepend_list_clear (&history.list);
  network_free (history.network);
}
