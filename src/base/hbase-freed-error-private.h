/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* PyGObject makes an exception of an error's domain, code and message, and frees the error. For the overrides
 * of Python, an object of this type copies the last error of HBASE_ERROR that its thread freed before the
 * object was made: in the properties `code`, `message` (NULL: none was freed), `details` and `java-class`.
 * The type isn't a part of the interface; they find it by its name. */
#define HBASE_TYPE_FREED_ERROR (hbase_freed_error_get_type ())
GType hbase_freed_error_get_type (void);

/* Records an error that is being freed, once the type has a class: the first GObject.new() of the override
 * of Python makes it. */
void hbase_freed_error_record (const GError *error, const char *details, const char *java_class);
