/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-types-private.h"

/* What the IDL says of each struct, as tables that drive the one reader. Made from the IDL by make-tables. */

typedef struct _HBaseWireSchema HBaseWireSchema;

/* What the reader's index notes where a struct begins. */
typedef enum {
  HBASE_WIRE_MARK_NONE,
  HBASE_WIRE_MARK_ROW,  /* TResult, TPut */
  HBASE_WIRE_MARK_CELL, /* TColumnValue */
} HBaseWireMark;

typedef struct {
  const char *name;           /* NULL: there is no field of this id */
  guint8 type;                /* HBaseWireType */
  guint8 key;                 /* of a map */
  guint8 element;             /* of a list or set; a map's value */
  const HBaseWireSchema *sub; /* of a struct, or of elements that are structs */
} HBaseWireField;

struct _HBaseWireSchema {
  const char *name;
  guint8 mark;                  /* HBaseWireMark */
  guint8 n_fields;              /* highest id + 1, at most 64 */
  guint64 required;             /* a bit an id */
  const HBaseWireField *fields; /* by id */
};

typedef struct {
  const char *name;
  const HBaseWireSchema *arguments;
  const HBaseWireSchema *result; /* field 0 `success` (absent for void), 1… the exceptions */
} HBaseWireMethod;

/* hbase-wire-tables.h, generated, adds:
 *   HBaseWireMethodId, HBASE_WIRE_METHOD_GET, …_GET_MULTIPLE, … HBASE_WIRE_N_METHODS
 *   extern const HBaseWireMethod hbase_wire_methods[HBASE_WIRE_N_METHODS];
 *   field ids by name: HBASE_T_GET_ROW = 1, HBASE_T_COLUMN_VALUE_TIMESTAMP = 4, …, and of arguments:
 *   HBASE_CHECK_AND_PUT_ARGS_TABLE = 1, …
 *   the IDL's enum values: HBASE_T_DELETE_TYPE_DELETE_COLUMNS = 1, …
 *   extern const HBaseWireSchema hbase_wire_t_get, hbase_wire_t_result, … */

/* The method of that name, or NULL; whole names only. */
const HBaseWireMethod *hbase_wire_method_lookup (HBaseSlice name);
