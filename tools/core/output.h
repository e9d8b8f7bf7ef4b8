/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "output-lines.h"
#include "tool.h"

/* Prints results. As text, a row is one line, with tabs between its key and its cells, which `put --from`
 * reads; as JSON, an object on one line. */

/* A field of a record that isn't a row. */
typedef struct {
  const char *name;
  const char *text; /* in printable escapes; NULL: none */
  const char *json; /* what JSON has instead, such as a number; NULL: the text as a string, or null */
} OutputField;

/* Returns the text in printable escapes. */
char *output_escape (const char *text);
void output_row (Tool *tool, HBaseRow *row);
/* Prints the rows of a page, and the tokens of this, the next and the previous page. */
void output_page (Tool *tool, HBasePage *page);
/* Prints `{"name":"value"}`, or only the value. */
void output_text (Tool *tool, const char *name, const char *value);
/* Prints the fields of a key that matches the schema: an object, or `name=value` on each line. */
void output_fields (Tool *tool, HBaseKeySchema *schema, const guint8 *key, gsize length);
void output_number (Tool *tool, const char *name, guint64 number);
/* Prints each name on a line, or an array; `what`: the heading of a column with them. */
void output_names (Tool *tool, const char *what, const char *const *names);
/* Returns a JSON array of strings. */
char *output_make_json_array (const char *const *texts);
/* Prints a row's key on a line. */
void output_key (Tool *tool, const guint8 *key, gsize length);
/* Prints bytes without regard to the key schema, in printable escapes or in hex digits. */
void output_bytes (Tool *tool, const guint8 *bytes, gsize length);
void output_hex (Tool *tool, const guint8 *key, gsize length);
/* Prints the name of a form in which something is stored, its length, and its bytes as the two above do. */
void output_form (Tool *tool, const char *form, const guint8 *bytes, gsize length, gboolean hex);
/* Prints whether a row exists. `row`: as it was given. */
void output_existence (Tool *tool, const char *row, gboolean exists);
/* Prints a record: a line with tabs, an object, a line of CSV or of a table. */
void output_record (Tool *tool, const OutputField *fields, guint n_fields);
/* Prints what is known of one thing: a field on each line, after its name, or an object. A field without text
 * isn't printed. */
void output_properties (Tool *tool, const OutputField *fields, guint n_fields);
/* Writes what is buffered, so that it precedes a message; errors are recorded. */
void output_write (void);
/* Returns whether the whole output was written; otherwise prints an error. */
gboolean output_flush (void);
