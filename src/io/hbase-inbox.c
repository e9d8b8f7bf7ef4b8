/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-inbox-private.h"

/* 1. Memory is at most AHEAD beyond what has come and what is expected from the last reply, whatever size is
 *    declared.
 * 2. A block's memory is cut to its length only if more than half of it is waste: cutting always costs more
 *    than it saves. */

#define SMALLEST 1024
#define AHEAD (1024 * 1024)

HBaseInbox *
hbase_inbox_new (HBaseWireProtocol protocol,
                 gboolean framed,
                 gsize max_size,
                 const HBaseWireMethod *method,
                 gint32 sequence_id,
                 gsize hint)
{
  HBaseInbox *inbox = g_new (HBaseInbox, 1);

  hbase_wire_reader_init_reply (&inbox->reader, protocol, framed, max_size, method, sequence_id);
  inbox->memory = NULL;
  inbox->length = 0;
  inbox->room = 0;
  inbox->hint = hint;
  inbox->farewell = NULL;
  return inbox;
}

void
hbase_inbox_free (HBaseInbox *inbox)
{
  if (inbox == NULL)
    return;
  hbase_wire_reader_clear (&inbox->reader);
  g_free (inbox->memory);
  g_free (inbox);
}

static gsize
next_room (const HBaseInbox *inbox)
{
  gsize wanted = MIN (inbox->reader.wanted, inbox->length + AHEAD);

  if (inbox->room == 0)
    return MAX (inbox->hint + inbox->hint / 8, SMALLEST);
  /* What is wanted may be the next value alone: to grow by that only would move all that came for each
   * value. */
  return MAX (wanted, MIN (inbox->room * 2, inbox->room + AHEAD));
}

gsize
hbase_inbox_make_room (HBaseInbox *inbox)
{
  if (inbox->length == inbox->room)
    {
      inbox->room = next_room (inbox);
      inbox->memory = g_realloc (inbox->memory, inbox->room);
    }
  return inbox->room - inbox->length;
}

HBaseWireStatus
hbase_inbox_feed (HBaseInbox *inbox, gsize n)
{
  inbox->length += n;
  return hbase_wire_reader_feed (&inbox->reader, inbox->memory, inbox->length);
}

gboolean
hbase_inbox_hand_over (HBaseInbox *inbox, HBaseInbox *next)
{
  gsize end = hbase_wire_reader_consumed (&inbox->reader), excess = inbox->length - end;

  if (excess == 0)
    return TRUE;
  if (next == NULL)
    {
      g_free (inbox->reader.fault);
      inbox->reader.fault = g_strdup ("bytes follow the reply's end");
      return FALSE;
    }
  next->memory = g_memdup2 (inbox->memory + end, excess);
  next->length = next->room = excess;
  inbox->length = end;
  return TRUE;
}

const char *
hbase_inbox_fault (const HBaseInbox *inbox)
{
  return hbase_wire_reader_fault (&inbox->reader);
}

HBaseBlock *
hbase_inbox_take (HBaseInbox *inbox)
{
  if (inbox->room / 2 > inbox->length)
    inbox->memory = g_realloc (inbox->memory, inbox->length);
  return hbase_wire_reader_take (&inbox->reader, g_steal_pointer (&inbox->memory));
}
