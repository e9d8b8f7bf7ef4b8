/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

typedef void (*HBasePlanAttributeFunc) (const char *name, const char *value, int line, gpointer user_data);

/* Calls `func` for each attribute of a descriptor, in the syntax of HBase's shell, that the emulation may
 * depend on: those that configure a table's regions, and those whose name contains a point. Returns FALSE,
 * with an error, if the text isn't a descriptor, or has in braces what isn't a setting of HBase; `func` may
 * have been called before. */
gboolean hbase_plan_descriptor_text_parse (
    const char *file, const char *text, HBasePlanAttributeFunc func, gpointer user_data, GError **error);
