/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_NAMESPACE_DESCRIPTOR (hbase_namespace_descriptor_get_type ())
typedef struct _HBaseNamespaceDescriptor HBaseNamespaceDescriptor;

HBASE_AVAILABLE_IN_0_1
GType hbase_namespace_descriptor_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *hbase_namespace_descriptor_new (const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *hbase_namespace_descriptor_new_from_string (const char *text, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_namespace_descriptor_to_string (HBaseNamespaceDescriptor *descriptor);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *hbase_namespace_descriptor_ref (HBaseNamespaceDescriptor *descriptor);
HBASE_AVAILABLE_IN_0_1
void hbase_namespace_descriptor_unref (HBaseNamespaceDescriptor *descriptor);
HBASE_AVAILABLE_IN_0_1
HBaseNamespaceDescriptor *hbase_namespace_descriptor_copy (HBaseNamespaceDescriptor *descriptor);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_namespace_descriptor_equal (HBaseNamespaceDescriptor *a, HBaseNamespaceDescriptor *b);
HBASE_AVAILABLE_IN_0_1
const char *hbase_namespace_descriptor_get_name (HBaseNamespaceDescriptor *descriptor);
/* `value` NULL: removes it */
HBASE_AVAILABLE_IN_0_1
void hbase_namespace_descriptor_set_configuration (HBaseNamespaceDescriptor *descriptor,
                                                   const char *name,
                                                   const char *value);
HBASE_AVAILABLE_IN_0_1
char *hbase_namespace_descriptor_dup_configuration (HBaseNamespaceDescriptor *descriptor, const char *name);
HBASE_AVAILABLE_IN_0_1
char **hbase_namespace_descriptor_list_configuration (HBaseNamespaceDescriptor *descriptor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseNamespaceDescriptor, hbase_namespace_descriptor_unref)

G_END_DECLS
