/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* JSON (RFC 8259) as a tree, as much of it as `put --from` reads. */

typedef enum {
  JSON_NULL,
  JSON_BOOLEAN,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT,
} JsonKind;

typedef struct _JsonValue JsonValue;

struct _JsonValue {
  JsonKind kind;
  char *text;       /* a string; of numbers and booleans as it was written */
  GPtrArray *names; /* of an object's members (element-type utf8) */
  GPtrArray *items; /* their values, or those of an array (element-type JsonValue) */
};

void json_value_free (JsonValue *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (JsonValue, json_value_free)

/* One value, and nothing else but blanks. A string with a NUL is refused. */
JsonValue *json_parse (const char *text, GError **error);
/* A member of an object by its name; NULL: it has none, or isn't an object. */
const JsonValue *json_get (const JsonValue *object, const char *name);
/* The kind in words: “a string”. */
const char *json_kind_text (JsonKind kind);
