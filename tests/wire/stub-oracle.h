/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"
#include "hbase-wire-stubs-private.h"

/* The generated stubs as an oracle: what we write and read is held against what they do. Structs and fields
 * go by the IDL's names; a method's arguments and results are "getArgs" and "getResult". */

GObject *stub_oracle_new (const char *struct_name);

/* A field's value; of any number, enum or boolean; of binary and text. */
void stub_oracle_set_number (gpointer stub, const char *field, gint64 value);
void stub_oracle_set_binary (gpointer stub, const char *field, HBaseSlice value);
/* (transfer full) */
void stub_oracle_set_struct (gpointer stub, const char *field, GObject *value);
/* (element-type GObject) (transfer full) */
void stub_oracle_set_list (gpointer stub, const char *field, GPtrArray *values);

/* A stub filled with what our decoder finds in the struct that it has entered. */
GObject *stub_oracle_decode (HBaseWireDecoder *decoder, const HBaseWireSchema *schema);

/* The test fails, with both shown, unless the stub writes these bytes. */
void stub_oracle_assert_writes (gpointer stub, HBaseWireProtocol protocol, HBaseSlice ours);
