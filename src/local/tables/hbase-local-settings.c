/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The settings of tables and families as texts. HBase keeps all of them in the attributes, and its gateway
 * shows most of them as typed fields, too. The engine keeps the settings as numbers, and other attributes as
 * they are. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-error-private.h"
#include "hbase-local-settings-private.h"
#include "hbase-wire-tables.h"

#define FIELD(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name

/* The names of an enumeration's values, by number. */
typedef struct {
  const char *class_name;
  const char *names[8];
} Enumeration;

static const Enumeration booleans = { NULL, { "false", "true" } };
static const Enumeration bloom_types = { "org.apache.hadoop.hbase.regionserver.BloomType",
                                         { "NONE", "ROW", "ROWCOL", "ROWPREFIX_FIXED_LENGTH" } };
static const Enumeration compressions = { "org.apache.hadoop.hbase.io.compress.Compression.Algorithm",
                                          { "LZO", "GZ", "NONE", "SNAPPY", "LZ4", "BZIP2", "ZSTD" } };
static const Enumeration encodings = { "org.apache.hadoop.hbase.io.encoding.DataBlockEncoding",
                                       { [HBASE_T_DATA_BLOCK_ENCODING_NONE] = "NONE",
                                         [HBASE_T_DATA_BLOCK_ENCODING_PREFIX] = "PREFIX",
                                         [HBASE_T_DATA_BLOCK_ENCODING_DIFF] = "DIFF",
                                         [HBASE_T_DATA_BLOCK_ENCODING_FAST_DIFF] = "FAST_DIFF",
                                         [HBASE_T_DATA_BLOCK_ENCODING_ROW_INDEX_V1] = "ROW_INDEX_V1" } };
static const Enumeration keep_deleted
    = { "org.apache.hadoop.hbase.KeepDeletedCells", { "FALSE", "TRUE", "TTL" } };
static const Enumeration durabilities
    = { "org.apache.hadoop.hbase.client.Durability",
        { "USE_DEFAULT", "SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL" } };

typedef struct {
  const char *name;
  const Enumeration *values; /* NULL: a number */
  gboolean is_always_shown;
} Setting;

static const Setting settings[HBASE_LOCAL_N_SETTINGS] = {
  [FIELD (BLOCK_SIZE)] = { "BLOCKSIZE", NULL, TRUE },
  [FIELD (BLOOMN_FILTER_TYPE)] = { "BLOOMFILTER", &bloom_types, TRUE },
  [FIELD (COMPRESSION_TYPE)] = { "COMPRESSION", &compressions, TRUE },
  [FIELD (DFS_REPLICATION)] = { "DFS_REPLICATION", NULL, FALSE },
  [FIELD (DATA_BLOCK_ENCODING)] = { "DATA_BLOCK_ENCODING", &encodings, TRUE },
  [FIELD (KEEP_DELETED_CELLS)] = { "KEEP_DELETED_CELLS", &keep_deleted, TRUE },
  [FIELD (MAX_VERSIONS)] = { "VERSIONS", NULL, TRUE },
  [FIELD (MIN_VERSIONS)] = { "MIN_VERSIONS", NULL, TRUE },
  [FIELD (SCOPE)] = { "REPLICATION_SCOPE", NULL, TRUE },
  [FIELD (TIME_TO_LIVE)] = { "TTL", NULL, TRUE },
  [FIELD (BLOCK_CACHE_ENABLED)] = { "BLOCKCACHE", &booleans, TRUE },
  [FIELD (CACHE_BLOOMS_ON_WRITE)] = { "CACHE_BLOOMS_ON_WRITE", &booleans, FALSE },
  [FIELD (CACHE_DATA_ON_WRITE)] = { "CACHE_DATA_ON_WRITE", &booleans, FALSE },
  [FIELD (CACHE_INDEXES_ON_WRITE)] = { "CACHE_INDEX_ON_WRITE", &booleans, FALSE },
  [FIELD (COMPRESS_TAGS)] = { "COMPRESS_TAGS", &booleans, FALSE },
  [FIELD (EVICT_BLOCKS_ON_CLOSE)] = { "EVICT_BLOCKS_ON_CLOSE", &booleans, FALSE },
  [FIELD (IN_MEMORY)] = { "IN_MEMORY", &booleans, TRUE },
};

/* ---- texts and numbers ---- */

static gboolean
has_number (const Enumeration *values, gint64 number)
{
  return number >= 0 && number < (gint64) G_N_ELEMENTS (values->names) && values->names[number] != NULL;
}

/* Returns the number of the value of that name, or -1. */
static gint64
find_value (const Enumeration *values, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (values->names); i++)
    if (values->names[i] != NULL && g_ascii_strcasecmp (values->names[i], name) == 0)
      return i;
  return -1;
}

/* HBase converts a text only where it uses the setting. Its master then fails in a way that the gateway takes
 * for an error after which the client may retry. */
static gboolean
parse_number (const char *text, gint64 *number, GError **error)
{
  return g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, number, NULL)
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                   "java.lang.NumberFormatException: For input string: \"%s\"", text);
}

static gboolean
parse_value (const Setting *setting, const char *text, gint64 *number, GError **error)
{
  g_autofree char *constant = g_ascii_strup (text, -1);

  if (setting->values == NULL)
    return parse_number (text, number, error);
  *number = find_value (setting->values, text);
  if (setting->values == &booleans) /* all but "true" is false */
    *number = MAX (*number, 0);
  return *number >= 0
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   HBASE_LOCAL_DO_NOT_RETRY "No enum constant %s.%s",
                                   setting->values->class_name, constant);
}

/* ---- families ---- */

/* Returns the field of the setting, or 0. */
static guint
find_setting (HBaseSlice name)
{
  for (guint i = 0; i < HBASE_LOCAL_N_SETTINGS; i++)
    if (settings[i].name != NULL && hbase_slice_equal (name, hbase_slice_text (settings[i].name)))
      return i;
  return 0;
}

static void
set (HBaseLocalFamily *family, guint field, gint64 number)
{
  family->settings[field] = number;
  family->given |= 1u << field;
}

void
hbase_local_settings_set (HBaseLocalFamily *family, guint field, gint64 number)
{
  const Enumeration *values = settings[field].values;

  if (values == NULL || has_number (values, number))
    set (family, field, number);
}

/* In HBase an empty value removes the attribute. */
gboolean
hbase_local_settings_parse (HBaseLocalFamily *family, HBaseSlice name, HBaseSlice value, GError **error)
{
  guint field = find_setting (name);
  g_autofree char *text = NULL;
  gint64 number;

  if (value.length == 0)
    return TRUE;
  if (field == 0)
    {
      hbase_local_attributes_set (&family->attributes, name, value);
      return TRUE;
    }
  text = hbase_bytes_to_escaped (value.data, value.length);
  if (!parse_value (&settings[field], text, &number, error))
    return FALSE;
  set (family, field, number);
  return TRUE;
}

static void
add_setting (const HBaseLocalFamily *family, guint field, HBaseLocalAttributes **attributes)
{
  const Enumeration *values = settings[field].values;
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, family->settings[field]);

  hbase_local_attributes_set (attributes, hbase_slice_text (settings[field].name),
                              hbase_slice_text (values != NULL && has_number (values, family->settings[field])
                                                    ? values->names[family->settings[field]]
                                                    : number));
}

static gboolean
add_pair (HBaseSlice name, HBaseSlice value, gpointer attributes, GError **unused)
{
  hbase_local_attributes_set (attributes, name, value);
  return TRUE;
}

HBaseLocalAttributes *
hbase_local_settings_to_attributes (const HBaseLocalFamily *family)
{
  HBaseLocalAttributes *attributes = NULL;

  hbase_local_attributes_set (&attributes, HBASE_SLICE_LITERAL ("INDEX_BLOCK_ENCODING"),
                              HBASE_SLICE_LITERAL ("NONE"));
  for (guint i = 0; i < HBASE_LOCAL_N_SETTINGS; i++)
    if (settings[i].is_always_shown || (family->given & 1u << i) != 0)
      add_setting (family, i, &attributes);
  hbase_local_attributes_foreach (family->attributes, add_pair, &attributes, NULL);
  return attributes;
}

/* ---- tables ---- */

#define DURABILITY HBASE_SLICE_LITERAL ("DURABILITY")

void
hbase_local_settings_set_durability (HBaseLocalTable *table, gint64 durability)
{
  if (!has_number (&durabilities, durability))
    return;
  table->durability = (gint32) durability;
  hbase_local_attributes_set (&table->attributes, DURABILITY,
                              hbase_slice_text (durabilities.names[durability]));
}

/* In HBase a name that no durability has means the default. */
void
hbase_local_settings_parse_durability (HBaseLocalTable *table)
{
  HBaseSlice text = hbase_local_attributes_get (table->attributes, DURABILITY);

  for (gint32 i = 0; i < (gint32) G_N_ELEMENTS (durabilities.names); i++)
    if (durabilities.names[i] != NULL && hbase_slice_equal (text, hbase_slice_text (durabilities.names[i])))
      table->durability = i;
}
