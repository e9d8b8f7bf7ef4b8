/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"

/* Names and descriptors of tables; namespaces; what the service is. */

#define SUCCESS 0
#define FIRST 1 /* the first argument of all of them: a name, a list of names, a pattern, a namespace */
#define ROOM 1024

/* ---- which tables ---- */

/* HBase's patterns match whole names. NULL: not a pattern. */
static GRegex *
compile (HBaseSlice pattern, GError **error)
{
  g_autofree char *text = g_strndup ((const char *) hbase_slice_bytes (pattern), pattern.length);
  g_autofree char *whole = g_strconcat ("^(?:", text, ")\\z", NULL);
  g_autoptr (GRegex) alone = g_regex_new (text, 0, 0, NULL);
  GRegex *regex = alone != NULL ? g_regex_new (whole, 0, 0, NULL) : NULL;

  if (regex == NULL)
    hbase_local_error (error, HBASE_LOCAL_ERROR_INTERNAL, "a pattern that doesn't parse");
  return regex;
}

static GPtrArray *
names_by_pattern (HBaseLocalCall *call, GError **error)
{
  const HBaseLocalField *pattern = &call->arguments[FIRST];
  g_autoptr (GRegex) regex = pattern->given ? compile (pattern->bytes, error) : NULL;
  g_autoptr (GPtrArray) names = NULL;

  if (pattern->given && regex == NULL)
    return NULL;
  names = hbase_local_catalogue_names (call->db, error);
  for (guint i = names != NULL ? names->len : 0; i-- > 0 && regex != NULL;)
    {
      if (!g_regex_match (regex, names->pdata[i], 0, NULL))
        g_ptr_array_remove_index (names, i);
      if (hbase_local_budget_check (call->budget))
        continue;
      hbase_local_budget_fail (call->budget, error);
      return NULL;
    }
  return g_steal_pointer (&names);
}

/* The only namespaces that there are. */
static const char *const namespaces[] = { "default", "hbase" };

static gboolean
check_namespace (HBaseSlice name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (namespaces); i++)
    if (hbase_slice_equal (name, hbase_slice_text (namespaces[i])))
      return TRUE;
  return hbase_local_error (error, HBASE_LOCAL_ERROR_IO,
                            "org.apache.hadoop.hbase.NamespaceNotFoundException: %.*s", (int) name.length,
                            hbase_slice_bytes (name));
}

static GPtrArray *
names_by_namespace (HBaseLocalCall *call, GError **error)
{
  HBaseSlice wanted = call->arguments[FIRST].bytes;
  gboolean is_default = hbase_slice_equal (wanted, hbase_slice_text (namespaces[0]));
  g_autoptr (GPtrArray) names = NULL;

  if (!check_namespace (wanted, error))
    return NULL;
  names = hbase_local_catalogue_names (call->db, error);
  for (guint i = names != NULL ? names->len : 0; i-- > 0;)
    if ((hbase_local_name_namespace (names->pdata[i]) == 0) != is_default)
      g_ptr_array_remove_index (names, i);
  return g_steal_pointer (&names);
}

/* Those that are named, or all if none is. */
static GPtrArray *
names_by_list (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  HBaseLocalField fields[HBASE_T_TABLE_NAME_QUALIFIER + 1];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_list (&call->arguments[FIRST], call->block, &decoder);

  for (guint i = 0; i < count; i++)
    {
      char *name;

      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_read (fields, G_N_ELEMENTS (fields), &decoder);
      name = hbase_local_name_join (fields[HBASE_T_TABLE_NAME_NS].bytes,
                                    fields[HBASE_T_TABLE_NAME_QUALIFIER].bytes, error);
      if (name == NULL)
        return NULL;
      g_ptr_array_add (names, name);
    }
  return count > 0 ? g_steal_pointer (&names) : hbase_local_catalogue_names (call->db, error);
}

/* ---- what of them ---- */

static gboolean
reply_names (HBaseLocalCall *call, GPtrArray *names)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, SUCCESS, HBASE_WIRE_STRUCT, names->len);
  for (guint i = 0; i < names->len; i++)
    {
      hbase_wire_begin_struct (call->reply);
      hbase_local_descriptor_write_name (names->pdata[i], call->reply);
    }
  hbase_local_reply_end (call);
  return TRUE;
}

/* A table that isn't there is passed over. */
static gboolean
write_descriptors (
    HBaseLocalCall *call, GPtrArray *names, HBaseWireWriter *items, guint *count, GError **error)
{
  *count = 0;
  for (guint i = 0; i < names->len; i++)
    {
      GError *failure = NULL;
      g_autoptr (HBaseLocalTable) table = hbase_local_catalogue_find (call->db, names->pdata[i], &failure);

      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      if (table == NULL)
        continue;
      hbase_wire_begin_struct (items);
      hbase_local_descriptor_write (table, items);
      ++*count;
    }
  return TRUE;
}

static gboolean
reply_descriptors (HBaseLocalCall *call, GPtrArray *names, GError **error)
{
  HBaseWireWriter items;
  guint count;
  gboolean ok;

  hbase_wire_writer_init (&items, call->block->protocol, ROOM);
  ok = write_descriptors (call, names, &items, &count, error)
       && hbase_local_reply_structs (call, count, &items);
  hbase_wire_writer_clear (&items);
  return ok;
}

gboolean
hbase_local_answer_get_table_names_by_pattern (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = names_by_pattern (call, error);

  return names != NULL && reply_names (call, names);
}

gboolean
hbase_local_answer_get_table_names_by_namespace (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = names_by_namespace (call, error);

  return names != NULL && reply_names (call, names);
}

gboolean
hbase_local_answer_get_table_descriptors (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = names_by_list (call, error);

  return names != NULL && reply_descriptors (call, names, error);
}

gboolean
hbase_local_answer_get_table_descriptors_by_pattern (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = names_by_pattern (call, error);

  return names != NULL && reply_descriptors (call, names, error);
}

gboolean
hbase_local_answer_get_table_descriptors_by_namespace (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = names_by_namespace (call, error);

  return names != NULL && reply_descriptors (call, names, error);
}

gboolean
hbase_local_answer_get_table_descriptor (HBaseLocalCall *call, GError **error)
{
  GError *failure = NULL;
  g_autofree char *name = hbase_local_descriptor_read_name (call->block, call->arguments[FIRST].at, error);
  g_autoptr (HBaseLocalTable) table
      = name != NULL ? hbase_local_catalogue_find (call->db, name, &failure) : NULL;

  if (failure != NULL)
    g_propagate_error (error, failure);
  else if (name != NULL && table == NULL)
    hbase_local_error (error, HBASE_LOCAL_ERROR_IO, "%s", name);
  if (table == NULL)
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, SUCCESS);
  hbase_local_descriptor_write (table, call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}

/* ---- the service ---- */

gboolean
hbase_local_answer_get_namespace_descriptor (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = call->arguments[FIRST].bytes;

  if (!check_namespace (name, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, SUCCESS);
  hbase_wire_write_binary (call->reply, HBASE_T_NAMESPACE_DESCRIPTOR_NAME, name);
  hbase_wire_end_struct (call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_answer_list_namespace_descriptors (HBaseLocalCall *call, GError **error)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, SUCCESS, HBASE_WIRE_STRUCT, G_N_ELEMENTS (namespaces));
  for (guint i = 0; i < G_N_ELEMENTS (namespaces); i++)
    {
      hbase_wire_begin_struct (call->reply);
      hbase_wire_write_binary (call->reply, HBASE_T_NAMESPACE_DESCRIPTOR_NAME,
                               hbase_slice_text (namespaces[i]));
      hbase_wire_end_struct (call->reply);
    }
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_answer_list_namespaces (HBaseLocalCall *call, GError **error)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, SUCCESS, HBASE_WIRE_BINARY, G_N_ELEMENTS (namespaces));
  for (guint i = 0; i < G_N_ELEMENTS (namespaces); i++)
    hbase_wire_put_binary (call->reply, hbase_slice_text (namespaces[i]));
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_answer_get_thrift_server_type (HBaseLocalCall *call, GError **error)
{
  return hbase_local_reply_i32 (call, HBASE_T_THRIFT_SERVER_TYPE_TWO);
}

gboolean
hbase_local_answer_get_cluster_id (HBaseLocalCall *call, GError **error)
{
  g_autofree char *id = hbase_local_catalogue_cluster_id (call->db, error);

  return id != NULL && hbase_local_reply_text (call, id);
}
