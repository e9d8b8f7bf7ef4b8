/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file has the generated code decode the results of the calls that carry no cells. Each is the field
 * `success` of a struct; the exceptions beside it are translated before. */

#include "config.h"

#include "hbase-stub-results-private.h"

#include "hbase-error-private.h"
#include "hbase-stub-records-private.h"
#include "hbase-wire-stubs-private.h"
#include "hbt_hbase_types.h"

#define SUCCESS "success"
/* About what is allocated for a struct by the generated code, and for a text or for bytes, besides their
 * length. A hostile gateway sends three bytes of the former, and one of the latter. A region of a table is
 * three structs. */
#define STRUCT_SIZE 500
#define TEXT_SIZE 100
#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30)

static guint64 estimate (HBaseWireDecoder *decoder, HBaseWireType type);

static guint64
estimate_fields (HBaseWireDecoder *decoder)
{
  guint64 size = 0;
  HBaseWireType type;
  guint id;

  while (hbase_wire_decoder_next (decoder, &id, &type))
    size += estimate (decoder, type);
  return size;
}

static guint64
estimate_elements (HBaseWireDecoder *decoder)
{
  guint64 size = 0;
  HBaseWireType element;

  for (guint n = hbase_wire_decoder_list (decoder, &element); n > 0; n--)
    size += estimate (decoder, element);
  return size;
}

static guint64
estimate_entries (HBaseWireDecoder *decoder)
{
  guint64 size = 0;
  HBaseWireType key, value;

  for (guint n = hbase_wire_decoder_map (decoder, &key, &value); n > 0; n--)
    {
      size += estimate (decoder, key);
      size += estimate (decoder, value);
    }
  return size;
}

/* Returns about how many bytes of memory a value takes that the generated code has decoded. */
static guint64
estimate (HBaseWireDecoder *decoder, HBaseWireType type)
{
  switch (type)
    {
    case HBASE_WIRE_LIST:
    case HBASE_WIRE_SET:
      return estimate_elements (decoder);
    case HBASE_WIRE_MAP:
      return estimate_entries (decoder);
    case HBASE_WIRE_STRUCT:
      hbase_wire_decoder_enter (decoder);
      return STRUCT_SIZE + estimate_fields (decoder);
    case HBASE_WIRE_BINARY:
      return TEXT_SIZE + hbase_wire_decoder_binary (decoder).length;
    default:
      hbase_wire_decoder_skip (decoder, type);
      return 0;
    }
}

static gboolean
check_size (const HBaseBlock *block, GError **error)
{
  HBaseWireDecoder decoder;
  guint64 size;

  hbase_wire_decoder_init (&decoder, block, block->body);
  size = estimate_fields (&decoder);
  return size <= MAX_SIZE
         || hbase_error_set (error, HBASE_ERROR_TOO_LARGE,
                             "the gateway's response to “%s” would take %" G_GUINT64_FORMAT
                             " MiB of memory, at most %" G_GUINT64_FORMAT " are used: ask for less at a time",
                             block->method->name, size >> 20, MAX_SIZE >> 20);
}

GObject *
hbase_result_read (const HBaseBlock *block, GError **error)
{
  const HBaseStubs *stubs = hbase_stubs_load (error);
  g_autoptr (GObject) result = NULL;

  if (stubs == NULL || !check_size (block, error))
    return NULL;
  result = stubs->result_new ((HBaseWireMethodId) (block->method - hbase_wire_methods));
  return stubs->read (result, block, block->body, error) ? g_steal_pointer (&result) : NULL;
}

/* ---- values ---- */

gboolean
hbase_result_get_flag (GObject *result)
{
  gboolean flag;

  g_object_get (result, SUCCESS, &flag, NULL);
  return flag;
}

gboolean
hbase_result_are_all_true (GObject *result)
{
  g_autoptr (GArray) flags = NULL;
  gboolean are_all = TRUE;

  g_object_get (result, SUCCESS, &flags, NULL);
  for (guint i = 0; i < flags->len; i++)
    are_all = are_all && g_array_index (flags, gboolean, i);
  return are_all;
}

gint
hbase_result_get_number (GObject *result)
{
  gint number;

  g_object_get (result, SUCCESS, &number, NULL);
  return number;
}

char *
hbase_result_dup_text (GObject *result)
{
  g_autofree char *text = NULL;

  g_object_get (result, SUCCESS, &text, NULL);
  return hbase_stub_to_text (text);
}

/* ---- structs and lists of them ---- */

typedef gpointer (*MakeRecord) (gconstpointer stub);

static gpointer
make_record (GObject *result, MakeRecord make)
{
  g_autoptr (GObject) stub = NULL;

  g_object_get (result, SUCCESS, &stub, NULL);
  return make (stub);
}

static GPtrArray *
make_records (GObject *result, MakeRecord make, GDestroyNotify free_record)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (free_record);
  g_autoptr (GPtrArray) stubs = NULL;

  g_object_get (result, SUCCESS, &stubs, NULL);
  for (guint i = 0; i < stubs->len; i++)
    g_ptr_array_add (records, make (stubs->pdata[i]));
  return records;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char **
dup_sorted (GObject *result, MakeRecord make_name)
{
  GPtrArray *names = make_records (result, make_name, NULL);

  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

char **
hbase_result_dup_table_names (GObject *result)
{
  return dup_sorted (result, hbase_stub_to_table_name);
}

char **
hbase_result_dup_texts (GObject *result)
{
  return dup_sorted (result, hbase_stub_to_text);
}

HBaseTableDescriptor *
hbase_result_make_table (GObject *result)
{
  return make_record (result, hbase_stub_to_table);
}

GPtrArray *
hbase_result_make_tables (GObject *result)
{
  return make_records (result, hbase_stub_to_table, (GDestroyNotify) hbase_table_descriptor_unref);
}

HBaseNamespaceDescriptor *
hbase_result_make_namespace (GObject *result)
{
  return make_record (result, hbase_stub_to_namespace);
}

GPtrArray *
hbase_result_make_namespaces (GObject *result)
{
  return make_records (result, hbase_stub_to_namespace, (GDestroyNotify) hbase_namespace_descriptor_unref);
}

/* ---- regions ---- */

HBaseRegion *
hbase_result_make_region (GObject *result)
{
  return make_record (result, hbase_stub_to_region);
}

static HBaseSlice
start_of (gpointer region)
{
  gsize length;
  const guint8 *key = hbase_region_get_start_key (region, &length);

  return hbase_slice (key, length);
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (start_of (*(const gpointer *) a), start_of (*(const gpointer *) b));
}

/* Replicas, and regions that are split into others of the list, hold no keys of their own. */
static gboolean
has_keys (const HbtTHRegionLocation *location)
{
  const HbtTHRegionInfo *info = location->regionInfo;

  return info->replicaId == 0 && !info->split;
}

GPtrArray *
hbase_result_make_regions (GObject *result)
{
  GPtrArray *regions = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_region_unref);
  g_autoptr (GPtrArray) locations = NULL;

  g_object_get (result, SUCCESS, &locations, NULL);
  for (guint i = 0; i < locations->len; i++)
    if (has_keys (locations->pdata[i]))
      g_ptr_array_add (regions, hbase_stub_to_region (locations->pdata[i]));
  g_ptr_array_sort (regions, compare_starts);
  return regions;
}

/* ---- logs of slow calls ---- */

GVariant *
hbase_result_make_slow_log (GObject *result)
{
  g_autoptr (GPtrArray) records
      = make_records (result, hbase_stub_to_log_record, (GDestroyNotify) g_variant_unref);

  return g_variant_ref_sink (
      g_variant_new_array (G_VARIANT_TYPE_VARDICT, (GVariant **) records->pdata, records->len));
}
