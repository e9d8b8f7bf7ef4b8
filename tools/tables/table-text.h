/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* A table as a text: its descriptor, and perhaps the keys at which its regions begin. */
typedef struct {
  HBaseTableDescriptor *table;
  GPtrArray *splits; /* (element-type GBytes) */
} TableText;

/* Takes the table. */
TableText *table_text_new (HBaseTableDescriptor *table);
void table_text_free (TableText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TableText, table_text_free)

/* Returns the text, without a line feed at its end. */
char *table_text_print (const TableText *text);
/* Reads the tables of a file; `path`: `-` for the standard input. (element-type TableText) */
GPtrArray *table_texts_read (Tool *tool, const char *path, GError **error);
/* Parses a table, with settings in braces or without, and families, each a word. */
HBaseTableDescriptor *table_text_parse_words (char **words, GError **error);
/* Gives all families of the table the settings of `defaults`, but those that they have themselves. */
void table_text_complete_families (HBaseTableDescriptor *table, HBaseFamilyDescriptor *defaults);
/* Parses a key in printable escapes, and adds it. */
gboolean table_text_add_split (TableText *text, const char *key, GError **error);
/* Sets the keys at which the regions begin. (element-type HBaseRegion) */
void table_text_set_regions (TableText *text, GPtrArray *regions);
/* Prints the text of a table that could be created: it is valid, and there is no table of that name. */
gboolean table_text_print_plan (Tool *tool, HBaseAdmin *admin, const TableText *text, GError **error);
