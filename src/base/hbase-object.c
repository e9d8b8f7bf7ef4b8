/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the error of objects that were constructed without a required property. */

#include "config.h"

#include "hbase-object-private.h"

#include "hbase-error.h"

gboolean
hbase_object_fail_property (gpointer object, const char *property, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "this %s was constructed without its property “%s”: set it at construction, as the "
               "constructors do",
               G_OBJECT_TYPE_NAME (object), property);
  return FALSE;
}
