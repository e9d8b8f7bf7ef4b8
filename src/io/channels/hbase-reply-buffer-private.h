/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* A reply that is being received: the bytes that came, and the reader that checks them. */

typedef struct {
  HBaseWireReader reader;
  guint8 *memory;
  gsize length;
  gsize capacity;
  gsize expected_size;           /* the length of the lane's last reply */
  HBaseLateReplyFunc late_reply; /* of the request; NULL: none */
} HBaseReplyBuffer;

/* Takes the spare one, unless `*spare` is NULL. */
HBaseReplyBuffer *hbase_reply_buffer_new (HBaseReplyBuffer **spare,
                                          HBaseWireProtocol protocol,
                                          gboolean framed,
                                          gsize max_size,
                                          const HBaseRequest *request,
                                          gint32 sequence_id,
                                          gsize expected_size);
void hbase_reply_buffer_free (HBaseReplyBuffer *reply_buffer);
/* Keeps it as the spare one, if there is none, else frees it. */
void hbase_reply_buffer_keep (HBaseReplyBuffer *reply_buffer, HBaseReplyBuffer **spare);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseReplyBuffer, hbase_reply_buffer_free)

/* Returns the capacity for more bytes, at least one, at memory + length. */
gsize hbase_reply_buffer_reserve (HBaseReplyBuffer *reply_buffer);
/* Replaces the memory of a buffer to which nothing was fed, by memory (transfer full) that is full. */
void hbase_reply_buffer_set_memory (HBaseReplyBuffer *reply_buffer, guint8 *memory, gsize capacity);
/* `n` more bytes were stored there. */
HBaseWireStatus hbase_reply_buffer_feed (HBaseReplyBuffer *reply_buffer, gsize n);
/* After WHOLE: moves bytes after the message's end to `next`, the buffer of the following reply. FALSE: there
 * are such bytes, and `next` is NULL. */
gboolean hbase_reply_buffer_hand_over (HBaseReplyBuffer *reply_buffer, HBaseReplyBuffer *next);
/* After WHOLE, once. */
HBaseBlock *hbase_reply_buffer_take (HBaseReplyBuffer *reply_buffer);
