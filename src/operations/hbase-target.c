/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error.h"
#include "hbase-target-private.h"

/* What HBase takes in names; of letters beyond ASCII it is the judge. */
static gboolean
is_name (const char *name, gsize length, const char *marks)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (name[i]) && (guchar) name[i] < 0x80 && strchr (marks, name[i]) == NULL)
      return FALSE;
  return length > 0 && name[0] != '.' && name[0] != '-' && g_utf8_validate_len (name, length, NULL);
}

gboolean
hbase_target_check (HBaseTarget target, GError **error)
{
  const char *table = target.table != NULL ? target.table : "";
  const char *colon = strchr (table, ':');
  const char *qualifier = colon != NULL ? colon + 1 : table;

  if ((colon == NULL || is_name (table, (gsize) (colon - table), "_"))
      && is_name (qualifier, strlen (qualifier), "_-."))
    return TRUE;
  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "“%s” can't be a table's name: expected NAME or NAMESPACE:NAME of letters, digits, “_”, “-” and “.”, "
      "not begun by “-” or “.”",
      table);
  return FALSE;
}
