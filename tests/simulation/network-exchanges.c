/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "network-private.h"

#include "hbase-wire-reader-private.h"

/* The channels of the simulated network, the exchanges on them, and what lanes refer to. */

void
network_free_exchange (gpointer data)
{
  Exchange *exchange = data;

  g_bytes_unref (exchange->message);
  g_clear_pointer (&exchange->reply, g_bytes_unref);
  g_free (exchange);
}

Exchange *
network_add_exchange (Network *network,
                      HBaseWireProtocol protocol,
                      const HBaseRequest *request,
                      const Channel *channel)
{
  g_autoptr (GBytes) arguments = hbase_wire_message_join (request->arguments, request->segments);
  HBaseSlice bytes = hbase_slice_of_bytes (arguments);
  Exchange *exchange = g_new0 (Exchange, 1);
  HBaseWireWriter writer;

  exchange->sequence_id = ++network->last_sequence_id;
  hbase_wire_writer_init (&writer, protocol, 64 + bytes.length);
  hbase_wire_write_message (&writer, hbase_slice_text (request->method->name), HBASE_WIRE_CALL,
                            exchange->sequence_id);
  hbase_wire_put_raw (&writer, bytes.data, bytes.length);
  exchange->message = hbase_wire_writer_end (&writer);
  exchange->protocol = protocol;
  exchange->method = request->method;
  exchange->late_reply = request->late_reply;
  exchange->channel_id = channel->channel_id;
  exchange->gateway = channel->gateway;
  g_ptr_array_add (network->exchanges, exchange);
  return exchange;
}

HBaseBlock *
network_read_reply (const Exchange *exchange)
{
  HBaseSlice bytes = hbase_slice_of_bytes (exchange->reply);
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, exchange->protocol, FALSE, G_MAXINT32, exchange->method,
                                exchange->sequence_id);
  if (hbase_wire_reader_feed (&reader, bytes.data, bytes.length) != HBASE_WIRE_WHOLE)
    g_error ("%s: %s", exchange->method->name, hbase_wire_reader_get_problem (&reader));
  return hbase_wire_reader_take (&reader, g_memdup2 (bytes.data, bytes.length));
}

Channel *
network_find_channel (Network *network, guint channel_id)
{
  for (guint i = 0; i < MAX_CHANNELS; i++)
    if (network->channels[i].channel_id == channel_id)
      return &network->channels[i];
  return NULL;
}

/* A late response may need another request on the same channel. */
static void
drop_answer (Network *network, Exchange *exchange)
{
  Channel *channel = network_find_channel (network, exchange->channel_id);
  HBaseRequest word;

  if (channel != NULL && exchange->late_reply != NULL)
    {
      g_autoptr (HBaseBlock) block = network_read_reply (exchange);

      if (exchange->late_reply (block, &word))
        {
          network_add_exchange (network, exchange->protocol, &word, channel);
          g_bytes_unref (word.arguments);
        }
    }
  g_ptr_array_remove (network->exchanges, exchange);
}

gboolean
network_is_busy (Network *network, guint channel_id)
{
  for (guint i = 0; i < network->exchanges->len; i++)
    {
      Exchange *exchange = network->exchanges->pdata[i];

      if (exchange->channel_id == channel_id && exchange->lane != NULL && exchange->reply == NULL)
        return TRUE;
    }
  return FALSE;
}

void
network_carry_out (Network *network, Exchange *exchange, WorldWay way)
{
  exchange->reply
      = world_execute (network->world, exchange->gateway, exchange->message, exchange->protocol, way);
  if (exchange->lane == NULL)
    drop_answer (network, exchange);
}

/* ---- lanes ---- */

void
network_lose (HBaseLane *lane, HBaseError code)
{
  Link *link = lane->link;

  link->exchange = NULL;
  link->problem = g_error_new_literal (HBASE_ERROR, (int) code, "the history broke the connection");
  lane->state = HBASE_LANE_AWAITING;
}

void
network_post_unawaited (Network *network, HBaseOperation *operation, gboolean is_freed)
{
  HBaseRequest request;

  while (hbase_operation_take_unawaited (operation, is_freed, &request))
    {
      Channel *channel = network_find_channel (network, request.channel);

      if (channel != NULL)
        network_add_exchange (network, network->protocol, &request, channel);
      g_bytes_unref (request.arguments);
    }
}

static void
unlink_lane (HBaseLane *lane)
{
  Link *link = g_steal_pointer (&lane->link);

  network_post_unawaited (link->network, lane->operation, TRUE);

  if (link->exchange != NULL)
    {
      link->exchange->lane = NULL;
      if (link->exchange->reply != NULL)
        drop_answer (link->network, link->exchange);
    }
  g_clear_error (&link->problem);
  g_free (link);
}

void
network_link_lanes (Network *network, HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    {
      HBaseLane *lane = &operation->lanes[i];
      Link *link;

      if (lane->link != NULL)
        continue;
      link = g_new0 (Link, 1);
      link->network = network;
      lane->link = link;
      lane->unlink = unlink_lane;
    }
}
