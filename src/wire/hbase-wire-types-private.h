/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Thrift's numbers of types. The compact protocol has other numbers, which reader, decoder and writer
 * convert. */
typedef enum {
  HBASE_WIRE_STOP = 0,
  HBASE_WIRE_BOOL = 2,
  HBASE_WIRE_I8 = 3,
  HBASE_WIRE_DOUBLE = 4,
  HBASE_WIRE_I16 = 6,
  HBASE_WIRE_I32 = 8,
  HBASE_WIRE_I64 = 10,
  HBASE_WIRE_BINARY = 11,
  HBASE_WIRE_STRUCT = 12,
  HBASE_WIRE_MAP = 13,
  HBASE_WIRE_SET = 14,
  HBASE_WIRE_LIST = 15,
} HBaseWireType;

typedef enum {
  HBASE_WIRE_CALL = 1,
  HBASE_WIRE_REPLY = 2,
  HBASE_WIRE_EXCEPTION = 3,
  HBASE_WIRE_ONEWAY = 4,
} HBaseWireMessageType;

typedef enum {
  HBASE_WIRE_PROTOCOL_BINARY, /* strict */
  HBASE_WIRE_PROTOCOL_COMPACT,
} HBaseWireProtocol;

/* The greatest depth of structs and containers; Thrift's default. */
#define HBASE_WIRE_MAX_DEPTH 64
