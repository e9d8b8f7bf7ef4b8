/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Rows as lines of text, with tabs between the key and the cells, which `put --from` reads. */

/* Appends a key as it is given on the command line: after a `=` if it doesn't match the schema. `schema`: may
 * be NULL. */
void row_text_append_key (GString *text, HBaseKeySchema *schema, const guint8 *key, gsize length);
/* Appends a row, without the end of the line. */
void row_text_append (GString *text, const Tool *tool, HBaseRow *row);
