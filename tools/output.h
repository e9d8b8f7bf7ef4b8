/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* What commands print. As text, a row is a line of its key and its cells, split by tabs, which is what `put
 * --from` reads; as JSON, an object a line. */

/* In printable escapes. */
char *output_escape (const char *text);
void output_row (Tool *tool, HBaseRow *row);
/* The rows of a page, and the tokens that open it and its neighbours. */
void output_page (Tool *tool, HBasePage *page);
/* `{"name":"value"}`, or just the value. */
void output_text (Tool *tool, const char *name, const char *value);
/* Those of a key of the schema: an object, or `name=value`, a line each. */
void output_fields (Tool *tool, HBaseKeySchema *schema, const guint8 *key, gsize length);
void output_number (Tool *tool, const char *name, guint64 number);
void output_names (Tool *tool, char **names);
/* A row's key on a line of its own. */
void output_key (Tool *tool, const guint8 *key, gsize length);
/* In printable escapes, or in hex digits, whatever the key schema. */
void output_bytes (Tool *tool, const guint8 *bytes, gsize length);
void output_hex (Tool *tool, const guint8 *key, gsize length);
/* Its name, and what it keeps. */
void output_family (Tool *tool, HBaseFamilyDescriptor *family);
/* Where it begins, and its server. */
void output_region (Tool *tool, HBaseRegion *region);
/* A finding as a line for people; as JSON, an object. */
void output_finding (Tool *tool, HBaseKeyFinding *finding);
/* A line couldn't be written: nobody will see those that follow. */
gboolean output_is_lost (void);
/* Whether all that was printed could be written; complains if not. */
gboolean output_flush (void);
