/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Parses JSON (RFC 8259) to a tree, as far as `put --from` needs it. */

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
  char *text;       /* of a string; of a number or boolean the text as it was written */
  GPtrArray *names; /* of an object's members (element-type utf8) */
  GPtrArray *items; /* of an object's members, or of an array (element-type JsonValue) */
};

void json_value_free (JsonValue *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (JsonValue, json_value_free)

/* Parses one value, with nothing but blanks around it. A string with a NUL is refused. */
JsonValue *json_parse (const char *text, GError **error);
/* Returns a member of an object by its name; NULL if it has none, or isn't an object. */
const JsonValue *json_get (const JsonValue *object, const char *name);
/* Returns a description of the kind: “a string”. */
const char *json_kind_text (JsonKind kind);
