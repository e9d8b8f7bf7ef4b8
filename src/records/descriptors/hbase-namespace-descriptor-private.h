/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-named-values-private.h"
#include "hbase-namespace-descriptor.h"

HBaseNamedValues **hbase_namespace_descriptor_get_map (HBaseNamespaceDescriptor *descriptor);
/* Writes the fields of a struct that was begun, and ends it. */
void hbase_namespace_descriptor_write (HBaseNamespaceDescriptor *descriptor, HBaseWireWriter *writer);
/* Reads the struct that the decoder has entered. */
HBaseNamespaceDescriptor *hbase_namespace_descriptor_read (HBaseWireDecoder *decoder);
