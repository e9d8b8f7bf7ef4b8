/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-namespace-descriptor-private.h"
#include "hbase-table-descriptor-private.h"

/* This file prints descriptors of tables, column families and namespaces as texts, and parses such texts.
 *
 *   descriptor := name [ '{' [ setting { ',' setting } ] '}' ]
 *   setting    := name value  |  METADATA '{' … '}'  |  CONFIGURATION '{' … '}'
 *   table      := descriptor { descriptor }, the second and all others being its families
 *
 * 1. A word is bare if it has only letters, digits and the characters of BARE. All others are in single
 *    quotes, in printable escapes: \x27 is a quote.
 * 2. A text that was printed is parsed to an equal descriptor: settings that have HBase's default aren't
 *    printed. */

#define BARE "_-.:/+"
#define METADATA "METADATA"
#define CONFIGURATION "CONFIGURATION"
#define DURABILITY "DURABILITY"
#define EXCERPT 40

/* ---- printing ---- */

static gboolean
is_bare (HBaseSlice word)
{
  for (gsize i = 0; i < word.length; i++)
    if (!g_ascii_isalnum (word.data[i]) && (word.data[i] == '\0' || strchr (BARE, word.data[i]) == NULL))
      return FALSE;
  return word.length > 0;
}

static void
append_word (GString *text, HBaseSlice word)
{
  if (is_bare (word))
    g_string_append_len (text, (const char *) word.data, (gssize) word.length);
  else
    {
      g_string_append_c (text, '\'');
      hbase_bytes_append_printable (text, word.data, word.length, "'");
      g_string_append_c (text, '\'');
    }
}

/* Begins a list of settings, or continues it. */
static void
append_separator (GString *text, gboolean *is_open)
{
  g_string_append (text, *is_open ? ", " : " {");
  *is_open = TRUE;
}

static void
append_pair (GString *text, gboolean *is_open, const char *name, HBaseSlice value)
{
  append_separator (text, is_open);
  append_word (text, hbase_slice_text (name));
  g_string_append_c (text, ' ');
  append_word (text, value);
}

static void
close_list (GString *text, gboolean is_open)
{
  if (is_open)
    g_string_append_c (text, '}');
}

static void
append_pairs (GString *text, gboolean *is_open, HBaseNamedValues *values)
{
  g_auto (GStrv) names = hbase_named_values_list (values);

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GBytes) value = hbase_attributes_ref (values, *name);

      append_pair (text, is_open, *name, hbase_slice_of_bytes (value));
    }
}

static void
append_map (GString *text, gboolean *is_open, const char *name, HBaseNamedValues *values)
{
  gboolean is_inner_open = FALSE;

  if (values == NULL)
    return;
  append_separator (text, is_open);
  g_string_append (text, name);
  append_pairs (text, &is_inner_open, values);
  close_list (text, is_inner_open);
}

static void
append_family (GString *text, HBaseFamilyDescriptor *family)
{
  gboolean is_open = FALSE;
  gint32 value;

  append_word (text, hbase_slice_text (hbase_family_descriptor_get_name (family)));
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (hbase_family_descriptor_get_setting (family, i, &value)
        && value != hbase_family_settings[i].default_value)
      {
        g_autofree char *shown = hbase_family_setting_print (&hbase_family_settings[i], value);

        append_pair (text, &is_open, hbase_family_settings[i].name, hbase_slice_text (shown));
      }
  append_map (text, &is_open, METADATA,
              *hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_ATTRIBUTES));
  append_map (text, &is_open, CONFIGURATION,
              *hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_CONFIGURATION));
  close_list (text, is_open);
}

/**
 * hbase_family_descriptor_to_string:
 * @family: a family's descriptor
 *
 * Writes a descriptor as a text that [ctor@HBase.FamilyDescriptor.new_from_string] parses to an equal one,
 * if its settings are such that HBase accepts them. Those that have HBase's default aren't written.
 *
 * Returns: (transfer full): the text, in one line
 */
char *
hbase_family_descriptor_to_string (HBaseFamilyDescriptor *family)
{
  GString *text;

  g_return_val_if_fail (family != NULL, NULL);

  text = g_string_new (NULL);
  append_family (text, family);
  return g_string_free (text, FALSE);
}

static char *
print_durability (HBaseDurability durability)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (HBASE_TYPE_DURABILITY);
  const GEnumValue *value = g_enum_get_value ((GEnumClass *) class, (int) durability);

  return value != NULL ? g_strdup (value->value_nick) : g_strdup_printf ("%d", (int) durability);
}

/**
 * hbase_table_descriptor_to_string:
 * @table: a table's descriptor
 *
 * Writes a descriptor as a text that [ctor@HBase.TableDescriptor.new_from_string] parses to an equal one, if
 * HBase accepts it: a line for the table, and an indented one for each family. Settings that have HBase's
 * default aren't written.
 *
 * Returns: (transfer full): the text, without a line feed at its end
 */
char *
hbase_table_descriptor_to_string (HBaseTableDescriptor *table)
{
  g_autoptr (GPtrArray) families = NULL;
  g_autofree char *durability = NULL;
  gboolean is_open = FALSE;
  GString *text;

  g_return_val_if_fail (table != NULL, NULL);

  text = g_string_new (NULL);
  append_word (text, hbase_slice_text (hbase_table_descriptor_get_name (table)));
  durability = print_durability (hbase_table_descriptor_get_durability (table));
  if (hbase_table_descriptor_get_durability (table) != HBASE_DURABILITY_USE_DEFAULT)
    append_pair (text, &is_open, DURABILITY, hbase_slice_text (durability));
  append_map (text, &is_open, METADATA, *hbase_table_descriptor_get_attributes (table));
  close_list (text, is_open);
  families = hbase_table_descriptor_get_families (table);
  for (guint i = 0; i < families->len; i++)
    {
      g_string_append (text, "\n  ");
      append_family (text, families->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

/**
 * hbase_namespace_descriptor_to_string:
 * @descriptor: a namespace's descriptor
 *
 * Writes a descriptor as a text that [ctor@HBase.NamespaceDescriptor.new_from_string] parses to an equal one.
 *
 * Returns: (transfer full): the text, in one line
 */
char *
hbase_namespace_descriptor_to_string (HBaseNamespaceDescriptor *descriptor)
{
  gboolean is_open = FALSE;
  GString *text;

  g_return_val_if_fail (descriptor != NULL, NULL);

  text = g_string_new (NULL);
  append_word (text, hbase_slice_text (hbase_namespace_descriptor_get_name (descriptor)));
  append_pairs (text, &is_open, *hbase_namespace_descriptor_get_map (descriptor));
  close_list (text, is_open);
  return g_string_free (text, FALSE);
}

/* ---- parsing ---- */

typedef struct {
  const char *text;
  const char *p;
} Parser;

static gboolean
fail (Parser *parser, const char *at, GError **error, const char *problem)
{
  gsize length = strlen (at);
  g_autofree char *excerpt = hbase_bytes_to_escaped ((const guint8 *) at, MIN (length, EXCERPT));

  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "descriptor, byte %" G_GSIZE_FORMAT " (%s%s): %s", (gsize) (at - parser->text) + 1,
                          *at != '\0' ? excerpt : "its end", length > EXCERPT ? "…" : "", problem);
}

/* Fails at a place with the reason of another error (taken). */
static gboolean
fail_for (Parser *parser, const char *at, GError **error, GError *reason)
{
  fail (parser, at, error, reason->message);
  g_error_free (reason);
  return FALSE;
}

/* Returns where the next word or character begins. */
static const char *
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->p))
    parser->p++;
  return parser->p;
}

static gboolean
accept (Parser *parser, char c)
{
  if (*skip_space (parser) != c)
    return FALSE;
  parser->p++;
  return TRUE;
}

/* Reads the rest of a quoted word. A quote in it is an escape. */
static GBytes *
read_quoted (Parser *parser, GError **error)
{
  const char *start = parser->p - 1, *end = strchr (parser->p, '\'');
  g_autofree char *inner = NULL;
  GError *reason = NULL;
  GBytes *word;

  if (end == NULL)
    {
      fail (parser, start, error, "the quote that begins here isn't closed");
      return NULL;
    }
  inner = g_strndup (parser->p, (gsize) (end - parser->p));
  parser->p = end + 1;
  word = hbase_bytes_from_escaped (inner, &reason);
  if (word == NULL)
    fail_for (parser, start, error, reason);
  return word;
}

static GBytes *
read_word (Parser *parser, GError **error, const char *expected)
{
  const char *start;

  if (accept (parser, '\''))
    return read_quoted (parser, error);
  start = parser->p;
  while (*parser->p != '\0' && is_bare (hbase_slice (parser->p, 1)))
    parser->p++;
  if (parser->p > start)
    return g_bytes_new (start, (gsize) (parser->p - start));
  fail (parser, start, error, expected);
  return NULL;
}

/* Reads a word that is text. */
static char *
read_text (Parser *parser, GError **error, const char *expected)
{
  const char *start = skip_space (parser);
  g_autoptr (GBytes) word = read_word (parser, error, expected);
  HBaseSlice slice;

  if (word == NULL)
    return NULL;
  slice = hbase_slice_of_bytes (word);
  if (g_utf8_validate ((const char *) hbase_slice_bytes (slice), (gssize) slice.length, NULL))
    return g_strndup ((const char *) hbase_slice_bytes (slice), slice.length);
  fail (parser, start, error, "this isn't UTF-8 text");
  return NULL;
}

/* Reads the value of the setting `name`, which begins at `at`, into the descriptor. */
typedef gboolean (*ReadSetting) (
    Parser *parser, gpointer descriptor, const char *name, const char *at, GError **error);

/* Reads the settings in braces, if there are any. */
static gboolean
read_settings (Parser *parser, gpointer descriptor, ReadSetting read_setting, GError **error)
{
  if (!accept (parser, '{') || accept (parser, '}'))
    return TRUE;
  do
    {
      const char *at = skip_space (parser);
      g_autofree char *name = read_text (parser, error, "the name of a setting is expected");

      if (name == NULL || !read_setting (parser, descriptor, name, at, error))
        return FALSE;
    }
  while (accept (parser, ','));
  return accept (parser, '}') || fail (parser, parser->p, error, "a comma or } is expected");
}

/* Reads a pair of a map (HBaseNamedValues **). */
static gboolean
read_pair (Parser *parser, gpointer map, const char *name, const char *at, GError **error)
{
  g_autoptr (GBytes) value = read_word (parser, error, "a value is expected");

  if (value != NULL)
    hbase_attributes_set (map, name, hbase_slice_of_bytes (value));
  return value != NULL;
}

static gboolean
read_map (Parser *parser, HBaseNamedValues **map, GError **error)
{
  if (*skip_space (parser) != '{')
    return fail (parser, parser->p, error, "a { is expected");
  return read_settings (parser, map, read_pair, error);
}

static gboolean
fail_unknown (Parser *parser, const char *at, GError **error)
{
  GString *text = g_string_new ("there is no such setting; there are ");

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    g_string_append_printf (text, "%s, ", hbase_family_settings[i].name);
  g_string_append (text, METADATA " {…} for others, and " CONFIGURATION " {…}");
  fail (parser, at, error, text->str);
  g_string_free (text, TRUE);
  return FALSE;
}

static gboolean
read_family_setting (Parser *parser, gpointer family, const char *name, const char *at, GError **error)
{
  const HBaseFamilySetting *setting = hbase_family_setting_by_name (name);
  g_autofree char *text = NULL;
  GError *reason = NULL;
  gint32 value;

  if (g_ascii_strcasecmp (name, METADATA) == 0)
    return read_map (parser, hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_ATTRIBUTES), error);
  if (g_ascii_strcasecmp (name, CONFIGURATION) == 0)
    return read_map (parser, hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_CONFIGURATION), error);
  if (setting == NULL)
    return fail_unknown (parser, at, error);
  text = read_text (parser, error, "a value is expected");
  if (text == NULL)
    return FALSE;
  if (!hbase_family_setting_parse (setting, text, &value, &reason))
    return fail_for (parser, at, error, reason);
  hbase_family_descriptor_set_setting (family, hbase_family_setting_index (setting), value);
  return TRUE;
}

static HBaseFamilyDescriptor *
read_family (Parser *parser, GError **error)
{
  g_autofree char *name = read_text (parser, error, "the name of a column family is expected");
  g_autoptr (HBaseFamilyDescriptor) family = name != NULL ? hbase_family_descriptor_new (name) : NULL;

  return family != NULL && read_settings (parser, family, read_family_setting, error)
             ? g_steal_pointer (&family)
             : NULL;
}

static gboolean
check_end (Parser *parser, GError **error)
{
  return *skip_space (parser) == '\0' || fail (parser, parser->p, error, "the text should end here");
}

/**
 * hbase_family_descriptor_new_from_string:
 * @text: the text of a descriptor
 * @error: return location for an error
 *
 * Parses the text of a column family's descriptor: its name, and its settings in braces.
 *
 *     content
 *     content {VERSIONS 3, TTL 7d, COMPRESSION snappy}
 *     content {BLOCKSIZE 16K, METADATA {IS_MOB true}, CONFIGURATION {hbase.hstore.blockingStoreFiles 20}}
 *
 * Settings have HBase's names, in any case of letters: `VERSIONS`, `MIN_VERSIONS`, `TTL`, `COMPRESSION`,
 * `BLOOMFILTER`, `BLOCKSIZE`, `DATA_BLOCK_ENCODING`, `IN_MEMORY`, `KEEP_DELETED_CELLS`, `REPLICATION_SCOPE`,
 * `BLOCKCACHE`, `CACHE_DATA_ON_WRITE`, `CACHE_INDEX_ON_WRITE`, `CACHE_BLOOMS_ON_WRITE`,
 * `EVICT_BLOCKS_ON_CLOSE`, `COMPRESS_TAGS`, `DFS_REPLICATION`. Attributes are in the braces of `METADATA`,
 * options in those of `CONFIGURATION`.
 *
 * A duration is a number of seconds, or has one of the units s, m, h and d, or is `forever`; a size is a
 * number of bytes, or has one of the units K, M and G. In quotes both are also read as HBase's shell prints
 * them: `'604800 SECONDS (7 DAYS)'`, `'65536 B (64KB)'`. Words with other characters than letters, digits and
 * `_-.:/+` are written in single quotes, with printable escapes.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT; the message says at which byte the text is invalid, and why.
 *
 * Returns: (transfer full): the descriptor; or %NULL on error
 */
HBaseFamilyDescriptor *
hbase_family_descriptor_new_from_string (const char *text, GError **error)
{
  g_autoptr (HBaseFamilyDescriptor) family = NULL;
  Parser parser = { text, text };

  g_return_val_if_fail (text != NULL, NULL);

  family = read_family (&parser, error);
  return family != NULL && check_end (&parser, error) ? g_steal_pointer (&family) : NULL;
}

static gboolean
parse_durability (const char *text, HBaseDurability *durability)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (HBASE_TYPE_DURABILITY);
  g_autofree char *nick = g_strdelimit (g_ascii_strdown (text, -1), "_", '-');
  const GEnumValue *value = g_enum_get_value_by_nick ((GEnumClass *) class, nick);

  if (value != NULL)
    *durability = (HBaseDurability) value->value;
  return value != NULL;
}

static gboolean
read_table_setting (Parser *parser, gpointer table, const char *name, const char *at, GError **error)
{
  g_autofree char *text = NULL;
  HBaseDurability durability;

  if (g_ascii_strcasecmp (name, METADATA) == 0)
    return read_map (parser, hbase_table_descriptor_get_attributes (table), error);
  if (g_ascii_strcasecmp (name, DURABILITY) != 0)
    return fail (parser, at, error,
                 "there is no such setting; a table has DURABILITY, and METADATA {…} for others");
  text = read_text (parser, error, "a value is expected");
  if (text == NULL)
    return FALSE;
  if (!parse_durability (text, &durability))
    return fail (parser, at, error, "DURABILITY is use-default, skip-wal, async-wal, sync-wal or fsync-wal");
  hbase_table_descriptor_set_durability (table, durability);
  return TRUE;
}

static gboolean
read_families (Parser *parser, HBaseTableDescriptor *table, GError **error)
{
  while (*skip_space (parser) != '\0')
    {
      g_autoptr (HBaseFamilyDescriptor) family = read_family (parser, error);

      if (family == NULL)
        return FALSE;
      hbase_table_descriptor_add_family (table, family);
    }
  return TRUE;
}

/**
 * hbase_table_descriptor_new_from_string:
 * @text: the text of a descriptor
 * @error: return location for an error
 *
 * Parses the text of a table's descriptor: its name, its settings in braces, and its column families, which
 * [ctor@HBase.FamilyDescriptor.new_from_string] explains. White space separates them.
 *
 *     useractions {DURABILITY async-wal, METADATA {MAX_FILESIZE 10737418240}}
 *       content {VERSIONS 3, TTL 7d}
 *       meta
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT; the message says at which byte the text is invalid, and why.
 *
 * Returns: (transfer full): the descriptor; or %NULL on error
 */
HBaseTableDescriptor *
hbase_table_descriptor_new_from_string (const char *text, GError **error)
{
  g_autoptr (HBaseTableDescriptor) table = NULL;
  g_autofree char *name = NULL;
  Parser parser = { text, text };

  g_return_val_if_fail (text != NULL, NULL);

  name = read_text (&parser, error, "the name of a table is expected");
  if (name == NULL)
    return NULL;
  table = hbase_table_descriptor_new (name);
  return read_settings (&parser, table, read_table_setting, error) && read_families (&parser, table, error)
             ? g_steal_pointer (&table)
             : NULL;
}

/**
 * hbase_namespace_descriptor_new_from_string:
 * @text: the text of a descriptor
 * @error: return location for an error
 *
 * Parses the text of a namespace's descriptor: its name, and its configuration in braces.
 *
 *     shop {hbase.namespace.quota.maxtables 5}
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT; the message says at which byte the text is invalid, and why.
 *
 * Returns: (transfer full): the descriptor; or %NULL on error
 */
HBaseNamespaceDescriptor *
hbase_namespace_descriptor_new_from_string (const char *text, GError **error)
{
  g_autoptr (HBaseNamespaceDescriptor) descriptor = NULL;
  g_autofree char *name = NULL;
  Parser parser = { text, text };

  g_return_val_if_fail (text != NULL, NULL);

  name = read_text (&parser, error, "the name of a namespace is expected");
  if (name == NULL)
    return NULL;
  descriptor = hbase_namespace_descriptor_new (name);
  return read_settings (&parser, hbase_namespace_descriptor_get_map (descriptor), read_pair, error)
                 && check_end (&parser, error)
             ? g_steal_pointer (&descriptor)
             : NULL;
}
