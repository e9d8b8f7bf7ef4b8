/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-records-private.h"
#include "hbase-table-descriptor-private.h"

/* HBase's rules for names (TableName, HColumnDescriptor): where a gateway's own client code finds a fault
 * with a name, it answers `Internal error` and no more, so they are checked before anything is sent. */

#define MAX_FAMILY_LENGTH 127

/* Letters of any script, digits, and of ASCII those given. */
static gboolean
has_only (const char *text, const char *end, const char *also)
{
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c) && (c >= 128 || strchr (also, (int) c) == NULL))
        return FALSE;
    }
  return TRUE;
}

static const char *
find_problem (const char *name)
{
  const char *colon = strchr (name, ':');
  const char *qualifier = colon != NULL ? colon + 1 : name;
  const char *end = name + strlen (name);

  if (!g_utf8_validate (name, -1, NULL))
    return "it isn't UTF-8 text";
  if (qualifier == end || colon == name)
    return "it is empty, or one of its two parts is";
  if (colon != NULL && !has_only (name, colon, "_"))
    return "a namespace has letters, digits and _ only";
  if (*qualifier == '.' || *qualifier == '-')
    return "it must not begin with a dot or a hyphen";
  if (!has_only (qualifier, end, "_-."))
    return "it has letters, digits, _, - and . only, and at most one colon, behind the namespace";
  return NULL;
}

gboolean
hbase_table_name_check (const char *name, GError **error)
{
  const char *problem = find_problem (name);
  g_autofree char *shown = NULL;

  if (problem == NULL)
    return TRUE;
  shown = hbase_bytes_to_text ((const guint8 *) name, strlen (name));
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "no table can be called “%s”: %s; a name is table or namespace:table", shown, problem);
  return FALSE;
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
  shown = hbase_bytes_to_text ((const guint8 *) family, strlen (family));
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: no column family can be called “%s”: %s",
                   table, shown, problem);
  return FALSE;
}
