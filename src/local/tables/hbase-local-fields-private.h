/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* A checked struct as an array of its fields by id: numbers and bytes by value, containers and structs by
 * the offset where they begin. A field that wasn't sent isn't `given`, and its members are 0. */

typedef struct {
  gboolean given;
  HBaseSlice bytes; /* of a binary */
  gint64 number;    /* of a boolean, an integer, an enum */
  const HBaseBlock *block;
  gsize at; /* offset in the block of a struct, list or map */
} HBaseLocalField;

/* Reads the struct in `field`. If it wasn't sent, all its fields are absent. Fields with ids from
 * `n_fields` on are skipped. */
void hbase_local_fields_read (HBaseLocalField *fields, guint n_fields, const HBaseLocalField *field);
/* Reads the struct that the decoder has entered. */
void hbase_local_fields_decode (HBaseLocalField *fields,
                                guint n_fields,
                                const HBaseBlock *block,
                                HBaseWireDecoder *decoder);
/* Reads the call's arguments. */
void hbase_local_fields_read_arguments (HBaseLocalField *fields, guint n_fields, const HBaseBlock *block);
/* Moves the decoder to the list in `field`. Returns the number of its elements: 0 if it wasn't sent. */
guint hbase_local_fields_list (const HBaseLocalField *field, HBaseWireDecoder *decoder);
/* Moves the decoder to the map in `field`. Returns the number of its pairs: 0 if it wasn't sent. */
guint hbase_local_fields_map (const HBaseLocalField *field, HBaseWireDecoder *decoder);

/* The structs of a list. */
typedef struct {
  const HBaseBlock *block;
  HBaseWireDecoder decoder;
  guint n_left;
} HBaseLocalStructs;

/* Begins at the first struct of the list in `field`. Returns their number: 0 if the list wasn't sent. */
guint hbase_local_structs_init (HBaseLocalStructs *structs, const HBaseLocalField *field);
/* Reads the next struct. Returns FALSE after the last. */
gboolean hbase_local_structs_next (HBaseLocalStructs *structs, HBaseLocalField *fields, guint n_fields);

static inline gint64
hbase_local_field_or (const HBaseLocalField *field, gint64 otherwise)
{
  return field->given ? field->number : otherwise;
}
