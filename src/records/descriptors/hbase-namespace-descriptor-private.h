/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-named-values-private.h"
#include "hbase-namespace-descriptor.h"

HBaseNamedValues **hbase_namespace_descriptor_get_map (HBaseNamespaceDescriptor *descriptor);
