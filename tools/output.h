/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Prints results. As text, a row is one line, with tabs between its key and its cells, which `put --from`
 * reads; as JSON, an object on one line. */

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
void output_names (Tool *tool, char **names);
/* Prints a row's key on a line. */
void output_key (Tool *tool, const guint8 *key, gsize length);
/* Prints bytes without regard to the key schema, in printable escapes or in hex digits. */
void output_bytes (Tool *tool, const guint8 *bytes, gsize length);
void output_hex (Tool *tool, const guint8 *key, gsize length);
/* Prints the name of a form in which something is stored, its length, and its bytes as the two above do. */
void output_form (Tool *tool, const char *form, const guint8 *bytes, gsize length, gboolean hex);
/* Prints whether a row exists. `row`: as it was given. */
void output_existence (Tool *tool, const char *row, gboolean exists);
/* Prints the name of a family, and which cells it keeps. */
void output_family (Tool *tool, HBaseFamilyDescriptor *family);
/* Prints the first key of a region, the key before which it ends, and its server. */
void output_region (Tool *tool, HBaseRegion *region);
/* Returns a finding as an object on one line. */
char *output_finding_to_json (HBaseKeyFinding *finding);
/* Prints a finding as a line of text, or as an object. */
void output_finding (Tool *tool, HBaseKeyFinding *finding);
/* Prints a record of at most 3 fields: a line with tabs, an object, a line of CSV or of a table. A field that
 * is NULL is empty, or null. */
void output_record (Tool *tool, const char *const *names, char **fields, guint n_fields);
/* Prints the line, to which it appends LF. */
void output_line (GString *line);
/* Returns whether a line couldn't be written, so that further ones are useless. */
gboolean output_is_lost (void);
/* Writes what is buffered, so that it precedes a message; errors are recorded. */
void output_write (void);
/* Returns whether the whole output was written; otherwise prints an error. */
gboolean output_flush (void);
