/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of the calls about tables: create, drop, enable, disable, list and describe. */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-namespaces-private.h"
#include "hbase-table-names-private.h"

#define FIRST 1 /* of all calls: a table name, several, a pattern, or a namespace */
#define INCLUDE_SYSTEM_TABLES HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_INCLUDE_SYS_TABLES
/* A split key takes many times the memory that it takes in the call. */
#define SPLITS_MAX 100000

static gboolean
check_namespace (HBaseLocalCall *call, const char *table_name, GError **error)
{
  gsize length = hbase_local_name_namespace (table_name);

  return length == 0 || hbase_local_namespaces_check (call->db, hbase_slice (table_name, length), error);
}

static gboolean
check_is_new (HBaseLocalCall *call, const char *name, GError **error)
{
  g_autoptr (HBaseLocalTable) existing = NULL;

  if (!hbase_local_catalogue_find (call->db, name, &existing, error))
    return FALSE;
  return existing == NULL
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   HBASE_LOCAL_EXCEPTION "TableExistsException: %s", name);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (*(const HBaseSlice *) a, *(const HBaseSlice *) b);
}

/* Returns the keys sorted. (element-type HBaseSlice) */
static GArray *
read_splits (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (HBaseSlice));
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&call->arguments[HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS], &decoder);

  if (count > SPLITS_MAX)
    {
      hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                             HBASE_UNSUPPORTED_MESSAGE "tables of so many regions: at most %d",
                             SPLITS_MAX + 1);
      return NULL;
    }
  for (guint i = 0; i < count; i++)
    {
      HBaseSlice key = hbase_wire_decoder_binary (&decoder);

      g_array_append_val (keys, key);
    }
  g_array_sort (keys, compare_keys);
  for (guint i = 0; i < count; i++)
    {
      HBaseSlice before = i > 0 ? g_array_index (keys, HBaseSlice, i - 1) : hbase_slice ("", 0);

      if (!hbase_slice_equal (g_array_index (keys, HBaseSlice, i), before))
        continue;
      hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                             "an empty split key, or one that is named twice");
      return NULL;
    }
  return g_steal_pointer (&keys);
}

static gboolean
add_splits (HBaseLocalCall *call, const HBaseLocalTable *table, const GArray *keys, GError **error)
{
  for (guint i = 0; i < keys->len; i++)
    if (!hbase_local_catalogue_add_split (call->db, table, g_array_index (keys, HBaseSlice, i), error))
      return FALSE;
  return TRUE;
}

/* HBase's master adds this to new tables. */
static void
add_default_attributes (HBaseLocalTable *table)
{
  HBaseSlice name = HBASE_SLICE_LITERAL ("hbase.store.file-tracker.impl");

  if (hbase_local_attributes_get (table->attributes, name).data == NULL)
    hbase_local_attributes_set (&table->attributes, name, HBASE_SLICE_LITERAL ("DEFAULT"));
}

gboolean
hbase_local_handle_create_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table
      = hbase_local_descriptor_parse (&call->arguments[HBASE_CREATE_TABLE_ARGS_DESC], error);
  g_autoptr (GArray) splits = table != NULL ? read_splits (call, error) : NULL;

  if (table != NULL)
    add_default_attributes (table);
  return splits != NULL && check_namespace (call, table->name, error)
         && check_is_new (call, table->name, error) && hbase_local_catalogue_add (call->db, table, error)
         && add_splits (call, table, splits, error) && hbase_local_reply_void (call);
}

/* ---- changes ---- */

static gboolean
find_disabled (HBaseLocalCall *call, GError **error)
{
  if (!hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_MASTER, error))
    return FALSE;
  return !call->table->enabled
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   HBASE_LOCAL_EXCEPTION
                                   "TableNotDisabledException: Not DISABLED; tableName=%s, "
                                   "state=ENABLED",
                                   call->table->name);
}

gboolean
hbase_local_handle_delete_table (HBaseLocalCall *call, GError **error)
{
  call->drops_cells = TRUE;
  return find_disabled (call, error)
         && hbase_local_catalogue_remove (call->db, call->table, call->leaves_cells, error)
         && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_truncate_table (HBaseLocalCall *call, GError **error)
{
  gboolean keep_splits = call->arguments[HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS].number != 0;

  call->drops_cells = TRUE;
  return find_disabled (call, error)
         && hbase_local_catalogue_clear (call->db, call->table, call->leaves_cells, error)
         && (keep_splits || hbase_local_catalogue_clear_splits (call->db, call->table, error))
         && hbase_local_catalogue_set_enabled (call->db, call->table, TRUE, error)
         && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_enable_table (HBaseLocalCall *call, GError **error)
{
  if (!hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_CLIENT, error))
    return FALSE;
  if (call->table->enabled)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "tableName=%s, state=ENABLED",
                                  call->table->name);
  return hbase_local_catalogue_set_enabled (call->db, call->table, TRUE, error)
         && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_disable_table (HBaseLocalCall *call, GError **error)
{
  if (!hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_MASTER, error))
    return FALSE;
  if (!call->table->enabled)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  HBASE_LOCAL_EXCEPTION "TableNotEnabledException: %s", call->table->name);
  return hbase_local_catalogue_set_enabled (call->db, call->table, FALSE, error)
         && hbase_local_reply_void (call);
}

/* ---- states ---- */

gboolean
hbase_local_handle_table_exists (HBaseLocalCall *call, GError **error)
{
  if (!call->arguments[FIRST].given)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no table name");
  return hbase_local_call_find (call, error) && hbase_local_reply_bool (call, call->table != NULL);
}

gboolean
hbase_local_handle_is_table_enabled (HBaseLocalCall *call, GError **error)
{
  return hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_CLIENT, error)
         && hbase_local_reply_bool (call, call->table->enabled);
}

gboolean
hbase_local_handle_is_table_disabled (HBaseLocalCall *call, GError **error)
{
  return hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_CLIENT, error)
         && hbase_local_reply_bool (call, !call->table->enabled);
}

gboolean
hbase_local_handle_is_table_available (HBaseLocalCall *call, GError **error)
{
  return hbase_local_call_find (call, error)
         && hbase_local_reply_bool (call, call->table != NULL && call->table->enabled);
}

/* In HBase a table is available for split keys if as many of its regions as there are keys, plus one, begin
 * at one of the keys or are the first. */
static guint
count_regions_at (const GPtrArray *splits, const HBaseLocalField *keys)
{
  HBaseWireDecoder decoder;
  g_autoptr (GHashTable) wanted
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  guint count = 1;

  for (guint n = hbase_local_fields_list (keys, &decoder); n > 0; n--)
    {
      HBaseSlice key = hbase_wire_decoder_binary (&decoder);

      g_hash_table_add (wanted, g_bytes_new (key.data, key.length));
    }
  for (guint i = 0; i < splits->len; i++)
    count += g_hash_table_contains (wanted, splits->pdata[i]) ? 1 : 0;
  return count;
}

gboolean
hbase_local_handle_is_table_available_with_split (HBaseLocalCall *call, GError **error)
{
  const HBaseLocalField *keys = &call->arguments[HBASE_IS_TABLE_AVAILABLE_WITH_SPLIT_ARGS_SPLIT_KEYS];
  HBaseWireDecoder decoder;
  g_autoptr (GPtrArray) splits = NULL;

  if (!hbase_local_call_find (call, error))
    return FALSE;
  if (call->table == NULL || !call->table->enabled || !keys->given)
    return hbase_local_reply_bool (call, call->table != NULL && call->table->enabled);
  splits = hbase_local_catalogue_splits (call->db, call->table, error);
  return splits != NULL
         && hbase_local_reply_bool (call, count_regions_at (splits, keys)
                                              == hbase_local_fields_list (keys, &decoder) + 1);
}

/* ---- names of tables ---- */

/* Compiles a pattern, which has to match whole names, as in HBase. PCRE reads beyond a pattern that isn't
 * valid UTF-8. */
static GRegex *
compile (HBaseSlice pattern, GError **error)
{
  g_autofree char *text = hbase_slice_dup_valid_text (pattern);
  g_autofree char *whole = g_strconcat ("^(?:", text, ")\\z", NULL);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GRegex) alone = g_regex_new (text, 0, 0, &failure);
  GRegex *regex = alone != NULL ? g_regex_new (whole, 0, 0, &failure) : NULL;

  if (regex == NULL)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "the pattern doesn't parse: %s",
                           failure->message);
  return regex;
}

/* HBase matches the name without and with its namespace. */
static gboolean
matches (GRegex *regex, const char *name)
{
  g_autofree char *whole = NULL;

  if (g_regex_match (regex, name, 0, NULL))
    return TRUE;
  if (hbase_local_name_namespace (name) > 0)
    return FALSE;
  whole = g_strconcat (HBASE_DEFAULT_NAMESPACE ":", name, NULL);
  return g_regex_match (regex, whole, 0, NULL);
}

/* Returns the names of all tables. Those of the namespace `hbase` are system tables to HBase. */
static GPtrArray *
all_names (HBaseLocalCall *call, gboolean with_system_tables, GError **error)
{
  GPtrArray *names = hbase_local_catalogue_names (call->db, error);

  for (guint i = names != NULL && !with_system_tables ? names->len : 0; i-- > 0;)
    if (g_str_has_prefix (names->pdata[i], "hbase:"))
      g_ptr_array_remove_index (names, i);
  return names;
}

static GPtrArray *
names_by_pattern (HBaseLocalCall *call, GError **error)
{
  const HBaseLocalField *pattern = &call->arguments[FIRST];
  gboolean with_system_tables = call->arguments[INCLUDE_SYSTEM_TABLES].number != 0;
  g_autoptr (GRegex) regex = pattern->given ? compile (pattern->bytes, error) : NULL;
  g_autoptr (GPtrArray) names = NULL;

  if (pattern->given && regex == NULL)
    return NULL;
  names = all_names (call, with_system_tables, error);
  for (guint i = names != NULL ? names->len : 0; i-- > 0 && regex != NULL;)
    {
      if (!matches (regex, names->pdata[i]))
        g_ptr_array_remove_index (names, i);
      if (hbase_local_budget_check (call->budget))
        continue;
      hbase_local_budget_set_error (call->budget, error);
      return NULL;
    }
  return g_steal_pointer (&names);
}

static gboolean
is_in_namespace (const char *table_name, HBaseSlice wanted)
{
  gsize length = hbase_local_name_namespace (table_name);

  return hbase_slice_equal (wanted, length > 0 ? hbase_slice (table_name, length)
                                               : hbase_slice_text (HBASE_DEFAULT_NAMESPACE));
}

static GPtrArray *
names_by_namespace (HBaseLocalCall *call, GError **error)
{
  HBaseSlice wanted = call->arguments[FIRST].bytes;
  g_autoptr (GPtrArray) names = NULL;

  if (!hbase_local_namespaces_check (call->db, wanted, error))
    return NULL;
  names = hbase_local_catalogue_names (call->db, error);
  for (guint i = names != NULL ? names->len : 0; i-- > 0;)
    if (!is_in_namespace (names->pdata[i], wanted))
      g_ptr_array_remove_index (names, i);
  return g_steal_pointer (&names);
}

/* Returns the names in the argument, or those of all tables but system tables if the argument is empty. */
static GPtrArray *
names_by_list (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  HBaseLocalField fields[HBASE_T_TABLE_NAME_QUALIFIER + 1];
  HBaseLocalStructs list;

  if (hbase_local_structs_init (&list, &call->arguments[FIRST]) == 0)
    return all_names (call, FALSE, error);
  while (hbase_local_structs_next (&list, fields, G_N_ELEMENTS (fields)))
    {
      char *name = hbase_local_name_join (fields[HBASE_T_TABLE_NAME_NS].bytes,
                                          fields[HBASE_T_TABLE_NAME_QUALIFIER].bytes, error);

      if (name == NULL)
        return NULL;
      g_ptr_array_add (names, name);
    }
  return g_steal_pointer (&names);
}

/* ---- replies with names and descriptors ---- */

/* Both replies own the names, which are NULL if there was an error. */
static gboolean
reply_names (HBaseLocalCall *call, GPtrArray *owned)
{
  g_autoptr (GPtrArray) names = owned;

  if (names == NULL)
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_STRUCT, names->len);
  for (guint i = 0; i < names->len; i++)
    {
      hbase_wire_begin_struct (call->reply);
      hbase_local_descriptor_write_name (names->pdata[i], call->reply);
    }
  hbase_local_reply_end (call);
  return TRUE;
}

/* Skips tables that don't exist. */
static gboolean
write_descriptors (HBaseLocalCall *call, GPtrArray *names, guint *count, GError **error)
{
  *count = 0;
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (HBaseLocalTable) table = NULL;

      if (!hbase_local_catalogue_find (call->db, names->pdata[i], &table, error))
        return FALSE;
      if (table == NULL)
        continue;
      if (!hbase_local_catalogue_load_attributes (call->db, table, error))
        return FALSE;
      hbase_wire_begin_struct (call->reply);
      hbase_local_descriptor_write (table, call->reply);
      ++*count;
    }
  return TRUE;
}

static gboolean
reply_descriptors (HBaseLocalCall *call, GPtrArray *owned, GError **error)
{
  g_autoptr (GPtrArray) names = owned;
  gsize start;
  guint count;

  if (names == NULL)
    return FALSE;
  start = hbase_local_reply_begin_list (call);
  return write_descriptors (call, names, &count, error) && hbase_local_reply_end_list (call, start, count);
}

gboolean
hbase_local_handle_get_table_names_by_pattern (HBaseLocalCall *call, GError **error)
{
  return reply_names (call, names_by_pattern (call, error));
}

gboolean
hbase_local_handle_get_table_names_by_namespace (HBaseLocalCall *call, GError **error)
{
  return reply_names (call, names_by_namespace (call, error));
}

gboolean
hbase_local_handle_get_table_descriptors (HBaseLocalCall *call, GError **error)
{
  return reply_descriptors (call, names_by_list (call, error), error);
}

gboolean
hbase_local_handle_get_table_descriptors_by_pattern (HBaseLocalCall *call, GError **error)
{
  return reply_descriptors (call, names_by_pattern (call, error), error);
}

gboolean
hbase_local_handle_get_table_descriptors_by_namespace (HBaseLocalCall *call, GError **error)
{
  return reply_descriptors (call, names_by_namespace (call, error), error);
}

gboolean
hbase_local_handle_get_table_descriptor (HBaseLocalCall *call, GError **error)
{
  if (!hbase_local_call_find_existing (call, HBASE_LOCAL_NOT_FOUND_BY_CLIENT, error)
      || !hbase_local_catalogue_load_attributes (call->db, call->table, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
  hbase_local_descriptor_write (call->table, call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}
