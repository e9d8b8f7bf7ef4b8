/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-local-call-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"

/* Making, dropping and switching tables. */

#define TABLE_NAME 1 /* the first argument of all of them */
/* A key takes many times in memory what it does in the call. */
#define SPLITS_MAX 100000
#define EXCEPTION "org.apache.hadoop.hbase."

static HBaseLocalTable *
find (HBaseLocalCall *call, GError **error)
{
  g_autofree char *name
      = hbase_local_descriptor_read_name (call->block, call->arguments[TABLE_NAME].at, error);

  return name != NULL ? hbase_local_catalogue_find (call->db, name, error) : NULL;
}

#define NOT_FOUND_BY_MASTER EXCEPTION "TableNotFoundException: "
#define NOT_FOUND_BY_CLIENT "" /* the gateway's own client knows it: nothing but the name is said */

static HBaseLocalTable *
find_for_change (HBaseLocalCall *call, const char *not_found, GError **error)
{
  GError *failure = NULL;
  g_autofree char *name = NULL;
  HBaseLocalTable *table = find (call, &failure);

  if (table == NULL && failure == NULL)
    {
      name = hbase_local_descriptor_read_name (call->block, call->arguments[TABLE_NAME].at, NULL);
      hbase_local_error (&failure, HBASE_LOCAL_ERROR_IO, "%s%s", not_found, name);
    }
  if (failure != NULL)
    g_propagate_error (error, failure);
  return table;
}

static gboolean
check_namespace (const char *name, GError **error)
{
  gsize length = hbase_local_name_namespace (name);

  return length == 0 || hbase_slice_equal (hbase_slice (name, length), HBASE_SLICE_LITERAL ("hbase"))
         || hbase_local_error (error, HBASE_LOCAL_ERROR_IO, EXCEPTION "NamespaceNotFoundException: %.*s",
                               (int) length, name);
}

static gboolean
check_is_new (HBaseLocalCall *call, const char *name, GError **error)
{
  GError *failure = NULL;
  g_autoptr (HBaseLocalTable) there = hbase_local_catalogue_find (call->db, name, &failure);

  if (there != NULL)
    return hbase_local_error (error, HBASE_LOCAL_ERROR_IO, EXCEPTION "TableExistsException: %s", name);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (*(const HBaseSlice *) a, *(const HBaseSlice *) b);
}

/* Sorted. (element-type HBaseSlice) */
static GArray *
read_splits (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (HBaseSlice));
  HBaseWireDecoder decoder;
  guint count
      = hbase_local_fields_list (&call->arguments[HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS], call->block, &decoder);

  if (count > SPLITS_MAX)
    {
      hbase_local_error (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                         HBASE_UNSUPPORTED_MESSAGE "tables of so many regions: at most %d", SPLITS_MAX + 1);
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
      hbase_local_error (error, HBASE_LOCAL_ERROR_INTERNAL, "an empty split key, or one that is named twice");
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

gboolean
hbase_local_answer_create_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table
      = hbase_local_descriptor_read (call->block, call->arguments[HBASE_CREATE_TABLE_ARGS_DESC].at, error);
  g_autoptr (GArray) splits = table != NULL ? read_splits (call, error) : NULL;

  return splits != NULL && check_namespace (table->name, error) && check_is_new (call, table->name, error)
         && hbase_local_catalogue_add (call->db, table, error) && add_splits (call, table, splits, error)
         && hbase_local_reply_void (call);
}

static gboolean
check_disabled (const HBaseLocalTable *table, GError **error)
{
  return !table->enabled
         || hbase_local_error (error, HBASE_LOCAL_ERROR_IO,
                               EXCEPTION "TableNotDisabledException: Not DISABLED; tableName=%s, "
                                         "state=ENABLED",
                               table->name);
}

gboolean
hbase_local_answer_delete_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table = find_for_change (call, NOT_FOUND_BY_MASTER, error);

  return table != NULL && check_disabled (table, error)
         && hbase_local_catalogue_remove (call->db, table, error) && hbase_local_reply_void (call);
}

gboolean
hbase_local_answer_truncate_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table = find_for_change (call, NOT_FOUND_BY_MASTER, error);
  gboolean keep_splits = call->arguments[HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS].number != 0;

  return table != NULL && check_disabled (table, error)
         && hbase_local_catalogue_clear (call->db, table, error)
         && (keep_splits || hbase_local_catalogue_clear_splits (call->db, table, error))
         && hbase_local_catalogue_set_enabled (call->db, table, TRUE, error) && hbase_local_reply_void (call);
}

gboolean
hbase_local_answer_enable_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table = find_for_change (call, NOT_FOUND_BY_CLIENT, error);

  if (table == NULL)
    return FALSE;
  if (table->enabled)
    return hbase_local_error (error, HBASE_LOCAL_ERROR_IO, "tableName=%s, state=ENABLED", table->name);
  return hbase_local_catalogue_set_enabled (call->db, table, TRUE, error) && hbase_local_reply_void (call);
}

gboolean
hbase_local_answer_disable_table (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalTable) table = find_for_change (call, NOT_FOUND_BY_MASTER, error);

  if (table == NULL)
    return FALSE;
  if (!table->enabled)
    return hbase_local_error (error, HBASE_LOCAL_ERROR_IO, EXCEPTION "TableNotEnabledException: %s",
                              table->name);
  return hbase_local_catalogue_set_enabled (call->db, table, FALSE, error) && hbase_local_reply_void (call);
}

/* ---- states ---- */

gboolean
hbase_local_answer_table_exists (HBaseLocalCall *call, GError **error)
{
  GError *failure = NULL;
  g_autoptr (HBaseLocalTable) table = NULL;

  if (!call->arguments[TABLE_NAME].given)
    return hbase_local_error (error, HBASE_LOCAL_ERROR_INTERNAL, "no table name");
  table = find (call, &failure);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL && hbase_local_reply_bool (call, table != NULL);
}

/* `missing_is_false`: else the name of a table that isn't there is the error, as the gateway's client has
 * it. */
static gboolean
answer_state (HBaseLocalCall *call, gboolean enabled, gboolean missing_is_false, GError **error)
{
  GError *failure = NULL;
  g_autofree char *name = NULL;
  g_autoptr (HBaseLocalTable) table = find (call, &failure);

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (table != NULL || missing_is_false)
    return hbase_local_reply_bool (call, table != NULL && table->enabled == enabled);
  name = hbase_local_descriptor_read_name (call->block, call->arguments[TABLE_NAME].at, NULL);
  return hbase_local_error (error, HBASE_LOCAL_ERROR_IO, "%s", name);
}

gboolean
hbase_local_answer_is_table_enabled (HBaseLocalCall *call, GError **error)
{
  return answer_state (call, TRUE, FALSE, error);
}

gboolean
hbase_local_answer_is_table_disabled (HBaseLocalCall *call, GError **error)
{
  return answer_state (call, FALSE, FALSE, error);
}

gboolean
hbase_local_answer_is_table_available (HBaseLocalCall *call, GError **error)
{
  return answer_state (call, TRUE, TRUE, error);
}
