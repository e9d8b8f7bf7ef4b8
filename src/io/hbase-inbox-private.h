/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* A reply on its way: the bytes that came, and the reader that checks them. */

typedef struct {
  HBaseWireReader reader;
  guint8 *memory;
  gsize length;
  gsize room;
  gsize hint; /* how long the reply may be, from the last one */
  HBaseFarewell farewell; /* of the request; NULL: none */
} HBaseInbox;

HBaseInbox *hbase_inbox_new (HBaseWireProtocol protocol,
                             gboolean framed,
                             gsize max_size,
                             const HBaseWireMethod *method,
                             gint32 sequence_id,
                             gsize hint);
void hbase_inbox_free (HBaseInbox *inbox);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseInbox, hbase_inbox_free)

/* Room for more bytes, at least one: at memory + length. */
gsize hbase_inbox_make_room (HBaseInbox *inbox);
/* `n` more bytes are there. */
HBaseWireStatus hbase_inbox_feed (HBaseInbox *inbox, gsize n);
/* After WHOLE: bytes behind the message's end go to `next`, whose reply follows. FALSE: there are such, and
 * no next. */
gboolean hbase_inbox_hand_over (HBaseInbox *inbox, HBaseInbox *next);
const char *hbase_inbox_fault (const HBaseInbox *inbox);
/* After WHOLE, once. */
HBaseBlock *hbase_inbox_take (HBaseInbox *inbox);
