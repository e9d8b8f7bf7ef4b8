/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Rows as JSON. Strings are in printable escapes, so that no byte is lost. */

/* Appends an object with the fields of a key that matches the schema. */
void row_json_append_fields (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length);
/* Appends the members of a key: itself and, with a schema, its fields, or null if the key doesn't match. */
void row_json_append_key (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length);
/* Appends an object with the key and the cells of a row. */
void row_json_append (GString *json, const Tool *tool, HBaseRow *row);
