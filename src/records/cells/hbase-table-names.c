/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-record-check-private.h"
#include "hbase-table-names-private.h"

/* This file checks the names of tables, column families and namespaces, and split keys. They are
 * checked before anything is sent, because a gateway responds to invalid names with `Internal error` only.
 * The rules are those of HBase (TableName, HColumnDescriptor). */

#define MAX_FAMILY_LENGTH 127
#define RESERVED "zookeeper" /* in HBase a node of ZooKeeper */

/* HBase looks at UTF-16 code units. Characters beyond U+FFFF have two, neither of which is a letter.
 * Java takes combining vowel signs for letters, too; they are refused here, as GLib doesn't know them. */
static gboolean
is_letter_or_digit (const char *text)
{
  gunichar c = g_utf8_get_char (text);

  return c <= 0xffff
         && (g_unichar_isalpha (c) || g_unichar_isdigit (c) || g_unichar_type (c) == G_UNICODE_LETTER_NUMBER);
}

/* Whether the text has only letters of any script, digits, and the given characters. */
static gboolean
has_only (const char *text, const char *end, const char *also)
{
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    if (!is_letter_or_digit (p) && strchr (also, *p) == NULL)
      return FALSE;
  return TRUE;
}

/* Most names are such words. */
static gboolean
is_ascii_word (const char *name)
{
  const char *p = name;

  while (g_ascii_isalnum (*p) || *p == '_')
    p++;
  return *p == '\0' && p > name && strcmp (name, RESERVED) != 0;
}

/* A name with a second colon stays as it is, because it is invalid. */
const char *
hbase_table_name_get_canonical (const char *name)
{
  const char *prefix = HBASE_DEFAULT_NAMESPACE ":";
  const char *rest = g_str_has_prefix (name, prefix) ? name + strlen (prefix) : name;

  return *rest != '\0' && strchr (rest, ':') == NULL ? rest : name;
}

const char *
hbase_table_name_find_namespace_problem (const char *name, const char *end)
{
  if (name == end)
    return "it is empty";
  if (strlen (RESERVED) == (gsize) (end - name) && g_str_has_prefix (name, RESERVED))
    return "that name is reserved for ZooKeeper";
  return has_only (name, end, "_") ? NULL : "a namespace has letters, digits and _ only";
}

const char *
hbase_table_name_find_qualifier_problem (const char *name)
{
  if (*name == '\0')
    return "it is empty";
  if (strcmp (name, RESERVED) == 0)
    return "that name is reserved for ZooKeeper";
  if (*name == '.' || *name == '-')
    return "it must not begin with a dot or a hyphen";
  if (!has_only (name, name + strlen (name), "_-."))
    return "it has letters, digits, _, - and . only, and at most one colon, after the namespace";
  return NULL;
}

static const char *
find_name_problem (const char *name)
{
  const char *colon = strchr (name, ':');
  const char *problem = NULL;

  if (!g_utf8_validate (name, -1, NULL))
    return "it isn't UTF-8 text";
  if (colon != NULL && (colon == name || colon[1] == '\0'))
    return "one of its two parts is empty";
  if (colon != NULL)
    problem = hbase_table_name_find_namespace_problem (name, colon);
  return problem != NULL ? problem
                         : hbase_table_name_find_qualifier_problem (colon != NULL ? colon + 1 : name);
}

gboolean
hbase_table_name_check (const char *name, GError **error)
{
  const char *problem = is_ascii_word (name) ? NULL : find_name_problem (name);
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_escaped ((const guint8 *) name, strlen (name));
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "no table can be called “%s”: %s; a name is table or namespace:table", shown,
                          problem);
}

gboolean
hbase_namespace_name_check (const char *name, GError **error)
{
  const char *problem = g_utf8_validate (name, -1, NULL)
                            ? hbase_table_name_find_namespace_problem (name, name + strlen (name))
                            : "it isn't UTF-8 text";
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_escaped ((const guint8 *) name, strlen (name));
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "no namespace can be called “%s”: %s", shown,
                          problem);
}

static const char *
find_family_problem (const char *family)
{
  if (*family == '\0')
    return "it is empty";
  if (strlen (family) > MAX_FAMILY_LENGTH)
    return "it has more than 127 bytes";
  if (*family == '.')
    return "it must not begin with a dot";
  if (strcmp (family, "recovered.edits") == 0)
    return "that name is HBase's own";
  for (const char *p = family; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) || strchr (":/\\", *p) != NULL)
      return "it must have no control characters, :, / and \\";
  return NULL;
}

gboolean
hbase_family_name_check (const char *table, const char *family, GError **error)
{
  const char *problem = find_family_problem (family);
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_escaped ((const guint8 *) family, strlen (family));
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "table “%s”: no column family can be called “%s”: %s", table, shown, problem);
}

/* ---- split keys ---- */

static HBaseSlice
key_at (const GPtrArray *splits, guint index)
{
  return hbase_slice_of_bytes (splits->pdata[index]);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

static gboolean
check_key (const GPtrArray *splits, guint index, const char *table, GError **error)
{
  HBaseSlice key = key_at (splits, index);
  g_autofree char *shown = NULL;

  if (!hbase_row_key_check (key, error))
    {
      hbase_error_prefix (error, "table “%s”, split key: ", table);
      return FALSE;
    }
  if (index == 0 || !hbase_slice_equal (key_at (splits, index - 1), key))
    return TRUE;
  shown = hbase_record_show_row (key);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "table “%s”: the split key %s is there twice; a region begins at a key once", table,
                          shown);
}

GPtrArray *
hbase_splits_sort (GPtrArray *splits, const char *table, GError **error)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  if (!hbase_elements_check (splits->pdata, splits->len, error))
    {
      hbase_error_prefix (error, "table “%s”, split keys: ", table);
      return NULL;
    }
  for (guint i = 0; i < splits->len; i++)
    g_ptr_array_add (sorted, g_bytes_ref (splits->pdata[i]));
  g_ptr_array_sort (sorted, compare_keys);
  for (guint i = 0; i < sorted->len; i++)
    if (!check_key (sorted, i, table, error))
      return NULL;
  return g_steal_pointer (&sorted);
}
