/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"
#include "hbase-wire-stubs-private.h"

/* The generated code as an oracle, with which the writer and the decoder are compared. Structs and fields
 * have the names of the IDL; arguments and results of a method are "getArgs" and "getResult". */

GObject *stub_oracle_new (const char *struct_name);

/* Sets the value of a field: of a number, enum or boolean; of binary and text. */
void stub_oracle_set_number (gpointer stub, const char *field, gint64 value);
void stub_oracle_set_binary (gpointer stub, const char *field, HBaseSlice value);
/* (transfer full) */
void stub_oracle_set_struct (gpointer stub, const char *field, GObject *value);
/* (element-type GObject) (transfer full) */
void stub_oracle_set_list (gpointer stub, const char *field, GPtrArray *values);

/* Makes an object with what the decoder finds in the struct that it has entered. */
GObject *stub_oracle_decode (HBaseWireDecoder *decoder, const HBaseWireSchema *schema);

/* Fails the test, and shows both, unless the object is encoded to these bytes. */
void stub_oracle_assert_writes (gpointer stub, HBaseWireProtocol protocol, HBaseSlice ours);
