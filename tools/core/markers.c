/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file shows delete markers, and refuses them where cells are expected. */

#include "config.h"

#include <string.h>

#include "markers.h"

#define VALUE "put"

gboolean
marker_is (const HBaseCellIter *cell)
{
  return cell->type != HBASE_CELL_TYPE_PUT;
}

char *
marker_name_type (const HBaseCellIter *cell)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (HBASE_TYPE_CELL_TYPE);
  const GEnumValue *type = g_enum_get_value (class, (int) cell->type);

  return type != NULL ? g_strdup (type->value_nick) : g_strdup_printf ("type-%d", (int) cell->type);
}

void
marker_append (GString *text, const HBaseCellIter *cell)
{
  g_autofree char *type = marker_name_type (cell);
  gboolean is_of_family
      = cell->type == HBASE_CELL_TYPE_DELETE_FAMILY || cell->type == HBASE_CELL_TYPE_DELETE_FAMILY_VERSION;

  hbase_bytes_append_printable (text, cell->family, cell->family_length, ":=");
  if (!is_of_family)
    g_string_append_c (text, ':');
  hbase_bytes_append_printable (text, cell->qualifier, cell->qualifier_length, "=");
  g_string_append_printf (text, " (%s)", type);
}

gboolean
marker_is_text (const char *text)
{
  return g_str_has_suffix (text, ")")
         && (strstr (text, " (delete") != NULL || strstr (text, " (type-") != NULL);
}

gboolean
marker_refuse (const char *type, GError **error)
{
  if (type == NULL || *type == '\0' || strcmp (type, VALUE) == 0)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "“%s” is a delete marker, and can't be written as a cell; scan without --with-deleted, or "
               "use `hbase-glib export`",
               type);
  return FALSE;
}
