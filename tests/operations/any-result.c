/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "any-result.h"

#include "hbase-wire-stubs-private.h"

gboolean
any_result_is_of_stubs (HBaseWireMethodId method)
{
  g_autoptr (GObject) arguments = hbase_stubs_load (NULL)->arguments_new (method);

  return arguments != NULL;
}

static void
convert_table (GObject *result)
{
  g_autoptr (HBaseTableDescriptor) table = hbase_result_make_table (result);
  g_autofree char *text = hbase_table_descriptor_to_string (table);

  g_assert (g_utf8_validate (text, -1, NULL));
}

static void
convert_namespace (GObject *result)
{
  g_autoptr (HBaseNamespaceDescriptor) namespace = hbase_result_make_namespace (result);
  g_autofree char *text = hbase_namespace_descriptor_to_string (namespace);

  g_assert (g_utf8_validate (text, -1, NULL));
}

static void
convert_region (GObject *result)
{
  g_autoptr (HBaseRegion) region = hbase_result_make_region (result);
  g_autofree char *server = hbase_region_dup_server_name (region);

  g_assert (g_utf8_validate (server, -1, NULL) && hbase_region_get_port (region) <= G_MAXUINT16);
}

static void
convert_slow_log (GObject *result)
{
  g_autoptr (GVariant) records = hbase_result_make_slow_log (result);

  g_assert (g_variant_is_of_type (records, G_VARIANT_TYPE ("aa{sv}")) && g_variant_is_normal_form (records));
}

static void
convert_list (GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    g_assert (list->pdata[i] != NULL);
  g_ptr_array_unref (list);
}

static void
convert_names (char **names)
{
  for (guint i = 0; names[i] != NULL; i++)
    g_assert (g_utf8_validate (names[i], -1, NULL) && (i == 0 || strcmp (names[i - 1], names[i]) <= 0));
  g_strfreev (names);
}

void
any_result_convert (HBaseWireMethodId method, GObject *result)
{
  switch ((int) method)
    {
    case HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR:
      convert_table (result);
      break;
    case HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS:
    case HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_NAMESPACE:
    case HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_PATTERN:
      convert_list (hbase_result_make_tables (result));
      break;
    case HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_NAMESPACE:
    case HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN:
      convert_names (hbase_result_dup_table_names (result));
      break;
    case HBASE_WIRE_METHOD_LIST_NAMESPACES:
      convert_names (hbase_result_dup_texts (result));
      break;
    case HBASE_WIRE_METHOD_GET_NAMESPACE_DESCRIPTOR:
      convert_namespace (result);
      break;
    case HBASE_WIRE_METHOD_LIST_NAMESPACE_DESCRIPTORS:
      convert_list (hbase_result_make_namespaces (result));
      break;
    case HBASE_WIRE_METHOD_GET_REGION_LOCATION:
      convert_region (result);
      break;
    case HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS:
      convert_list (hbase_result_make_regions (result));
      break;
    case HBASE_WIRE_METHOD_GET_SLOW_LOG_RESPONSES:
      convert_slow_log (result);
      break;
    case HBASE_WIRE_METHOD_CLEAR_SLOW_LOG_RESPONSES:
      hbase_result_are_all_true (result);
      break;
    case HBASE_WIRE_METHOD_GET_CLUSTER_ID:
      g_free (hbase_result_dup_text (result));
      break;
    case HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE:
      hbase_result_get_number (result);
      break;
    case HBASE_WIRE_METHOD_TABLE_EXISTS:
    case HBASE_WIRE_METHOD_IS_TABLE_ENABLED:
    case HBASE_WIRE_METHOD_IS_TABLE_DISABLED:
    case HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE:
    case HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE_WITH_SPLIT:
      hbase_result_get_flag (result);
      break;
    default: /* the others return nothing */
      g_assert (hbase_wire_methods[method].result->fields[0].name == NULL);
    }
}
