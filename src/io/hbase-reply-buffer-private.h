/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* A reply on its way: the bytes that came, and the reader that checks them. */

typedef struct {
  HBaseWireReader reader;
  guint8 *memory;
  gsize length;
  gsize room;
  gsize hint;                    /* how long the reply may be, from the last one */
  HBaseLateReplyFunc late_reply; /* of the request; NULL: none */
} HBaseReplyBuffer;

HBaseReplyBuffer *hbase_reply_buffer_new (HBaseWireProtocol protocol,
                                          gboolean framed,
                                          gsize max_size,
                                          const HBaseWireMethod *method,
                                          gint32 sequence_id,
                                          gsize hint);
void hbase_reply_buffer_free (HBaseReplyBuffer *reply_buffer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseReplyBuffer, hbase_reply_buffer_free)

/* Room for more bytes, at least one: at memory + length. */
gsize hbase_reply_buffer_reserve (HBaseReplyBuffer *reply_buffer);
/* `n` more bytes are there. */
HBaseWireStatus hbase_reply_buffer_feed (HBaseReplyBuffer *reply_buffer, gsize n);
/* After WHOLE: bytes behind the message's end go to `next`, whose reply follows. FALSE: there are such, and
 * no next. */
gboolean hbase_reply_buffer_hand_over (HBaseReplyBuffer *reply_buffer, HBaseReplyBuffer *next);
const char *hbase_reply_buffer_get_problem (const HBaseReplyBuffer *reply_buffer);
/* After WHOLE, once. */
HBaseBlock *hbase_reply_buffer_take (HBaseReplyBuffer *reply_buffer);
