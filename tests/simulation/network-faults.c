/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "network-private.h"

#include <gio/gio.h>

/* The failures: a channel breaks, and its exchange is lost or late; a gateway restarts; scanners expire;
 * nothing can be sent; HBase fails; a run is cancelled, or reaches its deadline. */

static void
break_channel (Network *network, Run *run, gpointer what)
{
  guint channel_id = ((Channel *) what)->channel_id;

  ((Channel *) what)->channel_id = 0;
  for (guint i = network->exchanges->len; i-- > 0;)
    {
      Exchange *exchange = network->exchanges->pdata[i];

      if (exchange->channel_id != channel_id)
        continue;
      if (exchange->lane != NULL)
        network_lose (exchange->lane,
                      network_toss (network, 0.8) ? HBASE_ERROR_UNAVAILABLE : HBASE_ERROR_TIMED_OUT);
      exchange->lane = NULL;
      if (exchange->reply != NULL || network_toss (network, 0.4))
        g_ptr_array_remove_index (network->exchanges, i);
    }
}

/* What the gateway had already passed to HBase may still be executed; other requests are lost. */
static void
lose_requests_of_gateway (Network *network, guint gateway)
{
  for (guint i = network->exchanges->len; i-- > 0;)
    {
      const Exchange *exchange = network->exchanges->pdata[i];

      if (exchange->gateway == gateway && !world_is_write (exchange->method))
        g_ptr_array_remove_index (network->exchanges, i);
    }
}

static void
gateway_restarts (Network *network, Run *run, gpointer what)
{
  guint gateway = network_draw (network, WORLD_N_GATEWAYS);

  for (guint i = 0; i < MAX_CHANNELS; i++)
    if (network->channels[i].channel_id != 0 && network->channels[i].gateway == gateway)
      break_channel (network, NULL, &network->channels[i]);
  lose_requests_of_gateway (network, gateway);
  world_restart_gateway (network->world, gateway);
}

static void
scanners_expire (Network *network, Run *run, gpointer what)
{
  world_expire_scanners (network->world);
}

static void
request_stays (Network *network, Run *run, gpointer what)
{
  HBaseLane *lane = what;

  lane->sent = 0;
  network_lose (lane, network_toss (network, 0.8) ? HBASE_ERROR_UNAVAILABLE : HBASE_ERROR_UNREACHABLE);
}

static void
fail_request (Network *network, Run *run, gpointer what)
{
  Exchange *exchange = what;
  WorldWay way = 1 + network_draw (network, WORLD_N_WAYS - 1);

  network_carry_out (network, exchange, world_allows (exchange->method, way) ? way : WORLD_FINE);
}

/* By its caller, or by its deadline. */
static void
run_is_ended (Network *network, Run *run, gpointer what)
{
  HBaseOperation *subject = hbase_operation_stack_get_subject (&run->stack);
  GError *why = network_toss (network, 0.5)
                    ? g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "the history cancelled")
                    : hbase_operation_error (subject, HBASE_ERROR_TIMED_OUT, "the run reached its deadline");

  hbase_operation_stack_interrupt (&run->stack, why);
  network_advance_run (network, run);
}

void
network_list_faults (Network *network, GArray *events)
{
  guint n_runs = network->runs->len;

  if (network_draw (network, 2) == 0)
    add_event (events, scanners_expire, NULL, NULL, NULL);
  else
    add_event (events, gateway_restarts, NULL, NULL, NULL);
  if (n_runs > 0)
    add_event (events, run_is_ended, network->runs->pdata[network_draw (network, n_runs)], NULL, NULL);
  for (guint i = 0; i < n_runs; i++)
    {
      Run *run = network->runs->pdata[i];

      for (guint k = 0; k < run->stack.operation->n_lanes; k++)
        {
          HBaseLane *lane = &run->stack.operation->lanes[k];

          if (lane->state == HBASE_LANE_SENDING)
            add_event (events, request_stays, run, lane, lane->request.method);
        }
    }
  for (guint i = 0; i < network->exchanges->len; i++)
    {
      Exchange *exchange = network->exchanges->pdata[i];
      Channel *channel = network_find_channel (network, exchange->channel_id);

      if (channel != NULL)
        add_event (events, break_channel, NULL, channel, NULL);
      if (channel != NULL && exchange->reply == NULL && exchange->lane != NULL)
        add_event (events, fail_request, NULL, exchange, exchange->method);
    }
}
