/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The names of tables, namespaces and families, and HBase's rules for them. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-table-names-private.h"

#define FAMILY_MAX 127

/* The empty name is the default namespace. */
static gboolean
is_namespace (const char *text)
{
  return *text == '\0' || hbase_table_name_find_namespace_problem (text, text + strlen (text)) == NULL;
}

static char *
text_of (HBaseSlice bytes)
{
  const char *data = (const char *) hbase_slice_bytes (bytes);

  return g_utf8_validate_len (data, bytes.length, NULL) ? g_strndup (data, bytes.length) : NULL;
}

char *
hbase_local_name_join (HBaseSlice namespace_, HBaseSlice qualifier, GError **error)
{
  g_autofree char *space = text_of (namespace_);
  g_autofree char *rest = text_of (qualifier);

  if (space == NULL || rest == NULL || !is_namespace (space)
      || hbase_table_name_find_qualifier_problem (rest) != NULL)
    {
      hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "illegal table name");
      return NULL;
    }
  if (*space == '\0' || strcmp (space, HBASE_DEFAULT_NAMESPACE) == 0)
    return g_steal_pointer (&rest);
  return g_strconcat (space, ":", rest, NULL);
}

char *
hbase_local_name_parse (HBaseSlice text, GError **error)
{
  const guint8 *colon = memchr (hbase_slice_bytes (text), ':', text.length);
  gsize length;

  if (colon == NULL)
    return hbase_local_name_join (hbase_slice ("", 0), text, error);
  length = (gsize) (colon - text.data);
  if (length == 0)
    {
      hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "empty namespace");
      return NULL;
    }
  return hbase_local_name_join (hbase_slice (text.data, length),
                                hbase_slice (colon + 1, text.length - length - 1), error);
}

gsize
hbase_local_name_namespace (const char *name)
{
  const char *colon = strchr (name, ':');

  return colon != NULL ? (gsize) (colon - name) : 0;
}

gboolean
hbase_local_name_is_namespace (HBaseSlice name)
{
  g_autofree char *text = text_of (name);

  return text != NULL && *text != '\0' && is_namespace (text);
}

gboolean
hbase_local_name_check_family (HBaseSlice name, GError **error)
{
  gboolean legal = name.length > 0 && name.length <= FAMILY_MAX && name.data[0] != '.'
                   && !hbase_slice_equal (name, HBASE_SLICE_LITERAL ("recovered.edits"));

  for (gsize i = 0; legal && i < name.length; i++)
    legal = name.data[i] >= ' ' && name.data[i] != 0x7f && strchr (":/\\", name.data[i]) == NULL;
  return legal || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "illegal family name");
}
