/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* The structs and methods of the IDL, as tables for the reader. make-tables makes them from the IDL. */

typedef struct _HBaseWireSchema HBaseWireSchema;

/* What the beginning of a struct adds to the index of a response. */
typedef enum {
  HBASE_WIRE_MARK_NONE,
  HBASE_WIRE_MARK_ROW,  /* TResult */
  HBASE_WIRE_MARK_CELL, /* TColumnValue */
} HBaseWireMark;

typedef struct {
  const char *name;           /* NULL: no field has this id */
  guint8 type;                /* HBaseWireType */
  guint8 key;                 /* of a map */
  guint8 element;             /* of a list or set; a map's value */
  const HBaseWireSchema *sub; /* of a struct, or of elements that are structs */
} HBaseWireField;

struct _HBaseWireSchema {
  const char *name;
  guint8 mark;                  /* HBaseWireMark */
  guint8 n_fields;              /* highest id + 1, at most 64 */
  guint64 required;             /* a bit for each id */
  const HBaseWireField *fields; /* by id */
};

typedef struct {
  const char *name;
  const HBaseWireSchema *arguments;
  const HBaseWireSchema *result; /* field 0 `success` (absent for void), 1… the exceptions */
} HBaseWireMethod;

/* Thrift's TApplicationException, which isn't in the IDL. It is the body of a message of type EXCEPTION. */
enum {
  HBASE_T_APPLICATION_EXCEPTION_MESSAGE = 1,
  HBASE_T_APPLICATION_EXCEPTION_TYPE = 2,
};
enum {
  HBASE_T_APPLICATION_EXCEPTION_TYPE_UNKNOWN = 0,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_UNKNOWN_METHOD = 1,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_INVALID_MESSAGE_TYPE = 2,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_WRONG_METHOD_NAME = 3,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_BAD_SEQUENCE_ID = 4,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_MISSING_RESULT = 5,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_INTERNAL_ERROR = 6,
  HBASE_T_APPLICATION_EXCEPTION_TYPE_PROTOCOL_ERROR = 7,
};
extern const HBaseWireSchema hbase_wire_t_application_exception;

/* hbase-wire-tables.h, generated, adds: HBaseWireMethodId (in the order of the names), HBASE_WIRE_METHOD_GET,
 *   …_GET_MULTIPLE, … HBASE_WIRE_N_METHODS extern const HBaseWireMethod
 *   hbase_wire_methods[HBASE_WIRE_N_METHODS]; field ids by name: HBASE_T_GET_ROW = 1,
 *   HBASE_T_COLUMN_VALUE_TIMESTAMP = 4, …, and of arguments: HBASE_CHECK_AND_PUT_ARGS_TABLE = 1, …, and of
 *   results: HBASE_GET_RESULT_SUCCESS = 0, HBASE_GET_RESULT_IO = 1, … the IDL's enum values:
 *   HBASE_T_DELETE_TYPE_DELETE_COLUMNS = 1, … extern const HBaseWireSchema hbase_wire_t_get,
 *   hbase_wire_t_result, … */

/* Returns the method of that name, or NULL. */
const HBaseWireMethod *hbase_wire_method_lookup (HBaseSlice name);
