/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-record-check-private.h"
#include "hbase-key-schema-private.h"

/* This file implements the check of row keys, and the error messages of other checks. */

/* How many bytes of a row are shown. */
#define SHOWN_LENGTH 256

char *
hbase_record_show_row (HBaseSlice row)
{
  g_autofree char *text = hbase_bytes_to_escaped (row.data, MIN (row.length, SHOWN_LENGTH));

  return g_strdup_printf ("“%s%s”", text, row.length > SHOWN_LENGTH ? "…" : "");
}

char *
hbase_record_show_column (HBaseSlice family, HBaseSlice qualifier)
{
  GString *column = g_string_new (NULL);

  hbase_bytes_append_escaped (column, family.data, family.length);
  if (qualifier.data != NULL)
    {
      g_string_append_c (column, ':');
      hbase_bytes_append_escaped (column, qualifier.data, qualifier.length);
    }
  return g_string_free (column, FALSE);
}

gboolean
hbase_record_fail (GError **error, const char *what, HBaseSlice row, const char *format, ...)
{
  g_autofree char *shown = row.data != NULL ? hbase_record_show_row (row) : NULL;
  g_autofree char *problem = NULL;
  va_list arguments;

  va_start (arguments, format);
  problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s%s%s: %s", what,
                          shown != NULL ? " of row " : "", shown != NULL ? shown : "", problem);
}

gboolean
hbase_row_key_check (HBaseSlice row, GError **error)
{
  g_autofree char *shown = NULL;

  if (row.length > 0 && row.length <= HBASE_MAX_ROW_LENGTH)
    return TRUE;
  shown = hbase_record_show_row (row);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "row %s has %" G_GSIZE_FORMAT " bytes: a row key has 1 to %d", shown, row.length,
                          HBASE_MAX_ROW_LENGTH);
}
