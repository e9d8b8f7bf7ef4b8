/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-family-settings-private.h"

/* This file implements the settings of column families: their names, defaults and limits, and the texts of
 * their values. */

G_DEFINE_ENUM_TYPE (HBaseCompression,
                    hbase_compression,
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_LZO, "lzo"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_GZ, "gz"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_SNAPPY, "snappy"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_LZ4, "lz4"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_BZIP2, "bzip2"),
                    G_DEFINE_ENUM_VALUE (HBASE_COMPRESSION_ZSTD, "zstd"))

G_DEFINE_ENUM_TYPE (HBaseBloomFilter,
                    hbase_bloom_filter,
                    G_DEFINE_ENUM_VALUE (HBASE_BLOOM_FILTER_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (HBASE_BLOOM_FILTER_ROW, "row"),
                    G_DEFINE_ENUM_VALUE (HBASE_BLOOM_FILTER_ROWCOL, "rowcol"),
                    G_DEFINE_ENUM_VALUE (HBASE_BLOOM_FILTER_ROWPREFIX_FIXED_LENGTH, "rowprefix-fixed-length"))

G_DEFINE_ENUM_TYPE (HBaseDataBlockEncoding,
                    hbase_data_block_encoding,
                    G_DEFINE_ENUM_VALUE (HBASE_DATA_BLOCK_ENCODING_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (HBASE_DATA_BLOCK_ENCODING_PREFIX, "prefix"),
                    G_DEFINE_ENUM_VALUE (HBASE_DATA_BLOCK_ENCODING_DIFF, "diff"),
                    G_DEFINE_ENUM_VALUE (HBASE_DATA_BLOCK_ENCODING_FAST_DIFF, "fast-diff"),
                    G_DEFINE_ENUM_VALUE (HBASE_DATA_BLOCK_ENCODING_ROW_INDEX_V1, "row-index-v1"))

G_DEFINE_ENUM_TYPE (HBaseKeepDeletedCells,
                    hbase_keep_deleted_cells,
                    G_DEFINE_ENUM_VALUE (HBASE_KEEP_DELETED_CELLS_FALSE, "false"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEEP_DELETED_CELLS_TRUE, "true"),
                    G_DEFINE_ENUM_VALUE (HBASE_KEEP_DELETED_CELLS_TTL, "ttl"))

#define COUNT(default_value, least, greatest) HBASE_FAMILY_SETTING_COUNT, default_value, least, greatest, NULL
#define FLAG(default_value) HBASE_FAMILY_SETTING_FLAG, default_value, FALSE, TRUE, NULL
#define CHOICE(default_value, get_type) HBASE_FAMILY_SETTING_CHOICE, default_value, 0, G_MAXINT32, get_type

/* Defaults and limits are those of HBase 2.6. */
const HBaseFamilySetting hbase_family_settings[HBASE_N_SETTINGS] = {
  { "VERSIONS", COUNT (1, 1, G_MAXINT32) },
  { "MIN_VERSIONS", COUNT (0, 0, G_MAXINT32) },
  { "TTL", HBASE_FAMILY_SETTING_SECONDS, G_MAXINT32, 1, G_MAXINT32, NULL },
  { "COMPRESSION", CHOICE (HBASE_COMPRESSION_NONE, hbase_compression_get_type) },
  { "BLOOMFILTER", CHOICE (HBASE_BLOOM_FILTER_ROW, hbase_bloom_filter_get_type) },
  { "BLOCKSIZE", HBASE_FAMILY_SETTING_BYTES, 65536, 1024, 16777216, NULL },
  { "DATA_BLOCK_ENCODING", CHOICE (HBASE_DATA_BLOCK_ENCODING_NONE, hbase_data_block_encoding_get_type) },
  { "IN_MEMORY", FLAG (FALSE) },
  { "KEEP_DELETED_CELLS", CHOICE (HBASE_KEEP_DELETED_CELLS_FALSE, hbase_keep_deleted_cells_get_type) },
  { "REPLICATION_SCOPE", COUNT (0, 0, G_MAXINT32) },
  { "BLOCKCACHE", FLAG (TRUE) },
  { "CACHE_DATA_ON_WRITE", FLAG (FALSE) },
  { "CACHE_INDEX_ON_WRITE", FLAG (FALSE) },
  { "CACHE_BLOOMS_ON_WRITE", FLAG (FALSE) },
  { "EVICT_BLOCKS_ON_CLOSE", FLAG (FALSE) },
  { "COMPRESS_TAGS", FLAG (TRUE) },
  { "DFS_REPLICATION", HBASE_FAMILY_SETTING_COUNT, 0, 0, G_MAXINT16, NULL },
};

const HBaseFamilySetting *
hbase_family_setting_by_name (const char *name)
{
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (g_ascii_strcasecmp (hbase_family_settings[i].name, name) == 0)
      return &hbase_family_settings[i];
  return NULL;
}

/* ---- units ---- */

typedef struct {
  char letter;
  const char *word; /* HBase's; it may have an S at its end */
  gint32 factor;
} Unit;

/* From the greatest to the least; the last one may be left out. */
static const Unit byte_units[]
    = { { 'G', "GB", 1 << 30 }, { 'M', "MB", 1 << 20 }, { 'K', "KB", 1 << 10 }, { 'B', "B", 1 } };
static const Unit second_units[]
    = { { 'd', "DAY", 86400 }, { 'h', "HOUR", 3600 }, { 'm', "MINUTE", 60 }, { 's', "SECOND", 1 } };

#define N_UNITS 4
G_STATIC_ASSERT (G_N_ELEMENTS (byte_units) == N_UNITS && G_N_ELEMENTS (second_units) == N_UNITS);

static const Unit *
get_units (const HBaseFamilySetting *setting)
{
  if (setting->kind == HBASE_FAMILY_SETTING_BYTES)
    return byte_units;
  return setting->kind == HBASE_FAMILY_SETTING_SECONDS ? second_units : NULL;
}

/* Uses the greatest unit of which the value is a multiple. */
static char *
print_with_unit (const Unit *units, gint32 value)
{
  guint i = 0;

  while (i < N_UNITS - 1 && (value == 0 || value % units[i].factor != 0))
    i++;
  return units == byte_units && i == N_UNITS - 1
             ? g_strdup_printf ("%d", value)
             : g_strdup_printf ("%d%c", value / units[i].factor, units[i].letter);
}

static gboolean
is_unit (const Unit *unit, const char *name, gsize length)
{
  gsize word_length = strlen (unit->word);

  if (length == 1 && g_ascii_tolower (*name) == g_ascii_tolower (unit->letter))
    return TRUE;
  if (length == word_length + 1 && g_ascii_toupper (name[word_length]) == 'S')
    length--;
  return length == word_length && g_ascii_strncasecmp (name, unit->word, length) == 0;
}

/* Returns the unit with which the text begins, among those from `first` on; N_UNITS: there is none. */
static guint
find_unit (const Unit *units, guint first, const char *text, gsize length)
{
  while (first < N_UNITS && !is_unit (&units[first], text, length))
    first++;
  return first;
}

static void
skip_spaces (const char **text)
{
  *text += strspn (*text, " ");
}

/* Reads a number with a unit from `*unit` on, which becomes the one after that, and adds it to the value. */
static gboolean
add_number (const Unit *units, guint *unit, const char **text, gint64 *value)
{
  char *end;
  guint64 number = g_ascii_strtoull (*text, &end, 10);
  gsize length = 0;

  *text = end;
  skip_spaces (text);
  while (g_ascii_isalpha ((*text)[length]))
    length++;
  *unit = find_unit (units, *unit, *text, length);
  if (*unit == N_UNITS || number > (guint64) (G_MAXINT32 / units[*unit].factor))
    return FALSE;
  *value += (gint64) number * units[(*unit)++].factor;
  *text += length;
  skip_spaces (text);
  return *value <= G_MAXINT32;
}

/* Reads `1 DAY 2 HOURS`. */
static gboolean
read_sum (const Unit *units, const char **text, gint64 *value)
{
  guint unit = 0;

  *value = 0;
  do
    if (!g_ascii_isdigit (**text) || !add_number (units, &unit, text, value))
      return FALSE;
  while (g_ascii_isdigit (**text));
  return TRUE;
}

/* Reads the same value in brackets, as HBase repeats it for people. */
static gboolean
accept_repetition (const Unit *units, const char **text, gint64 value)
{
  gint64 repeated;

  if (**text != '(')
    return TRUE;
  ++*text;
  return read_sum (units, text, &repeated) && repeated == value && *(*text)++ == ')';
}

static gboolean
parse_digits (const char *text, gint32 *value)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT32, &number, NULL))
    return FALSE;
  *value = (gint32) number;
  return TRUE;
}

/* Parses a whole number, with units if there are some; FALSE: it isn't one, or exceeds 32 bits. HBase prints
 * `93784 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)` and `65536 B (64KB)`. */
static gboolean
parse_number (const Unit *units, const char *text, gint32 *value)
{
  gint64 number;

  if (parse_digits (text, value))
    return TRUE;
  if (units == NULL || !read_sum (units, &text, &number) || !accept_repetition (units, &text, number)
      || *text != '\0')
    return FALSE;
  *value = (gint32) number;
  return TRUE;
}

/* ---- choices ---- */

static const GEnumValue *
find_choice (GEnumClass *choices, const char *text)
{
  g_autofree char *nick = g_ascii_strdown (text, -1);

  return g_enum_get_value_by_nick (choices, g_strdelimit (nick, "_", '-'));
}

/* A newer HBase may have choices without a name here. */
static char *
print_choice (const HBaseFamilySetting *setting, gint32 value)
{
  g_autoptr (GTypeClass) choices = g_type_class_ref (setting->get_type ());
  const GEnumValue *choice = g_enum_get_value ((GEnumClass *) choices, value);

  return choice != NULL ? g_strdup (choice->value_nick) : g_strdup_printf ("%d", value);
}

static gboolean
parse_choice (const HBaseFamilySetting *setting, const char *text, gint32 *value)
{
  g_autoptr (GTypeClass) choices = g_type_class_ref (setting->get_type ());
  const GEnumValue *choice = find_choice ((GEnumClass *) choices, text);

  if (choice == NULL)
    return parse_number (NULL, text, value);
  *value = choice->value;
  return TRUE;
}

static char *
list_choices (const HBaseFamilySetting *setting)
{
  g_autoptr (GTypeClass) choices = g_type_class_ref (setting->get_type ());
  const GEnumClass *class = (GEnumClass *) choices;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < class->n_values; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ", class->values[i].value_nick);
  return g_string_free (text, FALSE);
}

/* ---- values ---- */

static gboolean
parse_flag (const char *text, gint32 *value)
{
  *value = g_ascii_strcasecmp (text, "true") == 0;
  return *value || g_ascii_strcasecmp (text, "false") == 0;
}

static gboolean
parse_value (const HBaseFamilySetting *setting, const char *text, gint32 *value)
{
  if (setting->kind == HBASE_FAMILY_SETTING_FLAG)
    return parse_flag (text, value);
  if (setting->kind == HBASE_FAMILY_SETTING_CHOICE)
    return parse_choice (setting, text, value);
  if (setting->kind == HBASE_FAMILY_SETTING_SECONDS && g_ascii_strcasecmp (text, "forever") == 0)
    {
      *value = G_MAXINT32;
      return TRUE;
    }
  return parse_number (get_units (setting), text, value);
}

char *
hbase_family_setting_print (const HBaseFamilySetting *setting, gint32 value)
{
  if (setting->kind == HBASE_FAMILY_SETTING_FLAG)
    return g_strdup (value ? "true" : "false");
  if (setting->kind == HBASE_FAMILY_SETTING_CHOICE)
    return print_choice (setting, value);
  if (setting->kind == HBASE_FAMILY_SETTING_SECONDS && value == G_MAXINT32)
    return g_strdup ("forever");
  return get_units (setting) != NULL ? print_with_unit (get_units (setting), value)
                                     : g_strdup_printf ("%d", value);
}

/* Returns what a value can be, as the end of a message. */
static char *
describe_values (const HBaseFamilySetting *setting)
{
  g_autofree char *least = NULL, *greatest = NULL;

  if (setting->kind == HBASE_FAMILY_SETTING_CHOICE)
    return list_choices (setting);
  if (setting->kind == HBASE_FAMILY_SETTING_FLAG)
    return g_strdup ("true or false");
  if (setting->kind == HBASE_FAMILY_SETTING_SECONDS)
    return g_strdup ("a duration from 1s on, as 90s, 15m, 12h or 7d, or forever");
  least = hbase_family_setting_print (setting, setting->least);
  greatest = hbase_family_setting_print (setting, setting->greatest);
  return g_strdup_printf ("%s from %s to %s",
                          setting->kind == HBASE_FAMILY_SETTING_BYTES ? "a size" : "a whole number", least,
                          greatest);
}

gboolean
hbase_family_setting_check (const HBaseFamilySetting *setting, gint32 value, GError **error)
{
  g_autofree char *text = NULL, *values = NULL;

  if (value >= setting->least && value <= setting->greatest)
    return TRUE;
  text = hbase_family_setting_print (setting, value);
  values = describe_values (setting);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s can't be %s; it is %s", setting->name,
                          text, values);
}

gboolean
hbase_family_setting_parse (const HBaseFamilySetting *setting,
                            const char *text,
                            gint32 *value,
                            GError **error)
{
  g_autofree char *values = NULL;

  if (parse_value (setting, text, value))
    return hbase_family_setting_check (setting, *value, error);
  values = describe_values (setting);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s can't be “%s”; it is %s", setting->name,
                          text, values);
}
