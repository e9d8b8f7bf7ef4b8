/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "network-private.h"

#include "histories.h"

#define MAX_FAULTS 24
/* No history is half as long. */
#define MAX_STEPS 20000
/* So that late requests are late by many steps. */
#define GHOST_PATIENCE 6

gboolean
network_toss (Network *network, double chance)
{
  return g_rand_double (network->rand) < chance;
}

guint
network_draw (Network *network, guint below)
{
  return (guint) g_rand_int_range (network->rand, 0, (gint32) below);
}

void
network_add_event (GArray *events, Event event)
{
  g_array_append_val (events, event);
}

/* ---- events ---- */

/* Returns an idle channel, or a new one in place of a broken one; NULL: all are busy. */
static Channel *
choose_channel (Network *network)
{
  guint from = network_draw (network, MAX_CHANNELS);

  for (guint i = 0; i < MAX_CHANNELS; i++)
    {
      Channel *channel = &network->channels[(from + i) % MAX_CHANNELS];

      if (channel->channel_id == 0)
        *channel = (Channel){ ++network->last_ticket, network_draw (network, WORLD_N_GATEWAYS) };
      if (!network_is_busy (network, channel->channel_id))
        return channel;
    }
  return NULL;
}

static void
request_leaves (Network *network, Run *run, gpointer what)
{
  HBaseLane *lane = what;
  guint channel_id = lane->request.channel;
  Channel *channel = channel_id != 0 ? network_find_channel (network, channel_id) : choose_channel (network);
  Link *link = lane->link;

  if (channel == NULL && channel_id == 0)
    return;
  if (channel == NULL)
    {
      lane->sent = 0;
      network_lose (lane, HBASE_ERROR_UNAVAILABLE);
      return;
    }
  link->exchange = network_add_exchange (network, lane->operation->protocol, &lane->request, channel);
  link->exchange->lane = lane;
  lane->channel_id = channel->channel_id;
  lane->sent = g_bytes_get_size (link->exchange->message);
  lane->state = HBASE_LANE_AWAITING;
}

static void
request_arrives (Network *network, Run *run, gpointer exchange)
{
  network_carry_out (network, exchange, WORLD_FINE);
}

/* Its lane no longer waits for it. */
static void
late_request_arrives (Network *network, Run *run, gpointer exchange)
{
  network_carry_out (network, exchange, WORLD_FINE);
}

/* A prefetch is sent now, if a channel is idle, or in the next run. */
static void
send_prefetches (Network *network, HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    {
      HBaseLane *lane = &operation->lanes[i];

      if (lane->state == HBASE_LANE_SENDING && !network_is_busy (network, lane->request.channel)
          && network_toss (network, 0.5))
        request_leaves (network, NULL, lane);
    }
}

static void
attach (HBaseOperation *operation, gpointer network)
{
  network_link_lanes (network, operation);
}

static gboolean
detach (HBaseOperation *operation, gboolean done, gpointer network)
{
  if (done)
    send_prefetches (network, operation);
  network_post_unawaited (network, operation, FALSE);
  return TRUE;
}

static const HBaseOperationDriver driver = { attach, detach };

void
network_advance_run (Network *network, Run *run)
{
  NetworkDone done = run->done;
  gpointer data = run->data;
  GError *error = NULL;
  HBaseNext next;

  if (!hbase_operation_stack_advance (&run->stack))
    return;
  next = hbase_operation_stack_finish (&run->stack, &error) ? HBASE_DONE : HBASE_FAIL;
  g_ptr_array_remove (network->runs, run);
  done (data, next, error);
}

static void
receive_reply (Network *network, Run *run, gpointer what)
{
  HBaseLane *lane = what;
  Link *link = lane->link;
  Exchange *exchange = g_steal_pointer (&link->exchange);

  lane->error = g_steal_pointer (&link->problem);
  if (exchange != NULL)
    {
      lane->block = network_read_reply (exchange);
      g_ptr_array_remove (network->exchanges, exchange);
    }
  hbase_operation_stack_call_step (&run->stack, lane);
  network_advance_run (network, run);
}

static void
sleep_ends (Network *network, Run *run, gpointer what)
{
  HBaseLane *lane = what;

  hbase_operation_stack_call_step (&run->stack, lane);
  network_advance_run (network, run);
}

static void
run_starts (Network *network, Run *run, gpointer what)
{
  run->started = TRUE;
  hbase_operation_stack_start (&run->stack);
  network_advance_run (network, run);
}

/* ---- a step ---- */

static void
add_lane_event (Network *network, GArray *events, Run *run, HBaseLane *lane)
{
  Link *link = lane->link;

  if (lane->state == HBASE_LANE_SLEEPING)
    add_event (events, sleep_ends, run, lane, NULL);
  else if (lane->state == HBASE_LANE_SENDING
           && (lane->request.channel == 0 || !network_is_busy (network, lane->request.channel)))
    add_event (events, request_leaves, run, lane, lane->request.method);
  else if (link->problem != NULL || (link->exchange != NULL && link->exchange->reply != NULL))
    add_event (events, receive_reply, run, lane, lane->request.method);
}

static void
list_events (Network *network, GArray *events)
{
  for (guint i = 0; i < network->runs->len; i++)
    {
      Run *run = network->runs->pdata[i];

      if (!run->started)
        add_event (events, run_starts, run, NULL, NULL);
      for (guint k = 0; run->started && k < run->stack.operation->n_lanes; k++)
        add_lane_event (network, events, run, &run->stack.operation->lanes[k]);
    }
  for (guint i = 0; i < network->exchanges->len; i++)
    {
      Exchange *exchange = network->exchanges->pdata[i];

      if (exchange->reply == NULL && exchange->lane != NULL)
        add_event (events, request_arrives, NULL, exchange, exchange->method);
      else if (exchange->reply == NULL && network_draw (network, GHOST_PATIENCE) == 0)
        add_event (events, late_request_arrives, NULL, exchange, exchange->method);
    }
}

static void
tell (const Event *event)
{
  g_printerr ("%p %s %s\n", (gpointer) (event->run != NULL ? event->run->stack.operation : NULL), event->name,
              event->method != NULL ? event->method->name : "");
}

gboolean
network_step (Network *network)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (Event));
  gboolean fault = network->faults > 0 && network_toss (network, network->chance);
  Event *event;

  if (network->runs->len == 0)
    return FALSE;
  promise (++network->n_steps < MAX_STEPS, "the operations don't end");
  if (fault)
    network->faults--;
  (fault ? network_list_faults : list_events) (network, events);
  if (events->len == 0)
    return TRUE;
  event = &g_array_index (events, Event, network_draw (network, events->len));
  world_note (network->world, event->name);
  if (network->traced)
    tell (event);
  event->happen (network, event->run, event->what);
  return TRUE;
}

/* ---- the network ---- */

Network *
network_new (World *world, GRand *rand)
{
  static const double chances[] = { 0.01, 0.05, 0.1, 0.25 };
  Network *network = g_new0 (Network, 1);

  network->world = world;
  network->rand = rand;
  network->protocol = g_rand_boolean (rand) ? HBASE_WIRE_PROTOCOL_BINARY : HBASE_WIRE_PROTOCOL_COMPACT;
  network->faults
      = MAX (network_draw (network, MAX_FAULTS + MAX_FAULTS / 8), MAX_FAULTS / 8) - MAX_FAULTS / 8;
  network->chance = chances[network_draw (network, G_N_ELEMENTS (chances))];
  network->faultless = network->faults == 0;
  network->traced = g_getenv ("HBASE_TEST_TRACE") != NULL;
  network->runs = g_ptr_array_new_with_free_func (g_free);
  network->exchanges = g_ptr_array_new_with_free_func (network_free_exchange);
  return network;
}

void
network_settle (Network *network)
{
  while (network->exchanges->len > 0)
    {
      Exchange *exchange = network->exchanges->pdata[network_draw (network, network->exchanges->len)];

      g_assert (exchange->lane == NULL);
      if (network->faultless || network_toss (network, 0.8))
        network_carry_out (network, exchange, WORLD_FINE);
      else
        g_ptr_array_remove (network->exchanges, exchange);
    }
}

void
network_free (Network *network)
{
  g_ptr_array_unref (network->runs);
  g_ptr_array_unref (network->exchanges);
  g_free (network);
}

void
network_begin (Network *network, HBaseOperation *operation, NetworkDone done, gpointer data)
{
  Run *run = g_new (Run, 1);

  *run = (Run){ .done = done, .data = data };
  hbase_operation_stack_init (&run->stack, operation, &driver, network);
  g_ptr_array_add (network->runs, run);
}

HBaseWireProtocol
network_get_protocol (Network *network)
{
  return network->protocol;
}

guint
network_get_n_faults_left (Network *network)
{
  return network->faults;
}

gboolean
network_is_faultless (Network *network)
{
  return network->faultless;
}
