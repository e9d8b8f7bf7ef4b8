/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-decoder-private.h"

/* A checked struct as an array of its fields by id: numbers and bytes as they are, containers and structs by
 * the place where they begin. What wasn't sent isn't `given`, and 0. */

typedef struct {
  gboolean given;
  HBaseSlice bytes; /* of a binary */
  gint64 number;    /* of a boolean, an integer, an enum */
  gsize at;         /* of a struct, list or map */
} HBaseLocalField;

/* The struct that the decoder has entered. Fields of ids beyond `n_fields` are skipped. */
void hbase_local_fields_read (HBaseLocalField *fields, guint n_fields, HBaseWireDecoder *decoder);
/* The struct that begins at `at`. */
void hbase_local_fields_read_at (HBaseLocalField *fields, guint n_fields, const HBaseBlock *block, gsize at);
/* Goes to the list at `field`; how many elements it has: 0 where it wasn't sent. */
guint
hbase_local_fields_list (const HBaseLocalField *field, const HBaseBlock *block, HBaseWireDecoder *decoder);
/* The same of a map. */
guint
hbase_local_fields_map (const HBaseLocalField *field, const HBaseBlock *block, HBaseWireDecoder *decoder);

static inline gint64
hbase_local_field_or (const HBaseLocalField *field, gint64 otherwise)
{
  return field->given ? field->number : otherwise;
}
