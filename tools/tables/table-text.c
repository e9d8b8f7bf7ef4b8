/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints tables as texts, and reads such texts.
 *
 *  1. A text that was printed is read as an equal table with the same splits.
 *  2. A line that isn't indented begins a table, so that a file can describe several. The others are parts of
 *     its descriptor, or split keys, after SPLIT. Lines that begin with a # are comments.
 *  3. Each line of a descriptor has the distance from its first line that it has in the file, so that an
 *     error's byte shows the line of the file. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "load.h"
#include "output.h"
#include "region-splits.h"
#include "table-text.h"

#define SPLIT "--split="
#define INDENTATION "  "

TableText *
table_text_new (HBaseTableDescriptor *table)
{
  TableText *text = g_new0 (TableText, 1);

  text->table = table;
  text->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  return text;
}

void
table_text_free (TableText *text)
{
  g_clear_pointer (&text->table, hbase_table_descriptor_unref);
  g_ptr_array_unref (text->splits);
  g_free (text);
}

gboolean
table_text_add_split (TableText *text, const char *key, GError **error)
{
  GBytes *bytes = hbase_bytes_from_escaped (key, error);

  if (bytes != NULL)
    g_ptr_array_add (text->splits, bytes);
  return bytes != NULL;
}

void
table_text_set_regions (TableText *text, GPtrArray *regions)
{
  g_ptr_array_unref (text->splits);
  text->splits = region_splits (regions);
}

/* ---- printing ---- */

char *
table_text_print (const TableText *text)
{
  g_autofree char *table = hbase_table_descriptor_to_string (text->table);
  GString *lines = g_string_new (table);

  for (guint i = 0; i < text->splits->len; i++)
    {
      gsize length;
      const guint8 *key = g_bytes_get_data (text->splits->pdata[i], &length);

      g_string_append (lines, "\n" INDENTATION SPLIT);
      hbase_bytes_append_escaped (lines, key, length);
    }
  return g_string_free (lines, FALSE);
}

/* ---- reading ---- */

/* The table that is being read. */
typedef struct {
  TableText *text;     /* whose table isn't there yet; NULL: none */
  GString *descriptor; /* its lines, and an empty one for each that isn't part of it */
  guint64 first_line;  /* of the descriptor, in the file */
  guint64 last_line;
} Reader;

static void
reader_clear (Reader *reader)
{
  g_clear_pointer (&reader->text, table_text_free);
  g_string_free (reader->descriptor, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

static void
add_to_descriptor (Reader *reader, const Load *load, const char *line)
{
  for (; reader->last_line < load_get_line (load); reader->last_line++)
    g_string_append_c (reader->descriptor, '\n');
  g_string_append (reader->descriptor, line);
}

/* Returns the number of the line in the file that has the descriptor's byte, which becomes one of the
 * line. */
static guint64
find_line (const Reader *reader, gsize *byte)
{
  const char *line = reader->descriptor->str, *at = line + *byte - 1, *lf;
  guint64 number = reader->first_line;

  for (; (lf = memchr (line, '\n', (gsize) (at - line))) != NULL; line = lf + 1)
    number++;
  *byte = (gsize) (at - line) + 1;
  return number;
}

/* Makes an error's place in the descriptor one in the file. */
static void
prefix_error (const Reader *reader, const Load *load, GError **error)
{
  g_autofree char *message = g_strdup ((*error)->message);
  guint64 line = reader->first_line;
  gsize byte;
  int n = 0;

  if (sscanf (message, "descriptor, byte %" G_GSIZE_MODIFIER "u%n", &byte, &n) == 1 && n > 0)
    {
      line = find_line (reader, &byte);
      g_free ((*error)->message);
      (*error)->message = g_strdup_printf ("byte %" G_GSIZE_FORMAT "%s", byte, message + n);
    }
  load_prefix_error (load, line, error);
}

/* Adds the table whose lines have been read, if there is one. */
static gboolean
finish_table (Reader *reader, const Load *load, GPtrArray *texts, GError **error)
{
  if (reader->text == NULL)
    return TRUE;
  reader->text->table = hbase_table_descriptor_new_from_string (reader->descriptor->str, error);
  if (reader->text->table == NULL)
    {
      prefix_error (reader, load, error);
      return FALSE;
    }
  g_ptr_array_add (texts, g_steal_pointer (&reader->text));
  return TRUE;
}

static void
begin_table (Reader *reader, const Load *load)
{
  reader->text = table_text_new (NULL);
  reader->first_line = reader->last_line = load_get_line (load);
  g_string_truncate (reader->descriptor, 0);
}

static gboolean
add_line (Reader *reader, const Load *load, const char *line, GPtrArray *texts, GError **error)
{
  const char *content = line + strspn (line, " \t");

  if (*content == '#' || *content == '\0')
    return TRUE;
  if (content == line || reader->text == NULL)
    {
      if (!finish_table (reader, load, texts, error))
        return FALSE;
      begin_table (reader, load);
    }
  if (!g_str_has_prefix (content, SPLIT))
    {
      add_to_descriptor (reader, load, line);
      return TRUE;
    }
  if (table_text_add_split (reader->text, content + strlen (SPLIT), error))
    return TRUE;
  load_prefix_error (load, load_get_line (load), error);
  return FALSE;
}

static gboolean
add_lines (Reader *reader, Tool *tool, Load *load, GPtrArray *texts, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const char *line;

  while ((line = load_next_line (load, tool->cancellable, &problem)) != NULL)
    if (!add_line (reader, load, line, texts, error))
      return FALSE;
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (finish_table (reader, load, texts, error))
    return TRUE;
  return FALSE;
}

GPtrArray *
table_texts_read (Tool *tool, const char *path, GError **error)
{
  g_auto (Reader) reader = { .descriptor = g_string_new (NULL) };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func ((GDestroyNotify) table_text_free);
  g_autoptr (Load) load = load_open (path, error);

  if (load == NULL || !add_lines (&reader, tool, load, texts, error))
    return NULL;
  if (texts->len > 0)
    return g_steal_pointer (&texts);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "%s describes no table",
               strcmp (path, "-") == 0 ? "the standard input" : path);
  return NULL;
}

/* ---- words ---- */

/* A word without braces is a name, whatever characters it has, so that the rule for names is reported. */
static HBaseTableDescriptor *
parse_table (const char *word, GError **error)
{
  return strchr (word, '{') != NULL ? hbase_table_descriptor_new_from_string (word, error)
                                    : hbase_table_descriptor_new (word);
}

/* Names may have these characters in HBase, but a word that has one mostly means something else: two
 * families, or a setting. */
static HBaseFamilyDescriptor *
parse_family_name (const char *word, GError **error)
{
  const char *odd = strpbrk (word, ",=");

  if (odd == NULL)
    return hbase_family_descriptor_new (word);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "“%s” has a %s; a family of this name is given as \"'%s' {}\"", word,
               *odd == ',' ? "comma: give each family separately"
                           : "=: give settings in braces, as in \"f {VERSIONS 5}\"",
               word);
  return NULL;
}

static HBaseFamilyDescriptor *
parse_family (const char *word, GError **error)
{
  HBaseFamilyDescriptor *family = NULL;

  if (strchr (word, '{') == NULL)
    return parse_family_name (word, error);
  family = hbase_family_descriptor_new_from_string (word, error);
  if (family == NULL)
    g_prefix_error (error, "“%s”: ", word);
  if (family == NULL && strstr (word, "=>") != NULL)
    advice_add (error, "settings have no =>, as in \"f {VERSIONS 5}\"");
  return family;
}

HBaseTableDescriptor *
table_text_parse_words (char **words, GError **error)
{
  g_autoptr (HBaseTableDescriptor) table = parse_table (words[0], error);

  for (char **word = words + 1; table != NULL && *word != NULL; word++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = parse_family (*word, error);

      if (family == NULL)
        return NULL;
      hbase_table_descriptor_add_family (table, family);
    }
  return g_steal_pointer (&table);
}

void
table_text_complete_families (HBaseTableDescriptor *table, HBaseFamilyDescriptor *defaults)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (table);

  for (guint i = 0; i < families->len; i++)
    {
      g_autoptr (HBaseFamilyDescriptor) given = hbase_family_descriptor_copy (families->pdata[i]);

      hbase_family_descriptor_merge (families->pdata[i], defaults);
      hbase_family_descriptor_merge (families->pdata[i], given);
    }
}

gboolean
table_text_print_plan (Tool *tool, HBaseAdmin *admin, const TableText *text, GError **error)
{
  const char *name = hbase_table_descriptor_get_name (text->table);
  g_autofree char *printed = table_text_print (text);
  g_autoptr (GString) line = g_string_new (printed);
  HBaseTableState state;

  if (!hbase_table_descriptor_check (text->table, text->splits, error)
      || !hbase_admin_get_table_state (admin, name, &state, tool->cancellable, error))
    return FALSE;
  if (state != HBASE_TABLE_STATE_MISSING)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS, "table “%s” exists already", name);
      return FALSE;
    }
  output_line (line);
  return TRUE;
}
