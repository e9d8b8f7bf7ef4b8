/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-reader-private.h"

/* The header of a message: its type, the method's name, the sequence id. */

#define HBASE_WIRE_NAME_MAX 255
#define HBASE_WIRE_ENVELOPE_MAX (HBASE_WIRE_NAME_MAX + 16)

/* Writes it to `out`, which has room for HBASE_WIRE_ENVELOPE_MAX bytes; returns how many it took. */
gsize hbase_wire_envelope_write (
    guint8 *out, HBaseWireProtocol protocol, HBaseSlice name, HBaseWireMessageType type, gint32 sequence_id);

/* Reads the frame's length, if there is one due, and the header: WHOLE when both are there and right. */
HBaseWireStatus hbase_wire_envelope_read (HBaseWireReader *reader, const guint8 *data, gsize length);
