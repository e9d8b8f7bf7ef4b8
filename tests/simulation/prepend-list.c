/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "prepend-list.h"

#include "hbase-retire-operation-private.h"
#include "hbase-sequence-operation-private.h"
#include "histories.h"

#define LIST HBASE_SLICE_LITERAL ("list")
#define TICKETS "tickets"

/* What each kind guarantees: with tickets a number may be lost; the rest of a block is used later; times
 * leave keys out. */
typedef struct {
  const char *schema;
  gint64 block;
  gboolean contiguous, ordered;
} Kind;

static const Kind kinds[] = {
  { "list:bytes(4),n:downward", 0, TRUE, TRUE },
  { "list:bytes(4),n:downward", 1, FALSE, TRUE },
  { "list:bytes(4),n:downward", 3, FALSE, FALSE },
  { "salt:modulo(4,n),list:bytes(4),n:downward", 1, FALSE, TRUE },
  { "list:bytes(4),at:reverse-ms", 0, FALSE, TRUE },
};

static const HBaseGuard guard = { (char *) "g", (char *) "", (char *) "g", (char *) "" };

static HBaseSequenceKey
place_of (PrependList *list, HBaseWireProtocol protocol)
{
  return (HBaseSequenceKey){ { protocol, list->tickets }, TICKETS, "f", "of the simulation" };
}

static void
make_tickets (PrependList *list)
{
  HBaseSequenceKey place;
  g_autoptr (HBaseOperation) creation = NULL;

  list->tickets = g_strconcat (world_get_table (list->world), "-", TICKETS, NULL);
  world_create_table (list->world, list->tickets, NULL);
  place = place_of (list, HBASE_WIRE_PROTOCOL_BINARY);
  creation = hbase_sequence_creation_new (&place);
  world_run (list->world, creation);
}

/* Most are of the first kind; a few have hardly any keys. */
void
prepend_list_init (PrependList *list, World *world, GRand *rand)
{
  guint drawn = (guint) g_rand_int_range (rand, 0, 2 * (gint32) G_N_ELEMENTS (kinds));
  const Kind *kind = &kinds[drawn < G_N_ELEMENTS (kinds) ? drawn : 0];

  *list = (PrependList){ .world = world, .block = kind->block, .is_contiguous = kind->contiguous };
  list->schema = hbase_key_schema_new (kind->schema, NULL);
  list->prefix = g_variant_ref_sink (
      g_variant_new ("(@ay)", g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "list", 4, 1)));
  list->start = g_rand_int_range (rand, 0, 10) == 0 ? 4 : 1000;
  if (hbase_key_schema_get_counting (list->schema) == HBASE_KEY_COUNTER_TIME)
    list->start = G_MAXINT64;
  list->ledger = ledger_new (list->start, kind->contiguous, kind->ordered);
  if (list->block > 0)
    make_tickets (list);
}

void
prepend_list_clear (PrependList *list)
{
  ledger_free (list->ledger);
  hbase_key_schema_unref (list->schema);
  g_variant_unref (list->prefix);
  g_free (list->tickets);
}

/* ---- keys ---- */

GBytes *
prepend_list_make_key (PrependList *list, gint64 counter)
{
  return hbase_key_schema_encode_counter (list->schema, LIST, counter, NULL);
}

gint64
prepend_list_read_key (PrependList *list, HBaseSlice key)
{
  gint64 counter = -1;

  return hbase_key_schema_get_counter (list->schema, key, &counter, NULL) ? counter : -1;
}

/* ---- requests ---- */

/* A key that is a time is that of the call by the caller's clock. */
static gint64
start_now (PrependList *list, const PrependProcess *process)
{
  return list->start == G_MAXINT64 ? G_MAXINT64 - world_get_now (list->world) + process->skew : list->start;
}

static HBasePrependSettings
make_settings (PrependList *list, const Insert *insert, GBytes *doubt)
{
  return (HBasePrependSettings){ .table = world_get_table (list->world),
                                 .schema = list->schema,
                                 .prefix = list->prefix,
                                 .strategy = list->block > 1    ? &hbase_prepend_block_class
                                             : list->block == 1 ? &hbase_prepend_ticket_class
                                                                : &hbase_prepend_probe_class,
                                 .has_sequence = list->block > 0,
                                 .start = list->start,
                                 .guard_family = "g",
                                 .guard_qualifier = "",
                                 .token = insert->token,
                                 .row = hbase_slice_of_bytes (doubt) };
}

static void
add_tickets (PrependList *list,
             PrependProcess *process,
             HBasePrependOperation *prepend,
             HBaseWireProtocol protocol)
{
  HBaseSequenceKey place = place_of (list, protocol);
  gboolean has_left = process->n_left > 0;

  process->n_left -= has_left;
  hbase_prepend_operation_set_tickets (prepend,
                                       hbase_sequence_operation_new (&place, list->block, process->checked),
                                       has_left ? process->highest-- : -1);
}

HBasePrependOperation *
prepend_list_prepend (PrependList *list,
                      const Insert *insert,
                      PrependProcess *process,
                      HBaseWireProtocol protocol)
{
  g_autoptr (HBasePut) cells = ledger_make_cells (insert);
  gboolean reported = insert->place >= 0 && !insert->forgotten;
  g_autoptr (GBytes) doubt = reported ? prepend_list_make_key (list, insert->place) : NULL;
  HBasePrependSettings settings = make_settings (list, insert, doubt);
  HBasePrependOperation *prepend;

  settings.cells = cells;
  settings.resumed = insert->forgotten;
  settings.start = start_now (list, process);
  settings.checked = process->checked;
  settings.coordinator = process->coordinator;
  prepend = hbase_prepend_operation_new (protocol, &settings);
  if (list->block > 0)
    add_tickets (list, process, prepend, protocol);
  return prepend;
}

void
prepend_process_init (PrependProcess *process, gint64 skew)
{
  *process = (PrependProcess){ .coordinator = hbase_prepend_coordinator_new (), .skew = skew };
}

void
prepend_process_clear (PrependProcess *process)
{
  hbase_prepend_coordinator_unref (process->coordinator);
}

/* The rest of a block is lost if another block is left, too. */
void
prepend_process_learn (PrependProcess *process, HBasePrependOperation *operation)
{
  HBasePrependOutcome outcome = hbase_prepend_operation_get_outcome (operation);

  process->checked |= outcome.newly_checked;
  if (process->n_left > 0 || outcome.n_buffered == 0)
    return;
  process->highest = outcome.next_buffered;
  process->n_left = outcome.n_buffered;
}

HBasePrependOperation *
prepend_list_cancel (PrependList *list, const Insert *insert, HBaseWireProtocol protocol)
{
  gboolean reported = insert->place >= 0 && !insert->forgotten;
  g_autoptr (GBytes) doubt = reported ? prepend_list_make_key (list, insert->place) : NULL;
  HBasePrependSettings settings = make_settings (list, insert, doubt);

  settings.cancel = TRUE;
  return hbase_prepend_operation_new (protocol, &settings);
}

HBaseOperation *
prepend_list_retire (PrependList *list, const Insert *insert, HBaseWireProtocol protocol)
{
  g_autoptr (GBytes) key = prepend_list_make_key (list, insert->place);

  return hbase_retire_operation_new (protocol, world_get_table (list->world), &guard,
                                     hbase_slice_of_bytes (key));
}
